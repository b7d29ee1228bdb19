"""Reads e-mail that was filed as an exhibit: eml by the standard library, Outlook's msg by olefile.

In: bytes. Out: one raw page of head and body, and how many files hang on it, which are not read.
Raises FormatError for what is no message, is encrypted or damaged. No side effects.
"""

from __future__ import annotations

import email
import email.policy
import io
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from email.utils import format_datetime, parsedate_to_datetime
from typing import TYPE_CHECKING, Any

from builder.errors import FormatError
from builder.filings.cleaning import RawPage
from builder.filings.markup import read_markup
from builder.filings.refusals import OLE

if TYPE_CHECKING:
    from olefile import OleFileIO

_HEAD = ("From", "To", "Cc", "Date", "Subject")
_PROPERTIES = {"From": "0C1A", "To": "0E04", "Cc": "0E03", "Subject": "0037"}
_BODY = "1000"
_CODE_PAGE, _SENT = b"\x03\x00\xfd\x3f", b"\x40\x00\x39\x00"  # tags as they stand on disk
_EPOCH = datetime(1601, 1, 1, tzinfo=UTC)
_ENCRYPTED = ("multipart/encrypted", "application/pkcs7-mime", "application/x-pkcs7-mime")


def read_eml(name: str, content: bytes) -> tuple[list[RawPage], int]:
    """A message as it stands in a file of its own."""
    try:
        message = email.message_from_bytes(_bytes_of(content), policy=email.policy.default)
        if not any(message.get(field) for field in _HEAD):
            raise FormatError(f"{name!r}: is no e-mail: it has no head")
        if message.get_content_type() in _ENCRYPTED:
            raise FormatError(f"{name!r}: is encrypted")
        head = [(field, str(message.get(field) or "")) for field in _HEAD]
        hanging = sum(1 for _ in message.iter_attachments())
        return [_page(head, _body(name, message))], hanging
    except (ValueError, LookupError, AttributeError, TypeError, RecursionError) as exc:
        raise FormatError(f"{name!r}: is a damaged e-mail: {type(exc).__name__}") from exc


def read_msg(name: str, content: bytes) -> tuple[list[RawPage], int]:
    """A message as Outlook saves it."""
    if not content.startswith(OLE):
        raise FormatError(f"{name!r}: is not an Outlook message")
    try:
        import olefile
    except ImportError as exc:
        raise FormatError(
            f"{name!r}: Outlook messages are read by olefile: "
            "pip install 'investigation-worlds[records]'"
        ) from exc
    try:
        with olefile.OleFileIO(io.BytesIO(content)) as store:
            fixed = _fixed(store)
            page = f"cp{int.from_bytes(fixed.get(_CODE_PAGE, b'')[:4], 'little') or 1252}"
            said = {field: _text(store, code, page) for field, code in _PROPERTIES.items()}
            body = _text(store, _BODY, page)
            hanging = {
                one[0] for one in store.listdir() if one[0].startswith("__attach_version1.0_")
            }
    except (OSError, ValueError, IndexError) as exc:
        raise FormatError(f"{name!r}: is a damaged Outlook message: {exc}") from exc
    if not any((*said.values(), body)):
        raise FormatError(f"{name!r}: is not an Outlook message")
    sent = int.from_bytes(fixed.get(_SENT, b""), "little") // 10_000_000
    said["Date"] = format_datetime(_EPOCH + timedelta(seconds=sent)) if sent else ""
    return [_page([(field, said[field]) for field in _HEAD], body)], len(hanging)


def _bytes_of(content: bytes) -> bytes:
    """A message in UTF-8, where it stands in UTF-16."""
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return content.decode("utf-16", errors="replace").encode()
    if content[1:2] == b"\0":
        return content.decode("utf-16-le", errors="replace").encode()
    return content.removeprefix(b"\xef\xbb\xbf")


def _page(head: Iterable[tuple[str, str]], body: str) -> RawPage:
    lines = [f"{field}: {_day(said) if field == 'Date' else said}" for field, said in head if said]
    return RawPage(number=1, text="\n".join((*lines, "", body.replace("\r\n", "\n").strip())))


def _day(said: str) -> str:
    """A date as people write it, where it can be told."""
    try:
        return parsedate_to_datetime(said).strftime("%A, %B %-d, %Y %H:%M")
    except ValueError:
        return said


def _body(name: str, message: EmailMessage) -> str:
    part = message.get_body(("plain", "html"))
    if part is None:
        return ""
    try:
        text = str(part.get_content())
    except (LookupError, UnicodeError):  # a charset that nobody knows
        payload = part.get_payload(decode=True)
        text = payload.decode("utf-8", errors="replace") if isinstance(payload, bytes) else ""
    if part.get_content_type() != "text/html" or not text.strip():
        return text
    return "\n".join(page.text for page in read_markup(name, text.encode()))


def _fixed(store: OleFileIO[Any]) -> dict[bytes, bytes]:
    """The properties of fixed size: eight bytes for each tag."""
    stream = store.openstream("__properties_version1.0").read()[32:]
    return {stream[at : at + 4]: stream[at + 8 : at + 16] for at in range(0, len(stream), 16)}


def _text(store: OleFileIO[Any], code: str, page: str) -> str:
    """A text property of a message, in Unicode or in the code page of its day."""
    for kind, encoding in (("001F", "utf-16-le"), ("001E", page)):
        path = f"__substg1.0_{code}{kind}"
        if store.exists(path):
            content = store.openstream(path).read()
            try:
                return content.decode(encoding, errors="replace").rstrip("\0")
            except LookupError:  # a code page that nobody knows
                return content.decode("cp1252", errors="replace").rstrip("\0")
    return ""

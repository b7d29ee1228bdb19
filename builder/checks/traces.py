"""Looks for what a file must not say of its making, in every byte, member, property and name.

In: a file's bytes and path. Out: what was found. Zip-based formats are read member by member; the
properties of each format must carry the document's date and nothing later.
"""

from __future__ import annotations

import io
import re
import struct
import zipfile
import zlib
from datetime import datetime
from functools import lru_cache

from builder.schema import ROLES, Format

_LIBRARIES = re.compile(
    rb"reportlab|python-docx|python-pptx|openpyxl|xlsxwriter|steve canny|weasyprint|pypdf|pdfium"
    rb"|investigation.worlds|libreoffice",
    re.I,
)
_ROLE_NAMES = re.compile("|".join(role for role in ROLES if "_" in role).encode(), re.I)
_PATHS = re.compile(rb"/(?:home|root|tmp|work|Users|usr)/[\w.-]+/", re.I)
# What the patterns need to find anything, looked for first: most files hold none of it.
_SIGNS = tuple(
    sign.encode()
    for sign in (
        *("reportlab", "python-", "openpyxl", "xlsxwriter", "canny", "weasyprint", "pypdf"),
        *("pdfium", "investigation", "libreoffice", *(role for role in ROLES if "_" in role)),
        *("/home/", "/root/", "/tmp/", "/work/", "/users/", "/usr/"),
    )
)
# A file's bytes as the signs are looked for: in lower case, without those that are in no sign. What
# holds a sign still does then; what else seems to hold one is settled by the patterns.
_LOWER = bytes(range(256)).lower()
_IN_NO_SIGN = bytes(set(range(256)).difference(b"".join(_SIGNS), b"".join(_SIGNS).upper()))
_PLAIN_PATH = re.compile(r"[A-Za-z0-9 ._&()/-]{1,80}")
_ROLE_WORD = re.compile(r"\b(?:" + "|".join(ROLES) + r")\b", re.I)
_PDF_DATE = re.compile(rb"/(?:CreationDate|ModDate)\s*\(D:(\d{14})")
_XML_DATE = re.compile(rb"<dcterms:(?:created|modified)[^>]*>(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)Z")
_NAME_LENGTHS = struct.Struct("<HH")  # in a zip entry's own header, from its byte 26 on


def traces(data: bytes, path: str, file_format: Format, date: datetime) -> list[str]:
    """One line for each trace of the making of a file; an empty list is what should come back."""
    found = [f"path {path!r}"] if not _PLAIN_PATH.fullmatch(path) else []
    found += [f"role {m!r} in path" for m in _ROLE_WORD.findall(path)]
    if not data.startswith(b"PK"):  # no package of parts
        if file_format != "pdf":
            return sorted([*found, *_found(data, "the file")])
        data = _unpacked(data)
        wrong = _wrong_dates(_PDF_DATE.findall(data), f"{date:%Y%m%d%H%M%S}")
        return sorted([*found, *_found(data, "the file")]) + wrong
    members = _members(data)
    for name, packed in members.items():
        found += _found_packed(packed, name) if name else _found(packed, "the file")
    core = _inflated(members["docProps/core.xml"])
    return sorted(found) + _wrong_dates(_XML_DATE.findall(core), f"{date:%Y-%m-%dT%H:%M:%S}")


def _found(part: bytes, name: str) -> list[str]:
    """The traces in some bytes."""
    letters = part.translate(_LOWER, _IN_NO_SIGN)
    if not any(sign in letters for sign in _SIGNS):
        return []
    patterns = (("library", _LIBRARIES), ("role", _ROLE_NAMES), ("build path", _PATHS))
    return [
        f"{what} {m.decode('latin-1')!r} in {name}"
        for what, pattern in patterns
        for m in set(pattern.findall(part))
    ]


@lru_cache(maxsize=512)
def _found_packed(packed: bytes, name: str) -> tuple[str, ...]:
    """The traces in a member of a package; most members are the same in every file."""
    return tuple(_found(_inflated(packed), name))


def _unpacked(data: bytes) -> bytes:
    """A PDF without its deflated streams, in which no word stands as it is."""
    out: list[bytes] = []
    for piece in data.split(b"endstream"):
        head, start, _ = piece.partition(b"stream\n")
        packed = b"/FlateDecode" in head[head.rfind(b" obj") :]
        out += [head, start] if packed else [piece]
    return b"".join(out)


def _inflated(packed: bytes) -> bytes:
    return zlib.decompress(packed, -15)


def _members(data: bytes) -> dict[str, bytes]:
    """The members of a package as they are packed, and under "" all the bytes around them."""
    members: dict[str, bytes] = {}
    around: list[bytes] = []
    at = 0
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        for info in sorted(archive.infolist(), key=lambda info: info.header_offset):
            lengths = _NAME_LENGTHS.unpack_from(data, info.header_offset + 26)
            start = info.header_offset + 30 + sum(lengths)
            around.append(data[at:start])
            at = start + info.compress_size
            members[info.filename] = data[start:at]
    return {**members, "": b"".join((*around, data[at:]))}


def _wrong_dates(written: list[bytes], right: str) -> list[str]:
    if not written:
        return ["no date in the properties"]
    found = [date.decode() for date in written]
    return [f"property date {date} is not {right}" for date in found if date != right]

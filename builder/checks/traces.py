"""Looks for what a file must not say of its making, in every byte, member, property and name.

In: a file's bytes and path. Out: what was found. Zip-based formats are read member by member; the
properties of each format must carry the document's date and nothing later.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator
from datetime import datetime

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
_PLAIN_PATH = re.compile(r"[A-Za-z0-9 ._&()/-]{1,80}")
_ROLE_WORD = re.compile(r"\b(?:" + "|".join(ROLES) + r")\b", re.I)
_PDF_DATE = re.compile(rb"/(?:CreationDate|ModDate)\s*\(D:(\d{14})")
_XML_DATE = re.compile(rb"<dcterms:(?:created|modified)[^>]*>(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)Z")


def traces(data: bytes, path: str, file_format: Format, date: datetime) -> list[str]:
    """One line for each trace of the making of a file; an empty list is what should come back."""
    found = [f"path {path!r}"] if not _PLAIN_PATH.fullmatch(path) else []
    found += [f"role {m!r} in path" for m in _ROLE_WORD.findall(path)]
    for name, part in _members(data, file_format):
        lower = part.lower()
        if not any(sign in lower for sign in _SIGNS):
            continue
        for what, pattern in (
            ("library", _LIBRARIES),
            ("role", _ROLE_NAMES),
            ("build path", _PATHS),
        ):
            found += [
                f"{what} {m.decode('latin-1')!r} in {name}" for m in set(pattern.findall(part))
            ]
    return sorted(found) + _wrong_dates(data, file_format, date)


def _members(data: bytes, file_format: Format) -> Iterator[tuple[str, bytes]]:
    yield "the file", data
    if file_format in ("docx", "xlsx", "pptx"):
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            for info in archive.infolist():
                yield info.filename, archive.read(info)


def _wrong_dates(data: bytes, file_format: Format, date: datetime) -> list[str]:
    if file_format == "pdf":
        written, pattern = _PDF_DATE.findall(data), "%Y%m%d%H%M%S"
    elif file_format == "txt":
        return []
    else:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            written = _XML_DATE.findall(archive.read("docProps/core.xml"))
        pattern = "%Y-%m-%dT%H:%M:%S"
    right = date.strftime(pattern).encode()
    if not written:
        return ["no date in the properties"]
    return [f"property date {w.decode()} is not {right.decode()}" for w in written if w != right]

"""What a file is that cannot be read as a court paper, and what it holds that was not read.

In: bytes. Out: words for an error, notes on embedded files. No side effects.
"""

from __future__ import annotations

import io
import struct
import zipfile

import pypdfium2
from pypdfium2 import raw as pdfium

OLE = b"\xd0\xcf\x11\xe0"
_OFFICE = {"word/": "a Word file", "xl/": "an Excel file", "ppt/": "a PowerPoint file"}
_MAGIC = (
    (b"%PDF-", "a PDF"),
    (b"{\\rtf", "an RTF file"),
    (b"II*\x00", "a TIFF image"),
    (b"MM\x00*", "a TIFF image"),
    (b"!BDN", "an Outlook store"),
    (b"\xffWPC", "a WordPerfect file"),
    (b"From ", "a mailbox"),
)


def what_it_is(content: bytes) -> str:
    """`a PDF`, `an encrypted Office file`, ...; nothing for what is not known."""
    if content.startswith(b"PK"):
        return _zip(content)
    if content.startswith(OLE):
        return _ole(content)
    return next((said for magic, said in _MAGIC if content[:1024].lstrip().startswith(magic)), "")


def embedded_in_pdf(document: pypdfium2.PdfDocument) -> int:
    """How many files a PDF carries, as attachments or behind annotations."""
    named: int = pdfium.FPDFDoc_GetAttachmentCount(document)
    return named + sum(_attached(document[i]) for i in range(len(document)))


def embedded_note(n: int) -> tuple[str, ...]:
    """`holds 2 embedded files, not read`, when there are any."""
    return (f"holds {n} embedded file{'s' if n > 1 else ''}, not read",) if n else ()


def _attached(page: pypdfium2.PdfPage) -> int:
    count = 0
    for index in range(pdfium.FPDFPage_GetAnnotCount(page)):
        annotation = pdfium.FPDFPage_GetAnnot(page, index)
        count += pdfium.FPDFAnnot_GetSubtype(annotation) == pdfium.FPDF_ANNOT_FILEATTACHMENT
        pdfium.FPDFPage_CloseAnnot(annotation)
    return count


def _zip(content: bytes) -> str:
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            infos = archive.infolist()
    except (zipfile.BadZipFile, OSError, ValueError):
        return "a damaged zip file"
    if any(info.flag_bits & 1 for info in infos):
        return "an encrypted zip file"
    names = [info.filename for info in infos]
    return next(
        (said for part, said in _OFFICE.items() if any(n.startswith(part) for n in names)),
        "a zip file",
    )


def _ole(content: bytes) -> str:
    """An old Office file or an encrypted new one. Old Word says so in its first block, old Excel in
    a record after the first."""
    if "EncryptedPackage".encode("utf-16-le") in content:
        return "an encrypted Office file"
    for at in range(512, len(content) - 64, 512):
        block = content[at : at + 64]
        if block[:2] == b"\xec\xa5":
            (flags,) = struct.unpack_from("<H", block, 10)
            return "an encrypted Word file" if flags & 0x0100 else "an old Word file"
        if block[:4] in (b"\x09\x08\x10\x00", b"\x09\x08\x08\x00"):
            return "an encrypted Excel file" if _has_password(content[at:]) else "an old Excel file"
    if "__substg1.0_".encode("utf-16-le") in content:
        return "an Outlook message"
    return "an old Office file"


def _has_password(stream: bytes) -> bool:
    """Whether one of the first records of a workbook says that the rest is encrypted."""
    at = 0
    for _ in range(8):
        if at + 4 > len(stream):
            return False
        kind, size = struct.unpack_from("<HH", stream, at)
        if kind == 0x002F:
            return True
        at += 4 + size
    return False

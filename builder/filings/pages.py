"""Reads a court paper (pdf, docx, xlsx, pptx, txt, html, xml, eml, msg) into cleaned pages.

In: a path. Out: a `Paper`: pages numbered as the paper numbers them, its docket entry and filing
date as stamped. Raises FormatError that says what is wrong: "is not a PDF", "is encrypted", "has no
text: needs OCR: pages 3-9". Reads the file, writes nothing.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Sequence
from datetime import date
from pathlib import Path

import pypdfium2
from docx import Document
from docx.table import Table
from docx.text.paragraph import Paragraph
from pypdfium2 import raw as pdfium

from builder.errors import FormatError
from builder.filings.cleaning import RawPage, clean, split_star_pages
from builder.filings.mail import read_eml, read_msg
from builder.filings.markup import read_markup
from builder.filings.office import check_package, embedded_in_package, read_pptx, read_xlsx
from builder.filings.refusals import (
    OLE,
    embedded_in_pdf,
    embedded_note,
    what_it_is,
)
from builder.filings.scans import read_scan
from builder.filings.stamps import Stamp, first_stamp
from builder.schema import Page, Record

Reader = Callable[[str, bytes], tuple[list[RawPage], int]]  # pages, and how many files it carries
MOST_BYTES = 300_000_000  # of a PDF; a tenth of it of what is mostly words
_ENOUGH_TEXT = 25
_LEAST_SCAN = 5


class Paper(Record):
    """A court paper as read: its cleaned pages and what the clerk's stamp says."""

    pages: tuple[Page, ...]
    entry: str | None = None
    filed: date | None = None
    docket_number: str | None = None
    notes: tuple[str, ...] = ()


def read_paper(path: Path, ocr: bool = True) -> Paper:
    """Reads one court paper; FormatError names the file and what is wrong with it.

    `notes` say what was read by OCR and what embedded files were not read. Without `ocr`, or where
    there is no tesseract, scanned pages are named only.
    """
    suffix = path.suffix.lower()
    try:
        most = MOST_BYTES if suffix == ".pdf" else MOST_BYTES // 10
        if (size := path.stat().st_size) > most:
            raise FormatError(
                f"{path.name!r}: has {size // 10**6} MB; no paper is read that has more than "
                f"{most // 10**6}"
            )
        content = path.read_bytes()
    except OSError as exc:
        raise FormatError(f"{path.name!r}: cannot be read: {exc.strerror}") from exc
    if not content.strip():
        raise FormatError(f"{path.name!r}: is empty")
    if suffix not in SUFFIXES:
        what = what_it_is(content)
        raise FormatError(
            f"{path.name!r}: {f'is {what}; ' if what else ''}no reader for {suffix!r}; there are: "
            f"{', '.join(SUFFIXES)}"
        )
    notes: list[str] = []
    if suffix == ".pdf":
        raw = _read_pdf(path.name, content, ocr, notes)
    else:
        raw, embedded = _READERS[suffix](path.name, content)
        notes += embedded_note(embedded)
    stamp = first_stamp([page.text for page in raw]) or Stamp()
    pages = clean(raw)
    if not any(page.text.strip() for page in pages):
        held = "".join(f"; {note}" for note in notes)
        raise FormatError(f"{path.name!r}: has no text{ocr_note(pages)}{held}")
    return Paper(
        pages=pages,
        entry=stamp.entry,
        filed=stamp.filed,
        docket_number=stamp.docket_number,
        notes=tuple(notes),
    )


def ocr_note(pages: Sequence[Page]) -> str:
    """`: needs OCR: pages 3-9, 12`, or nothing when every page has its text."""
    said = _runs_of([page.number for page in pages if page.needs_ocr])
    return f": needs OCR: {said}" if said else ""


def _runs_of(numbers: Sequence[int]) -> str:
    """`pages 3-9, 12`, `page 4`, or nothing."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    if not runs:
        return ""
    word = "page" if len(runs) == 1 and runs[0][0] == runs[0][1] else "pages"
    said = (f"{first}-{last}" if last > first else str(first) for first, last in runs)
    return f"{word} {', '.join(said)}"


def _read_pdf(name: str, content: bytes, ocr: bool, notes: list[str]) -> list[RawPage]:
    if b"%PDF-" not in content[:1024]:
        raise FormatError(f"{name!r}: is not a PDF{_but(content)}")
    try:
        document = pypdfium2.PdfDocument(content)
    except pypdfium2.PdfiumError as exc:
        if "password" in str(exc).lower():
            raise FormatError(f"{name!r}: is encrypted") from exc
        raise FormatError(f"{name!r}: is a damaged PDF: {exc}") from exc
    try:
        if len(document) == 0:
            raise FormatError(f"{name!r}: has no pages")
        scans: list[int] = []
        pages = [_read_pdf_page(document[i], i + 1, ocr, scans) for i in range(len(document))]
        notes += [f"read by OCR: {_runs_of(scans)}"] if scans else []
        notes += embedded_note(embedded_in_pdf(document))
        return pages
    finally:
        document.close()


def _read_pdf_page(page: pypdfium2.PdfPage, number: int, ocr: bool, scans: list[int]) -> RawPage:
    textpage = page.get_textpage()
    text = _upright_text(textpage)
    textpage.close()
    words = _words(text, number)
    if words >= _ENOUGH_TEXT or not _has_marks(page):
        return RawPage(number=number, text=text)
    scan = read_scan(page) if ocr else None
    if scan and _words(scan, number) > max(words, _LEAST_SCAN):
        scans.append(number)
        return RawPage(number=number, text=scan)
    return RawPage(number=number, text=text, needs_ocr=True)


def _words(text: str, number: int) -> int:
    """Letters and digits of a page beside its stamp."""
    return sum(c.isalnum() for c in RawPage(number=number, text=text).unstamped)


def _but(content: bytes) -> str:
    what = what_it_is(content)
    return f": it is {what}" if what else ""


def _upright_text(textpage: pypdfium2.PdfTextPage) -> str:
    """The text of a page without letters set on their side, which are sidebars, not lines."""
    text = textpage.get_text_range().replace("\r\n", "\n")
    count = textpage.count_chars()
    turned = [i for i in range(count) if _is_turned(textpage, i)]
    if not turned or len(turned) > count / 2:
        return text
    kept = (pdfium.FPDFText_GetUnicode(textpage, i) for i in range(count) if i not in set(turned))
    return "".join(chr(code) for code in kept).replace("\r\n", "\n")


def _is_turned(textpage: pypdfium2.PdfTextPage, index: int) -> bool:
    angle: float = pdfium.FPDFText_GetCharAngle(textpage, index)
    return 0.8 < angle % 3.1416 < 2.4


def _has_marks(page: pypdfium2.PdfPage) -> bool:
    kinds = (pdfium.FPDF_PAGEOBJ_IMAGE, pdfium.FPDF_PAGEOBJ_PATH, pdfium.FPDF_PAGEOBJ_FORM)
    return any(True for _ in page.get_objects(filter=kinds, max_depth=3))


def _read_docx(name: str, content: bytes) -> list[RawPage]:
    check_package(name, content, "docx")
    try:
        document = Document(io.BytesIO(content))
        lines = [line for block in document.iter_inner_content() for line in _docx_lines(block)]
    except (zipfile.BadZipFile, KeyError, ValueError, SyntaxError) as exc:
        raise FormatError(f"{name!r}: is a damaged docx: {exc}") from exc
    return _by_form_feed("\n".join(lines))


def _docx_lines(block: Paragraph | Table) -> list[str]:
    if isinstance(block, Paragraph):
        # The element itself: the library's own attribute tells soft page breaks only.
        breaks = block._p.iter(_WORD + "br")  # pyright: ignore[reportPrivateUsage]
        broken = any(br.get(_WORD + "type") == "page" for br in breaks)
        return [("\f" if broken else "") + block.text, ""]
    rows: list[str] = []
    for row in block.rows:
        cells: list[str] = []
        for cell in row.cells:
            if not cells or cell.text != cells[-1]:
                cells.append(cell.text)
        rows += [*(cell for cell in cells if cell.strip()), ""]
    return rows


_WORD = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"


def _read_txt(name: str, content: bytes) -> list[RawPage]:
    if b"\x00" in content[:4096] and not content.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise FormatError(f"{name!r}: is not a text file")
    return _by_form_feed(decode(content))


def decode(content: bytes) -> str:
    """Text of unknown encoding: a byte order mark decides, then UTF-8, then Windows-1252."""
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return content.decode("utf-16", errors="replace")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("cp1252", errors="replace")


def _by_form_feed(text: str) -> list[RawPage]:
    texts = text.replace("\r\n", "\n").strip("\f").split("\f")
    if len(texts) == 1:
        return split_star_pages(texts[0])
    return [RawPage(number=i, text=page) for i, page in enumerate(texts, 1)]


def _read_markup(name: str, content: bytes) -> list[RawPage]:
    if content.startswith((b"%PDF", b"PK\x03\x04", OLE)):
        raise FormatError(f"{name!r}: is not an html or xml file")
    return read_markup(name, content)


def _alone(read: Callable[[str, bytes], list[RawPage]]) -> Reader:
    return lambda name, content: (read(name, content), 0)


def _package(read: Callable[[str, bytes], list[RawPage]]) -> Reader:
    return lambda name, content: (read(name, content), embedded_in_package(content))


_READERS: dict[str, Reader] = {
    ".docx": _package(_read_docx),
    ".xlsx": _package(read_xlsx),
    ".pptx": _package(read_pptx),
    ".txt": _alone(_read_txt),
    ".html": _alone(_read_markup),
    ".htm": _alone(_read_markup),
    ".xml": _alone(_read_markup),
    ".eml": read_eml,
    ".msg": read_msg,
}
SUFFIXES = (".pdf", *_READERS)

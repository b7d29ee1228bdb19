"""Reads spreadsheets and slides that were filed as exhibits: a page for each sheet and slide.

In: the bytes of an xlsx or pptx. Out: raw pages, cells as displayed values parted by tabs. Raises
FormatError for what is damaged, encrypted or unpacks to too much. No side effects.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator, Sequence
from typing import Any

from openpyxl import load_workbook
from openpyxl.utils.exceptions import InvalidFileException
from pptx import Presentation
from pptx.exc import PackageNotFoundError

from builder.errors import FormatError
from builder.filings.cleaning import RawPage
from builder.filings.refusals import OLE, what_it_is

MOST_UNPACKED = 400_000_000
_DAMAGE = (
    AttributeError,
    IndexError,
    InvalidFileException,
    KeyError,
    PackageNotFoundError,
    SyntaxError,
    TypeError,
    ValueError,
    zipfile.BadZipFile,
)


def read_xlsx(name: str, content: bytes) -> list[RawPage]:
    """The sheets of a workbook, as far as they hold words."""
    check_package(name, content, "xlsx")
    try:
        book = load_workbook(io.BytesIO(content), read_only=True, data_only=True)
        texts = [
            "\n".join((f"[sheet: {sheet.title}]", *rows)) if rows else ""
            for sheet in book.worksheets
            for rows in [list(_rows(sheet.iter_rows(values_only=True)))]
        ]
        book.close()
    except _DAMAGE as exc:
        raise FormatError(f"{name!r}: is a damaged xlsx: {exc}") from exc
    return [RawPage(number=n, text=text) for n, text in enumerate(texts, 1)]


def read_pptx(name: str, content: bytes) -> list[RawPage]:
    """The slides of a presentation, each with its notes."""
    check_package(name, content, "pptx")
    try:
        slides = Presentation(io.BytesIO(content)).slides
        texts = ["\n".join(_slide(slide)) for slide in slides]
    except _DAMAGE as exc:
        raise FormatError(f"{name!r}: is a damaged pptx: {exc}") from exc
    return [RawPage(number=n, text=text) for n, text in enumerate(texts, 1)]


def embedded_in_package(content: bytes) -> int:
    """How many files a docx, xlsx or pptx carries."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return sum(
            "/embeddings/" in f"/{name}" and not name.endswith("/") for name in archive.namelist()
        )


def check_package(name: str, content: bytes, kind: str) -> None:
    """FormatError for what is no package of its kind, or unpacks to too much."""
    if content.startswith(OLE):
        what = what_it_is(content)
        encrypted = "encrypted" in what
        raise FormatError(
            f"{name!r}: is {'encrypted' if encrypted else f'not a {kind}'}: it is {what}"
        )
    if not content.startswith(b"PK"):
        what = what_it_is(content)
        raise FormatError(f"{name!r}: is not a {kind}{f': it is {what}' if what else ''}")
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            unpacked = sum(info.file_size for info in archive.infolist())
    except (zipfile.BadZipFile, ValueError) as exc:
        raise FormatError(f"{name!r}: is a damaged {kind}: {exc}") from exc
    if unpacked > MOST_UNPACKED:
        raise FormatError(f"{name!r}: unpacks to {unpacked // 10**6} MB, too much for a paper")


def _rows(rows: Iterator[Sequence[Any]]) -> Iterator[str]:
    for row in rows:
        cells = ["" if value is None else str(value).strip() for value in row]
        if any(cells):
            yield "\t".join(cells).rstrip("\t")


def _slide(slide: Any) -> Iterator[str]:
    for shape in slide.shapes:
        yield from _shape(shape)
    if slide.has_notes_slide and (notes := slide.notes_slide.notes_text_frame) is not None:
        yield notes.text


def _shape(shape: Any) -> Iterator[str]:
    if getattr(shape, "has_table", False):
        for row in shape.table.rows:
            yield "\t".join(cell.text for cell in row.cells)
    elif getattr(shape, "has_text_frame", False):
        yield shape.text_frame.text
    for inner in getattr(shape, "shapes", ()):
        yield from _shape(inner)

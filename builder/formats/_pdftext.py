"""Reads the text of a PDF, as pdfium reads it.

In: bytes. Out: for each page its paragraphs and rows unwrapped, in the order in which they were
set: a line that ends with a space goes on in the next one, and so does a row at a `GAP`.
"""

from __future__ import annotations

import re
from codecs import utf_16_le_decode
from collections.abc import Iterator
from ctypes import Array, c_ushort
from functools import cache

import pypdfium2.raw as pdfium

from builder.errors import FormatError

# Spaces that readers keep and that no line is broken at: between the cells of a row.
GAP = "\u00a0\u00a0"
_GAP = re.compile(f" *({GAP}+) ?(?:\r\n)?")
# A word is broken at U+FFFE if pdfium takes it for one, else at the soft hyphen that is there.
_SEAMS = (
    *((" \u00a0\r\n", " "), (" \r\n", " "), ("\u00a0\r\n", "\n"), ("\r\n", "\n")),
    *(("\ufffe", ""), ("\u00ad\n", ""), ("\u00a0", " ")),
)


def page_texts(data: bytes) -> Iterator[str]:
    """The text of each page; FormatError for what is no PDF."""
    document = pdfium.FPDF_LoadMemDocument64(data, len(data), None)
    if not document:
        raise FormatError("not a readable PDF")
    try:
        for number in range(pdfium.FPDF_GetPageCount(document)):
            page = pdfium.FPDF_LoadPage(document, number)
            reader = pdfium.FPDFText_LoadPage(page)
            count = pdfium.FPDFText_CountChars(reader)
            room = _room((2 * count).bit_length())
            length = pdfium.FPDFText_GetText(reader, 0, count, room)
            pdfium.FPDFText_ClosePage(reader)
            pdfium.FPDF_ClosePage(page)
            yield _joined(utf_16_le_decode(memoryview(room).cast("B")[: 2 * length - 2])[0])
    finally:
        pdfium.FPDF_CloseDocument(document)


@cache
def _room(bits: int) -> Array[c_ushort]:
    """Room for a page's text; to make it anew for each page takes longer than to fill it."""
    return (c_ushort * (1 << bits))()


def _joined(text: str) -> str:
    text = _GAP.sub(r"\1", text)
    for seam, joint in _SEAMS:
        text = text.replace(seam, joint)
    return text.strip()

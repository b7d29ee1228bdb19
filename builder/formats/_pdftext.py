"""Reads the pieces of text on a page of a PDF, with as few calls into pdfium as that takes.

In: a page. Out: its text objects in the order in which they were set, each with where it stands, in
points from the lower left corner.
"""

from __future__ import annotations

from codecs import utf_16_le_decode
from collections.abc import Iterator
from ctypes import byref, c_float, c_ushort, c_void_p

import pypdfium2
import pypdfium2.raw as pdfium

_ROOM = 1024  # characters of one piece's text, for which there is room at first


class Piece:
    """A text object of a page; `left` and `base` are where its baseline starts."""

    def __init__(self, handle: c_void_p, text: str) -> None:
        self._handle = handle
        self.text = text
        matrix = pdfium.FS_MATRIX()
        pdfium.FPDFPageObj_GetMatrix(handle, byref(matrix))
        self.left, self.base = matrix.e, matrix.f

    @property
    def size(self) -> float:
        """The size of its type."""
        size = c_float()
        pdfium.FPDFTextObj_GetFontSize(self._handle, byref(size))
        return size.value

    @property
    def right(self) -> float:
        """Where its last letter ends."""
        left, low, right, high = c_float(), c_float(), c_float(), c_float()
        pdfium.FPDFPageObj_GetBounds(
            self._handle, byref(left), byref(low), byref(right), byref(high)
        )
        return right.value


def pieces(page: pypdfium2.PdfPage) -> Iterator[Piece]:
    """The pieces of a page, which stays open meanwhile."""
    reader = page.get_textpage()
    room = (c_ushort * _ROOM)()
    sheet, words = page.raw, reader.raw
    for number in range(pdfium.FPDFPage_CountObjects(sheet)):
        handle = pdfium.FPDFPage_GetObject(sheet, number)
        if pdfium.FPDFPageObj_GetType(handle) != pdfium.FPDF_PAGEOBJ_TEXT:
            continue
        # In bytes, with two for its end; it is in the room if there is enough.
        length = pdfium.FPDFTextObj_GetText(handle, words, room, 2 * len(room))
        if length > 2 * len(room):
            room = (c_ushort * (length // 2))()
            pdfium.FPDFTextObj_GetText(handle, words, room, length)
        yield Piece(handle, utf_16_le_decode(memoryview(room).cast("B")[: length - 2])[0])
    reader.close()

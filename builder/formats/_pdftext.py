"""Reads the pieces of text on a page of a PDF, with as few calls into pdfium as that takes.

In: a page. Out: its text objects in the order in which they were set, each with where it stands, in
points from the lower left corner.
"""

from __future__ import annotations

from collections.abc import Iterator
from ctypes import POINTER, Array, byref, c_char, c_float, c_void_p, cast, create_string_buffer

import pypdfium2
import pypdfium2.raw as pdfium

_ROOM = 2048  # bytes of one piece's text, for which there is room at first


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
    room = create_string_buffer(_ROOM)
    for number in range(pdfium.FPDFPage_CountObjects(page.raw)):
        handle = pdfium.FPDFPage_GetObject(page.raw, number)
        if pdfium.FPDFPageObj_GetType(handle) != pdfium.FPDF_PAGEOBJ_TEXT:
            continue
        length = _text_into(room, handle, reader)
        if length > len(room):
            room = create_string_buffer(length)
            _text_into(room, handle, reader)
        yield Piece(handle, room.raw[: length - 2].decode("utf-16-le"))
    reader.close()


def _text_into(room: Array[c_char], handle: c_void_p, reader: pypdfium2.PdfTextPage) -> int:
    """How many bytes the text takes, with two for its end; it is in `room` if there is enough."""
    return pdfium.FPDFTextObj_GetText(
        handle, reader.raw, cast(room, POINTER(pdfium.FPDF_WCHAR)), len(room)
    )

"""Reads the pieces of text on a page of a PDF, with as few calls into pdfium as that takes.

In: a page. Out: its text objects in the order in which they were set, each with where it stands, in
points from the lower left corner.
"""

from __future__ import annotations

from codecs import utf_16_le_decode
from collections.abc import Callable, Iterator
from ctypes import CFUNCTYPE, addressof, c_float, c_int, c_ulong, c_ushort, c_void_p, cast

import pypdfium2
import pypdfium2.raw as pdfium

_ROOM = 1024  # characters of one piece's text, for which there is room at first


def _quick(function: object, result: type, *arguments: type) -> Callable[..., int]:
    """A function of pdfium whose handles are numbers, which takes half the time of pointers."""
    return CFUNCTYPE(result, *arguments)(cast(function, c_void_p).value)  # pyright: ignore


_object = _quick(pdfium.FPDFPage_GetObject, c_void_p, c_void_p, c_int)
_kind = _quick(pdfium.FPDFPageObj_GetType, c_int, c_void_p)
_text = _quick(pdfium.FPDFTextObj_GetText, c_ulong, c_void_p, c_void_p, c_void_p, c_ulong)
_matrix = _quick(pdfium.FPDFPageObj_GetMatrix, c_int, c_void_p, c_void_p)
_size = _quick(pdfium.FPDFTextObj_GetFontSize, c_int, c_void_p, c_void_p)
_bounds = _quick(pdfium.FPDFPageObj_GetBounds, c_int, *[c_void_p] * 5)


class Piece:
    """A text object of a page; `left` and `base` are where its baseline starts."""

    def __init__(self, handle: int, text: str) -> None:
        self._handle = handle
        self.text = text
        matrix = pdfium.FS_MATRIX()
        _matrix(handle, addressof(matrix))
        self.left, self.base = matrix.e, matrix.f

    @property
    def size(self) -> float:
        """The size of its type."""
        size = c_float()
        _size(self._handle, addressof(size))
        return size.value

    @property
    def right(self) -> float:
        """Where its last letter ends."""
        left, low, right, high = c_float(), c_float(), c_float(), c_float()
        _bounds(self._handle, *map(addressof, (left, low, right, high)))
        return right.value


def pieces(page: pypdfium2.PdfPage) -> Iterator[Piece]:
    """The pieces of a page, which stays open meanwhile."""
    reader = page.get_textpage()
    sheet, words = (cast(one.raw, c_void_p).value for one in (page, reader))
    room = (c_ushort * _ROOM)()
    for number in range(pdfium.FPDFPage_CountObjects(page.raw)):
        handle = _object(sheet, number)
        if _kind(handle) != pdfium.FPDF_PAGEOBJ_TEXT:
            continue
        # In bytes, with two for its end; it is in the room if there is enough.
        length = _text(handle, words, addressof(room), 2 * len(room))
        if length > 2 * len(room):
            room = (c_ushort * (length // 2))()
            _text(handle, words, addressof(room), length)
        yield Piece(handle, utf_16_le_decode(memoryview(room).cast("B")[: length - 2])[0])
    reader.close()

"""Makes scans of printed pages: one bit a pixel, a little askew and worn, with a hidden text layer.

In: pages as pdf.py lays them out. Out: a PDF of page images. Under each image the text lies in
reading order, as OCR would have read it: now and then a letter of a common word is mistaken for
its like, never in a word that `Scan.kept` holds, nor in a name, a number or a date.

A scan whose pages have no text at all is not made. The certificate reads what extraction gives
back, so such a paper could state nothing and name nobody: it could be chaff only, and being bare
would tell its role.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from functools import lru_cache
from random import Random

import fontpkg
import numpy as np
import pypdfium2
import pypdfium2.raw as pdfium
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from builder.formats._pdf import Page, PageImage, Placed, write
from builder.schema import FileProperties, Scan

Dots = NDArray[np.uint8]  # in grey, by rows

_HIDDEN = "3 Tr"  # text that is there and not drawn
_INK = 0
_FINE, _COARSE = 150, 120  # dots an inch of a copier and of a fax
_COMMON = re.compile(r"(?<![\w'’.@/-])[a-z]{5,}(?![\w'’@/-]|\.\w)")
_MISREADS = 1 / 100  # of the common words
_ALIKE = (
    *(("rn", "m"), ("m", "rn"), ("li", "h"), ("cl", "d"), ("e", "c"), ("h", "b"), ("ti", "tl")),
    *(("i", "l"), ("ll", "il"), ("o", "c"), ("fi", "f"), ("tt", "lt"), ("u", "ii"), ("vv", "w")),
)


def scanned(
    pages: Sequence[Page],
    size: tuple[float, float],
    copier: tuple[str, str],
    about: FileProperties,
    scan: Scan,
    stamps: Sequence[str],
) -> bytes:
    """The pages as a PDF of their images, made by `copier` (creator, producer); one of `stamps` may
    have been put on the first."""
    rng = Random(f"{scan.seed}/scan")
    wear = _Wear(rng)
    stamp = rng.choice(stamps) if rng.random() < 0.3 else ""
    document = pypdfium2.PdfDocument(write(pages, size, ("", ""), about))
    try:
        images: list[PageImage] = []
        for page in document:
            dots = _image(page, wear, rng)
            if stamp and not images:
                _stamp(dots, stamp, wear.dpi, rng)
            images.append(_packed(dots, wear.threshold))
    finally:
        document.close()
    return write([_layer(page, scan, rng) for page in pages], size, copier, about, images)


class _Wear:
    """What a copier or fax does to every page of a paper that it takes in."""

    def __init__(self, rng: Random) -> None:
        self.dpi = _COARSE if rng.random() < 0.3 else _FINE
        self.threshold = rng.randrange(125, 185)
        self.skew = rng.uniform(-0.7, 0.7)  # degrees
        self.specks = rng.randrange(15, 110)  # a page
        self.holes = rng.choice((0, 0, 2, 3))
        self.edge = rng.choice((None, "left", "right", "top"))
        self.streak = rng.uniform(0.1, 0.9) if rng.random() < 0.2 else None  # of the width


def _image(page: pypdfium2.PdfPage, wear: _Wear, rng: Random) -> Dots:
    """A page as the glass sees it."""
    dots = _drawn(page, wear.dpi, wear.skew + rng.uniform(-0.15, 0.15))
    height, width = dots.shape
    for _ in range(wear.specks):
        x, y, across = rng.randrange(width), rng.randrange(height), rng.choice((0, 0, 0, 1, 1, 2))
        dots[y : y + rng.randrange(across + 1) + 1, x : x + across + 1] = _INK
    if wear.edge:
        _shadow({"left": dots, "right": dots[:, ::-1], "top": dots.T}[wear.edge], rng)
    if wear.streak:
        x = round(wear.streak * width)
        for y in range(0, height, 24):
            if rng.random() < 0.7:
                dots[y : y + rng.randrange(4, 24) + 1, x] = _INK
    for number in range(wear.holes):
        apart = 4.25 if wear.holes == 3 else 2.75  # inches
        y = height * (0.5 + (number - (wear.holes - 1) / 2) * apart / 11)
        _hole(dots, 0.28 * wear.dpi + rng.uniform(-2, 2), y, 0.11 * wear.dpi)
    return dots


def _drawn(page: pypdfium2.PdfPage, dpi: int, skew: float) -> Dots:
    """A page in grey, turned about its middle by `skew` degrees."""
    scale = dpi / 72
    across, down = page.get_size()
    width, height = round(across * scale), round(down * scale)
    sine, cosine = scale * math.sin(math.radians(skew)), scale * math.cos(math.radians(skew))
    matrix = pdfium.FS_MATRIX(
        *(cosine, sine, -sine, cosine),
        (width - across * cosine + down * sine) / 2,
        (height - down * cosine - across * sine) / 2,
    )
    dots = _glass(height, width)
    dots.fill(255)
    room = dots.ctypes.data
    bitmap = pdfium.FPDFBitmap_CreateEx(width, height, pdfium.FPDFBitmap_Gray, room, width)
    clip = pdfium.FS_RECTF(0, 0, width, height)
    pdfium.FPDF_RenderPageBitmapWithMatrix(bitmap, page.raw, matrix, clip, pdfium.FPDF_GRAYSCALE)
    pdfium.FPDFBitmap_Destroy(bitmap)
    return dots


@lru_cache(maxsize=8)
def _glass(height: int, width: int) -> Dots:
    """Where pages are drawn one after the other; memory that is in use is filled faster."""
    return np.empty((height, width), np.uint8)


def _shadow(dots: Dots, rng: Random) -> None:
    """The shadow of a lid that does not close, along the left side."""
    at = np.arange(0, len(dots) + 60, 60)
    depth = np.interp(np.arange(len(dots)), at, [rng.uniform(2, 9) for _ in at])
    strip = dots[:, :10]
    strip[np.arange(10) <= depth[:, None]] = _INK


def _hole(dots: Dots, x: float, y: float, radius: float) -> None:
    """A hole of a binder, which lets the dark of the lid through."""
    top, left = round(y - radius) - 1, max(0, round(x - radius) - 1)
    around = dots[top : round(y + radius) + 2, left : round(x + radius) + 2]
    down, across = np.ogrid[: around.shape[0], : around.shape[1]]
    around[(down + top - y) ** 2 + (across + left - x) ** 2 <= radius**2] = _INK


def _stamp(dots: Dots, word: str, dpi: int, rng: Random) -> None:
    """A rubber stamp in a margin, at the head or the foot of a page."""
    mark = _rubber(word, dpi, rng.randrange(-5, 6))
    high, wide = mark.shape
    x = dots.shape[1] - wide - round(rng.uniform(0.4, 1.6) * dpi)
    y = rng.choice((round(0.18 * dpi), dots.shape[0] - high - round(0.2 * dpi)))
    dots[y : y + high, x : x + wide][mark] = _INK


@lru_cache(maxsize=64)
def _rubber(word: str, dpi: int, turn: int) -> NDArray[np.bool]:
    """Where the ink of a stamp is."""
    font = ImageFont.truetype(fontpkg.path("Arimo", 700, "normal"), dpi // 6)
    left, top, right, bottom = map(round, font.getbbox(word))
    pad = dpi // 15
    mark = Image.new("L", (right - left + 2 * pad, bottom - top + 2 * pad))
    draw = ImageDraw.Draw(mark)
    draw.text((pad - left, pad - top), word, fill=255, font=font)
    draw.rectangle((0, 0, mark.width - 1, mark.height - 1), outline=255, width=max(2, dpi // 50))
    return np.asarray(mark.rotate(turn, expand=True)) > 127


def _packed(dots: Dots, threshold: int) -> PageImage:
    """What is lighter than a threshold is paper; ink is 0."""
    height, width = dots.shape
    return PageImage(width, height, np.packbits(dots >= threshold, axis=1).tobytes())


def _layer(page: Page, scan: Scan, rng: Random) -> Page:
    """The texts of a page as they were read off it."""
    return [
        mark._replace(text=misread(mark.text, scan.kept, rng), ink=_HIDDEN)
        for mark in page
        if isinstance(mark, Placed)
    ]


def misread(text: str, kept: frozenset[str], rng: Random) -> str:
    """The text with a few letters of common words taken for others, never in a word of `kept`."""

    def read(found: re.Match[str]) -> str:
        word = found.group()
        if rng.random() >= _MISREADS or word in kept:
            return word
        ways = [word.replace(old, new, 1) for old, new in _ALIKE if old in word]
        seen = rng.choice(ways) if ways else word
        return word if seen in kept else seen

    return _COMMON.sub(read, text)

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
from ctypes import c_char
from functools import lru_cache
from io import BytesIO
from random import Random

import fontpkg
import pypdfium2
import pypdfium2.raw as pdfium
from PIL import Image, ImageDraw, ImageFont
from PIL.TiffImagePlugin import ROWSPERSTRIP

from builder.formats._pdf import Page, PageImage, Placed, write
from builder.schema import FileProperties, Scan

_HIDDEN = "3 Tr"  # text that is there and not drawn
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
    document = pypdfium2.PdfDocument(write(pages, size, ("", ""), about))
    try:
        images = [_image(page, wear, rng) for page in document]
    finally:
        document.close()
    if rng.random() < 0.3:
        _stamp(images[0], rng.choice(stamps), wear.dpi, rng)
    return write(
        [_layer(page, scan, rng) for page in pages],
        size,
        copier,
        about,
        [PageImage(image.width, image.height, _group4(image)) for image in images],
    )


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


def _image(page: pypdfium2.PdfPage, wear: _Wear, rng: Random) -> Image.Image:
    """A page as the glass sees it: ink is 1, paper 0."""
    grey = _drawn(page, wear.dpi, wear.skew + rng.uniform(-0.15, 0.15))
    ink = [1] * wear.threshold + [0] * (256 - wear.threshold)
    image = grey.point(ink, "1")
    draw = ImageDraw.Draw(image)
    width, height = image.size
    for _ in range(wear.specks):
        x, y, across = rng.randrange(width), rng.randrange(height), rng.choice((0, 0, 0, 1, 1, 2))
        draw.rectangle((x, y, x + across, y + rng.randrange(across + 1)), fill=1)
    if wear.edge:
        draw.polygon(_edge(wear.edge, width, height, rng), fill=1)
    if wear.streak:
        x = round(wear.streak * width)
        for y in range(0, height, 24):
            if rng.random() < 0.7:
                draw.line((x, y, x, y + rng.randrange(4, 24)), fill=1)
    for number in range(wear.holes):
        y = height * (0.5 + (number - (wear.holes - 1) / 2) * (4.25 if wear.holes == 3 else 2.75)
                      / 11)  # fmt: skip
        x, radius = 0.28 * wear.dpi + rng.uniform(-2, 2), 0.11 * wear.dpi
        draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=1)
    return image


def _drawn(page: pypdfium2.PdfPage, dpi: int, skew: float) -> Image.Image:
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
    dots = bytearray(b"\xff") * (width * height)
    room = (c_char * len(dots)).from_buffer(dots)
    bitmap = pdfium.FPDFBitmap_CreateEx(width, height, pdfium.FPDFBitmap_Gray, room, width)
    clip = pdfium.FS_RECTF(0, 0, width, height)
    pdfium.FPDF_RenderPageBitmapWithMatrix(bitmap, page.raw, matrix, clip, pdfium.FPDF_GRAYSCALE)
    pdfium.FPDFBitmap_Destroy(bitmap)
    return Image.frombuffer("L", (width, height), dots, "raw", "L", 0, 1)


def _edge(side: str, width: int, height: int, rng: Random) -> list[tuple[float, float]]:
    """The shadow of a lid that does not close, along one side."""
    length = width if side == "top" else height
    inner = [(at, rng.uniform(2, 9)) for at in range(0, length + 60, 60)]
    outline: list[tuple[float, float]] = [(0, 0), *inner, (length, 0)]
    if side == "top":
        return outline
    return [(depth if side == "left" else width - 1 - depth, at) for at, depth in outline]


def _stamp(image: Image.Image, word: str, dpi: int, rng: Random) -> None:
    """A rubber stamp in a margin, at the head or the foot of a page."""
    mark = _rubber(word, dpi, rng.randrange(-5, 6))
    x = image.width - mark.width - round(rng.uniform(0.4, 1.6) * dpi)
    y = rng.choice((round(0.18 * dpi), image.height - mark.height - round(0.2 * dpi)))
    image.paste(1, (x, y), mark)


@lru_cache(maxsize=64)
def _rubber(word: str, dpi: int, turn: int) -> Image.Image:
    font = ImageFont.truetype(fontpkg.path("Arimo", 700, "normal"), dpi // 6)
    left, top, right, bottom = map(round, font.getbbox(word))
    pad = dpi // 15
    mark = Image.new("L", (right - left + 2 * pad, bottom - top + 2 * pad))
    draw = ImageDraw.Draw(mark)
    draw.text((pad - left, pad - top), word, fill=255, font=font)
    draw.rectangle((0, 0, mark.width - 1, mark.height - 1), outline=255, width=max(2, dpi // 50))
    return mark.rotate(turn, expand=True).point([0] * 128 + [1] * 128, "1")


def _group4(image: Image.Image) -> bytes:
    """The image by CCITT group 4, in one strip."""
    file = BytesIO()
    image.save(file, "TIFF", compression="group4", tiffinfo={ROWSPERSTRIP: image.height})
    # The header, which says where the tags begin, then the strip, then the tags.
    data = file.getvalue()
    return data[8 : int.from_bytes(data[4:8], "little")]


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

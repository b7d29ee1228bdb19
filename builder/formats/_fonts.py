"""Typefaces for PDF: how wide characters are, and the part of a font that a document embeds.

In: families installed as `fontpkg-*` packages. Out: widths, glyph outlines, TrueType subsets.
Outlines are drawn once per process, unhinted, at `UNITS` to the em, from variable or static files;
the same characters give the same subset bytes in every process.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal, NamedTuple

import fontpkg
from fontTools.pens.filterPen import DecomposingFilterPen
from fontTools.pens.transformPen import TransformPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont

UNITS = 2048
_MOST_WIDTHS = 200_000
Style = Literal["normal", "italic"]
# Asked, in this order, for characters that a family lacks (arrows, ticks, boxes).
SPARE_FAMILIES = ("Source Serif 4", "IBM Plex Mono")


class Face(NamedTuple):
    """A family at one weight and slope."""

    family: str
    weight: int = 400
    style: Style = "normal"

    @property
    def name(self) -> str:
        """The name that PDF readers show."""
        slope = "Italic" if self.style == "italic" else ""
        cut = ("Bold" if self.weight > 400 else "") + slope
        return f"{self.family.replace(' ', '')}-{cut or 'Regular'}"


@dataclass(frozen=True)
class Glyph:
    """One outline; `advance` and `box` are in `UNITS` to the em."""

    advance: int
    outline: bytes
    box: tuple[int, int, int, int]
    points: int
    contours: int


def covers(face: Face, char: str) -> bool:
    """Whether the face, or a family standing in for it, has the character."""
    return _source(face, char) is not None


_EMPTY = Glyph(0, b"", (0, 0, 0, 0), 0, 0)


@cache
def glyph(face: Face, char: str) -> Glyph:
    """The outline of one character that the face covers."""
    source = _source(face, char)
    if source is None:
        raise KeyError(f"{face.name} lacks U+{ord(char):04X}")
    font, glyphs = _opened(source)
    name = font.getBestCmap()[ord(char)]
    scale = UNITS / font["head"].unitsPerEm
    pen = TTGlyphPen(None)
    shape = glyphs[name]
    shape.draw(DecomposingFilterPen(TransformPen(pen, (scale, 0, 0, scale, 0, 0)), glyphs))
    drawn = pen.glyph()
    outline = bytes(drawn.compile(font["glyf"]))
    box = (drawn.xMin, drawn.yMin, drawn.xMax, drawn.yMax) if outline else (0, 0, 0, 0)
    points = len(drawn.coordinates) if outline else 0
    contours = max(drawn.numberOfContours, 0)
    return Glyph(round(shape.width * scale), outline, box, points, contours)


@cache
def box(face: Face, char: str) -> Glyph:
    """A rectangle where the character would be, for text that is not shown."""
    shape = glyph(face, char)
    if not shape.outline:
        return shape
    left, low, right, high = shape.box
    pen = TTGlyphPen(None)
    pen.moveTo((left, low))
    for corner in ((left, high), (right, high), (right, low)):
        pen.lineTo(corner)
    pen.closePath()
    drawn: Any = pen.glyph()
    return Glyph(shape.advance, bytes(drawn.compile(None)), shape.box, 4, 1)


class Widths(dict[str, float]):
    """The width in ems of each text asked for, in one face; remembered, within bounds."""

    def __init__(self, face: Face) -> None:
        super().__init__()
        self.face = face

    def __missing__(self, text: str) -> float:
        if len(text) == 1:
            wide = glyph(self.face, text).advance / UNITS
        else:
            wide = sum(map(self.__getitem__, text))
        if len(self) > _MOST_WIDTHS:
            self.clear()
        self[text] = wide
        return wide


@cache
def widths(face: Face) -> Widths:
    """The widths of texts in a face."""
    return Widths(face)


def subset(face: Face, chars: str, hidden: bool = False) -> bytes:
    """A TrueType font with an empty glyph 0 and glyph n for the nth of `chars`, boxes if hidden."""
    draw = box if hidden else glyph
    shapes = [_EMPTY, *(draw(face, char) for char in chars)]
    outlines = [shape.outline + b"\0" * (-len(shape.outline) % 4) for shape in shapes]
    places = [0]
    for outline in outlines:
        places.append(places[-1] + len(outline))
    boxes = [shape.box for shape in shapes]
    low = min(box[0] for box in boxes), min(box[1] for box in boxes)
    high = max(box[2] for box in boxes), max(box[3] for box in boxes)
    count = len(shapes)
    widest = max(shape.advance for shape in shapes)
    points = max(shape.points for shape in shapes)
    contours = max(shape.contours for shape in shapes)
    return _sfnt(
        {
            b"cmap": _cmap(chars),
            b"glyf": b"".join(outlines),
            b"head": struct.pack(
                ">IIIIHHqqhhhhHHhhh",
                0x10000,
                0x10000,
                0,
                0x5F0F3CF5,
                3,
                UNITS,
                0,
                0,
                *low,
                *high,
                0,
                8,
                2,
                1,
                0,
            ),
            b"hhea": struct.pack(
                ">IhhhHhhhhhh4hhH",
                0x10000,
                high[1],
                low[1],
                0,
                widest,
                low[0],
                0,
                high[0],
                1,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                count,
            ),
            b"hmtx": b"".join(struct.pack(">Hh", s.advance, s.box[0]) for s in shapes),
            b"loca": struct.pack(f">{count + 1}I", *places),
            b"maxp": struct.pack(">I14H", 0x10000, count, points, contours, 0, 0, 2, *[0] * 8),
        }
    )


def _cmap(chars: str) -> bytes:
    """The glyph of each character up to U+FFFE, in runs of neighbours, as Windows reads it."""
    runs: list[tuple[int, int, int]] = []  # first and last code, first glyph
    for code, number in sorted((ord(char), at) for at, char in enumerate(chars, 1)):
        first, last, start = runs[-1] if runs else (0, -2, 0)
        if code == last + 1 and number == start + code - first:
            runs[-1] = (first, code, start)
        elif code < 0xFFFF:
            runs.append((code, code, number))
    firsts, lasts, starts = zip(*runs, (0xFFFF, 0xFFFF, 0), strict=True)
    shifts = ((start - first) & 0xFFFF for first, start in zip(firsts, starts, strict=True))
    count = len(firsts)
    power = 1 << (count.bit_length() - 1)
    table = struct.pack(
        f">7H{count}HH{count}H{count}H{count}H",
        *(4, 16 + 8 * count, 0, 2 * count, 2 * power, power.bit_length() - 1, 2 * (count - power)),
        *(*lasts, 0, *firsts, *shifts, *[0] * count),
    )
    return struct.pack(">HHHHI", 0, 1, 3, 1, 12) + table


def _sfnt(tables: dict[bytes, bytes]) -> bytes:
    """A TrueType file of `tables`, which come sorted by tag."""
    count = len(tables)
    power = 1 << (count.bit_length() - 1)
    head = struct.pack(
        ">IHHHH", 0x10000, count, power * 16, power.bit_length() - 1, (count - power) * 16
    )
    at = len(head) + 16 * count
    entries: list[bytes] = []
    bodies: list[bytes] = []
    for tag, table in tables.items():
        body = table + b"\0" * (-len(table) % 4)
        check = sum(struct.unpack(f">{len(body) // 4}I", body)) & 0xFFFFFFFF
        entries.append(struct.pack(">4sIII", tag, check, at, len(table)))
        bodies.append(body)
        at += len(body)
    return b"".join([head, *entries, *bodies])


@cache
def _source(face: Face, char: str) -> Face | None:
    """The face itself, or the first spare one, whose font has the character."""
    spares = (Face(family, face.weight, face.style) for family in SPARE_FAMILIES)
    for one in (face, *spares):
        if ord(char) in _opened(one)[0].getBestCmap():
            return one
    return None


@cache
def _opened(face: Face) -> tuple[Any, Any]:
    """The font file of a face, and its glyphs at the face's weight."""
    font = TTFont(fontpkg.path(face.family, face.weight, face.style), lazy=True)
    return font, font.getGlyphSet(location={"wght": face.weight} if "fvar" in font else None)

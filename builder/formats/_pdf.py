"""Writes PDF: pages of placed text and drawing operators in, bytes out.

A face is embedded as a simple font with the usual characters, the same in every document; a text
with any other character is set in a second font of the face, which holds what the document uses.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from builder.formats._fonts import UNITS, Face, glyph, subset
from builder.formats._text import deflated
from builder.schema import FileProperties

BLACK = "0 g"
# What most documents say, so that most need no other font.
_USUAL = "".join(map(chr, range(32, 127))) + "\u00a0–—‘’“”•·áéíñóú"
_ORDINARY = re.compile(f"[\n{re.escape(_USUAL)}]*").fullmatch
_HYPHENED = re.compile("(?<=-)$|(?<=- )$", re.M)


class Placed(NamedTuple):
    """Lines of text, `lead` apart: the first baseline starts at (x, y), in points from the lower
    left corner."""

    face: Face
    size: float
    x: float
    y: float
    text: str
    ink: str = BLACK
    lead: float = 0.0


class PageImage(NamedTuple):
    """A picture that fills a page: one bit a dot, ink is 0, rows of whole bytes."""

    width: int
    height: int
    bits: bytes


# A page is its marks in drawing order; a string is drawing operators as they stand.
Page = list[Placed | str]


def ink(colour: str, stroke: bool = False) -> str:
    """The operator that sets a colour given as RRGGBB."""
    parts = " ".join(f"{int(colour[i : i + 2], 16) / 255:.3g}" for i in (0, 2, 4))
    return f"{parts} {'RG' if stroke else 'rg'}"


def write(
    pages: Sequence[Page],
    size: tuple[float, float],
    maker: tuple[str, str],
    about: FileProperties,
    images: Sequence[PageImage] = (),
) -> bytes:
    """A PDF file; `maker` is the program that made it and the one that wrote it. Where there are
    `images`, one fills each page, and the text, which is not to show, has boxes for letters."""
    fonts = _Fonts()
    objects: list[bytes] = [b"", b"", _info(maker, about)]
    kids: list[str] = []
    for at, page in enumerate(pages, 1):
        number = len(objects) + 1
        kids.append(f"{number} 0 R")
        objects.append(f"<</Type/Page/Parent 2 0 R/Contents {number + 1} 0 R>>".encode())
        shown = [f"{size[0]:g} 0 0 {size[1]:g} 0 0 cm /Im{at} Do", *page] if images else page
        objects.append(_stream(_operators(shown, fonts).encode("cp1252")))
    pictures = "".join(f"/Im{at} {len(objects) + at} 0 R" for at in range(1, len(images) + 1))
    objects += map(_picture, images)
    listed = ""
    for name, parts in fonts.embedded(bool(images)):
        listed += f"/{name} {len(objects) + 1} 0 R"
        objects += parts(len(objects) + 1)
    objects[0] = b"<</Type/Catalog/Pages 2 0 R/Lang(en-US)>>"
    objects[1] = (
        f"<</Type/Pages/Count {len(kids)}/Kids[{' '.join(kids)}]"
        f"/MediaBox[0 0 {size[0]:g} {size[1]:g}]"
        f"/Resources<</ProcSet[/PDF/Text{'/ImageB' if images else ''}]/Font<<{listed}>>"
        f"{f'/XObject<<{pictures}>>' if images else ''}>>>>"
    ).encode()
    return _file(objects)


def _operators(page: Page, fonts: _Fonts) -> str:
    out: list[str] = []
    font, colour = ("", 0.0), ""
    for mark in page:
        if isinstance(mark, str):
            out.append(f"q {mark} Q")
            continue
        face, size, x, y, text, ink, lead = mark
        if "-" in text:  # a space after a final hyphen, which readers take for a broken word
            text = _HYPHENED.sub("\u00a0", text)
        state = f"{lead:g} TL " if "\n" in text else ""
        if colour != ink:
            colour = ink
            state += ink + " "
        lines: list[str] = []
        for name, shown in fonts.coded(face, text):
            change = "" if font == (name, size) else f"/{name} {size:g} Tf "
            font = name, size
            lines.append(change + shown)
        out.append(f"BT {state}{x:.2f} {y:.2f} Td {' T* '.join(lines)} ET")
    return "\n".join(out)


class _Fonts:
    """The fonts of one document, as its texts ask for them."""

    def __init__(self) -> None:
        self._names: dict[tuple[Face, bool], str] = {}
        self._wide: dict[Face, dict[str, str]] = {}

    def coded(self, face: Face, text: str) -> list[tuple[str, str]]:
        """Of some lines of text, the name of a font and the operators that show them in it."""
        if _ORDINARY(text):
            shown = _escaped(text).replace("\n", ") Tj T* (")
            return [(self._name(face, True), f"({shown}) Tj")]
        if "\n" in text:
            return [coded for line in text.split("\n") for coded in self.coded(face, line)]
        codes = self._wide.setdefault(face, {})
        for char in text:
            codes.setdefault(char, f"{len(codes) + 1:04X}")
        shown = "".join(map(codes.__getitem__, text))
        return [(self._name(face, False), f"<{shown}> Tj")]

    def _name(self, face: Face, usual: bool) -> str:
        return self._names.setdefault((face, usual), f"F{len(self._names) + 1}")

    def embedded(self, hidden: bool) -> Iterator[tuple[str, Callable[[int], list[bytes]]]]:
        """The name of each font, and what gives its objects from the number of the first."""
        for (face, usual), name in self._names.items():
            chars = _USUAL if usual else "".join(self._wide[face])
            font = _font(face, chars, hidden)
            yield name, font.simple if usual else font.wide


@dataclass(frozen=True)
class _Font:
    """A font as it is embedded: its name, and what describes it."""

    name: str
    chars: str
    widths: str
    descriptor: str
    file: bytes

    def simple(self, first: int) -> list[bytes]:
        """Its objects as a font of single bytes; `first` is the number of the first one."""
        return [
            (
                f"<</Type/Font/Subtype/TrueType/BaseFont/{self.name}/Encoding"
                "<</BaseEncoding/WinAnsiEncoding/Differences[160/nbspace]>>/FirstChar 32"
                f"/LastChar 255/Widths[{self.widths}]/FontDescriptor {first + 1} 0 R>>"
            ).encode(),
            f"<<{self.descriptor}/Flags 32/FontFile2 {first + 2} 0 R>>".encode(),
            self.file,
        ]

    def wide(self, first: int) -> list[bytes]:
        """Its objects as a font of numbered characters."""
        return [
            (
                f"<</Type/Font/Subtype/Type0/BaseFont/{self.name}/Encoding/Identity-H"
                f"/DescendantFonts[{first + 1} 0 R]/ToUnicode {first + 4} 0 R>>"
            ).encode(),
            (
                f"<</Type/Font/Subtype/CIDFontType2/BaseFont/{self.name}/CIDToGIDMap/Identity"
                "/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>"
                f"/FontDescriptor {first + 2} 0 R/W[1[{self.widths}]]>>"
            ).encode(),
            f"<<{self.descriptor}/Flags 4/FontFile2 {first + 3} 0 R>>".encode(),
            self.file,
            _stream(_to_unicode(self.chars).encode("ascii")),
        ]


@lru_cache(maxsize=256)
def _font(face: Face, chars: str, hidden: bool) -> _Font:
    file = subset(face, chars, hidden)
    tag = "".join(chr(65 + byte % 26) for byte in hashlib.sha256(file).digest()[:6])
    name = f"{tag}+{face.name}"
    shapes = {char: glyph(face, char) for char in chars}
    boxes = list(zip(*(shape.box for shape in shapes.values()), strict=True))
    box = [
        round(f(side) * 1000 / UNITS) for f, side in zip((min, min, max, max), boxes, strict=True)
    ]
    listed = chars if chars != _USUAL else bytes(range(32, 256)).decode("cp1252", "replace")
    slant = -12 if face.style == "italic" else 0
    stem = 140 if face.weight > 400 else 80
    return _Font(
        name=name,
        chars=chars,
        widths=" ".join(
            f"{shapes[char].advance * 1000 / UNITS:.0f}" if char in shapes else "0"
            for char in listed
        ),
        descriptor=(
            f"/Type/FontDescriptor/FontName/{name}/ItalicAngle {slant}/Ascent {box[3]}"
            f"/Descent {box[1]}/CapHeight 700/StemV {stem}/FontBBox[{' '.join(map(str, box))}]"
        ),
        file=_stream(file, f"/Length1 {len(file)}"),
    )


def _to_unicode(chars: str) -> str:
    """Which character each code stands for."""
    codes = "\n".join(
        f"<{number:04X}> <{char.encode('utf-16-be').hex().upper()}>"
        for number, char in enumerate(chars, 1)
    )
    return (
        "/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Adobe-UCS "
        "def /CMapType 2 def 1 begincodespacerange <0000> <FFFF> endcodespacerange\n"
        f"{_in_hundreds(codes)}\nendcmap CMapName currentdict /CMap defineresource pop end end"
    )


def _in_hundreds(codes: str) -> str:
    """A ToUnicode section may hold at most 100 lines."""
    lines = codes.split("\n")
    groups = [lines[at : at + 100] for at in range(0, len(lines), 100)]
    return "\n".join(
        f"{len(group)} beginbfchar\n" + "\n".join(group) + "\nendbfchar" for group in groups
    )


def _info(maker: tuple[str, str], about: FileProperties) -> bytes:
    zone = about.created.strftime("%z") or "+0000"
    stamp = f"{about.created:%Y%m%d%H%M%S}{zone[:3]}'{zone[3:5]}'"
    fields = {
        "Title": about.title,
        "Author": about.author,
        "Creator": maker[0],
        "Producer": maker[1],
        "CreationDate": f"D:{stamp}",
        "ModDate": f"D:{stamp}",
    }
    return (
        "<<" + "".join(f"/{key}{_string(text)}" for key, text in fields.items()) + ">>"
    ).encode()


def _escaped(text: str) -> str:
    for char in "\\()":
        text = text.replace(char, f"\\{char}")
    return text


def _string(text: str) -> str:
    if text.isascii() and text.isprintable():
        return f"({_escaped(text)})"
    return f"<FEFF{text.encode('utf-16-be', 'ignore').hex().upper()}>"


def _picture(image: PageImage) -> bytes:
    return _stream(
        image.bits,
        f"/Type/XObject/Subtype/Image/Width {image.width}/Height {image.height}"
        "/ColorSpace/DeviceGray/BitsPerComponent 1",
    )


def _stream(body: bytes, more: str = "") -> bytes:
    packed = deflated(body, 13)
    head = f"<</Length {len(packed)}/Filter/FlateDecode{more}>>stream\n".encode()
    return head + packed + b"\nendstream"


def _file(objects: Sequence[bytes]) -> bytes:
    """Object 1 is the catalog, object 3 the information dictionary."""
    out = [b"%PDF-1.5\n%\xe2\xe3\xcf\xd3\n"]
    at = len(out[0])
    table = [b"0000000000 65535 f \n"]
    for number, content in enumerate(objects, 1):
        one = b"%d 0 obj\n%b\nendobj\n" % (number, content)
        table.append(b"%010d 00000 n \n" % at)
        out.append(one)
        at += len(one)
    body = b"".join(out)
    key = hashlib.sha256(body).hexdigest()[:32].upper()
    trailer = (
        f"trailer\n<</Size {len(table)}/Root 1 0 R/Info 3 0 R/ID[<{key}><{key}>]>>\n"
        f"startxref\n{at}\n%%EOF\n"
    )
    return body + b"xref\n0 %d\n" % len(table) + b"".join(table) + trailer.encode()

"""Writes PDF: pages of placed text and drawing operators in, bytes out.

Fonts are embedded as subsets, with the usual characters where a document uses many, so that most
documents share them, else with those that it uses; ids derive from the bytes.
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import NamedTuple

from builder.formats._fonts import FREE, UNITS, Face, covers, glyph, subset
from builder.schema import FileProperties

BLACK = "0 g"
_ESCAPED = b"\n\r()\\"
_MANY = 32  # different characters
_USUAL = "".join(map(chr, range(32, 127))) + "\u00a0–—‘’“”•"


class Placed(NamedTuple):
    """A piece of text: its baseline starts at (x, y), in points from the lower left corner."""

    face: Face
    size: float
    x: float
    y: float
    text: str
    ink: str = BLACK


class PageImage(NamedTuple):
    """A picture that fills a page: one bit a dot, ink is 1, packed by CCITT group 4."""

    width: int
    height: int
    packed: bytes


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
    fonts = {face: _font(face, chars, bool(images)) for face, chars in _alphabets(pages).items()}
    names = {face: f"F{number}" for number, face in enumerate(fonts, 1)}
    codes = {face: font.codes for face, font in fonts.items()}
    objects: list[bytes] = [b"", b"", _info(maker, about)]
    listed = ""
    for face, font in fonts.items():
        listed += f"/{names[face]} {len(objects) + 1} 0 R"
        objects += font.objects(len(objects) + 1)
    pictures = "".join(f"/Im{at} {len(objects) + at} 0 R" for at in range(1, len(images) + 1))
    objects += map(_picture, images)
    kids: list[str] = []
    for at, page in enumerate(pages, 1):
        number = len(objects) + 1
        kids.append(f"{number} 0 R")
        objects.append(f"<</Type/Page/Parent 2 0 R/Contents {number + 1} 0 R>>".encode())
        shown = [f"{size[0]:g} 0 0 {size[1]:g} 0 0 cm /Im{at} Do", *page] if images else page
        objects.append(_stream(_operators(shown, names, codes).encode("latin-1")))
    objects[0] = b"<</Type/Catalog/Pages 2 0 R/Lang(en-US)>>"
    objects[1] = (
        f"<</Type/Pages/Count {len(kids)}/Kids[{' '.join(kids)}]"
        f"/MediaBox[0 0 {size[0]:g} {size[1]:g}]"
        f"/Resources<</ProcSet[/PDF/Text{'/ImageB' if images else ''}]/Font<<{listed}>>"
        f"{f'/XObject<<{pictures}>>' if images else ''}>>>>"
    ).encode()
    return _file(objects)


def _alphabets(pages: Sequence[Page]) -> dict[Face, str]:
    """For each face, in order of first use, the characters to embed."""
    texts: dict[Face, list[str]] = {}
    for page in pages:
        for mark in page:
            if isinstance(mark, Placed):
                texts.setdefault(mark.face, []).append(_drawn(mark.text))
    return {face: _alphabet(face, set("".join(parts))) for face, parts in texts.items()}


def _alphabet(face: Face, used: set[str]) -> str:
    if len(used) < _MANY:
        return _numbered(sorted(used))
    usual = _usual(face)
    return _numbered([*usual, *sorted(used.difference(usual))])


@cache
def _usual(face: Face) -> str:
    return "".join(char for char in _USUAL if covers(face, char))


def _numbered(chars: Sequence[str]) -> str:
    """The characters in the order of their codes, from 1; codes to escape in strings stay free."""
    out: list[str] = []
    for char in chars:
        while (len(out) + 1) & 0xFF in _ESCAPED:
            out.append(FREE)
        out.append(char)
    return "".join(out)


def _drawn(text: str) -> str:
    """The text; with a space after a final hyphen, which readers take for a broken word."""
    return text + "\u00a0" if text.rstrip(" ").endswith("-") else text


def _operators(page: Page, names: dict[Face, str], codes: dict[Face, dict[int, str]]) -> str:
    out: list[str] = []
    font, colour = "", ""
    for mark in page:
        if isinstance(mark, str):
            out.append(f"q {mark} Q")
            continue
        wanted = f"/{names[mark.face]} {mark.size:g} Tf"
        state = ("" if wanted == font else wanted + " ") + ("" if mark.ink == colour else mark.ink)
        font, colour = wanted, mark.ink
        code = _drawn(mark.text).translate(codes[mark.face])
        out.append(f"BT {state} {mark.x:.2f} {mark.y:.2f} Td ({code}) Tj ET")
    return "\n".join(out)


@dataclass(frozen=True)
class _Font:
    """A font as it is embedded: its descriptions, its packed streams, and its codes."""

    name: str
    widths: str
    descriptor: str
    file: bytes
    to_unicode: bytes
    codes: dict[int, str]

    def objects(self, first: int) -> list[bytes]:
        """Its five objects; `first` is the number of the first one."""
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
            f"<</Type/FontDescriptor{self.descriptor}/FontFile2 {first + 3} 0 R>>".encode(),
            self.file,
            self.to_unicode,
        ]


@lru_cache(maxsize=256)
def _font(face: Face, chars: str, hidden: bool) -> _Font:
    file = subset(face, chars, hidden)
    tag = "".join(chr(65 + byte % 26) for byte in hashlib.sha256(file).digest()[:6])
    name = f"{tag}+{face.name}"
    shapes = [glyph(face, char) for char in chars]
    boxes = list(zip(*(shape.box for shape in shapes), strict=True))
    box = [
        round(f(side) * 1000 / UNITS) for f, side in zip((min, min, max, max), boxes, strict=True)
    ]
    slant = -12 if face.style == "italic" else 0
    stem = 140 if face.weight > 400 else 80
    return _Font(
        name=name,
        widths=" ".join(f"{shape.advance * 1000 / UNITS:.0f}" for shape in shapes),
        descriptor=(
            f"/FontName/{name}/Flags 4/ItalicAngle {slant}/Ascent {box[3]}/Descent {box[1]}"
            f"/CapHeight 700/StemV {stem}/FontBBox[{' '.join(map(str, box))}]"
        ),
        file=_stream(file, f"/Length1 {len(file)}"),
        to_unicode=_stream(_to_unicode(chars).encode("ascii")),
        codes={
            ord(char): chr(number >> 8) + chr(number & 0xFF) for number, char in enumerate(chars, 1)
        },
    )


def _to_unicode(chars: str) -> str:
    """Which character each code stands for."""
    codes = "\n".join(
        f"<{number:04X}> <{char.encode('utf-16-be').hex().upper()}>"
        for number, char in enumerate(chars, 1)
        if char != FREE
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


def _string(text: str) -> str:
    if text.isascii() and text.isprintable():
        return "(" + text.translate(str.maketrans({c: "\\" + c for c in "()\\"})) + ")"
    return f"<FEFF{text.encode('utf-16-be', 'ignore').hex().upper()}>"


def _picture(image: PageImage) -> bytes:
    head = (
        f"<</Type/XObject/Subtype/Image/Width {image.width}/Height {image.height}"
        f"/ColorSpace/DeviceGray/BitsPerComponent 1/Filter/CCITTFaxDecode/DecodeParms<</K -1"
        f"/Columns {image.width}/Rows {image.height}>>/Length {len(image.packed)}>>stream\n"
    )
    return head.encode() + image.packed + b"\nendstream"


def _stream(body: bytes, more: str = "") -> bytes:
    packed = zlib.compress(body, 6)
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

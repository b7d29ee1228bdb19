"""How the papers of a company look: eight looks, chosen by `FileProperties.look`.

In: a number. Out: fonts, sizes, margins, colours, and the programs a company prints with.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class Look:
    """One house style. Lengths are in points, colours are RRGGBB.

    `family` is what PDF embeds, `office_font` what Word, Excel and PowerPoint name. `maker` is the
    program that made a PDF and the one that wrote it (creator, producer).
    """

    family: str
    office_font: str
    size: float
    margin: float
    accent: str
    letterhead: Literal["none", "rule", "double", "band"]
    title_align: Literal["left", "center"]
    table: Literal["grid", "rules", "banded"]
    footer: str
    sent_label: Literal["Sent", "Date"]
    maker: tuple[str, str]


_WORD = "Microsoft® Word for Microsoft 365"
LOOKS = (
    Look(
        "Arimo",
        "Calibri",
        10.5,
        72,
        "1F3864",
        "rule",
        "left",
        "grid",
        "Page {n} of {total}",
        "Sent",
        (_WORD, _WORD),
    ),
    Look(
        "Source Serif 4",
        "Times New Roman",
        11,
        72,
        "000000",
        "none",
        "center",
        "grid",
        "{n}",
        "Date",
        ("PScript5.dll Version 5.2.2", "Acrobat Distiller 15.0 (Windows)"),
    ),
    Look(
        "Noto Serif",
        "Cambria",
        10,
        80,
        "5B2333",
        "double",
        "center",
        "rules",
        "- {n} -",
        "Sent",
        ("Microsoft® Word 2016", "Microsoft® Word 2016"),
    ),
    Look(
        "Arimo",
        "Arial",
        10,
        60,
        "333333",
        "band",
        "left",
        "banded",
        "{n} / {total}",
        "Date",
        ("Acrobat PDFMaker 17 for Word", "Adobe PDF Library 15.0"),
    ),
    Look(
        "Source Serif 4",
        "Garamond",
        11.5,
        78,
        "2E4A2E",
        "rule",
        "left",
        "rules",
        "{n}",
        "Sent",
        ("Microsoft® Word 2013", "Microsoft® Word 2013"),
    ),
    Look(
        "Arimo",
        "Tahoma",
        9.5,
        64,
        "0B5394",
        "none",
        "left",
        "grid",
        "Page {n}",
        "Sent",
        ("Canon iR-ADV C5535", "Adobe PSL 1.3e for Canon"),
    ),
    Look(
        "Noto Serif",
        "Georgia",
        9.5,
        70,
        "444444",
        "rule",
        "center",
        "banded",
        "Page {n} of {total}",
        "Date",
        ("PDFCreator Version 1.7.3", "GPL Ghostscript 9.10"),
    ),
    Look(
        "Source Serif 4",
        "Book Antiqua",
        10.5,
        90,
        "7F3F00",
        "band",
        "left",
        "grid",
        "{n}",
        "Date",
        ("HP LaserJet MFP M527", "Acrobat Distiller 11.0 (Windows)"),
    ),
)


def look_of(number: int) -> Look:
    """The look of a number; numbers beyond the last start over."""
    return LOOKS[number % len(LOOKS)]

"""How the papers of a company look: eight looks, chosen by `FileProperties.look`.

In: a number. Out: fonts, sizes, margins, colours, and the programs a company prints with.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class Look:
    """One house style. Lengths are in points, colours are RRGGBB.

    `family` is what PDF embeds, `office_font` what Word, Excel and PowerPoint name. `maker` is what
    makes the company's PDFs and `copier` what scans its papers, both among `PROGRAMS`; `behind` is
    how many years pass before the company buys a new version.
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
    maker: str
    copier: str
    behind: int = 0


# Programs by the year from which they were sold: creator and producer, as a PDF names them.
PROGRAMS: dict[str, tuple[tuple[int, str, str], ...]] = {
    "word": (
        (2007, "Microsoft® Office Word 2007", "Microsoft® Office Word 2007"),
        (2010, "Microsoft® Word 2010", "Microsoft® Word 2010"),
        (2013, "Microsoft® Word 2013", "Microsoft® Word 2013"),
        (2016, "Microsoft® Word 2016", "Microsoft® Word 2016"),
        (2019, "Microsoft® Word for Microsoft 365", "Microsoft® Word for Microsoft 365"),
    ),
    "distiller": (
        (2003, "PScript5.dll Version 5.2", "Acrobat Distiller 6.0 (Windows)"),
        (2009, "PScript5.dll Version 5.2.2", "Acrobat Distiller 9.0.0 (Windows)"),
        (2013, "PScript5.dll Version 5.2.2", "Acrobat Distiller 11.0 (Windows)"),
        (2016, "PScript5.dll Version 5.2.2", "Acrobat Distiller 15.0 (Windows)"),
    ),
    "pdfmaker": (
        (2005, "Acrobat PDFMaker 7.0 for Word", "Acrobat Distiller 7.0 (Windows)"),
        (2009, "Acrobat PDFMaker 9.0 for Word", "Adobe PDF Library 9.0"),
        (2013, "Acrobat PDFMaker 11 for Word", "Adobe PDF Library 11.0"),
        (2018, "Acrobat PDFMaker 17 for Word", "Adobe PDF Library 15.0"),
    ),
    "pdfcreator": (
        (2006, "PDFCreator Version 0.9.3", "GPL Ghostscript 8.54"),
        (2010, "PDFCreator Version 0.9.9", "GPL Ghostscript 8.70"),
        (2014, "PDFCreator Version 1.7.3", "GPL Ghostscript 9.10"),
    ),
    "canon": (
        (2005, "Canon iR C3220", "Adobe PSL 1.1e for Canon"),
        (2010, "Canon iR-ADV C5051", "Adobe PSL 1.2e for Canon"),
        (2017, "Canon iR-ADV C5535", "Adobe PSL 1.3e for Canon"),
    ),
    "hp": ((2004, "HP Digital Sending Device", "HP Digital Sending Device"),),
    "ricoh": (
        (2006, "RICOH Aficio MP C3500", "RICOH Aficio MP C3500"),
        (2014, "RICOH MP C4503", "RICOH MP C4503"),
    ),
    "konica": (
        (2006, "KMBT_C352", "KONICA MINOLTA bizhub C352"),
        (2013, "KMBT_C364", "KONICA MINOLTA bizhub C364"),
    ),
    "xerox": (
        (2007, "Xerox WorkCentre 7345", "Xerox WorkCentre 7345"),
        (2011, "Xerox WorkCentre 7545", "Xerox WorkCentre 7545"),
        (2018, "Xerox AltaLink C8045", "Xerox AltaLink C8045"),
    ),
}
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
        "word",
        "canon",
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
        "distiller",
        "hp",
        1,
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
        "word",
        "ricoh",
        2,
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
        "pdfmaker",
        "konica",
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
        "word",
        "xerox",
        4,
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
        "canon",
        "canon",
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
        "pdfcreator",
        "ricoh",
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
        "hp",
        "hp",
    ),
)


def look_of(number: int) -> Look:
    """The look of a number; numbers beyond the last start over."""
    return LOOKS[number % len(LOOKS)]


def program(name: str, year: int) -> tuple[str, str]:
    """What made a PDF and what wrote it, in a year: the latest version there was."""
    versions = PROGRAMS[name]
    return next((v[1:] for v in reversed(versions) if v[0] <= year), versions[0][1:])

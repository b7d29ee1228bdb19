"""PDF: fonts, properties, and text that comes back unwrapped."""

from __future__ import annotations

from datetime import datetime

import pypdfium2
import pytest

from builder.formats import format_module
from builder.formats._fonts import Face, covers, subset, widths
from builder.formats._look import LOOKS, PROGRAMS, program
from builder.schema import (
    Block,
    Break,
    DocumentContent,
    FileProperties,
    Lines,
    Paragraph,
    Table,
)

PDF = format_module("pdf")
NAMES = "Nguyễn Łukasz Müller Дмитрий “” ‘’ – — € § ¶ ½ ° → ✓ ☐ •"


def made(*blocks: Block, look: int = 0) -> bytes:
    about = FileProperties(
        title="Tally (2)",
        author="Łukasz",
        company="O'Neill",
        created=datetime(2018, 6, 19, 11, 40, 7),
        look=look,
    )
    return PDF.render(DocumentContent(document_id="d1", title="Tally", blocks=blocks), about).data


@pytest.mark.parametrize("family", sorted({look.family for look in LOOKS} | {"IBM Plex Mono"}))
def test_every_face_has_the_names_of_this_world(family: str) -> None:
    for weight in (400, 700):
        face = Face(family, weight)
        assert [char for char in NAMES if not covers(face, char)] == []
        assert not covers(face, "株")
        assert widths(face)["WWW"] > widths(face)["iii"] or "Mono" in family


def test_a_subset_holds_what_it_is_asked_for_and_no_more() -> None:
    small, large = subset(Face("Arimo"), "ab"), subset(Face("Arimo"), "abcdefgh")
    assert small.startswith(b"\x00\x01\x00\x00")
    assert len(small) < len(large) < 8_000


def test_properties_are_the_custodians() -> None:
    document = pypdfium2.PdfDocument(made(Paragraph(text="x")))
    about = document.get_metadata_dict()
    assert about["Title"] == "Tally (2)"
    assert about["Author"] == "Łukasz"
    assert about["CreationDate"] == about["ModDate"] == "D:20180619114007+00'00'"
    assert (about["Creator"], about["Producer"]) == program(LOOKS[0].maker, 2018)


@pytest.mark.parametrize("look", range(len(LOOKS)))
def test_wrapped_paragraphs_come_back_as_one_line(look: int) -> None:
    text = "The count at the north dock was short again, as it had been all week. " * 6
    address = "https://example.com/" + "a1b2c3d4" * 30
    dashes = "a well- known - and north–south – thing -- so- " * 30
    texts = [text.strip(), f"see {address} there", dashes.strip()]
    read = PDF.extract(made(*(Paragraph(text=one) for one in texts), look=look)).text
    assert read.split("\n") == texts


def test_rows_come_back_as_lines_with_cells_apart() -> None:
    row = ("6/19/18", "a remark that goes on and on " * 10, "$1,234.50")
    text = PDF.extract(made(Table(header=("Day", "Remark", "Amount"), rows=(row, row)))).text
    assert len(text.split("\n")) == 3
    assert "6/19/18  a remark" in text
    assert text.endswith("  $1,234.50")


def test_a_table_taller_than_a_page_repeats_its_header() -> None:
    rows = tuple((f"{at}", "north dock") for at in range(120))
    parts = PDF.extract(made(Table(header=("Entry", "Where"), rows=rows))).parts
    assert len(parts) > 2
    assert all(part.text.startswith("Entry") for part in parts)


def test_a_row_taller_than_a_page_goes_on() -> None:
    cell = "word " * 3000
    parts = PDF.extract(made(Table(rows=((cell, "beside"),)))).parts
    assert len(parts) > 1
    assert sum(part.text.count("word") for part in parts) == 3000


def test_columns_of_a_listing_are_kept() -> None:
    lines = ("12      Q.   Did you?", "13      A.   Twice.")
    assert PDF.extract(made(Lines(lines=lines))).text.split("\n") == list(lines)


def test_a_break_turns_the_page_once() -> None:
    blocks = (Break(), Paragraph(text="one"), Break(), Break(), Paragraph(text="two"))
    parts = PDF.extract(made(*blocks)).parts
    assert [part.text.split("\n")[0] for part in parts] == ["one", "two"]


@pytest.mark.parametrize("name", sorted(PROGRAMS))
def test_no_program_is_of_a_later_year_than_the_paper(name: str) -> None:
    years = [year for year, _, _ in PROGRAMS[name]]
    assert years == sorted(years)
    for year, *names in PROGRAMS[name]:
        assert program(name, year) == program(name, year + 1) or year + 1 in years
        assert list(program(name, year)) == names
    assert {program(name, 1990)} == {PROGRAMS[name][0][1:]}
    assert {look.maker for look in LOOKS} | {look.copier for look in LOOKS} == set(PROGRAMS)

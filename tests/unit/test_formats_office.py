"""Office files as the libraries of their readers see them: properties, cells, shapes."""

from __future__ import annotations

import io
from datetime import datetime, timedelta, timezone

import docx
import openpyxl
import pptx
import pytest

from builder.formats import format_module
from builder.schema import (
    Block,
    Break,
    DocumentContent,
    FileProperties,
    Heading,
    KeyValues,
    ListBlock,
    Paragraph,
    Table,
)

CREATED = datetime(2018, 6, 19, 11, 40, 7)


def made(format_id: str, *blocks: Block, created: datetime = CREATED, look: int = 0) -> io.BytesIO:
    content = DocumentContent(document_id="d1", title="Tally", blocks=blocks)
    about = FileProperties(
        title="Tally <1>", author="Łukasz & Co", company="O'Neill", created=created, look=look
    )
    return io.BytesIO(format_module(format_id).render(content, about).data)


def opened_properties(format_id: str, data: io.BytesIO) -> list[object]:
    if format_id == "xlsx":
        core = openpyxl.load_workbook(data).properties
        return [core.title, core.creator, core.lastModifiedBy, core.created, core.modified]
    core = (docx.Document if format_id == "docx" else pptx.Presentation)(data).core_properties
    created, modified = core.created, core.modified
    assert created
    assert modified
    plain = [moment.replace(tzinfo=None) for moment in (created, modified)]
    return [core.title, core.author, core.last_modified_by, *plain]


@pytest.mark.parametrize("format_id", ["docx", "xlsx", "pptx"])
def test_properties_are_the_custodians(format_id: str) -> None:
    data = made(format_id, Paragraph(text="x"))
    person = "Łukasz & Co"
    assert opened_properties(format_id, data) == ["Tally <1>", person, person, CREATED, CREATED]


@pytest.mark.parametrize("format_id", ["docx", "xlsx", "pptx"])
def test_a_moment_with_a_zone_is_written_in_utc(format_id: str) -> None:
    zone = timezone(timedelta(hours=-4))
    data = made(format_id, Paragraph(text="x"), created=CREATED.replace(tzinfo=zone))
    assert opened_properties(format_id, data)[3] == CREATED + timedelta(hours=4)


def test_a_workbook_holds_dates_and_numbers() -> None:
    row = ("6/19/18", "$1,234.50", "12.5%", "0042", "=SUM(A1:A9)", "11:40")
    book = openpyxl.load_workbook(made("xlsx", Table(header=tuple("abcdef"), rows=(row,))))
    cells = list(next(book.worksheets[0].iter_rows(min_row=2)))
    assert cells[0].value == datetime(2018, 6, 19)
    assert [cell.value for cell in cells[1:3]] == [1234.5, 0.125]
    assert [(cell.value, cell.data_type) for cell in cells[3:5]] == [
        ("0042", "s"),
        ("=SUM(A1:A9)", "s"),
    ]
    assert cells[5].number_format == "h:mm"


def test_sheet_names_are_legal_and_differ() -> None:
    long = "Receipts [north]: what came in / went out, 2018?"
    titles = (long, long, "", "history", "'Q2'")
    book = openpyxl.load_workbook(made("xlsx", *(Break(unit="sheet", title=t) for t in titles)))
    names = book.sheetnames
    assert len({name.casefold() for name in names}) == 5
    assert all(len(name) <= 31 and not set(name) & set("[]:*?/\\") for name in names)
    assert book.worksheets[0]["A1"].value == long
    assert names[2:] == ["Sheet3", "Sheet4", "Q2"]


def test_a_text_longer_than_a_cell_goes_on_below() -> None:
    text = "freight " * 5000
    module = format_module("xlsx")
    assert (
        module.extract(made("xlsx", Paragraph(text=text)).getvalue()).text.count("freight") >= 4998
    )
    sheet = openpyxl.load_workbook(made("xlsx", Paragraph(text=text))).worksheets[0]
    assert sheet.max_row == 2


def test_a_word_document_has_styles_and_a_repeating_header() -> None:
    table = Table(header=("a", "b"), rows=(("1", "2"),))
    document = docx.Document(made("docx", Heading(text="T"), Heading(text="S", level=2), table))
    assert [p.style.name for p in document.paragraphs[:2] if p.style] == ["Title", "Heading 1"]
    assert [cell.text for cell in document.tables[0].rows[1].cells] == ["1", "2"]
    assert b"tblHeader" in document.tables[0].rows[0]._tr.xml.encode()


def test_a_slide_that_is_too_full_goes_on() -> None:
    blocks = (Break(unit="slide", title="Volumes"), *(Paragraph(text="word " * 150),) * 6)
    deck = pptx.Presentation(made("pptx", *blocks))
    titles = [slide.shapes.title.text for slide in deck.slides if slide.shapes.title]
    assert titles[:2] == ["Volumes", "Volumes (cont.)"]
    assert deck.slide_width == 12_192_000


def test_a_deck_has_tables_and_bullets() -> None:
    blocks = (
        Break(unit="slide", title="Volumes"),
        ListBlock(items=("up", "down")),
        Table(header=("Site", "Cases"), rows=(("Toledo", "1,204"),)),
        KeyValues(pairs=(("Owner", "Dana"),)),
    )
    shapes = list(pptx.Presentation(made("pptx", *blocks)).slides[0].shapes)
    assert [shape.has_table for shape in shapes] == [False, False, True, False]
    tops = [shape.top for shape in shapes]
    assert tops == sorted(tops)

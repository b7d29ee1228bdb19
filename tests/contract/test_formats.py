"""What every format must do, tried on each file of builder/formats, and on PDFs that are scans."""

from __future__ import annotations

import hashlib
import io
import os
import re
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from datetime import datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from builder.errors import FormatError
from builder.formats import FormatModule, Rendering, format_ids, format_module
from builder.schema import (
    FORMATS,
    Block,
    Break,
    DocumentContent,
    ExtractedText,
    FileProperties,
    Heading,
    KeyValues,
    Lines,
    ListBlock,
    Message,
    Paragraph,
    Scan,
    Signature,
    Table,
)

NAMES = "Nguyễn Łukasz Müller Дмитрий O'Neill & Sons, “curly” ‘quotes’ – — € § ¶ ½ ° é"
MARKUP = "<b>&amp; bold</b> ]]> <w:p> (a\\b) %s {x} =SUM(A1)"
LONG_WORD = "Q" * 400
BLOCKS: tuple[Block, ...] = (
    Heading(text="Tally of the night shift"),
    Paragraph(text=f"{NAMES}\nsecond line of it"),
    Paragraph(text=MARKUP, style="small"),
    Paragraph(text="centred", style="center"),
    Paragraph(text="a note, set apart", style="note"),
    Heading(text="What was counted", level=2),
    Heading(text="By whom", level=3),
    ListBlock(items=("pallets", "cases " * 40, "drums"), start=4),
    ListBlock(items=("unnumbered one", "unnumbered two")),
    Table(
        header=("Day", "Who", "What was said about it at the time", "Amount"),
        rows=(
            ("6/19/18", NAMES, "a remark that goes on and on " * 8, "$1,234.50"),
            ("2018-06-20", "Łukasz", "", "(1,200.00)"),
            ("", "", "only this", ""),
        ),
        caption="Counts by day",
    ),
    Table(rows=(("no", "header"), ("at", "all"))),
    KeyValues(pairs=(("Dock", "7 north"), ("A label longer than most others are", "11:40"))),
    Message(
        sender="Dana Whitfield <dana@halvorsen.example>",
        recipients=("Marcus Oyelaran", "Priya Raman"),
        copied=("Tom Becker",),
        sent="Tuesday, June 19, 2018 11:40 AM",
        subject="RE: the count",
        body=("Marcus,", "the count is short by " + "far " * 60, "D."),
        attachments=("tally sheet.xlsx",),
    ),
    Message(sender="Marcus", recipients=("Dana",), sent="June 18", body=("Which? " * 30,), depth=2),
    Signature(closing="Sincerely,", name="Dana Whitfield", lines=("General Counsel", "6/19/18")),
    Signature(name="Priya Raman"),
    Lines(lines=("12      Q.   Did you count them?", "", "   A.  Twice, at the scale.", "x " * 90)),
    Break(title="Second part"),
    Paragraph(text="after the break"),
    Paragraph(text=f"ref {LONG_WORD} end"),
)


def content(*blocks: Block, title: str = "Tally") -> DocumentContent:
    return DocumentContent(document_id="d1", title=title, blocks=blocks)


def about(look: int = 0, author: str = "Dana Whitfield") -> FileProperties:
    created = datetime(2018, 6, 19, 11, 40, 7)
    return FileProperties(
        title="Tally", author=author, company="Halvorsen & Co.", created=created, look=look
    )


class Scanner:
    """PDFs as scans in which no word is misread."""

    def render(self, content: DocumentContent, properties: FileProperties) -> Rendering:
        kept = frozenset(re.findall("[a-z]+", content.model_dump_json().lower()))
        scan = Scan(seed=f"w/{properties.look}", kept=kept)
        return format_module("pdf").render(content, properties.model_copy(update={"scan": scan}))

    def extract(self, data: bytes) -> ExtractedText:
        return format_module("pdf").extract(data)


KINDS = (*format_ids(), "scan")


def kind(name: str) -> FormatModule:
    return Scanner() if name == "scan" else format_module(name)


def words(block: Block) -> Iterator[str]:
    """The words of a block in the order in which people read them."""
    match block:
        case Heading() | Paragraph():
            texts = [block.text]
        case ListBlock():
            texts = list(block.items)
        case Table():
            texts = [block.caption, *block.header, *(cell for row in block.rows for cell in row)]
        case KeyValues():
            texts = [text for pair in block.pairs for text in pair]
        case Message():
            people = [block.sender, block.sent, *block.recipients, *block.copied]
            texts = [*people, block.subject, *block.attachments, *block.body]
        case Signature():
            texts = [block.closing, block.name, *block.lines]
        case Lines():
            texts = list(block.lines)
        case Break():
            texts = [block.title]
    for text in texts:
        yield from text.split()


def lost_word(blocks: tuple[Block, ...], text: str) -> str | None:
    """The first word that does not follow the words before it, or None."""
    at = 0
    for number, block in enumerate(blocks, 1):
        for word in words(block):
            found = text.find(word, at)
            if found < 0:
                return f"{word!r} of block {number} ({block.kind})"
            at = found + len(word)
    return None


def test_the_five_formats_are_there() -> None:
    assert set(format_ids()) == set(FORMATS)


@pytest.mark.parametrize("look", range(8))
@pytest.mark.parametrize("format_id", KINDS)
def test_every_word_comes_back_in_order(format_id: str, look: int) -> None:
    module = kind(format_id)
    out = module.render(content(*BLOCKS), about(look))
    assert out.notes == ()
    assert lost_word(BLOCKS, module.extract(out.data).text) is None


@pytest.mark.parametrize("format_id", KINDS)
def test_a_table_row_is_one_line(format_id: str) -> None:
    module = kind(format_id)
    out = module.render(content(*BLOCKS), about(2))
    lines = module.extract(out.data).text.split("\n")
    row = [line for line in lines if "6/19/18" in line and "$1,234.50" in line]
    assert len(row) == 1
    assert row[0].count("on and on") == 8


@pytest.mark.parametrize("format_id", KINDS)
def test_a_break_begins_a_part(format_id: str) -> None:
    module = kind(format_id)
    blocks = (
        Break(title="One"),
        Paragraph(text="alpha"),
        Break(title="Two"),
        Paragraph(text="beta"),
    )
    parts = module.extract(module.render(content(*blocks), about()).data).parts
    assert [part.number for part in parts] == [1, 2]
    assert ["alpha" in part.text for part in parts] == [True, False]
    assert "beta" in parts[1].text


@pytest.mark.parametrize("format_id", KINDS)
def test_an_empty_document_renders(format_id: str) -> None:
    module = kind(format_id)
    assert len(module.extract(module.render(content(), about()).data).parts) == 1


_HASHES = """
import hashlib
from tests.contract.test_formats import BLOCKS, KINDS, about, content, kind
for format_id in KINDS:
    data = kind(format_id).render(content(*BLOCKS), about(3)).data
    print(format_id, hashlib.sha256(data).hexdigest())
"""


def test_another_process_gives_the_same_bytes(request: pytest.FixtureRequest) -> None:
    environment = {**os.environ, "TZ": "Asia/Tokyo", "LC_ALL": "C", "PYTHONHASHSEED": "7"}
    done = subprocess.run(
        [sys.executable, "-c", _HASHES],
        env=environment,
        cwd=request.config.rootpath,
        capture_output=True,
        text=True,
        check=True,
    )
    there = dict(line.split() for line in done.stdout.splitlines())
    here = {
        format_id: hashlib.sha256(
            kind(format_id).render(content(*BLOCKS), about(3)).data
        ).hexdigest()
        for format_id in KINDS
    }
    assert there == here


@pytest.mark.parametrize("format_id", KINDS)
def test_what_a_format_cannot_hold_is_named(format_id: str) -> None:
    module = kind(format_id)
    out = module.render(content(Paragraph(text="be\x07ll"), Paragraph(text="株式会社")), about())
    text = module.extract(out.data).text
    assert "bell" in text
    assert "U+0007" in out.notes[0]
    assert "block 1 (paragraph)" in out.notes[0]
    spelled = "U+682A CJK UNIFIED IDEOGRAPH-682A in block 2 (paragraph), written [U+682A]"
    assert "株式会社" in text or (spelled in out.notes and "[U+682A][U+5F0F]" in text)


@pytest.mark.parametrize("format_id", KINDS)
def test_bytes_of_another_kind_are_refused(format_id: str) -> None:
    module = kind(format_id)
    others = [
        format_module(other).render(content(*BLOCKS), about()).data
        for other in format_ids()
        if other not in ("pdf" if format_id == "scan" else format_id, "txt")
    ]
    for data in (*others, b"\x00\xff\xfe junk", b"PK\x03\x04 broken"):
        with pytest.raises(FormatError):
            module.extract(data)


def members(data: bytes) -> list[bytes]:
    """The bytes of a file, and of what is packed in it."""
    if not data.startswith(b"PK"):
        return [data]
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        names = [name.encode() for name in archive.namelist()]
        assert {info.date_time[0] for info in archive.infolist()} == {1980}
        return [data, *names, *(archive.read(name) for name in archive.namelist())]


TRACES = "reportlab python openpyxl canny pdfium fonttools fontpkg builder document_id"


@pytest.mark.parametrize("format_id", KINDS)
def test_no_trace_of_the_making(format_id: str) -> None:
    data = kind(format_id).render(content(*BLOCKS), about(1)).data
    for member in members(data):
        for trace in TRACES.split():
            assert trace.encode() not in member.lower()
        assert b"thumbnail" not in member
        assert f"{datetime.now():%Y-%m-%d}".encode() not in member
        assert f"{datetime.now():%Y%m%d}".encode() not in member


@pytest.mark.parametrize("format_id", KINDS)
def test_long_documents_are_quick_and_whole(format_id: str) -> None:
    module = kind(format_id)
    rows = tuple(
        (f"{at}", f"6/{at % 28 + 1}/18", "freight for the north dock", f"{at * 7:,}.25")
        for at in range(300)
    )
    ledger = content(Table(header=("No.", "Date", "Memo", "Amount"), rows=rows))
    clauses = [Paragraph(text=f"{at}. " + "the supplier shall deliver " * 60) for at in range(90)]
    for long in (ledger, content(Heading(text="Agreement"), *clauses)):
        text = module.extract(module.render(long, about(5)).data).text
        assert lost_word(long.blocks, text) is None


plain = st.text(st.characters(codec="cp1252", exclude_categories=("Cc", "Cf", "Zs")), max_size=30)
text = st.lists(plain, max_size=12).map(" ".join)
block = st.one_of(
    st.builds(Paragraph, text=text),
    st.builds(Heading, text=text, level=st.integers(1, 4)),
    st.builds(ListBlock, items=st.lists(text, min_size=1, max_size=4).map(tuple)),
    st.builds(Lines, lines=st.lists(text, min_size=1, max_size=4).map(tuple)),
    st.integers(1, 5).flatmap(
        lambda width: st.builds(
            Table, rows=st.lists(st.tuples(*[text] * width), min_size=1, max_size=5).map(tuple)
        )
    ),
)


@pytest.mark.parametrize("format_id", KINDS)
@settings(max_examples=12, deadline=None, derandomize=True)
@given(blocks=st.lists(block, max_size=5).map(tuple), look=st.integers(0, 7))
def test_any_words_come_back(format_id: str, blocks: tuple[Block, ...], look: int) -> None:
    module = kind(format_id)
    out = module.render(content(*blocks), about(look))
    assert lost_word(blocks, module.extract(out.data).text) is None

"""Markdown of handwritten documents -> blocks."""

from __future__ import annotations

import pytest

from builder.handwritten.markdown import read_blocks, unmarked
from builder.handwritten.tagging import tag
from builder.matching.blocks import block_text
from builder.schema import (
    Block,
    Break,
    Format,
    Heading,
    KeyValues,
    Lines,
    ListBlock,
    Message,
    Paragraph,
    Statement,
    Surface,
    Table,
)

BLOCKS: dict[str, tuple[str, Format, tuple[Block, ...]]] = {
    "headings": (
        "# One\n\n## Two *now*",
        "pdf",
        (Heading(text="One"), Heading(text="Two now", level=2)),
    ),
    "letterhead": (
        "ACME CO.        INVOICE 7\nRacine",
        "pdf",
        (Heading(text="ACME CO."), Paragraph(text="INVOICE 7\nRacine")),
    ),
    "bold paragraph": ("**Scope**", "pdf", (Heading(text="Scope", level=3),)),
    "hard line ends": ("Mr. Ames\nDuluth", "docx", (Paragraph(text="Mr. Ames\nDuluth"),)),
    "fields": (
        "Line: 2     Lead: H. Dz\nTank: 6",
        "xlsx",
        (KeyValues(pairs=(("Line", "2"), ("Lead", "H. Dz"), ("Tank", "6"))),),
    ),
    "form table": (
        "| | |\n|---|---|\n| Tech | Hal |",
        "pdf",
        (KeyValues(pairs=(("Tech", "Hal"),)),),
    ),
    "table": (
        "| A | B |\n| --- | ---: |\n| **x** | 1 |\n| y | |",
        "xlsx",
        (Table(header=("A", "B"), rows=(("x", "1"), ("y", ""))),),
    ),
    "bullets after text": (
        "Slots\n- one\n- two",
        "pdf",
        (Paragraph(text="Slots"), ListBlock(items=("one", "two"))),
    ),
    "numbers that jump": (
        "1. one\n2. two\n   (a) more\n5. five",
        "pdf",
        (ListBlock(items=("one", "two\n(a) more"), start=1), ListBlock(items=("five",), start=5)),
    ),
    "transcript": (
        "**86**\n3 Q. Your number?\n12 A. One-nineteen.",
        "pdf",
        (Lines(lines=("Page 86", " 3  Q. Your number?", "12  A. One-nineteen.")),),
    ),
    "chat": (
        "06/19 11:43 dizzy: fork pls\n06/19 11:49 Denise: bringing",
        "txt",
        (Lines(lines=("06/19 11:43 dizzy: fork pls", "06/19 11:49 Denise: bringing")),),
    ),
    "fence": (
        "```\n a  **b**\n```\nend",
        "txt",
        (Lines(lines=(" a  **b**",)), Paragraph(text="end")),
    ),
    "lines of a text file": ("hd\nthanks", "txt", (Lines(lines=("hd", "thanks")),)),
    "slide": (
        "**Slide 2. Ice**\n- Awnings\n\n*Speaker note: slowly*",
        "pptx",
        (
            Break(unit="slide", title="Ice"),
            ListBlock(items=("Awnings",)),
            Paragraph(text="Speaker note: slowly", style="note"),
        ),
    ),
    "slide in a letter": ("**2. Ice**", "pdf", (Heading(text="2. Ice", level=3),)),
    "sheet": (
        "## Sheet: Come-backs\n\n| A |\n|---|\n| 1 |",
        "xlsx",
        (Break(unit="sheet", title="Come-backs"), Table(header=("A",), rows=(("1",),))),
    ),
    "new page": (
        "one\n\n- - - - -\ntwo",
        "pdf",
        (Paragraph(text="one"), Break(unit="page"), Paragraph(text="two")),
    ),
    "production stamp": (
        "Yours\n\nKPCS-000107",
        "pdf",
        (Paragraph(text="Yours"), Paragraph(text="KPCS-000107", style="small")),
    ),
}


@pytest.mark.parametrize("case", BLOCKS)
def test_blocks(case: str) -> None:
    text, file_format, expected = BLOCKS[case]
    assert read_blocks(text, file_format) == expected


THREAD = """\
**From:** Dell V
**To:** Gwen H; Nik T
**Cc:** Paula
**Sent:** Tue, Apr 30, 2019 6:52 AM
**Subject:** RE: houses

Then the *first* it is.
1. Paper to Nik.

DV

> From: Gwen H
> Monday, April 29, 2019 4:18 PM
>
> Bad news.
>> Store 9: "sticky"
> Want them?

PS: call me."""


def test_quoted_mail_becomes_messages_by_depth() -> None:
    assert read_blocks(THREAD, "pdf") == (
        Message(
            sender="Dell V",
            recipients=("Gwen H", "Nik T"),
            copied=("Paula",),
            sent="Tue, Apr 30, 2019 6:52 AM",
            subject="RE: houses",
            body=("Then the first it is.\n1. Paper to Nik.", "DV"),
        ),
        Message(
            sender="Gwen H",
            recipients=(),
            sent="Monday, April 29, 2019 4:18 PM",
            body=('Bad news.\n> Store 9: "sticky"\nWant them?',),
            depth=1,
        ),
        Paragraph(text="PS: call me."),
    )


def test_a_table_of_uneven_rows_is_refused() -> None:
    with pytest.raises(ValueError, match="rows differ in length"):
        read_blocks("| A | B |\n|---|---|\n| 1 |", "pdf")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("**Total** of *all* `x.c`", "Total of all x.c"),
        ("*a* **b *c* d**", "a b c d"),
        ("2 * 3 * 4", "2 * 3 * 4"),
        ("ENDPT_TAIL_2", "ENDPT_TAIL_2"),
    ],
)
def test_emphasis_is_taken_off_and_nothing_else(text: str, expected: str) -> None:
    assert unmarked(text) == expected


def stating(*surfaces: str) -> Statement:
    """A statement of fact F with these surfaces."""
    return Statement(
        fact_id="F", surfaces=tuple(Surface(anchor=str(i), text=s) for i, s in enumerate(surfaces))
    )


def test_only_the_tightest_passage_is_marked() -> None:
    filler = "word " * 200
    parts = [
        "Page 14 of 20",
        filler,
        "slip 14 comes off",
        "on Thursday",
        filler,
        "the 14 year roof",
    ]
    text = "\n\n".join(parts)
    blocks = tag(read_blocks(text, "pdf"), [stating("14", "Thursday")])
    marked = [block_text(b) for b in blocks if not isinstance(b, Break) and b.fact_ids]
    assert marked == ["slip 14 comes off", "on Thursday"]


def test_the_head_of_a_document_helps_what_stands_far_below() -> None:
    filler = "word " * 400
    text = f"March 1, 2019\n\n{filler}\n\nslip 14 comes off"
    blocks = tag(read_blocks(text, "pdf"), [stating("14", "March 1, 2019")])
    marked = [block_text(b) for b in blocks if not isinstance(b, Break) and b.fact_ids]
    assert marked == ["March 1, 2019", "slip 14 comes off"]


def test_nothing_is_marked_when_a_surface_is_missing() -> None:
    blocks = tag(read_blocks("slip 14 comes off", "pdf"), [stating("14", "Thursday")])
    assert all(not b.fact_ids for b in blocks if not isinstance(b, Break))

"""Documents per second and core: our renderers against the plain use of each library.

In: nothing. Out: a table on standard output; every pair runs interleaved, on the same blocks and,
for PDF, with fonts of the same coverage embedded. Run: python -m benchmarks.rendering [seconds]
"""

from __future__ import annotations

import io
import statistics
import sys
import textwrap
import time
from collections.abc import Callable
from datetime import datetime
from functools import cache
from pathlib import Path
from random import Random
from tempfile import gettempdir
from xml.sax.saxutils import escape

import docx
import fontpkg
import openpyxl
import pptx
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont
from reportlab.lib import colors
from reportlab.lib.styles import getSampleStyleSheet
from reportlab.pdfbase import pdfmetrics, ttfonts
from reportlab.platypus import Flowable, SimpleDocTemplate, Spacer
from reportlab.platypus import Paragraph as Text
from reportlab.platypus import Table as Grid

from builder.formats import format_module
from builder.schema import (
    Block,
    Break,
    DocumentContent,
    FileProperties,
    Heading,
    KeyValues,
    ListBlock,
    Message,
    Paragraph,
    Signature,
    Table,
)

WORDS = [
    "the",
    "of",
    "and",
    "to",
    "in",
    "for",
    "with",
    "on",
    "by",
    "from",
    "this",
    "that",
    "shall",
    "party",
    "agreement",
    "services",
    "payment",
    "notice",
    "term",
    "company",
    "client",
    "supplier",
    "delivery",
    "invoice",
    "purchase",
    "order",
    "amount",
    "balance",
    "account",
    "quarter",
    "review",
    "draft",
    "meeting",
    "committee",
    "board",
    "counsel",
    "employee",
    "manager",
    "policy",
    "position",
    "claim",
    "damages",
    "warehouse",
    "shipment",
    "freight",
    "container",
    "inspection",
    "quality",
    "report",
    "audit",
    "ledger",
    "journal",
    "entry",
]
PEOPLE = ("Dana Whitfield", "Marcus Oyelaran", "Łukasz Nguyễn", "Hank O'Neill")
ABOUT = FileProperties(
    title="Tally",
    author="Dana Whitfield",
    company="Halvorsen Freight, Inc.",
    created=datetime(2018, 6, 19, 11, 40),
)
Render = Callable[[DocumentContent], bytes]


def prose(rng: Random, sentences: int = 5) -> str:
    made = (" ".join(rng.choices(WORDS, k=rng.randint(9, 20))) for _ in range(sentences))
    return " ".join(one.capitalize() + "." for one in made)


def letter(rng: Random) -> tuple[Block, ...]:
    return (
        Heading(text="Halvorsen Freight, Inc."),
        KeyValues(pairs=(("To", PEOPLE[1]), ("From", PEOPLE[0]), ("Date", "June 19, 2018"))),
        *(Paragraph(text=prose(rng)) for _ in range(11)),
        ListBlock(items=tuple(prose(rng, 1) for _ in range(4)), start=1),
        Signature(closing="Sincerely,", name=PEOPLE[0], lines=("General Counsel",)),
    )


def message(rng: Random) -> tuple[Block, ...]:
    body = tuple(prose(rng, 3) for _ in range(4))
    return tuple(
        Message(
            sender=PEOPLE[depth],
            recipients=PEOPLE[2:],
            sent="June 19, 2018 11:40 AM",
            subject="RE: dock 7",
            body=body,
            depth=depth,
        )
        for depth in range(2)
    )


def ledger(rng: Random) -> tuple[Block, ...]:
    rows = tuple(
        (
            f"{at // 28 + 1}/{at % 28 + 1}/18",
            str(10_000 + at),
            rng.choice(PEOPLE),
            " ".join(rng.choices(WORDS, k=5)),
            f"{rng.randint(100, 5_000_000) / 100:,.2f}",
            f"${rng.randint(100, 5_000_000) / 100:,.2f}",
        )
        for at in range(300)
    )
    header = ("Date", "Entry", "Name", "Memo", "Debit", "Balance")
    return (Heading(text="General ledger"), Table(header=header, rows=rows))


def deck(rng: Random) -> tuple[Block, ...]:
    return tuple(
        block
        for at in range(8)
        for block in (
            Break(unit="slide", title=f"{rng.choice(WORDS).title()} {at + 1}"),
            ListBlock(items=tuple(prose(rng, 1) for _ in range(5))),
        )
    )


KINDS: dict[str, Callable[[Random], tuple[Block, ...]]] = {
    "letter": letter,
    "message": message,
    "ledger": ledger,
    "deck": deck,
}
CASES = {
    "pdf": ("letter", "message", "ledger"),
    "docx": ("letter", "message", "ledger"),
    "xlsx": ("ledger",),
    "pptx": ("deck",),
    "txt": ("letter", "message"),
}


def paragraphs(block: Block) -> list[str]:
    """A block other than a table as plain paragraphs."""
    match block:
        case Heading() | Paragraph():
            return [block.text]
        case ListBlock():
            return [f"{at}. {item}" for at, item in enumerate(block.items, block.start or 1)]
        case KeyValues():
            return [f"{key}: {value}" for key, value in block.pairs]
        case Message():
            head = [f"From: {block.sender}", f"Sent: {block.sent}", f"Subject: {block.subject}"]
            return [*head, "To: " + "; ".join(block.recipients), *block.body]
        case Signature():
            return [block.closing, block.name, *block.lines]
        case _:
            return []


@cache
def plain_font() -> str:
    """The serif of the PDFs, registered with the library in the way its manual shows."""
    font = TTFont(fontpkg.path("Noto Serif"))
    path = Path(gettempdir()) / "benchmark-serif.ttf"
    instantiateVariableFont(font, {"wght": 400, "wdth": 100}).save(path)
    pdfmetrics.registerFont(ttfonts.TTFont("Plain", str(path)))
    path.unlink()
    return "Plain"


def plain_pdf(content: DocumentContent) -> bytes:
    style = getSampleStyleSheet()["BodyText"].clone("plain", fontName=plain_font())
    flow: list[Flowable] = []
    for block in content.blocks:
        if isinstance(block, Table):
            look = [
                ("GRID", (0, 0), (-1, -1), 0.5, colors.grey),
                ("FONT", (0, 0), (-1, -1), "Plain", 7),
            ]
            flow.append(Grid([block.header, *block.rows], repeatRows=1, style=look))
        else:
            flow += [Text(escape(text), style) for text in paragraphs(block)]
        flow.append(Spacer(1, 6))
    out = io.BytesIO()
    SimpleDocTemplate(out).build(flow)
    return out.getvalue()


def plain_docx(content: DocumentContent) -> bytes:
    document = docx.Document()
    for block in content.blocks:
        if isinstance(block, Table):
            table = document.add_table(0, len(block.header), style="Table Grid")
            for row in (block.header, *block.rows):
                for cell, text in zip(table.add_row().cells, row, strict=True):
                    cell.text = text
        else:
            for text in paragraphs(block):
                document.add_paragraph(text)
    out = io.BytesIO()
    document.save(out)
    return out.getvalue()


def plain_xlsx(content: DocumentContent) -> bytes:
    book = openpyxl.Workbook()
    sheet = book.worksheets[0]
    for block in content.blocks:
        if isinstance(block, Table):
            sheet.append(block.header)
            for row in block.rows:
                amounts = [float(text.replace(",", "").strip("$")) for text in row[4:]]
                sheet.append(
                    [datetime.strptime(row[0], "%m/%d/%y"), int(row[1]), *row[2:4], *amounts]
                )
                sheet.cell(sheet.max_row, 1).number_format = "m/d/yy"
                for at in (5, 6):
                    sheet.cell(sheet.max_row, at).number_format = "#,##0.00"
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def plain_pptx(content: DocumentContent) -> bytes:
    presentation = pptx.Presentation()
    slide = None
    for block in content.blocks:
        if isinstance(block, Break):
            slide = presentation.slides.add_slide(presentation.slide_layouts[1])
            slide.shapes.title.text = block.title
        elif slide:
            frame = slide.placeholders[1].text_frame
            for text in paragraphs(block):
                frame.add_paragraph().text = text
    out = io.BytesIO()
    presentation.save(out)
    return out.getvalue()


def plain_txt(content: DocumentContent) -> bytes:
    filled = (textwrap.fill(text, 78) for block in content.blocks for text in paragraphs(block))
    return "\n\n".join(filled).encode()


PLAIN: dict[str, Render] = {
    "pdf": plain_pdf,
    "docx": plain_docx,
    "xlsx": plain_xlsx,
    "pptx": plain_pptx,
    "txt": plain_txt,
}


def speed(render: Render, documents: list[DocumentContent], seconds: float) -> float:
    """Documents per second, over at least one document."""
    started, made = time.perf_counter(), 0
    while not made or time.perf_counter() - started < seconds:
        render(documents[made % len(documents)])
        made += 1
    return made / (time.perf_counter() - started)


def main(seconds: float = 0.5, rounds: int = 5) -> None:
    print(f"{'format':7}{'document':10}{'plain/s':>10}{'ours/s':>10}{'ratio':>8}{'bytes':>10}")
    for format_id, kinds in CASES.items():
        module = format_module(format_id)

        def ours(content: DocumentContent) -> bytes:
            return module.render(content, ABOUT).data  # noqa: B023 - called in this turn only

        for kind in kinds:
            documents = [
                DocumentContent(document_id="d", title=kind, blocks=KINDS[kind](Random(seed)))
                for seed in range(10)
            ]
            for render in (PLAIN[format_id], ours):  # fonts and templates are loaded before
                render(documents[0])
            pairs = [
                (speed(PLAIN[format_id], documents, seconds), speed(ours, documents, seconds))
                for _ in range(rounds)
            ]
            plain, fast = (statistics.median(side) for side in zip(*pairs, strict=True))
            ratio = statistics.median(fast / slow for slow, fast in pairs)
            size = len(ours(documents[0]))
            print(f"{format_id:7}{kind:10}{plain:10.1f}{fast:10.1f}{ratio:8.1f}{size:10}")


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 0.5)

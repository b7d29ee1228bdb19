"""Lays content out on slides: what stands on which, in which size.

In: content. Out: slides whose pieces fit; heights and sizes are estimates, in points.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from builder.formats._deck import BODY_BOX
from builder.formats._text import column_shares, message_fields, numeric
from builder.schema import (
    Block,
    Break,
    DocumentContent,
    Heading,
    KeyValues,
    Lines,
    ListBlock,
    Message,
    Paragraph,
    Signature,
    Table,
)

_SIZES = (20, 18, 16, 14)


class Line(NamedTuple):
    """A paragraph on a slide; `label` is set in bold before the text."""

    text: str
    label: str = ""
    bullet: str = ""
    style: str = ""
    depth: int = 0


@dataclass(frozen=True, eq=False)
class Grid:
    """A table with what is measured once for all its rows."""

    header: tuple[str, ...]
    shares: list[float]
    right: list[bool]
    size: int


class Row(NamedTuple):
    """A row of a table, whose header is drawn wherever rows of it stand."""

    cells: tuple[str, ...]
    grid: Grid


@dataclass
class Slide:
    """A slide as it grows; `room` is the height left in points."""

    title: str
    size: int = _SIZES[0]
    pieces: list[Line | Row] = field(default_factory=list)
    room: float = BODY_BOX[3]


def laid_out(content: DocumentContent) -> list[Slide]:
    """The slides of a deck, with further ones of the same title for what does not fit."""
    return [page for slide in _begun(content) for page in _paged(slide)]


def _begun(content: DocumentContent) -> list[Slide]:
    """A slide for each break, and for each heading of level 1 or 2 that a slide is free to take."""
    slides: list[Slide] = []
    for block in content.blocks:
        if isinstance(block, Break):
            slides.append(Slide(block.title))
        elif isinstance(block, Heading) and block.level < 3:
            if slides and not slides[-1].title and not slides[-1].pieces:
                slides[-1].title = block.text
            else:
                slides.append(Slide(block.text))
        else:
            if not slides:
                slides.append(Slide(""))
            slides[-1].pieces += _pieces(block)
    return slides or [Slide(content.title)]


def _pieces(block: Block) -> Iterator[Line | Row]:
    match block:
        case Heading():
            yield Line("", label=block.text)
        case Paragraph():
            yield Line(block.text, style=block.style)
        case ListBlock():
            for number, item in enumerate(block.items, block.start or 0):
                yield Line(item, bullet="•" if block.start is None else f"{number}.")
        case Table():
            if block.caption:
                yield Line("", label=block.caption)
            grid = _grid(block)
            for row in block.rows:
                yield Row(row, grid)
        case KeyValues():
            for key, value in block.pairs:
                yield Line(value, label=f"{key}:")
        case Message():
            for label, text in message_fields(block, "Sent"):
                yield Line(text, label=f"{label}:", depth=block.depth)
            for text in block.body:
                yield Line(text, depth=block.depth)
        case Signature():
            for text in filter(None, (block.closing, block.name, *block.lines)):
                yield Line(text)
        case Lines():
            for text in block.lines:
                yield Line(text.rstrip(), style="mono")
        case Break():
            pass


def height(piece: Line | Row, size: int) -> float:
    """An estimate, in points, on the safe side for common fonts."""
    if isinstance(piece, Line):
        per_line = BODY_BOX[2] / (size * (0.62 if piece.style == "mono" else 0.53))
        lines = sum(
            -(-max(len(text), 1) // int(per_line))
            for text in f"{piece.label} {piece.text}".split("\n")
        )
        return lines * size * 1.2 + 6
    size = piece.grid.size
    lines = max(
        -(-max(len(text), 1) // max(int(share * BODY_BOX[2] / (size * 0.55)) - 1, 1))
        for text, share in zip(piece.cells, piece.grid.shares, strict=True)
    )
    return lines * size * 1.2 + 8


def _grid(table: Table) -> Grid:
    shares = column_shares(table)
    right = [numeric([row[at] for row in table.rows]) for at in range(len(shares))]
    size = 14 if len(table.rows) <= 9 and len(shares) <= 5 else 11
    return Grid(table.header, shares, right, size)


def _paged(slide: Slide) -> Iterator[Slide]:
    """The slide, and further ones of the same title for what does not fit."""
    pieces = [cut for piece in slide.pieces for cut in _cut(piece)]
    size = next(
        (size for size in _SIZES if sum(height(piece, size) for piece in pieces) <= BODY_BOX[3]),
        _SIZES[-1],
    )
    page = Slide(slide.title, size)
    for piece in pieces:
        tall = height(piece, size)
        last = page.pieces[-1] if page.pieces else None
        starts = isinstance(piece, Row) and not (isinstance(last, Row) and last.grid is piece.grid)
        if starts:
            tall += 30
        if tall > page.room and page.pieces:
            yield page
            page = Slide(f"{slide.title} (cont.)" if slide.title else "", size)
            tall += 30 if isinstance(piece, Row) and not starts else 0
        page.pieces.append(piece)
        page.room -= tall
    yield page


def _cut(piece: Line | Row) -> Iterator[Line | Row]:
    """Paragraphs too long for a slide, cut between words."""
    most = 1_600
    if isinstance(piece, Row) or len(piece.text) <= most:
        yield piece
        return
    words = piece.text.split(" ")
    at = 0
    while at < len(words):
        end, used = at, 0
        while end < len(words) and (used + len(words[end]) <= most or end == at):
            used += len(words[end]) + 1
            end += 1
        yield piece._replace(text=" ".join(words[at:end]), label="" if at else piece.label)
        at = end

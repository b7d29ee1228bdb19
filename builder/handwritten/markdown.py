"""Reads a handwritten Markdown document into typed blocks.

In: the text of a document and the format it is meant for. Out: blocks in reading order, with no
markup left in their text. What is understood, and nothing else:

- `#` headings; a first line all in capitals is one, and a paragraph that is bold from end to end a
  lesser one; a line of dashes begins a new page
- e-mails: `From:` lines, the header lines under them, and `> ` before quoted ones
- pipe tables; one without a header text is a form; a paragraph of `Label: value` lines is one too
- lists (`- `, `1. `); fenced text, chat lines and transcript lines keep their line ends
- in pptx, a heading, bold or plain line `Slide 3. Title` or `3. Title` begins a slide
- in xlsx, a heading `Sheet: Title` begins a sheet
- everything else is a paragraph whose line ends are kept; three spaces or more end a line too
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby

from builder.handwritten.mail import is_header, read_message
from builder.schema import (
    Block,
    Break,
    Format,
    Heading,
    KeyValues,
    Lines,
    ListBlock,
    Paragraph,
    Table,
)

_STRESS = re.compile(r"(\*{1,3}|`+)(?=\S)(.+?)(?<=\S)\1")
_BOLD = re.compile(r"\*\*([^*]+)\*\*")
_HEADING = re.compile(r"(#{1,4}) +(.+)")
_SLIDE = re.compile(r"(?:Slide +)?(\d+)\. +(.+)")
_SHEET = re.compile(r"Sheet: +(.+)")
_ITEM = re.compile(r"(?:(-)|(\d+)\.) +(\S.*)")
_NUMBERED = re.compile(r"(?:\d+:)?\d{1,2} +(?:[QA]\. |\S)")
_STAMPED = re.compile(r"\[?(?:\d{2,4}[-/]\d{1,2}(?:[-/]\d{1,4})? )?\d{1,2}:\d{2}\]? +\S")
_PAGE = re.compile(r"\*\*(\d{1,3})\*\*")
_PAIR = re.compile(r"([A-Z][\w .,/&'()-]{0,28}?): +(\S.*)")
_NOTE = re.compile(r"[-*\[ ]*(?:Speaker'?s? notes?|Notes)\b", re.I)
_GAP = re.compile(r" {3,}")
_RULE = re.compile(r"\|[\s:|-]+\|?")
_CUT = re.compile(r"[- ]*-[- ]{4,}")
_STAMP = re.compile(r"[A-Z]+(?:-[A-Z]+)*-\d{3,6}")


def unmarked(text: str) -> str:
    """Text without emphasis marks and backticks."""
    earlier = None
    while earlier != text:
        earlier, text = text, _STRESS.sub(r"\2", text)
    return text


def read_blocks(text: str, file_format: Format) -> tuple[Block, ...]:
    """The blocks of a document; ValueError for a table whose rows differ in length."""
    lines = text.expandtabs(4).splitlines()
    return (*_letterhead(lines), *_read(lines, file_format))


def _letterhead(lines: list[str]) -> Iterator[Heading]:
    """The heading in a first line all in capitals, which is taken out of `lines`."""
    head, *rest = _GAP.split(lines[0].rstrip()) if lines else [""]
    if head.isupper() and head[0] not in "|#`" and not _ITEM.match(head):
        yield Heading(text=unmarked(head))
        lines[0] = "   ".join(rest)


def _read(lines: list[str], file_format: Format) -> Iterator[Block]:
    at = 0
    while at < len(lines):
        if not lines[at].strip():
            at += 1
        elif lines[at].startswith("```"):
            end = _next(lines, at + 1, blank=False)
            yield Lines(lines=tuple(lines[at + 1 : end]))
            at = end + 1
        elif _CUT.fullmatch(lines[at]):
            if file_format in ("pdf", "docx"):
                yield Break(unit="page")
            at += 1
        elif is_header(lines, at):
            message, at = read_message(lines, at, unmarked)
            yield message
        else:
            end = _next(lines, at, blank=True)
            yield from _chunk(lines[at:end], file_format)
            at = end


def _next(lines: list[str], at: int, *, blank: bool) -> int:
    """Where the next fence (or empty line, if `blank`) stands, from `at` on."""
    while at < len(lines) and not lines[at].startswith("```"):
        if blank and not lines[at].strip():
            break
        at += 1
    return at


def _chunk(lines: list[str], file_format: Format) -> Iterator[Block]:
    """The blocks of some lines with no empty line among them."""
    head = _break(lines[0], file_format) or _heading(lines[0], lone=len(lines) == 1)
    if head is not None:
        yield head
        lines = lines[1:]
    if not lines:
        return
    if _keeps_lines(lines):
        yield Lines(lines=tuple(_kept(unmarked(line)) for line in lines))
        return
    for kind, run in groupby(lines, key=_Sorter()):
        yield from _run(kind, [line.rstrip() for line in run], file_format)


def _kept(line: str) -> str:
    """A line as it stands; a transcript's page and line numbers in a column of their own."""
    number, _, text = line.partition(" ")
    if number.isdigit() and not text:
        return f"Page {number}"
    return f"{number:>2}  {text.strip()}" if number.isdigit() and len(number) < 3 else line


class _Sorter:
    """Says of each line what it belongs to; an indented line goes on with its list item."""

    def __init__(self) -> None:
        self.kind = ""

    def __call__(self, line: str) -> str:
        if line.startswith("|"):
            self.kind = "table"
        elif _ITEM.match(unmarked(line)):
            self.kind = "list"
        elif not (self.kind == "list" and line.startswith(" ")):
            self.kind = "text"
        return self.kind


def _run(kind: str, lines: list[str], file_format: Format) -> Iterator[Block]:
    if kind == "table":
        yield _table(lines)
    elif kind == "list":
        yield from _lists([unmarked(line) for line in lines])
    else:
        yield _text([unmarked(line) for line in lines], file_format, lines[0])


def _break(line: str, file_format: Format) -> Break | None:
    heading = _HEADING.fullmatch(line)
    title = unmarked(heading[2] if heading else line).strip()
    if file_format == "xlsx" and heading and (sheet := _SHEET.fullmatch(title)):
        return Break(unit="sheet", title=sheet[1])
    marked = heading is not None or _BOLD.fullmatch(line.strip()) or title.startswith("Slide ")
    if file_format == "pptx" and marked and (slide := _SLIDE.fullmatch(title)):
        return Break(unit="slide", title=slide[2])
    return None


def _heading(line: str, *, lone: bool) -> Heading | None:
    if found := _HEADING.fullmatch(line):
        return Heading(text=unmarked(found[2]).strip(), level=len(found[1]))
    if lone and (bold := _BOLD.fullmatch(line.strip())) and not _PAGE.fullmatch(line.strip()):
        return Heading(text=bold[1].strip(), level=3)
    return None


def _keeps_lines(lines: list[str]) -> bool:
    told = sum(
        1
        for line in lines
        if _PAGE.fullmatch(line) or _NUMBERED.match(line) or _STAMPED.match(line)
    )
    return told * 5 >= len(lines) * 3


def _table(lines: list[str]) -> Block:
    rows = [_cells(line) for line in lines]
    if len(rows) > 1 and _RULE.fullmatch(lines[1]):
        header, rows = rows[0], rows[2:]
        if any(header):
            return Table(header=header, rows=tuple(rows))
        if all(len(row) == 2 for row in rows):
            return KeyValues(pairs=tuple((row[0], row[1]) for row in rows))
    return Table(rows=tuple(rows))


def _cells(line: str) -> tuple[str, ...]:
    inner = line.strip().removeprefix("|").removesuffix("|")
    return tuple(unmarked(cell.strip()) for cell in inner.split("|"))


def _lists(lines: list[str]) -> Iterator[ListBlock]:
    items: list[str] = []
    start: int | None = None
    for line in lines:
        found = _ITEM.match(line)
        if found is None:
            items[-1] += "\n" + line.strip()
            continue
        number = int(found[2]) if found[2] else None
        goes_on = number is None if start is None else number == start + len(items)
        if items and not goes_on:
            yield ListBlock(items=tuple(items), start=start)
            items = []
        if not items:
            start = number
        items.append(found[3])
    if items:
        yield ListBlock(items=tuple(items), start=start)


def _text(lines: list[str], file_format: Format, raw: str) -> Block:
    pieces = [piece.strip() for line in lines for piece in _GAP.split(line) if piece.strip()]
    pairs = [_PAIR.fullmatch(piece) for piece in pieces]
    if len(pieces) > 1 and all(pairs):
        return KeyValues(pairs=tuple((pair[1], pair[2]) for pair in pairs if pair))
    if file_format == "txt" and len(lines) > 1:
        return Lines(lines=tuple(lines))
    style = "note" if file_format == "pptx" and _NOTE.match(raw) else "body"
    if _STAMP.fullmatch(pieces[0]):
        style = "small"
    return Paragraph(text="\n".join(pieces), style=style)

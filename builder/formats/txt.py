"""Plain text: UTF-8, 78 columns, a form feed between pages.

In: content and properties. Out: bytes; plain text holds no properties.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from builder.errors import FormatError
from builder.formats import Rendering
from builder.formats._look import look_of
from builder.formats._text import fitted, message_fields
from builder.schema import (
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
    Signature,
    Table,
    TextPart,
)

COLUMNS = 78
_CELL = 40
_CONTROL = re.compile("[\x00-\x08\x0e-\x1f]")


def render(content: DocumentContent, properties: FileProperties) -> Rendering:
    """A text file; nothing but control characters is lost."""
    content, notes = fitted(content)
    pages: list[list[str]] = [[]]
    for block in content.blocks:
        if isinstance(block, Break):
            if any(pages[-1]):
                pages.append([])
            pages[-1] += [block.title, ""] if block.title else []
        else:
            pages[-1] += [*_written(block, properties.look), ""]
    text = "\f".join("\n".join(page).rstrip("\n") + "\n" for page in pages)
    return Rendering(text.encode(), notes)


def _written(block: Block, look: int) -> list[str]:
    """The lines of a block."""
    match block:
        case Heading():
            return _heading(block, look)
        case Paragraph():
            lines = _filled(block.text)
            return (
                [line.center(COLUMNS).rstrip() for line in lines]
                if block.style == "center"
                else lines
            )
        case ListBlock():
            return _list(block)
        case Table():
            return _table(block)
        case KeyValues():
            return _fields([(f"{key}:", value) for key, value in block.pairs])
        case Message():
            return _message(block, look)
        case Signature():
            gap = ["", ""] if block.closing else ["_" * 34]
            return [*([block.closing] if block.closing else []), *gap, block.name, *block.lines]
        case Lines():
            return [line.rstrip() for line in block.lines]
        case Break():
            return []


def _filled(text: str, before: str = "", after: str | None = None) -> list[str]:
    """Lines no wider than a page; words longer than a line stay whole, so that they are found."""
    follow = before if after is None else after
    out: list[str] = []
    for hard in text.split("\n"):
        line, start = before + hard, len(before)
        while len(line) > COLUMNS:
            at = line.rfind(" ", start + 1, COLUMNS + 1)
            at = at if at > 0 else line.find(" ", COLUMNS)
            if at < 0:
                break
            out.append(line[:at].rstrip())
            line, start = follow + line[at + 1 :].lstrip(), len(follow)
        out.append(line.rstrip())
        before = follow
    return out


def _heading(block: Heading, look: int) -> list[str]:
    title = block.text.replace("\n", " ")
    if block.level == 1 and look_of(look).title_align == "center":
        title = title.center(COLUMNS).rstrip()
    line = {1: "=", 2: "-"}.get(block.level, "")
    return [title, line * min(len(title), COLUMNS)] if line and look % 2 == 0 else [title]


def _list(block: ListBlock) -> list[str]:
    out: list[str] = []
    for number, item in enumerate(block.items, block.start or 0):
        mark = "  - " if block.start is None else f"  {number}. "
        out += _filled(item, mark, " " * len(mark))
    return out


def _fields(pairs: Sequence[tuple[str, str]]) -> list[str]:
    column = min(max((len(label) for label, _ in pairs), default=0), 28) + 2
    return [
        line
        for label, text in pairs
        for line in _filled(text, label.ljust(column - 1) + " ", " " * column)
    ]


def _table(table: Table) -> list[str]:
    """One line per row, however long: a row is read as a whole."""
    rows = [[" ".join(cell.split()) for cell in row] for row in table.rows]
    header = [[" ".join(cell.split()) for cell in table.header]] if table.header else []
    columns = list(zip(*header, *rows, strict=True))
    widths = [min(max(map(len, column)), _CELL) for column in columns]
    lines = [
        "  ".join(cell.ljust(size) for cell, size in zip(row, widths, strict=True)).rstrip()
        for row in (*header, *rows)
    ]
    if header:
        lines.insert(1, "  ".join("-" * size for size in widths))
    return [*([table.caption] if table.caption else []), *lines]


def _message(block: Message, look: int) -> list[str]:
    fields = message_fields(block, look_of(look).sent_label)
    lines = [f"{label}: {text}" for label, text in fields]
    for paragraph in block.body:
        lines += ["", *paragraph.split("\n")]
    quote = "> " * block.depth
    return [(quote + line).rstrip() for line in lines]


def extract(data: bytes) -> ExtractedText:
    """The text as it stands, split at form feeds."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as exc:
        raise FormatError(f"not UTF-8 text at byte {exc.start}") from exc
    strange = _CONTROL.search(text)
    if strange:
        raise FormatError(f"not a text file: it holds U+{ord(strange[0]):04X}")
    return ExtractedText(
        parts=tuple(
            TextPart(unit="page", number=number, text=page.rstrip())
            for number, page in enumerate(text.split("\f"), 1)
        )
    )

"""PDF: papers as an office prints them, with embedded fonts.

In: content and properties. Out: the same bytes each time. Extraction joins wrapped lines again and
gives one line for each paragraph and each table row, cells two spaces or more apart.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from builder.formats import Rendering
from builder.formats._flow import LEAD, SOFT_HYPHEN, Flow, measure, wrap
from builder.formats._fonts import Face, covers
from builder.formats._look import Look, look_of, program
from builder.formats._pdf import Page, Placed, ink, write
from builder.formats._pdftext import GAP, page_texts
from builder.formats._scan import scanned
from builder.formats._table import natural_widths, place_table
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

LETTER = (612.0, 792.0)
MONO = Face("IBM Plex Mono")
_MONO_EM = 0.6
_SPACES = re.compile("  +")
_WHOLE = 6  # lines of a paragraph that no page break parts


def render(content: DocumentContent, properties: FileProperties) -> Rendering:
    """A PDF; characters that no embedded font has are spelled out, with a note for each."""
    look = look_of(properties.look)
    face = Face(look.family)

    def spell(char: str) -> str:
        if char == SOFT_HYPHEN:
            return ""
        held = char.isspace() or (covers(face, char) and covers(MONO, char))
        return char if held else f"[U+{ord(char):04X}]"

    content, notes = fitted(content, spell)
    flow = Flow(look, _page_size(content, look))
    if look.letterhead == "band":
        flow.page.append(f"{ink(look.accent)} 0 {flow.size[1] - 14:g} {flow.size[0]:g} 14 re f")
    for block in content.blocks:
        _place(block, flow)
    _number(flow.pages, look, flow.size)
    if properties.scan:
        signed = any(isinstance(block, Signature) for block in content.blocks)
        stamps = ("RECEIVED", "COPY") if signed else ("COPY", "FILE COPY")
        copier = program(look.copier, properties.created.year)
        data = scanned(flow.pages, flow.size, copier, properties, properties.scan, stamps)
        return Rendering(data, notes)
    maker = program(look.maker, properties.created.year - look.behind)
    return Rendering(write(flow.pages, flow.size, maker, properties), notes)


def _page_size(content: DocumentContent, look: Look) -> tuple[float, float]:
    """Letter; on its side when a table is too wide for it."""
    room = LETTER[0] - 2 * look.margin
    tables = [block for block in content.blocks if isinstance(block, Table)]
    wide = any(
        len(table.rows[0]) > 6 and sum(natural_widths(table, Face(look.family), 8)) > room * 1.2
        for table in tables
        if table.rows
    )
    return (LETTER[1], LETTER[0]) if wide else LETTER


def _place(block: Block, flow: Flow) -> None:
    match block:
        case Heading():
            _heading(block, flow)
        case Paragraph():
            _paragraph(block, flow)
        case ListBlock():
            _list(block, flow)
        case Table():
            place_table(block, flow)
        case KeyValues():
            flow.skip(4)
            _fields([(f"{key}:", value) for key, value in block.pairs], flow)
            flow.skip(6)
        case Message():
            _message(block, flow)
        case Signature():
            _signature(block, flow)
        case Lines():
            _lines(block, flow)
        case Break():
            if not flow.fresh:
                flow.turn()
            if block.title:
                _heading(Heading(text=block.title, level=2), flow)


def _heading(block: Heading, flow: Flow) -> None:
    look = flow.look
    size = look.size + {1: 6.0, 2: 2.5, 3: 1.0}.get(block.level, 0.0)
    face = Face(look.family, 700, "italic" if block.level > 3 else "normal")
    flow.skip(size * 0.9)
    flow.need(size * 3.2)
    title = block.level == 1
    flow.text(
        block.text, face, size, colour=ink(look.accent), align=look.title_align if title else "left"
    )
    flow.y -= 3
    if title and look.letterhead in ("rule", "double"):
        flow.rule(1.2, look.accent)
        if look.letterhead == "double":
            flow.y -= 2.4
            flow.rule(0.5, look.accent)
        flow.y -= 8


def _paragraph(block: Paragraph, flow: Flow) -> None:
    look = flow.look
    small = block.style in ("small", "note")
    size = look.size - 1.5 if small else look.size
    face = Face(look.family, style="italic" if block.style == "note" else "normal")
    flow.text(
        block.text,
        face,
        size,
        keep=_WHOLE,
        indent=18 if block.style == "note" else 0,
        align="center" if block.style == "center" else "left",
    )
    flow.skip(look.size * 0.6)


def _list(block: ListBlock, flow: Flow) -> None:
    face, size = Face(flow.look.family), flow.look.size
    for number, item in enumerate(block.items, block.start or 0):
        mark = "•" if block.start is None else f"{number}."
        indent = 10 + max(14, measure(mark, face, size) + 6)
        flow.need(size * LEAD * min(_WHOLE, len(wrap(item, face, size, flow.room - indent))))
        flow.page.append(Placed(face, size, flow.left + 10, flow.y - size, f"{mark} "))
        flow.text(item, face, size, indent=indent)
        flow.skip(2)
    flow.skip(size * 0.5)


def _fields(pairs: Sequence[tuple[str, str]], flow: Flow, depth: int = 0) -> None:
    """Labels in bold in a column of their own, texts beside them, at a depth of quotation."""
    indent = depth * 12.0
    size = flow.look.size
    bold, face = Face(flow.look.family, 700), Face(flow.look.family)
    column = min(max((measure(label, bold, size) for label, _ in pairs), default=0), 150)
    for label, text in pairs:
        lines = wrap(label, bold, size, column + 1)
        flow.need(size * 1.4 * len(lines))
        top = flow.y
        goes_on = " " if text else ""
        label = " \n".join(line.rstrip() for line in lines) + goes_on
        flow.page.append(
            Placed(bold, size, flow.left + indent, top - size, label, lead=size * LEAD)
        )
        page = flow.page
        line = text.replace("\n", " ")
        flow.text(line, face, size, indent=indent + column + 10, bar=depth)
        if page is flow.page:
            flow.y = min(flow.y, top - size * LEAD * len(lines))
        flow.y -= 2


def _message(block: Message, flow: Flow) -> None:
    look = flow.look
    face, size, indent = Face(look.family), look.size, block.depth * 12.0
    flow.skip(size * 0.8)
    flow.need(size * 8)
    if not block.depth:
        flow.rule(1.6 if flow.fresh else 0.6)
        flow.y -= 6
    _fields(
        [(f"{label}:", text) for label, text in message_fields(block, look.sent_label)],
        flow,
        block.depth,
    )
    flow.y -= size * 0.7
    for paragraph in block.body:
        flow.text(paragraph, face, size, indent=indent, bar=block.depth, keep=_WHOLE)
        flow.skip(size * 0.7)


def _signature(block: Signature, flow: Flow) -> None:
    face, size = Face(flow.look.family), flow.look.size
    flow.skip(size)
    flow.need(size * (6 + LEAD * len(block.lines)))
    if block.closing:
        flow.text(block.closing, face, size)
    flow.y -= size * 2.6
    if not block.closing:
        flow.rule(0.6, right=flow.left + 220)
        flow.y -= 3
    flow.text(block.name, face, size)
    for line in block.lines:
        flow.text(line, face, size)
    flow.skip(size)


def _lines(block: Lines, flow: Flow) -> None:
    """Text as on a typewriter; long lines make the type smaller, then wrap."""
    longest = max((len(line) for line in block.lines), default=1)
    size = min(9.5, max(8, flow.room / max(longest, 1) / _MONO_EM))
    most = int(flow.room / size / _MONO_EM + 0.01)
    for whole in block.lines:
        for line in _cut(whole.expandtabs(4).rstrip(), most):
            flow.need(size * 1.3)
            flow.y -= size * 1.3
            if text := line.lstrip():
                x = flow.left + (len(line) - len(text)) * size * _MONO_EM
                text = _SPACES.sub(lambda found: GAP[0] * len(found[0]), text)
                flow.page.append(Placed(MONO, size, x, flow.y + size * 0.3, text))
    flow.skip(size)


def _cut(line: str, most: int) -> list[str]:
    pieces: list[str] = []
    while len(line) > most:
        at = line.rfind(" ", most // 2, most)
        pieces.append(line[: at + 1] if at > 0 else line[: most - 1] + SOFT_HYPHEN)
        line = line[at + 1 :] if at > 0 else line[most - 1 :]
    return [*pieces, line]


def _number(pages: list[Page], look: Look, size: tuple[float, float]) -> None:
    """Page numbers at the foot, on papers of more than one page."""
    if len(pages) < 2:
        return
    face = Face(look.family)
    for number, page in enumerate(pages, 1):
        text = look.footer.format(n=number, total=len(pages))
        x = (size[0] - measure(text, face, 8.5)) / 2
        page.append(Placed(face, 8.5, x, 34, text))


def extract(data: bytes) -> ExtractedText:
    """The text of each page: paragraphs and rows unwrapped, in the order in which they were set."""
    return ExtractedText(
        parts=tuple(
            TextPart(unit="page", number=number, text=text)
            for number, text in enumerate(page_texts(data), 1)
        )
    )

"""Excel workbooks: a sheet per break, tables with real dates and numbers, all else in cells above.

In: content and properties. Out: the same bytes each time. Extraction shows every cell as Excel
does, one line per row, cells between ` | `.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import Any
from xml.sax.saxutils import escape

from builder.errors import FormatError
from builder.formats import Rendering
from builder.formats._book import (
    BOLD,
    CELL,
    FIELD,
    HEAD,
    HEAD_RIGHT,
    MONO,
    NAMES,
    NAMESPACE,
    NOTE,
    PLAIN,
    TITLE,
    WRAPPED,
    WRAPPED_NOTE,
    fixed_parts,
    shared,
    style_sheet,
    workbook,
)
from builder.formats._cells import shown, typed
from builder.formats._look import look_of
from builder.formats._office import (
    OFFICE_RELATIONS,
    Part,
    opened,
    package,
    part,
    properties,
    relations,
)
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

_S = f"{{{NAMESPACE}}}"
_VALUE = f"{_S}v"
_LONGEST_CELL = 32_767
_RUNNING = {PLAIN: WRAPPED, NOTE: WRAPPED_NOTE}
_typed = lru_cache(maxsize=50_000)(typed)


@dataclass
class Sheet:
    """A sheet as it grows: rows of (style, text) cells; where its first table header stands."""

    name: str
    rows: list[list[tuple[int, str]]] = field(default_factory=list)
    header_row: int | None = None

    def add(self, *cells: tuple[int, str]) -> None:
        """Append a row; what a cell cannot hold goes on in the row below."""
        self.rows.append([(style, text[:_LONGEST_CELL]) for style, text in cells])
        if any(len(text) > _LONGEST_CELL for _, text in cells):
            self.add(*((style, text[_LONGEST_CELL:]) for style, text in cells))


def render(content: DocumentContent, properties: FileProperties) -> Rendering:
    """An .xlsx file; control characters are left out, texts beyond a cell's limit go on below."""
    content, notes = fitted(content)
    sheets = _sheets(content, properties.look)
    styles: dict[str, int] = {}
    strings: dict[str, int] = {}
    drawn = [_sheet_xml(sheet, number == 0, styles, strings) for number, sheet in enumerate(sheets)]
    total = sum(xml.count(' t="s"') for xml in drawn)
    first, root = fixed_parts(len(sheets))
    return Rendering(
        package(
            [
                first,
                root,
                part("xl/workbook.xml", workbook([sheet.name for sheet in sheets])),
                relations(
                    "xl/_rels/workbook.xml.rels",
                    *(
                        ("worksheet", f"worksheets/sheet{number + 1}.xml")
                        for number in range(len(sheets))
                    ),
                    ("styles", "styles.xml"),
                    ("sharedStrings", "sharedStrings.xml"),
                ),
                *(
                    part(f"xl/worksheets/sheet{number}.xml", xml)
                    for number, xml in enumerate(drawn, 1)
                ),
                style_sheet(look_of(properties.look), tuple(styles)),
                part("xl/sharedStrings.xml", shared(strings, total)),
                *_properties(sheets, properties),
            ]
        ),
        notes,
    )


def _properties(sheets: Sequence[Sheet], about: FileProperties) -> tuple[Part, Part]:
    names = "".join(f"<vt:lpstr>{escape(sheet.name)}</vt:lpstr>" for sheet in sheets)
    more = (
        '<HeadingPairs><vt:vector size="2" baseType="variant"><vt:variant><vt:lpstr>Worksheets'
        f"</vt:lpstr></vt:variant><vt:variant><vt:i4>{len(sheets)}</vt:i4></vt:variant>"
        f'</vt:vector></HeadingPairs><TitlesOfParts><vt:vector size="{len(sheets)}" '
        f'baseType="lpstr">{names}</vt:vector></TitlesOfParts>'
    )
    return properties(about, "Microsoft Excel", "", more)


def _sheets(content: DocumentContent, look: int) -> list[Sheet]:
    sheets: list[Sheet] = []
    taken: set[str] = set()

    def begin(title: str) -> Sheet:
        sheet = Sheet(_sheet_name(title, len(sheets) + 1, taken))
        taken.add(sheet.name.casefold())
        sheets.append(sheet)
        if title and title != sheet.name:
            sheet.add((TITLE, title))
        return sheet

    for block in content.blocks:
        if isinstance(block, Break):
            begin(block.title)
            continue
        sheet = sheets[-1] if sheets else begin("")
        if sheet.rows and not isinstance(block, Paragraph):
            sheet.add()
        _write(block, sheet, look)
    return sheets or [begin("")]


def _sheet_name(title: str, number: int, taken: set[str]) -> str:
    """A legal sheet name that no other sheet has."""
    name = " ".join(re.sub(r"[\[\]:*?/\\\n]", " ", title).split()).strip("'")[:31].strip()
    name = name if name and name.casefold() != "history" else f"Sheet{number}"
    plain, again = name, 2
    while name.casefold() in taken:
        name = f"{plain[:26]} ({again})"
        again += 1
    return name


def _write(block: Block, sheet: Sheet, look: int) -> None:
    """Put a block into the rows of a sheet."""
    match block:
        case Heading():
            sheet.add((TITLE if block.level == 1 else BOLD, block.text))
        case Paragraph():
            style = NOTE if block.style in ("note", "small") else PLAIN
            for line in block.text.split("\n"):
                sheet.add((style, line))
        case ListBlock():
            for number, item in enumerate(block.items, block.start or 0):
                sheet.add((PLAIN, f"{'-' if block.start is None else f'{number}.'} {item}"))
        case Table():
            _write_table(block, sheet)
        case KeyValues():
            for key, value in block.pairs:
                sheet.add((BOLD, key), (FIELD, value))
        case Message():
            for label, text in message_fields(block, look_of(look).sent_label):
                sheet.add((BOLD, f"{'> ' * block.depth}{label}:"), (PLAIN, text))
            for text in block.body:
                sheet.add((PLAIN, "> " * block.depth + text))
        case Signature():
            for text in filter(None, (block.closing, block.name, *block.lines)):
                sheet.add((PLAIN, text))
        case Lines():
            for line in block.lines:
                sheet.add((MONO, line.rstrip()))
        case Break():
            pass


def _write_table(table: Table, sheet: Sheet) -> None:
    if table.caption:
        sheet.add((BOLD, table.caption))
    if table.header:
        if sheet.header_row is None:
            sheet.header_row = len(sheet.rows) + 1
        right = [
            all(not row[at] or _typed(row[at]) for row in table.rows)
            for at in range(len(table.header))
        ]
        sheet.add(
            *(
                (HEAD_RIGHT if numbers else HEAD, text)
                for numbers, text in zip(right, table.header, strict=True)
            )
        )
    for row in table.rows:
        sheet.add(*((CELL, text) for text in row))


def _sheet_xml(sheet: Sheet, first: bool, styles: dict[str, int], strings: dict[str, int]) -> str:
    """The XML of a sheet; number formats and strings are entered into `styles` and `strings`."""
    widths = _column_widths(sheet)
    last = _letter(len(widths) - 1)
    out: list[str] = []
    merged: list[str] = []
    for number, row in enumerate(sheet.rows, 1):
        lines = _row_lines(row, widths)
        if len(row) == 1 and lines > 1:
            row = [(_RUNNING[style], text) for style, text in row]
            merged += [f'<mergeCell ref="A{number}:{last}{number}"/>'] if last != "A" else []
        cells = [
            _cell(f"{_letter(at)}{number}", style, text, styles, strings)
            for at, (style, text) in enumerate(row)
            if text or style == CELL
        ]
        if cells:
            height = f' ht="{15 * min(lines, 27)}" customHeight="1"' if lines > 1 else ""
            out.append(f'<row r="{number}"{height}>{"".join(cells)}</row>')
    pane = ""
    if sheet.header_row and sheet.header_row < 12:
        below = sheet.header_row
        pane = (
            f'<pane ySplit="{below}" topLeftCell="A{below + 1}" activePane="bottomLeft" '
            'state="frozen"/>'
        )
    columns = "".join(
        f'<col min="{at}" max="{at}" width="{width:.2f}" customWidth="1"/>'
        for at, width in enumerate(widths, 1)
    )
    return (
        f'<worksheet {NAMES}><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr><sheetViews>'
        f'<sheetView tabSelected="{int(first)}" workbookViewId="0">{pane}</sheetView></sheetViews>'
        f'<sheetFormatPr defaultRowHeight="15"/><cols>{columns}</cols>'
        f"<sheetData>{''.join(out)}</sheetData>"
        + (f'<mergeCells count="{len(merged)}">{"".join(merged)}</mergeCells>' if merged else "")
        + '<pageMargins left="0.5" right="0.5" top="0.75" bottom="0.75" header="0.3" '
        'footer="0.3"/><pageSetup orientation="landscape" fitToHeight="0"/></worksheet>'
    )


def _cell(
    place: str, style: int, text: str, styles: dict[str, int], strings: dict[str, int]
) -> str:
    cell = _typed(text) if style in (CELL, FIELD) else None
    if cell:
        number = CELL + 1 + 2 * styles.setdefault(cell.code, len(styles)) + (style == FIELD)
        return f'<c r="{place}" s="{number}"><v>{cell.value}</v></c>'
    if not text:
        return f'<c r="{place}" s="{style}"/>'
    number = strings.setdefault(text, len(strings))
    return f'<c r="{place}" s="{style}" t="s"><v>{number}</v></c>'


@cache
def _letter(column: int) -> str:
    """The name of a column: 0 is A, 26 is AA."""
    name = ""
    column += 1
    while column:
        column, digit = divmod(column - 1, 26)
        name = chr(65 + digit) + name
    return name


def _row_lines(row: Sequence[tuple[int, str]], widths: Sequence[float]) -> int:
    """How many lines the row's wrapped texts take; running text has the whole sheet's width."""
    if len(row) == 1 and row[0][0] in _RUNNING:
        return -(-len(row[0][1]) // max(int(sum(widths) * 1.15), 1))
    return max(
        (
            -(-len(text) // max(int(width * 1.1), 1))
            for (style, text), width in zip(row, widths, strict=False)
            if len(row) > 1 and style in (HEAD, FIELD, CELL)
        ),
        default=1,
    )


def _column_widths(sheet: Sheet) -> list[float]:
    """In characters, for table rows and fields; running text gets at least 90 in all."""
    longest: dict[int, int] = {}
    for row in sheet.rows:
        if len(row) > 1:
            for at, (_, text) in enumerate(row):
                longest[at] = max(longest.get(at, 0), min(len(text), 48))
    widths = [max(longest[at], 7) * 1.08 + 2 for at in sorted(longest)]
    running = any(len(text) > 60 for row in sheet.rows for style, text in row if style in _RUNNING)
    if running and sum(widths) < 90:
        widths.append(90 - sum(widths))
    return widths or [60.0]


def extract(data: bytes) -> ExtractedText:
    """The text of an .xlsx: a part per sheet, cells as they are displayed."""
    others = ("xl/worksheets/", "xl/sharedStrings.xml", "xl/styles.xml", "xl/_rels/")
    parts = opened(data, "xl/workbook.xml", *others)
    strings = [_string(item) for item in parts.get("xl/sharedStrings.xml", ())]
    codes = _number_codes(parts.get("xl/styles.xml"))
    targets = {
        one.get("Id"): one.get("Target", "") for one in parts.get("xl/_rels/workbook.xml.rels", ())
    }
    out: list[TextPart] = []
    for number, sheet in enumerate(parts["xl/workbook.xml"].iter(f"{_S}sheet"), 1):
        target = targets.get(sheet.get(f"{{{OFFICE_RELATIONS}}}id"), "").removeprefix("/xl/")
        if f"xl/{target}" not in parts:
            raise FormatError(f"sheet {number} has no part {target!r}")
        rows = parts[f"xl/{target}"].iter(f"{_S}row")
        text = "\n".join(_row_text(row, strings, codes) for row in rows)
        out.append(TextPart(unit="sheet", number=number, name=sheet.get("name", ""), text=text))
    return ExtractedText(parts=tuple(out))


def _string(item: Any) -> str:
    return " ".join("".join(text.text or "" for text in item.iter(f"{_S}t")).split("\n"))


def _number_codes(styles: Any) -> list[str]:
    """The number format of each cell style; those built into Excel show the bare value."""
    if styles is None:
        return []
    codes = {one.get("numFmtId"): one.get("formatCode", "") for one in styles.iter(f"{_S}numFmt")}
    cells = styles.find(f"{_S}cellXfs")
    return [codes.get(cell.get("numFmtId"), "") for cell in (cells if cells is not None else ())]


def _row_text(row: Any, strings: list[str], codes: list[str]) -> str:
    cells: list[str] = []
    for cell in row:
        at = _column(cell.get("r", "").rstrip("0123456789"))
        cells += [""] * (at - len(cells))
        value = next((one.text or "" for one in cell if one.tag == _VALUE), "")
        kind = cell.get("t", "n")
        if kind == "s":
            value = strings[int(value)]
        elif kind == "inlineStr":
            value = _string(cell)
        elif kind == "n" and value:
            value = shown(value, codes[int(cell.get("s", "0"))] if codes else "")
        cells.append(value)
    while cells and not cells[-1]:
        cells.pop()
    return " | ".join(cells)


@cache
def _column(name: str) -> int:
    at = 0
    for char in name:
        at = at * 26 + ord(char) - 64
    return at - 1

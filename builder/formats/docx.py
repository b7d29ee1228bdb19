"""Word documents.

In: content and properties. Out: the same bytes each time. Extraction gives one line for each
paragraph and each table row (cells between ` | `), and a part after each page break.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from builder.formats import Rendering
from builder.formats._look import Look, look_of
from builder.formats._office import Part, opened, package, part, properties
from builder.formats._text import column_shares, fitted, message_fields, numeric, table_width
from builder.formats._word import NAMES, NAMESPACE, fixed_parts, named, paragraph, run
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

_W = f"{{{NAMESPACE}}}"
# Letter paper, in twentieths of a point.
_SHORT, _LONG = 12240, 15840
_BOLD = "<w:b/>"
# The elements that make up a paragraph's text, and how those read that hold none.
_MARKS = {f"{_W}t": "", f"{_W}tab": " ", f"{_W}br": "\n", f"{_W}pageBreakBefore": "\f"}


def render(content: DocumentContent, properties: FileProperties) -> Rendering:
    """A .docx file; only control characters are left out, with a note for each."""
    content, notes = fitted(content)
    look = look_of(properties.look)
    wide = any(
        isinstance(block, Table) and table_width(block) > 110 and len(block.rows[0]) > 6
        for block in content.blocks
    )
    room = (_LONG if wide else _SHORT) - round(look.margin * 40)
    body: list[str] = []
    for block in content.blocks:
        body += _written(block, look, room, fresh=not body)
    margin = round(look.margin * 20)
    turned = ' w:orient="landscape"' if wide else ""
    body.append(
        '<w:sectPr><w:footerReference w:type="default" r:id="rId4"/>'
        f'<w:pgSz w:w="{_LONG if wide else _SHORT}" w:h="{_SHORT if wide else _LONG}"{turned}/>'
        f'<w:pgMar w:top="1440" w:right="{margin}" w:bottom="1300" w:left="{margin}" '
        'w:header="720" w:footer="620" w:gutter="0"/></w:sectPr>'
    )
    xml = f"<w:document {NAMES}><w:body>{''.join(body)}</w:body></w:document>"
    first, *rest = fixed_parts(properties.look)
    return Rendering(
        package([first, part("word/document.xml", xml), *rest, *_properties(xml, properties)]),
        notes,
    )


def _properties(xml: str, about: FileProperties) -> tuple[Part, Part]:
    text = [one.partition("<")[0] for one in xml.split('"preserve">')[1:]]
    words = " ".join(text).split()
    characters = sum(map(len, words))
    words = len(words)
    pages = max(
        1 + xml.count('w:type="page"') + xml.count("<w:pageBreakBefore/>"), -(-words // 480)
    )
    counts = (
        f"<Template>Normal.dotm</Template><TotalTime>{words // 40}</TotalTime>"
        f"<Pages>{pages}</Pages><Words>{words}</Words><Characters>{characters}</Characters>"
    )
    more = f"<Lines>{words // 12 + 1}</Lines><Paragraphs>{xml.count('<w:p>')}</Paragraphs>"
    return properties(about, "Microsoft Office Word", counts, more)


def _written(block: Block, look: Look, room: int, fresh: bool) -> list[str]:
    """The XML of a block between margins `room` apart; `fresh` when it is the first."""
    match block:
        case Heading():
            return [paragraph(run(block.text), named(_heading_style(block.level)))]
        case Paragraph():
            style = {
                "body": "",
                "small": named("Small"),
                "note": named("Note"),
                "center": '<w:jc w:val="center"/>',
            }[block.style]
            return [paragraph(run(block.text), style)]
        case ListBlock():
            marks = (
                ["•"] * len(block.items)
                if block.start is None
                else [f"{number}." for number in range(block.start, block.start + len(block.items))]
            )
            return [
                paragraph(f"{run(mark)}<w:r><w:tab/></w:r>{run(item)}", named("ListParagraph"))
                for mark, item in zip(marks, block.items, strict=True)
            ]
        case Table():
            return _table(block, look, room)
        case KeyValues():
            return _fields([(f"{key}:", value) for key, value in block.pairs])
        case Message():
            return _message(block, look, fresh)
        case Signature():
            return _signature(block)
        case Lines():
            longest = max((len(line) for line in block.lines), default=1)
            size = f'<w:sz w:val="{min(18, max(13, int(room / 10 / max(longest, 1) / 0.605)))}"/>'
            return [paragraph(run(line.rstrip(), size), named("PlainText")) for line in block.lines]
        case Break():
            if fresh:
                return [paragraph(run(block.title), named("Heading1"))] if block.title else []
            if block.title:
                return [paragraph(run(block.title), named("Heading1", "<w:pageBreakBefore/>"))]
            return [paragraph('<w:r><w:br w:type="page"/></w:r>')]


def _heading_style(level: int) -> str:
    return "Title" if level == 1 else f"Heading{min(level - 1, 3)}"


def _fields(pairs: Sequence[tuple[str, str]], indent: int = 0) -> list[str]:
    """Labels in bold, texts at a tab stop that clears the longest label."""
    column = indent + min(max((len(label) for label, _ in pairs), default=0) * 125 + 300, 3400)
    tab = f'<w:tabs><w:tab w:val="left" w:pos="{column}"/></w:tabs>'
    hanging = f'<w:ind w:left="{column}" w:hanging="{column - indent}"/>'
    out: list[str] = []
    for number, (label, text) in enumerate(pairs, 1):
        below = '<w:spacing w:after="160"/>' if number == len(pairs) else ""
        runs = f"{run(label, _BOLD)}<w:r><w:tab/></w:r>{run(text)}"
        out.append(paragraph(runs, named("Field", tab + below + hanging)))
    return out


def _message(block: Message, look: Look, fresh: bool) -> list[str]:
    indent = block.depth * 280
    fields = _fields(
        [(f"{label}:", text) for label, text in message_fields(block, look.sent_label)], indent
    )
    if not block.depth or not fresh:
        border = f'<w:top w:val="single" w:sz="{12 if fresh else 6}" w:space="4" w:color="7F7F7F"/>'
        fields[0] = fields[0].replace("<w:tabs>", f"<w:pBdr>{border}</w:pBdr><w:tabs>", 1)
    bar = '<w:pBdr><w:left w:val="single" w:sz="8" w:space="8" w:color="A6A6A6"/></w:pBdr>'
    style = f'{bar}<w:ind w:left="{indent}"/>' if block.depth else ""
    return [*fields, *(paragraph(run(text), style) for text in block.body)]


def _signature(block: Signature) -> list[str]:
    keep = "<w:keepNext/>"
    out: list[str] = []
    if block.closing:
        out.append(paragraph(run(block.closing), f'{keep}<w:spacing w:before="240"/>'))
        name = f'{keep}<w:spacing w:before="640" w:after="0"/>'
    else:
        name = (
            f'{keep}<w:pBdr><w:top w:val="single" w:sz="4" w:space="2" w:color="000000"/></w:pBdr>'
            '<w:spacing w:before="900" w:after="0"/><w:ind w:right="5200"/>'
        )
    out.append(paragraph(run(block.name), name))
    return out + [paragraph(run(line), '<w:spacing w:after="0"/>') for line in block.lines]


def _table(table: Table, look: Look, room: int) -> list[str]:
    """A table whose header repeats on every page and whose rows do not split."""
    widths = [round(share * room) for share in column_shares(table)]
    if not widths:
        return []
    right = [numeric([row[at] for row in table.rows]) for at in range(len(widths))]
    steps = (len(widths) > 5) + (len(widths) > 7)
    small = f'<w:sz w:val="{max(13, round(look.size * 2) - 2 * (1 + steps))}"/>'
    out = (
        [paragraph(run(table.caption, _BOLD), '<w:keepNext/><w:spacing w:after="60"/>')]
        if table.caption
        else []
    )
    out.append(
        f'<w:tbl><w:tblPr><w:tblStyle w:val="CompanyTable"/><w:tblW w:w="{sum(widths)}" '
        'w:type="dxa"/><w:tblLayout w:type="fixed"/><w:tblLook w:val="04A0"/></w:tblPr>'
        "<w:tblGrid>" + "".join(f'<w:gridCol w:w="{width}"/>' for width in widths) + "</w:tblGrid>"
    )
    opens = [
        f'<w:tc><w:tcPr><w:tcW w:w="{width}" w:type="dxa"/>{{shade}}</w:tcPr><w:p><w:pPr>'
        f"{named('TableText')}{_right(numbers)}</w:pPr>"
        for width, numbers in zip(widths, right, strict=True)
    ]
    if table.header:
        out.append(
            _row(
                table.header,
                opens,
                _BOLD + _head_ink(look) + small,
                _head_shade(look),
                "<w:cantSplit/><w:tblHeader/>",
            )
        )
    for number, row in enumerate(table.rows):
        shade = _shade("F2F2F2") if look.table == "banded" and number % 2 else ""
        out.append(_row(row, opens, small, shade, "<w:cantSplit/>"))
    return [*out, "</w:tbl>", paragraph("", '<w:spacing w:after="120"/>')]


def _right(numbers: bool) -> str:
    return '<w:jc w:val="right"/>' if numbers else ""


def _shade(colour: str) -> str:
    return f'<w:shd w:val="clear" w:color="auto" w:fill="{colour}"/>'


def _head_shade(look: Look) -> str:
    return {"grid": _shade("E7E6E6"), "banded": _shade(look.accent), "rules": ""}[look.table]


def _head_ink(look: Look) -> str:
    return '<w:color w:val="FFFFFF"/>' if look.table == "banded" else ""


def _row(cells: Sequence[str], opens: Sequence[str], style: str, shade: str, row: str) -> str:
    inside = "".join(
        f"{head.replace('{shade}', shade)}{run(text, style)}</w:p></w:tc>"
        for head, text in zip(opens, cells, strict=True)
    )
    return f"<w:tr><w:trPr>{row}</w:trPr>{inside}</w:tr>"


def extract(data: bytes) -> ExtractedText:
    """The text of a .docx, paragraph by paragraph, row by row, split at page breaks."""
    body = opened(data, "word/document.xml")["word/document.xml"].find(f"{_W}body")
    lines: list[str] = []
    for child in body if body is not None else ():
        if child.tag == f"{_W}p":
            lines.append(_text(child))
        elif child.tag == f"{_W}tbl":
            for row in child.iter(f"{_W}tr"):
                cells = (" ".join(map(_text, cell.iter(f"{_W}p"))) for cell in row.iter(f"{_W}tc"))
                lines.append(" | ".join(cells).replace("\n", " "))
    pages = "\n".join(lines).split("\f")
    return ExtractedText(
        parts=tuple(
            TextPart(unit="page", number=number, text=page.strip("\n"))
            for number, page in enumerate(pages, 1)
        )
    )


def _text(paragraph: Any) -> str:
    """The text of one paragraph; a form feed stands for a page break."""
    out: list[str] = []
    for node in paragraph.iter(*_MARKS):
        if node.text:
            out.append(node.text)
        elif node.tag != f"{_W}tab" or not node.attrib:  # with attributes it is a tab stop
            out.append("\f" if node.get(f"{_W}type") == "page" else _MARKS[node.tag])
    return "".join(out)

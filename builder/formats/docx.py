"""Word documents.

In: content and properties. Out: the same bytes each time. Extraction gives one line for each
paragraph and each table row (cells between ` | `), and a part after each page break.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from xml.etree import ElementTree
from xml.sax.saxutils import escape

from builder.formats import Rendering
from builder.formats._look import Look, look_of
from builder.formats._office import (
    OFFICE_RELATIONS,
    Part,
    content_types,
    opened,
    package,
    part,
    properties,
    relations,
    root_relations,
)
from builder.formats._text import column_shares, fitted, message_fields, numeric, table_width
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

_W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_NAMES = f'xmlns:w="{_W}" xmlns:r="{OFFICE_RELATIONS}"'
_TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml"
# Letter paper, in twentieths of a point.
_SHORT, _LONG = 12240, 15840
_BOLD = "<w:b/>"


def render(content: DocumentContent, properties: FileProperties) -> Rendering:
    """A .docx file; only control characters are left out, with a note for each."""
    content, notes = fitted(content)
    look = look_of(properties.look)
    wide = any(isinstance(block, Table) and table_width(block) > 110 for block in content.blocks)
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
        'w:header="720" w:footer="620" w:gutter="0"/></w:sectPr>')
    xml = f"<w:document {_NAMES}><w:body>{''.join(body)}</w:body></w:document>"
    first, *rest = _fixed_parts(properties.look)
    return Rendering(package([first, part("word/document.xml", xml), *rest,
                              *_properties(xml, properties)]), notes)


def _properties(xml: str, about: FileProperties) -> tuple[Part, Part]:
    text = re.sub(r"<[^>]*>", " ", xml)
    words = len(text.split())
    characters = sum(map(len, text.split()))
    pages = max(1 + xml.count('w:type="page"') + xml.count("<w:pageBreakBefore/>"),
                -(-words // 480))
    counts = (f"<Template>Normal.dotm</Template><TotalTime>{words // 40}</TotalTime>"
              f"<Pages>{pages}</Pages><Words>{words}</Words><Characters>{characters}</Characters>")
    more = f"<Lines>{words // 12 + 1}</Lines><Paragraphs>{xml.count('<w:p>')}</Paragraphs>"
    return properties(about, "Microsoft Office Word", counts, more)


def _run(text: str, style: str = "") -> str:
    """A run; line feeds become line breaks."""
    lines = '</w:t><w:br/><w:t xml:space="preserve">'.join(escape(text).split("\n"))
    look = f"<w:rPr>{style}</w:rPr>" if style else ""
    return f'<w:r>{look}<w:t xml:space="preserve">{lines}</w:t></w:r>'


def _paragraph(runs: str, style: str = "") -> str:
    """A paragraph; `style` is the inside of its properties."""
    return f"<w:p>{f'<w:pPr>{style}</w:pPr>' if style else ''}{runs}</w:p>"


def _named(style: str, more: str = "") -> str:
    return f'<w:pStyle w:val="{style}"/>{more}'


def _written(block: Block, look: Look, room: int, fresh: bool) -> list[str]:
    """The XML of a block between margins `room` apart; `fresh` when it is the first."""
    match block:
        case Heading():
            return [_paragraph(_run(block.text), _named(_heading_style(block.level)))]
        case Paragraph():
            style = {"body": "", "small": _named("Small"), "note": _named("Note"),
                     "center": '<w:jc w:val="center"/>'}[block.style]
            return [_paragraph(_run(block.text), style)]
        case ListBlock():
            marks = (["•"] * len(block.items) if block.start is None else
                     [f"{number}." for number in range(block.start, block.start + len(block.items))])
            return [_paragraph(f"{_run(mark)}<w:r><w:tab/></w:r>{_run(item)}", _named("ListParagraph"))
                    for mark, item in zip(marks, block.items, strict=True)]
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
            return [_paragraph(_run(line.rstrip(), size), _named("PlainText"))
                    for line in block.lines]
        case Break():
            if fresh:
                return [_paragraph(_run(block.title), _named("Heading1"))] if block.title else []
            if block.title:
                return [_paragraph(_run(block.title), _named("Heading1", "<w:pageBreakBefore/>"))]
            return [_paragraph('<w:r><w:br w:type="page"/></w:r>')]


def _heading_style(level: int) -> str:
    return "Title" if level == 1 else f"Heading{min(level - 1, 3)}"


def _fields(pairs: Sequence[tuple[str, str]], indent: int = 0) -> list[str]:
    """Labels in bold, texts at a tab stop that clears the longest label."""
    column = indent + min(max((len(label) for label, _ in pairs), default=0) * 125 + 300, 3400)
    style = _named("Field", f'<w:tabs><w:tab w:val="left" w:pos="{column}"/></w:tabs>'
                            f'<w:ind w:left="{column}" w:hanging="{column - indent}"/>')
    return [_paragraph(f"{_run(label, _BOLD)}<w:r><w:tab/></w:r>{_run(text)}", style)
            for label, text in pairs]


def _message(block: Message, look: Look, fresh: bool) -> list[str]:
    indent = block.depth * 280
    fields = _fields([(f"{label}:", text) for label, text in message_fields(block, look.sent_label)],
                     indent)
    if not block.depth or not fresh:
        weight = 12 if fresh else 6
        border = (f'<w:pBdr><w:top w:val="single" w:sz="{weight}" w:space="4" w:color="7F7F7F"/>'
                  "</w:pBdr>")
        fields[0] = fields[0].replace("<w:tabs>", border + "<w:tabs>", 1)
    bar = ('<w:pBdr><w:left w:val="single" w:sz="8" w:space="8" w:color="A6A6A6"/></w:pBdr>'
           f'<w:ind w:left="{indent}"/>') if block.depth else ""
    first = '<w:spacing w:before="160"/>'
    bodies = [_paragraph(_run(text), bar.replace("<w:ind", first + "<w:ind") if not at and bar
                         else bar or (first if not at else ""))
              for at, text in enumerate(block.body)]
    return fields + bodies


def _signature(block: Signature) -> list[str]:
    keep = "<w:keepNext/>"
    out: list[str] = []
    if block.closing:
        out.append(_paragraph(_run(block.closing), f'{keep}<w:spacing w:before="240"/>'))
        name = f'{keep}<w:spacing w:before="640" w:after="0"/>'
    else:
        name = (f'{keep}<w:pBdr><w:top w:val="single" w:sz="4" w:space="2" w:color="000000"/></w:pBdr>'
                '<w:spacing w:before="900" w:after="0"/><w:ind w:right="5200"/>')
    out.append(_paragraph(_run(block.name), name))
    return out + [_paragraph(_run(line), '<w:spacing w:after="0"/>') for line in block.lines]


def _table(table: Table, look: Look, room: int) -> list[str]:
    """A table whose header repeats on every page and whose rows do not split."""
    widths = [round(share * room) for share in column_shares(table)]
    if not widths:
        return []
    right = [numeric([row[at] for row in table.rows]) for at in range(len(widths))]
    steps = (len(widths) > 5) + (len(widths) > 7)
    small = f'<w:sz w:val="{max(13, round(look.size * 2) - 2 * (1 + steps))}"/>'
    out = ([_paragraph(_run(table.caption, _BOLD), '<w:keepNext/><w:spacing w:after="60"/>')]
           if table.caption else [])
    out.append(f'<w:tbl><w:tblPr><w:tblStyle w:val="CompanyTable"/><w:tblW w:w="{sum(widths)}" '
               'w:type="dxa"/><w:tblLayout w:type="fixed"/><w:tblLook w:val="04A0"/></w:tblPr>'
               "<w:tblGrid>" + "".join(f'<w:gridCol w:w="{width}"/>' for width in widths)
               + "</w:tblGrid>")
    opens = [f'<w:tc><w:tcPr><w:tcW w:w="{width}" w:type="dxa"/>{{shade}}</w:tcPr><w:p><w:pPr>'
             f'{_named("TableText")}{_right(numbers)}</w:pPr>' for width, numbers in zip(widths, right, strict=True)]
    if table.header:
        out.append(_row(table.header, opens, _BOLD + _head_ink(look) + small, _head_shade(look),
                        "<w:cantSplit/><w:tblHeader/>"))
    for number, row in enumerate(table.rows):
        shade = _shade("F2F2F2") if look.table == "banded" and number % 2 else ""
        out.append(_row(row, opens, small, shade, "<w:cantSplit/>"))
    return [*out, "</w:tbl>", _paragraph("", '<w:spacing w:after="120"/>')]


def _right(numbers: bool) -> str:
    return '<w:jc w:val="right"/>' if numbers else ""


def _shade(colour: str) -> str:
    return f'<w:shd w:val="clear" w:color="auto" w:fill="{colour}"/>'


def _head_shade(look: Look) -> str:
    return {"grid": _shade("E7E6E6"), "banded": _shade(look.accent), "rules": ""}[look.table]


def _head_ink(look: Look) -> str:
    return '<w:color w:val="FFFFFF"/>' if look.table == "banded" else ""


def _row(cells: Sequence[str], opens: Sequence[str], style: str, shade: str, row: str) -> str:
    inside = "".join(f"{head.replace('{shade}', shade)}{_run(text, style)}</w:p></w:tc>"
                     for head, text in zip(opens, cells, strict=True))
    return f"<w:tr><w:trPr>{row}</w:trPr>{inside}</w:tr>"


@cache
def _fixed_parts(number: int) -> tuple[Part, ...]:
    """What all documents of one look share; the content types come first."""
    look = look_of(number)
    kinds = {"document": "document.main", "styles": "styles", "settings": "settings",
             "fontTable": "fontTable", "footer1": "footer"}
    return (
        content_types({f"/word/{name}.xml": f"{_TYPE}.{kind}+xml" for name, kind in kinds.items()}),
        root_relations("word/document.xml"),
        relations("word/_rels/document.xml.rels", [
            ("styles", "styles.xml"), ("settings", "settings.xml"),
            ("fontTable", "fontTable.xml"), ("footer", "footer1.xml")]),
        part("word/styles.xml", _styles(look)),
        part("word/settings.xml",
             f'<w:settings {_NAMES}><w:zoom w:percent="100"/><w:defaultTabStop w:val="720"/>'
             '<w:characterSpacingControl w:val="doNotCompress"/><w:compat><w:compatSetting '
             'w:name="compatibilityMode" w:uri="http://schemas.microsoft.com/office/word" '
             'w:val="15"/></w:compat></w:settings>'),
        part("word/fontTable.xml",
             f'<w:fonts {_NAMES}>' + "".join(
                 f'<w:font w:name="{name}"><w:charset w:val="00"/></w:font>'
                 for name in (look.office_font, "Courier New")) + "</w:fonts>"),
        part("word/footer1.xml", _footer(look)),
    )


def _footer(look: Look) -> str:
    """Page numbers in the manner of the look, as fields."""
    fields = {"n": "PAGE", "total": "NUMPAGES"}
    runs = "".join(
        f'<w:fldSimple w:instr=" {fields[piece[1:-1]]} ">{_run("1")}</w:fldSimple>'
        if piece.startswith("{") else _run(piece)
        for piece in re.split(r"(\{\w+\})", look.footer) if piece)
    return f'<w:ftr {_NAMES}>{_paragraph(runs, _named("Footer"))}</w:ftr>'


def _style(name: str, title: str, paragraph: str = "", run: str = "", based: str = "Normal") -> str:
    return (f'<w:style w:type="paragraph" w:styleId="{name}"><w:name w:val="{title}"/>'
            f'<w:basedOn w:val="{based}"/><w:qFormat/><w:pPr>{paragraph}</w:pPr>'
            f"<w:rPr>{run}</w:rPr></w:style>")


def _styles(look: Look) -> str:
    size, colour = round(look.size * 2), f'<w:color w:val="{look.accent}"/>'
    line = {"rule": "single", "double": "double", "band": "thick"}.get(look.letterhead)
    under = (f'<w:pBdr><w:bottom w:val="{line}" w:sz="8" w:space="4" w:color="{look.accent}"/></w:pBdr>'
             if line else "")
    edge = 'w:val="single" w:sz="4" w:space="0" w:color="8C8C8C"/>'
    sides = ("top", "left", "bottom", "right", "insideH", "insideV")
    drawn = sides if look.table == "grid" else ("top", "bottom", "insideH")
    headings = [
        _style(f"Heading{level}", f"heading {level}",
               f'<w:keepNext/><w:spacing w:before="{280 - 60 * level}" w:after="80"/>'
               f'<w:outlineLvl w:val="{level - 1}"/>',
               f'<w:b/>{"<w:i/>" if level == 3 else ""}{colour}<w:sz w:val="{size + 7 - 2 * level}"/>')
        for level in (1, 2, 3)]
    return (
        f'<w:styles {_NAMES}><w:docDefaults><w:rPrDefault><w:rPr><w:rFonts '
        + " ".join(f'w:{script}="{look.office_font}"' for script in ("ascii", "hAnsi", "cs"))
        + f'/><w:sz w:val="{size}"/><w:szCs w:val="{size}"/><w:lang w:val="en-US"/></w:rPr>'
        '</w:rPrDefault><w:pPrDefault><w:pPr><w:spacing w:after="140" w:line="264" '
        'w:lineRule="auto"/></w:pPr></w:pPrDefault></w:docDefaults>'
        '<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/>'
        '<w:qFormat/></w:style>'
        '<w:style w:type="table" w:default="1" w:styleId="TableNormal">'
        '<w:name w:val="Normal Table"/><w:tblPr><w:tblInd w:w="0" w:type="dxa"/><w:tblCellMar>'
        '<w:left w:w="90" w:type="dxa"/><w:right w:w="90" w:type="dxa"/></w:tblCellMar></w:tblPr>'
        "</w:style>"
        + _style("Title", "Title", f'{under}<w:spacing w:after="200"/><w:jc w:val="{look.title_align}"/>',
                 f'<w:b/>{colour}<w:sz w:val="{size + 12}"/>')
        + "".join(headings)
        + _style("ListParagraph", "List Paragraph",
                 '<w:tabs><w:tab w:val="left" w:pos="720"/></w:tabs><w:spacing w:after="60"/>'
                 '<w:ind w:left="720" w:hanging="360"/>')
        + _style("Field", "Field", '<w:spacing w:after="40"/>')
        + _style("Small", "Small", "", f'<w:sz w:val="{size - 3}"/>')
        + _style("Note", "Note", '<w:ind w:left="360"/>', f'<w:i/><w:sz w:val="{size - 3}"/>')
        + _style("TableText", "Table Text", '<w:spacing w:before="20" w:after="20" w:line="240" w:lineRule="auto"/>')
        + _style("PlainText", "Plain Text", '<w:spacing w:after="0" w:line="252" w:lineRule="auto"/>',
                 '<w:rFonts w:ascii="Courier New" w:hAnsi="Courier New" w:cs="Courier New"/>'
                 '<w:sz w:val="18"/>')
        + _style("Footer", "footer", '<w:jc w:val="center"/>', '<w:sz w:val="17"/>')
        + '<w:style w:type="table" w:styleId="CompanyTable"><w:name w:val="Company Table"/>'
        '<w:basedOn w:val="TableNormal"/><w:tblPr><w:tblBorders>'
        + "".join(f"<w:{side} {edge}" for side in drawn)
        + "</w:tblBorders></w:tblPr></w:style></w:styles>")


def extract(data: bytes) -> ExtractedText:
    """The text of a .docx, paragraph by paragraph, row by row, split at page breaks."""
    body = opened(data, "word/document.xml")["word/document.xml"].find(f"{{{_W}}}body")
    lines: list[str] = []
    for child in body if body is not None else ():
        if child.tag == f"{{{_W}}}p":
            lines.append(_paragraph_text(child))
        elif child.tag == f"{{{_W}}}tbl":
            lines += [" | ".join(" ".join(_paragraph_text(p) for p in cell.iter(f"{{{_W}}}p")).replace("\n", " ")
                                 for cell in row.iter(f"{{{_W}}}tc"))
                      for row in child.iter(f"{{{_W}}}tr")]
    pages = "\n".join(lines).split("\f")
    return ExtractedText(parts=tuple(TextPart(unit="page", number=number, text=page.strip("\n"))
                                     for number, page in enumerate(pages, 1)))


def _paragraph_text(paragraph: ElementTree.Element) -> str:
    """The text of one paragraph; a form feed stands for a page break."""
    out: list[str] = []
    for node in paragraph.iter():
        kind = node.tag.rpartition("}")[2]
        if kind == "t":
            out.append(node.text or "")
        elif kind == "tab" and not node.attrib:
            out.append(" ")
        elif kind == "br":
            out.append("\f" if node.get(f"{{{_W}}}type") == "page" else "\n")
        elif kind == "pageBreakBefore":
            out.append("\f")
    return "".join(out)

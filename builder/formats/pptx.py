"""PowerPoint decks: a slide per break, with a title and a body; what does not fit goes on.

In: content and properties. Out: the same bytes each time. Extraction gives a part per slide, one
line for each paragraph and each table row (cells between ` | `).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any
from xml.sax.saxutils import escape

from builder.errors import FormatError
from builder.formats import Rendering
from builder.formats._deck import (
    BODY_BOX,
    EMU,
    HEIGHT,
    NAMES,
    TREE,
    WIDTH,
    box,
    fixed_parts,
    placeholder,
)
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
)
from builder.formats._slides import Line, Row, Slide, height, laid_out
from builder.formats._text import fitted
from builder.schema import (
    DocumentContent,
    ExtractedText,
    FileProperties,
    TextPart,
)

_A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
_P = "{http://schemas.openxmlformats.org/presentationml/2006/main}"
_TYPE = "application/vnd.openxmlformats-officedocument.presentationml"
_FONT = '><a:latin typeface="{}"/></a:rPr>'
_TEXT = re.compile("<a:t>([^<]*)")
_TABLE_URI = "http://schemas.openxmlformats.org/drawingml/2006/table"


def render(content: DocumentContent, properties: FileProperties) -> Rendering:
    """A .pptx file; only control characters are left out, with a note for each."""
    content, notes = fitted(content)
    look = look_of(properties.look)
    slides = laid_out(content)
    drawn = [_slide_xml(slide, look, number == 0) for number, slide in enumerate(slides)]
    numbers = range(1, len(slides) + 1)
    kinds = {
        "/ppt/presentation.xml": f"{_TYPE}.presentation.main+xml",
        "/ppt/slideMasters/slideMaster1.xml": f"{_TYPE}.slideMaster+xml",
        "/ppt/slideLayouts/slideLayout1.xml": f"{_TYPE}.slideLayout+xml",
        "/ppt/slideLayouts/slideLayout2.xml": f"{_TYPE}.slideLayout+xml",
        "/ppt/theme/theme1.xml": "application/vnd.openxmlformats-officedocument.theme+xml",
        **{f"/ppt/slides/slide{n}.xml": f"{_TYPE}.slide+xml" for n in numbers},
    }
    parts = [
        content_types(kinds),
        *fixed_parts(properties.look),
        part("ppt/presentation.xml", _presentation(len(slides))),
        relations(
            "ppt/_rels/presentation.xml.rels",
            ("slideMaster", "slideMasters/slideMaster1.xml"),
            ("theme", "theme/theme1.xml"),
            *(("slide", f"slides/slide{n}.xml") for n in numbers),
        ),
    ]
    for number, xml in enumerate(drawn, 1):
        layout = 1 if 'type="ctrTitle"' in xml else 2
        parts += [
            part(f"ppt/slides/slide{number}.xml", xml),
            relations(
                f"ppt/slides/_rels/slide{number}.xml.rels",
                ("slideLayout", f"../slideLayouts/slideLayout{layout}.xml"),
            ),
        ]
    return Rendering(package([*parts, *_properties(drawn, properties)]), notes)


def _properties(drawn: Sequence[str], about: FileProperties) -> tuple[Part, Part]:
    words = sum(len(one.split()) for xml in drawn for one in _TEXT.findall(xml))
    counts = f"<TotalTime>{words // 10}</TotalTime><Words>{words}</Words>"
    more = (
        f"<PresentationFormat>Widescreen</PresentationFormat><Paragraphs>"
        f"{sum(xml.count('<a:p>') for xml in drawn)}</Paragraphs><Slides>{len(drawn)}</Slides>"
        "<Notes>0</Notes><HiddenSlides>0</HiddenSlides>"
    )
    return properties(about, "Microsoft Office PowerPoint", counts, more)


def _presentation(slides: int) -> str:
    ids = "".join(f'<p:sldId id="{256 + n}" r:id="rId{3 + n}"/>' for n in range(slides))
    return (
        f'<p:presentation {NAMES}><p:sldMasterIdLst><p:sldMasterId id="2147483648" r:id="rId1"/>'
        f"</p:sldMasterIdLst><p:sldIdLst>{ids}</p:sldIdLst>"
        f'<p:sldSz cx="{WIDTH * EMU}" cy="{HEIGHT * EMU}"/>'
        '<p:notesSz cx="6858000" cy="9144000"/></p:presentation>'
    )


def _slide_xml(slide: Slide, look: Look, first: bool) -> str:
    runs = _runs(slide.pieces)
    opening = (
        first
        and slide.title
        and len(slide.pieces) < 4
        and all(isinstance(piece, Line) and len(piece.text) < 120 for piece in slide.pieces)
    )
    kind = 'type="ctrTitle"' if opening else 'type="title"'
    shapes = (
        [placeholder(2, "Title 1", kind, "", _text_xml(Line(slide.title), 0))]
        if slide.title
        else []
    )
    top = float(BODY_BOX[1])
    for number, run in enumerate(runs, 3):
        tall = sum(height(piece, slide.size) for piece in run)
        if isinstance(run[0], Row):
            shapes.append(_table_xml(run, number, top, look))
            tall += 30
        else:
            lines = "".join(
                _text_xml(piece, 0 if opening else slide.size)
                for piece in run
                if isinstance(piece, Line)
            )
            whole = len(runs) == 1
            place = "" if whole else box((BODY_BOX[0], top, BODY_BOX[2], tall + 8))
            holder = ('type="subTitle" idx="1"' if opening else 'idx="1"') if number == 3 else ""
            shapes.append(
                placeholder(number, f"Content Placeholder {number - 1}", holder, place, lines)
                if holder
                else _free_text(number, place, lines)
            )
        top += tall + 8
    return (
        f"<p:sld {NAMES}><p:cSld><p:spTree>{TREE}{''.join(shapes)}</p:spTree></p:cSld>"
        "<p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr></p:sld>"
    )


def _free_text(number: int, place: str, lines: str) -> str:
    return (
        f'<p:sp><p:nvSpPr><p:cNvPr id="{number}" name="TextBox {number - 1}"/>'
        f'<p:cNvSpPr txBox="1"/><p:nvPr/></p:nvSpPr><p:spPr>{place}<a:prstGeom prst="rect">'
        '<a:avLst/></a:prstGeom><a:noFill/></p:spPr><p:txBody><a:bodyPr wrap="square"/>'
        f"<a:lstStyle/>{lines}</p:txBody></p:sp>"
    )


def _runs(pieces: Sequence[Line | Row]) -> list[list[Line | Row]]:
    """Neighbours that share a shape: lines with lines, rows with rows of the same table."""
    runs: list[list[Line | Row]] = []
    for piece in pieces:
        last = runs[-1][-1] if runs else None
        grid = piece.grid if isinstance(piece, Row) else None
        if last is not None and (last.grid if isinstance(last, Row) else None) is grid:
            runs[-1].append(piece)
        else:
            runs.append([piece])
    return runs


def _run_xml(text: str, look: str) -> str:
    lines = text.split("\n")
    return "<a:br/>".join(
        f'<a:r><a:rPr lang="en-US"{look}<a:t>{escape(line)}</a:t></a:r>' for line in lines
    )


def _text_xml(line: Line, size: int) -> str:
    """A paragraph; size 0 leaves the size to the layout."""
    points = size - 3 if line.style in ("small", "note") and size else size
    measure = f' sz="{points * 100}"' if points else ""
    slant = ' i="1"' if line.style == "note" else ""
    end = _FONT.format("Courier New" if line.style == "mono" else "+mn-lt")
    align = ' algn="ctr"' if line.style == "center" else ""
    indent = (30 if line.bullet else 0) * EMU + line.depth * 22 * EMU
    bullet = {"": "<a:buNone/>", "•": '<a:buFont typeface="Arial"/><a:buChar char="•"/>'}.get(
        line.bullet, "<a:buNone/>"
    )
    hanging = -24 * EMU if line.bullet else 0
    style = f'<a:pPr marL="{indent}" indent="{hanging}"{align}>{bullet}</a:pPr>' if size else ""
    runs: list[str] = []
    if line.bullet not in ("", "•"):
        runs.append(_run_xml(f"{line.bullet} ", f"{measure}{_FONT.format('+mn-lt')}"))
    if line.label:
        runs.append(
            _run_xml(
                f"{line.label} " if line.text else line.label,
                f'{measure} b="1"{_FONT.format("+mn-lt")}',
            )
        )
    if line.text:
        runs.append(_run_xml(line.text, f"{measure}{slant}{end}"))
    return f"<a:p>{style}{''.join(runs)}</a:p>"


def _table_xml(run: Sequence[Line | Row], number: int, top: float, look: Look) -> str:
    rows = [piece for piece in run if isinstance(piece, Row)]
    grid = rows[0].grid
    widths = [round(share * BODY_BOX[2] * EMU) for share in grid.shares]
    drawn: list[str] = []
    if grid.header:
        drawn.append(_row_xml(grid.header, grid.right, grid.size, look.accent, "FFFFFF"))
    for at, row in enumerate(rows):
        shade = "F2F2F2" if at % 2 and look.table != "rules" else "FFFFFF"
        drawn.append(_row_xml(row.cells, grid.right, grid.size, shade, "000000"))
    columns = "".join(f'<a:gridCol w="{width}"/>' for width in widths)
    place = box((BODY_BOX[0], top, BODY_BOX[2], len(drawn) * (grid.size * 1.2 + 8)), "p")
    return (
        f'<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="{number}" name="Table {number - 1}"/>'
        '<p:cNvGraphicFramePr><a:graphicFrameLocks noGrp="1"/></p:cNvGraphicFramePr><p:nvPr/>'
        f'</p:nvGraphicFramePr>{place}<a:graphic><a:graphicData uri="{_TABLE_URI}"><a:tbl>'
        f'<a:tblPr firstRow="1" bandRow="1"/><a:tblGrid>{columns}</a:tblGrid>{"".join(drawn)}'
        "</a:tbl></a:graphicData></a:graphic></p:graphicFrame>"
    )


def _row_xml(cells: Sequence[str], right: Sequence[bool], size: int, shade: str, ink: str) -> str:
    bold = ' b="1"' if ink == "FFFFFF" else ""
    colour = f'<a:solidFill><a:srgbClr val="{ink}"/></a:solidFill>'
    look = f' sz="{size * 100}"{bold}>{colour}<a:latin typeface="+mn-lt"/></a:rPr>'
    edge = "".join(
        f'<a:{side} w="6350"><a:solidFill><a:srgbClr val="BFBFBF"/></a:solidFill></a:{side}>'
        for side in ("lnL", "lnR", "lnT", "lnB")
    )
    inside = "".join(
        f'<a:tc><a:txBody><a:bodyPr/><a:lstStyle/><a:p><a:pPr algn="{"r" if numbers else "l"}"/>'
        f'{_run_xml(text, look) if text else ""}</a:p></a:txBody><a:tcPr marL="63500" marR="63500" '
        f'marT="38100" marB="38100">{edge}<a:solidFill><a:srgbClr val="{shade}"/></a:solidFill>'
        "</a:tcPr></a:tc>"
        for text, numbers in zip(cells, right, strict=True)
    )
    return f'<a:tr h="{round((size * 1.2 + 8) * EMU)}">{inside}</a:tr>'


def extract(data: bytes) -> ExtractedText:
    """The text of a .pptx: a part per slide, in the order in which they are shown."""
    parts = opened(data, "ppt/presentation.xml", "ppt/slides/slide", "ppt/_rels/")
    targets = {
        one.get("Id"): f"ppt/{one.get('Target', '').removeprefix('/ppt/')}"
        for one in parts.get("ppt/_rels/presentation.xml.rels", ())
    }
    out: list[TextPart] = []
    for number, one in enumerate(parts["ppt/presentation.xml"].iter(f"{_P}sldId"), 1):
        name = targets.get(one.get(f"{{{OFFICE_RELATIONS}}}id"), "")
        if name not in parts:
            raise FormatError(f"slide {number} has no part {name!r}")
        tree = parts[name].find(f"{_P}cSld/{_P}spTree")
        lines = [
            line for shape in (tree if tree is not None else ()) for line in _shape_lines(shape)
        ]
        out.append(TextPart(unit="slide", number=number, text="\n".join(lines)))
    return ExtractedText(parts=tuple(out))


def _shape_lines(shape: Any) -> Iterator[str]:
    table = next(shape.iter(f"{_A}tbl"), None)
    if table is None:
        for paragraph in shape.iter(f"{_A}p"):
            yield _paragraph_text(paragraph)
        return
    for row in table.iter(f"{_A}tr"):
        yield " | ".join(
            " ".join(_paragraph_text(p) for p in cell.iter(f"{_A}p")).replace("\n", " ")
            for cell in row.iter(f"{_A}tc")
        )


def _paragraph_text(paragraph: Any) -> str:
    return "".join(
        "\n" if node.tag == f"{_A}br" else node.text or ""
        for node in paragraph.iter(f"{_A}t", f"{_A}br")
    )

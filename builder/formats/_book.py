"""The parts of an Excel workbook beside its sheets: list of sheets, strings, styles.

In: sheet names, strings, number formats, a look. Out: XML or deflated parts.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from xml.sax.saxutils import escape

from builder.formats._look import Look
from builder.formats._office import OFFICE_RELATIONS, Part, content_types, part, root_relations

NAMESPACE = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
NAMES = f'xmlns="{NAMESPACE}" xmlns:r="{OFFICE_RELATIONS}"'
_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml"
_FIRST_CODE = 164
# The fixed cell styles of every workbook, in the order of `style_sheet`; a number format has two
# more, for tables and for fields.
PLAIN, TITLE, BOLD, HEAD, HEAD_RIGHT, MONO, NOTE, WRAPPED, WRAPPED_NOTE, FIELD, CELL = range(11)


def workbook(names: Sequence[str]) -> str:
    listed = "".join(
        f'<sheet name="{escape(name, {chr(34): "&quot;"})}" sheetId="{number}" r:id="rId{number}"/>'
        for number, name in enumerate(names, 1)
    )
    return (
        f'<workbook {NAMES}><workbookPr defaultThemeVersion="124226"/><bookViews>'
        '<workbookView xWindow="0" yWindow="0" windowWidth="28800" windowHeight="12300"/>'
        f'</bookViews><sheets>{listed}</sheets><calcPr calcId="162913"/></workbook>'
    )


def shared(strings: dict[str, int], total: int) -> str:
    items = "".join(f'<si><t xml:space="preserve">{escape(text)}</t></si>' for text in strings)
    return f'<sst xmlns="{NAMESPACE}" count="{total}" uniqueCount="{len(strings)}">{items}</sst>'


@lru_cache(maxsize=512)
def style_sheet(look: Look, codes: tuple[str, ...]) -> Part:
    """Fonts, fills and borders of the look, then one cell style for each number format."""
    size = round(look.size)
    name = f'<name val="{look.office_font}"/>'
    white = look.table == "banded"
    fonts = [
        f'<sz val="{size}"/>{name}',
        f'<b/><sz val="{size + 4}"/><color rgb="FF{look.accent}"/>{name}',
        f'<b/><sz val="{size}"/>{name}',
        f'<b/><sz val="{size}"/><color rgb="FF{"FFFFFF" if white else "000000"}"/>{name}',
        f'<sz val="{size - 1}"/><name val="Courier New"/>',
        f'<i/><sz val="{size - 1}"/>{name}',
    ]
    fill = {"grid": "D9E1F2", "banded": look.accent, "rules": ""}[look.table]
    fills = ['<patternFill patternType="none"/>', '<patternFill patternType="gray125"/>']
    if fill:
        fills.append(
            f'<patternFill patternType="solid"><fgColor rgb="FF{fill}"/>'
            '<bgColor indexed="64"/></patternFill>'
        )
    line = 'style="thin"><color rgb="FFA6A6A6"/>'
    borders = [
        "<left/><right/><top/><bottom/><diagonal/>",
        f"<left/><right/><top/><bottom {line}</bottom><diagonal/>",
    ]
    if look.table == "grid":
        borders[1] = (
            "".join(f"<{side} {line}</{side}>" for side in ("left", "right", "top", "bottom"))
            + "<diagonal/>"
        )
    wrap, left, right = (
        f'<alignment horizontal="{side}" vertical="top" wrapText="1"/>'
        for side in ("general", "left", "right")
    )
    shade = 2 if fill else 0
    top = '<alignment vertical="top"/>'
    # (number format, font, fill, border, alignment), in the order of the style names above
    cells = [
        *((0, font, 0, 0, top) for font in (0, 1, 2)),
        (0, 3, shade, 1, wrap),
        (0, 3, shade, 1, right),
        *((0, font, 0, 0, top) for font in (4, 5)),
        *((0, font, 0, 0, wrap) for font in (0, 5)),
        (0, 0, 0, 0, left),
        (0, 0, 0, 1, wrap),
    ]
    for number in range(len(codes)):
        cells += [
            (_FIRST_CODE + number, 0, 0, 1, top),
            (_FIRST_CODE + number, 0, 0, 0, left),
        ]
    formats = "".join(
        f'<numFmt numFmtId="{_FIRST_CODE + number}" '
        f'formatCode="{escape(code, {chr(34): "&quot;"})}"/>'
        for number, code in enumerate(codes)
    )
    return part(
        "xl/styles.xml",
        f'<styleSheet xmlns="{NAMESPACE}">'
        + (f'<numFmts count="{len(codes)}">{formats}</numFmts>' if codes else "")
        + _counted("fonts", "font", fonts)
        + _counted("fills", "fill", fills)
        + _counted("borders", "border", borders)
        + '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/>'
        f'</cellStyleXfs><cellXfs count="{len(cells)}">'
        + "".join(
            f'<xf numFmtId="{code}" fontId="{font}" fillId="{shade}" borderId="{border}" '
            f'xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1" applyBorder="1" '
            f'applyAlignment="1">{align}</xf>'
            for code, font, shade, border, align in cells
        )
        + '</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/>'
        "</cellStyles></styleSheet>",
    )


def _counted(group: str, one: str, items: Sequence[str]) -> str:
    inside = "".join(f"<{one}>{item}</{one}>" for item in items)
    return f'<{group} count="{len(items)}">{inside}</{group}>'


@lru_cache(maxsize=64)
def fixed_parts(sheets: int) -> tuple[Part, Part]:
    kinds = {
        "/xl/workbook.xml": f"{_TYPE}.sheet.main+xml",
        "/xl/styles.xml": f"{_TYPE}.styles+xml",
        "/xl/sharedStrings.xml": f"{_TYPE}.sharedStrings+xml",
        **{
            f"/xl/worksheets/sheet{number}.xml": f"{_TYPE}.worksheet+xml"
            for number in range(1, sheets + 1)
        },
    }
    return content_types(kinds), root_relations("xl/workbook.xml")

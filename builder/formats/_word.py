"""The parts that all Word documents of one look share: styles, settings, fonts, page numbers.

In: a look. Out: deflated parts, and the pieces of XML that a document body is made of.
"""

from __future__ import annotations

import re
from functools import cache
from xml.sax.saxutils import escape

from builder.formats._look import Look, look_of
from builder.formats._office import (
    OFFICE_RELATIONS,
    Part,
    content_types,
    part,
    relations,
    root_relations,
)

NAMESPACE = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
NAMES = f'xmlns:w="{NAMESPACE}" xmlns:r="{OFFICE_RELATIONS}"'
_TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml"


def run(text: str, style: str = "") -> str:
    """A run; line feeds become line breaks."""
    lines = '</w:t><w:br/><w:t xml:space="preserve">'.join(escape(text).split("\n"))
    look = f"<w:rPr>{style}</w:rPr>" if style else ""
    return f'<w:r>{look}<w:t xml:space="preserve">{lines}</w:t></w:r>'


def paragraph(runs: str, style: str = "") -> str:
    """A paragraph; `style` is the inside of its properties."""
    return f"<w:p>{f'<w:pPr>{style}</w:pPr>' if style else ''}{runs}</w:p>"


def named(style: str, more: str = "") -> str:
    return f'<w:pStyle w:val="{style}"/>{more}'


@cache
def fixed_parts(number: int) -> tuple[Part, ...]:
    """What all documents of one look share; the content types come first."""
    look = look_of(number)
    kinds = {
        "document": "document.main",
        "styles": "styles",
        "settings": "settings",
        "fontTable": "fontTable",
        "footer1": "footer",
    }
    return (
        content_types({f"/word/{name}.xml": f"{_TYPE}.{kind}+xml" for name, kind in kinds.items()}),
        root_relations("word/document.xml"),
        relations(
            "word/_rels/document.xml.rels",
            ("styles", "styles.xml"),
            ("settings", "settings.xml"),
            ("fontTable", "fontTable.xml"),
            ("footer", "footer1.xml"),
        ),
        part("word/styles.xml", _styles(look)),
        part(
            "word/settings.xml",
            f'<w:settings {NAMES}><w:zoom w:percent="100"/><w:defaultTabStop w:val="720"/>'
            '<w:characterSpacingControl w:val="doNotCompress"/><w:compat><w:compatSetting '
            'w:name="compatibilityMode" w:uri="http://schemas.microsoft.com/office/word" '
            'w:val="15"/></w:compat></w:settings>',
        ),
        part(
            "word/fontTable.xml",
            f"<w:fonts {NAMES}>"
            + "".join(
                f'<w:font w:name="{name}"><w:charset w:val="00"/></w:font>'
                for name in (look.office_font, "Courier New")
            )
            + "</w:fonts>",
        ),
        part("word/footer1.xml", _footer(look)),
    )


def _footer(look: Look) -> str:
    """Page numbers in the manner of the look, as fields."""
    fields = {"n": "PAGE", "total": "NUMPAGES"}
    runs = "".join(
        f'<w:fldSimple w:instr=" {fields[piece[1:-1]]} ">{run("1")}</w:fldSimple>'
        if piece.startswith("{")
        else run(piece)
        for piece in re.split(r"(\{\w+\})", look.footer)
        if piece
    )
    return f"<w:ftr {NAMES}>{paragraph(runs, named('Footer'))}</w:ftr>"


def _style(name: str, title: str, paragraph: str = "", run: str = "") -> str:
    return (
        f'<w:style w:type="paragraph" w:styleId="{name}"><w:name w:val="{title}"/>'
        f'<w:basedOn w:val="Normal"/><w:qFormat/><w:pPr>{paragraph}</w:pPr>'
        f"<w:rPr>{run}</w:rPr></w:style>"
    )


def _styles(look: Look) -> str:
    size, colour = round(look.size * 2), f'<w:color w:val="{look.accent}"/>'
    line = {"rule": "single", "double": "double", "band": "thick"}.get(look.letterhead)
    under = (
        f'<w:pBdr><w:bottom w:val="{line}" w:sz="8" w:space="4" w:color="{look.accent}"/></w:pBdr>'
        if line
        else ""
    )
    edge = 'w:val="single" w:sz="4" w:space="0" w:color="8C8C8C"/>'
    sides = ("top", "left", "bottom", "right", "insideH", "insideV")
    drawn = sides if look.table == "grid" else ("top", "bottom", "insideH")
    headings = [
        _style(
            f"Heading{level}",
            f"heading {level}",
            f'<w:keepNext/><w:spacing w:before="{280 - 60 * level}" w:after="80"/>'
            f'<w:outlineLvl w:val="{level - 1}"/>',
            f'<w:b/>{"<w:i/>" if level == 3 else ""}{colour}<w:sz w:val="{size + 7 - 2 * level}"/>',
        )
        for level in (1, 2, 3)
    ]
    return (
        f"<w:styles {NAMES}><w:docDefaults><w:rPrDefault><w:rPr><w:rFonts "
        + " ".join(f'w:{script}="{look.office_font}"' for script in ("ascii", "hAnsi", "cs"))
        + f'/><w:sz w:val="{size}"/><w:szCs w:val="{size}"/><w:lang w:val="en-US"/></w:rPr>'
        '</w:rPrDefault><w:pPrDefault><w:pPr><w:spacing w:after="140" w:line="264" '
        'w:lineRule="auto"/></w:pPr></w:pPrDefault></w:docDefaults>'
        '<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/>'
        "<w:qFormat/></w:style>"
        '<w:style w:type="table" w:default="1" w:styleId="TableNormal">'
        '<w:name w:val="Normal Table"/><w:tblPr><w:tblInd w:w="0" w:type="dxa"/><w:tblCellMar>'
        '<w:left w:w="90" w:type="dxa"/><w:right w:w="90" w:type="dxa"/></w:tblCellMar></w:tblPr>'
        "</w:style>"
        + _style(
            "Title",
            "Title",
            f'{under}<w:spacing w:after="200"/><w:jc w:val="{look.title_align}"/>',
            f'<w:b/>{colour}<w:sz w:val="{size + 12}"/>',
        )
        + "".join(headings)
        + _style(
            "ListParagraph",
            "List Paragraph",
            '<w:tabs><w:tab w:val="left" w:pos="720"/></w:tabs><w:spacing w:after="60"/>'
            '<w:ind w:left="720" w:hanging="360"/>',
        )
        + _style("Field", "Field", '<w:spacing w:after="40"/>')
        + _style("Small", "Small", "", f'<w:sz w:val="{size - 3}"/>')
        + _style("Note", "Note", '<w:ind w:left="360"/>', f'<w:i/><w:sz w:val="{size - 3}"/>')
        + _style(
            "TableText",
            "Table Text",
            '<w:spacing w:before="20" w:after="20" w:line="240" w:lineRule="auto"/>',
        )
        + _style(
            "PlainText",
            "Plain Text",
            '<w:spacing w:after="0" w:line="252" w:lineRule="auto"/>',
            '<w:rFonts w:ascii="Courier New" w:hAnsi="Courier New" w:cs="Courier New"/>'
            '<w:sz w:val="18"/>',
        )
        + _style("Footer", "footer", '<w:jc w:val="center"/>', '<w:sz w:val="17"/>')
        + '<w:style w:type="table" w:styleId="CompanyTable"><w:name w:val="Company Table"/>'
        '<w:basedOn w:val="TableNormal"/><w:tblPr><w:tblBorders>'
        + "".join(f"<w:{side} {edge}" for side in drawn)
        + "</w:tblBorders></w:tblPr></w:style></w:styles>"
    )

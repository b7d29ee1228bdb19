"""The parts that all decks of one look share: master, layouts and theme of a PowerPoint file.

In: a look. Out: deflated parts. Lengths in these parts are in EMU, 12,700 to the point.
"""

from __future__ import annotations

from functools import cache

from builder.formats._look import Look, look_of
from builder.formats._office import OFFICE_RELATIONS, Part, part, relations, root_relations

EMU = 12_700
WIDTH, HEIGHT = 960, 540
NAMES = (
    'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" '
    f'xmlns:r="{OFFICE_RELATIONS}" '
    'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"'
)
TREE = (
    '<p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr>'
    '<a:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/><a:chOff x="0" y="0"/>'
    '<a:chExt cx="0" cy="0"/></a:xfrm></p:grpSpPr>'
)
TITLE_BOX = (48, 26, 864, 64)
BODY_BOX = (48, 112, 864, 380)
_OPENING_BOXES = ((72, 150, 816, 110), (72, 276, 816, 130))


def box(place: tuple[float, float, float, float], name: str = "a") -> str:
    """A position and size given in points."""
    x, y, cx, cy = (round(length * EMU) for length in place)
    return f'<{name}:xfrm><a:off x="{x}" y="{y}"/><a:ext cx="{cx}" cy="{cy}"/></{name}:xfrm>'


def placeholder(number: int, name: str, kind: str, place: str, paragraphs: str) -> str:
    """A text shape that takes the place which the layout keeps for it."""
    return (
        f'<p:sp><p:nvSpPr><p:cNvPr id="{number}" name="{name}"/><p:cNvSpPr>'
        f'<a:spLocks noGrp="1"/></p:cNvSpPr><p:nvPr><p:ph {kind}/></p:nvPr></p:nvSpPr>'
        f"<p:spPr>{place}</p:spPr><p:txBody><a:bodyPr><a:normAutofit/></a:bodyPr><a:lstStyle/>"
        f"{paragraphs}</p:txBody></p:sp>"
    )


@cache
def fixed_parts(number: int) -> tuple[Part, ...]:
    """Root relations, master, two layouts, theme and their relations."""
    look = look_of(number)
    layout = ("slideMaster", "../slideMasters/slideMaster1.xml")
    return (
        root_relations("ppt/presentation.xml"),
        part("ppt/slideMasters/slideMaster1.xml", _master(look)),
        relations(
            "ppt/slideMasters/_rels/slideMaster1.xml.rels",
            ("slideLayout", "../slideLayouts/slideLayout1.xml"),
            ("slideLayout", "../slideLayouts/slideLayout2.xml"),
            ("theme", "../theme/theme1.xml"),
        ),
        part("ppt/slideLayouts/slideLayout1.xml", _opening_layout(look)),
        relations("ppt/slideLayouts/_rels/slideLayout1.xml.rels", layout),
        part("ppt/slideLayouts/slideLayout2.xml", _content_layout()),
        relations("ppt/slideLayouts/_rels/slideLayout2.xml.rels", layout),
        part("ppt/theme/theme1.xml", _theme(look)),
    )


def _empty(text: str) -> str:
    return f'<a:p><a:r><a:rPr lang="en-US"/><a:t>{text}</a:t></a:r></a:p>'


def _bar(number: int, place: tuple[float, float, float, float]) -> str:
    """A coloured bar of the house style."""
    return (
        f'<p:sp><p:nvSpPr><p:cNvPr id="{number}" name="Rectangle {number}"/><p:cNvSpPr/>'
        f'<p:nvPr userDrawn="1"/></p:nvSpPr><p:spPr>{box(place)}<a:prstGeom prst="rect">'
        '<a:avLst/></a:prstGeom><a:solidFill><a:schemeClr val="accent1"/></a:solidFill><a:ln>'
        "<a:noFill/></a:ln></p:spPr><p:txBody><a:bodyPr/><a:lstStyle/><a:p><a:endParaRPr "
        'lang="en-US"/></a:p></p:txBody></p:sp>'
    )


def _master(look: Look) -> str:
    bars = {
        "band": [(0, 0, WIDTH, 16)],
        "rule": [(48, 94, 864, 1.5)],
        "double": [(48, 94, 864, 1), (48, 97, 864, 1)],
        "none": [(0, 0, 12, HEIGHT)],
    }
    drawn = "".join(_bar(7 + at, place) for at, place in enumerate(bars[look.letterhead]))
    align = "ctr" if look.title_align == "center" else "l"
    levels = "".join(
        f'<a:lvl{level}pPr marL="{level * 228600}" indent="-228600" algn="l"><a:spcBef>'
        f'<a:spcPts val="600"/></a:spcBef><a:buFont typeface="Arial"/><a:buChar char="•"/>'
        f'<a:defRPr sz="{2200 - 200 * level}"><a:solidFill><a:schemeClr val="tx1"/></a:solidFill>'
        f'<a:latin typeface="+mn-lt"/></a:defRPr></a:lvl{level}pPr>'
        for level in (1, 2, 3)
    )
    return (
        f'<p:sldMaster {NAMES}><p:cSld><p:bg><p:bgRef idx="1001"><a:schemeClr val="bg1"/></p:bgRef>'
        f"</p:bg><p:spTree>{TREE}{drawn}"
        + placeholder(
            2,
            "Title Placeholder 1",
            'type="title"',
            box(TITLE_BOX) + '<a:prstGeom prst="rect"><a:avLst/></a:prstGeom>',
            _empty("Click to edit Master title style"),
        )
        + placeholder(
            3,
            "Text Placeholder 2",
            'type="body" idx="1"',
            box(BODY_BOX) + '<a:prstGeom prst="rect"><a:avLst/></a:prstGeom>',
            _empty("Click to edit Master text styles"),
        )
        + '</p:spTree></p:cSld><p:clrMap bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2" '
        + " ".join(f'accent{n}="accent{n}"' for n in range(1, 7))
        + ' hlink="hlink" folHlink="folHlink"/><p:sldLayoutIdLst><p:sldLayoutId id="2147483649" '
        'r:id="rId1"/><p:sldLayoutId id="2147483650" r:id="rId2"/></p:sldLayoutIdLst><p:txStyles>'
        f'<p:titleStyle><a:lvl1pPr algn="{align}"><a:defRPr sz="2800" b="1"><a:solidFill>'
        '<a:schemeClr val="accent1"/></a:solidFill><a:latin typeface="+mj-lt"/></a:defRPr>'
        f"</a:lvl1pPr></p:titleStyle><p:bodyStyle>{levels}</p:bodyStyle><p:otherStyle/>"
        "</p:txStyles></p:sldMaster>"
    )


def _opening_layout(look: Look) -> str:
    align = "ctr" if look.title_align == "center" else "l"
    title, under = _OPENING_BOXES
    subtitle = placeholder(
        3,
        "Subtitle 2",
        'type="subTitle" idx="1"',
        box(under),
        _empty("Click to edit Master subtitle style"),
    )
    subtitle = subtitle.replace(
        "<a:lstStyle/>",
        f'<a:lstStyle><a:lvl1pPr marL="0" indent="0" algn="{align}"><a:buNone/>'
        '<a:defRPr sz="2000"/></a:lvl1pPr></a:lstStyle>',
    )
    heading = placeholder(
        2, "Title 1", 'type="ctrTitle"', box(title), _empty("Click to edit Master title style")
    )
    heading = heading.replace("<a:bodyPr>", '<a:bodyPr anchor="b">').replace(
        "<a:lstStyle/>",
        f'<a:lstStyle><a:lvl1pPr algn="{align}"><a:defRPr sz="4000"/></a:lvl1pPr></a:lstStyle>',
    )
    return _layout("title", "Title Slide", heading + subtitle)


def _content_layout() -> str:
    return _layout(
        "obj",
        "Title and Content",
        placeholder(2, "Title 1", 'type="title"', "", _empty("Click to edit title"))
        + placeholder(3, "Content Placeholder 2", 'idx="1"', "", _empty("Click to edit")),
    )


def _layout(kind: str, name: str, shapes: str) -> str:
    return (
        f'<p:sldLayout {NAMES} type="{kind}" preserve="1"><p:cSld name="{name}"><p:spTree>{TREE}'
        f"{shapes}</p:spTree></p:cSld><p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr>"
        "</p:sldLayout>"
    )


def _theme(look: Look) -> str:
    colours = {
        "dk2": "44546A",
        "lt2": "E7E6E6",
        "accent1": look.accent,
        "accent2": "7F7F7F",
        "accent3": "A5A5A5",
        "accent4": "C09000",
        "accent5": "5B7FA6",
        "accent6": "6A8F4F",
        "hlink": "0563C1",
        "folHlink": "954F72",
    }
    scheme = (
        '<a:dk1><a:sysClr val="windowText" lastClr="000000"/></a:dk1>'
        '<a:lt1><a:sysClr val="window" lastClr="FFFFFF"/></a:lt1>'
        + "".join(
            f'<a:{name}><a:srgbClr val="{value}"/></a:{name}>' for name, value in colours.items()
        )
    )
    fonts = "".join(
        f'<a:{kind}Font><a:latin typeface="{look.office_font}"/><a:ea typeface=""/>'
        f'<a:cs typeface=""/></a:{kind}Font>'
        for kind in ("major", "minor")
    )
    fill = '<a:solidFill><a:schemeClr val="phClr"/></a:solidFill>'
    line = f'<a:ln w="6350">{fill}</a:ln>'
    return (
        f'<a:theme {NAMES.split(" xmlns:r")[0]} name="Office Theme"><a:themeElements>'
        f'<a:clrScheme name="Office">{scheme}</a:clrScheme><a:fontScheme name="Office">{fonts}'
        f'</a:fontScheme><a:fmtScheme name="Office"><a:fillStyleLst>{fill * 3}</a:fillStyleLst>'
        f"<a:lnStyleLst>{line * 3}</a:lnStyleLst><a:effectStyleLst>"
        f"{'<a:effectStyle><a:effectLst/></a:effectStyle>' * 3}</a:effectStyleLst>"
        f"<a:bgFillStyleLst>{fill * 3}</a:bgFillStyleLst></a:fmtScheme></a:themeElements>"
        "</a:theme>"
    )

"""What Word, Excel and PowerPoint files have in common: a zip of XML parts, and their properties.

In: parts as text, a file's properties. Out: bytes, the same each time. Parts that never change are
deflated once per process.
"""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC
from functools import lru_cache
from typing import Any
from xml.sax.saxutils import escape

from lxml import etree  # pyright: ignore[reportAttributeAccessIssue]

from builder.errors import FormatError
from builder.formats._text import deflated
from builder.schema import FileProperties

DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_SCHEMAS = "http://schemas.openxmlformats.org"
OFFICE_RELATIONS = f"{_SCHEMAS}/officeDocument/2006/relationships"
_TYPES = "application/vnd.openxmlformats"
_PACKAGE_RELATIONS = f"{_SCHEMAS}/package/2006/relationships"
# Office itself dates every entry 1 January 1980 and marks it "deflated, maximum".
_ENTRY = struct.Struct("<HHHHHIIIHH")
_PARSER = etree.XMLParser(resolve_entities=False)


@dataclass(frozen=True)
class Part:
    """One file of a package, deflated."""

    name: str
    packed: bytes
    check: int
    size: int


def part(name: str, xml: str) -> Part:
    """A part of `xml`, which comes without its declaration."""
    content = (DECLARATION + xml).encode("utf-8")
    return Part(name, deflated(content, -13), zlib.crc32(content), len(content))


def package(parts: Iterable[Part]) -> bytes:
    """A zip file of the parts, in their order; `[Content_Types].xml` comes first."""
    out: list[bytes] = []
    directory: list[bytes] = []
    at = 0
    for one in parts:
        name = one.name.encode()
        head = _ENTRY.pack(20, 6, 8, 0, 33, one.check, len(one.packed), one.size, len(name), 0)
        directory += [b"PK\1\2\x14\0", head, struct.pack("<HHHII", 0, 0, 0, 0, at), name]
        out += [b"PK\3\4", head, name, one.packed]
        at += 30 + len(name) + len(one.packed)
    index = b"".join(directory)
    count = len(directory) // 4
    end = struct.pack("<4sHHHHIIH", b"PK\5\6", 0, 0, count, count, len(index), at, 0)
    return b"".join([*out, index, end])


def content_types(main: Mapping[str, str]) -> Part:
    """The list of parts; `main` maps part names to content types."""
    kinds = {
        **main,
        "/docProps/core.xml": f"{_TYPES}-package.core-properties+xml",
        "/docProps/app.xml": f"{_TYPES}-officedocument.extended-properties+xml",
    }
    overrides = "".join(
        f'<Override PartName="{name}" ContentType="{kind}"/>' for name, kind in kinds.items()
    )
    return part(
        "[Content_Types].xml",
        f'<Types xmlns="{_SCHEMAS}/package/2006/content-types">'
        '<Default Extension="rels" '
        'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        f'<Default Extension="xml" ContentType="application/xml"/>{overrides}</Types>',
    )


@lru_cache(maxsize=512)
def relations(name: str, *targets: tuple[str, str]) -> Part:
    """The relations of a part: (type, target) pairs, numbered rId1, rId2, ..."""
    lines = "".join(
        f'<Relationship Id="rId{number}" '
        f'Type="{kind if ":" in kind else f"{OFFICE_RELATIONS}/{kind}"}" Target="{target}"/>'
        for number, (kind, target) in enumerate(targets, 1)
    )
    return part(name, f'<Relationships xmlns="{_PACKAGE_RELATIONS}">{lines}</Relationships>')


def root_relations(main: str) -> Part:
    """The relations of the package: its main part and its properties."""
    core = f"{_PACKAGE_RELATIONS}/metadata/core-properties"
    return relations(
        "_rels/.rels",
        ("officeDocument", main),
        (core, "docProps/core.xml"),
        ("extended-properties", "docProps/app.xml"),
    )


def properties(
    about: FileProperties, application: str, counts: str, more: str = ""
) -> tuple[Part, Part]:
    """docProps/core.xml and docProps/app.xml; `counts` and `more` are elements of the latter."""
    when = about.created.astimezone(UTC) if about.created.tzinfo else about.created
    stamp = f"{when:%Y-%m-%dT%H:%M:%SZ}"
    author = escape(about.author)
    core = (
        f'<cp:coreProperties xmlns:cp="{_SCHEMAS}/package/2006/metadata/core-properties" '
        'xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" '
        'xmlns:dcmitype="http://purl.org/dc/dcmitype/" '
        'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">'
        f"<dc:title>{escape(about.title)}</dc:title><dc:creator>{author}</dc:creator>"
        f"<cp:lastModifiedBy>{author}</cp:lastModifiedBy><cp:revision>1</cp:revision>"
        f'<dcterms:created xsi:type="dcterms:W3CDTF">{stamp}</dcterms:created>'
        f'<dcterms:modified xsi:type="dcterms:W3CDTF">{stamp}</dcterms:modified>'
        "</cp:coreProperties>"
    )
    app = (
        f'<Properties xmlns="{_SCHEMAS}/officeDocument/2006/extended-properties" '
        f'xmlns:vt="{_SCHEMAS}/officeDocument/2006/docPropsVTypes">'
        f"{counts}<Application>{application}</Application><DocSecurity>0</DocSecurity>"
        f"<ScaleCrop>false</ScaleCrop>{more}<Company>{escape(about.company)}</Company>"
        "<LinksUpToDate>false</LinksUpToDate><SharedDoc>false</SharedDoc>"
        "<HyperlinksChanged>false</HyperlinksChanged>"
        f"<AppVersion>{_version(about.created.year)}</AppVersion></Properties>"
    )
    return part("docProps/core.xml", core), part("docProps/app.xml", app)


def _version(year: int) -> str:
    """The version of Office that a company has in a year."""
    return f"{next((v for y, v in ((2016, 16), (2013, 15), (2010, 14)) if year >= y), 12)}.0000"


def opened(data: bytes, main: str, *others: str) -> dict[str, Any]:
    """The part `main` of a package and those whose names begin with one of `others`, parsed, by
    name; FormatError unless `main` is among them."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            names = archive.namelist()
            if main not in names:
                raise FormatError(f"no {main} in the package: another kind of file")
            return {
                name: etree.fromstring(archive.read(name), _PARSER)
                for name in names
                if name == main or name.startswith(others)
            }
    except (zipfile.BadZipFile, zlib.error, etree.XMLSyntaxError, EOFError) as exc:
        raise FormatError(f"not a readable package: {exc}") from exc

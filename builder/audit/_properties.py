"""What the outside of a file says: properties, container, producer; values as short strings.

In: a document and its bytes. Out: property name -> value. Nothing of the text is read. Values that
are names of a world (author, company) are turned into relations, since a name means nothing in
another world.
"""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from typing import Any

from lxml import etree  # pyright: ignore[reportAttributeAccessIssue]

from builder.audit._published import Document

_PDF_INFO = re.compile(
    rb"/(Producer|Creator|Author|Title|Subject|Keywords)\s*\(((?:[^()\\]|\\.)*)\)"
)
_PDF_FONT = re.compile(rb"/BaseFont\s*/(?:[A-Z]{6}\+)?([A-Za-z0-9-]+)")


def properties(document: Document, content: bytes) -> dict[str, str]:
    """Container and property features of one file."""
    if document.format == "pdf":
        return _pdf(document, content)
    if content.startswith(b"PK"):
        return _office(document, content)
    return _text(content)


def _shape(value: str) -> str:
    """Letters to a, digits to 9, runs shortened: the form of a value without its content."""
    return re.sub(
        r"9+", "9", re.sub(r"a+", "a", re.sub(r"\d", "9", re.sub(r"[^\W\d]", "a", value)))
    )


def _pdf(document: Document, content: bytes) -> dict[str, str]:
    info = {k.decode(): v.decode("latin-1") for k, v in _PDF_INFO.findall(content)}
    fonts = sorted({f.decode() for f in _PDF_FONT.findall(content)})
    return {
        "producer": info.get("Producer", ""),
        "creator": info.get("Creator", ""),
        "keywords": info.get("Keywords", "") + info.get("Subject", ""),
        "author": info.get("Author", ""),
        "title shape": _shape(info.get("Title", ""))[:40],
        "container": content[:8].decode("latin-1").strip(),
        "fonts": ",".join(fonts)[:120],
        "objects": str(content.count(b" obj")),
        "images": str(content.count(b"/Subtype /Image") + content.count(b"/Subtype/Image")),
    }


def _text(content: bytes) -> dict[str, str]:
    lines = content.splitlines()
    return {
        "container": "bom" if content.startswith(b"\xef\xbb\xbf") else "plain",
        "line ends": "crlf" if b"\r\n" in content else "lf",
        "ends with feed": str(content.endswith(b"\n")),
        "blank lines": str(sum(not line.strip() for line in lines)),
        "ascii": str(content.isascii()),
    }


def _office(document: Document, content: bytes) -> dict[str, str]:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        members = archive.infolist()
        order = ",".join(re.sub(r"\d+", "9", m.filename) for m in members)
        found = {
            "zip order": f"{zlib.crc32(order.encode()):08x}",
            "zip members": str(len(members)),
            "zip stamp": str(members[0].date_time),
            "zip system": str({m.create_system for m in members}),
            "images": str(sum("media/" in m.filename for m in members)),
        }
        for member in ("docProps/core.xml", "docProps/app.xml"):
            if member in archive.namelist():
                found |= _fields(etree.fromstring(archive.read(member)))
    return found


def _fields(root: Any) -> dict[str, str]:
    """Leaves of a property part by their local name; counts of pages and words are content."""
    names = {
        "creator": "author",
        "lastModifiedBy": "modified by",
        "Application": "producer",
        "AppVersion": "creator",
        "Company": "company",
        "revision": "revision",
        "keywords": "keywords",
        "TotalTime": "editing time",
        "Template": "template",
        "category": "category",
        "description": "description",
        "title": "title",
    }
    found: dict[str, str] = {}
    for leaf in root.iter():
        if isinstance(leaf.tag, str) and len(leaf) == 0:
            name = names.get(etree.QName(leaf).localname)
            if name == "title":
                found["title shape"] = _shape(leaf.text or "")[:40]
            elif name:
                found[name] = leaf.text or ""
    return found

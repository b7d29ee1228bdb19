"""Reads html and xml opinions into raw pages: star pages part them, footnotes follow their page.

In: bytes of an html page, or of an xml case file that holds html in its elements. Out: raw pages
numbered as the reporter numbers them. Raises FormatError for markup without text. No side effects.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from lxml import etree, html  # pyright: ignore[reportAttributeAccessIssue]
from lxml.html import HtmlElement

from builder.errors import FormatError
from builder.filings.cleaning import RawPage

_PAGE, _REF, _NOTE, _END = "\x01", "\x02", "\x03", "\x04"
_BLOCKS = frozenset(
    {
        "address",
        "article",
        "aside",
        "blockquote",
        "center",
        "dd",
        "div",
        "dl",
        "dt",
        "footer",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "header",
        "hr",
        "li",
        "main",
        "ol",
        "p",
        "pre",
        "section",
        "table",
        "td",
        "th",
        "tr",
        "ul",
    }
)
_SKIPPED = frozenset({"head", "script", "style", "noscript", "title", "template"})
_STAR = re.compile(r"^\s*\[?\*{1,2}(\d{1,4})\]?\s*$")
_BRACKETED = re.compile(r"\[\d{1,4} [A-Z][A-Za-z0-9. ]{0,14}? (\d{1,5})\]")


def read_markup(name: str, content: bytes) -> list[RawPage]:
    """Raw pages of an html or xml paper."""
    is_xml = content.lstrip()[:200].lower().find(b"<html") < 0 and _looks_like_xml(content)
    text = _xml_text(name, content) if is_xml else _html_text(_parse(name, content))
    text = _BRACKETED.sub(lambda m: f"{_PAGE}{m.group(1)}{_END}", text)
    pages = list(_pages(text))
    if not any(page.text.strip() for page in pages):
        raise FormatError(f"{name!r}: has no text")
    return pages


def _looks_like_xml(content: bytes) -> bool:
    head = content.lstrip()[:300]
    return head.startswith(b"<?xml") or not re.match(
        rb"<(!doctype|section|div|p|article|body|pre)\b", head, re.IGNORECASE
    )


def _parse(name: str, content: bytes) -> HtmlElement:
    try:
        return html.fromstring(content.decode("utf-8", errors="replace"))
    except (etree.ParserError, etree.XMLSyntaxError, ValueError) as exc:
        raise FormatError(f"{name!r}: is not html: {exc}") from exc


def _xml_text(name: str, content: bytes) -> str:
    """The text of an xml case file: elements that hold escaped html are read as html."""
    parser = etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=False)
    try:
        root = etree.fromstring(content, parser)
    except etree.XMLSyntaxError as exc:
        raise FormatError(f"{name!r}: is not xml: {exc}") from exc
    fragments = [
        e.text
        for e in root.iter()
        if isinstance(e.tag, str) and e.text and e.tag.lower().endswith("html")
    ]
    if fragments:
        return "\n".join(_html_text(html.fromstring(f"<div>{f}</div>")) for f in fragments)
    return _html_text(html.fromstring(content))


def _html_text(root: HtmlElement) -> str:
    first = root.get("data-firstpage")
    text = re.sub(r"[ \t]*\n[ \t]*", "\n", "".join(_walk(root)))
    return f"{_PAGE}{first}{_END}{text}" if first and first.isdigit() else text


def _walk(node: HtmlElement) -> Iterator[str]:
    if not isinstance(node.tag, str) or node.tag in _SKIPPED:
        return
    mark = _mark(node)
    if mark is not None:
        yield mark
        return
    is_block = node.tag in _BLOCKS
    if is_block:
        yield "\n"
    if "footnote" in (node.get("class") or "").split() and node.tag in ("aside", "div", "li"):
        yield f"{_NOTE}{node.get('data-label') or node.get('label') or ''}{_END}"
    yield _flat(node.text)
    for child in node:
        yield from _walk(child)
        yield _flat(child.tail)
    if node.tag == "br" or is_block:
        yield "\n"


def _flat(text: str | None) -> str:
    return re.sub(r"\s+", " ", text or "")


def _mark(node: HtmlElement) -> str | None:
    """A page mark, a reference to a footnote or the number of one; None for an ordinary node."""
    text = node.text_content().strip()
    kind = node.get("class") or ""
    if "page-label" in kind or "star-pagination" in kind or "page-number" in kind:
        digits = re.sub(r"\D", "", node.get("data-label") or node.get("number") or text)
        return f"{_PAGE}{digits}{_END}"
    if node.tag in ("span", "a") and (star := _STAR.match(text)):
        return f"{_PAGE}{star.group(1)}{_END}"
    if node.tag != "a" or not re.fullmatch(r"\[?(\d{1,3}|\*)\]?", text):
        return None
    number, target = text.strip("[]"), node.get("href") or ""
    if re.match(r"#(fn|ref_)", target) and (node.get("name") or "").startswith("fr"):
        return f"{_NOTE}{number}{_END}"
    if target.startswith("#ref_"):
        return ""
    return f"{_REF}{number}{_END}" if target.startswith("#") else None


def _pages(text: str) -> Iterator[RawPage]:
    body, notes = _without_notes(text)
    first, *rest = re.split(f"{_PAGE}(\\d+){_END}", body)
    numbers = [int(n) for n in rest[::2]]
    start = _first_page(text) or numbers[0] - 1 if numbers else 1
    texts = [first, *rest[1::2]]
    for number, page in zip([max(start, 0), *numbers], texts, strict=True):
        if not page.strip():
            continue
        cited = re.findall(f"{_REF}(\\d+){_END}", page)
        marked = re.sub(f"{_REF}([\\d*]+){_END}", r"[n.\1]", page)
        below = "".join(f"\n\n[n.{n}] {notes.pop(n)}" for n in cited if n in notes)
        yield RawPage(number=number, text=marked.strip("\n"), notes=below)


def _first_page(text: str) -> int | None:
    """The page that a citation at the head gives as the first: `590 B.R. 577`."""
    found = re.match(r"\s*\d{1,4} [A-Z][A-Za-z0-9. ]{0,14}? (\d{1,5})\s*\n", text)
    return int(found.group(1)) if found else None


def _without_notes(text: str) -> tuple[str, dict[str, str]]:
    body, *parts = re.split(f"{_NOTE}(\\d*){_END}", text)
    notes = {
        number: re.sub(r"\s*\n\s*", " ", re.sub("[\x01\x02]\\d*\x04", "", note)).strip(" -")
        for number, note in zip(parts[::2], parts[1::2], strict=True)
    }
    return re.sub(r"\n\s*-{4,}\s*\n\s*Notes:\s*$", "\n", body.rstrip()), notes

"""Reads a docket that somebody saved: a PACER page, the Internet Archive's xml, or JSON.

In: bytes. JSON may be juriscraper's, or CourtListener's of a docket, its entries, or a search for
its papers. Out: a `SavedDocket`. Raises FormatError for what is no docket or is damaged, and
ConfigError where juriscraper, which reads PACER's pages, is not installed. No side effects.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterator
from datetime import date
from typing import Any, cast

from lxml import etree  # pyright: ignore[reportAttributeAccessIssue]

from builder.errors import ConfigError, FormatError
from builder.filings.courts import court_named, court_of
from builder.filings.docket import attachments_of, side_of
from builder.filings.entries import Entry, kind_of_entry, standing_of
from builder.schema import Docket, DocketEntry, Record

SUFFIXES = (".html", ".htm", ".xml", ".json")
_HOST = re.compile(r"\becf\.([a-z]+)\.uscourts\.gov")
_HEAD = re.compile(r"U\.S\. (?:District|Bankruptcy) Court\b.{0,200}?DOCKET FOR", re.I | re.S)
_TELLING = {"document_number", "entry_number", "recap_documents"}
_ROWS = ("docket_entries", "recap_documents", "results", "entries")
# What juriscraper raises on a page that only looks like a docket.
_DAMAGE = (
    AssertionError,
    AttributeError,
    IndexError,
    KeyError,
    TypeError,
    ValueError,
    etree.LxmlError,
)


class SavedDocket(Record):
    """A docket with its entries, each attachment an entry of its own."""

    docket: Docket
    entries: tuple[Entry, ...]


def is_docket(content: bytes) -> bool:
    """Whether a file looks like a saved docket."""
    head = content[:200_000]
    if b"<gov_uscourts_docket" in head[:2000]:
        return True
    if re.search(rb"Docket\s+Text", head) and re.search(rb"DOCKET\s+FOR\s+CASE", head):
        return True
    return head.lstrip()[:1] in (b"{", b"[") and any(
        f'"{name}"'.encode() in head for name in ("docket_entries", "recap_documents", "docket_id")
    )


def read_docket(name: str, content: bytes) -> SavedDocket:
    """The docket of a file; FormatError names the file and what is wrong with it."""
    start = content.lstrip()[:1]
    try:
        if start in (b"{", b"["):
            found = _of_json(json.loads(content))
        elif b"<gov_uscourts_docket" in content[:2000]:
            found = _of_pacer(_archive, content, _element(content, b"court"))
        else:
            found = _of_pacer(_page, content, _court_of_page(content))
    except _DAMAGE as exc:
        raise FormatError(f"{name!r}: is no docket that can be read: {_short(exc)}") from exc
    if not found.entries:
        raise FormatError(f"{name!r}: is a docket without entries")
    return found


def docket_with(docket: Docket, entries: tuple[Entry, ...]) -> Docket:
    """A docket with its entries classified: the kind of each, why, and why it does not count."""
    told = []
    for entry, why in sorted(standing_of(entries), key=lambda told: _day(told[0])):
        kind = kind_of_entry(entry)
        said = " ".join(entry.title.split()) if entry.attachment else ""
        told.append(
            DocketEntry(
                number=entry.number if entry.entry is not None else "",
                filed=entry.filed,
                kind=kind.kind,
                reason=kind.reason,
                text=said or " ".join(f"{entry.text or entry.title}".split()),
                left_out=why,
            )
        )
    return docket.model_copy(update={"entries": tuple(told)})


def _day(entry: Entry) -> tuple[date, int, int]:
    return (entry.filed or date.min, entry.entry or 0, entry.attachment or 0)


def _of_pacer(
    read: Callable[[str, str], dict[str, Any]], content: bytes, court_id: str
) -> SavedDocket:
    if not court_id:
        raise ValueError("it does not say of which court it is")
    return _of_json(read(court_id, content.decode("utf-8", errors="replace")))


def _page(court_id: str, text: str) -> dict[str, Any]:
    report = _juriscraper().DocketReport(court_id)
    report._parse_text(text)
    return cast(dict[str, Any], report.data)


def _archive(court_id: str, text: str) -> dict[str, Any]:
    report = _juriscraper().InternetArchive(court_id)
    report._parse_text(text.partition("?>")[2] if text.lstrip().startswith("<?xml") else text)
    return cast(dict[str, Any], report.data)


def _juriscraper() -> Any:
    os.environ.setdefault("JURISCRAPER_LOG", os.devnull)  # else it warns that it has no log file
    try:
        from juriscraper import pacer
    except ImportError as exc:
        raise ConfigError(
            "dockets saved from PACER are read by juriscraper: "
            "pip install 'investigation-worlds[records]'"
        ) from exc
    return pacer


def _of_json(value: Any) -> SavedDocket:
    """A docket in any of the JSON forms, told apart by the fields of its rows."""
    head: dict[str, Any] = value if isinstance(value, dict) else {}
    rows = value if isinstance(value, list) else next((head[n] for n in _ROWS if head.get(n)), [])
    if not all(isinstance(row, dict) and _TELLING & row.keys() for row in rows):
        raise ValueError("its rows have no number of an entry or a document")
    entries = tuple(entry for row in rows for entry in _entries(row))
    first = next((row for row in rows if isinstance(row, dict)), {})
    if first.get("recap_documents") and first.get("docket_id"):
        head = {**first, **head}  # a search for cases: the row is the docket
    return SavedDocket(docket=docket_of(head), entries=_with_attachments(entries))


def docket_of(head: dict[str, Any]) -> Docket:
    """A docket's own row, or its head in any of the JSON forms, without entries."""
    parties = [p for p in head.get("parties") or () if isinstance(p, dict)]
    name = str(head.get("case_name") or head.get("caseName") or "")
    plaintiff, _, defendant = name.partition(" v. ")
    sides = {
        side: tuple(dict.fromkeys(p["name"] for p in parties if side_of(p.get("type", "")) == side))
        for side in ("plaintiff", "defendant")
    }
    counsel = [a["name"].strip(" ,") for p in parties for a in p.get("attorneys") or ()]
    judges = [head.get("assigned_to_str") or "", head.get("referred_to_str") or ""]
    court = court_of(str(head.get("court_id") or ""))
    return Docket(
        court=court.name if court else "",
        case_name=name,
        docket_number=str(head.get("docket_number") or head.get("docketNumber") or ""),
        nature_of_suit=str(head.get("nature_of_suit") or head.get("suitNature") or ""),
        plaintiffs=sides["plaintiff"] or ((plaintiff,) if defendant else ()),
        defendants=sides["defendant"] or ((defendant,) if defendant else ()),
        people=tuple(dict.fromkeys(" ".join(p.split()) for p in (*judges, *counsel) if p.strip())),
    )


def _entries(row: dict[str, Any]) -> Iterator[Entry]:
    """The papers of a row: of a docket entry all that it nests, else the row itself."""
    nested = row.get("recap_documents")
    if isinstance(nested, list):
        for paper in nested:
            yield _entry({**{k: row.get(k) for k in _OF_ENTRY}, **_given(paper)})
        if not nested:
            yield _entry(row)
        return
    main = _entry(row)
    yield main
    for attached in row.get("attachments") or ():
        title = str(attached.get("description") or "")
        yield main.model_copy(
            update={"attachment": _number(attached["attachment_number"]), "title": title}
        )


_OF_ENTRY = ("entry_number", "date_filed", "description", "docket_id")


def _given(paper: dict[str, Any]) -> dict[str, Any]:
    """A nested paper's own fields; its description is the title of the paper."""
    short = paper.get("short_description") or paper.get("description") or ""
    kept = {k: v for k, v in paper.items() if k not in ("description", "date_filed")}
    return {**kept, "short_description": short}


def _entry(row: dict[str, Any]) -> Entry:
    filed = row.get("date_filed") or row.get("entry_date_filed")
    said = row.get("document_number")
    number = _number(said if said not in (None, "") else row.get("entry_number"))
    return Entry(
        entry=number,
        attachment=_number(row.get("attachment_number")),
        text=str(row.get("description") or ""),
        title=str(row.get("short_description") or ""),
        filed=date.fromisoformat(str(filed)[:10]) if filed else None,
        pages=row.get("page_count"),
        sealed=bool(row.get("is_sealed")),
        sha1=str(row.get("sha1") or ""),
        paper_id=_number(row.get("id")) or 0,
    )


def _number(value: object) -> int | None:
    text = str(value if value is not None else "").strip()
    return int(text) if text.isdigit() else None


def _with_attachments(entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
    """The entries, and the attachments that their texts list and that are no rows of their own."""
    own = {(entry.entry, entry.attachment) for entry in entries}
    found: list[Entry] = []
    for entry in entries:
        found.append(entry)
        if entry.attachment or entry.entry is None:
            continue
        for number, title in attachments_of(entry.text):
            if (entry.entry, int(number)) not in own:
                own.add((entry.entry, int(number)))
                update = {"attachment": int(number), "title": title, "sha1": "", "paper_id": 0}
                found.append(entry.model_copy(update=update))
    return tuple(found)


def _court_of_page(content: bytes) -> str:
    text = content.decode("utf-8", errors="replace")
    if host := _HOST.search(text):
        return host[1]
    head = _HEAD.search(re.sub(r"<[^>]+>", " ", text))
    place = re.sub(r"\(.*?\)", "", head[0]) if head else ""
    named = re.sub(r"(?i)u\.s\. (district|bankruptcy) court", r"\1 court for the", place)
    court = court_named(named)
    return court.court_id if court else ""


def _element(content: bytes, name: bytes) -> str:
    found = re.search(b"<%b>\\s*([a-z]+)\\s*</%b>" % (name, name), content)
    return found[1].decode() if found else ""


def _short(exc: Exception) -> str:
    return " ".join(f"{type(exc).__name__}: {exc}".split())[:200]

"""A docket of CourtListener as one case record: `courtlistener:DOCKET_ID[,DOCKET_ID...]`.

In: docket ids. Out: a record each, of the papers that its decided summary judgment motions need;
what is left out stands under `missing` with its reason. Asks the archive within the limits of its
token (see `_crawl`); what was asked once is read from disk. SourceUnusable when a case lacks what a
world needs.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from typing import Any

from builder.errors import ConfigError, FormatError, SourceUnusable
from builder.filings.caption import read_title
from builder.filings.docket import case_type_of, exhibit_of, kind_of
from builder.filings.entries import Choice, Chosen, Entry, choose
from builder.filings.pages import Paper, read_paper
from builder.filings.reading import filled, read_filings
from builder.filings.saved_docket import docket_of, docket_with
from builder.schema import CaseRecord, Docket, Filing, FilingKind, RecordSource
from builder.sources import SourceOptions
from builder.sources._crawl import Crawl, open_crawl, sha1_of
from builder.sources._papers import Twins, distinct
from builder.sources._survey import entries_of

HANDS = "replay"
_TELLING: tuple[FilingKind, ...] = ("statement_of_facts", "response_to_statement", "expert")
_log = logging.getLogger(__name__)


def records(locator: str, options: SourceOptions) -> Iterator[CaseRecord]:
    """The record of each docket that is named and can serve.

    ConfigError for what is no docket id, SourceUnusable when none of them can serve.
    """
    ids = [part.strip() for part in locator.split(",") if part.strip()]
    if not ids or not all(part.isdigit() for part in ids):
        raise ConfigError(f"courtlistener:{locator} names no docket: courtlistener:59684707")
    unusable: list[str] = []
    with open_crawl() as crawl:
        for part in ids:
            try:
                record = read_case(crawl, int(part))
            except SourceUnusable as exc:
                if len(ids) > 1:
                    _log.warning("left out: %s", exc)
                unusable.append(str(exc))
                continue
            if not options.case_types or record.case_type in options.case_types:
                yield record
    if len(unusable) == len(ids):
        raise SourceUnusable("; ".join(unusable))


def read_case(crawl: Crawl, docket_id: int) -> CaseRecord:
    """The record of one docket; SourceUnusable says what it lacks."""
    docket = crawl.docket(docket_id)
    if docket is None:
        raise SourceUnusable(f"CourtListener has no docket {docket_id}")
    found = entries_of(crawl, docket_id) or ()
    entries = _with_details(crawl, docket_id, found)
    choice = choose(entries)
    if choice.decision is None:
        raise SourceUnusable(f"docket {docket_id}: {'; '.join((*choice.lacks, *choice.left_out))}")
    filings, missing = _filings(crawl, choice)
    if not any(filing.kind == "opinion" for filing in filings):
        raise SourceUnusable(
            f"docket {docket_id}: its opinion cannot be read: {'; '.join(missing)}"
        )
    court = str(docket.get("court_id") or "") or _last(str(docket.get("court") or ""))
    head = docket_of({**docket, "court_id": court})
    return _record(docket_id, docket_with(head, entries), choice, filings, missing)


def _with_details(crawl: Crawl, docket_id: int, entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
    """The entries with sha1 and seal, which the search does not give."""
    details = {
        int(row["id"]): row
        for row in crawl.papers(
            docket_entry={"docket": docket_id},
            is_available=True,
            fields=["id", "sha1", "is_sealed", "page_count", "filepath_local"],
            order_by="id",
        )
    }
    return tuple(_detailed(entry, details.get(entry.paper_id)) for entry in entries)


def _detailed(entry: Entry, row: dict[str, Any] | None) -> Entry:
    if row is None:
        return entry
    return entry.model_copy(
        update={
            "sha1": row.get("sha1") or "",
            "sealed": bool(row.get("is_sealed")),
            "pages": entry.pages or row.get("page_count"),
            "path": row.get("filepath_local") or entry.path,
        }
    )


def _filings(crawl: Crawl, choice: Choice) -> tuple[list[Filing], list[str]]:
    """The chosen papers as read, and those that cannot be."""
    filings: list[Filing] = []
    missing: list[str] = [f"left out: {said}" for said in choice.left_out]
    twins = Twins()
    for chosen in choice.papers:
        entry = chosen.entry
        path = crawl.file(entry.path, entry.sha1)
        if path is None:
            missing.append(f"ECF {entry.number}: the archive lacks its file")
            continue
        if entry.sha1 and sha1_of(path) != entry.sha1:
            missing.append(f"ECF {entry.number}: its file is not the one its sha1 names")
            continue
        try:
            paper = read_paper(path)
        except FormatError as exc:
            missing.append(f"ECF {entry.number}: not read: {exc}")
            continue
        if twin := twins.of(f"ECF {entry.number}", paper):
            missing.append(f"left out: ECF {entry.number} is the same paper as {twin}")
            continue
        missing += [f"ECF {entry.number} {said}" for said in paper.notes]
        filings.append(_filing(chosen, paper))
    return distinct(filings), missing


def _filing(chosen: Chosen, paper: Paper) -> Filing:
    """The docket tells the kind; of statements the paper's own title has the last word."""
    entry = chosen.entry
    title = read_title("\n".join(page.text for page in paper.pages[:2]))
    kind, by_title = chosen.kind, kind_of(title).kind
    if kind != by_title and by_title in _TELLING and kind in (*_TELLING, "brief", "exhibit"):
        kind = by_title
    exhibit = exhibit_of(entry.title, title) or (str(entry.attachment) if entry.attachment else "")
    return Filing(
        filing_id=f"ecf-{entry.number}",
        kind=kind,
        title=title or entry.title or " ".join(entry.text.split())[:120],
        pages=paper.pages,
        entry=entry.number,
        filed=entry.filed or paper.filed,
        side=chosen.side,
        exhibit=(exhibit or None) if kind in ("exhibit", "expert") else None,
    )


def _record(
    docket_id: int,
    docket: Docket,
    choice: Choice,
    filings: list[Filing],
    missing: list[str],
) -> CaseRecord:
    reading = read_filings(filings)
    nature = docket.nature_of_suit
    case_type = case_type_of([filing.text for filing in filings], nature)
    if case_type is None:
        raise SourceUnusable(f"docket {docket_id}: nature of suit {nature!r} is of no case type")
    _log.info("docket %d: %d filings, %d findings", docket_id, len(filings), len(reading.findings))
    lacks = [said for said in choice.lacks if said not in reading.missing]
    return CaseRecord(
        case_id=f"courtlistener-{docket_id}",
        source=RecordSource(kind="courtlistener", locator=str(docket_id)),
        case_type=case_type,
        caption=filled(reading.caption, docket),
        docket=docket,
        filings=tuple(filings),
        motions=reading.motions,
        asserted_facts=reading.asserted_facts,
        findings=reading.findings,
        missing=tuple(dict.fromkeys((*reading.missing, *lacks, *missing))),
    )


def _last(address: str) -> str:
    return address.rstrip("/").rpartition("/")[2]

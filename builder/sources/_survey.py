"""Which cases of CourtListener have a decided summary judgment motion with all its papers.

In: a `Query` and a crawl. Out: candidates, each with the papers that are available and what it
lacks. A crawl that may not spend gives the candidates that are known already. Asks the archive,
within the crawl.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import Any

from builder.filings.docket import case_type_of_suit
from builder.filings.entries import Choice, Entry, choose, decides_summary_judgment
from builder.schema import CaseType, Record
from builder.sources._crawl import Crawl

_SAID = (
    'short_description:"Summary Judgment" OR description:"Motion for Summary Judgment"'
    ' OR description:"Motion for Partial Summary Judgment"'
    ' OR description:"motions for summary judgment"'
)
_ORDERS = "short_description:(Order OR Opinion OR Memorandum) OR description:(ORDER OR OPINION)"


class Query(Record):
    """What is sought. `after` and `before` are days of the decision; `cases` is how many dockets
    are looked into at most."""

    courts: tuple[str, ...] = ()
    after: date | None = None
    before: date | None = None
    nature_of_suit: str = ""
    case_types: tuple[CaseType, ...] = ()
    cases: int = 20

    @property
    def filters(self) -> dict[str, Any]:
        """The question in the archive's words."""
        asked: dict[str, Any] = {
            "type": "r",
            "q": f"({_SAID}) AND ({_ORDERS})",
            "available_only": "on",
            "court": list(self.courts) or None,
            "entry_date_filed_after": self.after,
            "entry_date_filed_before": self.before,
            "nature_of_suit": self.nature_of_suit or None,
            "order_by": "dateFiled desc",
        }
        return {name: value for name, value in asked.items() if value is not None}


class Candidate(Record):
    """A case whose docket was looked into, or why it was not."""

    docket_id: int
    case_name: str
    court_id: str
    docket_number: str
    nature_of_suit: str
    case_type: CaseType | None
    choice: Choice | None = None
    reasons: tuple[str, ...] = ()

    @property
    def qualifies(self) -> bool:
        """Whether a world can grow from it, as far as its docket tells."""
        return self.choice is not None and not self.reasons


def survey(crawl: Crawl, query: Query) -> Iterator[Candidate]:
    """Candidates in the archive's order, each once."""
    seen: set[int] = set()
    looked = 0
    for row in crawl.search(**query.filters):
        docket_id = int(row["docket_id"])
        if docket_id in seen or not _promises(row):
            continue
        seen.add(docket_id)
        case_type = case_type_of_suit(str(row.get("suitNature") or ""))
        candidate = _candidate(row, docket_id, case_type)
        if case_type is None or (query.case_types and case_type not in query.case_types):
            said = f"nature of suit {candidate.nature_of_suit!r} is of no case type that is wanted"
            yield candidate.model_copy(update={"reasons": (said,)})
            continue
        if looked == query.cases:
            return
        looked += 1
        entries = entries_of(crawl, docket_id)
        if entries is None:
            yield candidate.model_copy(update={"reasons": ("its docket is not read yet",)})
            continue
        choice = choose(entries)
        yield candidate.model_copy(update={"choice": choice, "reasons": choice.lacks})


def entries_of(crawl: Crawl, docket_id: int) -> tuple[Entry, ...] | None:
    """The available papers of a docket; None when a page of it may not be asked for."""
    before = len(crawl.unspent)
    rows = tuple(crawl.search(**docket_filters(docket_id)))
    if len(crawl.unspent) > before:
        return None
    return tuple(entry_of_row(row) for row in rows if int(row["docket_id"]) == docket_id)


def docket_filters(docket_id: int) -> dict[str, Any]:
    """The question for one docket's available papers; the same wherever it is asked."""
    return {
        "type": "rd",
        "q": f"docket_id:{docket_id}",
        "available_only": "on",
        "order_by": "entry_date_filed asc",
    }


def entry_of_row(row: dict[str, Any]) -> Entry:
    """A row of /search/?type=rd as a docket entry."""
    filed = row.get("entry_date_filed")
    return Entry(
        entry=row.get("entry_number") if row.get("document_number") is not None else None,
        attachment=row.get("attachment_number"),
        text=row.get("description") or "",
        title=row.get("short_description") or "",
        filed=date.fromisoformat(str(filed)[:10]) if filed else None,
        pages=row.get("page_count"),
        available=bool(row.get("is_available")),
        path=row.get("filepath_local") or "",
        paper_id=int(row.get("id") or 0),
    )


def _promises(row: dict[str, Any]) -> bool:
    """Whether one of the papers that the search shows decides a summary judgment motion; where it
    shows no more than three of more, the others may."""
    shown = [entry_of_row(paper) for paper in row.get("recap_documents") or ()]
    more = bool((row.get("meta") or {}).get("more_docs"))
    return more or not shown or any(decides_summary_judgment(entry) for entry in shown)


def _candidate(row: dict[str, Any], docket_id: int, case_type: CaseType | None) -> Candidate:
    return Candidate(
        docket_id=docket_id,
        case_name=str(row.get("caseName") or ""),
        court_id=str(row.get("court_id") or ""),
        docket_number=str(row.get("docketNumber") or ""),
        nature_of_suit=str(row.get("suitNature") or ""),
        case_type=case_type,
    )

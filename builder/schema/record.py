"""What a world grows from: a case record with its filings, and what reading them yields.

A case record is real (a folder of court papers, CourtListener), fictional (a staged scenario) or
handwritten. Filings hold text by page; asserted facts and findings point into those pages.
"""

from __future__ import annotations

from datetime import date
from typing import Literal, Self

from pydantic import Field, model_validator

from builder.schema.base import CaseType, Record, Side, first_repeat

FilingKind = Literal[
    "opinion",
    "statement_of_facts",
    "response_to_statement",
    "exhibit",
    "exhibit_list",
    "complaint",
    "motion",
    "brief",
    "expert",
    "procedural",
]
ResponseStatus = Literal["undisputed", "disputed", "disputed_in_part", "objection", "no_response"]
Disposition = Literal["granted", "denied", "granted_in_part", "unknown"]
SourceKind = Literal["fiction", "handwritten", "folder", "courtlistener"]


class Page(Record):
    """One page of a filing, cleaned of stamps, line numbers and running heads."""

    number: int
    text: str
    needs_ocr: bool = False


class Filing(Record):
    """One court paper. `entry` is the docket entry number as printed, if known."""

    filing_id: str
    kind: FilingKind
    title: str
    pages: tuple[Page, ...]
    entry: str | None = None
    filed: date | None = None
    side: Side | None = None
    exhibit: str | None = None

    @property
    def text(self) -> str:
        """All pages, separated by form feeds."""
        return "\f".join(page.text for page in self.pages)


class Passage(Record):
    """A stretch of a filing: `start` and `end` are character offsets into one page's text."""

    filing_id: str
    page: int
    start: int
    end: int


class Citation(Record):
    """A citation as written, and the record it points to where that could be resolved."""

    text: str
    target: str | None = None
    pinpoint: str | None = None


class AssertedFact(Record):
    """One numbered paragraph of a statement of facts, with the opponent's response."""

    number: str
    text: str
    citations: tuple[Citation, ...] = ()
    page: int | None = None
    response: ResponseStatus = "no_response"
    response_text: str = ""
    response_citations: tuple[Citation, ...] = ()
    objection: str = ""


class Finding(Record):
    """A fact that the court adopted, where it says so, and what it cites for it."""

    finding_id: str
    passage: Passage
    citations: tuple[Citation, ...] = ()
    status: Literal["found", "undisputed", "disputed", "alleged", "assumed"] = "found"


class Caption(Record):
    """The head of the case."""

    court: str
    plaintiffs: tuple[str, ...]
    defendants: tuple[str, ...]
    docket_number: str


class Motion(Record):
    """A motion for summary judgment and what became of it."""

    movant: str
    disposition: Disposition
    entry: str | None = None


class DocketEntry(Record):
    """One paper on the docket: `number` is `104`, or `104-2` for an attachment, or nothing.

    `reason` says why it is thought to be of its kind: merits, procedural or answer-revealing.
    `left_out` says why it does not count: filed in error, sealed, uploaded twice.
    """

    number: str
    filed: date | None = None
    kind: FilingKind
    reason: str
    text: str = ""
    left_out: str = ""


class Docket(Record):
    """The docket of a case. `people` are its judges and counsel by name."""

    court: str = ""
    case_name: str = ""
    docket_number: str = ""
    nature_of_suit: str = ""
    plaintiffs: tuple[str, ...] = ()
    defendants: tuple[str, ...] = ()
    people: tuple[str, ...] = ()
    entries: tuple[DocketEntry, ...] = ()


class RecordSource(Record):
    """Where a record came from: the kind of source and the locator it was given.

    `digest` is the hash of files beside the record that the hands will read, if there are any.
    `salt` is the secret of a build: whatever is invented for a real case is drawn with it.
    """

    kind: SourceKind
    locator: str
    digest: str = ""
    salt: str = Field(default="", repr=False)


class Case(Record):
    """What names a case: its id, where it is told, its type."""

    case_id: str
    source: RecordSource
    case_type: CaseType


class CaseRecord(Case):
    """Everything a source hands over about one case."""

    caption: Caption
    docket: Docket | None = None
    filings: tuple[Filing, ...] = ()
    motions: tuple[Motion, ...] = ()
    asserted_facts: tuple[AssertedFact, ...] = ()
    findings: tuple[Finding, ...] = ()
    missing: tuple[str, ...] = ()

    @model_validator(mode="after")
    def _check(self) -> Self:
        repeat = first_repeat([filing.filing_id for filing in self.filings])
        if repeat:
            raise ValueError(f"filing {repeat!r} stands twice in case {self.case_id!r}")
        pages = {f.filing_id: {p.number: len(p.text) for p in f.pages} for f in self.filings}
        for finding in self.findings:
            where = finding.passage
            length = pages.get(where.filing_id, {}).get(where.page)
            if length is None or not 0 <= where.start < where.end <= length:
                raise ValueError(
                    f"finding {finding.finding_id!r} points outside the record: {where}"
                )
        return self

    def passage_text(self, where: Passage) -> str:
        """The words a passage points to; KeyError when the filing or page is not in the record."""
        for filing in self.filings:
            if filing.filing_id == where.filing_id:
                for page in filing.pages:
                    if page.number == where.page:
                        return page.text[where.start : where.end]
        raise KeyError(f"{where.filing_id} page {where.page}")

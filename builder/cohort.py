"""Which cases a cohort has, which qualify and why the others do not, and how it is balanced.

In: candidates of a survey, or case records. Out: a `Cohort`, as text and as a record for JSON. No
side effects.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from statistics import median

from builder.filings.courts import Court, court_named, court_of
from builder.schema import CASE_TYPES, CaseRecord, CaseType, FilingKind, Record
from builder.sources._survey import Candidate

LEAST_FINDINGS = 8
UNREAD = "cannot be read as a case"
_NEEDED: tuple[FilingKind, ...] = (
    "opinion",
    "statement_of_facts",
    "response_to_statement",
    "exhibit",
)


class Member(Record):
    """A case with what decides whether it qualifies. `pages` are of all its papers."""

    case: str
    name: str
    case_type: CaseType | None
    state: str = ""
    district: str = ""
    circuit: str = ""
    disposition: str = "unknown"
    papers: int = 0
    exhibits: int = 0
    opinion_pages: int = 0
    pages: int = 0
    reasons: tuple[str, ...] = ()

    @property
    def qualifies(self) -> bool:
        """Whether nothing speaks against it."""
        return not self.reasons


class Spread(Record):
    """Numbers of pages: the middle one and the largest."""

    median: float
    maximum: int


class Cohort(Record):
    """All members, and the balance over those that qualify."""

    members: tuple[Member, ...]
    case_types: dict[str, int]
    states: dict[str, int]
    districts: dict[str, int]
    circuits: dict[str, int]
    dispositions: dict[str, int]
    pages: Spread
    opinion_pages: Spread
    reasons: dict[str, int]

    @property
    def qualified(self) -> tuple[Member, ...]:
        """The members that qualify."""
        return tuple(member for member in self.members if member.qualifies)


def of_candidate(candidate: Candidate) -> Member:
    """A case of a survey as a member."""
    choice = candidate.choice
    return Member(
        case=f"courtlistener:{candidate.docket_id}",
        name=candidate.case_name,
        case_type=candidate.case_type,
        disposition=choice.disposition if choice else "unknown",
        papers=len(choice.papers) if choice else 0,
        exhibits=choice.count("exhibit") if choice else 0,
        opinion_pages=(choice.decision.pages or 0) if choice and choice.decision else 0,
        pages=choice.pages if choice else 0,
        reasons=candidate.reasons,
        **_place(court_of(candidate.court_id)),
    )


def of_record(record: CaseRecord) -> Member:
    """A case record as a member."""
    kinds: Counter[FilingKind] = Counter(filing.kind for filing in record.filings)
    caption = record.caption
    dispositions = sorted({motion.disposition for motion in record.motions} - {"unknown"})
    return Member(
        case=f"{record.source.kind}:{record.source.locator}",
        name=" v. ".join(side[0] for side in (caption.plaintiffs, caption.defendants) if side),
        case_type=record.case_type,
        disposition=" and ".join(dispositions) or "unknown",
        papers=len(record.filings),
        exhibits=kinds["exhibit"],
        opinion_pages=max((len(f.pages) for f in record.filings if f.kind == "opinion"), default=0),
        pages=sum(len(filing.pages) for filing in record.filings),
        reasons=tuple(_against(record, kinds)),
        **_place(court_named(caption.court)),
    )


def of_failure(source: str, reason: str) -> Member:
    """A case of which no record could be made."""
    said = f"{UNREAD}: {' '.join(reason.split())}"
    return Member(case=source, name="", case_type=None, reasons=(said,))


def cohort(members: Iterable[Member]) -> Cohort:
    """The cohort of some members, in the order of their cases."""
    every = tuple(sorted(members, key=lambda member: member.case))
    good = [member for member in every if member.qualifies]
    types = Counter(member.case_type for member in good)
    return Cohort(
        members=every,
        case_types={case_type: types[case_type] for case_type in CASE_TYPES},
        states=_counted(member.state for member in good),
        districts=_counted(f"{m.district} of {m.state}" if m.district else m.state for m in good),
        circuits=_counted(_circuit(member.circuit) for member in good),
        dispositions=_counted(member.disposition for member in good),
        pages=_spread([member.pages for member in good]),
        opinion_pages=_spread([member.opinion_pages for member in good]),
        reasons=_counted(_kind_of(reason) for member in every for reason in member.reasons),
    )


def text_of(found: Cohort) -> str:
    """The cohort for a terminal."""
    good = found.qualified
    lines = [f"{len(good)} of {len(found.members)} cases qualify", ""]
    for member in sorted(found.members, key=lambda m: not m.qualifies):
        mark = "qualifies" if member.qualifies else "does not"
        kind = (member.case_type or "no case type").replace("_", " ")
        lines.append(
            f"  {mark:<10} {member.case:<26} {kind:<22} {member.pages:>4} pages  "
            f"{member.name}".rstrip()
        )
        lines += [f"             - {reason}" for reason in member.reasons]
    for title, counts in (
        ("Case types", found.case_types),
        ("Circuits", found.circuits),
        ("States", found.states),
        ("Districts", found.districts),
        ("Dispositions", found.dispositions),
        ("Why not", found.reasons),
    ):
        counted = [f"  {n:>4}  {name.replace('_', ' ')}" for name, n in counts.items()]
        lines += ["", title, *counted] if counts else []
    lines += [
        "",
        f"Pages of a case: median {found.pages.median:g}, maximum {found.pages.maximum}; of an "
        f"opinion: median {found.opinion_pages.median:g}, maximum {found.opinion_pages.maximum}",
        _balance(found),
    ]
    return "\n".join(lines)


def _balance(found: Cohort) -> str:
    counts = found.case_types
    lacking = [name.replace("_", " ") for name, n in counts.items() if not n]
    if lacking:
        return f"Not balanced: no case of {', '.join(lacking)}"
    least, most = min(counts.values()), max(counts.values())
    return f"Balance over case types: {least} to {most} cases each"


def _against(record: CaseRecord, kinds: Counter[FilingKind]) -> Iterator[str]:
    for kind in _NEEDED:
        if not kinds[kind]:
            yield f"no {kind.replace('_', ' ')}"
    if len(record.findings) < LEAST_FINDINGS:
        yield f"{len(record.findings)} findings, fewer than {LEAST_FINDINGS}"
    if all(motion.disposition == "unknown" for motion in record.motions):
        yield "no motion whose disposition is known"
    unread = [f for f in record.filings if any(page.needs_ocr for page in f.pages)]
    if any(filing.kind == "opinion" for filing in unread):
        yield "its opinion needs OCR"


def _place(court: Court | None) -> dict[str, str]:
    if court is None:
        return {}
    return {"state": court.state, "district": court.district, "circuit": court.circuit}


def _counted(values: Iterable[str]) -> dict[str, int]:
    counts = Counter(value or "not known" for value in values)
    return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))


def _kind_of(reason: str) -> str:
    """A reason without the figures and quotes that make it a case's own."""
    if reason.startswith("nature of suit"):
        return "nature of suit is of no case type that is wanted"
    if reason.startswith(UNREAD):
        return UNREAD
    return "too few findings" if "findings, fewer" in reason else reason


def _circuit(number: str) -> str:
    if not number.isdigit():
        return f"{number} Circuit" if number else ""
    ending = {"1": "st", "2": "nd", "3": "rd"}.get(number, "th")
    return f"{number}{ending} Circuit"


def _spread(pages: Sequence[int]) -> Spread:
    return Spread(median=float(median(pages)) if pages else 0.0, maximum=max(pages, default=0))

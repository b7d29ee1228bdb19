"""A play as a case record: what its court papers say, page by page, and what was found in them.

In: a play. Out: a `CaseRecord` whose filings have the same words as the rendered court papers. The
locator of its source, `scenario/seed/level`, is all it takes to stage the play again.
"""

from __future__ import annotations

from builder.config import Level
from builder.errors import ConfigError
from builder.fiction.courtpapers import CourtPaper, court_papers
from builder.fiction.docket import CourtCase, court_case
from builder.fiction.levels import LEVELS
from builder.fiction.scenario import case_type_of
from builder.fiction.staging import Play, stage
from builder.schema import (
    AssertedFact,
    Case,
    CaseRecord,
    Citation,
    Filing,
    Finding,
    Page,
    Passage,
    RecordSource,
)


def play_of(locator: str) -> Play:
    """The play of a locator `scenario/seed` or `scenario/seed/level`; ConfigError for another
    form."""
    scenario_id, _, rest = locator.partition("/")
    seed, _, level = rest.partition("/")
    levels: dict[str, Level] = {name: name for name in LEVELS}
    if not seed.isdigit() or (level or "standard") not in levels:
        raise ConfigError(
            f"{locator!r} is no play: a scenario's id, a slash, a seed, and perhaps "
            f"one of {', '.join(LEVELS)} after another slash"
        )
    return stage(scenario_id, int(seed), levels[level or "standard"])


def named_case(scenario_id: str, seed: int, level: Level) -> Case:
    """What names the case of a play, which need not be staged for it."""
    case_id, source = _name(scenario_id, seed, level)
    return Case(case_id=case_id, source=source, case_type=case_type_of(scenario_id))


def _name(scenario_id: str, seed: int, level: Level) -> tuple[str, RecordSource]:
    harder = () if level == "standard" else (level,)
    locator = "/".join((scenario_id, str(seed), *harder))
    return (
        "-".join((scenario_id.replace("_", "-"), f"{seed:04d}", *harder)),
        RecordSource(kind="fiction", locator=locator),
    )


def record_of(play: Play) -> CaseRecord:
    """The case record of a play."""
    case_id, source = _name(play.scenario_id, play.seed, play.level)
    case = court_case(play)
    papers = court_papers(play, case)
    return CaseRecord(
        case_id=case_id,
        source=source,
        case_type=play.scenario.case_type,
        caption=case.caption,
        filings=tuple(_filing(paper) for paper in papers),
        motions=case.motions,
        asserted_facts=tuple(_asserted(case)),
        findings=findings_of(case, next(p for p in papers if p.kind == "opinion")),
    )


def _filing(paper: CourtPaper) -> Filing:
    return Filing(
        filing_id=paper.paper_id,
        kind=paper.kind,
        title=paper.title,
        entry=paper.entry,
        filed=paper.filed,
        side=paper.side,
        pages=tuple(Page(number=n, text=text) for n, text in enumerate(paper.texts, start=1)),
    )


def _asserted(case: CourtCase) -> list[AssertedFact]:
    return [
        AssertedFact(
            number=str(fact.number),
            text=fact.text,
            response=fact.status,
            response_text=fact.answer,
            objection=fact.objection,
            citations=tuple(_citation(c.text, c.target, c.pinpoint) for c in fact.cites),
            response_citations=tuple(
                _citation(c.text, c.target, c.pinpoint) for c in fact.answer_cites
            ),
        )
        for fact in case.asserted
    ]


def _citation(text: str, target: str, pinpoint: str) -> Citation:
    return Citation(text=text, target=target, pinpoint=pinpoint)


def finding_id(fact_id: str) -> str:
    """The finding that a ground fact rests on."""
    return f"finding-{fact_id.rpartition('-')[2]}"


def findings_of(case: CourtCase, opinion: CourtPaper) -> tuple[Finding, ...]:
    """A finding for each ground fact, where the opinion states it."""
    found: list[Finding] = []
    for fact in case.asserted:
        for number, text in enumerate(opinion.texts, start=1):
            start = text.find(fact.text)
            if start >= 0:
                found.append(
                    Finding(
                        finding_id=finding_id(fact.fact_id),
                        passage=Passage(
                            filing_id=opinion.paper_id,
                            page=number,
                            start=start,
                            end=start + len(fact.text),
                        ),
                        citations=tuple(
                            _citation(c.text, c.target, c.pinpoint) for c in fact.cites
                        ),
                        status="undisputed" if fact.status == "undisputed" else "found",
                    )
                )
                break
    return tuple(found)

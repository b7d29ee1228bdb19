"""Reads the filings of a case together: caption, motions, facts, findings, what is missing.

In: filings. Out: a `Reading`. Papers that a finding cites but the record lacks are named as
missing. No side effects.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from builder.filings.caption import read_caption
from builder.filings.disposition import read_motions
from builder.filings.opinion import names_in, read_findings
from builder.filings.pages import ocr_note
from builder.filings.response import additional_facts, read_responses, with_answers
from builder.filings.statement import adoptions, read_statement
from builder.filings.stream import stream_of
from builder.schema import (
    AssertedFact,
    Caption,
    Docket,
    Filing,
    FilingKind,
    Finding,
    Motion,
    Record,
    Side,
)

_WANTED: tuple[tuple[FilingKind, str], ...] = (
    ("opinion", "no opinion: nothing says what the court found"),
    ("statement_of_facts", "no statement of facts"),
    ("response_to_statement", "no response to a statement of facts"),
    ("motion", "no motion for summary judgment"),
    ("exhibit", "no exhibits"),
)


class Reading(Record):
    """What the filings of a case say."""

    caption: Caption
    motions: tuple[Motion, ...]
    asserted_facts: tuple[AssertedFact, ...]
    findings: tuple[Finding, ...]
    missing: tuple[str, ...]


def read_filings(filings: Sequence[Filing]) -> Reading:
    """Reads all filings of one case."""
    opinions = [f for f in filings if f.kind == "opinion"]
    caption = best_caption(filings)
    motions: list[Motion] = []
    findings: list[Finding] = []
    others = [(f.entry, f.text) for f in filings if f.kind == "motion"]
    for opinion in opinions:
        findings += read_findings(opinion)
        motions += read_motions(stream_of(opinion.pages).text, caption, names_in(opinion), others)
    facts = read_facts(filings)
    return Reading(
        caption=caption,
        motions=_unique(motions),
        asserted_facts=facts,
        findings=tuple(findings),
        missing=tuple(_missing(filings, motions, findings)),
    )


def best_caption(filings: Sequence[Filing]) -> Caption:
    """The caption of the opinion, its gaps filled from the other papers."""
    ordered = sorted(filings, key=lambda f: f.kind != "opinion")
    captions = [read_caption("\n".join(p.text for p in f.pages[:2])) for f in ordered]
    return Caption(
        court=next((c.court for c in captions if c.court), ""),
        plaintiffs=next((c.plaintiffs for c in captions if c.plaintiffs), ()),
        defendants=next((c.defendants for c in captions if c.defendants), ()),
        docket_number=next((c.docket_number for c in captions if c.docket_number), ""),
    )


def filled(caption: Caption, docket: Docket) -> Caption:
    """A caption as the papers print it, its gaps filled from the docket."""
    return Caption(
        court=caption.court or docket.court,
        plaintiffs=caption.plaintiffs or docket.plaintiffs,
        defendants=caption.defendants or docket.defendants,
        docket_number=caption.docket_number or docket.docket_number,
    )


def read_facts(filings: Sequence[Filing]) -> tuple[AssertedFact, ...]:
    """The asserted facts of all statements, each with the answer of the paper that responds."""
    statements = [f for f in filings if f.kind == "statement_of_facts"]
    responses = [f for f in filings if f.kind == "response_to_statement"]
    found: list[AssertedFact] = []
    for i, statement in enumerate(statements):
        facts = read_statement(statement)
        words = {fact.number: fact.text for fact in facts}
        for response in _responses_to(statement, statements, responses):
            facts = with_answers(facts, read_responses(response, words))
        found += facts if len(statements) == 1 else _labelled(facts, _label(statement.side, i))
    for response in responses:
        found += additional_facts(response)
    return tuple(found)


def _responses_to(
    statement: Filing, statements: Sequence[Filing], responses: Sequence[Filing]
) -> list[Filing]:
    if len(statements) == 1:
        return list(responses)
    return [r for r in responses if r.side and statement.side and r.side != statement.side]


def _label(side: Side | None, index: int) -> str:
    return {"plaintiff": "PSOF", "defendant": "DSOF"}.get(side or "", f"S{index + 1}")


def _labelled(facts: Iterable[AssertedFact], label: str) -> list[AssertedFact]:
    return [fact.model_copy(update={"number": f"{label} {fact.number}"}) for fact in facts]


def _unique(motions: Sequence[Motion]) -> tuple[Motion, ...]:
    return tuple(dict.fromkeys(motions))


def _missing(
    filings: Sequence[Filing], motions: Sequence[Motion], findings: Sequence[Finding]
) -> Iterable[str]:
    kinds = {filing.kind for filing in filings}
    for kind, said in _WANTED:
        if kind not in kinds:
            yield said
    for filing in filings:
        if note := ocr_note(filing.pages):
            yield f"{filing.filing_id}{note}"
        if filing.kind == "statement_of_facts":
            yield from (
                f"{filing.filing_id} adopts another statement: {s}" for s in adoptions(filing)
            )
    entries = {f.entry for f in filings if f.entry}
    absent = sorted({m.entry for m in motions if m.entry and m.entry not in entries}, key=_order)
    if absent:
        yield f"motions decided but not here: {', '.join(f'ECF {entry}' for entry in absent)}"
    cited = {c.target for finding in findings for c in finding.citations if c.target}
    exhibits = {f"Ex. {f.exhibit}" for f in filings if f.exhibit}
    lost = sorted(t for t in cited if not _is_here(t, entries, exhibits))
    if lost:
        yield f"cited by findings but not here: {', '.join(lost)}"


def _is_here(target: str, entries: set[str], exhibits: set[str]) -> bool:
    return target in exhibits or (target.startswith("ECF ") and target[4:] in entries)


def _order(entry: str) -> tuple[int, ...]:
    return tuple(int(part) for part in entry.split("-"))

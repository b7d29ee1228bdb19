"""Says in plain lines what a case record holds.

In: a `CaseRecord`. Out: text for a terminal. No side effects.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from builder.schema import AssertedFact, CaseRecord, Citation, Finding

_SNIPPET = 110


def describe(record: CaseRecord) -> str:
    """The record as lines: head, motions, filings, findings, asserted facts, what is missing."""
    return "\n".join(
        [
            *_head(record),
            *_motions(record),
            *_filings(record),
            *_docket(record),
            *_findings(record),
            *_facts(record),
            *_missing(record),
        ]
    )


def _head(record: CaseRecord) -> Iterator[str]:
    caption = record.caption
    yield f"{record.case_id} ({record.case_type.replace('_', ' ')})"
    yield f"  court       {caption.court or 'not found'}"
    yield f"  plaintiffs  {'; '.join(caption.plaintiffs) or 'not found'}"
    yield f"  defendants  {'; '.join(caption.defendants) or 'not found'}"
    yield f"  docket no.  {caption.docket_number or 'not found'}"


def _motions(record: CaseRecord) -> Iterator[str]:
    yield f"Motions ({len(record.motions)})"
    for motion in record.motions:
        entry = f"ECF {motion.entry}" if motion.entry else "no entry"
        yield f"  {entry:<9} {motion.disposition.replace('_', ' '):<16} {motion.movant}"


def _filings(record: CaseRecord) -> Iterator[str]:
    yield f"Filings ({len(record.filings)})"
    for filing in record.filings:
        pages = f"{len(filing.pages)} page{'s' if len(filing.pages) != 1 else ''}"
        entry = f"ECF {filing.entry}" if filing.entry else ""
        exhibit = f" Ex. {filing.exhibit}" if filing.exhibit else ""
        yield (
            f"  {filing.kind:<22} {pages:<9} {entry:<9} {filing.filing_id}{exhibit}"
            f"{f'  {filing.title}' if filing.title != filing.filing_id else ''}"
        )


def _docket(record: CaseRecord) -> Iterator[str]:
    if record.docket is None:
        return
    entries = record.docket.entries
    yield f"Docket ({len(entries)}){_counts([e.reason.partition(':')[0] for e in entries])}"
    for entry in entries:
        if entry.kind == "procedural" and not entry.left_out:
            continue
        said = f"left out: {entry.left_out}" if entry.left_out else entry.reason
        yield f"  {f'ECF {entry.number}':<9} {entry.filed!s:<10} {entry.kind:<22} {said}"
        yield f"            {_snippet(entry.text)}"


def _findings(record: CaseRecord) -> Iterator[str]:
    yield f"Findings ({len(record.findings)}){_counts([f.status for f in record.findings])}"
    for finding in record.findings:
        yield _finding(record, finding)


def _finding(record: CaseRecord, finding: Finding) -> str:
    where = finding.passage
    said = _snippet(record.passage_text(where))
    return (
        f"  {finding.finding_id:<24} p. {where.page} [{where.start}:{where.end}] "
        f"{finding.status:<10} {said}{_cited(finding.citations)}"
    )


def _facts(record: CaseRecord) -> Iterator[str]:
    facts = record.asserted_facts
    yield f"Asserted facts ({len(facts)}){_counts([f.response for f in facts])}"
    for fact in facts:
        yield f"  {fact.number:<8} {_snippet(fact.text)}{_cited(fact.citations)}"
        yield from _answer(fact)


def _answer(fact: AssertedFact) -> Iterator[str]:
    said = "no response" if fact.response == "no_response" else fact.response.replace("_", " ")
    text = f": {_snippet(fact.response_text)}" if fact.response_text else ""
    yield f"           {said}{text}{_cited(fact.response_citations)}"


def _missing(record: CaseRecord) -> Iterator[str]:
    yield f"Missing ({len(record.missing)})"
    yield from (f"  {line}" for line in record.missing)


def _counts(values: Sequence[str]) -> str:
    if not values:
        return ""
    counted = {value: values.count(value) for value in dict.fromkeys(values)}
    return ": " + ", ".join(f"{n} {value.replace('_', ' ')}" for value, n in counted.items())


def _cited(citations: Sequence[Citation]) -> str:
    said = [f"{c.target or c.text}{f' at {c.pinpoint}' if c.pinpoint else ''}" for c in citations]
    return f"  <{'; '.join(said)}>" if said else ""


def _snippet(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= _SNIPPET else flat[: _SNIPPET - 4].rsplit(" ", 1)[0] + " ..."

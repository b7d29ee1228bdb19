"""The analyst's story: a real record, read question by question, becomes recorded answers.

    record -> findings -> entities -> questions -> ledger -> parties -> alternatives
           -> statements -> wordings -> background -> ReplayFile

Each step is one kind of call with its own prompt, type and checks; the file at the end is what
`replay` plays, so that names, dates and identifiers of the world are invented the same way. Raises
ExtractionFailed or InvalidDag that names what does not hold. Side effects: those of the provider.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from builder.authors import _answers as answers
from builder.authors._ask import A, Check, Mend, Question, ask
from builder.authors._assembly import Reading, assemble, binding_of, staged_faults
from builder.authors._holds import (
    alternatives_faults,
    entities_faults,
    findings_faults,
    found_entities,
    found_findings,
    ledger_faults,
    parties_faults,
    questions_faults,
)
from builder.authors._provider import Provider
from builder.authors._replay_file import ReplayFile
from builder.authors._texts import statements_faults
from builder.authors._worded import (
    pieces_faults,
    sound_pieces,
    sound_wordings,
    wordings_faults,
)
from builder.errors import ExtractionFailed, InvalidDag
from builder.genres import genre_ids, genre_module
from builder.schema import CaseRecord

PAGE_CHARS = 24_000  # of the opinion in one call for findings
RECORD_CHARS = 120_000  # of the other papers in one call
FACTS_PER_CALL = 3
PIECES_PER_CALL = 12
DISPUTE_CALLS = 3
ADOPTED = ("found", "undisputed", "assumed")  # what a ledger may rest on

FINDINGS = Question("findings", "extract", answers.Findings, ExtractionFailed)
ENTITIES = Question("entities", "extract", answers.Entities, ExtractionFailed)
QUESTIONS = Question("questions", "extract", answers.Questions, ExtractionFailed)
LEDGER = Question("ledger", "extract", answers.Ledger, ExtractionFailed, 16_000)
PARTIES = Question("parties", "hypothesize", answers.Parties, InvalidDag)
ALTERNATIVES = Question("alternatives", "hypothesize", answers.Alternatives, InvalidDag, 12_000)
STATEMENTS = Question("statements", "hypothesize", answers.Statements, InvalidDag)
WORDINGS = Question("wordings", "extract", answers.Wordings, ExtractionFailed, 12_000)
PIECES = Question("background", "extract", answers.Pieces, ExtractionFailed)


@dataclass(frozen=True)
class Analysis:
    """The reading of one record by one model."""

    provider: Provider
    record: CaseRecord

    def file(self) -> ReplayFile:
        """All answers, checked and put together."""
        reading = self._read()
        reading = reading.with_(alternatives=self._alternatives(reading))
        reading = reading.with_(statements=self._statements(reading))
        reading = reading.with_(wordings=tuple(self._wordings(reading)))
        reading = reading.with_(pieces=tuple(self._pieces(reading)))
        return assemble(reading)

    def _read(self) -> Reading:
        record = self.record
        reading = Reading(record=record, findings=tuple(self._findings()))
        if len(reading.findings) < 2:
            raise ExtractionFailed(
                f"case {record.case_id!r}: {len(reading.findings)} findings stand in the record "
                "as quoted; a world needs 2 or more"
            )
        reading = reading.with_(
            entities=self._ask(
                ENTITIES,
                {"papers": list(self._papers(RECORD_CHARS))},
                lambda a: entities_faults(a, record),
                lambda a: found_entities(a, record),
            )
        )
        known = {"reading": reading, "papers": list(self._papers(RECORD_CHARS // 2))}
        reading = reading.with_(
            questions=self._ask(QUESTIONS, known, lambda a: questions_faults(a, reading))
        )
        known = {**known, "reading": reading, "genres": genre_ids()}
        reading = reading.with_(
            ledger=self._ask(LEDGER, known, lambda a: ledger_faults(a, reading))
        )
        known = {**known, "reading": reading}
        return reading.with_(
            parties=self._ask(PARTIES, known, lambda a: parties_faults(a, reading))
        )

    def _findings(self) -> Iterator[answers.FoundPassage]:
        for part in self._opinion_parts():
            found = self._ask(
                FINDINGS,
                {"papers": part},
                lambda a: findings_faults(a, self.record),
                lambda a: found_findings(a, self.record),
            )
            yield from (one for one in found.findings if one.status in ADOPTED)

    def _alternatives(self, reading: Reading) -> answers.Alternatives:
        return self._ask(
            ALTERNATIVES,
            {"reading": reading},
            lambda a: (
                alternatives_faults(a, reading) or staged_faults(reading.with_(alternatives=a))
            ),
        )

    def _statements(self, reading: Reading) -> answers.Statements:
        return self._ask(
            STATEMENTS,
            {"reading": reading, "departures": list(reading.departures())},
            lambda a: statements_faults(a, reading) or staged_faults(reading.with_(statements=a)),
        )

    def _wordings(self, reading: Reading) -> Iterator[answers.Wording]:
        binding = binding_of(reading)
        every = reading.all_facts()
        for start in range(0, len(every), FACTS_PER_CALL):
            facts = every[start : start + FACTS_PER_CALL]
            found = self._ask(
                WORDINGS,
                {"reading": reading, "facts": facts, "genres": _genres()},
                lambda a, facts=facts: wordings_faults(a, facts, reading, binding),
            )
            yield from sound_wordings(found, facts, reading, binding)

    def _pieces(self, reading: Reading) -> Iterator[tuple[answers.Piece, str]]:
        """Passages with the departure they are about (`question.answer`), "" for the dispute."""
        binding = binding_of(reading)
        aims = [("", f"part {n + 1} of {DISPUTE_CALLS}") for n in range(DISPUTE_CALLS)]
        aims += [
            (f"{d.question}.{d.answer}", d.says)
            for alternative in reading.alternatives.alternatives
            for d in alternative.departures
        ]
        for target, about in aims:
            found = self._ask(
                PIECES,
                {
                    "reading": reading,
                    "target": target,
                    "about": about,
                    "count": PIECES_PER_CALL,
                    "genres": _genres(),
                },
                lambda a: pieces_faults(a, reading, binding),
                lambda a: answers.Pieces(pieces=tuple(sound_pieces(a, reading, binding))),
            )
            for piece in sound_pieces(found, reading, binding):
                yield piece, target

    def _ask(
        self,
        question: Question[A],
        inputs: Mapping[str, object],
        check: Check[A],
        mend: Mend[A] | None = None,
    ) -> A:
        return ask(self.provider, question, self.record.case_id, inputs, check, mend)

    def _opinion_parts(self) -> Iterator[list[tuple[str, int, str]]]:
        """The opinion's pages in parts that one call can read; without one, the statements'."""
        part: list[tuple[str, int, str]] = []
        for paper in opinion_pages(self.record):
            if part and sum(len(text) for *_, text in part) + len(paper[2]) > PAGE_CHARS:
                yield part
                part = []
            part.append(paper)
        if part:
            yield part

    def _papers(self, budget: int) -> Iterator[tuple[str, int, str]]:
        """Pages of all papers, the opinion first, until the budget of characters is spent."""
        for filing, page, text in all_pages(self.record):
            budget -= len(text)
            if budget < 0:
                return
            yield filing, page, text


def opinion_pages(record: CaseRecord) -> list[tuple[str, int, str]]:
    """The pages of the opinions; of the statements of facts when there is no opinion."""
    for kind in ("opinion", "statement_of_facts"):
        pages = [p for p in all_pages(record) if p[0] in _ids(record, kind)]
        if pages:
            return pages
    raise ExtractionFailed(f"case {record.case_id!r} holds no opinion and no statement of facts")


def all_pages(record: CaseRecord) -> list[tuple[str, int, str]]:
    """Filing id, page number and text of every page; what tells most comes first."""
    order = ("opinion", "statement_of_facts", "response_to_statement", "complaint", "exhibit")
    rank = {kind: place for place, kind in enumerate(order)}
    filings = sorted(record.filings, key=lambda f: rank.get(f.kind, len(order)))
    return [(f.filing_id, p.number, p.text) for f in filings for p in f.pages if p.text.strip()]


def _ids(record: CaseRecord, kind: str) -> set[str]:
    return {f.filing_id for f in record.filings if f.kind == kind}


def _genres() -> list[tuple[str, str]]:
    """Each genre with the forms that it carries."""
    return [(g, ", ".join(genre_module(g).GENRE.forms)) for g in genre_ids()]

"""The questions that a build puts to attorneys, stage by stage.

In: a build folder, and the records of real cases where their passages are to be shown. Out: cases,
and questions with what they show. On the sheets of documents and of chaff no role is shown, and
chaff stands among documents that are none. Draws are seeded. Reads the build only.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

from pydantic import ValidationError

from builder.errors import ConfigError, in_short
from builder.review.grades import Asked, Stage
from builder.schema import (
    ROLES,
    CaseDocument,
    CaseRecord,
    CaseType,
    Extraction,
    Fact,
    Record,
    Role,
    World,
)

DOCUMENTS_A_ROLE = 2
CHAFF = 4
DECOYS = 2
_SHOWN_CHARACTERS = 2_500  # more does not fit a row; the file has it all
_ASKS: dict[Stage, str] = {
    "findings": "Does the fact say what its passage says, no more and no less? Names and file"
    " numbers are invented on purpose, and all days moved by the same weeks. Where no passage is"
    " shown: is it one plain fact that a document could prove?",
    "hypotheses": "Is this a whole and coherent account of the dispute, told as neutrally as the"
    " other three?",
    "alternatives": "Is it plausible to somebody who has not read the refuting facts, are its tilt"
    " facts innocent, and do the refuting facts refute it?",
    "documents": "Would it pass for a document of such a business, in form, tone and detail?",
    "chaff": "Has it nothing to do with the dispute? Pass: nothing. Fail: it bears on it.",
}


class Case(Record):
    """A built world with what its analyst read, and its record where it is at hand."""

    world: World
    extraction: Extraction
    record: CaseRecord | None = None

    @property
    def world_id(self) -> str:
        """The world's id."""
        return self.world.case_file.world_id

    @property
    def case_type(self) -> CaseType:
        """The world's case type."""
        return self.world.case_file.case_type


class Question(Record):
    """One question: what it is about (for the key), and what is shown, label by label. `file` is
    where the document's file stands beside the workbook, or nothing."""

    asked: Asked
    asks: str
    document_id: str = ""
    file: str = ""
    shown: tuple[tuple[str, str], ...]


def read_build(folder: Path, records: Sequence[CaseRecord] = ()) -> tuple[Case, ...]:
    """The certified worlds of a build; ConfigError when it is none."""
    try:
        worlds = json.loads((folder / "build.json").read_bytes())["worlds"]
    except (OSError, ValueError, KeyError) as exc:
        raise ConfigError(f"{str(folder)!r} is no finished build (no build.json)") from exc
    if not worlds:
        raise ConfigError(f"{str(folder)!r} has no certified world")
    return tuple(_read_case(folder / "worlds" / world_id, records) for world_id in worlds)


def _read_case(folder: Path, records: Sequence[CaseRecord]) -> Case:
    try:
        world = World.model_validate(json.loads((folder / "world.json").read_bytes())["value"])
        raw = json.loads((folder / "extraction.json").read_bytes())["value"]
        extraction = Extraction.model_validate(raw)
    except (OSError, ValueError, KeyError, ValidationError) as exc:
        raise ConfigError(f"{str(folder)!r} cannot be read: {in_short(exc)}") from exc
    filings = {f.passage.filing_id for f in extraction.findings}
    record = next(
        (r for r in records if filings and filings <= {f.filing_id for f in r.filings}), None
    )
    return Case(world=world, extraction=extraction, record=record)


def questions_of(cases: Sequence[Case], seed: int) -> list[Question]:
    """All questions on some cases, by stage, each stage in an order that tells nothing."""
    asked = [question for case in cases for question in _of_case(case, seed)]
    order = {"findings": 0, "hypotheses": 1, "alternatives": 2, "documents": 3, "chaff": 4}
    return sorted(asked, key=lambda q: (order[q.asked.stage], q.asked.question_id))


def _of_case(case: Case, seed: int) -> Iterator[Question]:
    yield from _findings(case)
    yield from _hypotheses(case)
    yield from _alternatives(case)
    rng = Random(f"{case.world_id}/review/{seed}")
    yield from _documents(case, rng)
    yield from _chaff(case, rng)


def _findings(case: Case) -> Iterator[Question]:
    findings = {finding.finding_id: finding for finding in case.extraction.findings}
    named = [(n, i.surrogate) for i in case.extraction.identities for n in i.names]
    for fact in case.extraction.facts:
        passages = "\n\n".join(
            case.record.passage_text(findings[f].passage) if case.record else str(f)
            for f in fact.finding_ids
            if f in findings
        )
        shown = (("Fact", fact.text), ("Passage", passages))
        if case.record:
            names = "\n".join(f"{real}: {said}" for real, said in named if real in passages)
            shown = (*shown, ("Who is who (real: invented)", names))
        yield _question(case, "findings", fact.fact_id, shown)


def _hypotheses(case: Case) -> Iterator[Question]:
    for hypothesis in case.world.answer_key.dag.hypotheses:
        shown = (("Brief", case.world.case_file.brief), ("Account", hypothesis.statement))
        yield _question(case, "hypotheses", hypothesis.hypothesis_id, shown)


def _alternatives(case: Case) -> Iterator[Question]:
    dag = case.world.answer_key.dag
    facts = {fact.fact_id: fact for fact in dag.facts}
    for alternative in dag.alternatives:
        mine = alternative.hypothesis_id
        tilts = [fact for fact in dag.facts if fact.tilts == mine]
        refuting = [facts[f] for f in sorted(frozenset().union(*dag.paths(mine, "refutes")))]
        yield _question(
            case,
            "alternatives",
            mine,
            (
                ("Account", alternative.statement),
                ("Adopted account", dag.adopted.statement),
                ("Tilt facts, and how each is innocent", "\n".join(map(_tilt, tilts))),
                ("Refuting facts", "\n".join(f"- {fact.text}" for fact in refuting)),
            ),
        )


def _documents(case: Case, rng: Random) -> Iterator[Question]:
    """A few documents of each role; none of them says which."""
    for role in ROLES:
        ids = [d.document_id for d in case.world.answer_key.documents if d.role == role]
        for document_id in rng.sample(sorted(ids), min(DOCUMENTS_A_ROLE, len(ids))):
            yield _of_document(case, "documents", document_id)


def _chaff(case: Case, rng: Random) -> Iterator[Question]:
    """Chaff, and as decoys documents that bear on the dispute."""
    roles = {d.document_id: d.role for d in case.world.answer_key.documents}
    chaff = sorted(d for d, role in roles.items() if role == "chaff")
    decoys = sorted(d for d, role in roles.items() if role in ("noise", "signal", "merits"))
    chosen = rng.sample(chaff, min(CHAFF, len(chaff))) + rng.sample(
        decoys, min(DECOYS, len(decoys))
    )
    for document_id in chosen:
        yield _of_document(case, "chaff", document_id)


def _of_document(case: Case, stage: Stage, document_id: str) -> Question:
    document = next(d for d in case.world.case_file.documents if d.document_id == document_id)
    shown = (("File", document.path), ("Text", _shortened(document)))
    if stage == "chaff":
        shown = (("Brief", case.world.case_file.brief), *shown)
    return _question(case, stage, document_id, shown, document_id)


def _question(
    case: Case,
    stage: Stage,
    item: str,
    shown: tuple[tuple[str, str], ...],
    document_id: str = "",
) -> Question:
    code = hashlib.sha256(f"{case.world_id}/{stage}/{item}".encode()).hexdigest()[:10]
    roles: dict[str, Role] = {d.document_id: d.role for d in case.world.answer_key.documents}
    role = roles.get(document_id)
    return Question(
        asked=Asked(
            question_id=f"q{code}",
            stage=stage,
            world_id=case.world_id,
            case_type=case.case_type,
            item=item,
            role=role,
            decoy=stage == "chaff" and role != "chaff",
        ),
        asks=_ASKS[stage],
        document_id=document_id,
        shown=shown,
    )


def _tilt(fact: Fact) -> str:
    return f"- {fact.text} (Innocent: {fact.innocent})"


def _shortened(document: CaseDocument) -> str:
    text = document.text.replace("\f", "\n\n----------\n\n")
    if len(text) <= _SHOWN_CHARACTERS:
        return text
    more = len(text) - _SHOWN_CHARACTERS
    return f"{text[:_SHOWN_CHARACTERS]}\n\n[{more} more characters: see the file]"

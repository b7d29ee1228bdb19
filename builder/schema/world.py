"""A finished world: the case file an investigator sees, the answer key a scorer sees, the proof.

The two sides are two types on purpose: what takes a `CaseFile` cannot be handed a key.
"""

from __future__ import annotations

from datetime import datetime
from typing import Self

from pydantic import model_validator

from builder.schema.base import CaseType, Format, Record, Role, first_repeat
from builder.schema.entities import Entity
from builder.schema.hypotheses import HypothesisDag


class CaseDocument(Record):
    """A file as an investigator may know it."""

    document_id: str
    path: str
    format: Format
    date: datetime
    n_pages: int
    size: int
    sha256: str
    text: str


class Account(Record):
    """A hypothesis without its truth."""

    hypothesis_id: str
    statement: str


class Generator(Record):
    """Who made a world: source kind, the three hands, models if any, code version."""

    source: str
    analyst: str
    writer: str
    judge: str
    version: str


class CaseFile(Record):
    """Everything an investigator may see, and nothing else. `hypotheses` are in neutral order."""

    world_id: str
    case_type: CaseType
    brief: str
    hypotheses: tuple[Account, ...]
    documents: tuple[CaseDocument, ...]
    entities: tuple[Entity, ...]
    generator: Generator
    canary: str

    @model_validator(mode="after")
    def _check(self) -> Self:
        if len(self.hypotheses) != 4:
            raise ValueError(
                f"world {self.world_id!r} has {len(self.hypotheses)} hypotheses, not 4"
            )
        if repeat := first_repeat([d.path for d in self.documents]):
            raise ValueError(f"world {self.world_id!r}: path {repeat!r} stands twice")
        return self


class DocumentKey(Record):
    """What a document is for. `fact_ids` it states in full; `partial_fact_ids` only in part."""

    document_id: str
    role: Role
    series: str
    genre: str
    fact_ids: tuple[str, ...]
    partial_fact_ids: tuple[str, ...] = ()
    target: str | None = None


class CheckResult(Record):
    """One mechanical check: its name, whether it held, and what was found."""

    check: str
    passed: bool
    detail: str = ""


class DocumentProof(Record):
    """The checks of one document."""

    document_id: str
    role: Role
    results: tuple[CheckResult, ...]

    @property
    def passed(self) -> bool:
        """Whether every check held."""
        return all(result.passed for result in self.results)


class Certificate(Record):
    """The proof that a world's roles and DAG hold, document by document."""

    world_id: str
    world: tuple[CheckResult, ...]
    documents: tuple[DocumentProof, ...]

    @property
    def passed(self) -> bool:
        """Whether every check of the world and of every document held."""
        return all(r.passed for r in self.world) and all(d.passed for d in self.documents)

    @property
    def failures(self) -> tuple[str, ...]:
        """One line for each check that did not hold."""
        return tuple(
            f"{where}: {result.check}: {result.detail}"
            for where, results in (
                ("world", self.world),
                *((f"{d.document_id} ({d.role})", d.results) for d in self.documents),
            )
            for result in results
            if not result.passed
        )


class AnswerKey(Record):
    """What a scorer sees: the DAG with the truth of each hypothesis, and each document's role."""

    world_id: str
    dag: HypothesisDag
    documents: tuple[DocumentKey, ...]


class World(Record):
    """A certified world."""

    case_file: CaseFile
    answer_key: AnswerKey
    certificate: Certificate

    @model_validator(mode="after")
    def _check(self) -> Self:
        files = {d.document_id for d in self.case_file.documents}
        keyed = {d.document_id for d in self.answer_key.documents}
        if files != keyed:
            raise ValueError(
                f"world {self.case_file.world_id!r}: files and key differ in "
                f"{sorted(files ^ keyed)[:5]}"
            )
        shown = {a.hypothesis_id for a in self.case_file.hypotheses}
        if shown != {h.hypothesis_id for h in self.answer_key.dag.hypotheses}:
            raise ValueError(f"world {self.case_file.world_id!r}: accounts and key differ")
        return self

"""The hands that need no model: the play behind a fictional record, the planner and the writer.

In: records and dossiers. Out: extraction, DAG, plan, documents, reviews. The analyst stages the
play of a fictional record again; for a real record it asks for another analyst.
Writer and judge see the dossier only, and serve real records as well.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from builder.authors import Dossier, Sizes
from builder.authors._caption import world_caption
from builder.errors import ConfigError
from builder.fiction import planner
from builder.fiction.judge import review
from builder.fiction.levels import LEVELS
from builder.fiction.record import finding_id, play_of
from builder.fiction.screen import Screen, make_screen
from builder.fiction.staging import Play
from builder.fiction.writer import Composer
from builder.schema import (
    CaseRecord,
    DocumentContent,
    DocumentPlan,
    DocumentSpec,
    Extraction,
    HypothesisDag,
    Review,
)


def _play(record: CaseRecord) -> Play:
    if record.source.kind != "fiction":
        raise ConfigError(
            f"case {record.case_id!r} comes from {record.source.kind}: it needs an "
            "analyst, for example --analyst replay:FILE"
        )
    return play_of(record.source.locator)


def _plain(argument: str) -> None:
    if argument:
        raise ConfigError(f"the procedural hands take no argument, not {argument!r}")


@dataclass(frozen=True)
class ProceduralAnalyst:
    """Knows a fictional record because it can stage it."""

    name: str = "procedural"

    def extract(self, record: CaseRecord) -> Extraction:
        """Entities, ground facts and setting of the record's play."""
        play = _play(record)
        known = {finding.finding_id for finding in record.findings}
        facts = tuple(
            fact.model_copy(update={"finding_ids": (finding_id(fact.fact_id),)})
            if finding_id(fact.fact_id) in known
            else fact
            for fact in play.facts
        )
        return Extraction(
            findings=record.findings, entities=play.entities, facts=facts, setting=play.setting
        )

    def hypothesize(self, record: CaseRecord, extraction: Extraction) -> HypothesisDag:
        """The accounts of the record's play; ground facts as extracted."""
        dag = _play(record).dag
        ground = {fact.fact_id: fact for fact in extraction.facts}
        facts = tuple(ground.get(fact.fact_id, fact) for fact in dag.facts)
        return dag.model_copy(update={"facts": facts})


T = TypeVar("T")


def _kept(make: Callable[[Dossier], T]) -> Callable[[Dossier], T]:
    """`make`, with what it made of a dossier kept until it gets another."""
    kept: list[tuple[Dossier, T]] = []

    def made(dossier: Dossier) -> T:
        if not kept or kept[0][0] is not dossier:
            kept[:] = [(dossier, make(dossier))]
        return kept[0][1]

    return made


@_kept
def _composer(dossier: Dossier) -> Composer:
    caption = world_caption(dossier)
    return Composer(dossier.world_id, dossier.extraction.entities, caption)


@_kept
def _screen(dossier: Dossier) -> Screen:
    return make_screen(dossier.extraction.entities, dossier.dag, dossier.extraction.setting)


@dataclass(frozen=True)
class ProceduralWriter:
    """Plans and writes from the dossier alone."""

    name: str = "procedural"

    def plan(self, dossier: Dossier, sizes: Sizes) -> DocumentPlan:
        """The documents of a world; UnplaceableFact or WorldError name what is missing."""
        extraction = dossier.extraction
        return planner.plan(
            dossier.world_id,
            extraction.entities,
            dossier.dag,
            extraction.setting,
            sizes.of,
            dials=LEVELS[sizes.level],
            composer=_composer(dossier),
            screen=_screen(dossier),
        )

    def write(
        self, dossier: Dossier, spec: DocumentSpec, reasons: tuple[str, ...]
    ) -> DocumentContent:
        """The planned document. After a failed review it is drawn anew, the same way each time."""
        return _composer(dossier).write(spec, attempt=sum(map(len, reasons)))


@dataclass(frozen=True)
class ProceduralJudge:
    """Reviews what can be checked without taste."""

    name: str = "procedural"

    def review(self, dossier: Dossier, spec: DocumentSpec, content: DocumentContent) -> Review:
        """`fail` with a reason for each surface that its blocks lack, each unplanned mark of a
        fact, and each fact that the document states without being planned to."""
        return review(_screen(dossier), spec, content)


def analyst(argument: str) -> ProceduralAnalyst:
    """The analyst of fictional records."""
    _plain(argument)
    return ProceduralAnalyst()


def writer(argument: str) -> ProceduralWriter:
    """The planner and writer."""
    _plain(argument)
    return ProceduralWriter()


def judge(argument: str) -> ProceduralJudge:
    """The mechanical judge."""
    _plain(argument)
    return ProceduralJudge()

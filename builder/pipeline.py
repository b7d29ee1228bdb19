"""The story of a build: from a source's case records to certified worlds.

    source -> CaseRecord -> extract -> Extraction -> hypothesize -> HypothesisDag
           -> plan -> DocumentPlan -> write (and review) -> Drafts -> anonymize
           -> render -> Corpus -> certify -> World

Each hand-over is stored under `<out>/worlds/<world_id>/`; a step whose inputs are the same is not
made again. One world is one task, so worlds can be built in as many processes as there are cores.
A world that cannot be built is recorded with its reason, and the build goes on.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

from builder import authors, sources
from builder.authors import Dossier, Sizes
from builder.authors._estimate import expected
from builder.authors._spend import costs
from builder.canaries import world_canary
from builder.collector import resting
from builder.config import NO_TERMS, BuildSettings, ModelTerms
from builder.costs import costs_json, costs_text, estimate_text
from builder.engines import engine
from builder.errors import ConfigError, RoleNotProven, WorldError
from builder.salting import is_real, salt_of, under_salt
from builder.schema import (
    Anonymized,
    Case,
    CaseRecord,
    Corpus,
    DocumentPlan,
    Drafts,
    Extraction,
    Generator,
    HypothesisDag,
    Record,
    World,
)
from builder.settled import Settled, settle
from builder.stages.anonymize import anonymize
from builder.stages.certify import certify
from builder.stages.extract import extract
from builder.stages.hypothesize import hypothesize
from builder.stages.plan import plan
from builder.stages.render import intact, render
from builder.stages.write import with_substitutes, write
from builder.workspace import Workspace, digest, folder_lock, sweep, write_whole

PACKAGE = "investigation-worlds"


@dataclass(frozen=True)
class Hands:
    """The names of the three hands, and the terms on which those that are models are called."""

    analyst: str
    writer: str
    judge: str
    terms: ModelTerms = NO_TERMS

    @property
    def names(self) -> dict[str, str]:
        """The hands by what they do, without the paths that they were given."""
        every = {"analyst": self.analyst, "writer": self.writer, "judge": self.judge}
        return {kind: public_name(name) for kind, name in every.items()}

    @property
    def models(self) -> tuple[str, ...]:
        """Those of the hands that are models."""
        return tuple(filter(authors.is_model, (self.analyst, self.writer, self.judge)))

    @property
    def at_once(self) -> int:
        """How many documents are written at one time: a provider serves many, a processor one."""
        waiting = authors.is_model(self.writer) or authors.is_model(self.judge)
        return self.terms.connections if waiting else 1


@dataclass(frozen=True)
class Outcome:
    """What became of one world: its id, the case it grew from, and why it failed, if it did."""

    world_id: str
    case_id: str
    n_documents: int = 0
    reason: str = ""


@resting()
def build_world(record: CaseRecord, hands: Hands, sizes: Sizes, workspace: Workspace) -> World:
    """One world from one case record; raises WorldError with the reason when it cannot be."""
    step = workspace.step
    world_id = workspace.folder.name
    analyst = authors.analyst(hands.analyst, hands.terms)
    writer = authors.writer(hands.writer, hands.terms)
    judge = authors.judge(hands.judge, hands.terms)
    manner = f"structured={hands.terms.structured}"
    reading = hand_hash(hands.analyst) + manner
    writing = hand_hash(hands.writer) + hand_hash(hands.judge) + manner

    extraction = step("extraction", Extraction, (record, reading), lambda: extract(record, analyst))
    dag = step(
        "dag",
        HypothesisDag,
        (record, extraction, reading),
        lambda: hypothesize(record, extraction, analyst),
    )
    dossier = Dossier(world_id=world_id, record=record, extraction=extraction, dag=dag)
    known = (world_id, record, extraction, dag)
    planned = step(
        "plan", DocumentPlan, (*known, sizes, writing), lambda: plan(dossier, writer, sizes)
    )
    drafts = step(
        "drafts",
        Drafts,
        (*known, planned, sizes, writing),
        lambda: write(dossier, planned, writer, judge, sizes, hands.at_once),
    )
    planned = with_substitutes(planned, drafts)
    anonymous = step(
        "anonymized",
        Anonymized,
        (*known, planned, drafts),
        lambda: anonymize(drafts, planned, extraction, record, dag),
    )
    corpus = step(
        "corpus",
        Corpus,
        (anonymous, extraction, world_canary(world_id), f"scans={sizes.scans}"),
        lambda: render(
            world_id, anonymous.plan, anonymous.drafts, extraction, workspace.corpus, sizes.scans
        ),
        sound=lambda corpus: intact(corpus, workspace.corpus),
    )
    generator = Generator(
        source=record.source.kind,
        analyst=public_name(hands.analyst),
        writer=public_name(hands.writer),
        judge=public_name(hands.judge),
        version=version(PACKAGE),
    )
    world = step(
        "world",
        World,
        (*known, anonymous.plan, corpus, generator),
        lambda: certify(dossier, anonymous.plan, corpus, workspace.corpus, generator),
    )
    if not world.certificate.passed:
        failures = world.certificate.failures
        raise RoleNotProven(f"{len(failures)} checks failed: " + " | ".join(failures[:5]))
    return world


def build(settings: BuildSettings, out: Path) -> Iterator[Outcome]:
    """Builds every world that the source gives, and yields what became of each as it ends.

    Worlds are listed in `<out>/build.json` in the source's order, whatever the order of ending.
    """
    hands, sizes = hands_of(settings), sizes_of(settings)
    with folder_lock(out):
        sweep(out)
        cases = salted_cases(settings, out)
        outcomes: dict[str, Outcome] = {}
        tasks: list[Task] = []
        for case in cases:
            task = Task(case, hands, sizes, out)
            if standing := _standing(task):
                outcomes[case.case_id] = standing
                yield standing
            else:
                tasks.append(task)
        try:
            for outcome in engine(settings.engine).run(work, tasks, settings.workers):
                outcomes[outcome.case_id] = outcome
                yield outcome
        finally:
            if hands.models:
                write_whole(out / "costs.json", costs_json(costs(hands.terms)))
        listed = [outcomes[case.case_id] for case in cases]
        write_whole(out / "build.json", _build_file(settings, hands, sizes, listed))


def estimate(settings: BuildSettings) -> str:
    """What the models of a build will be asked for, as a table; nobody is asked."""
    hands, records = named_hands(settings), records_of(settings)
    return estimate_text(
        expected(records, hands.analyst, hands.writer, hands.judge, sizes_of(settings)), hands.terms
    )


def costs_of(settings: BuildSettings) -> str:
    """What the models of a build have cost so far, in one line; "" when no hand is a model."""
    hands = named_hands(settings)
    return costs_text(costs(hands.terms)) if hands.models else ""


def records_of(settings: BuildSettings) -> tuple[CaseRecord, ...]:
    """The case records that the source gives; ConfigError when it gives none."""
    return tuple(map(sources.told, _cases_of(settings)))


def salted_cases(settings: BuildSettings, out: Path) -> tuple[Case, ...]:
    """The cases that the source gives, told or only named, the real ones under the build's salt."""
    return tuple(
        under_salt(case, salt_of(out)) if is_real(case) else case for case in _cases_of(settings)
    )


def _cases_of(settings: BuildSettings) -> tuple[Case, ...]:
    options = sources.SourceOptions(
        worlds=settings.worlds,
        seed=settings.seed,
        case_types=settings.case_types,
        level=settings.level,
    )
    cases = tuple(sources.cases(settings.source_id, settings.locator, options))
    if not cases:
        raise ConfigError(f"source {settings.source!r} gives no case record")
    return cases


@dataclass(frozen=True)
class Task:
    """One world to be built: from what, by whom, how large, below which folder."""

    case: Case
    hands: Hands
    sizes: Sizes
    out: Path

    @property
    def workspace(self) -> Workspace:
        """Where it is built."""
        return Workspace(self.out / "worlds" / world_id_of(self.case))

    @property
    def inputs(self) -> tuple[str | Record, ...]:
        """All that its world depends on, besides the builder's own sources."""
        hands = (self.hands.analyst, self.hands.writer, self.hands.judge)
        manner = f"structured={self.hands.terms.structured}"
        return (self.case, self.sizes, *map(hand_hash, hands), manner, version(PACKAGE))


def _standing(task: Task) -> Outcome | None:
    """The outcome of a world that stands as it was built, of the same inputs; else None."""
    workspace = task.workspace
    settled = workspace.stored("settled", Settled, task.inputs)
    if settled is None or not settled.stands(workspace.folder):
        return None
    return Outcome(workspace.folder.name, task.case.case_id, settled.n_documents)


def work(task: Task) -> Outcome:
    """Builds one world in whatever process this is; the one place that catches WorldError."""
    workspace = task.workspace
    world_id = workspace.folder.name
    try:
        with folder_lock(workspace.folder, wait=True):
            sweep(workspace.folder)
            world = build_world(sources.told(task.case), task.hands, task.sizes, workspace)
            workspace.store("settled", settle(world, workspace.folder), task.inputs)
    except WorldError as exc:
        reason = f"{type(exc).__name__}: {exc}"
        return Outcome(world_id=world_id, case_id=task.case.case_id, reason=reason)
    return Outcome(world_id, task.case.case_id, len(world.case_file.documents))


def world_id_of(case: Case) -> str:
    """A world's id: its case type and a hash of where it came from, under the build's salt."""
    salt = (case.source.salt,) if case.source.salt else ()
    code = digest(*salt, case.source.kind, case.case_id)[:8]
    return f"{case.case_type.replace('_', '-')}-{code}"


def hands_of(settings: BuildSettings) -> Hands:
    """The hands asked for, else those that suit the source; ConfigError for one that is unknown or
    cannot be had."""
    hands = named_hands(settings)
    authors.analyst(hands.analyst, hands.terms)
    authors.writer(hands.writer, hands.terms)
    authors.judge(hands.judge, hands.terms)
    return hands


def named_hands(settings: BuildSettings) -> Hands:
    """The names of the hands asked for, else of those that suit the source."""
    suited = sources.source_module(settings.source_id).HANDS
    return Hands(
        analyst=settings.analyst or suited,
        writer=settings.writer or ("procedural" if settings.analyst else suited),
        judge=settings.judge or ("procedural" if settings.analyst else suited),
        terms=settings.terms,
    )


def hand_hash(name: str) -> str:
    """A hand's name, with the content of the file or folder that it is given."""
    path = Path(name.partition(":")[2] or ".")
    if not name.partition(":")[2] or not path.exists():
        return digest(name)
    files = sorted(p for p in path.rglob("*") if p.is_file()) if path.is_dir() else [path]
    return digest(name, *(hashlib.sha256(p.read_bytes()).hexdigest() for p in files))


def public_name(hand: str) -> str:
    """A hand's name without the path that it was given."""
    return hand.partition(":")[0] if hand.startswith(("replay:", "handwritten:")) else hand


def sizes_of(settings: BuildSettings) -> Sizes:
    """Documents of each role, with the dials that were set; ConfigError for an unknown dial."""
    dials = dict(settings.dials)
    fields = [name for name in Sizes.model_fields if name != "level"]
    if unknown := sorted(set(dials) - set(fields)):
        known = ", ".join(fields)
        raise ConfigError(f"no dial {unknown[0]!r}; there are: {known}")
    return Sizes.model_validate({**dials, "level": settings.level})


def _build_file(
    settings: BuildSettings, hands: Hands, sizes: Sizes, outcomes: list[Outcome]
) -> bytes:
    value = {
        "source": settings.source_id,
        "seed": settings.seed,
        "hands": hands.names,
        "level": sizes.level,
        "sizes": sizes.model_dump(exclude={"level"}),
        "version": version(PACKAGE),
        "worlds": [o.world_id for o in outcomes if not o.reason],
        "failed": {o.world_id: o.reason for o in outcomes if o.reason},
    }
    return (json.dumps(value, indent=2, sort_keys=True) + "\n").encode()

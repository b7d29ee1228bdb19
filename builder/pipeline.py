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
import multiprocessing
import os
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

from builder import authors, sources
from builder.authors import Dossier, Sizes
from builder.authors._estimate import expected
from builder.authors._spend import costs
from builder.canaries import world_canary
from builder.config import NO_TERMS, BuildSettings, ModelTerms
from builder.costs import costs_json, costs_text, estimate_text
from builder.errors import ConfigError, RoleNotProven, WorldError
from builder.salting import is_real, salt_of, under_salt
from builder.schema import (
    Anonymized,
    CaseRecord,
    Corpus,
    DocumentPlan,
    Drafts,
    Extraction,
    Generator,
    HypothesisDag,
    World,
)
from builder.stages.anonymize import anonymize
from builder.stages.certify import certify
from builder.stages.extract import extract
from builder.stages.hypothesize import hypothesize
from builder.stages.plan import plan
from builder.stages.render import intact, render
from builder.stages.write import with_substitutes, write
from builder.workspace import Workspace, digest, folder_lock, sweep, write_whole


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
    planned = step(
        "plan", DocumentPlan, (dossier, sizes, writing), lambda: plan(dossier, writer, sizes)
    )
    drafts = step(
        "drafts",
        Drafts,
        (dossier, planned, sizes, writing),
        lambda: write(dossier, planned, writer, judge, sizes, hands.at_once),
    )
    planned = with_substitutes(planned, drafts)
    anonymous = step(
        "anonymized",
        Anonymized,
        (dossier, planned, drafts),
        lambda: anonymize(drafts, planned, extraction, record, dag),
    )
    corpus = step(
        "corpus",
        Corpus,
        (anonymous, extraction, world_canary(world_id)),
        lambda: render(world_id, anonymous.plan, anonymous.drafts, extraction, workspace.corpus),
    )
    if not intact(corpus, workspace.corpus):
        corpus = render(world_id, anonymous.plan, anonymous.drafts, extraction, workspace.corpus)
    generator = Generator(
        source=record.source.kind,
        analyst=public_name(hands.analyst),
        writer=public_name(hands.writer),
        judge=public_name(hands.judge),
        version=version("investigation-worlds"),
    )
    world = step(
        "world",
        World,
        (dossier, anonymous.plan, corpus, generator),
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
        records = salted_records(settings, out)
        outcomes: dict[str, Outcome] = {}
        tasks = [(record, hands, sizes, out) for record in records]
        try:
            for outcome in _run(tasks, settings.workers):
                outcomes[outcome.case_id] = outcome
                yield outcome
        finally:
            if hands.models:
                write_whole(out / "costs.json", costs_json(costs(hands.terms)))
        listed = [outcomes[record.case_id] for record in records]
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
    source = sources.source_module(settings.source_id)
    options = sources.SourceOptions(
        worlds=settings.worlds,
        seed=settings.seed,
        case_types=settings.case_types,
        level=settings.level,
    )
    records = tuple(source.records(settings.locator, options))
    if not records:
        raise ConfigError(f"source {settings.source!r} gives no case record")
    return records


def salted_records(settings: BuildSettings, out: Path) -> tuple[CaseRecord, ...]:
    """The case records that the source gives, the real ones under the build's salt."""
    return tuple(
        under_salt(record, salt_of(out)) if is_real(record) else record
        for record in records_of(settings)
    )


def _run(tasks: list[tuple[CaseRecord, Hands, Sizes, Path]], workers: int) -> Iterator[Outcome]:
    if workers == 1:
        yield from map(_task, tasks)
        return
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, context, _end_with_parent, (os.getpid(),)) as pool:
        try:
            for future in as_completed([pool.submit(_task, task) for task in tasks]):
                yield future.result()
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _end_with_parent(parent: int) -> None:
    """Ends this worker soon after its parent is gone, however the parent ended."""

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(0.2)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def _task(task: tuple[CaseRecord, Hands, Sizes, Path]) -> Outcome:
    """Builds one world in whatever process this is; the one place that catches WorldError."""
    record, hands, sizes, out = task
    world_id = world_id_of(record)
    workspace = Workspace(out / "worlds" / world_id)
    try:
        with folder_lock(workspace.folder, wait=True):
            sweep(workspace.folder)
            world = build_world(record, hands, sizes, workspace)
    except WorldError as exc:
        reason = f"{type(exc).__name__}: {exc}"
        return Outcome(world_id=world_id, case_id=record.case_id, reason=reason)
    return Outcome(
        world_id=world_id, case_id=record.case_id, n_documents=len(world.case_file.documents)
    )


def world_id_of(record: CaseRecord) -> str:
    """A world's id: its case type and a hash of where it came from, under the build's salt."""
    salt = (record.source.salt,) if record.source.salt else ()
    code = digest(*salt, record.source.kind, record.case_id)[:8]
    return f"{record.case_type.replace('_', '-')}-{code}"


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
    return Sizes(**dials, level=settings.level)


def _build_file(
    settings: BuildSettings, hands: Hands, sizes: Sizes, outcomes: list[Outcome]
) -> bytes:
    value = {
        "source": settings.source_id,
        "seed": settings.seed,
        "hands": hands.names,
        "level": sizes.level,
        "sizes": sizes.model_dump(exclude={"level"}),
        "version": version("investigation-worlds"),
        "worlds": [o.world_id for o in outcomes if not o.reason],
        "failed": {o.world_id: o.reason for o in outcomes if o.reason},
    }
    return (json.dumps(value, indent=2, sort_keys=True) + "\n").encode()

"""Puts the task together from its parameters, each checked, with the way out in every message.

In: the `-T` parameters. Out: an Inspect `Task`. Side effects: reads the dataset's index, tries the
sandbox once, and logs one line that says what will run where.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Collection, Sequence
from dataclasses import dataclass, fields
from importlib.metadata import version
from pathlib import Path
from typing import Any, TypeVar

from inspect_ai import Task
from inspect_ai.dataset import MemoryDataset, Sample

import investigation_worlds
from builder.schema import ROLES, Role
from eval.dataset import DatasetError, Source, open_source
from eval.harnesses import harness_module
from eval.protocol import CONDITIONS, Condition, Rules, commit, investigate
from eval.sandbox import SANDBOXES, SandboxChoice, SandboxError, SandboxName, choose
from eval.scoring import world
from eval.wrong_use import WrongUse

logger = logging.getLogger(__name__)

Choice = TypeVar("Choice", bound=str)

VERSION = "1-A"
PROTOCOL = "two-turn/1"
NO_KEY = "there is no answer key here; give the folder that holds it as -T answers=PATH"

LEVELS: dict[str, tuple[Role, ...]] = {
    "merits": ("merits",),
    "merits+pro_alternative": ("merits", "pro_alternative"),
    "merits+alternatives": ("merits", "pro_alternative", "alternative_noise"),
    "merits+alternatives+noise": ("merits", "pro_alternative", "alternative_noise", "noise"),
    "merits+all_distractors": (
        "merits", "pro_alternative", "alternative_noise", "noise", "chaff",
    ),
    "signal": ("merits", "signal"),
    "signal+pro_alternative": ("merits", "signal", "pro_alternative"),
    "signal+alternatives": ("merits", "signal", "pro_alternative", "alternative_noise"),
    "signal+alternatives+noise": (
        "merits", "signal", "pro_alternative", "alternative_noise", "noise",
    ),
    "full": ROLES,
}  # fmt: skip
"""Named levels. The default ladder is the first five, the second one `merits` and those from
`signal` to `full`; each level's corpus is a subset of the next one's."""


@dataclass(frozen=True)
class Options:
    """The task's parameters; eval/task.py says what each one is."""

    split: str | None
    levels: str | Sequence[str]
    worlds: str | Sequence[str] | None
    root: str | None
    answers: str | None
    call_budget: int
    turns: int
    seed: int
    sandbox: str
    harness: str
    condition: str
    structured: bool
    token_budget: int | None
    score: bool
    log_key: bool


def build_task(options: Options, unknown: Collection[str] = ()) -> Task:
    """The task. Raises WrongUse for a parameter that cannot work here, or is not known."""
    if unknown:
        known = ", ".join(field.name for field in fields(Options))
        raise WrongUse(
            f"no task parameter named {', '.join(map(repr, unknown))}; there are: {known}"
        )
    _check_numbers(options)
    condition: Condition = _one_of("condition", options.condition, CONDITIONS)
    sandbox: SandboxName = _one_of("sandbox", options.sandbox, SANDBOXES)
    harness = options.harness
    level, roles = _roles(options.levels)
    root, answers = _where(options.root), _where(options.answers)
    try:
        source = open_source(root, options.split, roles)
        chosen = _worlds(source, options.worlds)
        samples = [_sample(source, one, root, answers, level) for one in chosen]
        agent = harness if hasattr(harness_module(harness), "program") else None
        keyed = _has_key(source, answers, condition)
        choice = (
            choose(sandbox, source, root, agent)
            if condition == "full"
            else choose("none", source, root)
        )
    except (DatasetError, SandboxError, LookupError) as exc:
        raise WrongUse(str(exc.args[0])) from exc
    _say(source, samples, level, harness, condition, choice)
    scored = options.score and keyed
    if not scored:
        logger.warning("investigation: not scored, %s", "as asked" if keyed else NO_KEY)
    rules = Rules(
        calls=options.call_budget,
        turns=options.turns,
        seed=options.seed,
        harness=harness,
        condition=condition,
        sandbox=choice.name,
        structured=options.structured,
        turn1_tokens=options.token_budget,
    )
    return Task(
        dataset=MemoryDataset(samples, name=f"investigation-worlds/{source.split}"),
        solver=[investigate(source, rules), commit(source, rules)],
        scorer=world(root, source.split, list(roles) if roles else None, answers, options.log_key)
        if scored
        else None,
        sandbox=choice.spec,
        fail_on_error=0.1,
        headline_metric="world.case_solved" if scored else None,
        version=VERSION,
        metadata={
            "protocol": PROTOCOL,
            "level": level,
            "harness": harness,
            "condition": condition,
            "sandbox": choice.name,
            "code": version("investigation-worlds"),
            "dataset_sha256": investigation_worlds.data_hash(source.root),
            "data_version": investigation_worlds.manifest(source.root).get("data_version"),
        },
    )


def _check_numbers(options: Options) -> None:
    for name in ("call_budget", "turns", "token_budget"):
        value = getattr(options, name)
        if value is not None and (not _is_whole(value) or value < 1):
            raise WrongUse(f"{name}={value!r}: give a whole number from 1")
    if not _is_whole(options.seed):
        raise WrongUse(f"seed={options.seed!r}: give a whole number")


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _one_of(name: str, value: str, known: tuple[Choice, ...]) -> Choice:
    for one in known:
        if one == value:
            return one
    raise WrongUse(f"{name}={value!r}: choose one of {', '.join(known)}")


def _roles(levels: str | Sequence[str]) -> tuple[str, tuple[Role, ...] | None]:
    """Name and roles of a level, or of any set of roles; None stands for all."""
    names = _listed(levels)
    if not names:
        raise WrongUse(f"levels={levels!r} names none; leave it out for the full corpus")
    if len(names) == 1 and names[0] in LEVELS:
        roles = LEVELS[names[0]]
        return names[0], None if set(roles) == set(ROLES) else roles
    if unknown := [name for name in names if name not in ROLES]:
        raise WrongUse(
            f"levels={unknown[0]!r} is neither a level nor a role; levels: {', '.join(LEVELS)}; "
            f"roles: {', '.join(ROLES)}"
        )
    chosen: tuple[Role, ...] = tuple(role for role in ROLES if role in names)
    return "+".join(chosen), None if len(chosen) == len(ROLES) else chosen


def _listed(value: str | Sequence[str]) -> list[str]:
    pieces = value.split(",") if isinstance(value, str) else [str(one) for one in value]
    return [piece.strip() for piece in pieces if piece.strip()]


def _where(path: str | None) -> str | None:
    """An absolute path of a folder that was given from where the user stands.

    While Inspect calls the task function it stands in the task file's own folder.
    """
    if path is None:
        return None
    bases = [Path(os.environ.get("PWD", ".")), Path.cwd(), Path(__file__).resolve().parent.parent]
    for base in bases:
        if (base / Path(path).expanduser()).exists():
            return str((base / Path(path).expanduser()).resolve())
    return path


def _worlds(source: Source, worlds: str | Sequence[str] | None) -> tuple[str, ...]:
    if worlds is None:
        return source.world_ids
    chosen = _listed(worlds)
    if not chosen:
        raise WrongUse(f"worlds={worlds!r} names none; leave it out for all of the split")
    for world_id in chosen:
        source.world_row(world_id)
    return tuple(chosen)


def _has_key(source: Source, answers: str | None, condition: str) -> bool:
    """Whether there is a key to score by. Levels and `oracle_evidence` cannot do without."""
    if answers is not None and not source.has_key(answers):
        raise DatasetError(f"no key of split {source.split!r} in answers={answers!r}")
    here = source.has_key()
    if not here and (source.roles is not None or condition == "oracle_evidence"):
        raise DatasetError(
            f"levels and oracle_evidence need the key of split {source.split!r} beside its worlds"
        )
    return here or answers is not None


def _sample(
    source: Source, world_id: str, root: str | None, answers: str | None, level: str
) -> Sample:
    row = source.world_row(world_id)
    return Sample(
        id=world_id,
        input=row["brief"],
        metadata={
            "world_id": world_id,
            "case_type": row["case_type"],
            "split": source.split,
            "root": root,
            "answers": answers,
            "level": level,
            "roles": list(source.roles) if source.roles is not None else None,
            "n_documents": row["n_documents"],
            "source": row["generator"]["source"],
            "writer": row["generator"]["writer"],
        },
    )


def _say(
    source: Source,
    samples: Sequence[Sample],
    level: str,
    harness: str,
    condition: str,
    choice: SandboxChoice,
) -> None:
    logger.warning(
        "investigation: %d worlds of split %s, level %s, condition %s, harness %s, sandbox %s (%s)",
        len(samples), source.split, level, condition, harness, choice.name, choice.reason,
    )  # fmt: skip

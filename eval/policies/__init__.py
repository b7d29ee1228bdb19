"""Model-free policies: floor and ceiling of every score.

One file is one policy; the file's name is its id, and `policy/ID` is its model name. Each defines
`commit(ballot, rng, peek)`, which returns the reply of turn 2 (verdicts by label, or any text), and
may define `investigate(scene, rng, peek)`, which returns the next tool call, or the summary. Both
are functions of the conversation alone: one instance serves all samples at once. `peek()` gives
the case file and the key, which only `oracle` and `party_coin` may ask for; `peek.other_keys()`
gives the keys of the other worlds, which a classifier may learn from.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from random import Random
from typing import Any, Protocol, cast

from builder.schema import AnswerKey, CaseFile
from eval.answers import Verdict


@dataclass(frozen=True)
class Peek:
    """A look into the key: of the sample's own world when called, or of all others."""

    own: Callable[[], tuple[CaseFile, AnswerKey]]
    other_keys: Callable[[], Sequence[AnswerKey]]

    def __call__(self) -> tuple[CaseFile, AnswerKey]:
        return self.own()


@dataclass(frozen=True)
class Call:
    """A tool call."""

    tool: str
    arguments: Mapping[str, Any]


@dataclass(frozen=True)
class Scene:
    """Turn 1 so far: the brief and each call with its result; `calls_left` is 0 when only the
    summary is left to give."""

    brief: str
    results: tuple[tuple[Call, str], ...]
    calls_left: int


@dataclass(frozen=True)
class Ballot:
    """Turn 2: the summary, and the statement of each label in the order shown."""

    summary: str
    statements: Mapping[str, str]


class Policy(Protocol):
    """What a policy's module offers."""

    def investigate(self, scene: Scene, rng: Random, peek: Peek) -> Call | str:
        """The next tool call, or the summary."""
        ...

    def commit(self, ballot: Ballot, rng: Random, peek: Peek) -> Mapping[str, Verdict] | str:
        """Verdicts by label, or any other reply."""
        ...


def policy_ids() -> tuple[str, ...]:
    """The ids of the policies, sorted."""
    return tuple(sorted(m.name for m in pkgutil.iter_modules(__path__) if m.name[0] != "_"))


def policy(policy_id: str) -> Policy:
    """A policy by id; LookupError names those that exist."""
    if policy_id not in policy_ids():
        known = ", ".join(policy_ids())
        raise LookupError(f"no policy named {policy_id!r}; there are: {known}")
    module = import_module(f"eval.policies.{policy_id}")
    if not hasattr(module, "investigate"):
        module.investigate = _nothing_done  # type: ignore[attr-defined]
    return cast(Policy, module)


def _nothing_done(scene: Scene, rng: Random, peek: Peek) -> str:
    return "No file was opened."


def any_best(scores: Mapping[str, Any], rng: Random) -> str:
    """One of the labels with the highest score: which slot a label has must not decide a tie."""
    best = max(scores.values())
    return rng.choice([label for label, score in scores.items() if score == best])


def one_believed(labels: Mapping[str, Any], believed: str) -> dict[str, Verdict]:
    """Believes one label and none of the others."""
    return {label: "believe" if label == believed else "do_not_believe" for label in labels}

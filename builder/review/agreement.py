"""What reviewers' grades say: pass rates by stage, and how far people agree.

In: grades, and the key of the sheets if at hand. Out: an `Agreement`, as text too. Intervals
resample cases, since grades of one case go together; alpha is Krippendorff's, ordinal. Seeded; no
side effects.
"""

from __future__ import annotations

import warnings
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from random import Random
from typing import Any

import krippendorff
import numpy as np

from builder.errors import ConfigError
from builder.review.grades import STAGES, Given, Grades, Key
from builder.review.sheets import GRADES
from builder.schema import Record

RESAMPLES = 1000
_RANK = {"fail": 0, "borderline": 1, "pass": 2}


class Interval(Record):
    """A figure with its 95 % interval; None where it cannot be had."""

    value: float | None
    low: float | None = None
    high: float | None = None


class StageFigures(Record):
    """What was said of one stage. `graded_twice` are questions that two people or more graded."""

    stage: str
    grades: dict[str, int]
    passed: Interval
    graded_twice: int
    same: Interval
    alpha: Interval


class Agreement(Record):
    """All stages; `decoys_found` is how many decoys on the chaff sheet were not passed as chaff."""

    reviewers: tuple[str, ...]
    cases: int
    stages: tuple[StageFigures, ...]
    decoys_found: int | None = None
    decoys: int | None = None
    failed: tuple[str, ...] = ()


def agreement(grades: Grades, key: Key | None = None) -> Agreement:
    """The figures of all grades; ConfigError when a reviewer graded one question twice."""
    _no_doubles(grades.grades)
    decoys = frozenset(a.question_id for a in key.asked if a.decoy) if key else frozenset[str]()
    real = [given for given in grades.grades if given.question_id not in decoys]
    shown = [given for given in grades.grades if given.question_id in decoys]
    stages = [(s, [g for g in real if g.stage == s]) for s in STAGES]
    return Agreement(
        reviewers=tuple(sorted({given.reviewer for given in grades.grades})),
        cases=len({given.world_id for given in grades.grades}),
        stages=tuple(_figures(stage, given) for stage, given in [*stages, ("all", real)] if given),
        decoys_found=sum(given.grade != "pass" for given in shown) if key else None,
        decoys=len(shown) if key else None,
        failed=tuple(
            f"{g.stage} {g.question_id} of {g.world_id} ({g.reviewer}): {g.comment or 'no comment'}"
            for g in real
            if g.grade == "fail"
        ),
    )


def alpha_of(given: Sequence[Given]) -> float | None:
    """Krippendorff's alpha, ordinal; None without a question that two people graded, or without
    two grades that differ anywhere."""
    by_question = _by_question(given)
    people = sorted({g.reviewer for g in given})
    twice = {q: said for q, said in by_question.items() if len(said) > 1}
    if not twice or len({grade for said in twice.values() for grade in said.values()}) < 2:
        return None
    data = np.array(
        [[_rank(said.get(person)) for said in twice.values()] for person in people], dtype=float
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)
        alpha = krippendorff.alpha(
            reliability_data=data, level_of_measurement="ordinal", value_domain=[0, 1, 2]
        )
    return float(alpha) if np.isfinite(alpha) else None


def same_of(given: Sequence[Given]) -> float | None:
    """The part of pairs of grades for one question that are the same; None without a pair."""
    pairs = [
        one == other
        for said in _by_question(given).values()
        for one, other in combinations([said[person] for person in sorted(said)], 2)
    ]
    return sum(pairs) / len(pairs) if pairs else None


def text_of(found: Agreement) -> str:
    """The figures for a terminal."""
    lines = [
        f"{len(found.reviewers)} reviewers, {found.cases} cases",
        "",
        f"{'stage':<14}{'graded':>7}{'pass':>6}{'border':>8}{'fail':>6}  {'passed':<22}"
        f"{'twice':>6}  {'same':<22}{'alpha':<22}",
    ]
    for s in found.stages:
        counts = s.grades
        lines.append(
            f"{s.stage:<14}{sum(counts.values()):>7}{counts['pass']:>6}{counts['borderline']:>8}"
            f"{counts['fail']:>6}  {_said(s.passed, 100, '%'):<22}{s.graded_twice:>6}  "
            f"{_said(s.same, 100, '%'):<22}{_said(s.alpha):<22}".rstrip()
        )
    if found.decoys is not None:
        lines += [
            "",
            f"decoys on the chaff sheet that were seen: {found.decoys_found} of {found.decoys}",
        ]
    if found.failed:
        lines += ["", "failed", *(f"  {line}" for line in found.failed)]
    return "\n".join(lines)


def _figures(stage: str, given: Sequence[Given]) -> StageFigures:
    counts = {grade: sum(g.grade == grade for g in given) for grade in GRADES}
    return StageFigures(
        stage=stage,
        grades=counts,
        passed=_with_interval(given, lambda g: sum(x.grade == "pass" for x in g) / len(g)),
        graded_twice=sum(len(said) > 1 for said in _by_question(given).values()),
        same=_with_interval(given, same_of),
        alpha=_with_interval(given, alpha_of),
    )


def _with_interval(
    given: Sequence[Given], figure: Callable[[Sequence[Given]], float | None]
) -> Interval:
    """A figure with a percentile interval from resampled cases; none with a single case."""
    value = figure(given)
    cases: dict[str, list[Given]] = defaultdict(list)
    for g in given:
        cases[g.world_id].append(g)
    if value is None or len(cases) < 2:
        return Interval(value=value)
    rng = Random(f"agreement/{len(given)}")
    ids = sorted(cases)
    drawn: list[float] = []
    for _ in range(RESAMPLES):
        picked = rng.choices(ids, k=len(ids))
        # A case drawn twice is two cases: its questions are told apart.
        sample = [
            g.model_copy(update={"question_id": f"{g.question_id}/{n}"})
            for n, world_id in enumerate(picked)
            for g in cases[world_id]
        ]
        if (again := figure(sample)) is not None:
            drawn.append(again)
    if not drawn:
        return Interval(value=value)
    low, high = np.quantile(drawn, [0.025, 0.975])
    return Interval(value=value, low=float(low), high=float(high))


def _by_question(given: Sequence[Given]) -> Mapping[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = defaultdict(dict)
    for g in given:
        found[g.question_id][g.reviewer] = g.grade
    return found


def _no_doubles(given: Sequence[Given]) -> None:
    seen: set[tuple[str, str]] = set()
    for g in given:
        if (g.reviewer, g.question_id) in seen:
            raise ConfigError(f"{g.reviewer!r} graded question {g.question_id!r} twice")
        seen.add((g.reviewer, g.question_id))


def _rank(grade: str | None) -> Any:
    return np.nan if grade is None else _RANK[grade]


def _said(interval: Interval, times: float = 1, unit: str = "") -> str:
    if interval.value is None:
        return "-"
    digits = 0 if times > 1 else 2
    said = f"{interval.value * times:.{digits}f}{unit}"
    if interval.low is None or interval.high is None:
        return said
    return f"{said} ({interval.low * times:.{digits}f} to {interval.high * times:.{digits}f})"

"""Rates and within-world AUCs, with intervals and chances that respect worlds.

In: counts, or scores with labels and worlds. Out: `Rate`, `Auc`. No side effects; bootstraps are
seeded. An attacker compares documents (or accounts) of one world, so an AUC counts pairs inside a
world only and worlds are what is resampled.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.stats import binomtest, chi2, norm, rankdata

Array = np.ndarray[Any, Any]

RESAMPLES = 1000
LEVEL = 0.05


@dataclass(frozen=True)
class Rate:
    """`hits` of `n` with a Wilson interval; `p` against `chance`, exact."""

    hits: float
    n: int
    low: float
    high: float
    p: float

    @property
    def value(self) -> float:
        """The rate."""
        return self.hits / self.n if self.n else float("nan")


def rate(hits: float, n: int, chance: float = 0.5) -> Rate:
    """A rate; fractional hits (ties shared out) are rounded for interval and test."""
    if n == 0:
        return Rate(0, 0, 0.0, 1.0, 1.0)
    test = binomtest(round(hits), n, chance)
    interval = test.proportion_ci(0.95, method="wilson")
    return Rate(hits, n, float(interval.low), float(interval.high), float(test.pvalue))


@dataclass(frozen=True)
class Auc:
    """`value` with a bootstrap interval over worlds; `p` by the moments of permuting labels within
    worlds; `spread` is the standard deviation of the value under that chance."""

    name: str
    value: float
    low: float
    high: float
    p: float
    spread: float
    worlds: int

    @property
    def distance(self) -> float:
        """0.5 or more: how well the score tells, in whichever direction."""
        return 0.5 + abs(self.value - 0.5)


@dataclass(frozen=True)
class Trained:
    """How scores were made out of fold: `values` is the number of categories of a single feature,
    0 for a classifier.

    When worlds train each other, two that agree by chance both gain: the statistic is a degenerate
    U-statistic, with twice the variance of independent worlds, and for a single feature the tail of
    a chi-square with a freedom for each value but one.
    """

    values: int = 0


def within_auc(
    name: str, scores: Array, positive: Array, worlds: Array, trained: Trained | None = None
) -> Auc:
    """How often a positive item outscores a negative one of the same world (ties count half).

    `trained` says that the scores come from the other worlds' labels.
    """
    wins: list[float] = []
    pairs: list[float] = []
    variance = 0.0
    where = np.unique(worlds, return_inverse=True)[1]
    order = np.argsort(where, kind="stable")
    cuts = np.flatnonzero(np.diff(where[order])) + 1
    for index in np.split(order, cuts):
        chosen = positive[index]
        n1, n0 = int(chosen.sum()), int((~chosen).sum())
        if not n1 or not n0:
            continue
        ranks = rankdata(scores[index])
        wins.append(float(ranks[chosen].sum() - n1 * (n1 + 1) / 2))
        pairs.append(n1 * n0)
        n = n1 + n0
        ties = np.unique(ranks, return_counts=True)[1]
        variance += n1 * n0 / 12 * (n + 1 - float((ties**3 - ties).sum()) / (n * (n - 1)))
    if not pairs:
        return Auc(name, 0.5, 0.0, 1.0, 1.0, float("inf"), 0)
    if trained is not None:
        variance *= 2
    return _auc(name, np.array(wins), np.array(pairs), variance, trained)


def _auc(name: str, wins: Array, pairs: Array, variance: float, trained: Trained | None) -> Auc:
    total = pairs.sum()
    value = float(wins.sum() / total)
    spread = float(np.sqrt(variance) / total)
    draws = np.random.default_rng(0).multinomial(
        len(pairs), np.full(len(pairs), 1 / len(pairs)), size=RESAMPLES
    )
    low, high = np.quantile((draws @ wins) / (draws @ pairs), [LEVEL / 2, 1 - LEVEL / 2])
    return Auc(
        name, value, float(low), float(high), _chance(value, spread, trained), spread, len(pairs)
    )


def _chance(value: float, spread: float, trained: Trained | None) -> float:
    """The chance of a value as far from 0.5 (above it, where scores were trained)."""
    if spread == 0:
        return 1.0
    z = (value - 0.5) / spread
    if trained is None:
        return float(2 * norm.sf(abs(z)))
    if not trained.values:
        return float(norm.sf(z))
    freedom = max(1, trained.values - 1)
    return float(chi2.sf(freedom + z * np.sqrt(2 * freedom), freedom))


@dataclass(frozen=True)
class Verdict:
    """Whether a family of AUCs keeps below a limit, and why not."""

    passed: bool | None
    reason: str
    worst: Auc
    leaks: tuple[Auc, ...]


def keeps_below(aucs: Sequence[Auc], limit: float, directed: bool = True) -> Verdict:
    """Fails where an AUC is above `limit` and, Holm-corrected over the family, no chance.

    `directed`: only values above 0.5 count, as for predictions made out of fold. Not measured where
    chance alone reaches the limit, or an AUC stands above it that chance could explain.
    """
    if not aucs:
        raise ValueError("no AUC to judge")

    def told(auc: Auc) -> float:
        return auc.value if directed else auc.distance

    order = sorted(aucs, key=lambda a: a.p)
    real: list[Auc] = []
    for index, auc in enumerate(order):
        if auc.p * (len(order) - index) >= LEVEL:
            break
        real.append(auc)
    leaks = tuple(sorted((a for a in real if told(a) > limit), key=told, reverse=True))
    worst = max(aucs, key=told)
    if leaks:
        names = ", ".join(f"{a.name} {told(a):.3f}" for a in leaks[:4])
        return Verdict(
            False, f"{len(leaks)} of {len(aucs)} above {limit}: {names}", leaks[0], leaks
        )
    blind = [a for a in aucs if 1.645 * a.spread > limit - 0.5]
    if blind:
        return Verdict(
            None, f"not enough worlds: chance alone reaches {limit} for {len(blind)} of "
            f"{len(aucs)} AUCs", worst, (),
        )  # fmt: skip
    above = [a for a in aucs if told(a) > limit]
    if above:
        return Verdict(
            None, f"not enough worlds: {len(above)} of {len(aucs)} AUCs stand above {limit} and "
            "could be chance", worst, (),
        )  # fmt: skip
    return Verdict(True, "", worst, ())

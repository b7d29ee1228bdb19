"""The statistics of the protocol, each from a library; here only their form and their edge cases.

In: counts and lists of numbers, one entry per case. Out: small frozen results. Cases are resampled,
never verdicts; several epochs of a case are averaged before they come here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor, nan, sqrt
from typing import Any

import krippendorff
import numpy as np
from scipy import stats as scipy_stats
from statsmodels.stats import contingency_tables, multitest, proportion

stats: Any = scipy_stats  # scipy and statsmodels ship no precise types
multipletests: Any = multitest.multipletests
mcnemar: Any = contingency_tables.mcnemar
proportion_confint: Any = proportion.proportion_confint

CHANCE = 0.25
DRAWS = 10_000


@dataclass(frozen=True)
class Rate:
    """A rate with its interval; `of` is the number of cases. NaN where there is no case."""

    value: float
    low: float
    high: float
    of: int


@dataclass(frozen=True)
class Difference:
    """A paired difference (first minus second) over the cases that both have."""

    value: float
    low: float
    high: float
    p: float
    of: int


@dataclass(frozen=True)
class RankCorrelation:
    """Spearman's rho and Kendall's tau-b, ties corrected, with a permutation p for rho."""

    rho: float
    tau: float
    p: float
    of: int


def rate(hits: float, of: int) -> Rate:
    """Wilson's 95 % interval. `hits` may be a sum of per-case means over epochs."""
    if of == 0:
        return Rate(nan, nan, nan, 0)
    low, high = proportion_confint(hits, of, alpha=0.05, method="wilson")
    return Rate(hits / of, float(low), float(high), of)


def mean_rate(values: Sequence[float]) -> Rate:
    """The rate of per-case values between 0 and 1, each case counted once."""
    return rate(float(sum(values)), len(values))


def against_chance(hits: float, of: int, chance: float = CHANCE) -> float:
    """Two-sided exact binomial p; NaN where there is no case. `hits` may be a sum of per-case means
    over epochs: it is rounded towards what chance would give."""
    whole = floor(hits + 1e-9) if hits > chance * of else ceil(hits - 1e-9)
    return float(stats.binomtest(whole, of, chance).pvalue) if of else nan


def bounds(hits: float, complete: int, of: int) -> tuple[float, float]:
    """Lowest and highest rate over all cases, were every missing one lost or won."""
    return (hits / of, (hits + of - complete) / of) if of else (nan, nan)


def exact_mcnemar(first: Sequence[bool], second: Sequence[bool]) -> float:
    """Exact McNemar p of two systems on the same cases."""
    table = np.zeros((2, 2))
    for a, b in zip(first, second, strict=True):
        table[int(a), int(b)] += 1
    return float(mcnemar(table, exact=True).pvalue)


def paired_difference(
    first: Sequence[float], second: Sequence[float], seed: int = 0, draws: int = DRAWS
) -> Difference:
    """Mean difference, percentile bootstrap interval over cases, and p.

    The p is exact McNemar's where each case has one verdict per system (0 or 1), else the sign-flip
    permutation p of the mean difference.
    """
    a, b = np.asarray(first, float), np.asarray(second, float)
    if a.size == 0:
        return Difference(nan, nan, nan, nan, 0)
    gaps = a - b
    random = np.random.default_rng(seed)
    means = gaps[random.integers(0, gaps.size, (draws, gaps.size))].mean(axis=1)
    low, high = np.percentile(means, [2.5, 97.5])
    if set(a.tolist()) | set(b.tolist()) <= {0.0, 1.0}:
        p = exact_mcnemar(a.astype(bool).tolist(), b.astype(bool).tolist())
    else:
        flips = random.choice([-1.0, 1.0], (draws, gaps.size)) * gaps
        p = float(
            (np.sum(np.abs(flips.mean(axis=1)) >= abs(gaps.mean()) - 1e-12) + 1) / (draws + 1)
        )
    return Difference(float(gaps.mean()), float(low), float(high), p, int(gaps.size))


def holm(ps: Sequence[float]) -> list[float]:
    """P-values adjusted for many comparisons after Holm."""
    return multipletests(ps, method="holm")[1].tolist() if ps else []


def rank_correlation(
    first: Sequence[float], second: Sequence[float], seed: int = 0, draws: int = DRAWS
) -> RankCorrelation:
    """How alike two rankings of the same systems are."""
    rho = float(stats.spearmanr(first, second).statistic)
    tau = float(stats.kendalltau(first, second, variant="b").statistic)
    random = np.random.default_rng(seed)
    ranks_a, ranks_b = stats.rankdata(first), stats.rankdata(second)
    shuffled = random.permuted(np.tile(ranks_b, (draws, 1)), axis=1)
    centred = (shuffled - ranks_b.mean()) @ (ranks_a - ranks_a.mean())
    observed = float((ranks_b - ranks_b.mean()) @ (ranks_a - ranks_a.mean()))
    p = float((np.sum(np.abs(centred) >= abs(observed) - 1e-9) + 1) / (draws + 1))
    return RankCorrelation(rho, tau, p, len(first))


def tiers(rates: Sequence[Rate]) -> list[int]:
    """A tier for each rate, best first: a system whose interval reaches into that of the best of a
    tier belongs to that tier. Ranks are not claimed where intervals overlap."""
    order = sorted(range(len(rates)), key=lambda i: -rates[i].value)
    tier_of = [0] * len(rates)
    tier, floor = 0, float("inf")
    for index in order:
        if rates[index].high < floor:
            tier, floor = tier + 1, rates[index].low
        tier_of[index] = tier
    return tier_of


def worlds_needed(gap: float, discordant: float, power: float = 0.8, alpha: float = 0.05) -> int:
    """Worlds that a paired comparison needs to find a difference `gap` when a share `discordant` of
    worlds is solved by just one of the two systems (Connor 1987, for McNemar's test)."""
    if not 0 < abs(gap) <= discordant <= 1:
        raise ValueError("need 0 < gap <= discordant <= 1")
    z_alpha, z_power = stats.norm.ppf(1 - alpha / 2), stats.norm.ppf(power)
    spread = z_alpha * sqrt(discordant) + z_power * sqrt(discordant - gap**2)
    return int(np.ceil((spread / gap) ** 2))


def agreement(ratings: Sequence[Sequence[float]]) -> tuple[float, float]:
    """Pairwise percent agreement and Krippendorff's ordinal alpha.

    `ratings` has a row per reviewer and a column per item, NaN where a reviewer gave none.
    """
    grades = np.asarray(ratings, float)
    pairs = same = 0
    for item in grades.T:
        given = item[~np.isnan(item)]
        for i in range(len(given)):
            for j in range(i + 1, len(given)):
                pairs += 1
                same += int(given[i] == given[j])
    percent = same / pairs if pairs else nan
    if len(np.unique(grades[~np.isnan(grades)])) < 2:
        return percent, nan
    alpha = krippendorff.alpha(reliability_data=grades, level_of_measurement="ordinal")
    return percent, float(alpha)

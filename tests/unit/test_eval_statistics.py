"""Statistics against published counts, closed forms and hand-worked examples."""

from __future__ import annotations

from math import comb, isnan

import pytest

from eval.analysis import statistics as s


def test_published_counts() -> None:
    """29 of 87 is 33.3 % and not significant against 25 %; 25 of 87 is 28.7 %."""
    best = s.rate(29, 87)
    assert round(best.value, 3) == 0.333
    assert best.low < 0.25 < best.high
    assert s.against_chance(29, 87) > 0.05
    assert round(s.rate(25, 87).value, 3) == 0.287


@pytest.mark.parametrize(("hits", "of"), [(0, 10), (10, 10), (7, 40)])
def test_wilson_closed_form(hits: int, of: int) -> None:
    z, p = 1.959964, hits / of
    centre = (p + z * z / (2 * of)) / (1 + z * z / of)
    half = z / (1 + z * z / of) * (p * (1 - p) / of + z * z / (4 * of * of)) ** 0.5
    rate = s.rate(hits, of)
    assert rate.low == pytest.approx(max(0.0, centre - half), abs=1e-6)
    assert rate.high == pytest.approx(min(1.0, centre + half), abs=1e-6)


def test_no_case_is_no_number() -> None:
    assert isnan(s.rate(0, 0).value)
    assert isnan(s.against_chance(0, 0))
    assert isnan(s.paired_difference([], []).value)


def test_mcnemar_is_the_binomial_of_discordant_cases() -> None:
    first = [True] * 9 + [False] * 1 + [True] * 5 + [False] * 5
    second = [False] * 9 + [True] * 1 + [True] * 5 + [False] * 5
    expected = 2 * sum(comb(10, k) for k in (0, 1)) / 2**10
    assert s.exact_mcnemar(first, second) == pytest.approx(expected)


def test_paired_difference_resamples_cases() -> None:
    found = s.paired_difference([1, 1, 1, 0, 1, 0, 1, 1], [0, 1, 0, 0, 1, 0, 0, 1])
    assert found.value == pytest.approx(3 / 8)
    assert found.low <= found.value <= found.high
    assert found.p == pytest.approx(2 * 1 / 2**3)
    assert s.paired_difference([0.5, 0.25], [0.5, 0.25]).p == 1.0


def test_bounds_of_missing_cases() -> None:
    assert s.bounds(20, 80, 100) == (0.2, 0.4)


def test_holm() -> None:
    assert s.holm([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])
    assert s.holm([]) == []


def test_rank_correlation_with_ties() -> None:
    same = s.rank_correlation([8 / 30, 3 / 30, 2 / 30, 2 / 30], [8 / 30, 3 / 30, 2 / 30, 2 / 30])
    assert same.rho == pytest.approx(1.0)
    assert same.tau == pytest.approx(1.0)
    swapped = s.rank_correlation([1, 2, 3, 4, 5, 6], [1, 2, 3, 4, 6, 5])
    assert swapped.rho == pytest.approx(1 - 6 * 2 / (6 * 35))
    assert 0 < swapped.p < 0.1


def test_tiers_overlap() -> None:
    rates = [s.rate(90, 100), s.rate(85, 100), s.rate(50, 100), s.rate(10, 100)]
    assert s.tiers(rates) == [1, 1, 2, 3]


def test_power_against_a_table() -> None:
    """Gap 10 points, 20 % discordant, 80 % power: 155 pairs (Connor's formula by hand)."""
    z = 1.959964 * 0.2**0.5 + 0.841621 * (0.2 - 0.01) ** 0.5
    assert s.worlds_needed(0.1, 0.2) == -(-((z / 0.1) ** 2) // 1)
    with pytest.raises(ValueError, match="gap"):
        s.worlds_needed(0.3, 0.2)


def test_agreement_of_reviewers() -> None:
    nan = float("nan")
    percent, alpha = s.agreement([[2, 2, 1, 0], [2, 2, 1, 0], [2, nan, 1, 1]])
    assert percent == pytest.approx(8 / 10)
    assert 0.5 < alpha < 1
    assert isnan(s.agreement([[2, 2], [2, 2]])[1])

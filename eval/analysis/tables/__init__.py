"""The tables of a report. One file per table: its name is its id.

Each defines `TITLE`, `NOTE` (how to read it, one or two sentences), and
`table(runs) -> pandas.DataFrame`, empty when the runs do not hold what it needs.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from importlib import import_module
from itertools import combinations
from typing import Any, Protocol, cast

import pandas as pd

from eval.analysis.frames import SYSTEM, Frame, Runs
from eval.analysis.statistics import Rate
from eval.scoring import pooled_rates

TABLES = (
    "main", "by_case_type", "pairs", "ladder", "flips", "strategy", "tool_mix", "citations",
    "position", "abstention", "generators", "cost", "power",
)  # fmt: skip
"""In the order of the report."""


class TableModule(Protocol):
    """What each file of this folder provides."""

    TITLE: str
    NOTE: str

    def table(self, runs: Runs) -> pd.DataFrame: ...


def table_module(name: str) -> TableModule:
    """The module of one table."""
    return cast(TableModule, import_module(f"eval.analysis.tables.{name}"))


def percent(value: float) -> str:
    """A share as `33.3 %`; an unknown one as a dash."""
    return "–" if math.isnan(value) else f"{100 * value:.1f} %"


def interval(rate: Rate) -> str:
    """A rate with its interval, `33.3 % [24.3, 43.7]`."""
    if not rate.of:
        return "–"
    return f"{percent(rate.value)} [{100 * rate.low:.1f}, {100 * rate.high:.1f}]"


def number(value: float | None, digits: int = 1) -> str:
    """A number with thousands separators; an unknown one as a dash."""
    return "–" if value is None or math.isnan(value) else f"{value:,.{digits}f}"


def total_dollars(rows: Frame) -> float:
    """What the samples cost: NaN where the log does not know, 0 for the policies of the house."""
    if str(rows["model"].iloc[0]).startswith("policy/"):
        return 0.0
    costs = rows["cost_usd"] if "cost_usd" in rows else pd.Series([None])
    return math.nan if costs.isna().any() else float(costs.astype(float).sum())


def dollars(value: float) -> str:
    """US dollars, `unknown` where the price is."""
    return "unknown" if math.isnan(value) else f"{value:,.2f}" if value >= 1 or not value \
        else f"{value:.4f}"  # fmt: skip


def rates(rows: Frame) -> dict[str, float]:
    """The pooled ratios of eval/scoring.py over some samples; what is missing counts as nothing."""
    return pooled_rates(lambda name: float(rows[name].sum()) if name in rows else 0.0, len(rows))


def share(rows: Frame, part: str, whole: str) -> str:
    """A ratio of sums with its denominator, `33.3 % of 120`."""
    value = ratio(rows, part, whole)
    return "–" if math.isnan(value) else f"{percent(value)} of {rows[whole].sum():,.0f}"


def p_value(p: float) -> str:
    """A p-value to three digits."""
    return "–" if math.isnan(p) else "<0.001" if p < 0.001 else f"{p:.3f}"


def ratio(rows: Frame, part: str, whole: str) -> float:
    """A ratio of sums, NaN where nothing counts."""
    total = float(rows[whole].sum()) if whole in rows else 0.0
    return float(rows[part].sum()) / total if total else math.nan


def shared_cases(
    runs: Runs, first: str, second: str, score: str
) -> tuple[list[float], list[float]]:
    """Per-case values of two systems on the worlds that both were given."""
    a, b = runs.cases(first, score), runs.cases(second, score)
    both = a.index.intersection(b.index)
    return a[both].tolist(), b[both].tolist()


def neighbours(runs: Runs, varying: str) -> Iterator[tuple[str, list[tuple[Any, str]]]]:
    """Systems that differ in one setting only: (what they share, [(setting, system), ...])."""
    fixed = [c for c in SYSTEM if c != varying]
    known = runs.samples[[*SYSTEM, "system"]].drop_duplicates()
    for shared, group in known.groupby(fixed, sort=False):
        if len(group) > 1:
            pairs = list(zip(group[varying], group["system"], strict=True))
            yield " / ".join(str(s) for s in cast("tuple[Any, ...]", shared)), pairs


def system_pairs(runs: Runs) -> Iterator[tuple[str, str]]:
    """Every pair of systems."""
    yield from combinations(runs.systems, 2)

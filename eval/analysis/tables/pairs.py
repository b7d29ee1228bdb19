"""Every pair of systems on the cases that both were given."""

from __future__ import annotations

import pandas as pd

from eval.analysis import statistics
from eval.analysis.frames import Runs
from eval.analysis.tables import p_value, shared_cases, system_pairs

TITLE = "Pairs of systems"
NOTE = (
    "Difference in cases solved, first minus second, paired by case: bootstrap interval of cases, "
    "exact McNemar p (a permutation p where several epochs were run), and p adjusted after Holm."
)


def table(runs: Runs) -> pd.DataFrame:
    """A row per pair, largest difference first; empty for one system."""
    pairs = list(system_pairs(runs))
    found = [
        statistics.paired_difference(*shared_cases(runs, a, b, "case_solved")) for a, b in pairs
    ]
    kept = [(pair, d) for pair, d in zip(pairs, found, strict=True) if d.of]
    adjusted = statistics.holm([d.p for _, d in kept])
    rows = [
        {
            "first": a,
            "second": b,
            "cases": str(d.of),
            "difference": f"{100 * d.value:+.1f} points",
            "95 % interval": f"[{100 * d.low:+.1f}, {100 * d.high:+.1f}]",
            "p": p_value(d.p),
            "p after Holm": p_value(p),
        }
        for ((a, b), d), p in zip(kept, adjusted, strict=True)
    ]
    order = sorted(range(len(rows)), key=lambda i: -abs(kept[i][1].value))
    return pd.DataFrame([rows[i] for i in order])

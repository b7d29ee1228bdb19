"""The ablation ladder: the same system on growing corpora."""

from __future__ import annotations

import pandas as pd

from eval.analysis import statistics
from eval.analysis.frames import Runs
from eval.analysis.tables import interval, neighbours, p_value, shared_cases

TITLE = "Ablation ladder"
NOTE = "Each level's corpus holds that of the level above it; differences are paired by case."


def table(runs: Runs) -> pd.DataFrame:
    """A row per system and level, smallest corpus first; empty with one level."""
    rows: list[dict[str, str]] = []
    for shared, levels in neighbours(runs, "level"):
        steps = sorted(levels, key=lambda pair: _documents(runs, pair[1]))
        gaps = [
            statistics.paired_difference(*shared_cases(runs, system, steps[i][1], "case_solved"))
            for i, (_, system) in enumerate(steps[1:])
        ]
        adjusted = statistics.holm([gap.p for gap in gaps])
        for i, (level, system) in enumerate(steps):
            rate = statistics.mean_rate(runs.cases(system, "case_solved").tolist())
            row = {
                "system": shared,
                "level": str(level),
                "documents a case": f"{_documents(runs, system):.0f}",
                "solved, all cases": interval(rate),
            }
            if i:
                gap = gaps[i - 1]
                row |= {
                    "change": f"{100 * gap.value:+.1f} points",
                    "95 % interval": f"[{100 * gap.low:+.1f}, {100 * gap.high:+.1f}]",
                    "p after Holm": p_value(adjusted[i - 1]),
                }
            rows.append(row)
    return pd.DataFrame(rows).fillna("")


def _documents(runs: Runs, system: str) -> float:
    return float(runs.of(system)["documents"].mean())

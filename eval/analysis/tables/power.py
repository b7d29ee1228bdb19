"""How many worlds it takes to tell two systems apart."""

from __future__ import annotations

import pandas as pd

from eval.analysis import statistics
from eval.analysis.frames import Runs
from eval.analysis.tables import percent, shared_cases, system_pairs

TITLE = "Power"
NOTE = (
    "Worlds needed to find a difference of 5, 10 or 20 points with 80 % power at 5 % (McNemar, "
    "Connor 1987), given the share of cases that just one of the two systems solved here."
)

_GAPS = (0.05, 0.10, 0.20)


def table(runs: Runs) -> pd.DataFrame:
    """A row per pair of systems that differ on at least one case."""
    rows: list[dict[str, str]] = []
    for first, second in system_pairs(runs):
        a, b = shared_cases(runs, first, second, "case_solved")
        if not a:
            continue
        discordant = sum(abs(x - y) for x, y in zip(a, b, strict=True)) / len(a)
        if not discordant:
            continue
        rows.append(
            {
                "first": first,
                "second": second,
                "cases": str(len(a)),
                "solved by one only": percent(discordant),
                **{f"{100 * gap:.0f} points": _needed(gap, discordant) for gap in _GAPS},
            }
        )
    return pd.DataFrame(rows)


def _needed(gap: float, discordant: float) -> str:
    return f"{statistics.worlds_needed(gap, discordant):,}" if gap <= discordant else "–"

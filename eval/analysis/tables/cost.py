"""What a case and a solved case cost."""

from __future__ import annotations

import math

import pandas as pd

from eval.analysis.frames import Frame, Runs
from eval.analysis.tables import number

TITLE = "Cost"
NOTE = (
    "A price that the log does not know is unknown, not zero; policies of the house cost nothing."
)


def table(runs: Runs) -> pd.DataFrame:
    """A row per system."""
    rows: list[dict[str, str]] = []
    for system in runs.systems:
        samples = runs.of(system)
        solved = float(samples["case_solved"].fillna(0).sum())
        dollars = _dollars(samples)
        rows.append(
            {
                "system": system,
                "tokens, turn 1": number(float(samples["tokens_turn_1"].mean()), 0),
                "tokens, turn 2": number(float(samples["tokens_turn_2"].mean()), 0),
                "seconds a case": number(float(samples["seconds"].mean())),
                "dollars a case": _or_unknown(dollars / len(samples), 4),
                "tokens per solved case": _per(float(samples["tokens"].sum()), solved),
                "dollars per solved case": (
                    "unknown" if math.isnan(dollars) else _per(dollars, solved, 4)
                ),
                "hit a limit": number(float(samples["hit_limit"].fillna(0).sum()), 0),
                "errors": number(float((samples["error"] != "").sum()), 0),
            }
        )
    return pd.DataFrame(rows)


def _dollars(samples: Frame) -> float:
    if str(samples["model"].iloc[0]).startswith("policy/"):
        return 0.0
    costs = samples["cost_usd"] if "cost_usd" in samples else pd.Series([None])
    return math.nan if costs.isna().any() else float(costs.astype(float).sum())


def _or_unknown(value: float, digits: int) -> str:
    return "unknown" if math.isnan(value) else number(value, digits)


def _per(total: float, solved: float, digits: int = 0) -> str:
    return number(total / solved, digits) if solved else "no case solved"

"""What a case and a solved case cost."""

from __future__ import annotations

import pandas as pd

from eval.analysis.frames import Frame, Runs
from eval.analysis.tables import dollars, number, total_dollars

TITLE = "Cost"
NONE = "none solved"
NOTE = (
    "Means over samples. A price that the log does not know is unknown, not zero; policies of the "
    "house cost nothing. Per solved case: all that was spent, over the samples that were solved. "
    "Seconds are those of the clock, waiting included."
)


def table(runs: Runs) -> pd.DataFrame:
    """A row per system."""
    return pd.DataFrame([_row(system, runs.of(system)) for system in runs.systems])


def _row(system: str, samples: Frame) -> dict[str, str]:
    n, solved = len(samples), float(samples["case_solved"].fillna(0).sum())
    spent = total_dollars(samples)
    return {
        "system": system,
        "samples": str(n),
        "tokens, turn 1": number(float(samples["tokens_turn_1"].mean()), 0),
        "tokens, turn 2": number(float(samples["tokens_turn_2"].mean()), 0),
        "seconds a case": number(float(samples["seconds"].mean())),
        "dollars a case": dollars(spent / n),
        "tokens per solved case": (
            number(float(samples["tokens"].sum()) / solved, 0) if solved else NONE
        ),
        "dollars per solved case": dollars(spent / solved) if solved else NONE,
        "hit a limit": f"{samples['hit_limit'].fillna(0).sum():.0f} of {n}",
        "errors": f"{(samples['error'] != '').sum()} of {n}",
    }

"""Whether the place in the list of hypotheses sways belief."""

from __future__ import annotations

import pandas as pd
from scipy import stats as scipy_stats

from eval.analysis.frames import Runs
from eval.analysis.tables import p_value, percent

TITLE = "Position"
NOTE = (
    "Share of answered samples that believed the account in each slot. p: chi-square of beliefs, "
    "against equal slots."
)

_SLOTS = ("believed_slot_1", "believed_slot_2", "believed_slot_3", "believed_slot_4")


def table(runs: Runs) -> pd.DataFrame:
    """A row per system with at least one belief."""
    rows: list[dict[str, str]] = []
    for system in runs.systems:
        samples = runs.of(system)
        answered = samples[samples["answered"] == 1]
        counts = [float(answered[slot].sum()) for slot in _SLOTS if slot in answered]
        if not sum(counts):
            continue
        rows.append(
            {
                "system": system,
                "answered": str(len(answered)),
                **{f"H{i}": percent(c / len(answered)) for i, c in enumerate(counts, start=1)},
                "p": p_value(float(scipy_stats.chisquare(counts)[1])),
            }
        )
    return pd.DataFrame(rows)

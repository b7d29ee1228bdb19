"""Which tools were called, how often, and how often in vain."""

from __future__ import annotations

import pandas as pd

from eval.analysis.frames import Runs
from eval.analysis.tables import number, percent, ratio

TITLE = "Tools"
NOTE = "Shares of all attempted calls. Refused: asked for after the budget was spent, and not run."

_TOOLS = ("read", "glob", "grep", "shell", "unknown")


def table(runs: Runs) -> pd.DataFrame:
    """A row per system that called a tool."""
    rows: list[dict[str, str]] = []
    for system in runs.systems:
        samples = runs.of(system)
        if not samples["tool_calls"].fillna(0).sum():
            continue
        rows.append(
            {
                "system": system,
                "calls a case": number(float(samples["tool_calls"].mean())),
                **{t: percent(ratio(samples, f"calls_{t}", "tool_calls")) for t in _TOOLS},
                "failed": percent(ratio(samples, "failed_calls", "tool_calls")),
                "refused a case": number(float(samples["refused_calls"].mean())),
            }
        )
    return pd.DataFrame(rows)

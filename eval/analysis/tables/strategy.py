"""What the investigators looked at: coverage, and recall by role against uniform retrieval."""

from __future__ import annotations

import pandas as pd

from builder.schema import ROLES
from eval.analysis.frames import Runs
from eval.analysis.tables import number, percent, rates, ratio

TITLE = "What was read"
NOTE = (
    "Coverage: distinct documents shown by read or shell, over all documents. Recall by role, and "
    "in brackets its ratio to uniform retrieval of as many: above 1, the role was sought out."
)


def table(runs: Runs) -> pd.DataFrame:
    """A row per system that investigated."""
    rows: list[dict[str, str]] = []
    for system in runs.systems:
        samples = runs.of(system)
        if not samples["tool_calls"].fillna(0).sum():
            continue
        found = rates(samples)
        row = {
            "system": system,
            "calls": number(float(samples["tool_calls"].mean())),
            "turns": number(float(samples["turns"].mean())),
            "coverage": percent(found["coverage"]),
            "glimpsed only": percent(ratio(samples, "documents_glimpsed", "documents")),
        }
        for role in ROLES:
            relative = number(found[f"{role}_recall_to_uniform"], 2)
            row[role] = f"{percent(found[f'{role}_recall'])} ({relative})"
        rows.append(row)
    return pd.DataFrame(rows)

"""Cases solved under three readings of `do_not_know`."""

from __future__ import annotations

import pandas as pd

from eval.analysis import statistics
from eval.analysis.frames import Runs
from eval.analysis.tables import interval, percent

TITLE = "Abstention"
NOTE = (
    "Lenient (the headline): do_not_know on a wrong account counts as not believing it. Strict: "
    "each wrong account must be disbelieved. Committed: among the samples whose four verdicts hold "
    "no do_not_know, whose number is in the last column."
)


def table(runs: Runs) -> pd.DataFrame:
    """A row per system."""
    rows: list[dict[str, str]] = []
    for system in runs.systems:
        samples = runs.of(system)
        strict = (samples["case_solved"].fillna(0) == 1) & (samples["disbelieved"] == 3)
        by_case = strict.astype(float).groupby(samples["world_id"]).mean()
        whole = samples[(samples["answered"] == 1) & (samples["not_known"] == 0)]
        lenient = statistics.mean_rate(runs.cases(system, "case_solved").tolist())
        rows.append(
            {
                "system": system,
                "lenient": interval(lenient),
                "strict": interval(statistics.mean_rate(by_case.tolist())),
                "committed": percent(
                    float(whole["case_solved"].mean()) if len(whole) else float("nan")
                ),
                "without do_not_know": f"{len(whole)} of {len(samples)}",
            }
        )
    return pd.DataFrame(rows)

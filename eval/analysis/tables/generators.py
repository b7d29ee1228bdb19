"""Whether worlds written by different generators rank systems alike."""

from __future__ import annotations

from itertools import combinations

import pandas as pd

from eval.analysis import statistics
from eval.analysis.frames import Runs
from eval.analysis.tables import p_value, percent

TITLE = "Generator swap"
NOTE = (
    "Cases solved per generator of the documents; the last rows correlate the systems' order "
    "between generators (Spearman's rho with a permutation p, Kendall's tau-b)."
)


def table(runs: Runs) -> pd.DataFrame:
    """A row per system, then a row per pair of generators; empty with one generator."""
    known = runs.samples.dropna(subset=["writer"]).drop_duplicates("world_id")
    writer_of = known.set_index("world_id")["writer"]
    writers = sorted(set(writer_of))
    if len(writers) < 2:
        return pd.DataFrame()
    solved: dict[str, dict[str, float]] = {}
    for system in runs.systems:
        cases = runs.cases(system, "case_solved")
        means = cases.groupby(writer_of.reindex(cases.index)).mean()
        solved[system] = {w: float(means[w]) for w in writers if w in means}
    whole = [s for s in runs.systems if len(solved[s]) == len(writers)]
    rows = [{"system": s, **{w: percent(solved[s][w]) for w in writers}} for s in whole]
    for a, b in combinations(writers, 2):
        values = [solved[s][a] for s in whole], [solved[s][b] for s in whole]
        if len(whole) < 3 or min(len(set(v)) for v in values) < 2:
            continue
        found = statistics.rank_correlation(*values)
        text = f"rho {found.rho:.2f} (p {p_value(found.p)}), tau-b {found.tau:.2f}, n {found.of}"
        rows.append({"system": f"{a} against {b}", a: text})
    return pd.DataFrame(rows).fillna("")

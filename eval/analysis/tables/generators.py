"""Whether worlds written by different generators rank systems alike."""

from __future__ import annotations

from itertools import combinations

import pandas as pd

from eval.analysis import statistics
from eval.analysis.frames import Frame, Runs
from eval.analysis.tables import p_value, percent

TITLE = "Generator swap"
NOTE = (
    "Cases solved per generator of the documents; the last rows correlate the systems' order "
    "between generators (Spearman's rho with a permutation p, Kendall's tau-b)."
)


def table(runs: Runs) -> pd.DataFrame:
    """A row per system, then a row per pair of generators; empty with one generator."""
    samples = runs.samples.assign(writer=_writers(runs.samples)).dropna(subset=["writer"])
    written = dict(iter(samples.groupby("writer")))
    writers = sorted(written)
    if len(writers) < 2:
        return pd.DataFrame()
    # The same cases through several writers are compared on those that all of them wrote.
    worlds = {w: set(rows["world_id"]) for w, rows in written.items()}
    common = set.intersection(*worlds.values())
    solved: dict[str, dict[str, float]] = {s: {} for s in runs.systems}
    for writer, rows in written.items():
        kept = rows[rows["world_id"].isin(common)] if common else rows
        part = Runs(kept, runs.looks)
        for system in part.systems:
            solved[system][writer] = float(part.cases(system, "case_solved").mean())
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


def _writers(samples: Frame) -> Frame:
    """Each sample's writer; one that never ran has that of its world, else of its run."""
    known = samples["writer"].replace("", None)
    for keys in (["run", "world_id"], ["world_id"], ["run"]):
        groups = known.groupby([samples[key] for key in keys])
        alone = groups.transform("nunique") == 1
        known = known.fillna(groups.transform("first").where(alone))
    return known

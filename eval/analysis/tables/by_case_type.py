"""Cases solved by case type and kind of source."""

from __future__ import annotations

import pandas as pd

from eval.analysis import statistics
from eval.analysis.frames import Runs
from eval.analysis.tables import interval

TITLE = "By case type"
NOTE = "Solved over all cases of the type, with Wilson's 95 % interval; n is the number of cases."


def table(runs: Runs) -> pd.DataFrame:
    """A row per system, a column per case type and, if there is more than one, per source."""
    kinds = runs.samples.dropna(subset=["case_type"]).drop_duplicates("world_id")
    kind_of = kinds.set_index("world_id")[["case_type", "source"]]
    columns = ["case_type", *(["source"] if kind_of["source"].nunique() > 1 else [])]
    rows: list[dict[str, str]] = []
    for system in runs.systems:
        cases = runs.cases(system, "case_solved")
        row = {"system": system}
        for column in columns:
            sizes = kind_of[column].value_counts()
            for value, group in cases.groupby(kind_of[column].reindex(cases.index)):
                rate = statistics.mean_rate(group.tolist())
                few = "" if rate.of == sizes[value] else f", n {rate.of}"
                row[f"{str(value).replace('_', ' ')}, n {sizes[value]}"] = interval(rate) + few
        rows.append(row)
    return pd.DataFrame(rows).fillna("–")

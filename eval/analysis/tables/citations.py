"""Whether summaries cite files that exist, were opened, and hold what is said of them."""

from __future__ import annotations

import pandas as pd

from builder.schema import ROLES
from eval.analysis.frames import Runs
from eval.analysis.tables import number, percent, ratio, share

TITLE = "Citations"
NOTE = (
    "Of the files cited, those that exist; of these, those that the agent had opened; of the "
    "sentences of the summary, those with a citation. Anchors held: dates, sums, names and numbers "
    "of a cited sentence that stand in a file it cites. By role: shares of existing files cited."
)


def table(runs: Runs) -> pd.DataFrame:
    """A row per system that cited anything."""
    rows: list[dict[str, str]] = []
    for system in runs.systems:
        samples = runs.of(system)
        if not samples["citations"].fillna(0).sum():
            continue
        rows.append(
            {
                "system": system,
                "files cited a case": number(float(samples["citations"].mean())),
                "exist": share(samples, "citations_exist", "citations"),
                "opened": share(samples, "citations_opened", "citations_exist"),
                "sentences cited": share(samples, "sentences_cited", "sentences"),
                "anchors held": share(samples, "anchors_held", "anchors_cited"),
                **{r: percent(ratio(samples, f"cited_{r}", "citations_exist")) for r in ROLES},
            }
        )
    return pd.DataFrame(rows)

"""Verdicts that changed between two conditions or levels of the same system."""

from __future__ import annotations

import json
from collections import Counter

import pandas as pd

from eval.analysis.frames import Runs
from eval.analysis.tables import neighbours

TITLE = "Belief flips"
NOTE = (
    "For each pair of conditions or levels of one system, how often an account's verdict went "
    "from the first's to the second's. Pairs of which one is missing are counted apart."
)

_SHORT = {"believe": "believe", "do_not_believe": "do not", "do_not_know": "do not know"}


def table(runs: Runs) -> pd.DataFrame:
    """A row per pair; columns `from -> to` with counts of verdicts."""
    rows: list[dict[str, str]] = []
    for varying in ("condition", "level"):
        for shared, settings in neighbours(runs, varying):
            for i, (first, system_a) in enumerate(settings):
                for second, system_b in settings[i + 1 :]:
                    counts = _counts(runs, system_a, system_b)
                    rows.append(
                        {"system": shared, "from": str(first), "to": str(second)}
                        | {k: str(counts[k]) for k in _columns()}
                    )
    return pd.DataFrame(rows)


def _columns() -> list[str]:
    moves = [f"{a} -> {b}" for a in _SHORT.values() for b in _SHORT.values()]
    return [*moves, "missing pairs"]


def _counts(runs: Runs, first: str, second: str) -> Counter[str]:
    counts: Counter[str] = Counter()
    a, b = _verdicts(runs, first), _verdicts(runs, second)
    for case in sorted(a.keys() & b.keys()):
        if not a[case] or not b[case]:
            counts["missing pairs"] += 4
            continue
        for hypothesis_id, verdict in a[case].items():
            counts[f"{_SHORT[verdict]} -> {_SHORT[b[case][hypothesis_id]]}"] += 1
    return counts


def _verdicts(runs: Runs, system: str) -> dict[tuple[str, int], dict[str, str]]:
    rows = runs.of(system)
    given = rows["verdicts"] if "verdicts" in rows else pd.Series([None] * len(rows))
    return {
        (str(world_id), int(epoch)): json.loads(text) if isinstance(text, str) else {}
        for world_id, epoch, text in zip(rows["world_id"], rows["epoch"], given, strict=True)
    }

"""The attack that matters: drop what a classifier calls decoy, then investigate what is left.

In: a world and a score a document (how much it looks like evidence). Out: how much two policies
gain. Chaff names nobody of the dispute, so that no reader opens it: it is out of both readings.
`keyword` believes the account with the best passages. `oracle evidence` opens a share of the files
and solves the world when what they state refutes every account but one, by the key's DAG.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from builder.audit._intervals import LEVEL, RESAMPLES, Array
from builder.audit._published import Document, PublishedWorld
from builder.audit._ranking import best_passages, count_words, credit

KEPT = 0.5
OPENED = 0.17
DRAWS = 40


def _halves(world: PublishedWorld, looks: Array) -> tuple[Array, Array]:
    """Places of the documents of the dispute, and of the half of them that looks like evidence."""
    disputed = np.flatnonzero([d.role != "chaff" for d in world.documents])
    order = np.argsort(-looks[disputed], kind="stable")
    return disputed, np.sort(disputed[order[: max(2, int(len(disputed) * KEPT))]])


def keyword_gain(world: PublishedWorld, looks: Array) -> tuple[float, float]:
    """Credit of the keyword policy on the dispute's documents, and on the half that looks like
    evidence."""
    counted = count_words(world)
    disputed, half = _halves(world, looks)
    every, kept = [counted[i] for i in disputed], [counted[i] for i in half]
    return (
        credit(best_passages(world, every), world.adopted),
        credit(best_passages(world, kept), world.adopted),
    )


def oracle_gain(world: PublishedWorld, looks: Array) -> tuple[float, float]:
    """Share of draws that solve the world: files drawn from all, and from the kept half."""
    rng = np.random.default_rng(0)
    opened = max(2, round(len(world.documents) * OPENED))
    disputed, kept = _halves(world, looks)
    paths = {
        h.hypothesis_id: world.dag.paths(h.hypothesis_id, "refutes")
        for h in world.dag.hypotheses
        if h.hypothesis_id != world.adopted
    }

    def share(pool: Array) -> float:
        solved = 0
        for _ in range(DRAWS):
            drawn = rng.choice(pool, size=min(opened, len(pool)), replace=False)
            solved += _refuted([world.documents[i] for i in drawn], paths)
        return solved / DRAWS

    return share(disputed), share(kept)


def _refuted(documents: list[Document], paths: dict[str, list[frozenset[str]]]) -> bool:
    seen = {fact_id for d in documents for fact_id in d.key.fact_ids}
    return all(any(path <= seen for path in of) for of in paths.values())


def mean_gain(pairs: Sequence[tuple[float, float]]) -> tuple[float, float, float]:
    """Mean difference over worlds with a bootstrap interval (worlds resampled)."""
    gains = np.array([after - before for before, after in pairs])
    draws = np.random.default_rng(0).choice(gains, size=(RESAMPLES, len(gains))).mean(axis=1)
    low, high = np.quantile(draws, [LEVEL / 2, 1 - LEVEL / 2])
    return float(gains.mean()), float(low), float(high)

"""The attack that matters: drop what a classifier calls decoy, then investigate what is left.

In: a world and scores of its documents of the dispute (how much each looks like evidence). Out: how
much two policies gain. Chaff names nobody of the dispute, so that no reader opens it: it is out of
both readings. `keyword` believes the account with the best passages. `oracle-evidence` opens a
share of the files and solves the world when what they state refutes every account but one, by the
key's DAG.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from builder.audit._intervals import LEVEL, RESAMPLES, Array
from builder.audit._published import Document, PublishedWorld
from builder.audit._ranking import best_passages, count_words, credit

KEPT = 0.5
OPENED = 0.17
DRAWS = 40
POLICIES = ("keyword", "oracle-evidence")

Gain = tuple[float, float, float]  # mean over worlds, and its interval
Change = tuple[float, float]  # credit before and after


def changes(world: PublishedWorld, looks: Mapping[str, Array]) -> dict[tuple[str, str], Change]:
    """(classifier, policy) -> credit on the documents of the dispute, and on the half of them that
    looks like evidence; `looks` has a score for each document of the dispute, in their order."""
    disputed = [d for d in world.documents if d.role != "chaff"]
    words = {d.document_id: found for d, found in count_words(world)}
    opened = max(2, round(len(world.documents) * OPENED))
    paths = [
        world.dag.paths(h.hypothesis_id, "refutes")
        for h in world.dag.hypotheses
        if h.hypothesis_id != world.adopted
    ]

    def earned(documents: Sequence[Document]) -> tuple[float, float]:
        counted = [(d, words[d.document_id]) for d in documents]
        keyword = credit(best_passages(world, counted), world.adopted)
        return keyword, _solved(documents, opened, paths)

    before = earned(disputed)
    found: dict[tuple[str, str], Change] = {}
    for name, scores in looks.items():
        order = np.argsort(-scores, kind="stable")[: max(2, int(len(disputed) * KEPT))]
        after = earned([disputed[i] for i in np.sort(order)])
        for policy, was, becomes in zip(POLICIES, before, after, strict=True):
            found[name, policy] = was, becomes
    return found


def _solved(documents: Sequence[Document], opened: int, paths: list[list[frozenset[str]]]) -> float:
    """The share of draws of `opened` documents that refute every account but the adopted one."""
    rng = np.random.default_rng(0)
    states = [frozenset(d.key.fact_ids) for d in documents]
    solved = 0
    for _ in range(DRAWS):
        drawn = rng.choice(len(states), size=min(opened, len(states)), replace=False)
        seen = frozenset[str]().union(*(states[i] for i in drawn))
        solved += all(any(path <= seen for path in of) for of in paths)
    return solved / DRAWS


def mean_gain(pairs: Sequence[Change]) -> Gain:
    """Mean difference over worlds with a bootstrap interval (worlds resampled)."""
    gains = np.array([after - before for before, after in pairs])
    draws = np.random.default_rng(0).choice(gains, size=(RESAMPLES, len(gains))).mean(axis=1)
    low, high = np.quantile(draws, [LEVEL / 2, 1 - LEVEL / 2])
    return float(gains.mean()), float(low), float(high)

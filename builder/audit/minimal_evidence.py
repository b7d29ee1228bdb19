"""How few documents solve a world: the smallest set whose facts refute all but the adopted account.

By the DAG of the key: a set of documents solves a world when, for each other account, it states all
facts of a refuting path, or when it states all facts of a path that supports the adopted one. The
smallest set is an integer programme (HiGHS, by scipy).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import Any, cast

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, milp
from scipy.sparse import lil_array

from builder.audit import Bar, Chart, GateResult, Panel
from builder.audit._published import Dag, Published, PublishedWorld

TITLE = "Minimal evidence: the smallest set of documents that solves a world"
THRESHOLD = "no world solvable from one document, none unsolvable"


def measure(published: Published) -> GateResult:
    """The distribution of the smallest sets, of all roles and of merits alone."""
    every = {w.world_id: smallest(w) for w in published.worlds}
    merits = {w.world_id: smallest(w, merits_only=True) for w in published.worlds}
    single = [w for w, n in every.items() if n == 1]
    none = [w for w, n in every.items() if n is None]
    bare = [w for w, n in merits.items() if n is None]
    sizes = Counter(n for n in every.values() if n is not None)
    figure = min(sizes, default=0)
    median = float(np.median(list(sizes.elements()))) if sizes else float("nan")
    reasons = [
        f"{len(who)} {what}"
        for what, who in (
            ("solvable from one document", single),
            ("unsolvable", none),
            ("unsolvable from merits alone", bare),
        )
        if who
    ]
    return GateResult(
        gate="minimal_evidence",
        title=TITLE,
        threshold=THRESHOLD,
        passed=not reasons,
        figure=figure,
        unit="documents at least",
        reason=", ".join(reasons),
        sentences=(
            f"To solve a world by its own logic takes at least {figure} documents "
            f"(median {median:g} of {len(published.worlds)} worlds); no world yields to one."
            if not reasons
            else f"Worlds that are {', '.join(reasons)}.",
        ),
        offenders=tuple(
            f"{what}: {w}"
            for what, who in (
                ("one document", single),
                ("unsolvable", none),
                ("merits alone do not solve", bare),
            )
            for w in who[:8]
        ),
        panels=(
            Panel(
                title="Worlds by size of the smallest set",
                columns=("documents", "worlds", "worlds, merits alone"),
                rows=tuple(
                    (str(n), str(sizes[n]), str(sum(m == n for m in merits.values())))
                    for n in sorted({n for n in (*every.values(), *merits.values()) if n})
                ),
            ),
        ),
        chart=Chart(
            title="Worlds by size of the smallest set of documents",
            bars=tuple(Bar(label=str(n), value=c) for n, c in sorted(sizes.items())),
            high=max(sizes.values(), default=1),
        ),
    )


def smallest(world: PublishedWorld, merits_only: bool = False) -> int | None:
    """Documents of the smallest set that solves a world; None where no set does."""
    states = {
        d.document_id: frozenset(d.key.fact_ids)
        for d in world.documents
        if not merits_only or d.role == "merits"
    }
    others = [h.hypothesis_id for h in world.dag.hypotheses if h.hypothesis_id != world.adopted]
    ways = [_goal(world.dag, other, "refutes", states) for other in others]
    found = [
        _cover(ways, states),
        _cover([_goal(world.dag, world.adopted, "supports", states)], states),
    ]
    return min((n for n in found if n is not None), default=None)


def _goal(
    dag: Dag, account: str, relation: str, states: dict[str, frozenset[str]]
) -> list[frozenset[str]]:
    """The paths of a relation into an account whose facts are all stated somewhere."""
    stated = frozenset[str]().union(*states.values())
    return [path for path in dag.paths(account, relation) if path <= stated]


def _cover(goals: list[list[frozenset[str]]], states: dict[str, frozenset[str]]) -> int | None:
    """The least number of documents that states all facts of a path of each goal."""
    if not all(goals):
        return None
    documents = sorted(states)
    facts = sorted(frozenset[str]().union(*(p for goal in goals for p in goal)))
    paths = [path for goal in goals for path in goal]
    holders: dict[str, list[int]] = defaultdict(list)
    for index, name in enumerate(documents):
        for fact_id in states[name]:
            holders[fact_id].append(index)
    n_documents, n_facts, n_paths = len(documents), len(facts), len(paths)
    fact_at = {fact_id: n_documents + i for i, fact_id in enumerate(facts)}
    path_at = n_documents + n_facts
    n_rows = n_facts + sum(len(p) for p in paths) + len(goals)
    matrix = lil_array((n_rows, path_at + n_paths))
    low = np.zeros(n_rows)
    row = 0
    for fact_id in facts:  # a fact is known only if a document that states it is read
        matrix[row, fact_at[fact_id]] = -1
        for index in holders[fact_id]:
            matrix[row, index] = 1
        row += 1
    for number, path in enumerate(paths):  # a path is walked only if each of its facts is known
        for fact_id in path:
            matrix[row, fact_at[fact_id]] = 1
            matrix[row, path_at + number] = -1
            row += 1
    number = 0
    for goal in goals:  # and each goal needs a path
        for _ in goal:
            matrix[row, path_at + number] = 1
            number += 1
        low[row] = 1
        row += 1
    cost = np.zeros(path_at + n_paths)
    cost[:n_documents] = 1
    within: Any = LinearConstraint(matrix.tocsr(), cast(Any, low), np.inf)
    solved: Any = milp(
        cost,
        constraints=within,
        integrality=np.ones_like(cost),
        bounds=Bounds(0, 1),
    )
    return round(solved.fun) if solved.success else None

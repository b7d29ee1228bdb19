"""The checks of a whole world: that its DAG can be read out of its documents, and only so.

In: the dossier's DAG and the plan. Out: `CheckResult`s. What a document states is what its plan
says; that it really does is for the role checks.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import combinations

from builder.schema import CheckResult, DocumentPlan, DocumentSpec, HypothesisDag, Role

LENGTH_SPREAD = 0.15
CROWD = 4

_SENTENCE = re.compile(r"[.!?](?:\s|$)")


def check_world(dag: HypothesisDag, plan: DocumentPlan) -> tuple[CheckResult, ...]:
    """Every check that concerns more than one document."""
    return (
        *_accounts_alike(dag),
        *_supported(dag, plan),
        *_refuted(dag, plan),
        *_tilted(dag, plan),
        *_outside(plan),
    )


def statements_of(plan: DocumentPlan, roles: tuple[Role, ...] | None = None) -> dict[str, set[str]]:
    """Fact id -> ids of the documents (of some roles) that state it in full."""
    where: dict[str, set[str]] = defaultdict(set)
    for spec in plan.specs:
        if roles is None or spec.role in roles:
            for statement in spec.statements:
                if not statement.partial:
                    where[statement.fact_id].add(spec.document_id)
    return where


def is_join(path: frozenset[str], where: dict[str, set[str]]) -> bool:
    """Whether a path's facts are all stated, and by no single document."""
    holders = [where.get(fact_id, set()) for fact_id in sorted(path)]
    return all(holders) and not set[str].intersection(*holders)


def _accounts_alike(dag: HypothesisDag) -> Iterator[CheckResult]:
    words = [len(h.statement.split()) for h in dag.hypotheses]
    spread = max(words) / min(words) - 1
    yield CheckResult(
        check="accounts of like length",
        passed=spread <= LENGTH_SPREAD,
        detail=f"words {words}",
    )
    sentences = [len(_SENTENCE.findall(h.statement)) for h in dag.hypotheses]
    yield CheckResult(
        check="accounts of as many sentences",
        passed=len(set(sentences)) == 1,
        detail=f"sentences {sentences}",
    )


def _supported(dag: HypothesisDag, plan: DocumentPlan) -> Iterator[CheckResult]:
    paths = dag.paths(dag.adopted.hypothesis_id, "supports")
    holders = {"corpus": statements_of(plan), "merits alone": statements_of(plan, ("merits",))}
    for name, where in holders.items():
        joins = [sorted(p) for p in paths if is_join(p, where)]
        yield CheckResult(
            check=f"adopted account follows from {name}",
            passed=bool(joins),
            detail="" if joins else _unstated(paths, where),
        )


def _unstated(paths: tuple[frozenset[str], ...], where: dict[str, set[str]]) -> str:
    missing = [sorted(f for f in path if f not in where) for path in paths]
    return f"facts not stated by path: {missing}"


def _refuted(dag: HypothesisDag, plan: DocumentPlan) -> Iterator[CheckResult]:
    everywhere, merits = statements_of(plan), statements_of(plan, ("merits",))
    for hypothesis in dag.hypotheses:
        if hypothesis.role == "adopted":
            continue
        paths = dag.paths(hypothesis.hypothesis_id, "refutes")
        joins = [p for p in paths if is_join(p, everywhere)]
        apart = any(not a <= b and not b <= a for a, b in combinations(joins, 2))
        yield CheckResult(
            check=f"{hypothesis.hypothesis_id} refuted along two independent joins",
            passed=apart,
            detail="" if apart else f"{len(joins)} of {len(paths)} paths join documents",
        )
        alone = any(all(f in merits for f in path) for path in paths)
        yield CheckResult(
            check=f"{hypothesis.hypothesis_id} refuted by merits alone",
            passed=alone,
            detail="" if alone else _unstated(paths, merits),
        )


def _tilted(dag: HypothesisDag, plan: DocumentPlan) -> Iterator[CheckResult]:
    placed = statements_of(plan, ("pro_alternative",))
    for hypothesis in dag.alternatives:
        facts = [f.fact_id for f in dag.facts if f.tilts == hypothesis.hypothesis_id]
        carried = [f for f in facts if f in placed]
        yield CheckResult(
            check=f"{hypothesis.hypothesis_id} has its tilt facts",
            passed=len(carried) >= 2,
            detail=f"{len(carried)} of {len(facts)} placed",
        )


def _outside(plan: DocumentPlan) -> Iterator[CheckResult]:
    """No folder, genre or format of CROWD or more documents may belong to one role alone, nor to
    what decides the case (merits and signal)."""
    for name, of in (("folder", _folder), ("genre", _genre), ("format", _format)):
        roles: dict[str, Counter[str]] = defaultdict(Counter)
        for spec in plan.specs:
            roles[of(spec)][spec.role] += 1
        telling = [
            f"{value!r}: {dict(counts)}"
            for value, counts in sorted(roles.items())
            if counts.total() >= CROWD and (len(counts) == 1 or set(counts) <= {"merits", "signal"})
        ]
        yield CheckResult(
            check=f"{name} tells no role", passed=not telling, detail="; ".join(telling)
        )


def _folder(spec: DocumentSpec) -> str:
    return spec.path.rpartition("/")[0]


def _genre(spec: DocumentSpec) -> str:
    return spec.genre


def _format(spec: DocumentSpec) -> str:
    return spec.format

"""The check that each role must pass, on the text extracted from the rendered file.

In: a document's spec and text, and what is known of the world. Out: `CheckResult`s. What each role
means stands in the role taxonomy; a writer's intentions count for nothing here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property

from builder.matching.dates import find_dates
from builder.matching.text import (
    Span,
    any_spans,
    any_stands,
    holds,
    normalize,
    spans,
    stands,
    surface_key,
    together,
)
from builder.schema import (
    CheckResult,
    DocumentSpec,
    Entity,
    Fact,
    HypothesisDag,
    Role,
    Setting,
    Statement,
)


@dataclass(frozen=True)
class Ground:
    """What the checks of one world stand on."""

    dag: HypothesisDag
    setting: Setting
    entities: tuple[Entity, ...]

    @cached_property
    def dispute_names(self) -> tuple[str, ...]:
        """Names and aliases of what is in dispute."""
        return tuple(
            sorted({name for e in self.entities if e.in_dispute for name in e.names if name})
        )

    @cached_property
    def dispute_keys(self) -> tuple[str, ...]:
        """The same as they are looked for."""
        return tuple(map(surface_key, self.dispute_names))

    @cached_property
    def facts(self) -> dict[str, Fact]:
        """The ledger by id."""
        return {fact.fact_id: fact for fact in self.dag.facts}


# Of a document, its text, and the text normalized.
Checker = Callable[[DocumentSpec, str, str, Ground], Iterator[CheckResult]]


def check_document(spec: DocumentSpec, text: str, ground: Ground) -> tuple[CheckResult, ...]:
    """Every check of a document's role; `text` as extracted."""
    return tuple(_CHECKS[spec.role](spec, text, normalize(text), ground))


def _states(spec: DocumentSpec, text: str, plain: str, ground: Ground) -> Iterator[CheckResult]:
    for statement in spec.statements:
        yield _statement(statement, ground.facts[statement.fact_id], plain)


def _statement(statement: Statement, fact: Fact, plain: str) -> CheckResult:
    name = f"states {fact.fact_id}"
    worded = {surface.anchor for surface in statement.surfaces}
    unworded = [a.value for a in fact.anchors if a.value not in worded]
    if unworded and not statement.partial:
        return CheckResult(check=name, passed=False, detail=f"no surface for {unworded}")
    groups = [spans(plain, surface_key(surface.text)) for surface in statement.surfaces]
    lost = [s.text for s, g in zip(statement.surfaces, groups, strict=True) if not g]
    if lost:
        return CheckResult(check=name, passed=False, detail=f"not in the text: {lost}")
    near = together(groups)
    return CheckResult(check=name, passed=near, detail="" if near else "anchors stand far apart")


def _shares_dispute(
    spec: DocumentSpec, text: str, plain: str, ground: Ground
) -> Iterator[CheckResult]:
    named = any_stands(plain, ground.dispute_keys)
    yield CheckResult(
        check="names the dispute", passed=named, detail="" if named else "nobody of it"
    )
    window = ground.setting.window
    inside = any(day in window for day in find_dates(text))
    detail = "" if inside else f"no date from {window.start} to {window.end}"
    yield CheckResult(check="dated inside the window", passed=inside, detail=detail)


def stated_facts(plain: str, facts: tuple[Fact, ...]) -> list[str]:
    """Ids of the facts whose anchors stand together in a normalized text, in any of their surface
    forms."""
    found: list[str] = []
    for fact in facts:
        groups: list[list[Span]] = []
        for anchor in fact.anchors:
            group = any_spans(plain, (*anchor.surfaces, anchor.value))
            if not group:
                break
            groups.append(group)
        else:
            if together(groups):
                found.append(fact.fact_id)
    return found


def _states_nothing(
    spec: DocumentSpec, text: str, plain: str, ground: Ground
) -> Iterator[CheckResult]:
    found = stated_facts(plain, ground.dag.facts)
    yield CheckResult(
        check="states no fact", passed=not found, detail=f"states {found}" if found else ""
    )


def _apart_from_dispute(
    spec: DocumentSpec, text: str, plain: str, ground: Ground
) -> Iterator[CheckResult]:
    named = [
        name
        for name, key in zip(ground.dispute_names, ground.dispute_keys, strict=True)
        if stands(plain, key)
    ]
    yield CheckResult(
        check="names nobody of the dispute", passed=not named, detail=f"{named}" if named else ""
    )
    terms = [t for t in ground.setting.dispute_terms if holds(plain, t)]
    yield CheckResult(check="off the topic", passed=not terms, detail=f"{terms}" if terms else "")
    window = ground.setting.window
    inside = sorted({str(day) for day in find_dates(text) if day in window})
    yield CheckResult(
        check="dated outside the window", passed=not inside, detail=f"{inside}" if inside else ""
    )


def _noise(spec: DocumentSpec, text: str, plain: str, ground: Ground) -> Iterator[CheckResult]:
    yield from _shares_dispute(spec, text, plain, ground)
    yield from _states_nothing(spec, text, plain, ground)


def _pro_alternative(
    spec: DocumentSpec, text: str, plain: str, ground: Ground
) -> Iterator[CheckResult]:
    yield from _states(spec, text, plain, ground)
    others = [
        s.fact_id
        for s in spec.statements
        if not s.partial and ground.facts[s.fact_id].tilts not in (None, spec.target)
    ]
    tilting = any(ground.facts[s.fact_id].tilts == spec.target for s in spec.statements)
    yield CheckResult(
        check="tilts its alternative",
        passed=tilting and not others,
        detail="" if tilting and not others else f"target {spec.target}, other facts {others}",
    )


_CHECKS: dict[Role, Checker] = {
    "merits": _states,
    "signal": _states,
    "noise": _noise,
    "chaff": _apart_from_dispute,
    "pro_alternative": _pro_alternative,
    "alternative_noise": _noise,
}

"""The check that each role must pass, on the text extracted from the rendered file.

In: a document's spec and text, and what is known of the world. Out: `CheckResult`s. What each role
means stands in the role taxonomy; a writer's intentions count for nothing here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from builder.matching.dates import find_dates
from builder.matching.finder import AnchorKeys, Finder, anchor_keys
from builder.matching.text import Span, normalize, spans, surface_key, together
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
    def dispute_keys(self) -> dict[str, str]:
        """How each of these, and each term of the dispute, is looked for."""
        words = (*self.dispute_names, *self.setting.dispute_terms)
        return {word: surface_key(word) for word in words}

    @cached_property
    def anchor_keys(self) -> AnchorKeys:
        """How the anchors of each fact are looked for."""
        return anchor_keys(self.dag.facts)

    @cached_property
    def finder(self) -> Finder:
        """Finds all of these."""
        anchors = (keys for _, anchors in self.anchor_keys for keys in anchors)
        return Finder(frozenset(self.dispute_keys.values()).union(*anchors))

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


def _noise(spec: DocumentSpec, text: str, plain: str, ground: Ground) -> Iterator[CheckResult]:
    standing = ground.finder.spans(plain)
    named = any(ground.dispute_keys[name] in standing for name in ground.dispute_names)
    yield CheckResult(
        check="names the dispute", passed=named, detail="" if named else "nobody of it"
    )
    window = ground.setting.window
    inside = any(day in window for day in find_dates(text))
    detail = "" if inside else f"no date from {window.start} to {window.end}"
    yield CheckResult(check="dated inside the window", passed=inside, detail=detail)
    stated = stated_facts(standing, ground.anchor_keys)
    yield CheckResult(
        check="states no fact", passed=not stated, detail=f"states {stated}" if stated else ""
    )


def stated_facts(standing: Mapping[str, list[Span]], facts: AnchorKeys) -> list[str]:
    """Ids of the facts whose anchors stand together in a text, in any of their forms."""
    return [
        fact_id
        for fact_id, anchors in facts
        if not any(keys.isdisjoint(standing) for keys in anchors)
        and together([[span for key in keys for span in standing.get(key, ())] for keys in anchors])
    ]


def _apart_from_dispute(
    spec: DocumentSpec, text: str, plain: str, ground: Ground
) -> Iterator[CheckResult]:
    standing = ground.finder.spans(plain)
    named = [name for name in ground.dispute_names if ground.dispute_keys[name] in standing]
    yield CheckResult(
        check="names nobody of the dispute", passed=not named, detail=f"{named}" if named else ""
    )
    terms = [t for t in ground.setting.dispute_terms if ground.dispute_keys[t] in standing]
    yield CheckResult(check="off the topic", passed=not terms, detail=f"{terms}" if terms else "")
    window = ground.setting.window
    inside = sorted({str(day) for day in find_dates(text) if day in window})
    yield CheckResult(
        check="dated outside the window", passed=not inside, detail=f"{inside}" if inside else ""
    )


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

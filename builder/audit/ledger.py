"""The ledger, proved anew from the files by code that shares only the schema with the certifier.

Stated facts are looked for in the published text; circles, double slots and paths are read off the
key; each account but the adopted must be refuted from two documents or more, and along two paths
that do not contain each other; nothing that decoys state may contradict a ground fact.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from builder.audit import GateResult, Panel
from builder.audit._published import Document, Published, PublishedWorld
from builder.audit._words import patterns, plain
from builder.schema import Fact

TITLE = "Ledger: facts, refutations and compatibility, proved anew from the files"
THRESHOLD = "no claim of the key fails"

NEAR = 1500
HEAD = 600
KINDS = (
    "fact not in its document",
    "decoy states a fact it should not",
    "ledger slot with two values",
    "circle of inferences",
    "account not refuted by two documents",
    "adopted account without a join",
    "alternative without tilt facts",
)

Complaint = tuple[str, str]


def measure(published: Published) -> GateResult:
    """Counts complaints by kind over all worlds."""
    found: dict[str, list[str]] = defaultdict(list)
    proved = 0
    for world in published.worlds:
        proved += sum(len(d.key.fact_ids) for d in world.documents)
        for kind, what in _of_world(world):
            found[kind].append(f"{world.world_id} {what}")
    total = sum(len(v) for v in found.values())
    return GateResult(
        gate="ledger",
        title=TITLE,
        threshold=THRESHOLD,
        passed=total == 0,
        figure=total,
        unit="complaints",
        reason=", ".join(f"{len(found[k])} x {k}" for k in KINDS if found[k]),
        sentences=(
            f"Code that shares nothing with the certifier looked for {proved} stated facts in the "
            f"files of {len(published.worlds)} worlds and read every refutation off the key: "
            f"{total} complaints.",
        ),
        offenders=tuple(f"{k}: {w}" for k in KINDS for w in found[k][:6]),
        panels=(
            Panel(
                title="Complaints by kind",
                columns=("kind", "found"),
                rows=tuple((k, str(len(found[k]))) for k in KINDS),
            ),
        ),
    )


def _of_world(world: PublishedWorld) -> Iterator[Complaint]:
    yield from _documents(world)
    yield from _slots(world)
    yield from _circles(world)
    yield from _refutations(world)


def _documents(world: PublishedWorld) -> Iterator[Complaint]:
    facts = {fact.fact_id: fact for fact in world.dag.facts}
    sought = {
        (fact_id, anchor.value): Sought.of((*anchor.surfaces, anchor.value))
        for fact_id, fact in facts.items()
        for anchor in fact.anchors
    }
    for document in world.documents:
        text = plain(document.text)
        for fact_id in document.key.fact_ids:
            if fact_id not in facts or not stands_in(text, facts[fact_id], sought):
                yield KINDS[0], f"{document.document_id} ({document.role}): {fact_id}"
        for fact in _forbidden(document, facts):
            if stands_in(text, fact, sought):
                yield KINDS[1], f"{document.document_id} ({document.role}): {fact.fact_id}"


def _forbidden(document: Document, facts: dict[str, Fact]) -> Iterator[Fact]:
    """Facts that a document of a role may not state; chaff is far from all of them."""
    if document.role in ("noise", "alternative_noise", "chaff"):
        yield from facts.values()
    if document.role == "pro_alternative":
        stated = set(document.key.fact_ids) | set(document.key.partial_fact_ids)
        for fact in facts.values():
            if fact.fact_id in stated and fact.tilts not in (None, document.key.target):
                yield fact


@dataclass(frozen=True)
class Sought:
    """The plain forms of an anchor, and the pattern that finds them as whole words."""

    forms: tuple[str, ...]
    pattern: re.Pattern[str] | None

    @classmethod
    def of(cls, surfaces: Sequence[str]) -> Sought:
        """From the surfaces of an anchor."""
        return cls(tuple(dict.fromkeys(map(plain, surfaces))), patterns(surfaces))

    def spans(self, text: str) -> list[tuple[int, int]]:
        """Where one stands; most texts hold none, which is told without the pattern."""
        if self.pattern is None or not any(form in text for form in self.forms):
            return []
        return [match.span() for match in self.pattern.finditer(text)]


def stands_in(text: str, fact: Fact, sought: dict[tuple[str, str], Sought]) -> bool:
    """Whether a surface of every anchor stands in a plain text, near each other.

    What stands in the head of a document counts as near everything below it.
    """
    places: list[list[tuple[int, int]]] = []
    for anchor in fact.anchors:
        found = sought[fact.fact_id, anchor.value].spans(text)
        if not found:
            return False
        if found[0][0] >= HEAD:
            places.append(found)
    if not places:
        return True
    rarest = min(places, key=len)
    return any(_all_near(places, place) for place in rarest)


def _all_near(places: list[list[tuple[int, int]]], place: tuple[int, int]) -> bool:
    """Whether one window of NEAR characters that holds `place` holds one of each list."""
    starts = {s for spans in places for s, _ in spans if place[1] - NEAR <= s <= place[0]}
    return any(
        all(any(start <= s and e <= start + NEAR for s, e in spans) for spans in places)
        for start in starts
    )


def _slots(world: PublishedWorld) -> Iterator[Complaint]:
    values: dict[tuple[str, str, str], dict[str, str]] = defaultdict(dict)
    for fact in world.dag.facts:
        for claim in fact.claims:
            values[claim.subject, claim.attribute, claim.at].setdefault(claim.value, fact.fact_id)
    for slot, held in values.items():
        if len(held) > 1:
            yield KINDS[2], f"{slot}: {dict(sorted(held.items()))}"


def _circles(world: PublishedWorld) -> Iterator[Complaint]:
    """Takes away inferences whose premises are all known until none can be; the rest run round."""
    known = {fact.fact_id for fact in world.dag.facts if fact.kind == "ground"}
    waiting = {i.inference_id: set(i.premises) for i in world.dag.inferences}
    while ready := [name for name, premises in waiting.items() if premises <= known]:
        known |= set(ready)
        for name in ready:
            del waiting[name]
    for name in waiting:
        yield KINDS[3], f"{name} rests on {sorted(waiting[name] - known)}"


def _refutations(world: PublishedWorld) -> Iterator[Complaint]:
    holders: dict[str, set[str]] = defaultdict(set)
    tilted: dict[str, set[str]] = defaultdict(set)
    facts = {fact.fact_id: fact for fact in world.dag.facts}
    for document in world.documents:
        for fact_id in document.key.fact_ids:
            holders[fact_id].add(document.document_id)
            if document.role == "pro_alternative" and fact_id in facts:
                tilted[facts[fact_id].tilts or ""].add(fact_id)
    for hypothesis in world.dag.hypotheses:
        account = hypothesis.hypothesis_id
        if account == world.adopted:
            supports = [p for p in world.dag.paths(account, "supports") if _joins(p, holders)]
            if not supports or world.dag.paths(account, "refutes"):
                yield KINDS[5], f"{account}: {len(supports)} joins support it"
            continue
        joins = [p for p in world.dag.paths(account, "refutes") if _joins(p, holders)]
        if not any(a - b and b - a for a, b in combinations(joins, 2)):
            yield KINDS[4], f"{account}: {len(joins)} joins of documents refute it"
        if account != world.rejected and len(tilted[account]) < 2:
            yield KINDS[6], f"{account}: {len(tilted[account])}"


def _joins(path: frozenset[str], holders: dict[str, set[str]]) -> bool:
    """Whether all facts of a path are stated, and no document states them all."""
    stated = [holders.get(fact_id) or set[str]() for fact_id in path]
    return all(stated) and not set[str].intersection(*stated)

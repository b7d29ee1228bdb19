"""States the facts of a play: ledger entries with anchors, claims and realized mentions.

In: a scenario, the names of its ground and tilt facts, a binding. Out: schema facts with neutral
ids. No side effects.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from random import Random

from builder.errors import ConfigError
from builder.fiction.scenario import ClaimPart, FactPart, MentionPart, Scenario
from builder.fiction.templates import WEAK_FORMS, Binding, Realized, Slot, Used, realize
from builder.schema import Anchor, Claim, Fact, Mention, Surface


@dataclass(frozen=True)
class State:
    """The facts of a play by id; `ids` by scenario name; `exhibits` the exhibit title by id."""

    facts: Mapping[str, Fact]
    ids: Mapping[str, str]
    exhibits: Mapping[str, str]


def state_facts(
    scenario: Scenario,
    ground: Sequence[str],
    tilts: Mapping[str, Sequence[str]],
    binding: Binding,
    rng: Random,
) -> State:
    """All facts of a play. `tilts` are fact names by the id of the hypothesis they tilt."""
    tilted = {name: hypothesis_id for hypothesis_id, names in tilts.items() for name in names}
    names = [*ground, *tilted]
    order = rng.sample(range(1, len(names) + 1), len(names))
    ids = {name: f"fact-{number:02d}" for name, number in zip(names, order, strict=True)}
    facts: dict[str, Fact] = {}
    exhibits: dict[str, str] = {}
    for name in sorted(names, key=ids.__getitem__):
        part = scenario.facts[name]
        facts[ids[name]] = _fact(name, ids[name], part, tilted.get(name), binding, rng)
        exhibits[ids[name]] = realize(part.exhibit.strip(), binding, rng).text
    return State(facts, ids, exhibits)


def _fact(
    name: str, fact_id: str, part: FactPart, tilts: str | None, binding: Binding, rng: Random
) -> Fact:
    slots = [_slot(anchor, name, binding) for anchor in part.anchors]
    text = realize(part.text.strip(), binding, rng)
    uses: dict[str, list[str]] = {slot.name: [slot.forms[""]] for slot in slots}
    mentions = tuple(_mention(name, m, slots, uses, binding, rng) for m in part.mentions)
    anchors: dict[str, Anchor] = {}
    for slot in slots:
        before = anchors[slot.value].surfaces if slot.value in anchors else ()
        surfaces = tuple(dict.fromkeys((*before, *uses[slot.name])))
        anchors[slot.value] = Anchor(kind=slot.kind, value=slot.value, surfaces=surfaces)
    named = [binding.slots[n].entity_id for n in (*part.anchors, *(u.name for u in text.surfaces))]
    return Fact(
        fact_id=fact_id,
        kind="tilt" if tilts else "ground",
        text=text.text,
        anchors=tuple(anchors.values()),
        tilts=tilts,
        when=_when(name, part, binding),
        claims=tuple(_claim(claim, binding, rng) for claim in part.claims),
        innocent=realize(part.innocent.strip(), binding, rng).text if tilts else "",
        entity_ids=tuple(dict.fromkeys(e for e in named if e)),
        mentions=mentions,
    )


def _slot(anchor: str, fact: str, binding: Binding) -> Slot:
    slot = binding.slots.get(anchor)
    if slot is None:
        raise ConfigError(f"fact {fact!r}: anchor {anchor!r} is no value and no cast member")
    return slot


def _when(name: str, part: FactPart, binding: Binding) -> date:
    slot = binding.slots.get(part.when)
    if slot is None or slot.kind != "date":
        raise ConfigError(f"fact {name!r}: `when` names {part.when!r}, which is no date value")
    return date.fromisoformat(slot.value)


def _claim(part: ClaimPart, binding: Binding, rng: Random) -> Claim:
    return Claim(
        subject=realize(part.subject, binding, rng).text,
        attribute=realize(part.attribute, binding, rng).text,
        value=realize(part.value, binding, rng).text,
        at=realize(part.at, binding, rng).text,
    )


def _mention(
    fact: str,
    part: MentionPart,
    slots: Sequence[Slot],
    uses: dict[str, list[str]],
    binding: Binding,
    rng: Random,
) -> Mention:
    """A mention with one surface for each anchor; ConfigError names an anchor that it lacks."""
    cells = [realize(cell, binding, rng) for cell in (part.text.strip(), *part.columns, *part.row)]
    others = tuple(tuple(realize(c, binding, rng).text for c in row) for row in part.other_rows)
    used = [use for cell in cells for use in cell.surfaces]
    surfaces: dict[str, Surface] = {}
    for slot in slots:
        own = [use for use in used if use.name == slot.name]
        if not own:
            raise ConfigError(
                f"fact {fact!r}: the {part.form} mention {_head(part)!r} does not "
                f"name its anchor {slot.name!r}"
            )
        uses[slot.name] += [use.text for use in own]
        surfaces.setdefault(slot.value, Surface(anchor=slot.value, text=_strongest(own).text))
    width = len(part.columns)
    speaker = binding.slots.get(part.speaker or "")
    return Mention(
        form=part.form,
        text=cells[0].text,
        columns=_texts(cells[1 : 1 + width]),
        row=_texts(cells[1 + width :]),
        other_rows=others,
        surfaces=tuple(surfaces.values()),
        speaker_id=speaker.entity_id if speaker else None,
        genres=part.genres,
    )


def _texts(cells: Sequence[Realized]) -> tuple[str, ...]:
    return tuple(cell.text for cell in cells)


def _head(part: MentionPart) -> str:
    text = part.text or " | ".join(part.row)
    return text if len(text) <= 60 else f"{text[:57]}..."


def _strongest(uses: Sequence[Used]) -> Used:
    return next((use for use in uses if use.form not in WEAK_FORMS), uses[0])

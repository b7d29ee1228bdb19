"""States the facts of a play: ledger entries with anchors, claims and realized mentions.

In: a scenario, the names of its ground and tilt facts, a binding. Out: schema facts with neutral
ids. No side effects.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from random import Random

from builder.errors import ConfigError
from builder.fiction.issues import FORMS, Issue
from builder.fiction.scenario import ClaimPart, FactPart, MentionPart, Scenario
from builder.fiction.tables import set_among, with_earlier
from builder.fiction.templates import WEAK_FORMS, Binding, Realized, Slot, Used, realize
from builder.fiction.wordings import listed, reworded, shortened
from builder.schema import Anchor, Claim, Fact, Mention, Surface

_TOLD = frozenset({"prose", "chat", "qa"})  # forms in which people speak


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
    issues: Sequence[Issue] = (),
    loose: float = 0.0,
) -> State:
    """All facts of a play. `tilts` are fact names by the id of the hypothesis they tilt; `issues`
    are other issues of lists, whose `account` is such an id; `loose` is the share of the wordings
    that name their values in other forms."""
    tilted = {name: hypothesis_id for hypothesis_id, names in tilts.items() for name in names}
    anew = {f"{issue.fact} anew": issue for issue in issues}
    tilted |= {name: issue.account for name, issue in anew.items()}
    names = [*ground, *tilted]
    order = rng.sample(range(1, len(names) + 1), len(names))
    ids = {name: f"fact-{number:02d}" for name, number in zip(names, order, strict=True)}
    facts: dict[str, Fact] = {}
    exhibits: dict[str, str] = {}
    for name in sorted(names, key=ids.__getitem__):
        part, words = scenario.facts.get(name), binding
        if part is None:
            part, words = _anew(scenario.facts[anew[name].fact], anew[name], binding)
        facts[ids[name]] = _fact(name, ids[name], part, tilted.get(name), words, rng, loose)
        exhibits[ids[name]] = realize(part.exhibit.strip(), binding, rng).text
    return State(facts, ids, exhibits)


def _anew(part: FactPart, issue: Issue, binding: Binding) -> tuple[FactPart, Binding]:
    """A list as another issue of it has it."""
    day = f"{{{issue.day}}}"
    changed = part.model_copy(
        update={
            "claims": tuple(c.model_copy(update={"at": day}) for c in part.claims),
            "innocent": f"The issue of {day} was not in force at the time; the codes changed.",
            "mentions": tuple(m for m in part.mentions if m.form in FORMS),
        }
    )
    return changed, replace(binding, slots={**binding.slots, **issue.slots})


def _fact(
    name: str,
    fact_id: str,
    part: FactPart,
    tilts: str | None,
    binding: Binding,
    rng: Random,
    loose: float,
) -> Fact:
    slots = [_slot(anchor, name, binding) for anchor in part.anchors]
    text = realize(part.text.strip(), binding, rng)
    uses: dict[str, list[str]] = {slot.name: [slot.forms[""]] for slot in slots}
    parts = (*part.mentions, *_as_form(part))
    mentions = tuple(_mention(name, m, slots, uses, binding, rng, loose) for m in parts)
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


def _as_form(part: FactPart) -> tuple[MentionPart, ...]:
    """The first table of a fact as a form with its columns for fields, if nobody wrote such a form
    and the columns are fields: whatever stands on lists should stand on forms as well."""
    row = next((m for m in part.mentions if m.form == "row"), None)
    if row is None or any(m.form == "key_value" for m in part.mentions):
        return ()
    if any("," in column or not column for column in row.columns):
        return ()
    text = "\n".join(f"{c}: {cell}" for c, cell in zip(row.columns, row.row, strict=True))
    return (MentionPart(form="key_value", text=text, speaker=row.speaker, genres=row.genres),)


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
    loose: float,
) -> Mention:
    """A mention with one surface for each anchor; ConfigError names an anchor that it lacks."""
    text, line = part.text.strip(), part.row
    if loose and rng.random() < loose:
        named = {slot.name: slot for slot in slots}
        told = part.form in _TOLD
        text = reworded(text, named, rng) if told else listed(text, named)
        line = shortened(line, part.other_rows, named)
    cells = [realize(cell, binding, rng) for cell in (text, *part.columns, *line)]
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
    row = _texts(cells[1 + width :])
    others, until = set_among(line, part.other_rows, row, binding, rng)
    others = with_earlier(_texts(cells[1 : 1 + width]), others, until, binding, rng)
    speaker = binding.slots.get(part.speaker or "")
    return Mention(
        form=part.form,
        text=cells[0].text,
        columns=_texts(cells[1 : 1 + width]),
        row=row,
        other_rows=others,
        until=until,
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

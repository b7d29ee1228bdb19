"""A help-desk or quality ticket: fields, description, dated comments, resolution."""

from __future__ import annotations

from datetime import datetime, timedelta
from random import Random

from builder.genres import Genre, Scene
from builder.genres._days import day, near
from builder.genres._frame import dated, form
from builder.genres._people import by_id, full, handle, people, short
from builder.genres._text import pick
from builder.genres._weave import Unit, pairs, wording
from builder.schema import Block, Heading, Paragraph

GENRE = Genre(
    title="ticket",
    formats=("txt", "pdf"),
    forms=("prose", "chat", "key_value"),
    names=(
        "ticket {mon} {day}",
        "ticket {subject}",
        "T-{month}{day} {author}",
        "case notes {month}-{day}",
        "{subject} ticket",
        "export ticket {year}-{month}-{day}",
    ),
    background=(2, 5),
)


def compose(scene: Scene, rng: Random) -> tuple[Block, ...]:
    """See the module docstring."""
    fields, fact_ids = pairs(scene)
    names = {e.entity_id: handle(e, rng) for e in people(scene)[:6]}
    opened = scene.spec.date - timedelta(days=rng.randint(0, 5))
    own = [
        ("Status", pick(rng, "desk", "ticket_status")),
        (rng.choice(("Exported", "Printed", "As of")), dated(scene)),
        (rng.choice(("By", "Opened by", "Requester")), full(scene.author)),
        (rng.choice(("Assigned", "Owner", "Queue")), rng.choice([*names.values(), "desk"])),
        ("Priority", rng.choice(("1", "2", "3", "low", "normal", "high"))),
        ("Area", rng.choice(("general", "front", "office", "floor", "records", "other"))),
    ]
    blocks: list[Block] = [
        Heading(text=rng.choice(("TICKET", "Ticket", "Case", "Request", "Ticket export"))),
        Paragraph(text=scene.spec.title),
        *form(rng, own[: rng.randint(4, 6)], fields, fact_ids),
    ]
    return (*blocks, *_thread(scene, names, opened, rng))


def _thread(scene: Scene, names: dict[str, str], opened: datetime, rng: Random) -> list[Block]:
    """Description, comments and closing line; what is stated is said on the document's own day."""
    pieces = [
        Unit(b.text, (), b.speaker_id) for b in scene.spec.background if b.form != "key_value"
    ]
    rng.shuffle(pieces)
    facts = [
        Unit(wording(s.wording), (s.fact_id,), s.wording.speaker_id)
        for s in scene.spec.statements
        if s.wording and s.wording.form != "key_value"
    ]
    rng.shuffle(facts)
    heads = rng.choice((("Description", "Comments"), ("Request", "Notes"), ("Details", "Activity")))
    described = pieces[:1] or [Unit("As called in.")]
    early, late = pieces[1 : 1 + len(pieces) // 2], pieces[1 + len(pieces) // 2 :]
    blocks: list[Block] = [
        Heading(text=heads[0], level=2),
        *(Paragraph(text=unit.text) for unit in described),
        Heading(text=heads[1], level=2),
    ]
    when = opened
    for unit in early:
        for one in (*_small(scene, rng, 0.4), unit):
            when = min(when + timedelta(minutes=rng.randint(9, 400)), scene.spec.date)
            blocks.append(_comment(one, when, scene, names, rng))
    today = list(late)
    for fact in facts:
        today.insert(rng.randint(0, len(today)), fact)
    when += timedelta(minutes=rng.randint(2, 9)) * (when >= scene.spec.date)
    when = max(when, scene.spec.date)
    for unit in today:
        for one in (*_small(scene, rng, 0.4), unit):
            blocks.append(_comment(one, when, scene, names, rng))
            when += timedelta(minutes=rng.randint(2, max(3, (1430 - when.hour * 60) // 12)))
            when = min(when, scene.spec.date.replace(hour=23, minute=58))
    closing = Unit(pick(rng, "desk", "ticket_line", day=near(day(scene, 3, True), rng)))
    return [
        *blocks,
        _comment(closing, when, scene, names, rng),
        Paragraph(
            text=f"{rng.choice(('Time spent', 'Logged', 'Hours'))}: {rng.randint(1, 16) / 4:g}"
        ),
    ]


def _small(scene: Scene, rng: Random, chance: float) -> list[Unit]:
    soon = near(day(scene, rng.randint(1, 6), True), rng)
    return [Unit(pick(rng, "desk", "ticket_line", day=soon))] if rng.random() < chance else []


def _comment(
    unit: Unit, when: datetime, scene: Scene, names: dict[str, str], rng: Random
) -> Paragraph:
    known = unit.speaker_id is not None
    who = (
        names.get(by_id(scene, unit.speaker_id).entity_id)
        if known
        else rng.choice([*names.values()])
    )
    if unit.fact_ids and not known:
        who = names.get(scene.author.entity_id)
    stamp = f"{when.month}/{when.day} {when:%H:%M}" if scene.look % 2 else f"{when:%m-%d %H:%M}"
    return Paragraph(
        text=f"{stamp} {who or short(scene.author)}: {unit.text}", fact_ids=unit.fact_ids
    )

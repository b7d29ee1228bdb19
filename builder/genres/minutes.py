"""Minutes of a meeting: roll call, numbered items, action items, adjournment."""

from __future__ import annotations

from random import Random

from builder.genres import Genre, Scene
from builder.genres._days import clock, day, near
from builder.genres._frame import banner, dated, title
from builder.genres._people import full, initials, people, short, somebody
from builder.genres._text import pick, some
from builder.genres._weave import Unit, units
from builder.schema import Block, Entity, Heading, ListBlock, Paragraph

GENRE = Genre(
    title="minutes",
    formats=("docx", "pdf", "txt"),
    forms=("prose",),
    names=(
        "minutes {month}-{day}",
        "{subject} minutes",
        "Minutes {mon} {day} {year}",
        "mtg notes {mon} {day}",
        "{year}-{month}-{day} minutes",
        "{subject} {month}-{day}",
    ),
    background=(2, 6),
)


def compose(scene: Scene, rng: Random) -> tuple[Block, ...]:
    """See the module docstring."""
    when = scene.spec.date
    minutes = when.hour * 60 + when.minute // 15 * 15
    start = clock(minutes, scene.look)
    where = pick(rng, "minutes", "place")
    here = list(people(scene))
    rng.shuffle(here)
    absent = here[-1:] if len(here) > 3 and rng.random() < 0.5 else []
    present = [e for e in here if e not in absent]
    chair = present[0]
    heads = [f"{dated(scene)}, {start}, {where}", _roll(present, chair, scene, rng)]
    if absent:
        heads.append(f"{rng.choice(('Excused', 'Absent', 'Regrets'))}: {short(absent[0])}.")
    heads.append(
        f"{rng.choice(('Agenda', 'Topics', 'On the agenda', 'About'))}: {scene.spec.title}"
    )
    blocks: list[Block] = [banner(scene)] if scene.look % 2 else []
    blocks += [title(scene, pick(rng, "minutes", "group")), Paragraph(text="\n".join(heads))]
    opened = [
        pick(rng, "minutes", "opened", time=start, chair=short(chair)),
        pick(rng, "minutes", "minutes_of"),
    ]
    items = [Unit(line) for line in opened[: rng.randint(1, 2)]]
    items += _padded(units(scene, rng), scene, rng)
    facts = tuple(f for unit in items for f in unit.fact_ids)
    blocks.append(ListBlock(items=tuple(unit.text for unit in items), start=1, fact_ids=facts))
    if rng.random() < 0.65:
        blocks.append(
            Heading(text=rng.choice(("Action items", "Actions", "To do", "Open actions")), level=2)
        )
        blocks.append(_actions(scene, rng))
    end = clock(minutes + rng.choice((25, 35, 40, 50, 65, 80)), scene.look)
    later = near(day(scene, rng.choice((7, 10, 5)), True), rng)
    blocks.append(Paragraph(text=pick(rng, "minutes", "adjourned", time=end, day=later)))
    by = rng.choice(("recording", "for the minutes", "secretary", "taking notes"))
    blocks.append(Paragraph(text=f"{short(scene.author)}, {by}"))
    return tuple(blocks)


def _roll(present: list[Entity], chair: Entity, scene: Scene, rng: Random) -> str:
    naming = rng.choice((full, short, short, initials)) if scene.look % 2 else short
    names = [naming(e) + (" (chair)" if e is chair else "") for e in present]
    return (
        f"{rng.choice(('Present', 'Attending', 'In attendance', 'Roll call'))}: {', '.join(names)}."
    )


def _padded(found: list[Unit], scene: Scene, rng: Random) -> list[Unit]:
    """The items of business with ordinary ones among them."""
    items = list(found)
    for line in some(rng, "minutes", "item", rng.randint(2, 4), **_slots(scene, rng)):
        items.insert(rng.randint(0, len(items)), Unit(line))
    return items


def _slots(scene: Scene, rng: Random) -> dict[str, object]:
    return {
        "who": somebody(scene, rng),
        "n": rng.randint(12, 240),
        "day": near(day(scene, rng.randint(2, 10), True), rng),
    }


def _actions(scene: Scene, rng: Random) -> ListBlock:
    lines = [pick(rng, "minutes", "action", **_slots(scene, rng)) for _ in range(rng.randint(2, 4))]
    return ListBlock(items=tuple(dict.fromkeys(lines)))

"""A calendar print: dates and entries, with notes to self below."""

from __future__ import annotations

from datetime import date
from random import Random

from builder.genres import Genre, Scene
from builder.genres._days import cell, clock, workdays
from builder.genres._frame import dated, marks, notes
from builder.genres._people import bystanders, first, full, short
from builder.genres._tables import sheets
from builder.genres._text import bank, pick, vary
from builder.genres._weave import units
from builder.schema import Block, Heading, Paragraph, Table

GENRE = Genre(
    title="calendar",
    formats=("pdf", "xlsx", "txt"),
    forms=("row", "prose"),
    names=(
        "calendar {mon}",
        "{author} calendar {mon} {year}",
        "cal {year} {month}",
        "planner {mon}",
        "Calendar export {month}-{yy}",
        "desk calendar {author}",
        "week of {month}-{day}",
    ),
    background=(1, 4),
)


def compose(scene: Scene, rng: Random) -> tuple[Block, ...]:
    """See the module docstring."""
    days = workdays(scene, rng.randint(5, 10), rng.randint(5, 10))
    who = rng.choice((full, short))(scene.author)
    head = rng.choice(
        (
            f"CALENDAR: {who}",
            f"{who}, calendar",
            f"Calendar print, {who}",
            f"{who} - schedule",
            f"Planner, {who}",
        )
    )
    sub = rng.choice(
        (
            f"{cell(days[0], scene.look)} to {cell(days[-1], scene.look)}",
            f"Printed {dated(scene)}",
            f"Export of {dated(scene)}",
        )
    )
    blocks: list[Block] = [Heading(text=head), Paragraph(text=f"{scene.spec.title}. {sub}")]
    own, apart = sheets(scene, rng, lambda: _entries(scene, days, rng), grow=True)
    blocks += own
    found = units(scene, rng, ("row",))
    if rng.random() < 0.6:
        time = clock(60 * rng.randint(8, 15), scene.look)
        blocks.append(Paragraph(text=pick(rng, "calendar", "standing", clock=time)))
    heads = rng.choice(("notes", "notes", "self"))
    if heads == "self" and found:
        blocks.append(
            Heading(
                text=rng.choice(
                    (
                        "Notes to self",
                        "Tasks and notes",
                        "Notes page",
                        "Margin notes",
                        "To remember",
                    )
                ),
                level=2,
            )
        )
        blocks += [Paragraph(text=unit.text, fact_ids=unit.fact_ids) for unit in found]
    else:
        blocks += notes(found, rng)
    return (*blocks, *apart, *marks(scene, rng, 0.2))


def _entries(scene: Scene, days: list[date], rng: Random) -> Table:
    timed, place = rng.random() < 0.5, rng.random() < 0.4
    header = (
        "Date",
        *(("Time",) if timed else ()),
        rng.choice(("Entry", "What", "Subject")),
        *(("Where",) if place else ()),
    )
    names = [first(e) for e in bystanders(scene)]
    entries = [line for line in bank("calendar")["entry"] if names or "{name}" not in line]
    rng.shuffle(entries)
    rows = list[tuple[str, ...]]()
    for when in days:
        for minute in sorted(rng.randint(16, 34) * 30 for _ in range(rng.choice((0, 1, 1, 1, 2)))):
            entry = entries[len(rows) % len(entries)]
            text = vary(rng, entry, name=rng.choice(names or [""]))
            date_cell = (
                f"{when:%a} {when.month}/{when.day}"
                if scene.look % 2
                else f"{when:%a} {when:%b} {when.day}"
            )
            time = clock(minute, scene.look)
            rows.append(
                (
                    date_cell,
                    *((time,) if timed else ()),
                    text if timed or rng.random() < 0.6 else f"{time} {text}",
                    *((pick(rng, "calendar", "where"),) if place else ()),
                )
            )
    return Table(header=header, rows=tuple(rows) or (("",) * len(header),))

"""A telephone log: calls in and out with a word on each, and longer notes below."""

from __future__ import annotations

from random import Random

from builder.genres import Genre, Scene
from builder.genres._days import cell, clock, so_far, workdays
from builder.genres._frame import banner, dated, marks, notes, title
from builder.genres._people import bystanders, first, short
from builder.genres._tables import sheets
from builder.genres._text import pick
from builder.genres._weave import units
from builder.schema import Block, Paragraph, Table

GENRE = Genre(
    title="phone log",
    formats=("pdf", "xlsx", "txt"),
    forms=("row", "prose"),
    names=(
        "phone log {mon}",
        "calls {month}-{day}",
        "{author} phone book {mon}",
        "messages {mon} {year}",
        "call sheet {year}-{month}-{day}",
        "{author} calls {month}-{yy}",
    ),
    background=(1, 4),
)


def compose(scene: Scene, rng: Random) -> tuple[Block, ...]:
    """See the module docstring."""
    head = rng.choice(("Telephone log", "Calls", "Message book", "Phone sheet", "Call record"))
    by = rng.choice(("kept by", "desk of", "typed for", "line of"))
    sub = f"{scene.spec.title}\n{by} {short(scene.author)}, to {dated(scene)}"
    blocks: list[Block] = [banner(scene), title(scene, head), Paragraph(text=sub)]
    own, apart = sheets(scene, rng, lambda: _calls(scene, rng), grow=True)
    found = notes(units(scene, rng, ("row",)), rng)
    return (*blocks, *own, *found, *apart, *marks(scene, rng, 0.25))


def _calls(scene: Scene, rng: Random) -> Table:
    names = [first(e) for e in bystanders(scene)]
    long = rng.random() < 0.5
    rows = list[tuple[str, ...]]()
    for when in workdays(scene, rng.randint(4, 7), 0):
        for minute in sorted(rng.randint(480, 1030) for _ in range(rng.choice((1, 2, 2, 3)))):
            if not so_far(scene, when, minute):
                break
            who = (
                rng.choice(names) if names and rng.random() < 0.25 else pick(rng, "desk", "caller")
            )
            row = (
                cell(when, scene.look),
                clock(minute, scene.look),
                rng.choice(("in", "in", "out")),
            )
            tail = (f"{rng.randint(1, 24)}",) if long else ()
            rows.append((*row, who, *tail, pick(rng, "desk", "call_note")))
    header = (
        "Date",
        "Time",
        rng.choice(("In/out", "Way")),
        rng.choice(("Who", "From/to", "Party")),
    )
    return Table(
        header=(*header, *(("Min.",) if long else ()), rng.choice(("Message", "About", "Note"))),
        rows=tuple(rows) or (("",) * (5 + long),),
    )

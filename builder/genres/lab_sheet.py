"""A laboratory or bench sheet: raw readings by time, and the reader's remarks."""

from __future__ import annotations

from random import Random

from builder.genres import Genre, Scene
from builder.genres._days import cell, clock, day, workdays
from builder.genres._frame import banner, dated, form, form_number, marks, notes, number, title
from builder.genres._people import initials, people, short
from builder.genres._tables import card, sheets
from builder.genres._text import bank, pick
from builder.genres._weave import units
from builder.schema import Block, Paragraph, Table

GENRE = Genre(
    title="lab sheet",
    formats=("xlsx", "pdf"),
    forms=("row", "prose", "key_value"),
    names=(
        "lab {month}-{day}",
        "bench sheet {number}",
        "readings {mon} {year}",
        "{author} readings {month}-{day}",
        "data {year}-{month}-{day}",
        "{author} bench {mon}",
    ),
    background=(1, 3),
)


def compose(scene: Scene, rng: Random) -> tuple[Block, ...]:
    """See the module docstring."""
    fields, fact_ids = card(scene, rng)
    head = rng.choice(("Bench sheet", "Laboratory sheet", "Readings", "Data sheet", "Test record"))
    own = [
        (rng.choice(("Date", "Sheet date", "Opened")), dated(scene)),
        (rng.choice(("Read by", "Technician", "By")), short(scene.author)),
        ("Sheet", number(rng, 100, 9900)),
        ("Form", form_number(scene, "LB")),
    ]
    blocks: list[Block] = [
        banner(scene),
        title(scene, head),
        Paragraph(text=scene.spec.title),
        *form(rng, own[: rng.randint(2, 4)], fields, fact_ids),
    ]
    line = rng.choice(bank("plant")["reading"])
    shown, apart = sheets(scene, rng, lambda: _readings(line, scene, rng), grow=True)
    checked = cell(day(scene, -rng.randint(2, 9), True), scene.look)
    foot = pick(rng, "plant", "lab_foot", number=rng.randint(3, 480), day=checked)
    found = units(scene, rng, ("row", "key_value"))
    small = Paragraph(text=foot, style="small")
    return (*blocks, *shown, *notes(found, rng), small, *apart, *marks(scene, rng, 0.2))


def _readings(line: str, scene: Scene, rng: Random) -> Table:
    """Readings of one instrument, several times a day or once a day."""
    what, columns, low, high, decimals = line.split("|")
    names = columns.split(";")
    hourly = rng.random() < 0.5
    step = rng.choice((15, 30, 60))
    stamps = (
        [clock(420 + n * step + rng.randint(0, 6), 1) for n in range(9)]
        if hourly
        else [cell(when, scene.look) for when in workdays(scene, 10, 0)]
    )
    rows = [
        (
            stamp,
            *(f"{rng.uniform(float(low), float(high)):.{decimals}f}" for _ in names),
            initials(rng.choice(people(scene))),
        )
        for stamp in stamps
    ]
    return Table(
        header=("Time" if hourly else "Date", *names, "Init."), rows=tuple(rows), caption=what
    )

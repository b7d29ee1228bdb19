"""A visitors' book: who called on whom, typed up from the desk."""

from __future__ import annotations

from random import Random

from builder.genres import Genre, Scene
from builder.genres._days import cell, clock, day, so_far, workdays
from builder.genres._frame import banner, dated, marks, notes, title
from builder.genres._people import bystanders, short
from builder.genres._tables import sheets
from builder.genres._text import pick
from builder.genres._weave import units
from builder.schema import Block, Paragraph, Table

GENRE = Genre(
    title="visitor log",
    formats=("xlsx", "pdf"),
    forms=("row", "prose"),
    names=(
        "visitors {mon} {year}",
        "sign in {month}-{day}",
        "desk log {mon}",
        "lobby book {month}-{yy}",
        "sign-in {mon} {day}",
        "visitor sheet {year}-{month}-{day}",
    ),
    background=(1, 3),
)


def compose(scene: Scene, rng: Random) -> tuple[Block, ...]:
    """See the module docstring."""
    head = rng.choice(("Visitors", "Sign-in sheet", "Visitor log", "Front desk book", "Callers"))
    by = rng.choice(("Typed", "Closed", "Copied from the book", "Sheet"))
    sub = f"{scene.spec.title}\n{by} {dated(scene)}, {short(scene.author)}"
    blocks: list[Block] = [banner(scene), title(scene, head), Paragraph(text=sub)]
    own, apart = sheets(scene, rng, lambda: _callers(scene, rng))
    checked = cell(day(scene, -rng.randint(1, 9), True), scene.look)
    foot = pick(rng, "desk", "log_foot", day=checked, number=rng.randint(3, 480))
    found = notes(units(scene, rng, ("row",)), rng)
    small = Paragraph(text=foot, style="small")
    return (*blocks, *own, *found, small, *apart, *marks(scene, rng, 0.2))


def _callers(scene: Scene, rng: Random) -> Table:
    hosts = [short(e) for e in bystanders(scene)] or ["desk"]
    hosts += ["desk", "office", "maintenance"]
    rows, badge = list[tuple[str, ...]](), rng.randint(1, 40)
    for when in workdays(scene, rng.randint(6, 10), 0):
        for minute in sorted(rng.randint(470, 990) for _ in range(rng.choice((0, 1, 2, 2, 3)))):
            if not so_far(scene, when, minute):
                break
            badge = badge % 60 + 1
            firm, why = pick(rng, "desk", "visitor_firm"), pick(rng, "desk", "purpose")
            leaves = minute + rng.randint(4, 150)
            out = clock(leaves, 1) if so_far(scene, when, leaves) else ""
            row = (cell(when, scene.look), clock(minute, 1), out, firm, rng.choice(hosts), why)
            rows.append((*row, f"{badge:02}"))
    header = (
        "Date",
        "In",
        "Out",
        rng.choice(("From", "Firm", "Visitor from")),
        rng.choice(("To see", "Host", "For")),
        rng.choice(("Purpose", "Re")),
        "Badge",
    )
    return Table(header=header, rows=tuple(rows) or (("",) * 7,))

"""A door log: reads in and out by badge, with the clock's keeper's remarks."""

from __future__ import annotations

from random import Random

from builder.genres import Genre, Scene
from builder.genres._days import cell, clock, day, so_far, workdays
from builder.genres._frame import banner, dated, marks, notes, title
from builder.genres._people import bystanders, short, turned
from builder.genres._tables import sheets
from builder.genres._text import bank, pick
from builder.genres._weave import units
from builder.schema import Block, Paragraph, Table

GENRE = Genre(
    title="badge log",
    formats=("xlsx", "txt", "pdf"),
    forms=("row", "prose"),
    names=(
        "badge {month}-{day}",
        "reader {number} {mon}",
        "door log {mon} {year}",
        "reads {year}-{month}",
        "access export {year}-{month}-{day}",
        "reads wk {month}-{day}",
    ),
    background=(1, 3),
)


def compose(scene: Scene, rng: Random) -> tuple[Block, ...]:
    """See the module docstring."""
    reader = rng.randint(1, 14)
    head = rng.choice(("Door reads", "Badge log", f"Reader {reader}", "Access log", "Entry export"))
    by = rng.choice(("Export", "Printed", "Run"))
    sub = f"{scene.spec.title}\n{by} {dated(scene)}, {short(scene.author)}"
    blocks: list[Block] = [banner(scene), title(scene, head), Paragraph(text=sub)]
    own, apart = sheets(scene, rng, lambda: _reads(scene, rng))
    checked = cell(day(scene, -rng.randint(1, 9), True), scene.look)
    foot = pick(rng, "desk", "log_foot", day=checked, number=rng.randint(3, 480))
    found = notes(units(scene, rng, ("row",)), rng)
    small = Paragraph(text=foot, style="small")
    return (*blocks, *own, *found, small, *apart, *marks(scene, rng, 0.2))


def _reads(scene: Scene, rng: Random) -> Table:
    """Reads of badges that belong to nobody of the dispute, or that have no name on them."""
    badges = {f"{number:04}": "" for number in sorted(rng.sample(range(101, 990), 5))}
    names = [turned(e) for e in bystanders(scene)][:4]
    for badge, name in zip(list(badges), names, strict=False):
        badges[badge] = name
    rows = list[tuple[str, ...]]()
    for when in workdays(scene, rng.randint(4, 8), 0):
        reads = list[tuple[int, str]]()
        for badge in badges:
            reads += [(rng.randint(350, 1120), badge) for _ in range(rng.choice((0, 1, 1, 2)))]
        reads += [(rng.randint(480, 960), f"V-{rng.randint(1, 9):02}")] * rng.choice((0, 0, 1))
        for minute, badge in sorted(reads):
            if not so_far(scene, when, minute):
                break
            leaves = minute + rng.randint(3, 260)
            left = so_far(scene, when, leaves) and rng.random() < 0.93
            out = clock(leaves, 1) if left else "-"
            name = badges.get(badge, rng.choice(("Visitor", "Contractor", "Temp")))
            where = rng.choice(bank("desk")["door"][:4])
            rows.append((cell(when, scene.look), clock(minute, 1), out, badge, name, where))
    header = ("Date", "In", "Out", "Badge", rng.choice(("Name", "Holder", "Name on badge")), "Door")
    caption = rng.choice(("Other badges", "Pool badges", "Cleaning and day badges", "Loan badges"))
    return Table(header=header, rows=tuple(rows) or (("",) * 6,), caption=caption)

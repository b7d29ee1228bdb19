"""A timesheet: hours by day for one sheet or by person for a crew, with sums that hold."""

from __future__ import annotations

from random import Random

from builder.genres import Genre, Scene
from builder.genres._days import cell, clock, workdays
from builder.genres._frame import banner, dated, form, form_number, marks, notes, title
from builder.genres._people import bystanders, short, turned
from builder.genres._tables import card, sheets
from builder.genres._weave import units
from builder.schema import Block, Paragraph, Table

GENRE = Genre(
    title="timesheet",
    formats=("xlsx", "pdf"),
    forms=("row", "key_value", "prose"),
    names=(
        "time {mon} {day}",
        "timesheet wk {month}-{day}",
        "hours {mon} {year}",
        "{author} time {month}-{day}-{yy}",
        "crew hours {month}-{day}",
        "time cards {year}-{month}-{day}",
    ),
    background=(1, 3),
)
_CODES = ("R", "R", "R", "R", "T", "A", "M")


def compose(scene: Scene, rng: Random) -> tuple[Block, ...]:
    """See the module docstring."""
    fields, fact_ids = card(scene, rng)
    head = rng.choice(("Time sheet", "Weekly time record", "Hours", "Crew time", "Time cards"))
    own = [
        (rng.choice(("Period to", "Week ending", "Closed")), dated(scene)),
        ("Copies", rng.choice(("2", "office and file", "one"))),
        (rng.choice(("Entered by", "Lead", "Kept by")), short(scene.author)),
        ("Form", form_number(scene, "TS")),
        ("Cost center", f"{rng.randint(10, 90)}-{rng.randint(100, 990)}"),
    ]
    blocks: list[Block] = [
        banner(scene),
        title(scene, head),
        Paragraph(text=scene.spec.title),
        *form(rng, own[: rng.randint(3, 5)], fields, fact_ids),
    ]
    usual = _crew if rng.random() < 0.5 else _days
    shown, apart = sheets(scene, rng, lambda: usual(scene, rng), grow=True)
    signed = rng.choice(("Approved", "Checked", "To payroll", "Seen"))
    blocks += [*shown, *notes(units(scene, rng, ("row", "key_value")), rng)]
    end = Paragraph(text=f"{signed}: ______________")
    return (*blocks, end, *apart, *marks(scene, rng, 0.25))


def _crew(scene: Scene, rng: Random) -> Table:
    """Hours of several people over five days; the last row and column are the sums."""
    days = workdays(scene, 6, 0)[-5:]
    names = [turned(e) for e in bystanders(scene)]
    codes = [f"Emp. {n:04}" for n in sorted(rng.sample(range(101, 980), 7))]
    people = (names + codes)[: rng.randint(5, 8)]
    rows, sums = list[tuple[str, ...]](), [0] * len(days)
    for person in people:
        halves = [rng.choice((16, 16, 16, 16, 17, 18, 20, 8, 0)) for _ in days]
        sums = [a + b for a, b in zip(sums, halves, strict=True)]
        rows.append((person, *(f"{h / 2:.1f}" for h in halves), f"{sum(halves) / 2:.1f}"))
    rows.append(("Total", *(f"{h / 2:.1f}" for h in sums), f"{sum(sums) / 2:.1f}"))
    return Table(
        header=("Name", *(f"{d:%a} {d.month}/{d.day}" for d in days), "Hours"), rows=tuple(rows)
    )


def _days(scene: Scene, rng: Random) -> Table:
    """One sheet day by day: in, out, break, hours, code, and the sum of the hours."""
    rows, total = list[tuple[str, ...]](), 0
    for when in workdays(scene, rng.choice((6, 10)), 0):
        start = rng.choice((360, 390, 420, 450, 480))
        rest, quarters = rng.choice((30, 30, 60)), rng.choice((32, 32, 32, 33, 34, 36, 16))
        end = start + rest + quarters * 15
        total += quarters
        row = (cell(when, scene.look), clock(start, 1), clock(end, 1), f"{rest}")
        rows.append((*row, f"{quarters / 4:.2f}", rng.choice(_CODES)))
    rows.append(("Total", "", "", "", f"{total / 4:.2f}", ""))
    caption = rng.choice(("Temporary cover, desk", "Agency, one person", "Floater", "Trainee"))
    header = ("Date", "In", "Out", "Break, min", "Hours", "Code")
    return Table(header=header, rows=tuple(rows), caption=caption)

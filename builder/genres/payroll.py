"""A payroll register: hours, gross, deductions and net by employee number, with sums that hold."""

from __future__ import annotations

from random import Random

from builder.genres import Genre, Scene
from builder.genres._frame import banner, dated, form, marks, notes, title
from builder.genres._lines import dollars
from builder.genres._people import short
from builder.genres._tables import card, sheets
from builder.genres._weave import units
from builder.schema import Block, Paragraph, Table

GENRE = Genre(
    title="payroll register",
    formats=("xlsx", "pdf"),
    forms=("row", "key_value", "prose"),
    names=(
        "payroll {month}-{day}-{yy}",
        "register {mon} {day}",
        "pay run {mon}",
        "payroll {mon} {year}",
        "payroll reg {year}-{month}-{day}",
        "PR {mon} {year}",
    ),
    background=(1, 3),
)


def compose(scene: Scene, rng: Random) -> tuple[Block, ...]:
    """See the module docstring."""
    fields, fact_ids = card(scene, rng)
    head = rng.choice(("Payroll register", "Pay run", "Payroll journal", "Earnings register"))
    own = [
        (rng.choice(("Check date", "Pay date", "Run")), dated(scene)),
        (rng.choice(("Run by", "Prepared", "Clerk")), short(scene.author)),
        ("Group", rng.choice(("hourly", "all", "weekly", "biweekly", "salaried and hourly"))),
    ]
    blocks: list[Block] = [
        banner(scene),
        title(scene, head),
        Paragraph(text=scene.spec.title),
        *form(rng, own, fields, fact_ids),
    ]
    shown, apart = sheets(scene, rng, lambda: _register(rng))
    found = units(scene, rng, ("row", "key_value"))
    return (*blocks, *shown, *notes(found, rng), *apart, *marks(scene, rng, 0.25))


def _register(rng: Random) -> Table:
    rows, sums = list[tuple[str, ...]](), [0, 0, 0, 0]
    for employee in sorted(rng.sample(range(101, 990), rng.randint(8, 16))):
        hours = rng.choice((80, 80, 80, 76, 72, 84, 88, 40))
        gross = hours * rng.randrange(1350, 3900, 5)
        tax = round(gross * rng.choice((0.11, 0.13, 0.15, 0.17)))
        other = rng.choice((0, 0, 2500, 4200, 6150, 8800))
        for i, value in enumerate((gross, tax, other, gross - tax - other)):
            sums[i] += value
        amounts = (gross, tax, other, gross - tax - other)
        rows.append((f"{employee:04}", f"{hours}.0", *(dollars(a) for a in amounts)))
    rows.append(("Total", "", *(dollars(a) for a in sums)))
    header = (rng.choice(("Emp.", "No.", "Employee")), "Hours", "Gross", "Taxes", "Other", "Net")
    caption = rng.choice(("Temporary and seasonal", "Part-time group", "Agency pass-through"))
    return Table(header=header, rows=tuple(rows), caption=caption)

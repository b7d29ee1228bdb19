"""A receiving log: what came to the dock or desk, day by day, with remarks."""

from __future__ import annotations

from random import Random

from builder.genres import Genre, Scene
from builder.genres._days import cell, clock, workdays
from builder.genres._frame import banner, dated, form_number, marks, notes, number, title
from builder.genres._lines import priced
from builder.genres._people import colleagues, initials, short
from builder.genres._tables import sheets
from builder.genres._text import bank, pick
from builder.genres._weave import units
from builder.schema import Block, Paragraph, Table

GENRE = Genre(
    title="receiving log",
    formats=("xlsx", "pdf"),
    forms=("row", "prose"),
    names=(
        "receiving {mon} {year}",
        "receiving log {month}-{yy}",
        "dock sheet {month}-{day}",
        "received {month}-{day}-{yy}",
        "recv {year}-{month}",
        "inbound wk of {month}-{day}",
    ),
    background=(1, 3),
)


def compose(scene: Scene, rng: Random) -> tuple[Block, ...]:
    """See the module docstring."""
    keeper = rng.choice(("Kept by", "Keeper", "Clerk", "Sheet by"))
    sub = [
        f"{scene.spec.title}",
        f"{rng.choice(('Sheet closed', 'As of', 'Printed'))} {dated(scene)}",
        f"{keeper}: {short(scene.author)}",
    ]
    if rng.random() < 0.4:
        sub.append(f"Form {form_number(scene, 'RC')}")
    head = rng.choice(
        ("Receiving log", "Receiving sheet", "Inbound log", "Dock receiving", "Goods in")
    )
    blocks: list[Block] = [banner(scene), title(scene, head), Paragraph(text="\n".join(sub))]
    own, apart = sheets(scene, rng, lambda: _log(scene, rng), grow=True)
    found = notes(units(scene, rng, ("row",)), rng)
    return (*blocks, *own, *found, *apart, *marks(scene, rng, 0.3))


def _log(scene: Scene, rng: Random) -> Table:
    timed, ticket, by = (rng.random() < p for p in (0.4, 0.7, 0.7))
    header = (
        "Date",
        *(("Time",) if timed else ()),
        *((rng.choice(("Ticket", "Ref", "Slip")),) if ticket else ()),
        rng.choice(("From", "How", "Carrier")),
        "Item",
        "Qty",
        "Unit",
        *((rng.choice(("By", "Init.")),) if by else ()),
        rng.choice(("Remark", "Remarks", "Note")),
    )
    slip, rows = int(number(rng, 400, 9000)), list[tuple[str, ...]]()
    for when in workdays(scene, rng.randint(6, 10), 0):
        arrived = priced(rng, "supplies", rng.choice((0, 1, 1, 2)))
        for minute, line in zip(
            sorted(rng.randint(420, 950) for _ in arrived), arrived, strict=True
        ):
            slip += rng.randint(1, 4)
            rows.append(
                (
                    cell(when, scene.look),
                    *((clock(minute, 1),) if timed else ()),
                    *((str(slip),) if ticket else ()),
                    pick(rng, "forms", "carriers"),
                    line.item,
                    str(line.quantity),
                    line.unit,
                    *((initials(rng.choice(colleagues(scene))),) if by else ()),
                    rng.choice(bank("forms")["receiving_remark"]),
                )
            )
    caption = rng.choice(("Supplies", "Sundries", "Office and shop supplies", "Small parcels"))
    return Table(header=header, rows=tuple(rows) or (("",) * len(header),), caption=caption)

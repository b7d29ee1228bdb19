"""A purchase order: who delivers what, where and at what price, with instructions below."""

from __future__ import annotations

from random import Random

from builder.genres import Genre, Scene
from builder.genres._days import cell, day
from builder.genres._frame import banner, dated, house, marks, notes, number
from builder.genres._lines import dollars, priced, table_sum
from builder.genres._people import colleagues, full, short
from builder.genres._rows import tables
from builder.genres._text import pick
from builder.genres._weave import mixed, pairs, units
from builder.schema import Block, Heading, KeyValues, Paragraph, Table

GENRE = Genre(
    title="purchase order",
    formats=("pdf", "xlsx"),
    forms=("row", "key_value", "prose"),
    names=(
        "PO {number}",
        "PO {number} {recipient}",
        "{subject} PO",
        "order {number} {mon}",
        "PO_{number}_{month}{day}",
        "P.O. {number} {subject}",
    ),
    background=(1, 3),
)


def compose(scene: Scene, rng: Random) -> tuple[Block, ...]:
    """See the module docstring."""
    fields, fact_ids = pairs(scene)
    head = rng.choice(("PURCHASE ORDER", "Purchase Order", "ORDER", "Purchase order (original)"))
    order = number(rng, 1200, 98000)
    blocks: list[Block] = [
        banner(scene),
        Heading(text=f"{head} {order}"),
        Paragraph(text=scene.spec.title),
        KeyValues(pairs=tuple(mixed(rng, _head(scene, rng), fields)), fact_ids=fact_ids),
    ]
    own = tables(scene, rng, grow=False)
    for table in own or [_goods(rng)]:
        blocks.append(table)
        total = table_sum(table)
        if total is not None:
            blocks.append(
                Paragraph(
                    text=f"{rng.choice(('Order total', 'Total', 'Total of order'))}: "
                    f"{dollars(total)}"
                )
            )
    blocks += notes(units(scene, rng, ("row", "key_value")), rng)
    if rng.random() < 0.6:
        blocks.append(Paragraph(text=pick(rng, "forms", "po_terms", number=order), style="small"))
    by = rng.choice(("Buyer", "Authorized by", "Issued by", "Approved"))
    blocks.append(Paragraph(text=f"{by}: {full(scene.author)}"))
    return (*blocks, *marks(scene, rng, 0.5))


def _head(scene: Scene, rng: Random) -> list[tuple[str, str]]:
    here = house(scene.company)
    vendor = (
        full(scene.recipient_company)
        if scene.recipient_company
        else f"Vendor {number(rng, 1010, 1990)}"
    )
    fields = [("Date", dated(scene)), ("To", vendor)]
    if scene.recipients:
        fields.append(("Attn.", short(scene.recipients[0])))
    fields += [
        ("Deliver to", f"{here.street}, {here.town}"),
        ("Wanted", cell(day(scene, rng.randint(4, 10), True), scene.look)),
        (
            "Terms",
            rng.choice(("net 30", "net 45", "2 percent ten days, net 30", "net 20", "on receipt")),
        ),
        (
            "Ship via",
            rng.choice(("your truck", "best way", "common carrier", "will call", "parcel")),
        ),
        ("Requested by", short(rng.choice(colleagues(scene)))),
        ("Charge", f"{rng.randint(10, 90)}-{rng.randint(1000, 9990)}"),
    ]
    return fields[:3] + rng.sample(fields[3:], rng.randint(3, len(fields) - 3))


def _goods(rng: Random) -> Table:
    lines = priced(rng, "supplies", rng.randint(4, 8))
    header = rng.choice(
        (
            ("Line", "Item", "Qty", "Unit", "Price", "Amount"),
            ("No.", "Description", "Quantity", "U/M", "Each", "Extended"),
            ("Ln", "Goods", "Qty", "Unit", "Unit price", "Amount"),
        )
    )
    rows = tuple(
        (
            str(n),
            line.item,
            str(line.quantity),
            line.unit,
            dollars(line.price),
            dollars(line.amount),
        )
        for n, line in enumerate(lines, start=1)
    )
    return Table(header=header, rows=rows)

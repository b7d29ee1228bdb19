"""An invoice: lines, subtotal, tax or surcharge, and a total that is their sum."""

from __future__ import annotations

from random import Random

from builder.genres import Genre, Scene
from builder.genres._days import cell, day
from builder.genres._frame import dated, house, letterhead, marks, notes, number
from builder.genres._lines import dollars, priced, table_sum
from builder.genres._people import colleagues, full, short
from builder.genres._rows import tables
from builder.genres._text import pick
from builder.genres._weave import mixed, pairs, units
from builder.schema import Block, Heading, KeyValues, Paragraph, Table

GENRE = Genre(
    title="invoice",
    formats=("pdf", "xlsx"),
    forms=("row", "key_value", "prose"),
    names=(
        "inv {number}",
        "Invoice {number}",
        "{author} inv {number}",
        "INV-{number} {mon} {yy}",
        "{subject} invoice",
        "inv {number} {month}-{day}",
        "Scan inv {number}",
    ),
    background=(1, 3),
)


def compose(scene: Scene, rng: Random) -> tuple[Block, ...]:
    """See the module docstring."""
    fields, fact_ids = pairs(scene)
    invoice = number(rng, 1200, 98000)
    head = rng.choice(("INVOICE", "Invoice", "INVOICE NO.", "Statement and Invoice"))
    blocks = [
        *letterhead(scene, rng),
        Heading(text=f"{head} {invoice}"),
        Paragraph(text=scene.spec.title),
        KeyValues(pairs=tuple(mixed(rng, _head(scene, rng), fields)), fact_ids=fact_ids),
    ]
    own = tables(scene, rng, grow=False)
    for table in own:
        blocks.append(table)
        if (total := table_sum(table)) is not None:
            blocks.append(Paragraph(text=f"{_due(rng)}: {dollars(total)}"))
    if not own:
        blocks.append(_lines(rng))
    blocks += notes(units(scene, rng, ("row", "key_value")), rng)
    if rng.random() < 0.7:
        blocks.append(
            Paragraph(
                text=pick(
                    rng, "forms", "invoice_terms", number=invoice, company=full(scene.company)
                ),
                style="small",
            )
        )
    if rng.random() < 0.5:
        blocks.append(
            Paragraph(
                text=f"{rng.choice(('Prepared by', 'Questions to', 'Accounts'))}: "
                f"{full(scene.author)}",
                style="small",
            )
        )
    return (*blocks, *marks(scene, rng, 0.6))


def _due(rng: Random) -> str:
    return rng.choice(("Total due", "Amount due", "Please pay", "Invoice total", "Total"))


def _head(scene: Scene, rng: Random) -> list[tuple[str, str]]:
    bill = ["Accounts Payable"]
    if scene.recipient_company:
        there = house(scene.recipient_company)
        bill = [full(scene.recipient_company), there.street, there.town]
    fields = [("Date", dated(scene)), ("Bill to", ", ".join(bill))]
    if scene.recipients:
        fields.append(("Attn.", short(scene.recipients[0])))
    due = day(scene, 10)
    more = [
        ("Your order", number(rng, 200, 9900)),
        ("Account", f"{rng.randint(100, 999)}-{rng.randint(10, 99)}"),
        ("Terms", rng.choice(("net 30", "net 45", "net 15", "on receipt", "1 percent 10, net 30"))),
        ("Discount until", cell(due, scene.look)),
        ("Page", "1 of 1"),
        ("Taken by", short(rng.choice(colleagues(scene)))),
    ]
    return fields + rng.sample(more, rng.randint(2, 5))


def _lines(rng: Random) -> Table:
    lines = priced(rng, "services", rng.randint(3, 7))
    subtotal = sum(line.amount for line in lines)
    rows = [
        (
            str(n),
            line.item,
            line.unit,
            str(line.quantity),
            dollars(line.price),
            dollars(line.amount),
        )
        for n, line in enumerate(lines, start=1)
    ]
    if rng.random() < 0.6:
        rate = rng.choice((2, 3, 4, 5, 6))
        extra = round(subtotal * rate / 100)
        name = rng.choice(("Sales tax", "Fuel and power", "Surcharge", "Tax"))
        rows += [
            ("", "Subtotal", "", "", "", dollars(subtotal)),
            ("", f"{name}, {rate} percent", "", "", "", dollars(extra)),
        ]
        subtotal += extra
    rows.append(("", _due(rng), "", "", "", dollars(subtotal)))
    return Table(
        header=(
            "Line",
            rng.choice(("Service", "Description", "Item")),
            "Unit",
            "Qty",
            "Rate",
            "Amount",
        ),
        rows=tuple(rows),
    )

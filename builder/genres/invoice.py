"""An invoice: lines, subtotal, tax or surcharge, and a total that is their sum."""

from __future__ import annotations

from random import Random

from builder.genres import Genre, Scene
from builder.genres._frame import dated, form, form_number, house, letterhead, marks, notes
from builder.genres._lines import dollars, priced, summed
from builder.genres._people import full, short, somebody
from builder.genres._tables import card, sheets
from builder.genres._text import pick
from builder.genres._weave import units
from builder.schema import Block, Heading, Paragraph, Table

GENRE = Genre(
    title="invoice",
    formats=("pdf", "xlsx"),
    forms=("row", "key_value", "prose"),
    names=(
        "inv {recipient} {mon}",
        "Invoice {month}-{day}-{yy}",
        "{author} inv {month}-{day}",
        "INV {number}",
        "{recipient} invoice {month}-{yy}",
        "inv {year}-{month}-{day}",
        "Scan inv {mon} {day}",
    ),
    letters=True,
    background=(1, 3),
)


def compose(scene: Scene, rng: Random) -> tuple[Block, ...]:
    """See the module docstring."""
    fields, fact_ids = card(scene, rng)
    own, apart = sheets(scene, rng, lambda: _sundries(rng))
    # A list of invoices is a statement of account.
    listed = any("invoice" in head.casefold() for table in own for head in table.header)
    head = rng.choice(
        ("STATEMENT", "Statement of account", "Monthly statement")
        if listed
        else ("INVOICE", "Invoice", "INVOICE (copy)", "Statement and Invoice")
    )
    blocks = [
        *letterhead(scene),
        Heading(text=head),
        Paragraph(text=scene.spec.title),
        *form(rng, _head(scene, rng), fields, fact_ids),
    ]
    blocks += summed(own, rng)
    blocks += notes(units(scene, rng, ("row", "key_value")), rng)
    if rng.random() < 0.7:
        blocks.append(
            Paragraph(
                text=pick(rng, "forms", "invoice_terms", company=full(scene.company)),
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
    return (*blocks, *apart, *marks(scene, rng, 0.6))


def _head(scene: Scene, rng: Random) -> list[tuple[str, str]]:
    fields = [("Date", dated(scene)), ("Bill to", "Accounts Payable")]
    if scene.recipient_company and scene.recipient_company != scene.company:
        there = house(scene.recipient_company)
        fields[1:] = [
            ("Bill to", full(scene.recipient_company)),
            ("Address", f"{there.street}, {there.town}"),
        ]
    if scene.recipients:
        fields.append(("Attn.", short(scene.recipients[0])))
    more = [
        ("Office", house(scene.company).phone),
        ("Route", f"{rng.randint(1, 40)}"),
        ("Form", form_number(scene, "IN")),
        ("Page", "1 of 1"),
        ("Typed by", somebody(scene, rng)),
    ]
    return fields + rng.sample(more, rng.randint(2, 5))


def _sundries(rng: Random) -> Table:
    """Small charges of the period with their sum; never the whole of what is owed."""
    lines = priced(rng, "services", rng.randint(4, 8))
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
        name = rng.choice(("Tax on sundries", "Handling", "Small order charge"))
        rows += [
            ("", "Subtotal", "", "", "", dollars(subtotal)),
            ("", f"{name}, {rate} percent", "", "", "", dollars(extra)),
        ]
        subtotal += extra
    rows.append(("", "Total, sundries", "", "", "", dollars(subtotal)))
    header = (
        "Line",
        rng.choice(("Service", "Description", "Item")),
        "Unit",
        "Qty",
        "Rate",
        "Amount",
    )
    caption = rng.choice(("Sundries", "Incidentals", "Small charges", "Extras at cost"))
    return Table(header=header, rows=tuple(rows), caption=caption)

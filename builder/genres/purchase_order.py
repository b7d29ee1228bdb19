"""A purchase order: who delivers what, where and at what price, with instructions below."""

from __future__ import annotations

from random import Random

from builder.genres import Genre, Scene
from builder.genres._frame import banner, dated, form, form_number, house, marks, notes, number
from builder.genres._lines import dollars, priced, summed
from builder.genres._people import full, short, somebody
from builder.genres._tables import card, sheets
from builder.genres._text import pick
from builder.genres._weave import units
from builder.schema import Block, Heading, Paragraph, Table

GENRE = Genre(
    title="purchase order",
    formats=("pdf", "xlsx"),
    forms=("row", "key_value", "prose"),
    names=(
        "PO {recipient} {month}-{day}-{yy}",
        "PO {recipient} {mon} {day}",
        "order {month}-{day}",
        "PO_{month}{day}{yy}",
        "P.O. {recipient} {month}-{yy}",
        "purchase order {mon} {day} {year}",
    ),
    letters=True,
    background=(1, 3),
)


_STOCK = ("Stock items", "Supplies on the same order", "Sundry items", "Office and shop supplies")


def compose(scene: Scene, rng: Random) -> tuple[Block, ...]:
    """See the module docstring."""
    fields, fact_ids = card(scene, rng)
    head = rng.choice(("PURCHASE ORDER", "Purchase Order", "ORDER", "Purchase order (original)"))
    blocks: list[Block] = [
        banner(scene),
        Heading(text=head),
        Paragraph(text=scene.spec.title),
        *form(rng, _head(scene, rng), fields, fact_ids),
    ]
    own, apart = sheets(scene, rng, lambda: _goods(rng))
    blocks += summed(own, rng)
    blocks += notes(units(scene, rng, ("row", "key_value")), rng)
    if rng.random() < 0.6:
        blocks.append(Paragraph(text=pick(rng, "forms", "po_terms"), style="small"))
    by = rng.choice(("Buyer", "Issued by", "For the company", "Signed"))
    blocks.append(Paragraph(text=f"{by}: {full(scene.author)}"))
    return (*blocks, *apart, *marks(scene, rng, 0.5))


def _head(scene: Scene, rng: Random) -> list[tuple[str, str]]:
    here = house(scene.company)
    vendor = (
        full(scene.recipient_company)
        if scene.recipient_company and scene.recipient_company != scene.company
        else f"Vendor {number(rng, 1010, 1990)}"
    )
    fields = [("Date", dated(scene)), ("To", vendor)]
    if scene.recipients:
        fields.append(("Attn.", short(scene.recipients[0])))
    fields += [
        ("Office", f"{here.street}, {here.town}"),
        ("Copies", rng.choice(("3", "2", "original and 2", "4, one to file"))),
        ("Form", form_number(scene, "PO")),
        ("Typed by", somebody(scene, rng)),
        ("Page", "1 of 1"),
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
    return Table(header=header, rows=rows, caption=rng.choice(_STOCK))

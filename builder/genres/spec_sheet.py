"""A specification sheet: properties with their limits, fields, and notes of issue."""

from __future__ import annotations

from random import Random

from builder.genres import Genre, Scene
from builder.genres._frame import banner, dated, form, marks, notes, title
from builder.genres._people import short
from builder.genres._tables import sheets
from builder.genres._text import bank, pick
from builder.genres._weave import pairs, units
from builder.schema import Block, Paragraph, Table

GENRE = Genre(
    title="specification sheet",
    formats=("pdf", "xlsx", "docx"),
    forms=("row", "key_value", "prose"),
    names=(
        "spec {mon} {year}",
        "spec {number}",
        "data sheet {month}-{yy}",
        "SS {number} {mon}",
        "spec sheet {mon} {year}",
        "sheet {number} {yy}",
    ),
    background=(1, 3),
)


def compose(scene: Scene, rng: Random) -> tuple[Block, ...]:
    """See the module docstring."""
    fields, fact_ids = pairs(scene)
    issue = rng.choice(("A", "B", "C", "D", "1", "2", "3", "04", "07"))
    own = [
        ("Copies", rng.choice(("file", "2", "floor and file", "one"))),
        (rng.choice(("Issue", "Revision")), issue),
        (rng.choice(("Issued", "Date", "Released")), dated(scene)),
        (rng.choice(("Owner", "Prepared by", "Checked")), short(scene.author)),
        ("Status", rng.choice(("current", "for use", "for reference", "released", "draft"))),
    ]
    blocks: list[Block] = [
        banner(scene),
        title(scene, pick(rng, "plant", "spec_head")),
        Paragraph(text=scene.spec.title),
        *form(rng, own, fields, fact_ids),
    ]
    shown, apart = sheets(scene, rng, lambda: _properties(rng), grow=True)
    found = units(scene, rng, ("row", "key_value"))
    foot = Paragraph(text=pick(rng, "plant", "spec_foot", rev=issue), style="small")
    return (*blocks, *shown, *notes(found, rng), foot, *apart, *marks(scene, rng, 0.2))


def _properties(rng: Random) -> Table:
    """Properties with least, nominal and most values in order."""
    rows = list[tuple[str, ...]]()
    for line in rng.sample(bank("plant")["property"], rng.randint(6, 10)):
        name, unit, low, high = line.split("|")
        decimals = 1 if "." in low + high else 0
        nominal = rng.uniform(float(low), float(high))
        spread = nominal * rng.choice((0.02, 0.05, 0.1)) + (0 if decimals else 1)
        values = (nominal - spread, nominal, nominal + spread)
        cells = tuple(f"{value:.{decimals}f}" for value in values)
        rows.append((name, unit, *cells, pick(rng, "plant", "method")))
    header = ("Property", "Unit", "Min", "Nominal", "Max", rng.choice(("Method", "Check")))
    caption = rng.choice(("Packing", "Packing and labels", "How packed", "Carton and label"))
    return Table(header=header, rows=tuple(rows), caption=caption)

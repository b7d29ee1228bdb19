"""An inspection report: a checklist, what was noted, and who walked it."""

from __future__ import annotations

from random import Random

from builder.genres import Genre, Scene
from builder.genres._frame import banner, dated, form, form_number, marks, notes, title
from builder.genres._people import full, jobs
from builder.genres._tables import sheets
from builder.genres._text import bank, pick
from builder.genres._weave import pairs, units
from builder.schema import Block, Paragraph, Table

GENRE = Genre(
    title="inspection report",
    formats=("pdf", "docx", "xlsx"),
    forms=("row", "prose", "key_value"),
    names=(
        "inspection {month}-{day}",
        "insp {author} {mon}",
        "{author} inspection {month}-{day}-{yy}",
        "checklist {year}-{month}-{day}",
        "walk {mon} {day}",
        "{author} insp {month}-{yy}",
    ),
    background=(1, 3),
)


def compose(scene: Scene, rng: Random) -> tuple[Block, ...]:
    """See the module docstring."""
    fields, fact_ids = pairs(scene)
    own = [
        (rng.choice(("Date", "Inspected", "Date of visit")), dated(scene)),
        (rng.choice(("Inspector", "Walked by", "By")), full(scene.author)),
        ("Position", jobs(scene.author) or "on file"),
        ("Form", form_number(scene, "IN")),
        ("Kind", rng.choice(("routine", "monthly", "quarterly", "follow-up", "annual"))),
    ]
    blocks: list[Block] = [
        banner(scene),
        title(scene, pick(rng, "plant", "inspection_head")),
        Paragraph(text=scene.spec.title),
        *form(rng, own[: rng.randint(4, 7)], fields, fact_ids),
    ]
    shown, apart = sheets(scene, rng, lambda: _checklist(rng), grow=True)
    blocks += [*shown, *notes(units(scene, rng, ("row", "key_value")), rng)]
    return (*blocks, *apart, *marks(scene, rng, 0.3))


def _checklist(rng: Random) -> Table:
    items = rng.sample(bank("plant")["check"], rng.randint(8, 14))
    rows = [
        (str(n), item, pick(rng, "plant", "result"), pick(rng, "plant", "check_remark"))
        for n, item in enumerate(items, start=1)
    ]
    header = ("No.", rng.choice(("Item", "Point", "Check")), "Result", "Remark")
    caption = rng.choice(("Common areas", "Front of house", "Offices and halls", "General"))
    return Table(header=header, rows=tuple(rows), caption=caption)

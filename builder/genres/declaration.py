"""A declaration: who declares, numbered paragraphs, the penalty of perjury, date and signature."""

from __future__ import annotations

from random import Random

from builder.genres import Genre, Scene
from builder.genres._court import heading, opened, with_years
from builder.genres._days import in_words
from builder.genres._people import full
from builder.genres._text import pick, some
from builder.genres._weave import Unit, units
from builder.genres._witness import in_person
from builder.schema import Block, Heading, ListBlock, Paragraph, Signature

GENRE = Genre(
    title="declaration",
    formats=("pdf", "docx"),
    forms=("prose",),
    names=(
        "decl {author}",
        "{author} decl {month}-{day}-{yy}",
        "Decl. {author} {year}",
        "decl {year}-{month}-{day}",
        "{author} declaration {mon} {year}",
        "{author} stmt {mon}",
    ),
    court_paper=True,
    background=(2, 5),
)


def compose(scene: Scene, rng: Random) -> tuple[Block, ...]:
    """See the module docstring."""
    scene = with_years(scene)
    name = full(scene.author)
    slots = {
        "name": name,
        "job": scene.author.job or "employee",
        "company": full(scene.company),
    }
    # Each of these is said once, the last of them at times after the facts.
    basis = [Unit(line) for line in some(rng, "court", "basis", rng.randint(1, 3))]
    after = basis[2:]
    items = [Unit(pick(rng, "court", "who", **slots)), *basis[:2], *units(scene, rng), *after]
    told = tuple(opened(in_person(u.text, name) if u.fact_ids else u.text) for u in items)
    facts = tuple(f for unit in items for f in unit.fact_ids)
    # Who speaks in person is named by the line that says who declares.
    named = tuple(f for unit in items for f in unit.fact_ids if name in unit.text)
    when = in_words(scene.spec.date.date())
    on = rng.choice(
        (f"Executed {when}", f"Signed on {when}", f"Executed on {when}", f"Dated {when}")
    )
    return (
        *heading(scene, rng),
        Heading(text=f"DECLARATION OF {name.upper()}"),
        Paragraph(text=scene.spec.title),
        Paragraph(text=pick(rng, "court", "declare", **slots), fact_ids=named),
        ListBlock(items=told, start=1, fact_ids=facts),
        Paragraph(text=pick(rng, "court", "perjury")),
        Paragraph(text=f"{on}."),
        Signature(name=f"/s/ {name}"),
    )

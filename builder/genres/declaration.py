"""A declaration: who declares, numbered paragraphs, the penalty of perjury, date and signature."""

from __future__ import annotations

from random import Random

from builder.genres import Genre, Scene
from builder.genres._court import heading, with_years
from builder.genres._days import in_words
from builder.genres._people import full
from builder.genres._text import pick, some
from builder.genres._weave import Unit, units
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
    items = [Unit(pick(rng, "court", "who", **slots))]
    items += [Unit(line) for line in some(rng, "court", "basis", rng.randint(1, 2))]
    items += units(scene, rng)
    items += [Unit(line) for line in some(rng, "court", "basis", 1) if rng.random() < 0.5]
    seen = set[str]()
    items = [u for u in items if u.fact_ids or not (u.text in seen or seen.add(u.text))]
    facts = tuple(f for unit in items for f in unit.fact_ids)
    when = in_words(scene.spec.date.date())
    on = rng.choice(
        (f"Executed {when}", f"Signed on {when}", f"Executed on {when}", when, f"Dated: {when}")
    )
    return (
        *heading(scene, rng),
        Heading(text=f"DECLARATION OF {name.upper()}"),
        Paragraph(text=scene.spec.title),
        Paragraph(text=pick(rng, "court", "declare", **slots)),
        ListBlock(items=tuple(unit.text for unit in items), start=1, fact_ids=facts),
        Paragraph(text=pick(rng, "court", "perjury")),
        Paragraph(text=f"{on}."),
        Signature(name=f"/s/ {name}"),
    )

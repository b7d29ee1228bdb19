"""A letter on an insured matter: file number, what was noted, what is asked."""

from __future__ import annotations

from random import Random

from builder.genres import Genre, Scene
from builder.genres._frame import (
    body,
    copies,
    dated,
    form,
    house,
    letterhead,
    marks,
    number,
    signed,
)
from builder.genres._people import first, formal, full, manner
from builder.genres._text import pick, some
from builder.genres._weave import pairs, units
from builder.schema import Block, Paragraph

GENRE = Genre(
    title="insurance letter",
    formats=("pdf", "docx"),
    forms=("prose", "key_value"),
    names=(
        "claim ltr {month}-{day}",
        "file {recipient} ltr",
        "{recipient} claim letter {mon}",
        "insurer ltr {year}-{month}-{day}",
        "{subject} ltr",
        "coverage ltr {mon} {yy}",
    ),
    letters=True,
    background=(2, 4),
)


def compose(scene: Scene, rng: Random) -> tuple[Block, ...]:
    """See the module docstring."""
    fields, fact_ids = pairs(scene)
    other = scene.recipient_company
    own = [
        (rng.choice(("Our file", "File no.", "Reference")), _file(scene)),
        (
            rng.choice(("Insured", "Account", "Named insured")),
            full(other) if other else "as on file",
        ),
        (rng.choice(("Subject", "Re", "Concerning")), scene.spec.title),
    ]
    to = list[str]()
    if scene.recipients:
        to.append(full(scene.recipients[0]))
    if other:
        there = house(other)
        to += [there.name, there.street, there.town]
    blocks: list[Block] = [
        *letterhead(scene, rng.choice(("", "Insurance Desk", "Claims", "Administration"))),
        Paragraph(text=dated(scene)),
        Paragraph(text="\n".join(dict.fromkeys(to)) or "To the file"),
        *form(rng, own, fields, fact_ids),
        Paragraph(text=_greeting(scene, rng)),
    ]
    lines = some(rng, "desk", "insurer_line", rng.randint(2, 3))
    blocks += [
        Paragraph(text=lines[0]),
        *body(units(scene, rng, ("key_value",))),
        *(Paragraph(text=line) for line in lines[1:]),
        signed(scene, rng),
    ]
    if names := copies(scene, rng, 2):
        blocks.append(Paragraph(text=f"cc: {', '.join(names)}", style="small"))
    return (*blocks, *marks(scene, rng, 0.3))


def _greeting(scene: Scene, rng: Random) -> str:
    if not scene.recipients:
        return rng.choice(("To whom it may concern:", "Dear policyholder:"))
    reader = scene.recipients[0]
    if manner(scene.author) == "casual":
        return f"Dear {first(reader)},"
    return pick(rng, "frame", "greeting_formal", first=first(reader), formal=formal(reader))


def _file(scene: Scene) -> str:
    """The file number that every letter of this insurer to this account has."""
    account = full(scene.recipient_company) if scene.recipient_company else ""
    return number(Random(f"{full(scene.company)}/{account}/file"), 10000, 99000)

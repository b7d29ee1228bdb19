"""A complaint form: who complains, what happened in their words, what they ask for."""

from __future__ import annotations

from random import Random

from builder.genres import Genre, Scene
from builder.genres._frame import banner, dated, form, form_number, marks, number
from builder.genres._parts import one_case, parts
from builder.genres._people import full, jobs
from builder.genres._text import pick
from builder.genres._weave import pairs, units
from builder.schema import Block, Heading, Paragraph

GENRE = Genre(
    title="complaint form",
    formats=("pdf", "docx"),
    forms=("prose", "key_value"),
    names=(
        "complaint {month}-{day}",
        "concern {author} {mon}",
        "{subject} form",
        "form {author} {month}-{day}",
        "{author} complaint {year}",
        "intake {year}-{month}-{day}",
    ),
    background=(1, 3),
)


def compose(scene: Scene, rng: Random) -> tuple[Block, ...]:
    """See the module docstring."""
    fields, fact_ids = pairs(scene)
    own = [
        ("Subject", scene.spec.title),
        ("Date", dated(scene)),
        (rng.choice(("Your name", "Name", "Submitted by")), full(scene.author)),
        ("Position", jobs(scene.author) or "on file"),
        ("Best way to reach you", rng.choice(("phone", "mail", "in person", "e-mail", "either"))),
        ("Form", form_number(scene, "CF")),
        ("Copies wanted", rng.choice(("yes", "no", "one"))),
    ]
    heads = [pick(rng, "office", f"complaint_{i}") for i in (1, 2)]
    numbered = rng.random() < 0.5
    found, more = one_case(scene, units(scene, rng, ("key_value",)), "Also")
    last = pick(rng, "office", "complaint_3")
    stamped = pick(rng, "office", "office_use", number=number(rng, 100, 9900))
    blocks: list[Block] = [
        banner(scene),
        Heading(text=pick(rng, "office", "complaint_kind")),
        *form(rng, own[: rng.randint(4, 7)], fields, fact_ids),
        *parts(found, heads, ("See attached page.", "Nothing to add."), rng, numbered),
        Heading(text=f"3. {last}" if numbered else last, level=2),
        Paragraph(text=pick(rng, "office", "complaint_ask")),
        *more,
        Paragraph(text=f"Signed: {full(scene.author)}"),
        Paragraph(text=stamped, style="small"),
    ]
    return (*blocks, *marks(scene, rng, 0.3))

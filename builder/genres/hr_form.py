"""A personnel form: fields, check boxes, what was said, what comes next."""

from __future__ import annotations

from random import Random

from builder.genres import Genre, Scene
from builder.genres._days import day, in_words
from builder.genres._frame import banner, dated, form, form_number, marks
from builder.genres._parts import one_case, parts
from builder.genres._people import full, jobs, short
from builder.genres._text import pick
from builder.genres._weave import pairs, units
from builder.schema import Block, Heading, Paragraph

GENRE = Genre(
    title="personnel form",
    formats=("pdf", "docx"),
    forms=("prose", "key_value"),
    names=(
        "HR form {recipient} {mon}",
        "record {month}-{day}-{yy}",
        "{subject} form",
        "form {number} {recipient}",
        "personnel {year}-{month}-{day}",
        "{recipient} file {mon} {year}",
    ),
    background=(1, 3),
)


def compose(scene: Scene, rng: Random) -> tuple[Block, ...]:
    """See the module docstring."""
    fields, fact_ids = pairs(scene)
    subject = scene.recipients[0] if scene.recipients else scene.author
    own = [
        ("Subject", scene.spec.title),
        ("Date", dated(scene)),
        ("Employee", full(subject)),
        ("Position", jobs(subject) or "as on file"),
        (_filler(subject is scene.author, rng), short(scene.author)),
        ("Form", form_number(scene, "HR")),
        ("Location", rng.choice(("office", "main", "plant", "site 1", "on file"))),
        ("Boxes", pick(rng, "office", "boxes")),
    ]
    later = in_words(day(scene, rng.randint(4, 10), True))
    heads = [pick(rng, "office", f"hr_head_{i}") for i in (1, 2, 3)]
    next_step = pick(rng, "office", "hr_next", later=later)
    fillers = ("As stated by telephone.", "See above.")
    found, more = one_case(
        scene,
        units(scene, rng, ("key_value",)),
        rng.choice(("Also on file", "Other entries", "Also noted")),
    )
    blocks: list[Block] = [
        banner(scene, rng.choice(("Human Resources", "Personnel", ""))),
        Heading(text=pick(rng, "office", "hr_kind")),
        *form(rng, own[:5] + rng.sample(own[5:], 2), fields, fact_ids),
        *parts(found, heads[:2], fillers, rng),
        *more,
        Heading(text=heads[2], level=2),
        Paragraph(text=next_step),
        Paragraph(text=f"Signatures: {short(scene.author)}     ______________"),
    ]
    return (*blocks, *marks(scene, rng, 0.3))


def _filler(self_made: bool, rng: Random) -> str:
    """What the one who fills in the form is called there; nobody is his own supervisor."""
    own = ("Completed by", "Prepared by")
    return rng.choice(own if self_made else (*own, "Supervisor or HR"))

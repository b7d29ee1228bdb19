"""An incident report: numbered boxes of a printed form, filled in by whoever was there."""

from __future__ import annotations

from random import Random

from builder.genres import Genre, Scene
from builder.genres._days import cell, day
from builder.genres._frame import banner, dated, form, form_number, marks
from builder.genres._parts import one_case, parts
from builder.genres._people import full, jobs
from builder.genres._text import pick
from builder.genres._weave import pairs, units
from builder.schema import Block, Heading, Paragraph

GENRE = Genre(
    title="incident report",
    formats=("pdf", "docx"),
    forms=("prose", "key_value"),
    names=(
        "IR {month}-{day}-{yy}",
        "incident {month}-{day}",
        "{subject} report",
        "Incident report {mon} {day}",
        "{author} report {month}-{day}-{yy}",
        "event {author} {mon}",
    ),
    background=(1, 3),
)


def compose(scene: Scene, rng: Random) -> tuple[Block, ...]:
    """See the module docstring."""
    fields, fact_ids = pairs(scene)
    own = [
        ("Subject", scene.spec.title),
        (rng.choice(("Report date", "Written", "Date of report")), dated(scene)),
        (rng.choice(("Reported by", "Name", "Person reporting")), full(scene.author)),
        ("Position", jobs(scene.author) or "on file"),
        ("Form", form_number(scene, "IR")),
        ("Copies", rng.choice(("office, file", "two", "safety, office", "file only"))),
    ]
    heads = [pick(rng, "plant", f"incident_heads_{i}") for i in (1, 2, 3, 4)]
    heads = heads[:2] + rng.sample(heads[2:], rng.randint(0, 2))
    fillers = [pick(rng, "plant", "incident_short") for _ in heads]
    found, more = one_case(
        scene,
        units(scene, rng, ("key_value",)),
        rng.choice(("Also noted", "Other entries", "Earlier in the week")),
    )
    seen = cell(day(scene, rng.randint(0, 1), True), scene.look)
    name = rng.choice(
        ("INCIDENT REPORT", "Report of incident", "Event report", "Occurrence report")
    )
    blocks: list[Block] = [
        banner(scene),
        Heading(text=name),
        *form(rng, own[: rng.randint(4, 8)], fields, fact_ids),
        *parts(found, heads, fillers, rng, rng.random() < 0.6),
        *more,
        Paragraph(text=f"Signed: {full(scene.author)}"),
        Paragraph(text=f"{rng.choice(('Filed', 'Copied', 'Scanned'))} {seen}", style="small"),
    ]
    return (*blocks, *marks(scene, rng, 0.3))

"""A performance review: areas and weights, what went well, what to work on, goals."""

from __future__ import annotations

import re
from random import Random

from builder.genres import Genre, Scene
from builder.genres._days import day, in_words
from builder.genres._frame import banner, body, dated, form_number, marks, title
from builder.genres._parts import dealt
from builder.genres._people import bystanders, full, jobs, short
from builder.genres._tables import captioned, shown
from builder.genres._text import bank, pick, some
from builder.genres._weave import Unit, units
from builder.schema import Block, Heading, KeyValues, ListBlock, Paragraph, Table

GENRE = Genre(
    title="performance review",
    formats=("docx", "pdf"),
    forms=("prose", "row"),
    names=(
        "review {recipient} {year}",
        "{recipient} review {mon} {yy}",
        "appraisal {recipient}",
        "{year} review {author}",
        "perf review {month}-{day}",
        "{subject} {year}",
    ),
    background=(1, 3),
)

_SPOKEN = re.compile(r"\b(?:I|my|me)\b")


def compose(scene: Scene, rng: Random) -> tuple[Block, ...]:
    """See the module docstring."""
    who = scene.recipients[0] if scene.recipients else scene.author
    # Nobody reviews himself.
    others = [scene.author] if who is not scene.author else bystanders(scene)
    reviewer = short(others[0]) if others else "as assigned"
    pairs = [
        (rng.choice(("Employee", "Name", "Person reviewed")), full(who)),
        ("Position", jobs(who) or "as on file"),
        ("Reviewer", reviewer),
        (rng.choice(("Discussed", "Date of talk", "Date")), dated(scene)),
        ("Form", form_number(scene, "PR")),
    ]
    found = units(scene, rng, ("row",))
    spoken = [unit for unit in found if _SPOKEN.search(unit.text)]
    shares = [*dealt([unit for unit in found if unit not in spoken], 2, rng), spoken]
    keys = ("review_good", "review_work", "review_own")
    fillers = ("As discussed.", "See goals.", "None in writing.")
    blocks: list[Block] = [
        banner(scene),
        title(scene, pick(rng, "office", "review_head")),
        Paragraph(text=scene.spec.title),
        KeyValues(pairs=tuple(pairs[: rng.randint(4, 5)])),
        _areas(rng),
        *captioned(shown(scene, rng, 0.3), rng),
    ]
    for key, share, filler in zip(keys, shares, fillers, strict=True):
        blocks += [Heading(text=pick(rng, "office", key), level=2), *body(share or [Unit(filler)])]
    later = in_words(day(scene, rng.randint(5, 10), True))
    goals = some(rng, "office", "goal", rng.randint(2, 4), later=later)
    blocks += [
        Heading(text=rng.choice(("Goals", "Goals agreed", "For next period")), level=2),
        ListBlock(items=tuple(goals), start=1),
        Paragraph(text=f"Signed: {reviewer}     {short(who)} ______________"),
    ]
    return (*blocks, *marks(scene, rng, 0.25))


def _areas(rng: Random) -> Table:
    """The areas talked about and what each weighs; the weights make a hundred."""
    names = rng.sample(bank("office")["review_area"], rng.randint(5, 7))
    weights = [10] * len(names)
    for _ in range(20 - 2 * len(names)):
        weights[rng.randrange(len(names))] += 5
    rows = [
        (name, f"{weight}", pick(rng, "office", "review_remark"))
        for name, weight in zip(names, weights, strict=True)
    ]
    return Table(
        header=("Area", "Weight", rng.choice(("Remark", "Talk", "Note"))), rows=tuple(rows)
    )

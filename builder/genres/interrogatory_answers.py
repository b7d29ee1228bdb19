"""Answers to interrogatories: numbered questions, answers, objections, verification."""

from __future__ import annotations

from random import Random

from builder.genres import Genre, Scene
from builder.genres._court import heading, with_years
from builder.genres._days import in_words
from builder.genres._people import full, jobs
from builder.genres._text import bank, pick, some, vary
from builder.genres._weave import Unit, units
from builder.schema import Block, Heading, Paragraph, Signature

GENRE = Genre(
    title="answers to interrogatories",
    formats=("pdf", "docx"),
    forms=("prose",),
    names=(
        "rog answers {month}-{day}",
        "answers to interrogatories {mon}",
        "{author} rogs {year}",
        "responses {number} {month}-{day}-{yy}",
        "interrog ans {year}-{month}-{day}",
        "{author} responses {mon}",
    ),
    court_paper=True,
    background=(2, 4),
)


def compose(scene: Scene, rng: Random) -> tuple[Block, ...]:
    """See the module docstring."""
    scene = with_years(scene)
    party = full(scene.company)
    blocks: list[Block] = [
        *heading(scene, rng),
        Heading(
            text=rng.choice(
                (
                    "ANSWERS TO INTERROGATORIES",
                    "RESPONSES TO INTERROGATORIES",
                    "Answers to First Interrogatories",
                    "SUPPLEMENTAL ANSWERS",
                )
            )
        ),
        Paragraph(text=scene.spec.title),
        Paragraph(text=pick(rng, "court", "rog_open", party=party)),
    ]
    blocks += [
        Paragraph(text=line) for line in some(rng, "court", "rog_general", rng.randint(1, 2))
    ]
    words = rng.choice(
        (
            ("INTERROGATORY NO.", "ANSWER:"),
            ("Interrogatory", "Answer."),
            ("No.", "A.:"),
            ("INTERROGATORY", "RESPONSE:"),
        )
    )
    number = rng.randint(1, 9)
    for question, unit in _asked(units(scene, rng), rng):
        blocks.append(Paragraph(text=f"{words[0]} {number}: {question}"))
        blocks.append(Paragraph(text=f"{words[1]} {unit.text}", fact_ids=unit.fact_ids))
        number += rng.choice((1, 1, 1, 2))
    when = in_words(scene.spec.date.date())
    blocks += [
        Paragraph(
            text=rng.choice((f"Verified {when}", f"Dated {when}", f"Signed and verified {when}"))
        ),
        Paragraph(text=pick(rng, "court", "perjury")),
        Signature(
            name=f"/s/ {full(scene.author)}",
            lines=(jobs(scene.author), party) if scene.author.job else (party,),
        ),
    ]
    return tuple(blocks)


def _asked(found: list[Unit], rng: Random) -> list[tuple[str, Unit]]:
    """A question for each unit, and some that get a short answer."""
    lines = list(bank("court")["rog"])
    rng.shuffle(lines)
    asked = [(vary(rng, lines[i % len(lines)]), unit) for i, unit in enumerate(found)]
    for line in rng.sample(bank("court")["rog_small"], rng.randint(1, 2)):
        answer, _, question = vary(rng, line.replace(".|", ".\t")).partition("\t")
        asked.insert(rng.choice((0, len(asked))), (question, Unit(answer)))
    return asked

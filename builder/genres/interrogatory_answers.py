"""Answers to interrogatories: numbered questions, answers, objections, verification."""

from __future__ import annotations

import re
from random import Random

from builder.genres import Genre, Scene
from builder.genres._court import heading, opened, with_years
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
    background=(3, 6),
)
WHOLE = 0.4  # that a paper has all its answers from the first on
_ASKED = re.compile(r"Q\. (?P<question>.+?)\s+A\. (?P<answer>.+)", re.DOTALL)
_HEADS = {
    True: (
        "ANSWERS TO INTERROGATORIES",
        "Answers to First Interrogatories",
        "RESPONSES TO INTERROGATORIES",
        "ANSWERS TO FIRST SET OF INTERROGATORIES",
    ),
    False: (
        "SUPPLEMENTAL ANSWERS",
        "Supplemental Answers to Interrogatories",
        "ANSWERS TO INTERROGATORIES (excerpt)",
        "SECOND SUPPLEMENTAL RESPONSES",
    ),
}


def compose(scene: Scene, rng: Random) -> tuple[Block, ...]:
    """See the module docstring."""
    scene = with_years(scene)
    party = full(scene.company)
    whole = rng.random() < WHOLE
    blocks: list[Block] = [
        *heading(scene, rng),
        Heading(text=rng.choice(_HEADS[whole])),
        Paragraph(text=scene.spec.title),
        Paragraph(text=pick(rng, "court", "rog_open", party=party)),
    ]
    general = some(rng, "court", "rog_general", rng.randint(1, 2))
    blocks += [Paragraph(text=line) for line in general]
    words = rng.choice(
        (
            ("INTERROGATORY NO.", "ANSWER:"),
            ("Interrogatory", "Answer."),
            ("Interrogatory No.", "Response:"),
            ("INTERROGATORY", "RESPONSE:"),
        )
    )
    number = 1 if whole else rng.randint(2, 14)
    for question, unit in _asked(units(scene, rng), rng):
        blocks.append(Paragraph(text=f"{words[0]} {number}: {question}"))
        blocks.append(Paragraph(text=f"{words[1]} {opened(unit.text)}", fact_ids=unit.fact_ids))
        number += 1 if whole else rng.choice((1, 1, 1, 2, 3))
    when = in_words(scene.spec.date.date())
    signs = (jobs(scene.author), f"For {party}") if scene.author.job else (f"For {party}",)
    blocks += [
        Paragraph(
            text=rng.choice((f"Verified {when}", f"Dated {when}", f"Signed and verified {when}"))
        ),
        Paragraph(text=pick(rng, "court", "perjury")),
        Signature(name=f"/s/ {full(scene.author)}", lines=signs),
    ]
    return tuple(blocks)


def _asked(found: list[Unit], rng: Random) -> list[tuple[str, Unit]]:
    """Each unit under the question that was written with it, or under one that asks for whatever
    is known; and some that get a short answer."""
    open_questions = list(bank("court")["rog_fact"])
    rng.shuffle(open_questions)
    asked = list[tuple[str, Unit]]()
    for number, unit in enumerate(found):
        own = _ASKED.fullmatch(unit.text)
        if own:
            asked.append((own["question"], Unit(own["answer"], unit.fact_ids)))
        else:
            question = vary(rng, open_questions[number % len(open_questions)])
            asked.append((question, unit))
    for line in rng.sample(bank("court")["rog_small"], rng.randint(1, 2)):
        answer, _, question = _parted(line)
        place = rng.choice((0, len(asked)))
        asked.insert(place, (vary(rng, question), Unit(vary(rng, answer))))
    return asked


def _parted(line: str) -> tuple[str, str, str]:
    """The answer and the question of a line; a bar inside brackets is a choice."""
    at = re.search(r"\|(?![^\[]*\])", line)
    return (line[: at.start()], "|", line[at.end() :]) if at else ("", "", line)

"""Weaves what a document must say among the ordinary life that surrounds it.

In: a scene (statements and background pieces). Out: units of text with the ids of the facts they
state, in an order in which no fact stands first or last when there is anything to stand beside.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random

from builder.genres import Scene
from builder.genres._text import bank
from builder.schema import Background, Mention, MentionForm, Statement

TURN_CHANCE = 0.22  # that a paragraph says that it is on another matter
SEVERAL = 3  # matters that people make a list of
LIST_CHANCE = 0.8  # that those do who make lists at all
_MARKS = ("{}. ", "{}) ", "- ", "- ", "* ", "", "")
_END = re.compile(r"(?<=[.!?])[\"'\u201d\u2019)\]]?\s+(?=[A-Z0-9\"'\u201c(])")
_ABBREVIATED = re.compile(
    r"(?:\b(?:Mr|Ms|Mrs|Dr|No|St|Inc|Co|Corp|Ltd|Jr|Sr|vs|Jan|Feb|Mar|Apr|Aug|Sept?|Oct|Nov|Dec"
    r"|Mon|Tues?|Wed|Thurs?|Fri|Sat|Sun|approx|ext|Bldg|Ave|Rd|[A-Z])|[ap]\.m)\.$"
)
# Openings that say so already, or that a turn would part from what they answer.
_TURNS = re.compile(r"(?:Also|And|But|So|Then|Yes|No|\d+\.|[a-z(])")


@dataclass(frozen=True)
class Unit:
    """A paragraph, and the facts it states."""

    text: str
    fact_ids: tuple[str, ...] = ()
    speaker_id: str | None = None


def wording(mention: Mention) -> str:
    """A mention as running text, whatever its form."""
    if mention.text or not mention.row:
        return mention.text
    columns = mention.columns or ("",) * len(mention.row)
    cells = zip(columns, mention.row, strict=True)
    return "; ".join(f"{column}: {value}" if column else value for column, value in cells if value)


def pieces(scene: Scene, rng: Random) -> list[Background]:
    """The background pieces that are text, in a drawn order."""
    found = [piece for piece in scene.spec.background if piece.form != "row"]
    return rng.sample(found, len(found))


def made_for(scene: Scene, piece: Background) -> bool:
    """Whether a passage was written for papers of the scene's genre."""
    return scene.spec.genre in piece.genres


def statements(scene: Scene, *forms: MentionForm) -> list[tuple[Statement, Mention]]:
    """The statements whose wording has one of `forms`."""
    return [(s, s.wording) for s in scene.spec.statements if s.wording and s.wording.form in forms]


def sentences(text: str) -> list[str]:
    """The sentences of a text; joined by spaces they are the text."""
    found, start = list[str](), 0
    for match in _END.finditer(text):
        if not _ABBREVIATED.search(text[start : match.start()]):
            found.append(text[start : match.end()].strip())
            start = match.end()
    return [*found, text[start:].strip()] if text[start:].strip() else found


def units(scene: Scene, rng: Random, handled: tuple[MentionForm, ...] = ()) -> list[Unit]:
    """All pieces and statements but those whose form the genre places itself, as paragraphs."""
    around = [
        Unit(b.text, (), b.speaker_id)
        for b in scene.spec.background
        if b.form not in (*handled, "row")
    ]
    facts = [
        Unit(wording(s.wording), (s.fact_id,), s.wording.speaker_id)
        for s in scene.spec.statements
        if s.wording and s.wording.form not in handled
    ]
    rng.shuffle(around)
    rng.shuffle(facts)
    return weave(around, facts, rng)


def weave(around: list[Unit], facts: list[Unit], rng: Random) -> list[Unit]:
    """Facts among pieces, each a paragraph of its own between two, or on either side of a piece
    that stands alone: what is told in a passage would lose its thread by a sentence on something
    else."""
    if len(around) < 2:
        return [*facts, *around] if rng.random() < 0.5 else [*around, *facts]
    gaps = sorted((rng.randint(1, len(around) - 1), i) for i in range(len(facts)))
    woven = list[Unit]()
    for number, piece in enumerate(around):
        woven += [facts[i] for gap, i in gaps if gap == number]
        woven.append(piece)
    return woven


def turned_to(found: Sequence[Unit], manner: str, rng: Random) -> list[Unit]:
    """Paragraphs on different matters, some of which say that they are on another one."""
    turns = list(bank("letter")[f"turn_{manner}"])
    rng.shuffle(turns)
    said = list(found[:1])
    for unit in found[1:]:
        turn = rng.random() < TURN_CHANCE and turns and not _TURNS.match(unit.text)
        said.append(replace(unit, text=f"{turns.pop()} {unit.text}") if turn else unit)
    return said


def listed(
    found: Sequence[Unit], author: str, manner: str, rng: Random, marks: Sequence[str] = _MARKS
) -> list[Unit]:
    """Paragraphs on several matters as their author parts such: numbered or marked, always in the
    same way, or else as `turned_to` does."""
    mark = Random(f"{author}/list").choice(marks)
    itemized = any(re.match(r"\d+[.)]|[-*] ", unit.text) for unit in found)
    if len(found) < SEVERAL or not mark or itemized or rng.random() >= LIST_CHANCE:
        return turned_to(found, manner, rng)
    return [
        replace(unit, text=mark.format(number) + unit.text)
        for number, unit in enumerate(found, start=1)
    ]


def half_told(scene: Scene) -> tuple[str, ...]:
    """The facts of which the wording leaves out what the head of the paper says: who writes it."""
    return tuple(
        s.fact_id
        for s in scene.spec.statements
        if s.wording and s.wording.form == "prose"
        if any(surface.text not in s.wording.text for surface in s.surfaces)
    )


def pairs(scene: Scene) -> tuple[list[tuple[str, str]], tuple[str, ...]]:
    """The fields (label, value) of all `key_value` statements and pieces; the facts they state."""
    told = statements(scene, "key_value")
    texts = [piece.text for piece in scene.spec.background if piece.form == "key_value"]
    texts[1:1] = [mention.text for _, mention in told]
    fields = [field(line) for text in texts for line in text.splitlines() if line.strip()]
    return fields, tuple(statement.fact_id for statement, _ in told)


def field(line: str) -> tuple[str, str]:
    """A line `Label: value` as a field."""
    label, colon, value = line.partition(": ")
    return (label, value) if colon else ("Note", line)

"""Weaves what a document must say among the ordinary life that surrounds it.

In: a scene (statements and background pieces). Out: units of text with the ids of the facts they
state, in an order in which no fact stands first or last when there is anything to stand beside.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from random import Random

from builder.genres import Scene
from builder.schema import Background, Mention, MentionForm, Statement

PARAGRAPH_CHARS = 950
_END = re.compile(r"(?<=[.!?])[\"'\u201d\u2019)\]]?\s+(?=[A-Z0-9\"'\u201c(])")
_ENDS = (".", "!", "?", '."', '!"', '?"', ".)", ".”", "!”", "?”")
_ABBREVIATED = re.compile(
    r"(?:\b(?:Mr|Ms|Mrs|Dr|No|St|Inc|Co|Corp|Ltd|Jr|Sr|vs|Jan|Feb|Mar|Apr|Aug|Sept?|Oct|Nov|Dec"
    r"|Mon|Tues?|Wed|Thurs?|Fri|Sat|Sun|approx|ext|Bldg|Ave|Rd|[A-Z])|[ap]\.m)\.$"
)
_LEANS = re.compile(
    r"(?:So|But|And|Then|Which|Or|Neither|Either|Both|Nobody|Now|Still|Also|Instead|Otherwise|Not"
    r"|Same|If so|When|Please|Yes|No)\b|.*\b(?:it|its|he|she|they|them|his|her|hers|their|this|that"
    r"|these|those|there|one|ones|other|second|again)\b",
    re.IGNORECASE,
)


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
    """Facts among pieces: before or after one in its paragraph, or between two; between two halves
    of a piece that stands alone, if it can be cut where nothing leans on what went before."""
    if not around:
        return facts
    if len(around) == 1 and facts:
        around = _halves(around[0], rng)
        if len(around) == 1 and rng.random() < 0.5:
            return [*facts, *around]
    gaps = sorted((rng.randint(1, max(1, len(around) - 1)), i) for i in range(len(facts)))
    woven = list[Unit]()
    for number, piece in enumerate(around):
        for gap, i in gaps:
            if gap == number:
                _place(woven, facts[i], rng)
        woven.append(piece)
    for gap, i in gaps:
        if gap >= len(around):
            _place(woven, facts[i], rng)
    return woven


def _halves(piece: Unit, rng: Random) -> list[Unit]:
    parts = sentences(piece.text)
    if not (cuts := _cuts(parts)):
        return [piece]
    cut = rng.choice(cuts)
    return [
        Unit(" ".join(half), piece.fact_ids, piece.speaker_id)
        for half in (parts[:cut], parts[cut:])
    ]


def _cuts(parts: list[str]) -> list[int]:
    return [i for i in range(1, len(parts)) if not _LEANS.match(parts[i])]


def _place(woven: list[Unit], fact: Unit, rng: Random) -> None:
    before, way = woven[-1], rng.random()
    fits = len(before.text) + len(fact.text) < PARAGRAPH_CHARS and "\n" not in fact.text
    # A wording that ends with its writer's name is followed by nothing.
    first = len(woven) > 1 and way < 0.6 and fact.text.endswith(_ENDS)
    fits = fits and (first or before.text.endswith(_ENDS))
    same = before.speaker_id in (None, fact.speaker_id) or fact.speaker_id is None
    if not (fits and same) or way < 0.3:
        woven.append(fact)
        return
    # A passage is not broken into: what is told there would lose its thread.
    text = " ".join((fact.text, before.text) if first else (before.text, fact.text))
    woven[-1] = Unit(text, before.fact_ids + fact.fact_ids, fact.speaker_id or before.speaker_id)


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


def mixed(
    rng: Random, own: list[tuple[str, str]], more: list[tuple[str, str]]
) -> list[tuple[str, str]]:
    """The fields of a form with further ones in their order among them, neither first nor last; an
    own field gives way to a further one about the same thing."""
    taken = {word for label, _ in more for word in _words(label)}
    fields = [one for one in own if not _words(one[0]) & taken]
    at = rng.randint(min(1, len(fields)), max(len(fields) - 1, min(1, len(fields))))
    return [*fields[:at], *more, *fields[at:]]


def _words(label: str) -> set[str]:
    return set(re.findall(r"[a-z]{3,}", label.casefold()))

"""Whether wordings and passages that a model wrote can state what they must, and nothing else.

In: an answer, the reading so far, a trial binding. Out: faults in words the model can mend, or what
holds. No side effects.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from builder.authors import _answers as answers
from builder.authors._assembly import Reading
from builder.authors._texts import text_faults
from builder.fiction.templates import Binding, slot_names
from builder.genres import genre_ids, genre_module

Facts = Sequence[answers.LedgerFact]
LEAST_WORDINGS = 3
PIECE_WORDS = (8, 140)


def wordings_faults(
    answer: answers.Wordings, facts: Facts, reading: Reading, binding: Binding
) -> list[str]:
    """Facts with too few ways of being mentioned that hold, and why their others do not."""
    faults: list[str] = []
    for fact in facts:
        own = [w for w in answer.wordings if w.fact == fact.slot]
        wrong = [fault for w in own for fault in wording_faults(w, fact, reading, binding)]
        sound = [w for w in own if not wording_faults(w, fact, reading, binding)]
        if len(sound) < LEAST_WORDINGS or len({w.form for w in sound}) < 2:
            faults += [
                f"{fact.slot}: {len(sound)} wordings hold; {LEAST_WORDINGS} or more in two forms "
                "or more are wanted",
                *wrong,
            ]
    return faults


def sound_wordings(
    answer: answers.Wordings, facts: Facts, reading: Reading, binding: Binding
) -> list[answers.Wording]:
    """The wordings that hold."""
    by_slot = {fact.slot: fact for fact in facts}
    return [
        w
        for w in answer.wordings
        if w.fact in by_slot and not wording_faults(w, by_slot[w.fact], reading, binding)
    ]


def wording_faults(
    wording: answers.Wording, fact: answers.LedgerFact, reading: Reading, binding: Binding
) -> list[str]:
    """Why one wording cannot state its fact."""
    where = f"{fact.slot} ({wording.form})"
    cells = (wording.row, *wording.other_rows)
    own = [wording.text, *wording.columns, *wording.row]
    texts = [*own, *(cell for row in wording.other_rows for cell in row)]
    faults = text_faults(where, texts, reading, binding)
    if faults:
        return faults
    named = {name for text in own for name, _ in slot_names(text)}
    faults = [f"{where} does not name {{{a}}}" for a in fact.anchors if a not in named]
    if wording.form == "row":
        if not wording.row or {len(row) for row in cells} != {len(wording.columns)}:
            faults.append(f"{where}: columns, row and other_rows differ in length")
    elif not wording.text.strip():
        faults.append(f"{where} has no text")
    if wording.speaker is not None and wording.speaker not in _people(reading):
        faults.append(f"{where}: speaker {wording.speaker!r} is nobody's slot")
    return faults + genre_faults(where, wording.form, wording.genres)


def pieces_faults(answer: answers.Pieces, reading: Reading, binding: Binding) -> list[str]:
    """What is wrong with passages, when fewer than half of them hold."""
    faults = [
        piece_faults(f"passage {n}", piece, reading, binding)
        for n, piece in enumerate(answer.pieces, start=1)
    ]
    if sum(not wrong for wrong in faults) * 2 > len(faults):
        return []
    return [fault for wrong in faults for fault in wrong] or ["there are no passages"]


def sound_pieces(answer: answers.Pieces, reading: Reading, binding: Binding) -> list[answers.Piece]:
    """The passages that hold."""
    return [p for p in answer.pieces if not piece_faults("", p, reading, binding)]


def piece_faults(where: str, piece: answers.Piece, reading: Reading, binding: Binding) -> list[str]:
    """Why one passage cannot serve."""
    faults = text_faults(where, [piece.text, piece.topic], reading, binding)
    if faults:
        return faults
    values = {value.slot for value in reading.values()}
    named = {name for name, _ in slot_names(piece.text)}
    faults = [f"{where} names the value {{{v}}}; it may state no fact" for v in named & values]
    if not named:
        faults.append(f"{where} names nobody of the case")
    least, most = PIECE_WORDS
    if not least <= len(piece.text.split()) <= most:
        faults.append(f"{where} has {len(piece.text.split())} words, not {least} to {most}")
    if piece.speaker not in _people(reading):
        faults.append(f"{where}: speaker {piece.speaker!r} is nobody's slot")
    return faults + genre_faults(where, piece.form, piece.genres)


def _people(reading: Reading) -> set[str]:
    return {person.slot for person in reading.entities.people}


def genre_faults(where: str, form: str, genres: Sequence[str]) -> list[str]:
    """Whether no genre that is named can carry a form."""
    able = [genre for genre in genres if form in _forms().get(genre, ())]
    return [] if able or not genres else [f"{where}: none of {list(genres)} carries {form!r}"]


@cache
def _forms() -> dict[str, tuple[str, ...]]:
    return {genre: genre_module(genre).GENRE.forms for genre in genre_ids()}

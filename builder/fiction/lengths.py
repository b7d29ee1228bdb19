"""How long papers are: as long in every role as in the others, whatever they are made of.

In: what a planned document holds, and the texts written so far. Out: the characters that its
further passages are to fill. Papers that state much have fewer passages, and so have those to which
their genre adds a table of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from statistics import fmean

from builder.schema import Background, DocumentSpec, Mention

STATED = 0.5  # passages for what a paper states, or for what stands in its stead


def bulk(words: Mention | Background) -> int:
    """The characters of a wording or passage, cells included."""
    cells = list(words.columns)
    own = isinstance(words, Mention)
    rows = (words.row, *words.other_rows) if own else words.rows
    for row in rows:
        cells += row
    return len(words.text) + sum(len(cell) + 1 for cell in cells)


class Lengths:
    """How long the passages of a world are that are made for each genre, and what the genres write
    besides, as far as that is known."""

    def __init__(self, passages: Sequence[Background]) -> None:
        made: dict[str, list[int]] = {}
        for piece in passages:
            for genre in piece.genres:
                made.setdefault(genre, []).append(bulk(piece))
        self._usual = fmean(map(bulk, passages)) if passages else 1.0
        self._pieces = {genre: fmean(found) for genre, found in made.items()}
        self._frames: dict[str, dict[bool, tuple[int, int]]] = {}

    def piece(self, genre: str) -> float:
        """The characters of a passage for a genre, on average."""
        return self._pieces.get(genre, self._usual)

    def learn(self, spec: DocumentSpec, written: int) -> None:
        """Learn from a written document, so many characters long."""
        held = [*spec.background, *(s.wording for s in spec.statements if s.wording)]
        frame = written - sum(map(bulk, held))
        frames = self._frames.setdefault(spec.genre, {})
        total, count = frames.get(given := tabled(held), (0, 0))
        frames[given] = total + frame, count + 1

    def room(self, genre: str, units: float, held: Iterable[Mention | Background]) -> float:
        """The characters that are left for further passages, of as many as `units` passages have,
        when a document of a genre holds some words already."""
        held = list(held)
        left = units * self.piece(genre) - sum(map(bulk, held))
        frames = {given: total / n for given, (total, n) in self._frames.get(genre, {}).items()}
        if len(frames) == 2:
            left -= frames[tabled(held)] - sum(frames.values()) / 2
        return left


def tabled(held: Iterable[Mention | Background]) -> bool:
    """Whether a document is given a table, so that its genre adds none."""
    return any(words.form == "row" for words in held)

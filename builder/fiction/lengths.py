"""How long papers are: as long in every role as in the others, whatever they are made of.

In: what a planned document holds, and the texts written so far. Out: the characters that its
further passages are to fill. Papers that state much have fewer passages, and so have those to which
their genre adds a table of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from statistics import fmean

from builder.fiction.cargo import Cargo
from builder.fiction.carriage import spoken
from builder.schema import Background, DocumentSpec, Mention


def bulk(words: Mention | Background) -> int:
    """The characters of a wording or passage, cells included."""
    return (len(spoken(words)) or LIST) if words.form == "row" else len(words.text)


LIST = 220  # the characters of a list that a genre makes up, on average
SPARED = 0.6  # passages fewer than a genre would like, for what is stated


class Lengths:
    """How long the passages of a world are that are made for each genre, how much its papers state,
    and what the genres write besides, as far as that is known."""

    def __init__(self, passages: Sequence[Background] = (), stating: Sequence[Cargo] = ()) -> None:
        self._passages = _means((g, bulk(p)) for p in passages for g in p.genres or ("",))
        self._stated = _means((c.genre, sum(bulk(m) for _, m in c.load)) for c in stating)
        self._frames: dict[str, dict[bool, tuple[int, int]]] = {}

    def piece(self, genre: str) -> float:
        """The characters of a passage for a genre, on average."""
        return self._passages.get(genre, self._passages[""])

    def whole(self, genre: str, passages: float) -> float:
        """The characters of what a paper of a genre is given, with so many passages."""
        stated = self._stated.get(genre, self._stated[""])
        return stated + (passages - SPARED) * self.piece(genre)

    def learn(self, spec: DocumentSpec, written: int) -> None:
        """Learn from a written document, so many characters long."""
        held = [*spec.background, *(s.wording for s in spec.statements if s.wording)]
        frame = written - sum(map(bulk, held))
        frames = self._frames.setdefault(spec.genre, {})
        total, count = frames.get(given := tabled(held), (0, 0))
        frames[given] = total + frame, count + 1

    def room(self, genre: str, passages: float, held: Sequence[Mention | Background]) -> float:
        """The characters that are left for further passages, when a document of a genre that is to
        be as long as others with so many holds some words already."""
        left = self.whole(genre, passages) - sum(map(bulk, held))
        frames = {given: total / n for given, (total, n) in self._frames.get(genre, {}).items()}
        if len(frames) == 2:
            left -= frames[tabled(held)] - sum(frames.values()) / 2
        return left


def _means(found: Iterable[tuple[str, int]]) -> dict[str, float]:
    """The mean of each name, and of all under ""."""
    numbers: dict[str, list[int]] = {"": []}
    for name, number in found:
        numbers[""].append(number)
        if name:
            numbers.setdefault(name, []).append(number)
    return {name: fmean(own) if own else 0.0 for name, own in numbers.items()}


def tabled(held: Iterable[Mention | Background]) -> bool:
    """Whether a document is given a table, so that its genre adds none."""
    return any(words.form == "row" for words in held)

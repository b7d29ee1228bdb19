"""The manner of a document without its matter.

In: a world with its key. Out: for each document its pieces (sentences, cells, lines) without the
passages that state its facts, names and numbers blotted out alike everywhere.

A fact is told in a passage, not in the one sentence that holds its values: whoever wrote "count
38172 is posted" went on for three sentences about it, and those come from the same hand and recur
wherever the fact is told. So the mask takes the run of pieces from the first value to the last and
REACH words on both sides. A document that states nothing loses a run as long as one that a document
of its genre loses, where it is likest in place, numbers and names: a hole tells nothing.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

import numpy as np

from builder.audit._intervals import Array
from builder.audit._published import Document, PublishedWorld
from builder.audit._words import patterns, plain

REACH = 30
HEAD = 600  # characters: what stands there says of what is told anywhere below

_WORD = re.compile(r"[^\W_]+")
_NUMBER = re.compile(r"\d+")
_NAMES = re.compile(r"Name(?:\W{1,2}Name)+")

Run = tuple[int, int]  # pieces, the second not included


@dataclass(frozen=True)
class Hole:
    """What a passage looks like from afar: its middle as a share, words, numbers and names."""

    place: float
    words: int
    numbers: int
    names: int


@dataclass(frozen=True)
class Masked:
    """The pieces of a document, blotted, and the runs of them that are taken out."""

    pieces: list[str]
    runs: list[Run]

    @property
    def kept(self) -> list[str]:
        """The pieces that are left."""
        gone = {i for first, last in self.runs for i in range(first, last)}
        return [piece for i, piece in enumerate(self.pieces) if i not in gone]


def masked(world: PublishedWorld) -> list[Masked]:
    """Every document of a world, in published order, its passages found."""
    blot = _Blot(world)
    anchors = {
        f.fact_id: [patterns((*a.surfaces, a.value)) for a in f.anchors] for f in world.dag.facts
    }
    found: list[Masked] = []
    for document in world.documents:
        pieces = document.plain_pieces
        stated = (*document.key.fact_ids, *document.key.partial_fact_ids)
        runs = [_passage(pieces, anchors[f]) for f in stated if f in anchors]
        found.append(Masked([blot(p) for p in pieces], [run for run in runs if run]))
    _open_holes(world.documents, found)
    return found


class _Blot:
    """Writes `Name` for the words of the published names of a world and 9 for any number."""

    def __init__(self, world: PublishedWorld) -> None:
        self._names = frozenset(
            word
            for name in world.names
            for part in name.split()
            if len(part) > 2 and part[0].isupper()
            for word in _WORD.findall(plain(part))
        )

    def __call__(self, piece: str) -> str:
        found = _WORD.findall(piece)
        if not self._names.isdisjoint(found):
            piece = _WORD.sub(lambda m: "Name" if m[0] in self._names else m[0], piece)
            piece = _NAMES.sub("Name", piece)
        return _NUMBER.sub("9", piece)


def _passage(pieces: Sequence[str], anchors: Sequence[re.Pattern[str] | None]) -> Run | None:
    """The shortest run that holds all anchors that stand below the head, and what is around it."""
    hits: list[tuple[int, int]] = []
    text = "\n".join(pieces)
    starts = [0, *accumulate(len(p) + 1 for p in pieces)]
    for number, pattern in enumerate(anchors):
        spans = pattern.finditer(text) if pattern is not None else ()
        at = sorted({bisect_right(starts, span.start()) - 1 for span in spans})
        below = [i for i in at if starts[i] >= HEAD]
        # In the head alone it dates or titles the paper, unless it is told there with the rest.
        hits += [(i, number) for i in below or at]
    if not hits:
        return None
    low = [(i, n) for i, n in hits if starts[i] >= HEAD]
    hits = sorted(low or hits)
    held: Counter[int] = Counter()
    wanted = len({n for _, n in hits})
    best, left = (hits[0][0], hits[-1][0]), 0
    for i, number in hits:
        held[number] += 1
        while held.total() and len(+held) == wanted:
            best = min(best, (hits[left][0], i), key=lambda run: run[1] - run[0])
            held[hits[left][1]] -= 1
            left += 1
    return _around(pieces, *best)


def _around(pieces: Sequence[str], first: int, last: int) -> Run:
    """A run and the pieces of REACH words before and after it."""
    before = after = 0
    while first > 0 and before < REACH:
        first -= 1
        before += pieces[first].count(" ") + 1
    while last + 1 < len(pieces) and after < REACH:
        last += 1
        after += pieces[last].count(" ") + 1
    return first, last + 1


def _open_holes(documents: Sequence[Document], found: Sequence[Masked]) -> None:
    """Gives each document without a passage the holes of one of its genre, in turn."""
    models: dict[str, list[list[Hole]]] = defaultdict(list)
    for document, one in zip(documents, found, strict=True):
        if one.runs:
            table = _counts(one.pieces)
            models[document.key.genre].append([_hole(table, *run) for run in one.runs])
    every = [holes for of_genre in models.values() for holes in of_genre]
    turn: Counter[str] = Counter()
    for document, one in zip(documents, found, strict=True):
        if one.runs or not every or not one.pieces:
            continue
        genre = document.key.genre
        able = models.get(genre, every)
        one.runs.extend(_likest(one.pieces, hole) for hole in able[turn[genre] % len(able)])
        turn[genre] += 1


def _counts(pieces: Sequence[str]) -> Array:
    """Words, numbers and names before each piece, and after the last."""
    rows = [(p.count(" ") + 1, p.count("9"), p.count("Name")) for p in pieces]
    return np.cumsum([(0, 0, 0), *rows], axis=0)


def _hole(table: Array, first: int, last: int) -> Hole:
    words, numbers, names = (int(n) for n in table[last] - table[first])
    middle = (table[first, 0] + table[last, 0]) / 2 / table[-1, 0]
    return Hole(float(middle), words, numbers, names)


def _likest(pieces: Sequence[str], hole: Hole) -> Run:
    """The run of as many words whose middle, numbers and names are nearest."""
    table = _counts(pieces)
    starts = np.arange(len(pieces))
    ends = np.searchsorted(table[:, 0], table[:-1, 0] + hole.words).clip(max=len(pieces))
    words, numbers, names = (table[ends] - table[starts]).T
    middle = (table[starts, 0] + table[ends, 0]) / 2 / table[-1, 0]
    far = (
        (4 * (middle - hole.place)) ** 2
        + (numbers - hole.numbers) ** 2 / (1 + hole.numbers)
        + (names - hole.names) ** 2 / (1 + hole.names)
        + ((words - hole.words) / hole.words) ** 2 * 4
    )
    best = int(np.argmin(far))
    return best, int(ends[best])

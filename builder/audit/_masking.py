"""The manner of a document without its matter.

In: a world with its key. Out: for each document its pieces (sentences, cells, lines) without the
passages that state its facts, names and numbers blotted out alike everywhere.

A fact is told in a passage, not in the one sentence that holds its values: whoever wrote "count
38172 is posted" went on for three sentences about it, and those come from the same hand and recur
wherever the fact is told. So the mask takes the run of pieces from the first value to the last and
REACH words on both sides. A hole tells nothing: all documents have as many. One that
states nothing, or less than others, loses runs like those that documents of its genre lose, likest
in how far they are from both ends, in length, numbers and names. How many facts a document states
is matter, not manner; and a head that only a hole made for no fact swallows would tell on it.
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
NEAR = 8  # words: how far from an end is told from how much farther
MOST = 0.9  # of the stating documents have no more holes than all are given
HEAD = 600  # characters: what stands there says of what is told anywhere below

_WORD = re.compile(r"[^\W_]+")
_NUMBER = re.compile(r"\d+")
_NAMES = re.compile(r"Name(?:\W{1,2}Name)+")

Run = tuple[int, int]  # pieces, the second not included


@dataclass(frozen=True)
class Hole:
    """What a passage looks like from afar: words before and after it, its own, numbers, names."""

    before: int
    after: int
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
    """Gives each document holes like those of its genre, in turn, until it has as many as most
    stating documents have at the most."""
    models: dict[str, list[list[Hole]]] = defaultdict(list)
    for document, one in zip(documents, found, strict=True):
        if one.runs:
            models[document.key.genre].append(_holes(one))
    every = [holes for of_genre in models.values() for holes in of_genre]
    if not every:
        return
    most = sorted(map(len, every))[int(len(every) * MOST)]
    rounds: dict[str, list[list[Hole]]] = defaultdict(list)
    for document, one in zip(documents, found, strict=True):
        if len(one.runs) >= most or not one.pieces:
            continue
        genre = document.key.genre
        able = models.get(genre, every)
        left = rounds[genre]
        left[:] = left or [h for h in able if len(h) >= most] or able
        fits = [_fitted(one, holes, most) for holes in left]
        best = min(range(len(left)), key=lambda n: fits[n][0])
        del left[best]
        one.runs.extend(fits[best][1])


def _fitted(one: Masked, holes: Sequence[Hole], most: int) -> tuple[float, list[Run]]:
    """The runs that a document would lose to be like another, and how unlike they are."""
    size, far, runs = _sizes(one.pieces, ()), 0.0, list[Run]()
    for number in range(len(one.runs), most):
        own = _sizes(one.pieces, (*one.runs, *runs))
        unlike, run = _likest(size, own, holes[number % len(holes)])
        far += unlike
        runs.append(run)
    return far, runs


def _holes(one: Masked) -> list[Hole]:
    """The holes of a document in order; what two of them share is of the first."""
    found: list[Hole] = []
    runs = sorted(one.runs)
    for number, (first, last) in enumerate(runs):
        size, own = _sizes(one.pieces, ()), _sizes(one.pieces, runs[:number])
        words, numbers, names = (int(n) for n in own[last] - own[first])
        before, after = int(size[first, 0]), int(size[-1, 0] - size[last, 0])
        found.append(Hole(before, after, max(1, words), numbers, names))
    return found


def _sizes(pieces: Sequence[str], runs: Sequence[Run]) -> Array:
    """Words, numbers and names before each piece, and after the last; those in `runs` are gone."""
    rows = np.array([(p.count(" ") + 1, p.count("9"), p.count("Name")) for p in pieces])
    for first, last in runs:
        rows[first:last] = 0
    return np.concatenate([np.zeros((1, 3), int), rows.cumsum(axis=0)])


def _likest(size: Array, own: Array, hole: Hole) -> tuple[float, Run]:
    """The run of as many words whose place, numbers and names are nearest, and how far it is;
    of the counts `size` before each piece those are `own` that no other run has taken."""
    starts = np.arange(len(size) - 1)
    ends = np.searchsorted(own[:, 0], own[:-1, 0] + hole.words).clip(max=len(size) - 1)
    words, numbers, names = (own[ends] - own[starts]).T
    before, after = size[starts, 0], size[-1, 0] - size[ends, 0]
    far = (
        4 * np.log((before + NEAR) / (hole.before + NEAR)) ** 2
        + 4 * np.log((after + NEAR) / (hole.after + NEAR)) ** 2
        + 4 * (numbers - hole.numbers) ** 2 / (1 + hole.numbers)
        + 4 * (names - hole.names) ** 2 / (1 + hole.names)
        + 8 * ((words - hole.words) / hole.words) ** 2
    )
    best = int(np.argmin(far))
    return float(far[best]), (best, int(ends[best]))

"""The manner of a document without its matter.

In: a document and its world. Out: its pieces (sentences, cells, lines) without those that carry an
anchor of a fact it states, with names and numbers blotted out alike in every document.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from math import dist, log2

from builder.audit._published import Document, PublishedWorld
from builder.audit._words import patterns, plain, sentences

_WORD = re.compile(r"[^\W_]+")
_NUMBER = re.compile(r"\d+")

Shape = tuple[float, float, float, float]  # place, length, numbers, names


@dataclass(frozen=True)
class Mask:
    """What is blotted out in one world, compiled once."""

    names: re.Pattern[str] | None
    name_words: frozenset[str]
    anchors: dict[str, re.Pattern[str] | None]


def mask_of(world: PublishedWorld) -> Mask:
    """Names are published ones and their words; anchors are those of each fact of the key."""
    parts = {p for n in world.names for p in n.split() if len(p) > 2 and p[0].isupper()}
    return Mask(
        names=patterns({*world.names, *parts}),
        name_words=frozenset(_WORD.findall(plain(" ".join(world.names)))),
        anchors={
            f.fact_id: patterns(s for a in f.anchors for s in (*a.surfaces, a.value))
            for f in world.dag.facts
        },
    )


def manners(world: PublishedWorld) -> list[list[str]]:
    """The pieces of each document that state nothing, blotted.

    What states a fact is taken out; from a document that states none, the pieces that are likest in
    place, length, names and numbers to those that one of its genre loses, so that the holes tell no
    more than the facts would.
    """
    mask = mask_of(world)
    cut = [_pieces(document, mask) for document in world.documents]
    lost: dict[str, list[list[Shape]]] = {}
    for document, (pieces, bearing) in zip(world.documents, cut, strict=True):
        if bearing:
            shapes = _shapes(pieces)
            lost.setdefault(document.key.genre, []).append([shapes[i] for i in bearing])
    every = [shapes for of_genre in lost.values() for shapes in of_genre]
    turn: Counter[str] = Counter()
    for index, (document, (pieces, bearing)) in enumerate(zip(world.documents, cut, strict=True)):
        if bearing or not every:
            continue
        genre = document.key.genre
        models = lost.get(genre, every)
        cut[index] = pieces, _likest(_shapes(pieces), models[turn[genre] % len(models)])
        turn[genre] += 1
    return [[p for i, p in enumerate(pieces) if i not in gone] for pieces, gone in cut]


def _pieces(document: Document, mask: Mask) -> tuple[list[str], frozenset[int]]:
    """The pieces of a document, blotted, and which of them state a fact."""
    stated = (*document.key.fact_ids, *document.key.partial_fact_ids)
    patterns_of = [p for f in stated if (p := mask.anchors.get(f)) is not None]
    found: list[str] = []
    bearing: set[int] = set()
    for index, piece in enumerate(sentences(document.text)):
        simple = plain(piece)
        if any(pattern.search(simple) for pattern in patterns_of):
            bearing.add(index)
        if mask.names is not None and not mask.name_words.isdisjoint(_WORD.findall(simple)):
            simple = mask.names.sub("Name", simple)
        found.append(_NUMBER.sub("9", simple))
    return found, frozenset(bearing)


def _shapes(pieces: list[str]) -> list[Shape]:
    return [
        (4 * i / len(pieces), log2(1 + len(p)), float(p.count("9")), 2.0 * p.count("Name"))
        for i, p in enumerate(pieces)
    ]


def _likest(shapes: list[Shape], models: list[Shape]) -> frozenset[int]:
    """For each model a shape of its own, nearest first."""
    found: set[int] = set()
    for model in models:
        left = [i for i in range(len(shapes)) if i not in found]
        if left:
            found.add(min(left, key=lambda i: dist(shapes[i], model)))
    return frozenset(found)

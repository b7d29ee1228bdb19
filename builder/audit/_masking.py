"""The manner of a document without its matter.

In: a document and its world. Out: its pieces (sentences, cells, lines) without those that carry an
anchor of a fact it states, with names and numbers blotted out alike in every document.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from statistics import median

from builder.audit._published import Document, PublishedWorld
from builder.audit._words import patterns, plain, sentences

_WORD = re.compile(r"[^\W_]+")
_NUMBER = re.compile(r"\d+")


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

    What states a fact is taken out; from a document that states none, as many of the pieces that
    are fullest of names and numbers as the others lose at the median, so that the hole tells no
    more than the fact would.
    """
    mask = mask_of(world)
    cut = [_pieces(document, mask) for document in world.documents]
    lost = [bearing for _, bearing in cut if bearing]
    usual = int(median(lost)) if lost else 0
    return [kept if bearing else _without_fullest(kept, usual) for kept, bearing in cut]


def _pieces(document: Document, mask: Mask) -> tuple[list[str], int]:
    """What is kept of a document, and how many pieces stated a fact."""
    stated = (*document.key.fact_ids, *document.key.partial_fact_ids)
    patterns_of = [p for f in stated if (p := mask.anchors.get(f)) is not None]
    kept: list[str] = []
    bearing = 0
    for piece in sentences(document.text):
        simple = plain(piece)
        if any(pattern.search(simple) for pattern in patterns_of):
            bearing += 1
            continue
        if mask.names is not None and not mask.name_words.isdisjoint(_WORD.findall(simple)):
            simple = mask.names.sub("Name", simple)
        kept.append(_NUMBER.sub("9", simple))
    return kept, bearing


def _without_fullest(pieces: list[str], n: int) -> list[str]:
    order = sorted(range(len(pieces)), key=lambda i: -_fullness(pieces[i]))
    gone = set(order[:n])
    return [piece for i, piece in enumerate(pieces) if i not in gone]


def _fullness(piece: str) -> int:
    return piece.count("9") + 2 * piece.count("Name")

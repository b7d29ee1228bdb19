"""The manner of a document without its matter.

In: a document and its world. Out: its pieces (sentences, cells, lines) without those that carry an
anchor of a fact it states, with names and numbers blotted out alike in every document.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from builder.audit._published import Document, PublishedWorld
from builder.audit._words import patterns, plain, sentences

_NUMBER = re.compile(r"\d+")


@dataclass(frozen=True)
class Mask:
    """What is blotted out in one world, compiled once."""

    names: re.Pattern[str] | None
    anchors: dict[str, re.Pattern[str] | None]


def mask_of(world: PublishedWorld) -> Mask:
    """Names are published ones and their words; anchors are those of each fact of the key."""
    parts = {p for n in world.names for p in n.split() if len(p) > 2 and p[0].isupper()}
    return Mask(
        names=patterns({*world.names, *parts}),
        anchors={
            f.fact_id: patterns(s for a in f.anchors for s in (*a.surfaces, a.value))
            for f in world.dag.facts
        },
    )


def manner(document: Document, mask: Mask) -> list[str]:
    """The pieces of a document that state nothing, blotted."""
    stated = (*document.key.fact_ids, *document.key.partial_fact_ids)
    bearing = [p for f in stated if (p := mask.anchors.get(f)) is not None]
    kept: list[str] = []
    for piece in sentences(document.text):
        simple = plain(piece)
        if any(pattern.search(simple) for pattern in bearing):
            continue
        if mask.names is not None:
            simple = mask.names.sub("Name", simple)
        kept.append(_NUMBER.sub("9", simple))
    return kept

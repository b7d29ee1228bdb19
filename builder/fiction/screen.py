"""What a planned document would say that its role forbids, found before it is rendered.

In: the text of written blocks, and the facts and names of the world. Out: reasons, none when the
text is sound. Stricter than the certificate: anchors count wherever in the document they stand.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from builder.matching.blocks import block_text
from builder.matching.dates import find_dates
from builder.matching.text import any_stands, normalize, stands, surface_key
from builder.schema import Block, Entity, Fact, HypothesisDag, ListBlock, Role, Setting, Window


def blocks_text(blocks: Iterable[Block]) -> str:
    """All words of a document, normalized, with the numbers that a list will show."""
    return normalize("\n".join(_shown(block) for block in blocks))


def _shown(block: Block) -> str:
    text = block_text(block)
    if isinstance(block, ListBlock) and block.start is not None:
        numbers = range(block.start, block.start + len(block.items))
        return "\n".join((text, *(f"{number}." for number in numbers)))
    return text


@dataclass(frozen=True)
class Screen:
    """The facts and names of a world, ready to be looked for."""

    facts: tuple[Fact, ...]
    window: Window
    names: tuple[str, ...]
    terms: tuple[str, ...]

    @cached_property
    def _anchors(self) -> list[tuple[str, list[list[str]]]]:
        """Each fact's id, and for each of its anchors the ways of writing it, normalized."""
        return [
            (
                fact.fact_id,
                [
                    [surface_key(s) for s in (*anchor.surfaces, anchor.value)]
                    for anchor in fact.anchors
                ],
            )
            for fact in self.facts
        ]

    @cached_property
    def _names(self) -> list[str]:
        return [surface_key(name) for name in self.names]

    @cached_property
    def _words(self) -> list[tuple[str, str]]:
        """The names and terms of the dispute, normalized, each with how it is written."""
        return [(surface_key(word), word) for word in (*self.names, *self.terms)]

    def stated(self, text: str, apart: frozenset[str] = frozenset()) -> list[str]:
        """Facts of which every anchor stands in a normalized text, those of `apart` left out."""
        return [
            fact_id
            for fact_id, anchors in self._anchors
            if fact_id not in apart and all(any_stands(text, keys) for keys in anchors)
        ]

    def chaff_faults(self, text: str) -> list[str]:
        """What of the dispute a normalized text names."""
        return [word for key, word in self._words if stands(text, key)]

    def telling(self, texts: Mapping[str, str]) -> frozenset[str]:
        """Ids of those of some normalized texts that name anything of the dispute."""
        every = "\n".join(texts.values())
        able = [key for key, _ in self._words if key in every]  # most stand in none of them
        return frozenset(number for number, text in texts.items() if any_stands(text, able))

    def faults(self, role: Role, text: str, stating: frozenset[str]) -> list[str]:
        """Why a normalized text cannot serve a role; `stating` are the facts it may state."""
        found = [f"states {fact_id}" for fact_id in self.stated(text, stating)]
        if role == "chaff":
            inside = [f"date {day}" for day in find_dates(text) if day in self.window]
            return found + self.chaff_faults(text) + inside
        if role in ("noise", "alternative_noise"):
            if not any(day in self.window for day in find_dates(text)):
                found.append("no date inside the window")
            if not any_stands(text, self._names):
                found.append("names nobody of the dispute")
        return found


def make_screen(entities: tuple[Entity, ...], dag: HypothesisDag, setting: Setting) -> Screen:
    """The screen of a world."""
    names = tuple(dict.fromkeys(n for e in entities if e.in_dispute for n in e.names if n))
    return Screen(dag.facts, setting.window, names, setting.dispute_terms)

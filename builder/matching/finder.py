"""Looking for many strings at once, in one pass over a text.

In: the strings, normalized where the texts are. Out: which of them stand in a text, and where.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import ahocorasick

from builder.matching.text import Span, is_whole, surface_key
from builder.schema import Fact

# Each fact's id, and for each of its anchors the ways of writing it, normalized.
AnchorKeys = tuple[tuple[str, tuple[frozenset[str], ...]], ...]


class Finder:
    """Strings that are looked for together; empty ones are left out."""

    def __init__(self, strings: Iterable[str]) -> None:
        self._machine: Any = ahocorasick.Automaton()
        for string in strings:
            if string:
                self._machine.add_word(string, string)
        self._machine.make_automaton()

    def inside(self, text: str) -> Iterator[str]:
        """Those in a text, each as often as it is, whatever stands around it."""
        if self._machine:
            for _, string in self._machine.iter(text):
                yield string

    def standing(self, text: str) -> frozenset[str]:
        """Those that stand in a text as a whole run of tokens."""
        found = set[str]()
        if self._machine:
            for last, string in self._machine.iter(text):
                if string not in found and is_whole(text, (last + 1 - len(string), last + 1)):
                    found.add(string)
        return frozenset(found)

    def spans(self, text: str) -> dict[str, list[Span]]:
        """Where each that stands in a text does so, as a whole run of tokens."""
        found: dict[str, list[Span]] = {}
        if self._machine:
            for last, string in self._machine.iter(text):
                span = last + 1 - len(string), last + 1
                if is_whole(text, span):
                    found.setdefault(string, []).append(span)
        return found


def anchor_keys(facts: Iterable[Fact]) -> AnchorKeys:
    """The anchors of some facts as they are looked for."""
    return tuple(
        (
            fact.fact_id,
            tuple(frozenset(map(surface_key, (*a.surfaces, a.value))) for a in fact.anchors),
        )
        for fact in facts
    )

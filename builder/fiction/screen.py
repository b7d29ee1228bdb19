"""What a planned document would say that its role forbids, found before it is rendered.

In: the text of written blocks, and the facts and names of the world. Out: reasons, none when the
text is sound. Stricter than the certificate: anchors count wherever in the document they stand.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from builder.fiction.carriage import spoken
from builder.matching.blocks import block_text
from builder.matching.dates import find_dates
from builder.matching.finder import AnchorKeys, Finder, anchor_keys
from builder.matching.text import normalize, surface_key
from builder.schema import (
    Block,
    Break,
    DocumentContent,
    DocumentSpec,
    Entity,
    Fact,
    HypothesisDag,
    ListBlock,
    Role,
    Setting,
    Window,
)


def blocks_text(blocks: Iterable[Block]) -> str:
    """All words of a document, normalized, with the numbers that lists and slides will show."""
    shown, slides = [], 1
    for block in blocks:
        shown.append(_shown(block))
        if isinstance(block, Break) and block.unit == "slide":
            shown.append(str(slides))
            slides += 1
    if slides > 1:
        shown.append(str(slides))
    return normalize("\n".join(shown))


def _shown(block: Block) -> str:
    text = block_text(block)
    if isinstance(block, ListBlock) and block.start is not None:
        numbers = range(block.start, block.start + len(block.items))
        return "\n".join((text, *(f"{number}." for number in numbers)))
    return text


@dataclass(frozen=True)
class Screen:
    """The facts and names of a world, ready to be looked for.

    What was read and found is kept, so that a planner's trial need not be screened again.
    """

    facts: tuple[Fact, ...]
    window: Window
    names: tuple[str, ...]
    terms: tuple[str, ...]

    @cached_property
    def _anchors(self) -> AnchorKeys:
        return anchor_keys(self.facts)

    @cached_property
    def _words(self) -> dict[str, str]:
        """The names and terms of the dispute, each with how it is looked for."""
        return {word: surface_key(word) for word in (*self.names, *self.terms)}

    @cached_property
    def _names(self) -> frozenset[str]:
        return frozenset(map(surface_key, self.names))

    @cached_property
    def _finder(self) -> Finder:
        anchors = (keys for _, anchors in self._anchors for keys in anchors)
        return Finder(frozenset(self._words.values()).union(*anchors))

    @cached_property
    def _dispute(self) -> Finder:
        return Finder(self._words.values())

    @cached_property
    def _read(self) -> dict[str, tuple[DocumentContent, str]]:
        return {}

    @cached_property
    def _found(self) -> dict[tuple[Role, str, frozenset[str]], tuple[str, ...]]:
        return {}

    def stated(self, text: str, apart: frozenset[str] = frozenset()) -> list[str]:
        """Facts of which every anchor stands in a normalized text, those of `apart` left out."""
        return self._stated(self._finder.standing(text), apart)

    def _stated(self, standing: frozenset[str], apart: frozenset[str]) -> list[str]:
        found: dict[str, set[int]] = {}
        for key in standing:
            for fact_id, number in self._bearers.get(key, ()):
                found.setdefault(fact_id, set()).add(number)
        counts = {fact_id: len(anchors) for fact_id, anchors in self._anchors}
        return sorted(f for f, some in found.items() if len(some) == counts[f] and f not in apart)

    @cached_property
    def _bearers(self) -> dict[str, list[tuple[str, int]]]:
        """By each way of writing an anchor, the facts that have one so, and which."""
        found: dict[str, list[tuple[str, int]]] = {}
        for fact_id, anchors in self._anchors:
            for number, keys in enumerate(anchors):
                for key in keys:
                    found.setdefault(key, []).append((fact_id, number))
        return found

    def tells(self, text: str) -> bool:
        """Whether a text names anything of the dispute."""
        return bool(self._dispute.standing(normalize(text)))

    def text_of(self, content: DocumentContent) -> str:
        """The words of a written document, as `blocks_text` gives them."""
        known = self._read.get(content.document_id)
        if known is None or known[0] is not content:
            known = self._read[content.document_id] = content, blocks_text(content.blocks)
        return known[1]

    def told_by(self, spec: DocumentSpec) -> frozenset[str]:
        """The facts that the wordings of a document state, its own and others by chance."""
        words = "\n".join(spoken(s.wording) for s in spec.statements if s.wording)
        return frozenset(self.stated(normalize(words)))

    def faults(self, role: Role, text: str, stating: frozenset[str]) -> tuple[str, ...]:
        """Why a normalized text cannot serve a role; `stating` are the facts it may state."""
        asked = role, text, stating
        if asked not in self._found:
            self._found[asked] = tuple(self._faults(role, text, stating))
        return self._found[asked]

    def _faults(self, role: Role, text: str, stating: frozenset[str]) -> Iterator[str]:
        standing = self._finder.standing(text)
        for fact_id in self._stated(standing, stating):
            yield f"states {fact_id}"
        if role == "chaff":
            yield from (word for word, key in self._words.items() if key in standing)
            yield from (f"date {day}" for day in find_dates(text) if day in self.window)
        if role in ("noise", "alternative_noise"):
            if not any(day in self.window for day in find_dates(text)):
                yield "no date inside the window"
            if self._names.isdisjoint(standing):
                yield "names nobody of the dispute"


def make_screen(entities: tuple[Entity, ...], dag: HypothesisDag, setting: Setting) -> Screen:
    """The screen of a world."""
    names = tuple(dict.fromkeys(n for e in entities if e.in_dispute for n in e.names if n))
    return Screen(dag.facts, setting.window, names, setting.dispute_terms)

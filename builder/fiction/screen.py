"""What a planned document would say that its role forbids, found before it is rendered.

In: the text of written blocks, and the facts and names of the world. Out: reasons, none when the
text is sound. Stricter than the certificate: anchors count wherever in the document they stand.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date
from functools import lru_cache

from builder.schema import (
    Block,
    Break,
    Entity,
    Fact,
    Heading,
    HypothesisDag,
    KeyValues,
    Lines,
    ListBlock,
    Message,
    Paragraph,
    Role,
    Setting,
    Signature,
    Table,
    Window,
)

_PLAIN = str.maketrans({**dict.fromkeys("\u2018\u2019", "'"), **dict.fromkeys("\u201c\u201d", '"'),
                        **dict.fromkeys("\u2013\u2014", "-")})
_MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
_MONTH = r"(?P<n>jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?"
_DATES = (
    re.compile(r"(?<!\d)(?P<y>\d{4})-(?P<m>\d{1,2})-(?P<d>\d{1,2})(?!\d)"),
    re.compile(r"(?<![\d/-])(?P<m>\d{1,2})[/-](?P<d>\d{1,2})[/-](?P<y>\d{4}|\d\d)(?![\d/-])"),
    re.compile(rf"\b{_MONTH} (?P<d>\d{{1,2}})(?:st|nd|rd|th)?,? (?P<y>\d{{4}})\b"),
    re.compile(rf"\b(?P<d>\d{{1,2}})(?:st|nd|rd|th)?[ -]{_MONTH},?[ -](?P<y>\d{{4}})\b"),
)


def plain(text: str) -> str:
    """A text as it is compared: straight quotes, single spaces, casefolded."""
    return " ".join(text.translate(_PLAIN).split()).casefold()


@lru_cache(maxsize=1 << 15)
def _sought(surface: str) -> tuple[str, re.Pattern[str]]:
    """A surface as it is looked for: folded, and as a pattern of whole words."""
    folded = plain(surface)
    return folded, re.compile(rf"(?<!\w){re.escape(folded)}(?!\w)")


def holds(text: str, surface: str) -> bool:
    """Whether a surface stands in a plain text as whole words."""
    folded, pattern = _sought(surface)
    return folded in text and bool(pattern.search(text))


def dates_in(text: str) -> list[date]:
    """The full dates of a plain text."""
    found: list[date] = []
    for pattern in _DATES:
        for match in pattern.finditer(text):
            parts = match.groupdict()
            year = int(parts["y"])
            month = int(parts["m"]) if "m" in parts else _MONTHS.index(parts["n"]) + 1
            try:
                found.append(date(year + 2000 if year < 100 else year, month, int(parts["d"])))
            except ValueError:
                continue
    return found


def block_text(block: Block) -> str:
    """All words of a block."""
    match block:
        case Heading() | Paragraph():
            return block.text
        case ListBlock():
            return "\n".join(block.items)
        case Table():
            rows = [block.header, *block.rows]
            return "\n".join([block.caption, *(" ".join(row) for row in rows)])
        case KeyValues():
            return "\n".join(f"{label} {value}" for label, value in block.pairs)
        case Message():
            people = (block.sender, *block.recipients, *block.copied)
            return "\n".join((*people, block.sent, block.subject, *block.body, *block.attachments))
        case Signature():
            return "\n".join((block.closing, block.name, *block.lines))
        case Lines():
            return "\n".join(block.lines)
        case Break():
            return block.title


def blocks_text(blocks: Iterable[Block]) -> str:
    """All words of a document, plain."""
    return plain("\n".join(block_text(block) for block in blocks))


@dataclass(frozen=True)
class Screen:
    """The facts and names of a world, ready to be looked for."""

    facts: tuple[Fact, ...]
    window: Window
    names: tuple[str, ...]
    terms: tuple[str, ...]
    dispute: tuple[str, ...] = field(default=())

    def stated(self, text: str, apart: frozenset[str] = frozenset()) -> list[str]:
        """Facts of which every anchor stands in a plain text, those of `apart` left out."""
        return [
            fact.fact_id for fact in self.facts if fact.fact_id not in apart and all(
                any(holds(text, s) for s in (*anchor.surfaces, anchor.value))
                for anchor in fact.anchors
            )
        ]

    def chaff_faults(self, text: str) -> list[str]:
        """What of the dispute a plain text names."""
        return [word for word in (*self.names, *self.terms) if holds(text, word)]

    def faults(self, role: Role, text: str, stating: frozenset[str]) -> list[str]:
        """Why a plain text cannot serve a role; `stating` are the facts it may state."""
        days = dates_in(text)
        if role == "chaff":
            inside = [f"date {day}" for day in days if day in self.window]
            return self.chaff_faults(text) + inside
        found = [f"states {fact_id}" for fact_id in self.stated(text, stating)]
        if role in ("noise", "alternative_noise"):
            if not any(day in self.window for day in days):
                found.append("no date inside the window")
            if not any(holds(text, name) for name in self.names):
                found.append("names nobody of the dispute")
        return found


def make_screen(entities: tuple[Entity, ...], dag: HypothesisDag, setting: Setting) -> Screen:
    """The screen of a world."""
    names = tuple(dict.fromkeys(n for e in entities if e.in_dispute for n in e.names if n))
    return Screen(dag.facts, setting.window, names, setting.dispute_terms)

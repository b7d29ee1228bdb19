"""Finding surface forms in extracted text.

In: text as `ExtractedText.text` gives it. Out: normalized text and character spans in it. Text and
surfaces are compared after NFKC, with straight quotes and dashes, single spaces, and casefolded.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from functools import lru_cache

NEAR_CHARACTERS = 1500
HEAD_CHARACTERS = 600

_STRAIGHT = (
    *((mark, "'") for mark in "\u2018\u2019\u201a\u2032"),
    *((mark, '"') for mark in "\u201c\u201d\u201e\u2033"),
    *((mark, "-") for mark in "\u2010\u2011\u2012\u2013\u2014\u2212"),
    ("\u00ad", ""),
)

Span = tuple[int, int]


@lru_cache(maxsize=256)
def normalize(text: str) -> str:
    """Text in the form in which it is compared; that of the last few is at hand."""
    if not text.isascii():
        text = _straight(unicodedata.normalize("NFKC", _straight(text)))
    return " ".join(text.split()).casefold()


def _straight(text: str) -> str:
    for mark, plain in _STRAIGHT:
        text = text.replace(mark, plain)
    return text


@lru_cache(maxsize=1 << 16)
def surface_key(surface: str) -> str:
    """A surface form as it is looked for; the same forms are asked for in every document."""
    return normalize(surface)


def spans(text: str, surface: str) -> list[Span]:
    """Where a surface stands in a text as a whole run of tokens; both are normalized.

    No letter or digit may touch either end, and a number is not found inside a longer one: `40` is
    not in `40,000`, and `840.00` not in `12,840.00`.
    """
    found: list[Span] = []
    start = text.find(surface) if surface else -1
    while start >= 0:
        end = start + len(surface)
        if _starts(text, start, surface) and _ends(text, end, surface):
            found.append((start, end))
        start = text.find(surface, start + 1)
    return found


def _starts(text: str, start: int, surface: str) -> bool:
    if start == 0 or not surface[0].isalnum():
        return True
    before = text[start - 1]
    if before.isalnum():
        return False
    return not (surface[0].isdigit() and before in ".," and start > 1 and text[start - 2].isdigit())


def _ends(text: str, end: int, surface: str) -> bool:
    if end >= len(text) or not surface[-1].isalnum():
        return True
    after = text[end]
    if after.isalnum():
        return False
    return not (
        surface[-1].isdigit() and after in ".," and end + 1 < len(text) and text[end + 1].isdigit()
    )


def stands(text: str, surface: str) -> bool:
    """Whether a surface stands in a text; both are normalized."""
    return surface in text and bool(spans(text, surface))


def any_stands(text: str, keys: Iterable[str]) -> bool:
    """Whether any of some surfaces stands in a text; all are normalized."""
    for key in keys:  # noqa: SIM110 - asked so often that a generator's own calls cost more
        if key in text and spans(text, key):
            return True
    return False


def holds(text: str, surface: str) -> bool:
    """Whether a surface, as written, stands in a normalized text."""
    return stands(text, surface_key(surface))


def any_spans(text: str, surfaces: Iterable[str]) -> list[Span]:
    """Where any of some surfaces stands; text normalized, surfaces as written."""
    keys = [key for surface in surfaces if (key := surface_key(surface)) in text]
    return sorted({span for key in keys for span in spans(text, key)}) if keys else []


def together(groups: list[list[Span]]) -> bool:
    """Whether one span of each group stands within NEAR_CHARACTERS of the others.

    A group with a span in the head of the document (its title, date line, header rows) is near
    everything, since a head governs what stands below it.
    """
    if not groups or not all(groups):
        return False
    far = [g for g in groups if not any(start < HEAD_CHARACTERS for start, _ in g)]
    if not far:
        return True
    marks = sorted((start, end, index) for index, g in enumerate(far) for start, end in g)
    latest: dict[int, int] = {}
    for start, end, index in marks:
        latest[index] = start
        if len(latest) == len(far) and end - min(latest.values()) <= NEAR_CHARACTERS:
            return True
    return False

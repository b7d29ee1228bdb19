"""Finding surface forms in extracted text.

In: text as `ExtractedText.text` gives it. Out: normalized text and character spans in it. Text and
surfaces are compared after NFKC, with straight quotes and dashes, single spaces, and casefolded.
"""

from __future__ import annotations

import unicodedata
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
    """Where a surface stands in a text as a whole run of tokens; both are normalized."""
    found: list[Span] = []
    span = _next(text, surface, 0)
    while span:
        found.append(span)
        span = _next(text, surface, span[0] + 1)
    return found


def _next(text: str, surface: str, start: int) -> Span | None:
    """Where a surface stands next, from a place on."""
    start = text.find(surface, start) if surface else -1
    while start >= 0:
        span = start, start + len(surface)
        if is_whole(text, span):
            return span
        start = text.find(surface, start + 1)
    return None


def is_whole(text: str, span: Span) -> bool:
    """Whether what stands in a text is a whole run of tokens.

    No letter or digit may touch either end, and a number is not found inside a longer one: `40` is
    not in `40,000`, and `840.00` not in `12,840.00`.
    """
    start, end = span
    first, before = text[start], text[start - 1 : start]
    if first.isalnum() and before.isalnum():
        return False
    last, after = text[end - 1], text[end : end + 1]
    if last.isalnum() and after.isalnum():
        return False
    # Of a number, a point or comma is a part where digits stand on both sides of it.
    return not (
        (before and before in ".," and first.isdigit() and text[max(start - 2, 0)].isdigit())
        or (after and after in ".," and last.isdigit() and text[end + 1 : end + 2].isdigit())
    )


def stands(text: str, surface: str) -> bool:
    """Whether a surface stands in a text; both are normalized."""
    return _next(text, surface, 0) is not None


def holds(text: str, surface: str) -> bool:
    """Whether a surface, as written, stands in a normalized text."""
    return stands(text, surface_key(surface))


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

"""Words, sentences and runs of words, read from text in a way of the audit's own.

In: text as published. Out: tokens. No side effects. Nothing here is shared with the certificate.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
_SENTENCE_END = re.compile(r"(?<=[.!?])[\"')\]]*\s+|\n|\f|\t| {3,}|\|")

_COMMON = (
    "a about after again all also an and any are as at be been before but by can could did do "
    "does down each for from had has have he her his how i if in into is it its just like me more "
    "my no not now of off on once one only or our out over she should so some such than that the "
    "their them then there these they this those through to too under until up us very was we "
    "were what when where which while who why will with would yet you your"
)
FUNCTION_WORDS = tuple(_COMMON.split())


def words(text: str) -> list[str]:
    """Words and numbers in lower case."""
    return _WORD.findall(_folded(text).lower())


def shingles(text: str, n: int) -> Iterator[tuple[str, ...]]:
    """Every run of `n` words."""
    return runs(words(text), n)


def runs(tokens: Sequence[str], n: int) -> Iterator[tuple[str, ...]]:
    """Every run of `n` of some words."""
    return zip(*(tokens[i:] for i in range(n)), strict=False)


def _folded(text: str) -> str:
    return text if text.isascii() else unicodedata.normalize("NFKC", text)


def sentences(text: str) -> list[str]:
    """Sentences, list items, cells and lines, stripped; quoted mail is left out."""
    pieces = (piece.strip() for piece in _SENTENCE_END.split(text))
    return [piece for piece in pieces if piece and not piece.startswith(">")]


def patterns(surfaces: Iterable[str]) -> re.Pattern[str] | None:
    """A pattern that finds any of some surface forms as whole words, whatever the spacing.

    A number is not found inside a longer one: neither `40` in `40,000` nor `5` in `2.5`.
    """
    forms = sorted({plain(s) for s in surfaces if plain(s)}, key=lambda s: (-len(s), s))
    if not forms:
        return None
    made: list[str] = []
    for form in forms:
        head = r"(?<![^\W_])" if form[0].isalnum() else ""
        tail = r"(?![^\W_])" if form[-1].isalnum() else ""
        head += r"(?<!\d[.,])" if form[0].isdigit() else ""
        tail += r"(?![.,]\d)" if form[-1].isdigit() else ""
        made.append(f"{head}{re.escape(form)}{tail}")
    return re.compile("|".join(made))


_PLAINER = str.maketrans(
    dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212", "-")
    | {"\u2018": "'", "\u2019": "'", "\u201c": '"', "\u201d": '"', "\u00ad": ""}
)


def plain(text: str) -> str:
    """Text for comparing: compatibility forms folded, one kind of dash and quote, single spaces."""
    if not text.isascii():
        text = _folded(text).translate(_PLAINER)
    return " ".join(text.split()).lower()

"""Finds the words that carry an anchor, the way a reader would: whole, whatever quotes or dashes.

In: text and words. Out: whether and where they stand. No side effects.
"""

from __future__ import annotations

import re
import unicodedata

from builder.schema import Block, Break

_PLAIN = str.maketrans(
    {
        "\u2018": "'",
        "\u2019": "'",
        "\u201a": "'",
        "\u201c": '"',
        "\u201d": '"',
        "\u201e": '"',
        "\u2010": "-",
        "\u2011": "-",
        "\u2012": "-",
        "\u2013": "-",
        "\u2014": "-",
        "\u2212": "-",
    }
)


def plain(text: str) -> str:
    """Text as it is compared: NFKC, straight quotes, hyphens, single spaces, no case."""
    return " ".join(unicodedata.normalize("NFKC", text).translate(_PLAIN).split()).casefold()


def holds(text: str, words: str) -> bool:
    """Whether `words` stand in `text` (both as `plain` gives them), no letter or digit beside."""
    return re.search(rf"(?<![^\W_]){re.escape(words)}(?![^\W_])", text) is not None


def block_text(block: Block) -> str:
    """All the words of a block, in reading order."""
    if isinstance(block, Break):
        return block.title
    parts: list[str] = []
    for name, value in block:
        if name not in ("kind", "fact_ids", "style"):
            _gather(value, parts)
    return "\n".join(parts)


def _gather(value: object, parts: list[str]) -> None:
    if isinstance(value, str):
        parts.append(value)
    elif isinstance(value, tuple):
        for one in value:
            _gather(one, parts)

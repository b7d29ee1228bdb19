"""Mends what OCR makes of the signs of court papers.

In: text. Out: text with paragraph and section signs and rule numbers as printed; words are left as
they are. No side effects.
"""

from __future__ import annotations

import re

_SOURCE = (
    r"(?:Doc\.|Docs\.|ECF|DE|Dkt\.|Decl\.|Aff\.|Compl\.|Answer|Resp\.|SOF|SUF|SMF|56\(b\)|56\.1)"
)
_REPAIRS: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"(?:,-r|,r|~~?r)\s?(?:,-r|,r|~~?r)(?=\s?\d)"), "¶¶"),
    (re.compile(r"(?:,-r|,-i|(?<=[\s(]),r)(?=\s?\d)"), "¶"),
    (re.compile(r"(?<=[\s(])(?:1f1f|ifif|iiii|1111)(?=\s\d)"), "¶¶"),
    (re.compile(rf"({_SOURCE}(?:\s(?:No\.\s)?[\d-]+)?,?\s)(?:1f|if|ir|11)(?=\s\d+\b)"), r"\1¶"),
    (re.compile(r"(?<=[\s(])(?:1f|ir)(?=\s\d+\b)"), "¶"),
    (re.compile(r"\b56\.[lI](?!\w)"), "56.1"),
    (re.compile(r"(U\.?\s?S\.?\s?C\.?(?:A\.)?\s|C\.F\.R\.\s)\$(?=\s?\d)"), r"\1§"),
)


def repair(text: str) -> str:
    """The text with its signs mended."""
    for pattern, good in _REPAIRS:
        text = pattern.sub(good, text)
    return text

"""Words and their weight: what the scripted investigators rank by. No side effects."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence

K1, B = 1.5, 0.75

_COMMON_TEXT = (
    "a about after all also an and any are as at be because been before between both but by "
    "can case claim claims could court damages defendant did dispute do does during each for "
    "from had has have he her his how if in into is it its made may more most no not of on "
    "one only or other our out over plaintiff said says she should so some such sues suit "
    "than that the their them then there these they this those through to under up was were "
    "what when where whether which while who whom will with would"
)
_COMMON = frozenset(_COMMON_TEXT.split())


def content_words(text: str) -> list[str]:
    """Words and numbers in lower case, without the commonest."""
    return [w for w in re.findall(r"[a-z0-9][a-z0-9'&./-]*[a-z0-9]|[a-z0-9]", text.lower())
            if w not in _COMMON and len(w) > 1]  # fmt: skip


def bm25(query: Sequence[str], documents: Sequence[Sequence[str]]) -> list[float]:
    """The BM25 score of each document (a list of words) for a query."""
    counts = [Counter(document) for document in documents]
    average = sum(len(d) for d in documents) / max(1, len(documents)) or 1.0
    scores = [0.0] * len(documents)
    for word in sorted(set(query)):
        n = sum(word in count for count in counts)
        weight = math.log(1 + (len(documents) - n + 0.5) / (n + 0.5))
        for index, count in enumerate(counts):
            length = 1 - B + B * len(documents[index]) / average
            scores[index] += weight * count[word] * (K1 + 1) / (count[word] + K1 * length)
    return scores


def support(summary: str, statements: Mapping[str, str]) -> dict[str, float]:
    """How much the summary's passages overlap with each statement, beyond what all share."""
    passages = [content_words(p) for p in re.split(r"\n+", summary) if p.strip()]
    words = {label: set(content_words(text)) for label, text in statements.items()}
    shared = set.intersection(*words.values()) if words else set[str]()
    found: dict[str, float] = {}
    for label, own in words.items():
        scores = sorted(bm25(sorted(own - shared), passages), reverse=True)
        found[label] = sum(scores[:10])
    return found

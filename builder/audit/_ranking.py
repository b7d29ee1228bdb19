"""Counts of the accounts' words in documents: what a lazy investigator would go by.

In: a world. Out: a score for each account by several ways of counting. The words of an account are
those that not all four have; a word counts by how few accounts have it.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence

from builder.audit._published import Document, PublishedWorld
from builder.audit._words import FUNCTION_WORDS, words

_STOP = frozenset(FUNCTION_WORDS)
TOP = 30

Counted = tuple[Document, Counter[str]]


def count_words(world: PublishedWorld) -> list[Counted]:
    """Each document with the counts of those of its words that an account has."""
    wanted = frozenset(w for own in telling_words(world).values() for w in own)
    return [(d, Counter(w for w in d.words if w in wanted)) for d in world.documents]


def telling_words(world: PublishedWorld) -> dict[str, dict[str, float]]:
    """For each account, its words that some other lacks, with their weight."""
    own = {a: {w for w in words(t) if w not in _STOP} for a, t in world.accounts.items()}
    spread = Counter(w for found in own.values() for w in found)
    return {
        a: {w: 1 / spread[w] for w in sorted(found) if spread[w] < len(own)}
        for a, found in own.items()
    }


def scores(world: PublishedWorld, counted: Sequence[Counted]) -> dict[str, dict[str, float]]:
    """Way of counting -> account -> score."""
    telling = telling_words(world)
    newest = sorted(counted, key=lambda c: c[0].date)[-max(1, len(counted) // 4) :]
    longest = sorted(counted, key=lambda c: len(c[0].text))[-max(1, len(counted) // 4) :]
    ways: dict[str, tuple[Sequence[Counted], Callable[[int], float]]] = {
        "most mentioned": (counted, float),
        "most documents": (counted, lambda n: float(n > 0)),
        "most recent": (newest, float),
        "most in long documents": (longest, float),
    }
    found = {
        way: {
            a: sum(wt * count(n[w]) for _, n in chosen for w, wt in weights.items())
            for a, weights in telling.items()
        }
        for way, (chosen, count) in ways.items()
    }
    found["best passages"] = best_passages(world, counted)
    found["most mentioned, part by part"] = by_parts(world, counted, float)
    found["most documents, part by part"] = by_parts(world, counted, lambda n: float(n > 0))
    return found


def by_parts(
    world: PublishedWorld, counted: Sequence[Counted], count: Callable[[int], float]
) -> dict[str, float]:
    """Account -> how much oftener the words of its parts are counted than those of what the other
    two say there, where two accounts say one thing and two another."""
    parts: dict[frozenset[str], list[float]] = {}
    weights = telling_words(world)
    for word in sorted({w for own in weights.values() for w in own}):
        having = frozenset(a for a, own in weights.items() if word in own)
        if 2 * len(having) == len(weights):
            parts.setdefault(having, []).append(sum(count(n[word]) for _, n in counted))
    result = dict.fromkeys(weights, 0.0)
    for having, own in parts.items():
        other = parts.get(frozenset(weights) - having, [0.0])
        ratio = math.log((1 + sum(own) / len(own)) / (1 + sum(other) / len(other)))
        for account in sorted(having):
            result[account] += ratio
    return result


def best_passages(world: PublishedWorld, counted: Sequence[Counted]) -> dict[str, float]:
    """Account -> the sum of the best documents' weights, rarer words counting more."""
    n = len(counted)
    spread = Counter(w for _, count in counted for w in count)
    rarity = {w: math.log(1 + (n - k + 0.5) / (k + 0.5)) for w, k in spread.items()}
    result: dict[str, float] = {}
    for account, weights in telling_words(world).items():
        held = sorted(
            (
                sum(wt * rarity[w] for w, wt in weights.items() if count[w])
                for _, count in counted
            ),
            reverse=True,
        )  # fmt: skip
        result[account] = sum(held[:TOP])
    return result


def credit(found: dict[str, float], adopted: str, lowest: bool = False) -> float:
    """1 where the adopted account alone stands highest (or lowest); ties share."""
    edge = min(found.values()) if lowest else max(found.values())
    top = [a for a, value in found.items() if math.isclose(value, edge)]
    return float(adopted in top) / len(top)

"""What counting tells of the role of a document, with nothing masked and nothing understood.

In: a published split. Out: a table of counts, ranked within each world, and the roles' documents
told apart by them. An investigator who counts finds what states something; that it should not find
out is what is true and what is set against it.
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import combinations

import numpy as np
from scipy.stats import rankdata

from builder.audit._intervals import Array, Auc, Trained, within_auc
from builder.audit._learning import out_of_fold, trees
from builder.audit._published import Published, PublishedWorld
from builder.audit._ranking import telling_words
from builder.audit._words import FUNCTION_WORDS, words

NUMBER = re.compile(r"[A-Z]{0,4}-?\d[\w\-/:.,]*\d")
FEW = range(2, 5)  # documents that share a number which few have
ROLES = ("merits", "signal", "pro_alternative", "alternative_noise", "noise")

_STOP = frozenset(FUNCTION_WORDS)


def counts(world: PublishedWorld) -> Array:
    """A row a document, a column a count; values are ranks within the world, from 0 to 1."""
    own = [d.words for d in world.documents]
    numbers = [set(NUMBER.findall(d.text)) for d in world.documents]
    holders = Counter(n for found in numbers for n in found)
    spread = Counter(w for tokens in own for w in set(tokens))
    telling = frozenset(w for found in telling_words(world).values() for w in found)
    brief = frozenset(words(world.brief)) - _STOP
    names = [n.lower() for n in world.names]
    rows: list[list[float]] = []
    for document, tokens, found in zip(world.documents, own, numbers, strict=True):
        n, held, text = max(1, len(tokens)), set(tokens), document.text.lower()
        lengths = [len(p) for p in document.pieces] or [0]
        rows.append(
            [
                n,
                len(lengths),
                float(np.mean(lengths)),
                len(found) / n,
                sum(holders[x] in FEW for x in found),
                sum(holders[x] == 1 for x in found) / n,
                sum(spread[w] == 1 for w in held) / n,
                sum(spread[w] in FEW for w in held) / n,
                sum(name in text for name in names),
                len(held & telling),
                len(held & brief),
                len(held) / n**0.5,
                (tokens.count("i") + tokens.count("my")) / n,
                (tokens.count("you") + tokens.count("your")) / n,
                text.count("$"),
                text.count("?"),
            ]
        )
    return np.apply_along_axis(rankdata, 0, np.array(rows)) / max(1, len(rows))


def told_apart(published: Published) -> list[Auc]:
    """An AUC for each two roles of the dispute by counts, worlds left out; none for few worlds."""
    roles = np.array([d.role for w in published.worlds for d in w.documents])
    worlds = np.array([w.world_id for w in published.worlds for _ in w.documents])
    of = np.isin(roles, ROLES)
    if len(published.worlds) < 2 or not of.any():
        return []
    table = np.concatenate([counts(w) for w in published.worlds])[of]
    roles, worlds = roles[of], worlds[of]
    labels = list(np.unique(roles))
    scores = out_of_fold(trees, table, roles, worlds)
    aucs: list[Auc] = []
    for first, second in combinations([r for r in ROLES if r in labels], 2):
        rows = np.isin(roles, (first, second))
        a, b = scores[rows, labels.index(first)], scores[rows, labels.index(second)]
        share, truth = a / (a + b + 1e-12), roles[rows] == first
        aucs.append(within_auc(f"{first} / {second}", share, truth, worlds[rows], Trained()))
    return aucs

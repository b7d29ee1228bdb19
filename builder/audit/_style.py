"""Numbers of style, and classifiers of roles by style, trained on other worlds.

In: each document's masked pieces. Out: for each kind of feature, probabilities of the roles (rows
in published order, columns in the order of sorted role names). No side effects.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import numpy as np
from sklearn.feature_extraction.text import HashingVectorizer, TfidfTransformer
from sklearn.linear_model import SGDClassifier
from sklearn.pipeline import make_pipeline

from builder.audit._intervals import Array
from builder.audit._learning import out_of_fold, trees
from builder.audit._words import FUNCTION_WORDS, words

CHARACTERS = 1500
WORDS_OF = 4000
BUCKETS = 1 << 15

_VOWELS = re.compile(r"[aeiouy]+")


def predictions(pieces: list[list[str]], roles: Array, worlds: Array) -> dict[str, Array]:
    """Kind of feature -> out-of-fold probabilities of each role."""
    texts = [" \n ".join(p) for p in pieces]
    made = {
        "characters": _sparse("char_wb", (3, 3), [t[:CHARACTERS] for t in texts], roles, worlds),
        "words": _sparse("word", (1, 2), [t[:WORDS_OF] for t in texts], roles, worlds),
        "templates": _sparse("template", (1, 1), ["\f".join(p) for p in pieces], roles, worlds),
        "figures of style": out_of_fold(
            trees, np.array([figures(p) for p in pieces]), roles, worlds
        ),
    }
    mean = np.mean(np.stack(list(made.values())), axis=0)
    return {**made, "all": mean}


def _sparse(
    kind: str, ngrams: tuple[int, int], texts: list[str], roles: Array, worlds: Array
) -> Array:
    analyzer: Any = _templates if kind == "template" else kind
    make: Any = HashingVectorizer
    vectors = make(
        analyzer=analyzer, ngram_range=ngrams, n_features=BUCKETS, alternate_sign=False,
        lowercase=False, norm=None,
    ).transform(texts)  # fmt: skip
    return out_of_fold(_stochastic, vectors, roles, worlds)


def _templates(text: str) -> list[str]:
    """Whole pieces, and their first and last five words."""
    found: list[str] = []
    for piece in text.split("\f"):
        tokens = piece.split()
        found.append(piece)
        if len(tokens) > 6:
            found += ["^" + " ".join(tokens[:5]), "$" + " ".join(tokens[-5:])]
    return found


def _stochastic(n: int) -> Any:
    make: Any = SGDClassifier
    return make_pipeline(
        TfidfTransformer(sublinear_tf=True),
        make(
            loss="log_loss", alpha=1e-4, class_weight="balanced", max_iter=8, tol=None,
            average=True, random_state=0,
        ),
    )  # fmt: skip


def figures(pieces: list[str]) -> list[float]:
    """Function words, readability, lengths and punctuation, none of them a count of the whole."""
    text = " ".join(pieces)
    tokens = words(text)
    n = max(1, len(tokens))
    lengths = [len(words(p)) for p in pieces] or [0]
    counts = Counter(tokens)
    syllables = sum(max(1, len(_VOWELS.findall(w))) for w in tokens[:600]) / min(n, 600)
    mean = float(np.mean(lengths))
    return [
        *(counts[w] / n for w in FUNCTION_WORDS),
        *(text.count(mark) / max(1, len(text)) for mark in ",;:.!?()-'\"/@$%&"),
        mean,
        float(np.std(lengths)),
        float(np.max(lengths)),
        206.835 - 1.015 * mean - 84.6 * syllables,
        sum(len(w) for w in tokens) / n,
        len(counts) / n**0.5,
        sum(k < 4 for k in lengths) / len(lengths),
    ]

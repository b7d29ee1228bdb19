"""Numbers of style, and classifiers of roles by style, trained on other worlds.

In: each document's pieces. Out: for each kind of feature, probabilities of the roles (rows in the
order of the documents, columns in that of sorted role names). No side effects.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from sklearn.feature_extraction.text import HashingVectorizer, TfidfTransformer
from sklearn.linear_model import SGDClassifier

from builder.audit._intervals import Array
from builder.audit._learning import out_of_fold, trees
from builder.audit._words import FUNCTION_WORDS, words

CHARACTERS = 1500
WORDS_OF = 4000
BUCKETS = 1 << 15

_VOWELS = re.compile(r"[aeiouy]+")


def predictions(
    pieces: Sequence[Sequence[str]], roles: Array, groups: Mapping[str, Array], matter: bool = False
) -> dict[str, dict[str, Array]]:
    """How groups are left out -> kind of feature -> out-of-fold probabilities of each role; texts
    are read once for all ways. `matter`: by words and templates only, which tell of it best."""
    texts = [" \n ".join(p) for p in pieces]
    made: dict[str, dict[str, Array]] = {name: {} for name in groups}
    for kind, analyzer, ngrams, own in (
        ("characters", "char_wb", (3, 3), [t[:CHARACTERS] for t in texts]),
        ("words", "word", (1, 2), [t[:WORDS_OF] for t in texts]),
        ("templates", _templates, (1, 1), ["\f".join(p) for p in pieces]),
    ):
        if matter and kind == "characters":
            continue
        vectors = _vectors(analyzer, ngrams, own)
        for name, group in groups.items():
            made[name][kind] = out_of_fold(_stochastic, vectors, roles, group)
    if not matter:
        table = np.array([figures(p) for p in pieces])
        for name, group in groups.items():
            made[name]["figures of style"] = out_of_fold(trees, table, roles, group)
    return {
        name: {**found, "all": np.mean(np.stack(list(found.values())), axis=0)}
        for name, found in made.items()
    }


def _vectors(analyzer: Any, ngrams: tuple[int, int], texts: list[str]) -> Any:
    make: Any = HashingVectorizer
    counts = make(
        analyzer=analyzer, ngram_range=ngrams, n_features=BUCKETS, alternate_sign=False,
        lowercase=False, norm=None,
    ).transform(texts)  # fmt: skip
    # How rare a feature is says nothing of roles, so that it may be counted over all worlds.
    return TfidfTransformer(sublinear_tf=True).fit_transform(counts)


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
    return make(
        loss="log_loss", alpha=1e-4, class_weight="balanced", max_iter=8, tol=None, average=True,
        random_state=0,
    )  # fmt: skip


def figures(pieces: Sequence[str]) -> list[float]:
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

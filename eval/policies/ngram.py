"""`ngram`: a naive Bayes classifier of words and word pairs, learnt from the other worlds' keys.

It sees nothing of the case but the four statements: what it gets right beyond 1/4, the wording
gives away.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise
from random import Random

from builder.schema import AnswerKey
from eval.answers import Verdict
from eval.policies import Ballot, Peek, any_best, one_believed

SMOOTHING = 0.5


def commit(ballot: Ballot, rng: Random, peek: Peek) -> Mapping[str, Verdict]:
    """Believes the account whose wording looks most like adopted ones elsewhere."""
    weights = learn(peek.other_keys())
    scores = {
        label: sum(weights.get(gram, 0.0) for gram in sorted(_own_grams(label, ballot.statements)))
        for label in ballot.statements
    }
    return one_believed(ballot.statements, any_best(scores, rng))


def learn(keys: Sequence[AnswerKey]) -> dict[str, float]:
    """The log odds of each n-gram: in adopted statements against in the others."""
    adopted: Counter[str] = Counter()
    rest: Counter[str] = Counter()
    for key in keys:
        statements = {h.hypothesis_id: h.statement for h in key.dag.hypotheses}
        for hypothesis_id in statements:
            grams = _own_grams(hypothesis_id, statements)
            (adopted if hypothesis_id == key.dag.adopted.hypothesis_id else rest).update(grams)
    n_adopted, n_rest = len(keys) + 2 * SMOOTHING, 3 * len(keys) + 2 * SMOOTHING
    return {
        gram: math.log((adopted[gram] + SMOOTHING) / n_adopted)
        - math.log((rest[gram] + SMOOTHING) / n_rest)
        for gram in sorted(adopted.keys() | rest.keys())
    }


def _own_grams(name: str, statements: Mapping[str, str]) -> set[str]:
    """N-grams of a statement that not all four share: those cannot tell them apart."""
    grams = {label: _grams(text) for label, text in statements.items()}
    return grams[name] - set.intersection(*grams.values())


def _grams(text: str) -> set[str]:
    words = re.findall(r"[a-z']+", text.lower())
    return {*words, *(f"{a} {b}" for a, b in pairwise(words))}

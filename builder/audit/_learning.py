"""Predictions of roles out of fold, worlds left out whole.

In: features, labels, worlds. Out: a score a row that no row of its own world had a part in. Models
are scikit-learn's, seeded. No side effects.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from scipy.sparse import csr_matrix
from sklearn.ensemble import ExtraTreesClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.preprocessing import OneHotEncoder

Array = np.ndarray[Any, Any]

FOLDS = 5
FOREST_ROWS = 4000
LEAVE_ONE_OUT = 8


def folds(worlds: Array) -> Iterator[tuple[Array, Array]]:
    """Training and test rows; every world is in one test part. Few worlds are left out singly."""
    names = np.unique(worlds)
    n = len(names) if len(names) <= LEAVE_ONE_OUT else FOLDS
    part = {name: index % n for index, name in enumerate(names)}
    parts = np.array([part[w] for w in worlds])
    for index in range(n):
        yield np.flatnonzero(parts != index), np.flatnonzero(parts == index)


def rates_elsewhere(values: Array, positive: Array, worlds: Array) -> Array:
    """For each row, the rate of positives among rows of other worlds with its value, smoothed."""
    _, codes = np.unique(values, return_inverse=True)
    _, where = np.unique(worlds, return_inverse=True)
    counts = np.zeros((codes.max() + 1, where.max() + 1, 2))
    np.add.at(counts, (codes, where, positive.astype(int)), 1)
    outside = counts.sum(axis=1, keepdims=True) - counts
    base = outside.sum(axis=0)
    prior = base[:, 1] / np.maximum(1, base.sum(axis=1))
    hits, n = outside[codes, where, 1], outside[codes, where].sum(axis=1)
    return (hits + 10 * prior[where]) / (n + 10)


def one_hot(columns: Any) -> csr_matrix:
    """Categories as 0/1 columns; those of fewer than 5 rows share one."""
    return OneHotEncoder(min_frequency=5, handle_unknown="infrequent_if_exist").fit_transform(
        columns
    )


def linear(n: int, tolerance: float = 1e-2) -> LogisticRegression:
    """A plain linear classifier, the same for any number of rows."""
    return LogisticRegression(C=0.2, max_iter=500, tol=tolerance, class_weight="balanced")


def trees(n: int) -> ExtraTreesClassifier:
    """A forest for `n` rows, for what only holds of features together."""
    return ExtraTreesClassifier(
        n_estimators=60,
        min_samples_leaf=4,
        bootstrap=n > FOREST_ROWS,
        max_samples=FOREST_ROWS if n > FOREST_ROWS else None,
        class_weight="balanced",
        random_state=0,
        n_jobs=1,
    )


def out_of_fold(make: Callable[[int], Any], features: Any, labels: Array, worlds: Array) -> Array:
    """Class probabilities (rows x sorted labels) of each row by a model that saw other worlds."""
    classes = np.unique(labels)
    result = np.full((len(labels), len(classes)), 1 / len(classes))
    for train, test in folds(worlds):
        model: Any = make(len(train))
        model.fit(features[train], labels[train])
        at = np.searchsorted(classes, model.classes_)
        block = np.zeros((len(test), len(classes)))
        block[:, at] = model.predict_proba(features[test])
        result[test] = block
    return result

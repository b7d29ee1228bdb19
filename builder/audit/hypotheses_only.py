"""Whether the wording of the four accounts tells the adopted one, or a party's, with no file read.

Scores of an account: length, detail, sentiment and hedges, its place, how much it shares with the
other three (the account that all others depart from is the true one), and classifiers of words and
characters trained on other worlds.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache

import numpy as np
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression

from builder.audit import Bar, Chart, GateResult, Panel
from builder.audit._intervals import Array, Auc, Rate, Trained, keeps_below, rate, within_auc
from builder.audit._learning import linear, out_of_fold
from builder.audit._published import Published, PublishedWorld
from builder.audit._words import FUNCTION_WORDS, runs, words

TITLE = "Hypotheses only: the wording of the accounts -> adopted, or a party's"
THRESHOLD = "every AUC's interval holds 0.5; cases solved within chance of 25 %"

CHANCE = 0.25
ENOUGH_WORLDS = 20
SIGNIFICANT = 0.05

_GOOD_WORDS = (
    "accepted agreed approved best clean complete correct exact fair full good in kept met paid "
    "plain proper ready right safe sound sure true well working"
)
_BAD_WORDS = (
    "bad broke broken burned damaged defect defects delay dragged failed failure fault ill late "
    "loose lost missed no not off poor refused short superseded unpaid without worn wrong"
)
_HEDGING_WORDS = "already before but if later may might only perhaps soon still until"
_GOOD = frozenset(_GOOD_WORDS.split())
_BAD = frozenset(_BAD_WORDS.split())
_HEDGES = frozenset(_HEDGING_WORDS.split())
_STOP = frozenset(FUNCTION_WORDS)

_words = lru_cache(maxsize=1024)(words)  # of the accounts, which every score reads
Score = Callable[[str, list[str]], float]


def measure(published: Published) -> GateResult:
    """AUCs of each score for adopted against rest and party against alternative; rates solved."""
    rows = [
        (w, account, place)
        for w in published.worlds
        for place, account in enumerate(w.accounts)
    ]  # fmt: skip
    worlds = np.array([w.world_id for w, _, _ in rows])
    adopted = np.array([account == w.adopted for w, account, _ in rows])
    party = np.array([account in (w.adopted, w.rejected) for w, account, _ in rows])
    scores = _scores(rows)
    aucs = [
        within_auc(f"{name} -> {target}", score, truth, worlds)
        for name, score in scores.items()
        for target, truth in (("adopted", adopted), ("party", party))
    ]
    solved: dict[str, Rate] = {}
    for name, score in scores.items():
        solved[f"highest {name}"] = _solved(score, adopted, worlds)
        solved[f"lowest {name}"] = _solved(-score, adopted, worlds)
    trained = _trained(rows, adopted, party, worlds)
    for name, (score, target) in trained.items():
        truth = adopted if target == "adopted" else party
        aucs.append(within_auc(f"{name} -> {target}", score, truth, worlds, Trained()))
        if target == "adopted":
            solved[name] = _solved(score, adopted, worlds)
            solved[f"{name}, turned round"] = _solved(-score, adopted, worlds)
    return _result(published, aucs, solved)


def _result(published: Published, aucs: list[Auc], solved: dict[str, Rate]) -> GateResult:
    family = len(solved)
    beaten = {n: r for n, r in solved.items() if r.value > CHANCE and r.p * family < SIGNIFICANT}
    telling = keeps_below(aucs, 0.5, directed=False).leaks
    worst = max(aucs, key=lambda a: (a in telling, a.distance))
    best_name, best = max(solved.items(), key=lambda item: item[1].value)
    few = len(published.worlds) < ENOUGH_WORLDS
    failed = bool(beaten or telling)
    reasons = [f"{a.name} AUC {a.value:.2f}" for a in telling[:4]]
    reasons += [f"{n} solves {r.value:.0%}" for n, r in beaten.items()]
    if few and not failed:
        reasons = [f"not enough worlds: {len(published.worlds)} of {ENOUGH_WORLDS}"]
    return GateResult(
        gate="hypotheses_only",
        title=TITLE,
        threshold=THRESHOLD,
        passed=False if failed else None if few else True,
        figure=worst.value,
        unit=f"AUC ({worst.name})",
        interval=(worst.low, worst.high),
        reason=", ".join(reasons),
        sentences=(
            f"With the accounts alone, the best of {family} rules (chosen afterwards: {best_name}) "
            f"solves {best.value:.0%} of {best.n} cases [{best.low:.0%}, {best.high:.0%}]; chance "
            "is 25 %.",
        ),
        offenders=tuple(
            f"{a.name}: AUC {a.value:.3f} [{a.low:.3f}, {a.high:.3f}], p {a.p:.1g}"
            for a in telling[:12]
        ),
        panels=(
            Panel(
                title="Cases solved by a rule on the accounts",
                columns=("rule", "solved", "95 % interval", "p"),
                rows=tuple(
                    (n, f"{r.value:.1%}", f"{r.low:.1%} to {r.high:.1%}", f"{r.p:.2g}")
                    for n, r in sorted(solved.items(), key=lambda i: -i[1].value)
                ),
            ),
            Panel(
                title="AUC of each score",
                columns=("score", "AUC", "95 % interval", "p"),
                rows=tuple(
                    (a.name, f"{a.value:.3f}", f"{a.low:.3f} to {a.high:.3f}", f"{a.p:.2g}")
                    for a in sorted(aucs, key=lambda a: -a.distance)
                ),
            ),
        ),
        chart=Chart(
            title="AUC of each score of an account",
            bars=tuple(Bar(label=a.name, value=a.value, low=a.low, high=a.high) for a in aucs),
            limits=(0.5,),
        ),
    )


Row = tuple[PublishedWorld, str, int]


def _scores(rows: list[Row]) -> dict[str, Array]:
    """Untrained scores, a value an account."""
    scores = {
        name: np.array(
            [
                score(w.accounts[a], [t for other, t in w.accounts.items() if other != a])
                for w, a, _ in rows
            ]
        )
        for name, score in _SCORES.items()
    }
    scores["place"] = np.array([float(place) for _, _, place in rows])
    return scores


def _share(text: str, others: list[str]) -> float:
    """Mean overlap of its words with each other account's."""
    own = set(_words(text))
    overlaps = [len(own & set(_words(o))) / len(own | set(_words(o))) for o in others]
    return sum(overlaps) / len(overlaps)


def _majority(text: str, others: list[str]) -> float:
    """How many of its runs of three words another account has too."""
    own = set(runs(_words(text), 3))
    return sum(len(own & set(runs(_words(o), 3))) for o in others) / max(1, len(own))


def _count(vocabulary: frozenset[str]) -> Score:
    return lambda text, others: float(sum(w in vocabulary for w in _words(text)))


_SCORES: dict[str, Score] = {
    "words": lambda text, others: float(len(_words(text))),
    "characters": lambda text, others: float(len(text)),
    "numbers": lambda text, others: float(len(re.findall(r"\d+", text))),
    "names": lambda text, others: float(len(re.findall(r"(?<![.!?] )\b[A-Z][a-z]+", text))),
    "word length": lambda text, others: len(text) / max(1, len(_words(text))),
    "different words": lambda text, others: float(len(set(_words(text)))),
    "commas": lambda text, others: float(text.count(",")),
    "content words": lambda text, others: float(sum(w not in _STOP for w in _words(text))),
    "good words": _count(_GOOD),
    "bad words": _count(_BAD),
    "hedges": _count(_HEDGES),
    "shared with the others": _share,
    "shared runs of words": _majority,
}


def _trained(
    rows: list[Row], adopted: Array, party: Array, worlds: Array
) -> dict[str, tuple[Array, str]]:
    """Out-of-fold scores of classifiers on words and characters, names left out."""
    texts = [_anonymous(w, w.accounts[a]) for w, a, _ in rows]
    made: dict[str, tuple[Array, str]] = {}
    if len(np.unique(worlds)) < 2:
        return made
    for name, analyzer, ngrams in (("words 1-2", "word", (1, 2)), ("characters 2-4", "char_wb", (2, 4))):  # fmt: skip # noqa: E501
        vectors = TfidfVectorizer(
            analyzer=analyzer, ngram_range=ngrams, min_df=2, sublinear_tf=True, max_features=20_000
        ).fit_transform(texts)
        for target, truth in (("adopted", adopted), ("party", party)):
            score = out_of_fold(_exact, vectors, truth, worlds)[:, 1]
            made[f"classifier of {name} for {target}"] = (score, target)
    return made


def _exact(n: int) -> LogisticRegression:
    """Few texts, alike in most words: a loose fit would not leave its start."""
    return linear(n, tolerance=1e-5)


def _anonymous(world: PublishedWorld, text: str) -> str:
    for name in world.names:
        text = text.replace(name, "Name")
    return re.sub(r"\d+", "9", text)


def _solved(score: Array, adopted: Array, worlds: Array) -> Rate:
    """Worlds whose highest score is the adopted account's; ties share the case."""
    hits = 0.0
    names = np.unique(worlds)
    for name in names:
        at = worlds == name
        top = np.isclose(score[at], score[at].max())
        hits += float((top & adopted[at]).sum() / top.sum())
    return rate(hits, len(names), CHANCE)

"""Whether the outside of a file tells its role: format, size, name, dates, properties, container.

Each feature alone, and all together (a linear model and a forest, with the words of file names),
trained on other worlds. Chaff names nobody of the dispute and bears no date inside its window, so
what only says that cannot be matched: it is measured apart and reported, not judged. Then the same
for real against synthetic worlds, where a split holds both.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
from scipy.sparse import csr_matrix, hstack
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.preprocessing import OrdinalEncoder

from builder.audit import Bar, Chart, GateResult, Panel
from builder.audit._intervals import Array, Auc, Trained, keeps_below, within_auc
from builder.audit._learning import linear, one_hot, out_of_fold, rates_elsewhere, trees
from builder.audit._outside import Frame, outside
from builder.audit._published import Published
from builder.schema import ROLES

TITLE = "Outside of the file: format, size, name, dates, properties, container -> role"
THRESHOLD = (
    "AUC at most 0.55 for each feature and all together, worlds left out; for chaff without what "
    "its definition fixes"
)

LIMIT = 0.55
EVIDENCE = ("merits", "signal")
# What the definition of chaff fixes: no date inside the window, no name of the dispute.
BY_DEFINITION = (
    "date",
    "author is an entity",
    "company is an entity",
    "name has an entity",
    "folder has an entity",
)
REAL_SOURCES = ("folder", "courtlistener")


def measure(published: Published) -> GateResult:
    """AUCs of each feature and of all, for each role against the rest and evidence against it."""
    frame, names = outside(published)
    roles = np.array([d.role for w in published.worlds for d in w.documents])
    worlds = np.array([w.world_id for w in published.worlds for _ in w.documents])
    alone = list(_single(frame, roles, worlds))
    fixed = [a for a in alone if a.name in {f"{f} -> chaff" for f in BY_DEFINITION}]
    single = [a for a in alone if a not in fixed]
    together = list(_together(frame, names, roles, worlds))
    fixed += _chaff(frame, names, roles, worlds, "all")
    verdict = keeps_below([*single, *together], LIMIT)
    best = max(together, key=lambda a: a.value)
    real, why = _real_or_not(published, frame, names)
    return GateResult(
        gate="outside",
        title=TITLE,
        threshold=THRESHOLD,
        passed=verdict.passed if real is not False else False,
        figure=verdict.worst.value,
        unit=f"AUC ({verdict.worst.name})",
        interval=(verdict.worst.low, verdict.worst.high),
        reason="; ".join(r for r in (verdict.reason, why if real is False else "") if r),
        sentences=(
            f"From {frame.shape[1]} features of the outside of a file and its name, trained on "
            f"other worlds, the best classifier tells a role with AUC {best.value:.2f} "
            f"[{best.low:.2f}, {best.high:.2f}] ({best.name}).",
            *_said_of_chaff(fixed),
            why,
        ),
        offenders=tuple(
            f"{a.name}: AUC {a.value:.3f}: {_which(a.name, frame, roles)}"
            for a in verdict.leaks[:12]
        ),
        panels=(
            _panel("All together", together),
            _panel("Single features, most telling", single),
            _panel("Chaff by what its definition fixes (reported, not judged)", fixed),
        ),
        chart=Chart(
            title="AUC of the most telling features, and of all together",
            bars=tuple(
                Bar(label=a.name, value=a.value, low=a.low, high=a.high)
                for a in [*together, *sorted(single, key=lambda a: -a.value)[:10]]
            ),
            low=0.4,
            high=1.0,
            limits=(0.5, LIMIT),
        ),
    )


def _targets(roles: Array) -> list[tuple[str, Array, Array]]:
    """Target, its rows, and the rows it is compared in: chaff against all, then the roles of the
    dispute among themselves, so that chaff being apart is counted once and not in every role."""
    disputed = roles != "chaff"
    targets = [
        (role, roles == role, disputed)
        for role in ROLES
        if role != "chaff" and (roles == role).any()
    ]
    targets.append(("evidence", np.isin(roles, EVIDENCE), disputed))
    if not disputed.all():
        targets.append(("chaff", ~disputed, np.ones_like(disputed)))
    return targets


def _single(frame: Frame, roles: Array, worlds: Array) -> list[Auc]:
    aucs: list[Auc] = []
    codes = {feature: pd.factorize(frame[feature])[0] for feature in frame.columns}
    for target, positive, among in _targets(roles):
        hit, where = positive[among], worlds[among]
        for feature in frame.columns:
            if frame[feature].nunique() > 1:
                score = rates_elsewhere(codes[feature][among], hit, where)
                made = Trained(frame[feature].nunique())
                aucs.append(within_auc(f"{feature} -> {target}", score, hit, where, made))
    return aucs


def numbered(frame: Frame) -> Array:
    """Every value as the number of its place among the sorted values of its column: sorting and
    comparing strings is most of the work of an encoder."""
    return np.column_stack([pd.factorize(frame[c], sort=True)[0] for c in frame.columns])


def matrix(frame: Frame, names: list[str]) -> Any:
    """All features and the words of file names as one sparse matrix."""
    words: Any = CountVectorizer(ngram_range=(1, 2), min_df=3, binary=True, token_pattern=r"\S+")
    parts: list[Any] = [one_hot(numbered(frame))]
    if len({w for n in names for w in n.split()}) > 3:
        parts.append(words.fit_transform(names))
    return csr_matrix(hstack(parts))


def _scores(frame: Frame, names: list[str], labels: Array, worlds: Array) -> dict[str, Array]:
    """Kind of classifier -> out-of-fold probabilities of each label."""
    codes = OrdinalEncoder(min_frequency=5).fit_transform(numbered(frame))
    return {
        "linear": out_of_fold(linear, matrix(frame, names), labels, worlds),
        "trees": out_of_fold(trees, codes, labels, worlds),
    }


def _together(frame: Frame, names: list[str], roles: Array, worlds: Array) -> list[Auc]:
    """The roles of the dispute among themselves, then chaff by what its definition leaves open."""
    disputed = roles != "chaff"
    own = roles[disputed]
    labels = np.unique(own)
    some = [name for name, kept in zip(names, disputed, strict=True) if kept]
    aucs: list[Auc] = []
    made = _scores(frame[disputed], some, own, worlds[disputed])
    for kind, scores in made.items():
        for target, positive, among in _targets(own):
            wanted = np.isin(labels, EVIDENCE) if target == "evidence" else labels == target
            score = scores[among][:, wanted].sum(axis=1)
            name = f"all, {kind} -> {target}"
            where = worlds[disputed][among]
            aucs.append(within_auc(name, score, positive[among], where, Trained()))
    open_to_it = frame.drop(columns=[c for c in BY_DEFINITION if c in frame])
    return aucs + _chaff(open_to_it, names, roles, worlds, "all that is open")


def _chaff(frame: Frame, names: list[str], roles: Array, worlds: Array, of: str) -> list[Auc]:
    chaff = roles == "chaff"
    if not chaff.any() or chaff.all():
        return []
    return [
        within_auc(f"{of}, {kind} -> chaff", scores[:, 1], chaff, worlds, Trained())
        for kind, scores in _scores(frame, names, chaff, worlds).items()
    ]


def _said_of_chaff(fixed: list[Auc]) -> list[str]:
    if not fixed:
        return []
    told = ", ".join(f"{a.name.partition(' -> ')[0]} {a.value:.2f}" for a in fixed)
    return [
        "Chaff names nobody of the dispute and bears no date inside its window; what only says so "
        f"tells it by definition and is not judged (AUC: {told})."
    ]


def _real_or_not(published: Published, frame: Frame, names: list[str]) -> tuple[bool | None, str]:
    """Whether real worlds look like synthetic ones from outside; documents grouped by world."""
    kinds = np.array(
        [w.source in REAL_SOURCES for w in published.worlds for _ in w.documents], dtype=bool
    )
    n_real = sum(w.source in REAL_SOURCES for w in published.worlds)
    n_made = len(published.worlds) - n_real
    if min(n_real, n_made) < 5:
        return None, (
            f"Real against synthetic was not measured: {n_real} real and {n_made} synthetic worlds."
        )
    worlds = np.array([w.world_id for w in published.worlds for _ in w.documents])
    scores = out_of_fold(linear, matrix(frame, names), kinds, worlds)[:, 1]
    mean: Frame = pd.Series(scores).groupby(worlds).mean()
    kind: Frame = pd.Series(kinds).groupby(worlds).first()
    auc = within_auc("real", mean.to_numpy(), kind.to_numpy(), np.zeros(len(mean)))
    leak = auc.value > LIMIT and auc.p < 0.05
    return not leak, f"Real against synthetic worlds from outside: AUC {auc.value:.2f}."


def _which(name: str, frame: Frame, roles: Array) -> str:
    """The values of a leaking feature whose share of the target is farthest from the rest."""
    feature, _, target = name.partition(" -> ")
    if feature not in frame:
        return "see the single features"
    positive, among = {t: (p[a], a) for t, p, a in _targets(roles)}[target]
    shares = (
        pd.DataFrame({"value": frame.loc[among, feature], "hit": positive})
        .groupby("value")["hit"]
    )  # fmt: skip
    told: Frame = shares.agg(["mean", "size"])
    told = told[told["size"] >= 5]
    told["far"] = (told["mean"] - positive.mean()).abs() * np.sqrt(told["size"])
    worst = told.sort_values("far", ascending=False).head(3)
    return ", ".join(
        f"{value!r} {row['mean']:.0%} of {row['size']:.0f} (all {positive.mean():.0%})"
        for value, row in worst.iterrows()
    )


def _panel(title: str, aucs: list[Auc]) -> Panel:
    return Panel(
        title=title,
        columns=("feature", "AUC", "95 % interval", "p"),
        rows=tuple(
            (a.name, f"{a.value:.3f}", f"{a.low:.3f} to {a.high:.3f}", f"{a.p:.2g}")
            for a in sorted(aucs, key=lambda a: -a.value)[:16]
        ),
    )

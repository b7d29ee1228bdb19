"""Whether the manner of a document tells its role when what it states is masked.

Character and word n-grams, whole template phrases and figures of style, trained on other worlds;
then the attack that matters: dropping what the classifier calls decoy.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np

from builder.audit import Bar, Chart, GateResult, Panel
from builder.audit._dropping import keyword_gain, mean_gain, oracle_gain
from builder.audit._intervals import Array, Auc, Trained, keeps_below, within_auc
from builder.audit._masking import manners
from builder.audit._published import Published
from builder.audit._style import predictions

TITLE = "Style: manner of writing, fact-bearing spans masked -> role"
THRESHOLD = (
    "AUC at most 0.65 between signal, pro_alternative and noise; dropping supposed decoys gains "
    "no policy more than 10 points"
)

LIMIT = 0.65
GAIN = 0.10
JUDGED = ("signal", "pro_alternative", "noise")
EVIDENCE = ("merits", "signal")
FEWEST = 5


def measure(published: Published) -> GateResult:
    """Pairwise AUCs by kind of feature, and the gain of two policies."""
    pieces: list[list[str]] = []
    for world in published.worlds:
        pieces += manners(world)
    roles = np.array([d.role for w in published.worlds for d in w.documents])
    worlds = np.array([w.world_id for w in published.worlds for _ in w.documents])
    if len(published.worlds) < FEWEST:
        return GateResult(
            gate="style", title=TITLE, threshold=THRESHOLD, passed=None,
            reason=f"not enough worlds: {len(published.worlds)} of {FEWEST}",
        )  # fmt: skip
    made = predictions(pieces, roles, worlds)
    labels = list(np.unique(roles))
    judged = list(_pairs(made, labels, roles, worlds, JUDGED))
    rest = list(_pairs(made, labels, roles, worlds, tuple(labels), without=JUDGED))
    verdict = keeps_below(judged, LIMIT)
    chaff = made["all"][:, [r == "chaff" for r in labels]].sum(axis=1)
    looks = made["all"][:, [r in EVIDENCE for r in labels]].sum(axis=1) / (1 - chaff + 1e-9)
    gains = _gains(published, looks, worlds)
    won = {n: g for n, g in gains.items() if g[0] > GAIN and g[1] > 0}
    return GateResult(
        gate="style",
        title=TITLE,
        threshold=THRESHOLD,
        passed=False if won else verdict.passed,
        figure=verdict.worst.value,
        unit=f"AUC ({verdict.worst.name})",
        interval=(verdict.worst.low, verdict.worst.high),
        reason="; ".join(
            [
                *([verdict.reason] if verdict.reason else []),
                *(f"dropping supposed decoys gains {n} {g[0]:+.0%}" for n, g in won.items()),
            ]
        ),
        sentences=(
            f"By manner of writing alone (facts masked, other worlds as training) the best "
            f"classifier tells signal, pro_alternative and noise apart with AUC "
            f"{verdict.worst.value:.2f} [{verdict.worst.low:.2f}, {verdict.worst.high:.2f}].",
            *(
                f"Dropping the half of the dispute's documents that looks least like evidence "
                f"changes the {n} policy by {g[0]:+.1%} [{g[1]:+.1%}, {g[2]:+.1%}]."
                for n, g in gains.items()
            ),
        ),
        offenders=(*_telling_phrases(pieces, roles, worlds),) if verdict.passed is False else (),
        panels=(
            _panel("Between signal, pro_alternative and noise", judged),
            _panel("Between other roles (reported)", rest),
        ),
        chart=Chart(
            title="AUC between roles by manner of writing",
            bars=tuple(
                Bar(label=a.name, value=a.value, low=a.low, high=a.high) for a in judged
            ),
            low=0.4,
            limits=(0.5, LIMIT),
        ),
    )  # fmt: skip


def _pairs(
    made: dict[str, Array],
    labels: list[str],
    roles: Array,
    worlds: Array,
    of: tuple[str, ...],
    without: tuple[str, ...] = (),
) -> list[Auc]:
    """An AUC for each pair of roles and kind of feature; pairs wholly in `without` are left out."""
    aucs: list[Auc] = []
    for first, second in combinations([r for r in of if r in labels], 2):
        if first in without and second in without:
            continue
        rows = np.isin(roles, (first, second))
        for kind, scores in made.items():
            a, b = scores[rows, labels.index(first)], scores[rows, labels.index(second)]
            name = f"{first} / {second} by {kind}"
            share, truth = a / (a + b + 1e-12), roles[rows] == first
            aucs.append(within_auc(name, share, truth, worlds[rows], Trained()))
    return aucs


def _gains(
    published: Published, looks: Array, worlds: Array
) -> dict[str, tuple[float, float, float]]:
    of = {w.world_id: looks[worlds == w.world_id] for w in published.worlds}
    return {
        "keyword": mean_gain([keyword_gain(w, of[w.world_id]) for w in published.worlds]),
        "oracle-evidence": mean_gain([oracle_gain(w, of[w.world_id]) for w in published.worlds]),
    }


def _telling_phrases(pieces: list[list[str]], roles: Array, worlds: Array) -> list[str]:
    """Masked pieces of several worlds whose role mix is farthest from the mix of all."""
    share = {role: float(np.mean(roles == role)) for role in np.unique(roles)}
    where: dict[str, set[tuple[str, str, int]]] = {}
    for index, found in enumerate(pieces):
        for piece in found:
            if len(piece.split()) >= 3:
                where.setdefault(piece, set()).add((str(roles[index]), str(worlds[index]), index))
    scored: list[tuple[float, str]] = []
    for piece, places in where.items():
        if len({w for _, w, _ in places}) < 3:
            continue
        for role, base in share.items():
            hits = sum(r == role for r, _, _ in places)
            far = (hits - len(places) * base) / (len(places) * base * (1 - base) + 0.5) ** 0.5
            scored.append((far, f"{piece[:90]!r}: {hits} of {len(places)} in {role}"))
    return [text for _, text in sorted(scored, reverse=True)[:12]]


def _panel(title: str, aucs: list[Auc]) -> Panel:
    return Panel(
        title=title,
        columns=("roles and feature", "AUC", "95 % interval", "p"),
        rows=tuple(
            (a.name, f"{a.value:.3f}", f"{a.low:.3f} to {a.high:.3f}", f"{a.p:.2g}")
            for a in sorted(aucs, key=lambda a: -a.value)[:18]
        ),
    )

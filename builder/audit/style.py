"""Whether the manner of a document tells its role when what it states is masked.

Character and word n-grams, whole template phrases and figures of style. The question is what the
style of that which is NOT the fact tells, so the mask takes the whole passage that tells it
(`_masking`), and its like from papers that tell nothing. It is asked of two outsiders: one who
knows no world of the scenario (scenarios left out: general manner), one who has other worlds of it
with their keys (worlds left out). Both are judged, and so is the attack that matters, dropping what
each of them calls decoy.

Scenarios are public: their wordings of facts recur over worlds, and whoever has learned them, from
the file or from other worlds' keys, knows in a document what is told of a fact. That is no manner
of writing and no mask can mend it; only new scenarios can. It is measured on whole texts, as AUC
and as the same attack, and reported, not judged.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

import numpy as np

from builder.audit import Bar, Chart, GateResult, Panel
from builder.audit._dropping import Change, Gain, changes, mean_gain
from builder.audit._intervals import Array, Auc, Trained, keeps_below, within_auc
from builder.audit._kin import kin
from builder.audit._masking import masked
from builder.audit._published import Published
from builder.audit._style import predictions

TITLE = "Style: manner of writing, fact-bearing passages masked -> role"
THRESHOLD = (
    "AUC at most 0.65 between signal, pro_alternative and noise, scenarios or worlds left out; "
    "dropping supposed decoys gains no policy more than 10 points"
)

LIMIT = 0.65
GAIN = 0.10
JUDGED = ("signal", "pro_alternative", "noise")
EVIDENCE = ("merits", "signal")
FEWEST = 5
MASKED, WHOLE = "masked", "whole texts"

Made = dict[str, dict[str, Array]]  # "masked, worlds out" -> kind of feature -> probabilities


def measure(published: Published) -> GateResult:
    """Pairwise AUCs by kind of feature, and the gain of two policies."""
    if len(published.worlds) < FEWEST:
        return GateResult(
            gate="style", title=TITLE, threshold=THRESHOLD, passed=None,
            reason=f"not enough worlds: {len(published.worlds)} of {FEWEST}",
        )  # fmt: skip
    disputed = [
        (document.role, world.world_id, story, one)
        for world, story in zip(published.worlds, kin(published), strict=True)
        for document, one in zip(world.documents, masked(world), strict=True)
        if document.role != "chaff"
    ]
    roles = np.array([role for role, _, _, _ in disputed])
    worlds = np.array([world_id for _, world_id, _, _ in disputed])
    stories = np.array([story for _, _, story, _ in disputed])
    groups = {"scenarios out": stories, "worlds out": worlds}
    if len(set(stories)) < FEWEST:  # a build of one scenario can only be asked by worlds
        del groups["scenarios out"]
    kept = [one.kept for _, _, _, one in disputed]
    made = _named(MASKED, predictions(kept, roles, groups))
    made |= _named(
        WHOLE, predictions([o.pieces for _, _, _, o in disputed], roles, groups, matter=True)
    )
    aucs = {way: list(_pairs(found, way, roles, worlds)) for way, found in made.items()}
    judged = [a for way, found in aucs.items() if way.startswith(MASKED) for a in found]
    gains = _gains(published, made, roles, worlds)
    phrases = _telling_phrases(kept, roles, worlds)
    return _result(judged, aucs, gains, phrases)


def _named(texts: str, made: Made) -> Made:
    return {f"{texts}, {way}": found for way, found in made.items()}


def _result(
    judged: list[Auc], aucs: Mapping[str, list[Auc]], gains: Mapping[str, Gain], phrases: list[str]
) -> GateResult:
    verdict = keeps_below([a for a in judged if _between(a.name, JUDGED)], LIMIT)
    won = {n: g for n, g in gains.items() if n.startswith(MASKED) and g[0] > GAIN and g[1] > 0}
    whole = [a for way, found in aucs.items() if way.startswith(WHOLE) for a in found]
    known = max((a for a in whole if _between(a.name, JUDGED)), key=lambda a: a.value)
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
            f"By manner of writing alone (passages about facts masked) the best classifier tells "
            f"signal, pro_alternative and noise apart with AUC {verdict.worst.value:.2f} "
            f"[{verdict.worst.low:.2f}, {verdict.worst.high:.2f}] ({verdict.worst.name}).",
            f"Scenarios are public and their wordings recur: on whole texts, nothing masked, it is "
            f"{known.value:.2f} [{known.low:.2f}, {known.high:.2f}] ({known.name}).",
            *(
                f"Dropping the half of the dispute's documents that looks least like evidence "
                f"changes the policy {n} by {g[0]:+.1%} [{g[1]:+.1%}, {g[2]:+.1%}]."
                for n, g in gains.items()
            ),
        ),
        offenders=tuple(phrases) if verdict.passed is False else (),
        panels=(
            _panel("Manner alone: signal, pro_alternative, noise", judged, JUDGED),
            _panel("Manner alone: other roles (reported)", judged, None),
            _panel(
                "Whole texts: what recurring wordings tell (reported)",
                whole,
                JUDGED,
            ),
            Panel(
                title="Dropping the half that looks least like evidence (masked is judged)",
                columns=("what was learned from, and policy", "gain", "95 % interval"),
                rows=tuple(
                    (n, f"{g[0]:+.1%}", f"{g[1]:+.1%} to {g[2]:+.1%}") for n, g in gains.items()
                ),
            ),
        ),
        chart=Chart(
            title="AUC between roles, all features together",
            bars=tuple(
                Bar(label=a.name, value=a.value, low=a.low, high=a.high)
                for found in aucs.values()
                for a in found
                if _between(a.name, JUDGED) and " by all" in a.name
            ),
            low=0.4,
            limits=(0.5, LIMIT),
        ),
    )


def _between(name: str, roles: Sequence[str]) -> bool:
    """Whether an AUC of this name is one between two of some roles."""
    return set(name.partition(" by ")[0].split(" / ")) <= set(roles)


def _pairs(made: Mapping[str, Array], way: str, roles: Array, worlds: Array) -> list[Auc]:
    """An AUC for each pair of roles and kind of feature."""
    labels = list(np.unique(roles))
    aucs: list[Auc] = []
    order = [r for r in JUDGED if r in labels] + [r for r in labels if r not in JUDGED]
    for first, second in combinations(order, 2):
        rows = np.isin(roles, (first, second))
        for kind, scores in made.items():
            a, b = scores[rows, labels.index(first)], scores[rows, labels.index(second)]
            name = f"{first} / {second} by {kind}, {way}"
            share, truth = a / (a + b + 1e-12), roles[rows] == first
            aucs.append(within_auc(name, share, truth, worlds[rows], Trained()))
    return aucs


def _gains(published: Published, made: Made, roles: Array, worlds: Array) -> dict[str, Gain]:
    evidence = np.isin(np.unique(roles), EVIDENCE)
    looks = {way: found["all"][:, evidence].sum(axis=1) for way, found in made.items()}
    pairs: dict[str, list[Change]] = {}
    for world in published.worlds:
        mine = worlds == world.world_id
        for (way, policy), change in changes(world, {w: s[mine] for w, s in looks.items()}).items():
            pairs.setdefault(f"{way}: {policy}", []).append(change)
    return {name: mean_gain(found) for name, found in pairs.items()}


def _telling_phrases(pieces: Sequence[Sequence[str]], roles: Array, worlds: Array) -> list[str]:
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


def _panel(title: str, aucs: list[Auc], among: Sequence[str] | None) -> Panel:
    """The highest of some AUCs: those between the roles `among`, or (None) all but the judged."""
    chosen = [a for a in aucs if _between(a.name, among or JUDGED) == (among is not None)]
    return Panel(
        title=title,
        columns=("roles and feature", "AUC", "95 % interval", "p"),
        rows=tuple(
            (a.name, f"{a.value:.3f}", f"{a.low:.3f} to {a.high:.3f}", f"{a.p:.2g}")
            for a in sorted(chosen, key=lambda a: -a.value)[:18]
        ),
    )

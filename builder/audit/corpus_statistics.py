"""Whether counting words in the corpus solves cases, with nothing understood.

Policies believe the account whose own words stand most often, in most documents, in the newest or
the longest ones, or in the best passages, or part by part; and, since decoys outnumber, the account
that is least spoken of. Then whether counts of words, numbers and names tell what is true from what
is set against it.

The brief of this gate says "within 10 points of 25 %". An attack is what solves more: a policy that
is right in fewer cases is of use only turned round, by believing one of the other three accounts,
and that solves (1 - rate) / 3, which is a third at the most, even of a policy that is never right.
So each policy is judged by the better of the two, against 35 %; the low rates stand in the table.
"""

from __future__ import annotations

from collections import defaultdict

from builder.audit import Bar, Chart, GateResult, Panel
from builder.audit._counts import told_apart
from builder.audit._intervals import Auc, Rate, keeps_below, rate
from builder.audit._published import Published
from builder.audit._ranking import count_words, credit, scores

TITLE = "Corpus statistics: most mentioned, most documents, most recent -> adopted"
THRESHOLD = (
    "no policy, followed or turned round, solves more than 10 points above 25 %; counts tell "
    "signal from pro_alternative with AUC at most 0.65"
)

CHANCE = 0.25
MARGIN = 0.10
SIGNIFICANT = 0.05
LIMIT = 0.65
JUDGED = "signal / pro_alternative"


def measure(published: Published) -> GateResult:
    """The rate of worlds that each counting policy solves."""
    hits: dict[str, float] = defaultdict(float)
    for world in published.worlds:
        for way, found in scores(world, count_words(world)).items():
            hits[way] += credit(found, world.adopted)
            hits[way.replace("most ", "least ").replace("best ", "worst ")] += credit(
                found, world.adopted, lowest=True
            )
    n = len(published.worlds)
    rates = {way: rate(h, n, CHANCE) for way, h in hits.items()}
    off = {w: r for w, r in rates.items() if gained(r.value) > CHANCE + MARGIN}
    failed = {w: r for w, r in off.items() if r.p * len(rates) < SIGNIFICANT}
    wide = max((r.high - r.low) / 2 for r in rates.values()) > MARGIN
    worst_name, worst = max(rates.items(), key=lambda i: gained(i[1].value))
    aucs = told_apart(published)
    leaks = keeps_below([a for a in aucs if a.name == JUDGED], LIMIT).leaks if aucs else ()
    passed = False if failed or leaks else None if wide or off else True
    return GateResult(
        gate="corpus_statistics",
        title=TITLE,
        threshold=THRESHOLD,
        passed=passed,
        figure=worst.value,
        unit=f"of cases solved ({worst_name})",
        interval=(worst.low, worst.high),
        reason="; ".join(
            [r for r in (_reason(passed, failed, off, n),) if r]
            + [f"counts tell {a.name} with AUC {a.value:.2f}" for a in leaks]
        ),
        sentences=(
            f"Believing the account whose words are most mentioned solves "
            f"{rates['most mentioned'].value:.0%} of {n} cases, most recent "
            f"{rates['most recent'].value:.0%}, most documents "
            f"{rates['most documents'].value:.0%}; chance is 25 %.",
            *(
                f"Counts of words, numbers and names tell {a.name} with AUC {a.value:.2f} "
                f"[{a.low:.2f}, {a.high:.2f}]."
                for a in aucs
                if a.name == JUDGED
            ),
        ),
        offenders=tuple(f"{w}: {r.value:.0%} of {r.n}, p {r.p:.2g}" for w, r in failed.items()),
        panels=(
            Panel(
                title="Cases solved by counting",
                columns=("policy", "solved", "95 % interval", "p"),
                rows=tuple(
                    (w, f"{r.value:.1%}", f"{r.low:.1%} to {r.high:.1%}", f"{r.p:.2g}")
                    for w, r in sorted(rates.items(), key=lambda i: -i[1].value)
                ),
            ),
            _roles(aucs),
        ),
        chart=Chart(
            title="Cases solved by counting words",
            bars=tuple(
                Bar(label=w, value=r.value, low=r.low, high=r.high) for w, r in rates.items()
            ),
            limits=(CHANCE, CHANCE + MARGIN),
        ),
    )


def gained(solved: float) -> float:
    """What a policy solves, or its contrary: one of the accounts that it does not believe."""
    return max(solved, (1 - solved) / 3)


def _roles(aucs: list[Auc]) -> Panel:
    return Panel(
        title=f"Roles by counts ({JUDGED} is judged: a file that states something shows)",
        columns=("roles", "AUC", "95 % interval", "p"),
        rows=tuple(
            (a.name, f"{a.value:.3f}", f"{a.low:.3f} to {a.high:.3f}", f"{a.p:.2g}")
            for a in sorted(aucs, key=lambda a: -a.value)
        ),
    )


def _reason(passed: bool | None, failed: dict[str, Rate], off: dict[str, Rate], n: int) -> str:
    if passed:
        return ""
    if passed is False:
        return ", ".join(f"{w} solves {r.value:.0%}" for w, r in failed.items())
    return f"not enough worlds: {n}; intervals are wider than 10 points" + (
        f"; {len(off)} policies are more than 10 points above chance" if off else ""
    )

"""Whether knowing who usually wins solves cases: the adopted side overall and by case type.

An investigator that always believes the defendant's (or the plaintiff's) account, or the side that
wins more often in other worlds of the same case type, must not do better than a coin.
"""

from __future__ import annotations

from collections import Counter

from builder.audit import Bar, Chart, GateResult, Panel
from builder.audit._intervals import rate
from builder.audit._published import Published, PublishedWorld

TITLE = "Outcome prior: the adopted side, overall and by case type"
THRESHOLD = "sides within chance of 50 %, overall and for each case type"

ENOUGH_WORLDS = 20
SIGNIFICANT = 0.05


def measure(published: Published) -> GateResult:
    """The rate at which the defendant's account is the adopted one."""
    sides = {w.world_id: adopted_side(w) for w in published.worlds}
    sided = [w for w in published.worlds if sides[w.world_id]]
    wins = sum(sides[w.world_id] == "defendant" for w in sided)
    overall = rate(wins, len(sided))
    types = sorted({w.case_type for w in sided})
    by_type = {
        t: rate(
            sum(sides[w.world_id] == "defendant" for w in sided if w.case_type == t),
            sum(w.case_type == t for w in sided),
        )
        for t in types
    }
    learned = rate(_learned(sided, sides), len(sided))
    rows = {"defendant adopted": overall, "side learned from other worlds": learned, **by_type}
    off = {name: r for name, r in rows.items() if r.p * len(rows) < SIGNIFICANT}
    if learned.value < 0.5:  # a rule that loses solves nothing
        off.pop("side learned from other worlds", None)
    few = len(sided) < ENOUGH_WORLDS
    return GateResult(
        gate="outcome_prior",
        title=TITLE,
        threshold=THRESHOLD,
        passed=False if off else None if few else True,
        figure=overall.value,
        unit="share of worlds in which the defendant's account is adopted",
        interval=(overall.low, overall.high),
        reason=", ".join(f"{n} {r.value:.0%} of {r.n}" for n, r in off.items())
        or (f"not enough worlds: {len(sided)} of {ENOUGH_WORLDS}" if few else ""),
        sentences=(
            f"The defendant's account is the adopted one in {overall.value:.0%} of {overall.n} "
            f"worlds [{overall.low:.0%}, {overall.high:.0%}]; believing the side that wins in "
            f"other worlds of the case type would be right in {learned.value:.0%}.",
        ),
        offenders=tuple(f"{n}: {r.value:.0%} of {r.n}, p {r.p:.2g}" for n, r in off.items()),
        panels=(
            Panel(
                title="Adopted side",
                columns=("of", "defendant's", "worlds", "95 % interval"),
                rows=tuple(
                    (n, f"{r.value:.0%}", str(r.n), f"{r.low:.0%} to {r.high:.0%}")
                    for n, r in rows.items()
                ),
            ),
        ),
        chart=Chart(
            title="Worlds in which the defendant's account is adopted",
            bars=tuple(
                Bar(label=n, value=r.value, low=r.low, high=r.high) for n, r in rows.items()
            ),
            limits=(0.5,),
        ),
    )


def adopted_side(world: PublishedWorld) -> str:
    """The party whose account is adopted; empty where the key names none."""
    return next(
        (h.side or "" for h in world.dag.hypotheses if h.hypothesis_id == world.adopted), ""
    )


def _learned(worlds: list[PublishedWorld], sides: dict[str, str]) -> float:
    """Worlds whose side is the commoner one in the other worlds of their type; a tie is half."""
    hits = 0.0
    for world in worlds:
        others = Counter(
            sides[o.world_id] for o in worlds
            if o.case_type == world.case_type and o.world_id != world.world_id
        )  # fmt: skip
        mine = others[sides[world.world_id]]
        theirs = others.total() - mine
        hits += 1.0 if mine > theirs else 0.5 if mine == theirs else 0.0
    return hits

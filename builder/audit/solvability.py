"""Which worlds nobody solves, which everybody solves, and which are solved without evidence.

Takes Inspect logs, and sheets of people (columns `world_id`, `who`, `solved`, `opened`). Policies
that look at the key are no investigators: the oracle is the ceiling that every world must reach.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from builder.audit import Bar, Chart, GateResult, Panel
from builder.audit._intervals import rate
from builder.audit._logs import Shown, read_shown
from builder.audit._published import Published
from builder.audit._sheets import read_rows

TITLE = "Solvability by people and models"
THRESHOLD = (
    "the oracle solves every world it was run on; without evidence cases are solved within chance "
    "of 25 %"
)

CHANCE = 0.25
SIGNIFICANT = 0.05
ORACLE = "policy/oracle"
POLICY = "policy/"
PEEKING = ("policy/party_coin",)
YES = ("1", "1.0", "yes", "true", "y", "solved")


def measure(published: Published) -> GateResult:
    """Sorts the worlds by who solved them; not measured without logs or sheets."""
    known = {w.world_id for w in published.worlds}
    samples = [s for s in read_shown(published.extras.logs) if s.world_id in known]
    samples += [s for s in _people(published) if s.world_id in known]
    if not samples:
        return GateResult(
            gate="solvability", title=TITLE, threshold=THRESHOLD, passed=None,
            reason="no logs and no sheets of these worlds were given (--logs, --sheets)",
        )  # fmt: skip
    oracle = _by_world(s for s in samples if s.model == ORACLE)
    others = [s for s in samples if not s.model.startswith(POLICY)]
    blind = [s for s in samples if s.coverage == 0 and s.model not in (ORACLE, *PEEKING)]
    tried = _by_world(others)
    missed = sorted(w for w, solved in oracle.items() if not all(solved))
    nobody = sorted(w for w, solved in tried.items() if not any(solved))
    everybody = sorted(w for w, solved in tried.items() if all(solved))
    without = rate(sum(s.solved for s in blind), len(blind), CHANCE)
    guessed = bool(blind) and without.value > CHANCE and without.p < SIGNIFICANT
    reasons = [
        *([f"the oracle fails in {len(missed)} worlds"] if missed else []),
        *([f"without evidence {without.value:.0%} are solved"] if guessed else []),
    ]
    solved = rate(sum(s.solved for s in others), len(others), CHANCE)
    return GateResult(
        gate="solvability",
        title=TITLE,
        threshold=THRESHOLD,
        passed=not reasons,
        figure=without.value if blind else None,
        unit="of samples solved without opening a file",
        interval=(without.low, without.high) if blind else None,
        reason="; ".join(reasons),
        sentences=(
            f"Of {len(tried)} worlds that investigators tried, {len(nobody)} were solved by nobody "
            f"and {len(everybody)} by all; {without.value:.0%} of {without.n} samples without an "
            "opened file were solved."
            if tried
            else f"No investigator tried these worlds; {without.n} samples opened no file.",
        ),
        offenders=(
            *(f"oracle fails: {w}" for w in missed[:8]),
            *(f"solved by nobody: {w}" for w in nobody[:8]),
        ),
        panels=(
            Panel(
                title="Worlds by who solved them",
                columns=("worlds", "count", "which"),
                rows=(
                    ("solved by nobody", str(len(nobody)), ", ".join(nobody[:6])),
                    ("solved by all", str(len(everybody)), ", ".join(everybody[:6])),
                    ("solved without evidence", str(sum(s.solved for s in blind)), ""),
                ),
            ),
            _by_model(samples),
        ),
        chart=Chart(
            title="Cases solved",
            bars=tuple(
                Bar(label=name, value=r.value, low=r.low, high=r.high)
                for name, r in (("investigators", solved), ("without evidence", without))
                if r.n
            ),
            limits=(CHANCE,),
        ),
    )


def _people(published: Published) -> list[Shown]:
    return [
        Shown(
            model=f"person {row['who']}",
            world_id=row["world_id"],
            solved=row["solved"].lower() in YES,
            order=(),
            believed_slots=(),
            coverage=float(row["opened"]) if row.get("opened", "").strip() else None,
        )
        for row in read_rows(published.extras.sheets, ("world_id", "who", "solved"))
    ]


def _by_world(samples: Iterable[Shown]) -> dict[str, list[bool]]:
    found: dict[str, list[bool]] = defaultdict(list)
    for sample in samples:
        found[sample.world_id].append(sample.solved)
    return found


def _by_model(samples: list[Shown]) -> Panel:
    found: dict[str, list[bool]] = defaultdict(list)
    for sample in samples:
        found[sample.model].append(sample.solved)
    rates = {name: rate(sum(s), len(s), CHANCE) for name, s in sorted(found.items())}
    return Panel(
        title="Cases solved by investigator",
        columns=("who", "samples", "solved", "95 % interval"),
        rows=tuple(
            (name, str(r.n), f"{r.value:.0%}", f"{r.low:.0%} to {r.high:.0%}")
            for name, r in rates.items()
        ),
    )

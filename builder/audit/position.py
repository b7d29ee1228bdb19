"""Whether the place or label of an account tells its truth: slots h1..h4, and H1..H4 in logs.

Published order and ids must be balanced over worlds; with evaluation logs, the slots in which the
adopted account was shown, and whether belief depends on the slot.
"""

from __future__ import annotations

import numpy as np
from scipy.stats import chisquare, multinomial

from builder.audit import Bar, Chart, GateResult, Panel
from builder.audit._logs import Shown, read_shown
from builder.audit._published import Published

TITLE = "Position: slots and labels of the adopted and rejected accounts"
THRESHOLD = "chi-square p at least 0.01 for each"

SLOTS = 4
ENOUGH_WORLDS = 20
SIGNIFICANT = 0.01
DRAWS = 20_000


def measure(published: Published) -> GateResult:
    """Counts by slot with the chance of counts as uneven."""
    counts: dict[str, list[int]] = {}
    for name in ("adopted", "rejected"):
        slots, labels = [0] * SLOTS, [0] * SLOTS
        for world in published.worlds:
            wanted = getattr(world, name)
            slots[list(world.accounts).index(wanted)] += 1
            labels[sorted(world.accounts).index(wanted)] += 1
        counts[f"{name}, place in the list"] = slots
        counts[f"{name}, label"] = labels
    shown = read_shown(published.extras.logs)
    if shown:
        counts |= _of_logs(shown, {w.world_id: w.adopted for w in published.worlds})
    chances = {name: uneven(found) for name, found in counts.items()}
    failed = {n: p for n, p in chances.items() if p < SIGNIFICANT}
    few = len(published.worlds) < ENOUGH_WORLDS
    worst = min(chances, key=lambda n: chances[n])
    return GateResult(
        gate="position",
        title=TITLE,
        threshold=THRESHOLD,
        passed=False if failed else None if few else True,
        figure=chances[worst],
        unit=f"p, the least ({worst})",
        reason=", ".join(f"{n} {counts[n]}" for n in failed)
        or (f"not enough worlds: {len(published.worlds)} of {ENOUGH_WORLDS}" if few else ""),
        sentences=(
            f"The adopted account stands in slots 1 to 4 in {counts['adopted, place in the list']} "
            f"worlds (p {chances['adopted, place in the list']:.2f} by chi-square).",
        ),
        offenders=tuple(f"{n}: {counts[n]}, p {p:.2g}" for n, p in failed.items()),
        panels=(
            Panel(
                title="Worlds (or samples) by slot",
                columns=("of", "1", "2", "3", "4", "p"),
                rows=tuple(
                    (n, *(str(c) for c in found), f"{chances[n]:.2g}")
                    for n, found in counts.items()
                ),
            ),
        ),
        chart=Chart(
            title="Share of worlds with the adopted account in each slot",
            bars=tuple(
                Bar(label=f"slot {i}", value=c / max(1, len(published.worlds)))
                for i, c in enumerate(counts["adopted, place in the list"], start=1)
            ),
            limits=(1 / SLOTS,),
        ),
    )


def uneven(counts: list[int]) -> float:
    """The chance of counts at least as uneven: chi-square, exact (by draws) where they are few."""
    n = sum(counts)
    if not n:
        return 1.0
    value = float(chisquare(counts).statistic)
    if n >= 5 * len(counts):
        return float(chisquare(counts).pvalue)
    draws = multinomial(n, [1 / len(counts)] * len(counts)).rvs(
        DRAWS, random_state=np.random.default_rng(0)
    )
    expected = n / len(counts)
    return float(np.mean(((draws - expected) ** 2 / expected).sum(axis=1) >= value - 1e-9))


def _of_logs(shown: list[Shown], truth: dict[str, str]) -> dict[str, list[int]]:
    """Where the adopted account was shown, and where accounts were believed."""
    adopted, believed = [0] * SLOTS, [0] * SLOTS
    for sample in shown:
        if (hypothesis_id := truth.get(sample.world_id)) in sample.order:
            adopted[sample.order.index(hypothesis_id)] += 1
        for slot in sample.believed_slots:
            believed[slot - 1] += 1
    return {"logs: adopted shown in slot": adopted, "logs: believed in slot": believed}

"""Whether the same people and companies turn up in many worlds, so that a name could be learned.

A full name of a person or organization may stand in three of a hundred worlds; with fewer worlds,
in three. Places and things are named by codes of their own and are left out.
"""

from __future__ import annotations

from collections import Counter

from builder.audit import GateResult, Panel
from builder.audit._published import Published

TITLE = "Recurring names: the same person or company in many worlds"
THRESHOLD = "no full name of a person or organization in more than 3 of 100 worlds"

MOST = 3
OF = 100
KINDS = ("person", "organization")


def measure(published: Published) -> GateResult:
    """The name that stands in most worlds, and how many names stand in more than one."""
    n_worlds = len(published.worlds)
    limit = max(MOST, MOST * n_worlds // OF)
    where = {kind: _where(published, kind) for kind in KINDS}
    every = sorted(
        ((count, name) for found in where.values() for name, count in found.items()),
        key=lambda pair: (-pair[0], pair[1]),
    )
    over = [f"{name!r} in {count} worlds" for count, name in every if count > limit]
    worst = every[0][0] if every else 0
    return GateResult(
        gate="recurring_names",
        title=TITLE,
        threshold=THRESHOLD,
        passed=not over,
        figure=worst,
        unit="worlds for the name that recurs most",
        reason=f"{len(over)} names in more than {limit} of {n_worlds} worlds" if over else "",
        sentences=(
            f"No full name of {sum(map(len, where.values()))} stands in more than {worst} of "
            f"{n_worlds} worlds.",
        ),
        offenders=tuple(over[:20]),
        panels=(
            Panel(
                title="Names by the number of worlds they stand in",
                columns=("kind", "names", "in one", "in two", "in three", "in more"),
                rows=tuple((kind, *_row(found)) for kind, found in where.items()),
            ),
        ),
    )


def _where(published: Published, kind: str) -> Counter[str]:
    return Counter(
        name
        for world in published.worlds
        for name in {e["name"] for e in world.entities if e["kind"] == kind}
    )


def _row(found: Counter[str]) -> tuple[str, ...]:
    sizes = Counter(min(count, MOST + 1) for count in found.values())
    return (str(len(found)), *(str(sizes[count]) for count in range(1, MOST + 2)))

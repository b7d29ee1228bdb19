"""Draws documents for attorneys to check the certificate by, and joins what they say.

Strata are roles within case types, sampled in proportion; the size follows from the precision that
is wanted of the pass rate. Answers come as sheets with `world_id`, `document_id`, `grade` (pass,
borderline, fail).
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from random import Random

from builder.audit import Bar, Chart, GateResult, Panel
from builder.audit._intervals import rate
from builder.audit._published import Document, Published
from builder.audit._sheets import read_rows

TITLE = "Certificate sampling: what attorneys say of a stratified sample"
THRESHOLD = "at least 90 % of sampled documents pass, known within 5 points"

WANTED = 0.90
PRECISION = 0.05
EXPECTED = 0.90
Z = 1.96

Drawn = tuple[str, Document]
Stratum = tuple[str, str]


def measure(published: Published) -> GateResult:
    """The sample, and the pass rate where sheets answer it."""
    size = sample_size(published.n_documents)
    drawn = draw(published, size)
    wanted = {(world_id, d.document_id) for world_id, d in drawn}
    grades = {
        (row["world_id"], row["document_id"]): row["grade"].lower()
        for row in read_rows(published.extras.sheets, ("world_id", "document_id", "grade"))
        if row["grade"]
    }
    answered = {place: grade for place, grade in grades.items() if place in wanted}
    passed = rate(sum(g == "pass" for g in answered.values()), len(answered), WANTED)
    wide = not answered or (passed.high - passed.low) / 2 > PRECISION + 0.01
    failed = bool(answered) and passed.high < WANTED
    failing = sorted(place for place, grade in answered.items() if grade == "fail")
    return GateResult(
        gate="certificate_sample",
        title=TITLE,
        threshold=THRESHOLD,
        passed=False if failed else None if wide else passed.value >= WANTED,
        figure=passed.value if answered else None,
        unit="of answered documents pass",
        interval=(passed.low, passed.high) if answered else None,
        reason=f"{passed.value:.0%} pass"
        if failed
        else f"{len(answered)} of {size} drawn documents are answered (--sheets)"
        if wide
        else "",
        sentences=(
            f"A sample of {size} of {published.n_documents} documents, in proportion over roles "
            f"and case types, tells the pass rate within {PRECISION:.0%}; attorneys have answered "
            f"{len(answered)}.",
        ),
        offenders=tuple(f"fail: {w}/{d}" for w, d in failing[:20]),
        panels=(
            _strata(published, drawn),
            Panel(
                title="Documents drawn",
                columns=("world", "documents"),
                rows=tuple(
                    (world.world_id, ", ".join(sorted(d for w, d in wanted if w == world.world_id)))
                    for world in published.worlds
                ),
            ),
        ),
        chart=Chart(
            title="Pass rate of answered documents",
            bars=(Bar(label="all", value=passed.value, low=passed.low, high=passed.high),),
            limits=(WANTED,),
        )
        if answered
        else None,
    )  # fmt: skip


def sample_size(population: int) -> int:
    """Documents that tell a pass rate within PRECISION at 95 %, for a finite population."""
    endless = Z**2 * EXPECTED * (1 - EXPECTED) / PRECISION**2
    return min(population, math.ceil(endless / (1 + (endless - 1) / max(1, population))))


def draw(published: Published, size: int) -> list[Drawn]:
    """A seeded sample in proportion to the strata, by largest remainders."""
    strata: dict[Stratum, list[Drawn]] = defaultdict(list)
    for world in published.worlds:
        for document in world.documents:
            strata[world.case_type, document.role].append((world.world_id, document))
    shares = {s: size * len(held) / published.n_documents for s, held in sorted(strata.items())}
    counts = {s: int(share) for s, share in shares.items()}
    rest = sorted(shares, key=lambda s: (counts[s] - shares[s], s))[: size - sum(counts.values())]
    counts.update({s: counts[s] + 1 for s in rest})
    return [
        drawn
        for s, n in counts.items()
        for drawn in Random(f"{published.split}/certificate/{s}").sample(strata[s], n)
    ]


def _strata(published: Published, drawn: list[Drawn]) -> Panel:
    types = {w.world_id: w.case_type for w in published.worlds}
    held = Counter((types[w.world_id], d.role) for w in published.worlds for d in w.documents)
    taken = Counter((types[world_id], d.role) for world_id, d in drawn)
    return Panel(
        title="Strata",
        columns=("case type", "role", "documents", "drawn"),
        rows=tuple((t, r, str(n), str(taken[t, r])) for (t, r), n in sorted(held.items())),
    )

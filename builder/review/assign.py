"""Which reviewer gets which cases.

In: cases, a number of people, which part of the cases everybody gets. Out: world ids by reviewer.
The shared cases are drawn in proportion from each case type, the others are dealt in turn. Seeded.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from builder.review.questions import Case
from builder.schema import CASE_TYPES


def assign(
    cases: Sequence[Case], reviewers: int, part: float, seed: int
) -> dict[str, tuple[str, ...]]:
    """World ids by reviewer (`reviewer-1` ...). With two reviewers or more, at least one case of
    each case type is shared unless `part` is 0."""
    rng = Random(f"review/{seed}")
    shared: list[str] = []
    dealt: list[str] = []
    for case_type in CASE_TYPES:
        ids = sorted(case.world_id for case in cases if case.case_type == case_type)
        rng.shuffle(ids)
        n = min(max(round(part * len(ids)), 1), len(ids)) if part and reviewers > 1 else 0
        shared += ids[:n]
        dealt += ids[n:]
    people = [f"reviewer-{number}" for number in range(1, reviewers + 1)]
    return {
        person: tuple(sorted([*shared, *dealt[i::reviewers]])) for i, person in enumerate(people)
    }

"""A mechanical review: whether a written document states what it was planned to, and nothing else.

In: what is known of a world, a spec, the written content. Out: a `Review` with a reason for each
fault. No side effects.
"""

from __future__ import annotations

from builder.fiction.screen import block_text, blocks_text, holds, make_screen, plain
from builder.schema import (
    Break,
    DocumentContent,
    DocumentSpec,
    Entity,
    HypothesisDag,
    Review,
    Setting,
)

_QUIET = ("noise", "alternative_noise", "chaff")


def review(
    entities: tuple[Entity, ...],
    dag: HypothesisDag,
    setting: Setting,
    spec: DocumentSpec,
    content: DocumentContent,
) -> Review:
    """The review of one document."""
    marked: dict[str, list[str]] = {}
    for block in content.blocks:
        if not isinstance(block, Break):
            for fact_id in block.fact_ids:
                marked.setdefault(fact_id, []).append(plain(block_text(block)))
    reasons = [
        f"fact {s.fact_id!r}: no block marked with it holds {surface.text!r}"
        for s in spec.statements
        for surface in s.surfaces
        if not any(holds(text, surface.text) for text in marked.get(s.fact_id, ()))
    ]
    planned = {statement.fact_id for statement in spec.statements}
    reasons += [f"a block is marked with {fact_id!r}, which the plan does not give it"
                for fact_id in sorted(set(marked) - planned)]
    if spec.role in _QUIET:
        screen = make_screen(entities, dag, setting)
        reasons += screen.faults(spec.role, blocks_text(content.blocks), frozenset(planned))
    grade = "fail" if reasons else "pass"
    return Review(document_id=spec.document_id, grade=grade, reasons=tuple(reasons))

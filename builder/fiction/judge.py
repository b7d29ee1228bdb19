"""A mechanical review: whether a written document states what it was planned to, and nothing else.

In: the screen of a world, a spec, the written content. Out: a `Review` with a reason for each
fault. No side effects.
"""

from __future__ import annotations

from builder.fiction.screen import Screen
from builder.matching.blocks import block_text
from builder.matching.text import holds, normalize
from builder.schema import Break, DocumentContent, DocumentSpec, Review

_QUIET = ("noise", "alternative_noise", "chaff")


def review(screen: Screen, spec: DocumentSpec, content: DocumentContent) -> Review:
    """The review of one document of a world."""
    reasons = mark_faults(spec, content)
    if spec.role in _QUIET:
        planned = frozenset(statement.fact_id for statement in spec.statements)
        reasons += screen.faults(spec.role, screen.text_of(content), planned)
    return reviewed(spec, reasons)


def mark_faults(spec: DocumentSpec, content: DocumentContent) -> list[str]:
    """Each surface that no block marked with its fact holds, and each mark of a fact that the plan
    does not give the document."""
    marked: dict[str, list[str]] = {}
    for block in content.blocks:
        if not isinstance(block, Break):
            for fact_id in block.fact_ids:
                marked.setdefault(fact_id, []).append(normalize(block_text(block)))
    planned = {statement.fact_id for statement in spec.statements}
    return [
        *(
            f"fact {s.fact_id!r}: no block marked with it holds {surface.text!r}"
            for s in spec.statements
            for surface in s.surfaces
            if not any(holds(text, surface.text) for text in marked.get(s.fact_id, ()))
        ),
        *(
            f"a block is marked with {fact_id!r}, which the plan does not give it"
            for fact_id in sorted(set(marked) - planned)
        ),
    ]


def reviewed(spec: DocumentSpec, reasons: list[str]) -> Review:
    """A review that fails for some reasons, or passes for want of any."""
    grade = "fail" if reasons else "pass"
    return Review(document_id=spec.document_id, grade=grade, reasons=tuple(reasons))

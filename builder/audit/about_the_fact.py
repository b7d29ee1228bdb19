"""How much of a document is about what it states: most of a real paper is about something else.

A sentence is about a fact when it holds a surface form of one of the fact's anchors. The share is
that of the words of such sentences, by document; those that state nothing have none.
"""

from __future__ import annotations

import numpy as np

from builder.audit import Bar, Chart, GateResult, Panel
from builder.audit._published import Document, Published, PublishedWorld
from builder.audit._words import patterns
from builder.schema import ROLES

TITLE = "About the fact: how much of a document is about what it states"
THRESHOLD = "half of the stating documents give a third of their words or less to their facts"

MEDIAN = 1 / 3


def measure(published: Published) -> GateResult:
    """The median share of words near a stated fact, with quartiles by role."""
    shares: dict[str, list[float]] = {role: [] for role in ROLES}
    for world in published.worlds:
        for document in world.documents:
            if document.key.fact_ids:
                shares[document.role].append(_share(world, document))
    shares = {role: found for role, found in shares.items() if found}
    every = [share for found in shares.values() for share in found]
    if not every:
        return GateResult(
            gate="about_the_fact", title=TITLE, threshold=THRESHOLD, passed=None,
            reason="no document states a fact",
        )  # fmt: skip
    median = float(np.median(every))
    return GateResult(
        gate="about_the_fact",
        title=TITLE,
        threshold=THRESHOLD,
        passed=median <= MEDIAN,
        figure=median,
        unit="of a document's words, median",
        reason="" if median <= MEDIAN else f"half of the documents give {median:.0%} or more",
        sentences=(
            f"Half of the {len(every)} documents that state a fact give {median:.0%} of their "
            f"words or less to it.",
        ),
        panels=(
            Panel(
                title="Share of a document's words in sentences about its facts",
                columns=("role", "documents", "quartile", "median", "quartile", "over a half"),
                rows=tuple((role, *_row(found)) for role, found in shares.items()),
            ),
        ),
        chart=Chart(
            title="Share of words about the facts, median by role",
            bars=tuple(
                Bar(label=role, value=float(np.median(found))) for role, found in shares.items()
            ),
            limits=(MEDIAN,),
        ),
    )


def _share(world: PublishedWorld, document: Document) -> float:
    stated = set(document.key.fact_ids)
    pattern = patterns(
        surface
        for fact in world.dag.facts
        if fact.fact_id in stated
        for anchor in fact.anchors
        for surface in anchor.surfaces
    )
    pieces = [(piece.count(" ") + 1, piece) for piece in document.plain_pieces]
    near = sum(n for n, text in pieces if pattern is not None and pattern.search(text))
    return near / max(1, sum(n for n, _ in pieces))


def _row(found: list[float]) -> tuple[str, ...]:
    quartiles = (f"{np.quantile(found, q):.0%}" for q in (0.25, 0.5, 0.75))
    return (str(len(found)), *quartiles, f"{np.mean([s > 0.5 for s in found]):.0%}")

"""Plan -> drafts: each document written, reviewed, and written again with the judges' reasons.

What fails every try is dropped with its reasons, and another document of its role is planned and
written in its place.
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterable
from concurrent.futures import ThreadPoolExecutor

from builder.authors import Dossier, Judge, Sizes, Writer
from builder.errors import BuilderError, DocumentRejected
from builder.schema import DocumentPlan, DocumentSpec, Draft, Drafts, Review

LOG = logging.getLogger(__name__)
REGENERATIONS = 3


def write(
    dossier: Dossier,
    plan: DocumentPlan,
    writer: Writer,
    judge: Judge,
    sizes: Sizes,
    at_once: int = 1,
) -> Drafts:
    """Drafts in plan order; `at_once` documents are on the way at one time."""
    outcomes = _drafted(dossier, plan.specs, writer, judge, at_once)
    dropped = {i: o for i, o in outcomes.items() if isinstance(o, Review)}
    lost = list(dropped.values())
    substitutes: tuple[DocumentSpec, ...] = ()
    if dropped:
        again = dossier.model_copy(update={"world_id": f"{dossier.world_id}/again"})
        substitutes = _substitutes(plan, dropped, writer.plan(again, sizes))
        instead = _drafted(dossier, substitutes, writer, judge, at_once)
        outcomes |= instead
        lost += [outcome for outcome in instead.values() if isinstance(outcome, Review)]
    every = dict.fromkeys(s.document_id for s in (*plan.specs, *substitutes))
    kept = [outcomes[document_id] for document_id in every]
    written = {d.content.document_id for d in kept if isinstance(d, Draft)}
    return Drafts(
        drafts=tuple(d for d in kept if isinstance(d, Draft)),
        dropped=tuple(lost),
        substitutes=tuple(s for s in substitutes if s.document_id in written),
    )


def with_substitutes(plan: DocumentPlan, drafts: Drafts) -> DocumentPlan:
    """The plan with the documents that stand in place of dropped ones."""
    if not drafts.substitutes:
        return plan
    new = {spec.document_id: spec for spec in drafts.substitutes}
    specs = [new.pop(spec.document_id, spec) for spec in plan.specs]
    return DocumentPlan(specs=(*specs, *new.values()))


def _substitutes(
    plan: DocumentPlan, lost: Collection[str], other: DocumentPlan
) -> tuple[DocumentSpec, ...]:
    """For each lost document another of its role and target out of a second plan of the world: one
    that states what nobody else of the role states any more, then what it stated, if there is."""
    kept = [spec for spec in plan.specs if spec.document_id not in lost]
    found: list[DocumentSpec] = []
    spare = list(other.specs)
    for old in (spec for spec in plan.specs if spec.document_id in lost):
        wanted, document_id = _stated(old), old.document_id
        alone = wanted.difference(*(_stated(s) for s in kept if s.role == old.role))
        while able := _able(spare, old, kept, alone if document_id != old.document_id else None):
            # The rest of what nobody else states needs more than one substitute at times.
            best = max(able, key=lambda s: (len(alone & _stated(s)), len(wanted & _stated(s))))
            spare.remove(best)
            kept.append(best)
            found.append(best.model_copy(update={"document_id": document_id}))
            document_id += "x"
            alone -= _stated(best)
    return tuple(found)


def _able(
    spare: list[DocumentSpec], old: DocumentSpec, kept: list[DocumentSpec], needed: set[str] | None
) -> list[DocumentSpec]:
    """Those that can stand for a document; with `needed`, those that state some of it."""
    taken = {spec.path.casefold() for spec in kept}
    return [
        spec
        for spec in spare
        if (spec.role, spec.target) == (old.role, old.target)
        and spec.path.casefold() not in taken
        and (needed is None or needed & _stated(spec))
    ]


def _stated(spec: DocumentSpec) -> set[str]:
    return {statement.fact_id for statement in spec.statements}


def _drafted(
    dossier: Dossier, specs: Iterable[DocumentSpec], writer: Writer, judge: Judge, at_once: int
) -> dict[str, Draft | Review]:
    """What became of each document: a draft, or the review it was dropped with."""

    def draft(spec: DocumentSpec) -> tuple[str, Draft | Review]:
        outcome = _draft(dossier, spec, writer, judge)
        if isinstance(outcome, Review):
            LOG.warning("document %s dropped: %s", spec.document_id, "; ".join(outcome.reasons))
        return spec.document_id, outcome

    if at_once == 1:
        return dict(map(draft, specs))
    pool = ThreadPoolExecutor(at_once)
    try:
        return dict(pool.map(draft, specs))
    except BuilderError:
        pool.shutdown(cancel_futures=True)  # what is under way is paid for, and comes in
        raise
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def _draft(dossier: Dossier, spec: DocumentSpec, writer: Writer, judge: Judge) -> Draft | Review:
    reviews: list[Review] = []
    for _ in range(1 + REGENERATIONS):
        # All reasons so far, so that no two tries are asked for in the same words.
        reasons = tuple(reason for review in reviews for reason in review.reasons)
        try:
            content = writer.write(dossier, spec, reasons)
            reviews.append(judge.review(dossier, spec, content))
        except DocumentRejected as exc:
            reviews.append(Review(document_id=spec.document_id, grade="fail", reasons=(str(exc),)))
            continue
        if reviews[-1].grade != "fail":
            return Draft(content=content, reviews=tuple(reviews))
    return reviews[-1]

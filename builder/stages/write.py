"""Plan -> drafts: each document written, reviewed, and written again with the judge's reasons."""

from __future__ import annotations

import logging

from builder.authors import Dossier, Judge, Writer
from builder.schema import DocumentPlan, DocumentSpec, Draft, Drafts, Review

LOG = logging.getLogger(__name__)
REGENERATIONS = 3


def write(dossier: Dossier, plan: DocumentPlan, writer: Writer, judge: Judge) -> Drafts:
    """Drafts in plan order; a document that fails its last review is dropped with its reasons."""
    drafts: list[Draft] = []
    dropped: list[Review] = []
    for spec in plan.specs:
        outcome = _draft(dossier, spec, writer, judge)
        if isinstance(outcome, Draft):
            drafts.append(outcome)
        else:
            LOG.warning("document %s dropped: %s", spec.document_id, "; ".join(outcome.reasons))
            dropped.append(outcome)
    return Drafts(drafts=tuple(drafts), dropped=tuple(dropped))


def _draft(dossier: Dossier, spec: DocumentSpec, writer: Writer, judge: Judge) -> Draft | Review:
    reviews: list[Review] = []
    for _ in range(1 + REGENERATIONS):
        reasons = reviews[-1].reasons if reviews else ()
        content = writer.write(dossier, spec, reasons)
        reviews.append(judge.review(dossier, spec, content))
        if reviews[-1].grade != "fail":
            return Draft(content=content, reviews=tuple(reviews))
    return reviews[-1]

"""What a judge says of a written document."""

from __future__ import annotations

from typing import Literal

from builder.schema.base import Record
from builder.schema.documents import DocumentContent, DocumentPlan, DocumentSpec

Grade = Literal["pass", "borderline", "fail"]


class Review(Record):
    """One judgment; `reasons` go back to the writer when the grade is `fail`."""

    document_id: str
    grade: Grade
    reasons: tuple[str, ...] = ()


class Draft(Record):
    """An accepted document with the reviews it went through, oldest first."""

    content: DocumentContent
    reviews: tuple[Review, ...]


class Drafts(Record):
    """Accepted documents in plan order, and those dropped after all tries with their reasons.

    `substitutes` are the specs of documents that were planned anew in place of dropped ones, under
    the same ids.
    """

    drafts: tuple[Draft, ...]
    dropped: tuple[Review, ...] = ()
    substitutes: tuple[DocumentSpec, ...] = ()


class Surrogate(Record):
    """A form of something real, and what is said instead."""

    real: str
    said: str


class Anonymized(Record):
    """Plan and drafts under surrogate names; an invented case's are handed on as they are.

    `surrogates` is the map of a real case: it is never packed.
    """

    plan: DocumentPlan
    drafts: Drafts
    surrogates: tuple[Surrogate, ...] = ()

"""Case record -> findings, entities, ground facts and setting, by the analyst."""

from __future__ import annotations

from pydantic import ValidationError

from builder.authors import Analyst
from builder.errors import ExtractionFailed
from builder.schema import CaseRecord, Extraction


def extract(record: CaseRecord, analyst: Analyst) -> Extraction:
    """The analyst's reading of a record; ExtractionFailed when it does not hold."""
    try:
        extraction = analyst.extract(record)
    except ValidationError as exc:
        raise ExtractionFailed(f"case {record.case_id!r}: {exc}") from exc
    known = {entity.entity_id for entity in extraction.entities}
    facts = {fact.fact_id for fact in extraction.facts}
    for fact in extraction.facts:
        if lost := sorted(set(fact.entity_ids) - known):
            raise ExtractionFailed(f"fact {fact.fact_id!r} names unknown entities {lost}")
    for exhibit in extraction.setting.exhibits:
        if lost := sorted(set(exhibit.fact_ids) - facts):
            raise ExtractionFailed(f"exhibit {exhibit.number!r} states unknown facts {lost}")
    if not any(entity.in_dispute for entity in extraction.entities):
        raise ExtractionFailed(f"case {record.case_id!r}: no entity is in dispute")
    return extraction

"""Findings -> the hypothesis DAG: four accounts, tilt facts, inferences, edges, by the analyst."""

from __future__ import annotations

from pydantic import ValidationError

from builder.authors import Analyst
from builder.errors import InvalidDag
from builder.schema import CaseRecord, Extraction, HypothesisDag


def hypothesize(record: CaseRecord, extraction: Extraction, analyst: Analyst) -> HypothesisDag:
    """The analyst's DAG over the extracted facts; InvalidDag when it does not hang together."""
    try:
        dag = analyst.hypothesize(record, extraction)
    except ValidationError as exc:
        raise InvalidDag(f"case {record.case_id!r}: {exc}") from exc
    ground = {fact.fact_id for fact in dag.facts if fact.kind == "ground"}
    extracted = {fact.fact_id for fact in extraction.facts}
    if ground != extracted:
        raise InvalidDag(f"ground facts and extracted facts differ in {sorted(ground ^ extracted)}")
    accounts = {hypothesis.hypothesis_id for hypothesis in dag.hypotheses}
    for piece in extraction.setting.background:
        if piece.target is not None and piece.target not in accounts:
            raise InvalidDag(
                f"background {piece.background_id!r} is about no account: {piece.target!r}"
            )
    return dag

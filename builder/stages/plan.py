"""Dossier -> the documents to be written, by the writer."""

from __future__ import annotations

from pydantic import ValidationError

from builder.authors import Dossier, Sizes, Writer
from builder.errors import UnplaceableFact
from builder.schema import DocumentPlan


def plan(dossier: Dossier, writer: Writer, sizes: Sizes) -> DocumentPlan:
    """The writer's plan; UnplaceableFact when it names what is not there or leaves a fact out."""
    try:
        planned = writer.plan(dossier, sizes)
    except ValidationError as exc:
        raise UnplaceableFact(f"world {dossier.world_id!r}: {exc}") from exc
    facts = {fact.fact_id: fact for fact in dossier.dag.facts}
    alternatives = {h.hypothesis_id for h in dossier.dag.alternatives}
    people = {entity.entity_id for entity in dossier.extraction.entities}
    for spec in planned.specs:
        if spec.target is not None and spec.target not in alternatives:
            raise UnplaceableFact(
                f"document {spec.document_id!r} aims at {spec.target!r}, which is no alternative"
            )
        named = {spec.author_id, *spec.recipient_ids, *filter(None, [spec.custodian_id])}
        if lost := sorted(named - people):
            raise UnplaceableFact(f"document {spec.document_id!r} names unknown entities {lost}")
        wanted = "tilt" if spec.role == "pro_alternative" else "ground"
        for statement in spec.statements:
            fact = facts.get(statement.fact_id)
            if fact is None or (fact.kind != wanted and not statement.partial):
                raise UnplaceableFact(
                    f"document {spec.document_id!r} ({spec.role}) cannot state "
                    f"{statement.fact_id!r}"
                )
    placed = {s.fact_id for spec in planned.specs for s in spec.statements}
    if lost := sorted(f for f, fact in facts.items() if fact.kind == "ground" and f not in placed):
        raise UnplaceableFact(
            f"world {dossier.world_id!r}: no document states {lost}; {sizes.merits} merits "
            "documents have no room for them, more have: --set merits=N"
        )
    return planned

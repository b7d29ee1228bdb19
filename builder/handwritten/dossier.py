"""Turns the key of a handwritten world into the records of the pipeline.

In: a `WorldKey` and the words of its documents. Out: case record, extraction, DAG, plan, content.
No side effects. An anchor's surface forms are those that the documents of the world give it.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

from pydantic import ValidationError

from builder.errors import InvalidDag, SourceUnusable
from builder.handwritten.key import CORPUS_NAME, KeyDocument, KeyInference, WorldKey
from builder.handwritten.markdown import read_blocks
from builder.handwritten.tagging import tag
from builder.schema import (
    Anchor,
    Caption,
    CaseRecord,
    DocumentContent,
    DocumentPlan,
    DocumentSpec,
    Edge,
    Entity,
    Extraction,
    Fact,
    Hypothesis,
    HypothesisDag,
    Inference,
    RecordSource,
    Relation,
    Setting,
    Statement,
    Surface,
)


def case_record(key: WorldKey, locator: str, digest: str) -> CaseRecord:
    """The record of a handwritten case: a caption and where its key lies; it has no filings.

    `digest` is the hash of key and documents, so that an edited world is a changed record.
    """
    return CaseRecord(
        case_id=key.case_id,
        source=RecordSource(kind="handwritten", locator=locator, digest=digest),
        case_type=key.case_type,
        caption=Caption(
            court=key.caption.court,
            plaintiffs=key.caption.plaintiffs,
            defendants=key.caption.defendants,
            docket_number=key.caption.docket_number,
        ),
    )


def extraction(key: WorldKey) -> Extraction:
    """Entities, ground facts and setting, as an analyst would have read them from a record."""
    return Extraction(
        findings=(),
        entities=tuple(
            Entity(
                entity_id=entity_id,
                kind=entity.kind,
                name=entity.name,
                aliases=entity.aliases,
                case_role=entity.case_role,
                in_dispute=entity.in_dispute,
                employer_id=entity.employer,
                job=entity.job,
                voice=entity.voice,
                email=entity.email,
            )
            for entity_id, entity in key.entities.items()
        ),
        facts=tuple(fact for fact in _facts(key) if fact.kind == "ground"),
        setting=Setting(
            brief=key.brief.strip(), window=key.window, dispute_terms=key.dispute_terms
        ),
    )


def dag(key: WorldKey) -> HypothesisDag:
    """Facts, inferences and accounts; InvalidDag says where they do not hang together."""
    try:
        return HypothesisDag(
            hypotheses=tuple(
                Hypothesis(
                    hypothesis_id=hypothesis_id,
                    statement=account.statement.strip(),
                    role=account.role,
                    side=account.side,
                )
                for hypothesis_id, account in key.hypotheses.items()
            ),
            facts=_facts(key),
            inferences=tuple(
                Inference(inference_id=inference_id, text=one.text, premises=one.premises)
                for inference_id, one in key.inferences.items()
            ),
            edges=tuple(
                Edge(source=inference_id, hypothesis_id=hypothesis_id, relation=relation)
                for inference_id, one in key.inferences.items()
                for relation, accounts in _bearing(one)
                for hypothesis_id in accounts
            ),
        )
    except ValidationError as exc:
        raise InvalidDag(f"world {key.case_id!r}: {exc.errors()[0]['msg']}") from exc


def plan(key: WorldKey, world_id: str) -> DocumentPlan:
    """The documents under ids in an order that tells nothing."""
    names = sorted(key.documents)
    Random(f"{world_id}/plan").shuffle(names)
    try:
        return DocumentPlan(
            specs=tuple(
                _spec(f"d{number:03d}", name, key.documents[name])
                for number, name in enumerate(names, start=1)
            )
        )
    except ValidationError as exc:
        raise SourceUnusable(f"world {key.case_id!r}: {exc.errors()[0]['msg']}") from exc


def content(folder: Path, spec: DocumentSpec) -> DocumentContent:
    """The document of a spec as typed blocks, each with the ids of the facts it states."""
    path = (folder / CORPUS_NAME / spec.path).with_suffix(".md")
    try:
        blocks = read_blocks(path.read_text(encoding="utf-8"), spec.format)
    except (OSError, ValueError) as exc:
        raise SourceUnusable(f"{path}: {exc}") from exc
    return DocumentContent(
        document_id=spec.document_id, title=spec.title, blocks=tag(blocks, spec.statements)
    )


def _facts(key: WorldKey) -> tuple[Fact, ...]:
    worded: dict[tuple[str, str], dict[str, None]] = {}
    for name in sorted(key.documents):
        for statement in _statements(key.documents[name]):
            for surface in statement.surfaces:
                worded.setdefault((statement.fact_id, surface.anchor), {})[surface.text] = None
    return tuple(
        Fact(
            fact_id=fact_id,
            kind="tilt" if fact.tilts else "ground",
            text=fact.text,
            anchors=tuple(
                Anchor(kind=kind, value=value, surfaces=tuple(worded.get((fact_id, value), ())))
                for value, kind in fact.anchors.items()
            ),
            claims=fact.claims,
            tilts=fact.tilts,
            innocent=fact.innocent,
            when=fact.when,
        )
        for fact_id, fact in key.facts.items()
    )


def _bearing(one: KeyInference) -> tuple[tuple[Relation, tuple[str, ...]], ...]:
    return ("supports", one.supports), ("refutes", one.refutes)


def _statements(document: KeyDocument) -> tuple[Statement, ...]:
    return tuple(
        Statement(
            fact_id=fact_id,
            surfaces=tuple(Surface(anchor=a, text=t) for a, t in surfaces.items()),
            partial=partial,
        )
        for partial, stated in ((False, document.states), (True, document.states_partly))
        for fact_id, surfaces in stated.items()
    )


def _spec(document_id: str, name: str, document: KeyDocument) -> DocumentSpec:
    return DocumentSpec(
        document_id=document_id,
        role=document.role,
        genre=document.genre,
        format=document.format,
        path=f"{name.removesuffix('.md')}.{document.format}",
        title=document.title,
        date=document.date,
        author_id=document.author,
        recipient_ids=document.recipients,
        custodian_id=document.custodian,
        series=document.series,
        target=document.target,
        statements=_statements(document),
    )

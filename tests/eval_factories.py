"""A tiny dataset in the Parquet layout of the real one: two worlds of thirteen files each."""

from __future__ import annotations

import hashlib
from datetime import datetime
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from builder.schema import (
    ROLES,
    Account,
    AnswerKey,
    CaseDocument,
    CaseFile,
    Certificate,
    DocumentKey,
    Fact,
    Format,
    Generator,
    Role,
)
from investigation_worlds import FEATURES
from tests.factories import dag

WORLD_IDS = ("tiny-1", "tiny-2")
# role, format, facts: two documents of each role, and a scan
_DOCUMENTS: tuple[tuple[Role, Format, tuple[str, ...]], ...] = (
    ("merits", "txt", ("G1",)),
    ("merits", "pdf", ("G2",)),
    ("merits", "xlsx", ("G3", "G4")),
    ("signal", "docx", ("G1",)),
    ("signal", "txt", ("G3",)),
    ("noise", "txt", ()),
    ("noise", "txt", ()),
    ("chaff", "pdf", ()),
    ("chaff", "pptx", ()),
    ("pro_alternative", "txt", ("T5",)),
    ("pro_alternative", "txt", ("T7",)),
    ("alternative_noise", "txt", ()),
    ("alternative_noise", "txt", ()),
)


def case_file(world_id: str = "tiny-1", **changes: Any) -> CaseFile:
    """The case file of a tiny world; paths tell nothing of the roles."""
    documents = tuple(
        _document(world_id, number, file_format, fact_ids)
        for number, (_, file_format, fact_ids) in enumerate(_DOCUMENTS, start=1)
    )
    values: dict[str, Any] = {
        "world_id": world_id,
        "case_type": "contract" if world_id == "tiny-1" else "torts",
        "brief": f"Carver Pumps LLC sues Weiss over a pump that failed in {world_id}.",
        "hypotheses": tuple(
            Account(hypothesis_id=h.hypothesis_id, statement=h.statement)
            for h in sorted(dag().hypotheses, key=lambda h: h.statement)
        ),
        "documents": tuple(sorted(documents, key=lambda d: d.path)),
        "entities": (),
        "generator": Generator(
            source="fiction", analyst="procedural", writer="procedural", judge="procedural",
            version="1",
        ),
        "canary": f"canary-{world_id}",
    }  # fmt: skip
    return CaseFile(**{**values, **changes})


def answer_key(world_id: str = "tiny-1") -> AnswerKey:
    """The key of a tiny world: H1 adopted, H2 rejected, H3 and H4 alternatives."""
    return AnswerKey(
        world_id=world_id,
        dag=dag(),
        documents=tuple(
            DocumentKey(
                document_id=f"d{number:03d}",
                role=role,
                series="",
                genre="letter",
                fact_ids=fact_ids,
                target="H3" if role in ("pro_alternative", "alternative_noise") else None,
            )
            for number, (role, _, fact_ids) in enumerate(_DOCUMENTS, start=1)
        ),
    )


def write_dataset(root: Path, world_ids: tuple[str, ...] = WORLD_IDS) -> Path:
    """Writes the dataset below `root` as the split `validation`, and returns `root`."""
    worlds = [_rows(case_file(world_id), answer_key(world_id)) for world_id in world_ids]
    for name, features in FEATURES.items():
        folder = root / "data_files" / name
        folder.mkdir(parents=True)
        schema = features.arrow_schema.remove_metadata()
        path = folder / "validation-00000-of-00001.parquet"
        with pq.ParquetWriter(path, schema) as writer:
            for rows in worlds:
                if rows[name]:
                    writer.write_table(pa.Table.from_pylist(rows[name], schema=schema))
    (root / "data_files" / "manifest.json").write_text("{}")
    return root


def _document(
    world_id: str, number: int, file_format: Format, fact_ids: tuple[str, ...]
) -> CaseDocument:
    facts = {fact.fact_id: fact for fact in dag().facts}
    pages = [
        f"Memorandum {number} of {world_id}\nTo whom it may concern in the {number}th department\n"
        + "\n".join(_words(facts[fact_id]) for fact_id in fact_ids),
        f"Second page of paper {number}: the pump of Weiss stood in hall {number} for a while.\n"
        + "\n".join(f"line {n} of paper {number} in {world_id}" for n in range(1, 8)),
    ]
    if file_format == "xlsx":
        pages = [f"[sheet: Sheet {n}]\n{page}" for n, page in enumerate(pages, start=1)]
    text = "\f".join(pages)
    content = text.encode()
    return CaseDocument(
        document_id=f"d{number:03d}",
        path=f"{'Weiss' if number % 2 else 'Yard Office'}/Paper {number:02d}.{file_format}",
        format=file_format,
        date=datetime(2018, 6, number, 9, 30),
        n_pages=2,
        size=len(content),
        sha256=hashlib.sha256(content).hexdigest(),
        text=text,
    )


def _words(fact: Fact) -> str:
    return f"Note {' and '.join(anchor.surfaces[0] for anchor in fact.anchors)} in the book."


def _rows(case: CaseFile, key: AnswerKey) -> dict[str, list[dict[str, Any]]]:
    world = {
        "world_id": case.world_id,
        "case_type": case.case_type,
        "brief": case.brief,
        "hypotheses": [a.model_dump() for a in case.hypotheses],
        "n_documents": len(case.documents),
        "n_pages": sum(d.n_pages for d in case.documents),
        "formats": [],
        "generator": case.generator.model_dump(),
        "canary": case.canary,
    }
    documents = [
        {
            **d.model_dump(),
            "world_id": case.world_id,
            "media_type": "text/plain",
            "content": d.text.encode(),
        }
        for d in case.documents
    ]
    certificate = Certificate(world_id=case.world_id, world=(), documents=())
    answers = {
        "world_id": case.world_id,
        "adopted": "H1",
        "rejected": "H2",
        "alternatives": ["H3", "H4"],
        "documents": [d.model_dump() for d in key.documents],
        "facts": [],
        "key": key.model_dump_json(),
        "certificate": certificate.model_dump_json(),
        "canary": case.canary,
    }
    graph = {"world_id": case.world_id, "nodes": [], "edges": []}
    assert {d.role for d in key.documents} == set(ROLES)
    return {
        "worlds": [world], "documents": documents, "entities": [], "hypotheses": [graph],
        "answers": [answers],
    }  # fmt: skip

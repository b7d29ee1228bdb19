"""The rows of each config that one certified world gives.

In: a `World` and its folder. Out: rows as plain values, in the columns that `investigation_worlds`
declares and describes. Reads the rendered files; PackError when one is missing or has changed.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from builder.errors import PackError
from builder.manifest import CANARY
from builder.schema import MEDIA_TYPES, World

Rows = Callable[[World, Path], list[dict[str, Any]]]


def _world_rows(world: World, folder: Path) -> list[dict[str, Any]]:
    case = world.case_file
    formats = Counter(d.format for d in case.documents)
    return [
        {
            "world_id": case.world_id,
            "case_type": case.case_type,
            "brief": case.brief,
            "hypotheses": [a.model_dump() for a in case.hypotheses],
            "n_documents": len(case.documents),
            "n_pages": sum(d.n_pages for d in case.documents),
            "formats": [{"format": f, "n": n} for f, n in sorted(formats.items())],
            "generator": case.generator.model_dump(),
            "canary": case.canary,
        }
    ]


def _document_rows(world: World, folder: Path) -> list[dict[str, Any]]:
    return [
        {
            "world_id": world.case_file.world_id,
            **document.model_dump(),
            "media_type": MEDIA_TYPES[document.format],
            "content": _content(folder / "corpus" / document.path, document.sha256),
        }
        for document in world.case_file.documents
    ]


def _content(path: Path, sha256: str) -> bytes:
    try:
        data = path.read_bytes()
    except OSError as exc:
        raise PackError(f"{str(path)!r} is missing; build again") from exc
    if hashlib.sha256(data).hexdigest() != sha256:
        raise PackError(f"{str(path)!r} has changed since it was certified; build again")
    return data


def _entity_rows(world: World, folder: Path) -> list[dict[str, Any]]:
    fields = {"entity_id", "kind", "name", "aliases", "case_role"}
    return [
        {"world_id": world.case_file.world_id, **entity.model_dump(include=fields)}
        for entity in world.case_file.entities
    ]


def _hypothesis_rows(world: World, folder: Path) -> list[dict[str, Any]]:
    dag = world.answer_key.dag
    nodes = [
        *((f.fact_id, "fact", f.text) for f in dag.facts),
        *((i.inference_id, "inference", i.text) for i in dag.inferences),
        *((h.hypothesis_id, "hypothesis", h.statement) for h in dag.hypotheses),
    ]
    edges = [
        *((p, i.inference_id, "premise") for i in dag.inferences for p in i.premises),
        *((e.source, e.hypothesis_id, e.relation) for e in dag.edges),
    ]
    return [
        {
            "world_id": world.case_file.world_id,
            "nodes": [dict(zip(("node_id", "kind", "text"), n, strict=True)) for n in nodes],
            "edges": [dict(zip(("source", "target", "relation"), e, strict=True)) for e in edges],
        }
    ]


def _answer_rows(world: World, folder: Path) -> list[dict[str, Any]]:
    key = world.answer_key
    return [
        {
            "world_id": key.world_id,
            "adopted": key.dag.adopted.hypothesis_id,
            "rejected": key.dag.rejected.hypothesis_id,
            "alternatives": [h.hypothesis_id for h in key.dag.alternatives],
            "documents": [d.model_dump() for d in key.documents],
            "facts": list(_facts(world)),
            "key": key.model_dump_json(),
            "certificate": world.certificate.model_dump_json(),
            "canary": CANARY,
        }
    ]


def _facts(world: World) -> Iterator[dict[str, Any]]:
    for fact in world.answer_key.dag.facts:
        yield {
            **fact.model_dump(include={"fact_id", "kind", "text", "tilts"}),
            "anchors": [a.model_dump() for a in fact.anchors],
        }


ROWS: dict[str, Rows] = {
    "worlds": _world_rows,
    "documents": _document_rows,
    "entities": _entity_rows,
    "hypotheses": _hypothesis_rows,
    "answers": _answer_rows,
}

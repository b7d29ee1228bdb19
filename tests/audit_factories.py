"""A packed split that every gate of the audit accepts, to plant flaws in.

Worlds of 38 documents in invented words: nothing but the key tells roles or accounts apart. Rows
are plain dicts, to be edited by a test and written as Parquet in the published form.
"""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from collections.abc import Sequence
from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from builder.schema import MEDIA_TYPES, Edge, Fact, Hypothesis, Inference
from investigation_worlds import FEATURES

CASE_TYPES = ("contract", "torts")
PER_ROLE = 6
ROLES = ("merits", "signal", "noise", "chaff", "pro_alternative", "alternative_noise")
REFUTING = {
    0: (("fact-01", "fact-02"), ("fact-03", "fact-04")),
    1: (("fact-02", "fact-03"), ("fact-04", "fact-05")),
    2: (("fact-01", "fact-05"), ("fact-03", "fact-06")),
}

World = dict[str, Any]


def vocabulary(rng: Random, n: int) -> list[str]:
    syllables = [c + v for c in "bdfgklmnprstvz" for v in "aeiou"]
    return ["".join(rng.choices(syllables, k=rng.randint(2, 4))) for _ in range(n)]


def make_worlds(n: int = 24, seed: int = 0) -> list[World]:
    return [make_world(index, Random(f"{seed}/{index}")) for index in range(n)]


def make_world(index: int, rng: Random) -> World:
    """One world: accounts h1..h4 with the adopted one in a slot of its turn, documents, key."""
    words = vocabulary(rng, 400)
    order = ["h1", "h2", "h3", "h4"]
    adopted = order[index % 4]
    others = [h for h in order if h != adopted]
    rng.shuffle(others)
    rejected, first, second = others
    side = ("plaintiff", "defendant")[(index // 2) % 2]
    sides = {adopted: side, rejected: {"plaintiff": "defendant", "defendant": "plaintiff"}[side]}
    world: World = {
        "world_id": f"world-{index:03d}",
        "case_type": CASE_TYPES[index % 2],
        "source": "fiction",
        "brief": sentence(rng, words, 12),
        "canary": f"investigation-worlds canary {index:08d}-1111-4111-8111-111111111111",
        "accounts": {h: sentence(rng, words, 24) for h in order},
        "adopted": adopted,
        "rejected": rejected,
        "sides": sides,
        "entities": [{"kind": "person", "name": f"{words[0].title()} {words[1].title()}"}],
        "facts": [fact(f"fact-{k:02d}", index, None) for k in range(1, 7)]
        + [fact(f"fact-{k:02d}", index, first if k < 13 else second) for k in range(11, 15)],
    }
    world["inferences"], world["edges"] = logic(adopted, others)
    world["documents"] = documents(world, first, second, words, rng)
    return world


def fact(fact_id: str, index: int, tilts: str | None) -> dict[str, Any]:
    mark = f"KX-{index:03d}{fact_id[-2:]}"
    return {
        "fact_id": fact_id,
        "kind": "tilt" if tilts else "ground",
        "text": f"About {mark}.",
        "anchors": [{"kind": "identifier", "value": mark, "surfaces": [mark]}],
        "claims": [{"subject": mark, "attribute": "is", "value": fact_id}],
        "tilts": tilts,
    }


def logic(adopted: str, others: list[str]) -> tuple[list[Any], list[Any]]:
    inferences: list[Any] = []
    edges: list[Any] = []
    for number, other in enumerate(others):
        for path in REFUTING[number]:
            name = f"inference-{len(inferences) + 1:02d}"
            inferences.append({"inference_id": name, "text": "So it was.", "premises": path})
            edges.append({"source": name, "hypothesis_id": other, "relation": "refutes"})
    every = tuple(f"fact-{k:02d}" for k in range(1, 7))
    inferences.append({"inference_id": "inference-99", "text": "It was so.", "premises": every})
    edges.append({"source": "inference-99", "hypothesis_id": adopted, "relation": "supports"})
    return inferences, edges


def sentence(rng: Random, words: Sequence[str], n: int) -> str:
    return " ".join(rng.choices(words, k=n)).capitalize() + "."


def documents(
    world: World, first: str, second: str, words: list[str], rng: Random
) -> list[dict[str, Any]]:
    roles = [role for role in ROLES for _ in range(PER_ROLE)] + ["pro_alternative"] * 2
    rng.shuffle(roles)
    ground = [f"fact-{k:02d}" for k in range(1, 7)]
    stated = {
        "merits": list(ground),
        "signal": list(ground),
        "pro_alternative": [f"fact-{k}" for k in range(11, 15)] * 2,
    }
    marks = {f["fact_id"]: f["anchors"][0]["value"] for f in world["facts"]}
    tilts = {f["fact_id"]: f["tilts"] for f in world["facts"]}
    own = [list(dict.fromkeys(t[:-1].lower().split())) for t in world["accounts"].values()]
    made: list[dict[str, Any]] = []
    for number, role in enumerate(roles, start=1):
        fact_id = stated[role].pop() if role in stated else None
        mark = marks[fact_id] if fact_id else f"KX-{rng.randint(10000, 99999)}"
        target = tilts[fact_id] if role == "pro_alternative" and fact_id else None
        if role == "alternative_noise":
            target = rng.choice([first, second])
        body = [sentence(rng, words, rng.randint(9, 15)) for _ in range(12)]
        body.insert(rng.randint(0, 5), f"{rng.choice(rng.choice(own)).title()} {mark} here.")
        made.append(
            {
                "document_id": f"d{number:03d}",
                "role": role,
                "fact_ids": [fact_id] if fact_id else [],
                "target": target,
                "series": "",
                "path": f"{words[rng.randint(2, 7)].title()}/{sentence(rng, words, 3)[:-1]}.txt",
                "format": "txt",
                "date": datetime(2018, 1, 1) + timedelta(minutes=rng.randint(0, 300 * 1440)),
                "text": "\n".join(body),
                "content": None,
            }
        )
    made[rng.randrange(len(made))]["text"] += f"\n{world['canary']}"
    return made


def office_file(text: str, **properties: str) -> bytes:
    """A zip that looks enough like a docx: a document part and core properties."""
    fields = "".join(f"<{name}>{value}</{name}>" for name, value in properties.items())
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr(zipfile.ZipInfo("word/document.xml"), f"<w>{text}</w>")
        archive.writestr(zipfile.ZipInfo("docProps/core.xml"), f"<core>{fields}</core>")
    return buffer.getvalue()


def write(worlds: Sequence[World], root: Path, split: str = "test") -> Path:
    """Writes the split below `root`, a row group a world, and returns the root."""
    for config, rows in (
        ("worlds", [[_world_row(w)] for w in worlds]),
        ("documents", [_document_rows(w) for w in worlds]),
        ("entities", [_entity_rows(w) for w in worlds]),
        ("answers", [[_answer_row(w)] for w in worlds]),
    ):
        schema = FEATURES[config].arrow_schema.remove_metadata()
        folder = root / "data_files" / config
        folder.mkdir(parents=True, exist_ok=True)
        with pq.ParquetWriter(folder / f"{split}-00000-of-00001.parquet", schema) as writer:
            for group in rows:
                writer.write_table(pa.Table.from_pylist(group, schema=schema))
    return root


def _world_row(world: World) -> dict[str, Any]:
    return {
        **{name: world[name] for name in ("world_id", "case_type", "brief", "canary")},
        "hypotheses": [
            {"hypothesis_id": h, "statement": t} for h, t in sorted(world["accounts"].items())
        ],
        "n_documents": len(world["documents"]),
        "n_pages": len(world["documents"]),
        "formats": [],
        "generator": {
            "source": world["source"],
            **dict.fromkeys(("analyst", "writer", "judge"), "procedural"),
            "version": "0",
        },
    }


def _document_rows(world: World) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    for document in world["documents"]:
        content = document["content"] or document["text"].encode()
        rows.append(
            {
                "world_id": world["world_id"],
                **{k: document[k] for k in ("document_id", "path", "format", "date", "text")},
                "media_type": MEDIA_TYPES[document["format"]],
                "n_pages": 1,
                "size": len(content),
                "sha256": hashlib.sha256(content).hexdigest(),
                "content": content,
            }
        )
    return rows


def _entity_rows(world: World) -> list[dict[str, Any]]:
    return [
        {
            "world_id": world["world_id"],
            "entity_id": f"e{number}",
            "aliases": [],
            "case_role": "witness",
            **entity,
        }
        for number, entity in enumerate(world["entities"])
    ]


def _answer_row(world: World) -> dict[str, Any]:
    adopted, rejected = world["adopted"], world["rejected"]
    roles = {adopted: "adopted", rejected: "rejected"}
    key = {
        "dag": {
            "hypotheses": [
                Hypothesis(
                    hypothesis_id=h,
                    statement=t,
                    role=roles.get(h, "alternative"),  # pyright: ignore[reportArgumentType]
                    side=world["sides"].get(h),
                ).model_dump()
                for h, t in sorted(world["accounts"].items())
            ],
            "facts": [Fact.model_validate(f).model_dump(mode="json") for f in world["facts"]],
            "inferences": [Inference.model_validate(i).model_dump() for i in world["inferences"]],
            "edges": [Edge.model_validate(e).model_dump() for e in world["edges"]],
        },
        "documents": [
            {
                "document_id": d["document_id"],
                "role": d["role"],
                "series": d["series"],
                "genre": "memo",
                "fact_ids": d["fact_ids"],
                "partial_fact_ids": [],
                "target": d["target"],
            }
            for d in world["documents"]
        ],
    }
    return {
        "world_id": world["world_id"],
        "adopted": adopted,
        "rejected": rejected,
        "alternatives": [h for h in world["accounts"] if h not in roles],
        "documents": [],
        "facts": [],
        "key": json.dumps(key),
        "certificate": "{}",
        "canary": "",
    }

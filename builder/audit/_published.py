"""A published split as an outsider reads it, with its answers beside it.

In: a root with `data_files/`. Out: `Published`. Texts are held once; file contents are read one
world at a time. No side effects.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import Any

from builder.audit._words import plain, sentences, words
from builder.errors import ConfigError, PackError
from builder.schema import DocumentKey, Edge, Fact, Hypothesis, Inference, Role

PUBLIC_COLUMNS = (
    "document_id",
    "path",
    "format",
    "date",
    "n_pages",
    "size",
    "text",
)


@dataclass(frozen=True)
class Document:
    """A public file and, in `key`, what the answers say of it; `row` is its place in the split."""

    document_id: str
    path: str
    format: str
    date: datetime
    n_pages: int
    size: int
    text: str
    row: int
    key: DocumentKey

    @property
    def role(self) -> Role:
        """The role by the key."""
        return self.key.role

    @cached_property
    def words(self) -> tuple[str, ...]:
        """Its words and numbers in lower case, read once for all gates."""
        return tuple(map(sys.intern, words(self.text)))

    @cached_property
    def pieces(self) -> tuple[str, ...]:
        """Its sentences, items, cells and lines, read once for all gates."""
        return tuple(sentences(self.text))

    @cached_property
    def plain_pieces(self) -> tuple[str, ...]:
        """The same, plain."""
        return tuple(map(plain, self.pieces))


@dataclass(frozen=True)
class Dag:
    """The key's DAG as published, whether or not it holds: gates prove it anew."""

    hypotheses: tuple[Hypothesis, ...]
    facts: tuple[Fact, ...]
    inferences: tuple[Inference, ...]
    edges: tuple[Edge, ...]

    def grounds(self, node_id: str) -> frozenset[str]:
        """Facts that a node finally rests on; a circle ends in the nodes seen before."""
        premises = {i.inference_id: i.premises for i in self.inferences}
        open_nodes, seen, facts = [node_id], set[str](), set[str]()
        while open_nodes:
            node = open_nodes.pop()
            if node in seen:
                continue
            seen.add(node)
            if node in premises:
                open_nodes += premises[node]
            else:
                facts.add(node)
        return frozenset(facts)

    def paths(self, hypothesis_id: str, relation: str) -> list[frozenset[str]]:
        """The fact sets of the edges of one relation into a hypothesis."""
        return [
            self.grounds(e.source)
            for e in self.edges
            if e.hypothesis_id == hypothesis_id and e.relation == relation
        ]


@dataclass(frozen=True)
class PublishedWorld:
    """A world's public rows and its key. `accounts` and `documents` stand in published order."""

    world_id: str
    case_type: str
    source: str
    brief: str
    canary: str
    accounts: dict[str, str]
    entities: tuple[dict[str, Any], ...]
    documents: tuple[Document, ...]
    adopted: str
    rejected: str
    dag: Dag
    certificate: dict[str, Any]

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Published names and aliases, longest first."""
        every = {n for e in self.entities for n in (e["name"], *(e["aliases"] or ())) if n}
        return tuple(sorted(every, key=lambda n: (-len(n), n)))


@dataclass(frozen=True)
class Extras:
    """What some gates can use beside the data: evaluation logs, attorneys' sheets, real records, a
    model by name and the folder that keeps its replies."""

    logs: tuple[Path, ...] = ()
    sheets: tuple[Path, ...] = ()
    real: tuple[Path, ...] = ()
    model: str = ""
    replies: Path = Path("build/closed-book")


@dataclass(frozen=True)
class Published:
    """A split with its answers."""

    root: Path
    split: str
    worlds: tuple[PublishedWorld, ...]
    extras: Extras = field(default_factory=Extras)

    @property
    def n_documents(self) -> int:
        """Documents of all worlds."""
        return sum(len(world.documents) for world in self.worlds)

    def contents(self, world: PublishedWorld) -> Iterator[tuple[Document, bytes]]:
        """Each file of one world with its bytes; one world is in memory at a time."""
        from investigation_worlds import table

        rows = table(
            "documents", self.split, [world.world_id], ["world_id", "document_id", "content"],
            root=self.root,
        )  # fmt: skip
        by_id = {d.document_id: d for d in world.documents}
        for document_id, content in zip(rows["document_id"], rows["content"], strict=True):
            yield by_id[document_id.as_py()], content.as_py()


def only_split(root: Path) -> str:
    """The one split of a root; ConfigError where there is none or a choice."""
    from investigation_worlds import splits

    try:
        found = splits(root)
    except FileNotFoundError as exc:
        raise ConfigError(f"{str(root)!r} is no build and no dataset: {exc}") from exc
    if len(found) > 1:
        raise ConfigError(f"give --split: {str(root)!r} holds {', '.join(found)}")
    return next(iter(found))


def read(
    root: Path, split: str, answers: Path | None = None, extras: Extras | None = None
) -> Published:
    """Reads the rows of a split; `answers` is the root of the key configs where they are apart.

    ConfigError without the split or its answers, PackError when they do not fit each other.
    """
    from investigation_worlds import table

    try:
        worlds = {r["world_id"]: r for r in table("worlds", split, root=root).to_pylist()}
        keys = {
            r["world_id"]: r
            for r in table(
                "answers", split, columns=["world_id", "adopted", "rejected", "key", "certificate"],
                root=answers or root,
            ).to_pylist()
        }  # fmt: skip
        entities = table("entities", split, root=root).to_pylist()
    except FileNotFoundError as exc:
        raise ConfigError(str(exc)) from exc
    if missing := sorted(set(worlds) ^ set(keys)):
        raise PackError(f"worlds and answers differ in {missing[:5]}")
    by_world: dict[str, list[dict[str, Any]]] = {world_id: [] for world_id in worlds}
    for entity in entities:
        by_world[entity["world_id"]].append(entity)
    made: list[PublishedWorld] = []
    for world_id, row in worlds.items():
        documents = table(
            "documents", split, [world_id], ["world_id", *PUBLIC_COLUMNS], root=root
        ).to_pylist()
        made.append(_world(row, keys[world_id], by_world[world_id], documents))
    return Published(root, split, tuple(made), extras or Extras())


def _world(
    row: dict[str, Any],
    answer: dict[str, Any],
    entities: list[dict[str, Any]],
    documents: list[dict[str, Any]],
) -> PublishedWorld:
    key = json.loads(answer["key"])
    keyed = {d["document_id"]: DocumentKey.model_validate(d) for d in key["documents"]}
    if {d["document_id"] for d in documents} != set(keyed):
        raise PackError(f"world {row['world_id']!r}: documents and key differ")
    return PublishedWorld(
        world_id=row["world_id"],
        case_type=row["case_type"],
        source=row["generator"]["source"],
        brief=row["brief"],
        canary=row["canary"],
        accounts={h["hypothesis_id"]: h["statement"] for h in row["hypotheses"]},
        entities=tuple(entities),
        documents=tuple(
            Document(
                **{name: d[name] for name in PUBLIC_COLUMNS},
                row=index,
                key=keyed[d["document_id"]],
            )
            for index, d in enumerate(documents)
        ),
        adopted=answer["adopted"],
        rejected=answer["rejected"],
        dag=_dag(key["dag"]),
        certificate=json.loads(answer["certificate"]),
    )


def _dag(raw: dict[str, Any]) -> Dag:
    """Node by node: whether the whole hangs together is for the ledger gate to say."""
    return Dag(
        tuple(Hypothesis.model_validate(h) for h in raw["hypotheses"]),
        tuple(Fact.model_validate(f) for f in raw["facts"]),
        tuple(Inference.model_validate(i) for i in raw["inferences"]),
        tuple(Edge.model_validate(e) for e in raw["edges"]),
    )

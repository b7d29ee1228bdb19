"""The dataset: its columns, a `datasets` builder, and two helpers that most users need.

In: Parquet under `<root>/data_files/<config>/<split>-*.parquet`, one row group per world. Out:
`load()` gives a `datasets.Dataset`, `table()` the rows of some worlds without a cache copy, and
`materialize()` the real files of one world. `root` is a checkout or any folder that
`python -m builder pack` wrote; without it, the checkout that this file stands in, else the Hub.

    from investigation_worlds import load, materialize
    worlds = load("worlds", split="validation")
    materialize(worlds[0]["world_id"], "corpus")

This module needs only `datasets` (with pyarrow) and the standard library. It is imported, never
loaded as a script: `datasets` refuses scripts since version 4.
"""

from __future__ import annotations

import glob
import hashlib
import json
import mmap
import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC
from pathlib import Path, PurePosixPath
from typing import Any

import datasets
import pyarrow as pa
import pyarrow.parquet as pq
from datasets import Features, List, Value

REPO_ID = "investigation-worlds/investigation-worlds"
SCHEMA_VERSION = "1.0"
TAIL_BYTES = 1 << 18
CONFIGS = ("worlds", "documents", "entities", "hypotheses", "answers")
KEY_CONFIGS = ("hypotheses", "answers")

_TEXT = Value("string")

FEATURES: dict[str, Features] = {
    "worlds": Features(
        {
            "world_id": _TEXT,
            "case_type": _TEXT,
            "brief": _TEXT,
            "hypotheses": List({"hypothesis_id": _TEXT, "statement": _TEXT}),
            "n_documents": Value("int32"),
            "n_pages": Value("int32"),
            "formats": List({"format": _TEXT, "n": Value("int32")}),
            "generator": {
                "source": _TEXT,
                "analyst": _TEXT,
                "writer": _TEXT,
                "judge": _TEXT,
                "version": _TEXT,
            },
            "canary": _TEXT,
        }
    ),
    "documents": Features(
        {
            "world_id": _TEXT,
            "document_id": _TEXT,
            "path": _TEXT,
            "format": _TEXT,
            "media_type": _TEXT,
            "date": Value("timestamp[ms]"),
            "n_pages": Value("int32"),
            "size": Value("int64"),
            "sha256": _TEXT,
            "text": _TEXT,
            "content": Value("binary"),
        }
    ),
    "entities": Features(
        {
            "world_id": _TEXT,
            "entity_id": _TEXT,
            "kind": _TEXT,
            "name": _TEXT,
            "aliases": List(_TEXT),
            "case_role": _TEXT,
        }
    ),
    "hypotheses": Features(
        {
            "world_id": _TEXT,
            "nodes": List({"node_id": _TEXT, "kind": _TEXT, "text": _TEXT}),
            "edges": List({"source": _TEXT, "target": _TEXT, "relation": _TEXT}),
        }
    ),
    "answers": Features(
        {
            "world_id": _TEXT,
            "adopted": _TEXT,
            "rejected": _TEXT,
            "alternatives": List(_TEXT),
            "documents": List(
                {
                    "document_id": _TEXT,
                    "role": _TEXT,
                    "series": _TEXT,
                    "genre": _TEXT,
                    "fact_ids": List(_TEXT),
                    "partial_fact_ids": List(_TEXT),
                    "target": _TEXT,
                }
            ),
            "facts": List(
                {
                    "fact_id": _TEXT,
                    "kind": _TEXT,
                    "text": _TEXT,
                    "tilts": _TEXT,
                    "anchors": List({"kind": _TEXT, "value": _TEXT, "surfaces": List(_TEXT)}),
                }
            ),
            "key": _TEXT,
            "certificate": _TEXT,
            "canary": _TEXT,
        }
    ),
}

DESCRIPTIONS: dict[str, dict[str, str]] = {
    "worlds": {
        "world_id": "Id of the world; the same in every config.",
        "case_type": "contract, torts, civil_rights, employment or intellectual_property.",
        "brief": "What the case is about, neutrally; all that an investigator is told beforehand.",
        "hypotheses": "Four accounts of what happened; their order and ids tell nothing.",
        "n_documents": "Number of files of the corpus.",
        "n_pages": "Pages, sheets and slides of all files.",
        "formats": "Number of files of each format.",
        "generator": "Source of the case record, the three hands that made it, and their version.",
        "canary": "A string that must never be found in training data.",
    },
    "documents": {
        "world_id": "Id of the world.",
        "document_id": "Id of the document; numbered in an order that tells nothing.",
        "path": "Path inside the corpus: a custodian's folder and a file name.",
        "format": "pdf, docx, xlsx, pptx or txt.",
        "media_type": "Media type of the file.",
        "date": "Date of the document in the world's time; the file's mtime when materialized.",
        "n_pages": "Pages, sheets or slides.",
        "size": "Bytes.",
        "sha256": "SHA-256 of the bytes, in hexadecimal.",
        "text": "Text extracted from the file; parts are separated by form feeds.",
        "content": "The file itself.",
    },
    "entities": {
        "world_id": "Id of the world.",
        "entity_id": "Id of the entity within its world.",
        "kind": "person, organization, instrument, artifact or place.",
        "name": "Canonical name.",
        "aliases": "Other names it goes by in the corpus.",
        "case_role": "plaintiff, defendant, witness, nonparty, subject or bystander.",
    },
    "hypotheses": {
        "world_id": "Id of the world.",
        "nodes": "Facts, inferences and hypotheses of the world's DAG. Key material.",
        "edges": "premise (fact or inference to inference), supports, refutes. Key material.",
    },
    "answers": {
        "world_id": "Id of the world.",
        "adopted": "Id of the hypothesis that the court adopted.",
        "rejected": "Id of the other party's hypothesis.",
        "alternatives": "Ids of the two accounts of neither party.",
        "documents": "Role, series, genre, stated facts and target of each document.",
        "facts": "The ledger: ground and tilt facts with the anchors a document is checked for.",
        "key": "The whole answer key as JSON (schema `AnswerKey`).",
        "certificate": "The mechanical proof as JSON (schema `Certificate`).",
        "canary": "A string that must never be found in training data.",
    },
}


@dataclass
class WorldsConfig(datasets.BuilderConfig):
    """A config, optionally narrowed to one split, some worlds and, for documents, some roles."""

    only: str | None = None
    world_ids: tuple[str, ...] | None = None
    roles: tuple[str, ...] | None = None


class InvestigationWorlds(datasets.ArrowBasedBuilder):
    """Builds the configs from the Parquet files of one folder (`base_path`)."""

    BUILDER_CONFIG_CLASS = WorldsConfig
    BUILDER_CONFIGS = [WorldsConfig(name=name) for name in CONFIGS]  # noqa: RUF012 (datasets' form)
    DEFAULT_CONFIG_NAME = "worlds"
    config: WorldsConfig

    def _info(self) -> datasets.DatasetInfo:
        return datasets.DatasetInfo(features=FEATURES[self.config.name])

    def _split_generators(self, dl_manager: Any) -> list[datasets.SplitGenerator]:
        root = str(self.base_path or Path(__file__).parent)
        only = self.config.only
        names = (only,) if only else _splits_of(root, self.config.name)
        return [
            datasets.SplitGenerator(name, gen_kwargs={"splits": [name], "root": root})
            for name in names
            if self.config.world_ids is None or _holds(root, name, self.config.world_ids)
        ]

    def _generate_tables(  # pyright: ignore[reportIncompatibleMethodOverride] (datasets' form)
        self, splits: list[str], root: str
    ) -> Iterator[tuple[Any, pa.Table]]:
        wanted = _roles_filter(root, splits[0], self.config)
        schema = FEATURES[self.config.name].arrow_schema
        groups = _groups(root, self.config.name, splits[0], self.config.world_ids)
        for index, group in enumerate(groups):
            rows = group if wanted is None else group.filter(_is_in(group, wanted))
            if rows.num_rows:
                yield _key(index), rows.select(schema.names).cast(schema)


def _key(index: int) -> Any:
    """A shard key in the form that this version of `datasets` wants."""
    made = getattr(datasets.builder, "Key", None)
    return made(index, 0) if made else str(index)


def default_root() -> str:
    """The checkout that this module stands in when it holds data files, else the Hub's repo id."""
    here = Path(__file__).resolve().parent
    return str(here) if (here / "data_files" / "manifest.json").is_file() else REPO_ID


def splits(root: str | os.PathLike[str] | None = None) -> tuple[str, ...]:
    """Names of the splits that a root holds, sorted; a sealed split's key is a root of its own.

    Raises FileNotFoundError when there is none, with the way out, and ValueError for data of a
    newer schema than this module reads.
    """
    files, base = _files(root)
    found = sorted({PurePosixPath(f).name.split("-")[0] for f in files if f.endswith(".parquet")})
    if found:
        _check_schema(manifest(base))
    else:
        raise FileNotFoundError(
            f"no data_files/worlds/<split>-*.parquet under {base!r}; build and pack worlds first "
            "(python -m builder build, then pack), or give another root"
        )
    return tuple(found)


def _splits_of(root: str, config: str) -> tuple[str, ...]:
    """The splits that have files of a config: the key of a sealed one is not among them."""
    files, _ = _files(root)
    held = {PurePosixPath(f).name.split("-")[0] for f in files if f"/data_files/{config}/" in f}
    return tuple(name for name in splits(root) if name in held) or splits(root)


def load(
    config: str = "worlds",
    split: str | None = None,
    world_ids: Sequence[str] | None = None,
    roles: Sequence[str] | None = None,
    streaming: bool = False,
    root: str | os.PathLike[str] | None = None,
) -> Any:
    """A config as a `datasets.Dataset` (with `split`) or `DatasetDict`, streaming on request.

    `world_ids` narrows any config; `roles` narrows `documents` and needs the answers to be there.
    A hash of the data is part of the cache key: a changed build is never served stale.
    """
    _check_config(config)
    if roles is not None and config != "documents":
        raise ValueError(f"roles narrow the documents config only, not {config!r}")
    base = str(root or default_root())
    if split is not None:
        _check_split(base, split)
    wanted = (split,) if split else _splits_of(base, config)
    if world_ids is not None:
        _check_worlds(base, wanted, world_ids)
    for name in wanted:  # before any work of datasets, which would wrap the error in its own
        _paths(base, config, name)
        if roles is not None:
            _documents_of_roles(base, name, world_ids, roles)
    builder = InvestigationWorlds(
        config_name=config,
        base_path=base,
        hash=data_hash(base),
        only=split,
        world_ids=tuple(world_ids) if world_ids is not None else None,
        roles=tuple(roles) if roles is not None else None,
    )
    if streaming:
        return builder.as_streaming_dataset(split=split)
    builder.download_and_prepare()
    return builder.as_dataset(split=split)


def table(
    config: str,
    split: str,
    world_ids: Sequence[str] | None = None,
    columns: Sequence[str] | None = None,
    root: str | os.PathLike[str] | None = None,
) -> pa.Table:
    """Rows of a config as an Arrow table, read by row group, without a cache copy.

    Worlds that are not there give no rows. Raises ValueError for an unknown config or column,
    FileNotFoundError for a split without files.
    """
    _check_config(config)
    schema = FEATURES[config].arrow_schema.remove_metadata()
    if columns is not None:
        if unknown := [name for name in columns if name not in FEATURES[config]]:
            known = ", ".join(FEATURES[config])
            raise ValueError(f"no column {unknown[0]!r} in {config!r}; there are: {known}")
        schema = pa.schema([schema.field(name) for name in columns])
    groups = [
        group if group.schema == schema else group.select(schema.names).cast(schema)
        for group in _groups(root, config, split, world_ids, columns)
    ]
    return pa.concat_tables(groups) if groups else schema.empty_table()


def materialize(
    world_id: str,
    folder: str | os.PathLike[str],
    split: str | None = None,
    roles: Sequence[str] | None = None,
    root: str | os.PathLike[str] | None = None,
    answers: str | os.PathLike[str] | None = None,
) -> list[Path]:
    """Writes the files of one world below `folder`, sorted by path, and returns their paths.

    `roles` needs the answers, which a sealed split has in another root, `answers`. Each file's
    SHA-256 is checked and its mtime is the document's date. Raises ValueError for an unknown
    world, a path that leaves the folder, or bytes that do not fit their hash.
    """
    base = str(root or default_root())
    if split is not None:
        _check_split(base, split)
    for name in (split,) if split else splits(base):
        rows = table("documents", name, [world_id], root=base)
        if rows.num_rows:
            break
    else:
        raise ValueError(f"no world {world_id!r} in split {split or ' or '.join(splits(base))}")
    wanted = None
    if roles is not None:
        wanted = _documents_of_roles(str(answers or base), name, [world_id], roles)
    target = Path(folder)
    written = [
        _write(target, row)
        for row in rows.sort_by("path").to_pylist()
        if wanted is None or (world_id, row["document_id"]) in wanted
    ]
    return written


def manifest(root: str | os.PathLike[str] | None = None) -> dict[str, Any]:
    """What `data_files/manifest.json` of a root says, or nothing when there is none."""
    files, base = _files(root)
    names = [f for f in files if f.endswith("data_files/manifest.json")]
    return json.loads(_read(base, names[0])) if names else {}


def data_hash(root: str | os.PathLike[str] | None = None) -> str:
    """A hash of the manifest: it names the SHA-256 of every data file."""
    files, base = _files(root)
    named = [f for f in files if f.endswith("data_files/manifest.json")]
    digest = hashlib.sha256()
    for name in named or files:
        digest.update(_read(base, name))
    return digest.hexdigest()[:32]


def _write(folder: Path, row: dict[str, Any]) -> Path:
    relative = PurePosixPath(row["path"])
    if relative.is_absolute() or ".." in relative.parts or "\\" in row["path"]:
        raise ValueError(f"document {row['document_id']!r}: path {row['path']!r} leaves the folder")
    content = row["content"]
    if hashlib.sha256(content).hexdigest() != row["sha256"]:
        raise ValueError(f"document {row['document_id']!r}: content does not fit its sha256")
    path = folder.joinpath(*relative.parts)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    when = row["date"].replace(tzinfo=UTC).timestamp()
    os.utime(path, (when, when))
    return path


def _filesystem(base: str) -> Any:
    """None for a local folder, the Hub's file system for a repo id such as `org/name@revision`."""
    if Path(base).exists() or not re.fullmatch(r"[\w.-]+/[\w.-]+(@[\w./-]+)?", base):
        return None
    from huggingface_hub import HfFileSystem

    return HfFileSystem()


def _files(root: str | os.PathLike[str] | None) -> tuple[list[str], str]:
    """Every data file below a root (POSIX paths, sorted), and the root itself."""
    base = str(root or default_root())
    remote = _filesystem(base)
    if remote is not None:
        return sorted(remote.glob(f"datasets/{base}/data_files/**")), base
    folder = Path(base).resolve() / "data_files"
    return sorted(p.as_posix() for p in folder.rglob("*") if p.is_file()), base


def _read(base: str, name: str) -> bytes:
    remote = _filesystem(base)
    return remote.cat_file(name) if remote is not None else Path(name).read_bytes()


def _paths(base: str, config: str, split: str) -> list[str]:
    """The Parquet files of a config and split; FileNotFoundError when there is none."""
    name = f"data_files/{config}/{glob.escape(split)}-*.parquet"
    remote = _filesystem(base)
    if remote is not None:
        paths = sorted(remote.glob(f"datasets/{base}/{name}"))
    else:
        paths = sorted(p.as_posix() for p in Path(base).resolve().glob(name))
    if not paths:
        raise FileNotFoundError(
            f"no data_files/{config}/{split}-*.parquet under {base!r}"
            + (" (a sealed split keeps its key elsewhere)" if config in KEY_CONFIGS else "")
        )
    return paths


def _groups(
    root: str | os.PathLike[str] | None,
    config: str,
    split: str,
    world_ids: Sequence[str] | None = None,
    columns: Sequence[str] | None = None,
) -> Iterator[pa.Table]:
    """The row groups of a split, or only those of some worlds: a row group is one world."""
    names = list(columns) if columns else None
    left = None if world_ids is None else set(world_ids)
    for file in _open(str(root or default_root()), config, split):
        for index in range(file.parquet.num_row_groups):
            world_id = None if left is None else _world_of(file, index)
            if left is None or world_id in left:
                yield file.group(index, names)
                if left is not None:
                    left.discard(str(world_id))
                    if not left:
                        return


def _open(base: str, config: str, split: str) -> Iterator[_LocalFile]:
    """The Parquet files of a split, each open until the next one is asked for."""
    remote = _filesystem(base)
    for path in _paths(base, config, split):
        file = _LocalFile(path) if remote is None else _RemoteFile(remote, path)
        try:
            yield file
        finally:
            file.close()


class _LocalFile:
    """A Parquet file on disk, read by row group."""

    def __init__(self, path: str) -> None:
        self.parquet = pq.ParquetFile(path)

    def group(self, index: int, columns: list[str] | None) -> pa.Table:
        return self.parquet.read_row_group(index, columns=columns)

    def close(self) -> None:
        self.parquet.close()


class _RemoteFile(_LocalFile):
    """A Parquet file on the Hub, of which only the footer and the row groups asked for come.

    They are put where they belong in memory of the file's size, which costs only what is filled.
    So Arrow reads memory, and none of its threads calls Python: one that still does when the
    interpreter ends takes the process down with it.
    """

    def __init__(self, remote: Any, path: str) -> None:
        self._source = remote.open(path, "rb", cache_type="none")
        size = self._source.size
        self._memory = mmap.mmap(-1, size)
        self._fetch(max(size - TAIL_BYTES, 0), size)
        footer = size - 8 - int.from_bytes(self._memory[size - 8 : size - 4], "little")
        if 0 <= footer < size - TAIL_BYTES:
            self._fetch(footer, size - TAIL_BYTES)
        self.parquet = pq.ParquetFile(pa.BufferReader(pa.py_buffer(self._memory)))

    def group(self, index: int, columns: list[str] | None) -> pa.Table:
        group = self.parquet.metadata.row_group(index)
        chunks = [
            chunk
            for chunk in (group.column(i) for i in range(group.num_columns))
            if columns is None or chunk.path_in_schema.split(".")[0] in columns
        ]
        starts = [c.dictionary_page_offset or c.data_page_offset for c in chunks]
        sizes = [c.total_compressed_size for c in chunks]
        self._fetch(min(starts), max(s + n for s, n in zip(starts, sizes, strict=True)))
        return super().group(index, columns)

    def _fetch(self, start: int, stop: int) -> None:
        self._source.seek(start)
        self._memory[start:stop] = self._source.read(stop - start)

    def close(self) -> None:
        super().close()
        self._source.close()


def _world_of(file: _LocalFile, index: int) -> str:
    """The one world of a row group, by its statistics, or else by its first row, if any."""
    statistics = file.parquet.metadata.row_group(index).column(0).statistics
    if statistics is not None and statistics.has_min_max:
        return statistics.min
    ids = file.group(index, ["world_id"])[0].to_pylist()
    return ids[0] if ids else ""


def _check_schema(manifest: dict[str, Any]) -> None:
    """Refuses data of a newer schema: its columns may mean something else."""
    found = str(manifest.get("schema_version", SCHEMA_VERSION))
    if _number(found) > _number(SCHEMA_VERSION):
        raise ValueError(
            f"the data has schema {found}, this version of investigation_worlds reads up to "
            f"{SCHEMA_VERSION}: update the code, or load an earlier tag of the data"
        )


def _number(version: str) -> int:
    """The first part of a schema version: a change of it changes what a column means."""
    return int(version.split(".")[0])


def _holds(root: str, split: str, world_ids: Sequence[str]) -> bool:
    return not _world_ids(root, split).isdisjoint(world_ids)


def _world_ids(root: str, split: str) -> set[str]:
    """Ids of a split's worlds, from the footers of its files alone."""
    found: set[str] = set()
    for file in _open(root, "worlds", split):
        found |= {_world_of(file, index) for index in range(file.parquet.num_row_groups)}
    return found


def _check_config(config: str) -> None:
    if config not in CONFIGS:
        raise ValueError(f"no config {config!r}; there are: {', '.join(CONFIGS)}")


def _check_split(root: str, split: str) -> None:
    if split not in splits(root):
        raise ValueError(f"no split {split!r} under {root!r}; there are: {', '.join(splits(root))}")


def _check_worlds(root: str, names: Sequence[str], world_ids: Sequence[str]) -> None:
    known = {world_id for name in names for world_id in _world_ids(root, name)}
    if unknown := [w for w in world_ids if w not in known]:
        raise ValueError(f"no world {unknown[0]!r} in split {' or '.join(names)}")


def _documents_of_roles(
    root: str, split: str, world_ids: Sequence[str] | None, roles: Sequence[str]
) -> set[tuple[str, str]]:
    """(world id, document id) of each document whose role is one of `roles`."""
    rows = table("answers", split, world_ids, ["world_id", "documents"], root).to_pylist()
    known = {d["role"] for row in rows for d in row["documents"]}
    if unknown := [role for role in roles if role not in known]:
        raise ValueError(f"no role {unknown[0]!r}; there are: {', '.join(sorted(known))}")
    return {
        (row["world_id"], d["document_id"])
        for row in rows
        for d in row["documents"]
        if d["role"] in roles
    }


def _roles_filter(root: str, split: str, config: WorldsConfig) -> set[tuple[str, str]] | None:
    if config.roles is None:
        return None
    return _documents_of_roles(root, split, config.world_ids, config.roles)


def _is_in(group: pa.Table, wanted: set[tuple[str, str]]) -> pa.Array:
    pairs = zip(group["world_id"].to_pylist(), group["document_id"].to_pylist(), strict=True)
    return pa.array([pair in wanted for pair in pairs])

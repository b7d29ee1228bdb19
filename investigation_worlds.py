"""The dataset: its columns, a `datasets` builder, and the helpers that most users need.

In: Parquet under `<root>/data_files/<config>/<split>-*.parquet`, one row group per world. Out:
`load()` gives a `datasets.Dataset`, `table()` the rows of some worlds without a cache copy, and
`materialize()` the real files of one world. `root` is a checkout or any folder that
`python -m builder pack` wrote, or a Hub repository (`org/name@revision`); without it, the checkout
that this file stands in, else the project's repository.

    from investigation_worlds import load, materialize
    worlds = load("worlds", split="validation")
    materialize(worlds[0]["world_id"], "corpus")

This module needs only `datasets` (with pyarrow and fsspec) and the standard library, and may be
copied beside any data. It is imported, never loaded as a script: `datasets` refuses scripts since
version 4.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC
from pathlib import Path, PurePosixPath
from typing import Any

import datasets
import pyarrow as pa
import pyarrow.parquet as pq
from datasets import Features, List, Value
from fsspec.implementations.local import LocalFileSystem

REPO_ID = "investigation-worlds/investigation-worlds"
SCHEMA_VERSION = "1.0"
AHEAD_BYTES = 1 << 18  # read beyond what is asked for of a file on the Hub, to ask less often
CONFIGS = ("worlds", "documents", "entities", "hypotheses", "answers")
KEY_CONFIGS = ("hypotheses", "answers")

Root = str | os.PathLike[str] | None
_COUNT = Value("int32")
_LIST = List(Value("string"))
_DATA_FILE = re.compile(r"/data_files/(\w+)/(\w+)-\d+-of-\d+\.parquet$")


def _texts(*names: str) -> dict[str, Value]:
    return {name: Value("string") for name in names}


_COLUMNS: dict[str, dict[str, Any]] = {
    "worlds": {
        **_texts("world_id", "case_type", "brief"),
        "hypotheses": List(_texts("hypothesis_id", "statement")),
        "n_documents": _COUNT,
        "n_pages": _COUNT,
        "formats": List({**_texts("format"), "n": _COUNT}),
        "generator": _texts("source", "analyst", "writer", "judge", "version"),
        **_texts("canary"),
    },
    "documents": {
        **_texts("world_id", "document_id", "path", "format", "media_type"),
        "date": Value("timestamp[ms]"),
        "n_pages": _COUNT,
        "size": Value("int64"),
        **_texts("sha256", "text"),
        "content": Value("binary"),
    },
    "entities": {
        **_texts("world_id", "entity_id", "kind", "name"),
        "aliases": _LIST,
        **_texts("case_role"),
    },
    "hypotheses": {
        **_texts("world_id"),
        "nodes": List(_texts("node_id", "kind", "text")),
        "edges": List(_texts("source", "target", "relation")),
    },
    "answers": {
        **_texts("world_id", "adopted", "rejected"),
        "alternatives": _LIST,
        "documents": List(
            {
                **_texts("document_id", "role", "series", "genre"),
                "fact_ids": _LIST,
                "partial_fact_ids": _LIST,
                **_texts("target"),
            }
        ),
        "facts": List(
            {
                **_texts("fact_id", "kind", "text", "tilts"),
                "anchors": List({**_texts("kind", "value"), "surfaces": _LIST}),
            }
        ),
        **_texts("key", "certificate", "canary"),
    },
}
FEATURES = {config: Features(columns) for config, columns in _COLUMNS.items()}


def load(
    config: str = "worlds",
    split: str | None = None,
    world_ids: Sequence[str] | None = None,
    roles: Sequence[str] | None = None,
    streaming: bool = False,
    root: Root = None,
) -> Any:
    """A config as a `datasets.Dataset` (with `split`) or `DatasetDict`, streaming on request.

    `world_ids` narrows any config; `roles` narrows `documents` and needs the answers to be there.
    A hash of the data is part of the cache key: a changed build is never served stale. Raises
    ValueError for a config, split, world or role that is not there, FileNotFoundError for a key
    that is kept elsewhere.
    """
    _check("config", [config], CONFIGS)
    if roles is not None and config != "documents":
        raise ValueError(f"roles narrow the documents config only, not {config!r}")
    base = str(root or default_root())
    wanted = _wanted_splits(base, split, config)
    if world_ids is not None:
        known = {world_id for name in wanted for world_id in _world_ids(base, name)}
        _check("world", world_ids, sorted(known), f" in split {' or '.join(wanted)}")
    for name in wanted:  # before any work of datasets, which would wrap the error in its own
        _paths(base, config, name)
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
    root: Root = None,
) -> pa.Table:
    """Rows of a config as an Arrow table, read by row group, without a cache copy.

    Worlds that are not there give no rows. Raises ValueError for an unknown config or column,
    FileNotFoundError for a split without files.
    """
    _check("config", [config], CONFIGS)
    schema = FEATURES[config].arrow_schema.remove_metadata()
    if columns is not None:
        _check("column", columns, schema.names, f" in {config!r}")
        schema = pa.schema([schema.field(name) for name in columns])
    paths = _paths(str(root or default_root()), config, split)
    groups = [
        group if group.schema == schema else group.select(schema.names).cast(schema)
        for group in _groups(root, paths, world_ids, columns)
    ]
    return pa.concat_tables(groups) if groups else schema.empty_table()


def materialize(
    world_id: str,
    folder: str | os.PathLike[str],
    split: str | None = None,
    roles: Sequence[str] | None = None,
    root: Root = None,
    answers: Root = None,
) -> list[Path]:
    """Writes the files of one world below `folder`, sorted by path, and returns their paths.

    `roles` needs the answers, which a sealed split has in another root, `answers`. Each file's
    SHA-256 is checked and its mtime is the document's date. Raises ValueError for an unknown
    world, a folder with other files, a path that leaves it, or bytes that do not fit their hash.
    """
    base = str(root or default_root())
    names = _wanted_splits(base, split)
    for name in names:
        rows = table("documents", name, [world_id], root=base)
        if rows.num_rows:
            break
    else:
        raise ValueError(f"no world {world_id!r} in split {' or '.join(names)}")
    wanted = _documents_of_roles(str(answers or base), name, [world_id], roles)
    chosen = [
        row
        for row in rows.sort_by("path").to_pylist()
        if wanted is None or (world_id, row["document_id"]) in wanted
    ]
    _check_own(Path(folder), [row["path"] for row in chosen])
    return [_write(Path(folder), row) for row in chosen]


def splits(root: Root = None) -> tuple[str, ...]:
    """Names of the splits that a root holds, sorted; a sealed split's key is a root of its own.

    Raises FileNotFoundError when there is none, with the way out, and ValueError for data of a
    newer schema than this module reads.
    """
    found = sorted({split for _, split in _parquet(root)})
    if not found:
        raise FileNotFoundError(
            f"no data_files/worlds/<split>-*.parquet under {str(root or default_root())!r}; build "
            "and pack worlds first (python -m builder build, then pack), or give another root"
        )
    _check_schema(manifest(root))
    return tuple(found)


def manifest(root: Root = None) -> dict[str, Any]:
    """What `data_files/manifest.json` of a root says, or nothing when there is none."""
    said = _manifest_bytes(root)
    return json.loads(said) if said else {}


def data_hash(root: Root = None) -> str:
    """A hash of the manifest, which names the SHA-256 of every data file; else of the files."""
    digest = hashlib.sha256(_manifest_bytes(root))
    if not _manifest_bytes(root):
        for path in _files(root):
            digest.update(_place(root)[0].cat_file(path))
    return digest.hexdigest()[:32]


def default_root() -> str:
    """The checkout that this module stands in when it holds data files, else the Hub's repo id."""
    here = Path(__file__).resolve().parent
    return str(here) if (here / "data_files" / "manifest.json").is_file() else REPO_ID


@dataclass
class WorldsConfig(datasets.BuilderConfig):
    """A config, optionally narrowed to one split, some worlds and, for documents, some roles."""

    only: str | None = None
    world_ids: tuple[str, ...] | None = None
    roles: tuple[str, ...] | None = None


class InvestigationWorlds(datasets.ArrowBasedBuilder):
    """Builds the configs from the Parquet files of one root (`base_path`); `load` makes one.

    Made directly, it wants a `hash` (`data_hash`): without, `datasets` knows its cache by name.
    """

    BUILDER_CONFIG_CLASS = WorldsConfig
    BUILDER_CONFIGS = [WorldsConfig(name=name) for name in CONFIGS]  # noqa: RUF012 (datasets' form)
    DEFAULT_CONFIG_NAME = "worlds"
    config: WorldsConfig

    def _info(self) -> datasets.DatasetInfo:
        return datasets.DatasetInfo(features=FEATURES[self.config.name])

    def _split_generators(self, dl_manager: Any) -> list[datasets.SplitGenerator]:
        root, config = str(self.base_path or Path(__file__).parent), self.config
        names = _wanted_splits(root, config.only, config.name)
        return [
            datasets.SplitGenerator(
                name,
                gen_kwargs={"paths": _paths(root, config.name, name), "split": name, "root": root},
            )
            for name in names
            if config.world_ids is None or not _world_ids(root, name).isdisjoint(config.world_ids)
        ]

    def _generate_tables(  # pyright: ignore[reportIncompatibleMethodOverride] (datasets' form)
        self, paths: list[str], split: str, root: str
    ) -> Iterator[tuple[Any, pa.Table]]:
        worlds, schema = self.config.world_ids, FEATURES[self.config.name].arrow_schema
        wanted = _documents_of_roles(root, split, worlds, self.config.roles)
        for index, group in enumerate(_groups(root, paths, worlds)):
            rows = group if wanted is None else group.filter(_is_in(group, wanted))
            if rows.num_rows:
                yield _key(index), rows.select(schema.names).cast(schema)


def _key(index: int) -> Any:
    """A shard key in the form that this version of `datasets` wants."""
    made = getattr(datasets.builder, "Key", None)
    return made(index, 0) if made else str(index)


def _check_own(folder: Path, paths: Sequence[str]) -> None:
    """A folder with files that are not these would be a record of two cases."""
    there = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    if others := sorted(there.difference(paths)):
        raise ValueError(
            f"{str(folder)!r} holds {len(others)} other files, such as {others[0]!r}: name a new "
            "folder for each world"
        )


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


def _place(root: Root) -> tuple[Any, str]:
    """The file system of a root, and the root's own path on it."""
    base = str(root or default_root())
    if Path(base).exists() or not re.fullmatch(r"[\w.-]+/[\w.-]+(@[\w./-]+)?", base):
        return LocalFileSystem(), Path(base).resolve().as_posix()
    from huggingface_hub import HfFileSystem

    return HfFileSystem(), f"datasets/{base}"


def _files(root: Root) -> list[str]:
    """Every file below the data files of a root, sorted."""
    place, folder = _place(root)
    return sorted(place.find(f"{folder}/data_files"))


def _manifest_bytes(root: Root) -> bytes:
    paths = [path for path in _files(root) if path.endswith("/data_files/manifest.json")]
    return _place(root)[0].cat_file(paths[0]) if paths else b""


def _parquet(root: Root) -> dict[tuple[str, str], list[str]]:
    """(config, split) -> the Parquet files of it."""
    found: dict[tuple[str, str], list[str]] = {}
    for path in _files(root):
        if match := _DATA_FILE.search(path):
            found.setdefault((match[1], match[2]), []).append(path)
    return found


def _paths(root: str, config: str, split: str) -> list[str]:
    """The Parquet files of a config and split; FileNotFoundError when there is none."""
    if paths := _parquet(root).get((config, split)):
        return paths
    sealed = " (a sealed split keeps its key elsewhere)" if config in KEY_CONFIGS else ""
    raise FileNotFoundError(f"no data_files/{config}/{split}-*.parquet under {root!r}{sealed}")


def _wanted_splits(root: str, split: str | None, config: str = "") -> tuple[str, ...]:
    """The split that is asked for, else all: of those that have files of the config, if any."""
    known = splits(root)
    if split is not None:
        _check("split", [split], known, f" under {root!r}")
        return (split,)
    return tuple(name for name in known if (config, name) in _parquet(root)) or known


def _groups(
    root: Root,
    paths: Sequence[str],
    world_ids: Sequence[str] | None = None,
    columns: Sequence[str] | None = None,
) -> Iterator[pa.Table]:
    """The row groups of some files, or only those of some worlds: a row group is one world.

    Arrow reads a file of the Hub in this thread: one of its own that still calls Python when the
    interpreter ends takes the process down with it.
    """
    place, _ = _place(root)
    threads, names = isinstance(place, LocalFileSystem), list(columns) if columns else None
    left = None if world_ids is None else set(world_ids)
    for path, file in zip(paths, _opened(place, paths), strict=True):
        for index in range(file.num_row_groups):
            with _named(path):
                world_id = "" if left is None else _world_of(file, index)
                if left is not None and world_id not in left:
                    continue
                group = file.read_row_group(index, names, use_threads=threads)
            yield group
            if left is not None:
                left.discard(world_id)
                if not left:
                    return


def _opened(place: Any, paths: Sequence[str]) -> Iterator[pq.ParquetFile]:
    """Some Parquet files; of one on the Hub only what is asked for comes, and a little more."""
    for path in paths:
        local = isinstance(place, LocalFileSystem)
        with _named(path):
            file = pq.ParquetFile(path if local else place.open(path, block_size=AHEAD_BYTES))
        yield file


@contextmanager
def _named(path: str) -> Generator[None]:
    """Says which file is damaged; Arrow does not. What the system refuses is passed on."""
    try:
        yield
    except (pa.ArrowException, OSError) as exc:
        if isinstance(exc, OSError) and exc.errno is not None:
            raise
        raise OSError(f"{path!r} is damaged ({exc}); fetch it or pack the split again") from exc


def _world_of(file: pq.ParquetFile, index: int) -> str:
    """The one world of a row group, by its statistics, or else by its first row, if any."""
    statistics = file.metadata.row_group(index).column(0).statistics
    if statistics is not None and statistics.has_min_max:
        return str(statistics.min)
    ids = file.read_row_group(index, ["world_id"], use_threads=False)[0].to_pylist()
    return ids[0] if ids else ""


def _world_ids(root: str, split: str) -> set[str]:
    """Ids of a split's worlds, from the footers of its files alone."""
    files = _opened(_place(root)[0], _paths(root, "worlds", split))
    return {_world_of(file, index) for file in files for index in range(file.num_row_groups)}


def _documents_of_roles(
    root: str, split: str, world_ids: Sequence[str] | None, roles: Sequence[str] | None
) -> set[tuple[str, str]] | None:
    """(world id, document id) of each document whose role is one of `roles`; None for all."""
    if roles is None:
        return None
    rows = table("answers", split, world_ids, ["world_id", "documents"], root).to_pylist()
    _check("role", roles, sorted({d["role"] for row in rows for d in row["documents"]}))
    return {
        (row["world_id"], d["document_id"])
        for row in rows
        for d in row["documents"]
        if d["role"] in roles
    }


def _is_in(group: pa.Table, wanted: set[tuple[str, str]]) -> pa.Array:
    pairs = zip(group["world_id"].to_pylist(), group["document_id"].to_pylist(), strict=True)
    return pa.array([pair in wanted for pair in pairs])


def _check_schema(manifest: dict[str, Any]) -> None:
    """Refuses data of a newer schema, by its first number: its columns may mean something else."""
    found = str(manifest.get("schema_version", SCHEMA_VERSION))
    if int(found.split(".")[0]) > int(SCHEMA_VERSION.split(".")[0]):
        raise ValueError(
            f"the data has schema {found}, this version of investigation_worlds reads up to "
            f"{SCHEMA_VERSION}: update the code, or load an earlier tag of the data"
        )


def _check(kind: str, asked: Sequence[str], known: Sequence[str], where: str = "") -> None:
    """ValueError names what is asked for and not known, and what there is."""
    if unknown := [name for name in asked if name not in known]:
        there = ", ".join(known[:20]) + (" ..." if len(known) > 20 else "")
        raise ValueError(f"no {kind} {unknown[0]!r}{where}; there are: {there}")

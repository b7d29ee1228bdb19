"""Packing and reading one world out of many, against Arrow's bare row group.

In: nothing. Out: a table of ratios on standard output; every pair runs interleaved, in one process,
on the same worlds. `write`: `pack` against a script that reads JSON and files and hands them to
Arrow's writer with the same options, without validating, hashing or staging. `read`: `table` and
`materialize` of one world against `read_row_group` and bare writes. The design wants 1.5 at most.
Run: python -m benchmarks.packing [worlds]
"""

from __future__ import annotations

import hashlib
import json
import logging
import statistics
import sys
import time
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pyarrow as pa
import pyarrow.parquet as pq

from builder.__main__ import main as builder
from builder.show import read_world
from builder.stages.pack import pack, write_manifest
from investigation_worlds import CONFIGS, materialize, table

ROUNDS = 9


def copies(build: Path, many: Path, worlds: int) -> None:
    """`worlds` worlds from the one of a build: other ids, and other bytes in each file."""
    (source,) = (build / "worlds").iterdir()
    world = read_world(source)
    settled = json.loads((build / "build.json").read_text())
    settled["worlds"] = [f"torts-{number:08x}" for number in range(worlds)]
    for number, world_id in enumerate(settled["worlds"]):
        rng, documents = Random(number), []
        for document in world.case_file.documents:
            data = (source / "corpus" / document.path).read_bytes() + rng.randbytes(2_000)
            path = many / "worlds" / world_id / "corpus" / document.path
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
            told = {"sha256": hashlib.sha256(data).hexdigest(), "size": len(data)}
            documents.append(document.model_copy(update=told))
        said = {"world_id": world_id, "documents": tuple(documents)}
        value = world.model_copy(
            update={
                "case_file": world.case_file.model_copy(update=said),
                "answer_key": world.answer_key.model_copy(update={"world_id": world_id}),
            }
        )
        body = f'{{"key":"","value":{value.model_dump_json()}}}'
        (many / "worlds" / world_id / "world.json").write_text(body)
    (many / "build.json").write_text(json.dumps(settled))


def bare_write(build: Path, tables: dict[str, list[pa.Table]], out: Path) -> None:
    """Documents as they stand in a build, and the other configs ready-made, through Arrow."""
    schema, made = tables["documents"][0].schema, list[pa.Table]()
    for folder in sorted((build / "worlds").iterdir()):
        case = json.loads((folder / "world.json").read_bytes())["value"]["case_file"]
        rows = [
            {
                **document,
                "world_id": case["world_id"],
                "date": datetime.fromisoformat(document["date"]),
                "content": (folder / "corpus" / document["path"]).read_bytes(),
            }
            for document in case["documents"]
        ]
        made.append(pa.Table.from_pylist(rows, schema=schema))
    for config, groups in {**tables, "documents": made}.items():
        with pq.ParquetWriter(
            out / f"{config}.parquet",
            groups[0].schema,
            compression="zstd",
            use_content_defined_chunking=True,
            write_page_index=True,
        ) as writer:
            for group in groups:
                writer.write_table(group)


def bare_files(path: Path, index: int, out: Path) -> None:
    """The files of one row group, written as they stand."""
    with pq.ParquetFile(path) as file:
        rows = file.read_row_group(index, columns=["path", "content"]).to_pylist()
    for row in rows:
        target = out / row["path"]
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(row["content"])


def bare_read(path: Path, index: int) -> pa.Table:
    with pq.ParquetFile(path) as file:
        return file.read_row_group(index)


def took(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def compare(name: str, bare: Callable[[], object], ours: Callable[[], object]) -> None:
    """One row: medians of both sides, and the median of the ratios of the pairs."""
    bare(), ours()
    pairs = [(took(bare), took(ours)) for _ in range(ROUNDS)]
    plain, full = (statistics.median(side) * 1_000 for side in zip(*pairs, strict=True))
    ratio = statistics.median(b / a for a, b in pairs)
    print(f"{name:34}{plain:10.1f}{full:10.1f}{ratio:8.2f}")


def main(worlds: int = 40) -> None:
    logging.disable(logging.WARNING)
    with TemporaryDirectory() as name:
        folder = Path(name)
        builder(["build", "--source", "handwritten:torts", "--out", str(folder / "one")])
        copies(folder / "one", folder / "many", worlds)
        root, out = folder / "root", folder / "root" / "data_files"
        write_manifest(pack([folder / "many"], "test", out), out)
        (path,) = (out / "documents").glob("*.parquet")
        ids = table("worlds", "test", columns=["world_id"], root=root)[0].to_pylist()
        middle = len(ids) // 2
        tables = {
            config: [table(config, "test", [world_id], root=root) for world_id in ids]
            for config in CONFIGS
        }
        size = path.stat().st_size / 1e6
        print(f"\n{worlds} worlds, {sum(t.num_rows for t in tables['documents'])} documents, "
              f"{size:.1f} MB; milliseconds, started {datetime.now():%H:%M}")  # fmt: skip
        print(f"{'':34}{'bare':>10}{'ours':>10}{'ratio':>8}")
        compare(
            "write all worlds",
            lambda: bare_write(folder / "many", tables, folder),
            lambda: pack([folder / "many"], "test", folder / "again"),
        )
        compare(
            "read one world: table",
            lambda: bare_read(path, middle),
            lambda: table("documents", "test", [ids[middle]], root=root),
        )
        compare(
            "one world as files: materialize",
            lambda: bare_files(path, middle, folder / "bare"),
            lambda: materialize(ids[middle], folder / "ours", "test", root=root),
        )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 40)

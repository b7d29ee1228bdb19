"""Certified worlds -> Parquet, manifest and card front matter.

In: build folders, a split's name, an output folder. Out: a `Manifest`. Side effects: writes
`<out>/<config>/<split>-NNNNN-of-NNNNN.parquet`, `<out>/manifest.json`, and the front matter of the
README.md beside `<out>`. One row group is one world, sorted by world id; everything is written
beside its place first and moved there last; after a kill the same command puts it right.

What each row holds is said in `investigation_worlds.py`; rows are made here and read there.
"""

from __future__ import annotations

import hashlib
import re
import shutil
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
from pydantic import ValidationError

from builder.errors import ConfigError, PackError, in_short
from builder.manifest import (
    CANARY,
    Manifest,
    PackedFile,
    PackedSplit,
    read_manifest,
    write_manifest,
)
from builder.rows import ROWS
from builder.schema import Record, World
from builder.sealing import check_seeds, commitment, private_canary, read_salts, write_salts
from investigation_worlds import CONFIGS, FEATURES, KEY_CONFIGS

SHARD_BYTES = 256 << 20
SPLIT_NAME = re.compile(r"[a-z][a-z0-9_]{0,30}")


class BuildFile(Record):
    """What `build.json` says of a build that came to its end."""

    source: str
    seed: int
    hands: dict[str, str]
    sizes: dict[str, int | float]
    level: str = "standard"
    version: str
    worlds: tuple[str, ...]
    failed: dict[str, str]


class StoredWorld(Record):
    """What `world.json` holds: the hand-over under the key of its step."""

    key: str
    value: World


def pack(builds: Sequence[Path], split: str, out: Path, seal: Path | None = None) -> Manifest:
    """Packs the certified worlds of some builds as one split.

    With `seal`, the key goes below that folder, which gets a manifest and the salts of its own, and
    the manifest that is returned has a commitment to each key and no seed.

    ConfigError for a name that no split can have and a folder that is not there; PackError says
    what is wrong with a build, a world or the folder to write to.
    """
    if not SPLIT_NAME.fullmatch(split):
        raise ConfigError(f"a split's name is lower-case letters, digits and _, not {split!r}")
    settled = {build: _build_file(build) for build in builds}
    folders = _world_folders(settled)
    manifest = read_manifest(out)
    try:
        if seal is None:
            packed = _pack_split(folders, settled, split, out, CONFIGS)
        else:
            packed = _pack_sealed(folders, settled, split, out, seal)
    except OSError as exc:
        raise PackError(f"cannot write below {str(out)!r}: {exc.strerror}") from exc
    return manifest.with_split(split, packed)


def _pack_sealed(
    folders: list[Path], settled: Mapping[Path, BuildFile], split: str, out: Path, seal: Path
) -> PackedSplit:
    """Packs the case files below `out` and the key below `seal`; the public side of it."""
    if out.resolve().is_relative_to(seal.resolve()) or seal.resolve() == out.resolve().parent:
        raise ConfigError(f"the seal {str(seal)!r} holds the public folder {str(out)!r}")
    check_seeds(build.model_dump() for build in settled.values())
    seal.mkdir(parents=True, exist_ok=True)
    sealed = read_manifest(seal / "data_files")
    canary = private_canary(sealed)
    salts = read_salts(seal, [folder.name for folder in folders])
    write_salts(seal, salts)
    key = _pack_split(folders, settled, split, seal / "data_files", KEY_CONFIGS, canary)
    sealed = sealed.model_copy(update={"canary": canary}).with_split(split, key)
    write_manifest(sealed, seal / "data_files")
    public = tuple(config for config in CONFIGS if config not in KEY_CONFIGS)
    packed = _pack_split(folders, settled, split, out, public)
    commitments = {
        folder.name: commitment(salts[folder.name], _certified(folder).answer_key.model_dump_json())
        for folder in folders
    }
    unseeded = tuple({k: v for k, v in build.items() if k != "seed"} for build in packed.builds)
    return packed.model_copy(update={"builds": unseeded, "commitments": commitments})


def _pack_split(
    folders: list[Path],
    settled: Mapping[Path, BuildFile],
    split: str,
    out: Path,
    configs: Sequence[str],
    canary: str = CANARY,
) -> PackedSplit:
    """Packs some configs of a split below `out`; files of its other configs there are removed."""
    staging = out / f".{split}.part"
    shutil.rmtree(staging, ignore_errors=True)
    files: dict[str, PackedFile] = {}
    counts: Counter[str] = Counter()
    formats: Counter[str] = Counter()
    canaries: dict[str, str] = {}
    writers: dict[str, _Shards] = {}
    try:
        writers |= {name: _Shards(staging, name, split) for name in configs}
        for folder in folders:
            world = _certified(folder)
            for name, writer in writers.items():
                rows = ROWS[name](world, folder)
                if name == "answers":
                    rows = [{**row, "canary": canary} for row in rows]
                writer.add(rows)
            counts[world.case_file.case_type] += 1
            formats.update(d.format for d in world.case_file.documents)
            canaries[world.case_file.world_id] = world.case_file.canary
        for writer in writers.values():
            files.update(writer.close())
        _move_in(staging, out, split)
    finally:
        for writer in writers.values():
            writer.abandon()
        shutil.rmtree(staging, ignore_errors=True)
    return PackedSplit(
        builds=tuple(build.model_dump(exclude={"worlds", "failed"}) for build in settled.values()),
        worlds=tuple(sorted(canaries)),
        canaries=dict(sorted(canaries.items())),
        case_types=dict(sorted(counts.items())),
        documents=formats.total(),
        formats=dict(sorted(formats.items())),
        files=dict(sorted(files.items())),
    )


def _build_file(build: Path) -> BuildFile:
    if not build.is_dir():
        raise ConfigError(f"no such build folder: {str(build)!r}")
    path = build / "build.json"
    try:
        return BuildFile.model_validate_json(path.read_bytes())
    except FileNotFoundError as exc:
        reason = f"{str(build)!r} is no finished build (no build.json)"
        raise PackError(f"{reason}; run its build command again") from exc
    except ValidationError as exc:
        raise PackError(f"{str(path)!r} cannot be read ({in_short(exc)}); build again") from exc


def _world_folders(builds: Mapping[Path, BuildFile]) -> list[Path]:
    folders: dict[str, Path] = {}
    for build, settled in builds.items():
        for world_id in settled.worlds:
            if world_id in folders:
                raise PackError(f"world {world_id!r} stands in two of the builds")
            folders[world_id] = build / "worlds" / world_id
    if not folders:
        raise PackError("no certified world to pack")
    return [folders[world_id] for world_id in sorted(folders)]


def _certified(folder: Path) -> World:
    try:
        world = StoredWorld.model_validate_json((folder / "world.json").read_bytes()).value
    except FileNotFoundError as exc:
        raise PackError(f"world {folder.name!r} is not built to its end; build again") from exc
    except ValidationError as exc:
        reason = f"{str(folder / 'world.json')!r} cannot be read ({in_short(exc)})"
        raise PackError(f"{reason}; build again") from exc
    if not world.certificate.passed:
        failures = world.certificate.failures
        raise PackError(f"world {folder.name!r} is not certified: {'; '.join(failures[:3])}")
    return world


class _Shards:
    """Writes one config of one split, a row group for each world, in shards of bounded size."""

    def __init__(self, folder: Path, config: str, split: str) -> None:
        self.folder, self.config, self.split = folder / config, config, split
        self.folder.mkdir(parents=True, exist_ok=True)
        self.schema = _schema(config)
        self.parts: list[tuple[Path, int]] = []
        self.writer: pq.ParquetWriter | None = None
        self.bytes = 0

    def add(self, rows: list[dict[str, Any]]) -> None:
        table = pa.Table.from_pylist(rows, schema=self.schema)
        if self.writer is not None and self.bytes + table.nbytes > SHARD_BYTES:
            self.writer.close()
            self.writer = None
        if self.writer is None:
            path = self.folder / f"{len(self.parts)}.part"
            self.writer = pq.ParquetWriter(
                path,
                self.schema,
                compression="zstd",
                use_content_defined_chunking=True,
                write_page_index=True,
            )
            self.parts.append((path, 0))
            self.bytes = 0
        self.writer.write_table(table)
        self.bytes += table.nbytes
        path, count = self.parts[-1]
        self.parts[-1] = (path, count + len(rows))

    def abandon(self) -> None:
        """Lets go of a shard that was not finished, or of nothing; a full disk is no news then."""
        if self.writer is not None:
            with suppress(OSError):
                self.writer.close()

    def close(self) -> dict[str, PackedFile]:
        if self.writer is not None:
            self.writer.close()
            self.writer = None
        packed: dict[str, PackedFile] = {}
        for index, (path, rows) in enumerate(self.parts):
            name = f"{self.split}-{index:05d}-of-{len(self.parts):05d}.parquet"
            final = path.replace(self.folder / name)
            data = final.read_bytes()
            packed[f"{self.config}/{name}"] = PackedFile(
                sha256=hashlib.sha256(data).hexdigest(), size=len(data), rows=rows
            )
        return packed


def _schema(config: str) -> pa.Schema:
    """The columns of a config, from the dataset module that reads them."""
    return FEATURES[config].arrow_schema.remove_metadata()


def _move_in(staging: Path, out: Path, split: str) -> None:
    """Moves the new files to their places; what the split had there before is gone after it."""
    for config in CONFIGS:
        fresh = {p.name for p in (staging / config).glob("*")}
        for name in sorted(fresh):
            (out / config).mkdir(parents=True, exist_ok=True)
            (staging / config / name).replace(out / config / name)
        for stale in (out / config).glob(f"{split}-*.parquet"):
            if stale.name not in fresh:
                stale.unlink()

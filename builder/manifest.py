"""The manifest of a packed dataset: what `data_files/manifest.json` says.

In: a data folder. Out: a `Manifest`, read or written. Cards, audits and pushes are made from it.
"""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path
from typing import Any

from pydantic import Field, ValidationError

from builder.errors import PackError, in_short
from builder.schema import SCHEMA_VERSION, Record

MANIFEST = "manifest.json"
DATA_VERSION = "0.1.0"
DATA_DATE = "2026-11-30"
CANARY = "investigation-worlds canary 2c1d7f3e-8f5b-4f0c-9d0a-6b4c1e9a7d25"


class PackedFile(Record):
    """One Parquet file of the manifest."""

    sha256: str
    size: int
    rows: int


class PackedSplit(Record):
    """What a split holds and the settings of the builds that it came from.

    A sealed split names no key file; `commitments` has a salted hash of each world's key instead.
    """

    builds: tuple[dict[str, Any], ...]
    worlds: tuple[str, ...]
    canaries: dict[str, str]
    case_types: dict[str, int]
    documents: int
    formats: dict[str, int]
    files: dict[str, PackedFile]
    commitments: dict[str, str] = Field(default_factory=dict)

    @property
    def data_hash(self) -> str:
        """A hash of the data files, whatever the split is called, and of the commitments."""
        files = [f"{name.split('/')[0]} {file.sha256}" for name, file in self.files.items()]
        told = "\n".join([*files, *self.commitments.values()])
        return hashlib.sha256(told.encode()).hexdigest()[:16]


class Manifest(Record):
    """The content of `manifest.json`."""

    schema_version: str = SCHEMA_VERSION
    data_version: str = DATA_VERSION
    data_date: str = DATA_DATE
    canary: str = CANARY
    splits: dict[str, PackedSplit] = Field(default_factory=dict)

    @property
    def files(self) -> dict[str, PackedFile]:
        """Every data file, by its path below the folder."""
        return {name: file for split in self.splits.values() for name, file in split.files.items()}

    def with_split(self, name: str, split: PackedSplit) -> Manifest:
        """This manifest with a split put in or replaced."""
        splits = dict(sorted({**self.splits, name: split}.items()))
        return self.model_copy(update={"splits": splits})

    def data_hash(self, config: str) -> str:
        """A hash of the data files of one config, over all splits."""
        files = [
            f"{name} {file.sha256}"
            for name, file in self.files.items()
            if name.startswith(f"{config}/")
        ]
        return hashlib.sha256("\n".join(sorted(files)).encode()).hexdigest()[:16]


def read_manifest(out: Path) -> Manifest:
    """The manifest of a data folder, or an empty one; PackError when it cannot be understood."""
    path = out / MANIFEST
    try:
        return Manifest.model_validate_json(path.read_bytes())
    except FileNotFoundError:
        return Manifest()
    except ValidationError as exc:
        reason = f"{str(path)!r} is not a manifest of this version ({in_short(exc)})"
        raise PackError(f"{reason}; restore it, or give another --out") from exc
    except OSError as exc:
        raise PackError(f"cannot read {str(path)!r}: {exc.strerror}") from exc


def write_manifest(manifest: Manifest, out: Path) -> None:
    """Writes `manifest.json`, sorted and indented, whole or not at all."""
    text = json.dumps(manifest.model_dump(), indent=2, sort_keys=True, ensure_ascii=False) + "\n"
    temporary = out / ".manifest.part"
    with temporary.open("w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    temporary.replace(out / MANIFEST)

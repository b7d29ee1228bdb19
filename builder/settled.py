"""Whether a world stands as it was built, so that it need not be looked into again.

In: a certified world and its folder. Out: a `Settled` record of every byte that matters; whether a
folder still has them. Reads the files of the folder.
"""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

from builder.schema import Record, World

_WORLD = "world.json"
_CORPUS = "corpus"


class Settled(Record):
    """The size of a world, and the SHA-256 of its file and of each file of its corpus by path."""

    n_documents: int
    world: str
    files: dict[str, str]

    def stands(self, folder: Path) -> bool:
        """Whether a folder holds that world, byte for byte, and no other file in its corpus."""
        world, corpus = folder / _WORLD, folder / _CORPUS
        return (
            world.is_file()
            and corpus.is_dir()
            and set(_paths(corpus)) == set(self.files)
            and _sha256(world) == self.world
            and all(_sha256(corpus / path) == sha256 for path, sha256 in self.files.items())
        )


def settle(world: World, folder: Path) -> Settled:
    """The record of a world that was just built in a folder."""
    return Settled(
        n_documents=len(world.case_file.documents),
        world=_sha256(folder / _WORLD),
        files={document.path: document.sha256 for document in world.case_file.documents},
    )


def _paths(folder: Path) -> list[str]:
    return [
        (Path(where) / name).relative_to(folder).as_posix()
        for where, _, names in os.walk(folder)
        for name in names
    ]


def _sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()

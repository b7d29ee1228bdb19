"""Corpora as real files for sandboxes: written once per world, shared by samples, cleaned up.

In: a `Source` and a world id. Out: the path of a read-only folder under an opaque name. Side
effects: writes below one private temporary folder per process, which `clear()` or exit removes.
"""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
import threading
from collections import OrderedDict
from pathlib import Path

from eval.dataset import Source

IDLE_CORPORA = 4


class _Shelf:
    """Staged corpora with the number of samples that use each; idle ones are kept a little."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._base: Path | None = None
        self._staged: OrderedDict[tuple[Source, str], Path] = OrderedDict()
        self._users: dict[Path, int] = {}

    def borrow(self, source: Source, world_id: str) -> Path:
        with self._lock:
            folder = self._staged.get((source, world_id))
            if folder is None:
                folder = _stage(source, world_id, self._home())
                self._staged[source, world_id] = folder
            self._staged.move_to_end((source, world_id))
            self._users[folder] = self._users.get(folder, 0) + 1
            return folder

    def give_back(self, folder: Path) -> None:
        with self._lock:
            self._users[folder] -= 1
            idle = [key for key, path in self._staged.items() if self._users[path] == 0]
            for key in idle[: max(0, len(idle) - IDLE_CORPORA)]:
                path = self._staged.pop(key)
                del self._users[path]
                _remove(path)

    def clear(self) -> None:
        with self._lock:
            if self._base is not None:
                _remove(self._base)
            self._base = None
            self._staged.clear()
            self._users.clear()

    def _home(self) -> Path:
        if self._base is None:
            self._base = Path(tempfile.mkdtemp(prefix="corpus-"))
            self._base.chmod(0o711)
            atexit.register(self.clear)
        return self._base


_shelf = _Shelf()


def borrow(source: Source, world_id: str) -> Path:
    """The folder with a world's files; give it back when the sample is over."""
    return _shelf.borrow(source, world_id)


def give_back(folder: Path) -> None:
    """Says that a sample no longer needs a borrowed folder."""
    _shelf.give_back(folder)


def clear() -> None:
    """Removes every staged corpus of this process."""
    _shelf.clear()


def _stage(source: Source, world_id: str, home: Path) -> Path:
    folder = Path(tempfile.mkdtemp(dir=home)) / "corpus"
    folder.mkdir()
    files = source.materialize(world_id, folder)
    newest = max((file.stat().st_mtime for file in files), default=0.0)
    for file in files:
        file.chmod(0o444)
    folders = [Path(top) for top, _, _ in os.walk(folder, topdown=False)]
    for one in folders:
        one.chmod(0o555)
        os.utime(one, (newest, newest))
    folder.parent.chmod(0o711)
    return folder


def _remove(path: Path) -> None:
    for top, _, _ in os.walk(path):
        Path(top).chmod(0o755)
    shutil.rmtree(path.parent if path.name == "corpus" else path, ignore_errors=True)

"""One folder per world; a step is made once and reused while its inputs stay the same.

In: the name of a step, its inputs, a function that makes its hand-over. Out: the hand-over, read
back or made. Side effects: `<world>/<step>.json`, written to a temporary file, fsynced and renamed,
so that a build killed at any moment goes on where it stopped.

A step's key is the hash of its inputs and of the builder's own sources (code, scenarios, prompts):
whoever edits a genre never gets a stale world. Answers of paid models are kept apart from steps.
"""

from __future__ import annotations

import fcntl
import hashlib
import logging
import os
from collections.abc import Callable, Generator
from contextlib import contextmanager
from functools import cache
from importlib import resources
from pathlib import Path
from typing import TypeVar

from pydantic import ValidationError

from builder.errors import ConfigError, in_short
from builder.schema import Record

LOG = logging.getLogger(__name__)
SOURCES = (".py", ".yaml", ".md", ".j2", ".json")

R = TypeVar("R", bound=Record)


def digest(*parts: str | bytes) -> str:
    """SHA-256 over parts, each preceded by its length."""
    hasher = hashlib.sha256()
    for part in parts:
        data = part.encode() if isinstance(part, str) else part
        hasher.update(f"{len(data)}:".encode())
        hasher.update(data)
    return hasher.hexdigest()


@cache
def sources_hash() -> str:
    """A hash of every source file of the builder, by name and content."""
    root = Path(str(resources.files("builder")))
    files = sorted(p for p in root.rglob("*") if p.suffix in SOURCES and p.is_file())
    return digest(*(part for p in files for part in (str(p.relative_to(root)), p.read_bytes())))


def write_whole(path: Path, data: bytes) -> None:
    """Writes a file so that it is there whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".{path.name}.{os.getpid()}.part")
    with temporary.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    temporary.replace(path)


def sweep(folder: Path, name: str = "*") -> None:
    """Removes what killed commands left half written; only whoever holds the folder may call it."""
    for left in folder.glob(f".{name}.*.part"):
        left.unlink()


class Workspace:
    """The folder of one world."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._digests: dict[int, tuple[Record, str]] = {}

    @property
    def corpus(self) -> Path:
        """Where the rendered files stand."""
        return self.folder / "corpus"

    def step(
        self,
        name: str,
        kind: type[R],
        inputs: tuple[str | Record, ...],
        make: Callable[[], R],
        sound: Callable[[R], bool] = lambda _: True,
    ) -> R:
        """The hand-over `name`: read back when its key is the same and what it speaks of is still
        `sound`, else made and stored."""
        stored = self.stored(name, kind, inputs)
        if stored is not None and sound(stored):
            return stored
        made = make()
        self.store(name, made, inputs)
        return made

    def stored(self, name: str, kind: type[R], inputs: tuple[str | Record, ...]) -> R | None:
        """The hand-over `name` if it was stored for the same inputs and can be read back."""
        path = self.folder / f"{name}.json"
        key = self._key(name, inputs)
        try:
            raw = path.read_bytes()
        except FileNotFoundError:
            return None
        if not raw.startswith(b'{"key":"' + key.encode() + b'"'):
            return None
        try:
            return self._known(kind.model_validate_json(body := raw[len(key) + 18 : -2]), body)
        except ValidationError as exc:
            LOG.warning("%s cannot be read back and is made again: %s", path, in_short(exc))
            return None

    def store(self, name: str, made: Record, inputs: tuple[str | Record, ...]) -> None:
        """Stores the hand-over `name` for some inputs."""
        body = made.model_dump_json().encode()
        self._known(made, body)
        key = self._key(name, inputs)
        write_whole(
            self.folder / f"{name}.json", b'{"key":"%b","value":%b}\n' % (key.encode(), body)
        )

    def _key(self, name: str, inputs: tuple[str | Record, ...]) -> str:
        return digest(name, sources_hash(), *map(self._digest, inputs))

    def _digest(self, given: str | Record) -> str:
        if isinstance(given, str):
            return given
        if id(given) not in self._digests:
            self._known(given, given.model_dump_json().encode())
        return self._digests[id(given)][1]

    def _known(self, record: R, body: bytes) -> R:
        """Remembers the digest of a record, and the record, whose id then stays its own."""
        self._digests[id(record)] = record, digest(body)
        return record


@contextmanager
def folder_lock(folder: Path, wait: bool = False) -> Generator[None]:
    """Holds a folder for one process; ConfigError when another has it (unless told to wait) or
    when it cannot be written."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = (folder / ".lock").open("a")
    except OSError as exc:
        reason = f"cannot write to {str(folder)!r}: {exc.strerror}"
        raise ConfigError(f"{reason}; give another --out") from exc
    with lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
        except BlockingIOError as exc:
            raise ConfigError(f"another build is running in {str(folder)!r}; wait for it") from exc
        yield

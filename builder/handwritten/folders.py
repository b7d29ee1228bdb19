"""Where handwritten worlds lie: the shipped ones, or any folder of the same form.

In: a locator. Out: folders that hold a `key.yaml`, sorted by name. Reads the file system only.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

from builder.errors import ConfigError
from builder.handwritten.key import CORPUS_NAME, KEY_NAME

_SHIPPED = Path(__file__).parent / "worlds"


def shipped_worlds() -> tuple[str, ...]:
    """The names of the worlds that come with the package."""
    return tuple(sorted(path.parent.name for path in _SHIPPED.glob(f"*/{KEY_NAME}")))


def world_folders(locator: str) -> tuple[tuple[str, Path], ...]:
    """Each world of a locator, with a locator of its own.

    "" means all shipped worlds, the name of a shipped world that one, anything else a folder of
    one world (`key.yaml` and `corpus/`) or a folder of such folders. ConfigError when
    there is none.
    """
    shipped = shipped_worlds()
    if not locator:
        return tuple((name, _SHIPPED / name) for name in shipped)
    folder = Path(locator)
    if locator in shipped and not folder.is_dir():
        return ((locator, _SHIPPED / locator),)
    if (folder / KEY_NAME).is_file():
        return ((locator, folder),)
    found = tuple((str(path.parent), path.parent) for path in sorted(folder.glob(f"*/{KEY_NAME}")))
    if not found:
        raise ConfigError(
            f"no {KEY_NAME} in {locator!r} nor in its folders; "
            f"the shipped worlds are: {', '.join(shipped)}"
        )
    return found


def world_digest(folder: Path) -> str:
    """A hash of the key and documents of one world, by name and content."""
    hasher = hashlib.sha256()
    for path in (folder / KEY_NAME, *sorted((folder / CORPUS_NAME).rglob("*.md"))):
        hasher.update(f"{path.relative_to(folder).as_posix()}\n".encode())
        hasher.update(hashlib.sha256(path.read_bytes()).digest())
    return hasher.hexdigest()

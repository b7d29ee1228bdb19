"""What a saved docket tells of the papers that stand beside it.

In: files of a folder. Out: a `Sheet`: the entry of each paper by its number, what is on the docket
but not in the folder, the docket with its entries classified. Reads files, writes nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from builder.errors import ConfigError, FormatError
from builder.filings.entries import Entry, choose, standing_of
from builder.filings.saved_docket import (
    SUFFIXES,
    SavedDocket,
    docket_with,
    is_docket,
    read_docket,
)
from builder.schema import Docket

_HEAD_BYTES = 200_000


@dataclass(frozen=True)
class Sheet:
    """A docket that was saved; without one nothing is known of any paper."""

    saved: SavedDocket | None = None

    @cached_property
    def docket(self) -> Docket | None:
        """The docket, each entry with its kind and the reason."""
        return docket_with(self.saved.docket, self.saved.entries) if self.saved else None

    @cached_property
    def _told(self) -> dict[str, tuple[Entry, str]]:
        entries = self.saved.entries if self.saved else ()
        told = list(standing_of(entries))
        return {entry.number: (entry, why) for entry, why in reversed(told)}

    def entry(self, number: str | None) -> Entry | None:
        """The entry of a paper's number."""
        return self._told.get(number or "", (None, ""))[0]

    def against(self, number: str | None) -> str:
        """Why a paper does not count: `filed in error`, `sealed`; nothing when it does."""
        why = self._told.get(number or "", (None, ""))[1]
        return why if why in ("filed in error", "sealed") else ""

    def lacking(self, numbers: Iterable[str | None]) -> list[str]:
        """What the decided motion needs, is on the docket and not among these papers."""
        if self.saved is None:
            return []
        here = set(numbers)
        choice = choose(
            [
                entry.model_copy(update={"available": True, "path": entry.number})
                if entry.number in here
                else entry.model_copy(update={"available": False})
                for entry in self.saved.entries
            ]
        )
        absent = [
            said.replace(": not available", "").replace("_", " ")
            for said in choice.left_out
            if ": not available (" in said
        ]
        return [f"on the docket but not here: {', '.join(absent)}"] if absent else []


def holds_docket(file: Path) -> bool:
    """Whether a file is a saved docket, as far as its first bytes tell."""
    if file.suffix.lower() not in SUFFIXES:
        return False
    with file.open("rb") as opened:
        return is_docket(opened.read(_HEAD_BYTES))


def read_sheet(files: Iterable[Path]) -> tuple[Sheet, list[str]]:
    """The first docket that can be read, and what is said of the others."""
    found: SavedDocket | None = None
    missing: list[str] = []
    for file in files:
        try:
            read = read_docket(file.name, file.read_bytes())
        except OSError as exc:
            raise ConfigError(f"no docket that can be read: {str(file)!r}") from exc
        except FormatError as exc:
            missing.append(f"not read: {exc}")
            continue
        missing += [f"left out: {file.name!r} is another docket"] if found else []
        found = found or read
    return Sheet(found), missing

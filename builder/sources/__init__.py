"""Where case records come from. One file per source.

A source module defines

    HANDS: str                                     the author whose hands suit it by default
    def records(locator: str, options: SourceOptions) -> Iterator[CaseRecord]

`locator` is what stands after the colon of `--source`. It raises ConfigError for a locator that
cannot be one, SourceUnusable for a record that is there but cannot serve.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol, cast

from builder.config import Level
from builder.plugins import plugin, plugin_ids
from builder.schema import CaseRecord, CaseType, Record


class SourceOptions(Record):
    """What a source may be told: how many worlds, from which seed, of which case types and level.

    A source of real records has no level.
    """

    worlds: int = 5
    seed: int = 0
    case_types: tuple[CaseType, ...] = ()
    level: Level = "standard"


class SourceModule(Protocol):
    """What each file of this folder provides."""

    HANDS: str

    def records(self, locator: str, options: SourceOptions) -> Iterator[CaseRecord]: ...


def source_ids() -> tuple[str, ...]:
    """The ids of all sources, sorted."""
    return plugin_ids("builder.sources")


def source_module(source_id: str) -> SourceModule:
    """The module of one source; ConfigError names those that exist."""
    return cast(SourceModule, plugin("builder.sources", source_id))

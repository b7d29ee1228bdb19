"""Where case records come from. One file per source.

A source module defines

    HANDS: str                                     the author whose hands suit it by default
    def records(locator: str, options: SourceOptions) -> Iterator[CaseRecord]

and, where a record takes long to tell but its case can be named at once,

    def cases(locator: str, options: SourceOptions) -> Iterator[Case]      the same, in that order
    def record(case: Case) -> CaseRecord                                   what one of them tells

`locator` is what stands after the colon of `--source`. It raises ConfigError for a locator that
cannot be one, SourceUnusable for a record that is there but cannot serve.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Protocol, cast

from builder.config import Level
from builder.plugins import plugin, plugin_ids
from builder.schema import Case, CaseRecord, CaseType, Record


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


def cases(source_id: str, locator: str, options: SourceOptions) -> Iterator[Case]:
    """The cases that a source gives, told or only named."""
    module = source_module(source_id)
    return getattr(module, "cases", module.records)(locator, options)


def told(case: Case) -> CaseRecord:
    """The record of a case, from its source if it was only named."""
    if isinstance(case, CaseRecord):
        return case
    record: Callable[[Case], CaseRecord] = plugin("builder.sources", case.source.kind).record
    return record(case)

"""Case records by the words of a command line."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from builder.schema import CaseRecord


def read_records(source: str) -> list[CaseRecord]:
    """The records that `folder:PATH`, `courtlistener:ID` or a bare path names."""
    from builder.sources import SourceOptions, source_ids, source_module

    source_id, colon, locator = source.partition(":")
    if not colon or source_id not in source_ids():
        source_id, locator = "folder", source
    return list(source_module(source_id).records(locator, SourceOptions()))

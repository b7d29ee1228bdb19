"""Case records by the words of a command line."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from builder.errors import ConfigError

if TYPE_CHECKING:
    from builder.schema import CaseRecord


def read_records(source: str, docket: Path | None = None) -> list[CaseRecord]:
    """The records that `folder:PATH`, `courtlistener:ID` or a bare path names; for a folder also
    a docket that stands elsewhere."""
    from builder.sources import SourceOptions, source_ids, source_module
    from builder.sources.folder import read_record

    source_id, colon, locator = source.partition(":")
    if not colon or source_id not in source_ids():
        source_id, locator = "folder", source
    if docket is None:
        return list(source_module(source_id).records(locator, SourceOptions()))
    if source_id != "folder":
        raise ConfigError(f"--docket goes with a folder; {source!r} has its own")
    return [read_record(Path(locator), docket)]

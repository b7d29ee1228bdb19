"""A fictional case record -> its court papers as PDF: opinion, statement, response, exhibit list.

Side effects: writes the files below a folder. They hold the answer: they are for reading and
testing, never part of a corpus.
"""

from __future__ import annotations

from pathlib import Path

from builder.errors import ConfigError
from builder.fiction.courtpapers import write_papers
from builder.fiction.docket import court_case
from builder.fiction.record import play_of
from builder.schema import CaseRecord


def papers(record: CaseRecord, folder: Path) -> tuple[Path, ...]:
    """The papers of a fictional record, in the local form of its court; ConfigError for others."""
    if record.source.kind != "fiction":
        raise ConfigError(
            f"case {record.case_id!r} is not fiction: its papers are where it is from"
        )
    play = play_of(record.source.locator)
    return write_papers(play, court_case(play), folder)

"""The settings of a build, checked before any work."""

from __future__ import annotations

from builder.schema import CaseType, Record


class BuildSettings(Record):
    """What one `build` command asks for. Empty hands mean: those that suit the source."""

    source: str
    worlds: int = 5
    seed: int = 0
    case_types: tuple[CaseType, ...] = ()
    analyst: str = ""
    writer: str = ""
    judge: str = ""
    dials: tuple[tuple[str, int], ...] = ()
    workers: int = 1

    @property
    def source_id(self) -> str:
        """What stands before the colon of the source."""
        return self.source.partition(":")[0]

    @property
    def locator(self) -> str:
        """What stands after the colon of the source."""
        return self.source.partition(":")[2]

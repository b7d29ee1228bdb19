"""The attacks that a hostile reviewer would make on a build, each a measured gate in a file.

A gate module defines TITLE, THRESHOLD (one line each) and `measure(published) -> GateResult`. It
reads what an outsider can read and the answers, and changes nothing. `passed` is None where the
gate could not be measured (too few worlds, no logs): that is never a pass.
"""

from __future__ import annotations

from pydantic import ConfigDict

from builder.schema import Record


class Panel(Record):
    """A small table behind a figure."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class Bar(Record):
    """One value with its interval, drawn on the chart's scale."""

    label: str
    value: float
    low: float | None = None
    high: float | None = None


class Chart(Record):
    """Values drawn beside the limits that they must keep."""

    title: str
    bars: tuple[Bar, ...]
    low: float = 0.0
    high: float = 1.0
    limits: tuple[float, ...] = ()


class GateResult(Record):
    """What one gate measured.

    `figure` is the number that is judged, `interval` its 95 % interval, `unit` what it counts;
    `reason` says why a gate failed or could not be measured; `sentences` can stand in a card.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", ser_json_inf_nan="null")

    gate: str
    title: str
    threshold: str
    passed: bool | None
    figure: float | None = None
    unit: str = ""
    interval: tuple[float, float] | None = None
    reason: str = ""
    sentences: tuple[str, ...] = ()
    offenders: tuple[str, ...] = ()
    panels: tuple[Panel, ...] = ()
    chart: Chart | None = None


class AuditReport(Record):
    """Every gate's result on one split; it passes when no gate fails."""

    split: str
    worlds: int
    documents: int
    gates: tuple[GateResult, ...]

    @property
    def failed(self) -> tuple[GateResult, ...]:
        """The gates that did not hold."""
        return tuple(gate for gate in self.gates if gate.passed is False)

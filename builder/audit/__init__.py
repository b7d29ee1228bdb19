"""The attacks that a hostile reviewer would make on a build, each a measured gate in a file.

A gate module defines TITLE, THRESHOLD (one line each) and `measure(published) -> GateResult`. It
reads what an outsider can read and the answers, and changes nothing. `passed` is None where the
gate could not be measured (too few worlds, no logs): that is never a pass.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from builder.config import ModelTerms
from builder.plugins import plugin, plugin_ids
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
    """Every gate's result on one split; it passes when no gate fails.

    `data` is the hash of the split's data, by its manifest: who shows a report can tell whether it
    is on the data that is there.
    """

    split: str
    data: str = ""
    worlds: int
    documents: int
    gates: tuple[GateResult, ...]

    @property
    def failed(self) -> tuple[GateResult, ...]:
        """The gates that did not hold."""
        return tuple(gate for gate in self.gates if gate.passed is False)


def gate_ids() -> tuple[str, ...]:
    """The gates, sorted by name."""
    return plugin_ids(__name__)


def audit(
    root: Path,
    split: str = "",
    answers: Path | None = None,
    logs: tuple[Path, ...] = (),
    sheets: tuple[Path, ...] = (),
    real: tuple[Path, ...] = (),
    model: str = "",
    gates: tuple[str, ...] = (),
    replies: Path | None = None,
    done: Callable[[GateResult], None] = lambda result: None,
) -> AuditReport:
    """Measures every gate (or `gates`) on a dataset's split; `done` hears of each as it ends.

    ConfigError for an unknown gate, split or root, or a model that cannot be reached.
    """
    from builder.audit._published import Extras, only_split, read

    modules = [plugin(__name__, gate) for gate in gates or gate_ids()]
    root = root.parent if root.name == "data_files" else root
    extras = Extras(logs, sheets, real, model, replies or Extras.replies)
    if model:  # said before an hour of measuring
        from builder.authors.model import asker

        asker(model, ModelTerms(answers=str(extras.replies)))
    published = read(root, split or only_split(root), answers, extras)
    results: list[GateResult] = []
    for module in modules:
        results.append(module.measure(published))
        done(results[-1])
    return AuditReport(
        split=published.split,
        worlds=len(published.worlds),
        documents=published.n_documents,
        gates=tuple(results),
    )

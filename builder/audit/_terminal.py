"""An audit on the terminal: a table of gates, and what is wrong with those that fail.

In: results. Out: text and `rich` renderables. No side effects.
"""

from __future__ import annotations

from rich import box
from rich.table import Table
from rich.text import Text

from builder.audit import AuditReport, GateResult
from builder.audit._page import shown, verdict

_STYLES = {True: "green", False: "bold red", None: "yellow"}


def one_line(result: GateResult) -> str:
    """What became of a gate, for the one who waits."""
    return f"{result.gate}: {verdict(result)}" + (f" ({result.reason})" if result.reason else "")


def summary(report: AuditReport) -> Table:
    """A row a gate."""
    table = Table(
        title=f"{report.split}: {report.worlds} worlds, {report.documents} documents",
        box=box.SIMPLE,
        title_justify="left",
    )
    table.add_column("gate", no_wrap=True)
    for name in ("", "measured", "must hold"):
        table.add_column(name)
    for result in report.gates:
        table.add_row(
            result.gate,
            Text(verdict(result), style=_STYLES[result.passed]),
            Text(shown(result) or result.reason),
            Text(result.threshold),
        )
    return table


def details(result: GateResult) -> Text:
    """Why a gate fails, and its worst offenders."""
    text = Text(f"{result.gate}: {result.reason}\n")
    for offender in result.offenders[:8]:
        text.append(f"  {offender}\n")
    return text

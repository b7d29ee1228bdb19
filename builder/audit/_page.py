"""An audit as one self-contained HTML page, with a small SVG drawing for each gate.

In: an `AuditReport`. Out: HTML text: no script, no font or picture from elsewhere. No side effects.
"""

from __future__ import annotations

from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from builder.audit import AuditReport, Chart, GateResult

WIDTH = 640
LABEL = 250
ROW = 22
MARGIN = 50


def page(report: AuditReport) -> str:
    """The whole page."""
    environment = Environment(
        loader=FileSystemLoader(Path(__file__).parent),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.get_template("page.html.j2").render(
        report=report, verdict=verdict, shown=shown, drawing=drawing
    )


def verdict(result: GateResult) -> str:
    """One word for what became of a gate."""
    return {True: "holds", False: "fails", None: "not measured"}[result.passed]


def shown(result: GateResult) -> str:
    """The figure with its interval and unit, as it is read."""
    if result.figure is None:
        return ""
    figure = f"{result.figure:.3g}"
    if result.interval:
        figure += f" [{result.interval[0]:.3g}, {result.interval[1]:.3g}]"
    return f"{figure} {result.unit}".strip()


def drawing(chart: Chart) -> dict[str, object]:
    """Pixel places of a chart: rows of a label, a bar or an interval with its point, limits."""
    span = (chart.high - chart.low) or 1.0

    def x(value: float) -> float:
        share = min(1.0, max(0.0, (value - chart.low) / span))
        return round(LABEL + share * (WIDTH - LABEL - MARGIN), 1)

    rows = [
        {
            "label": bar.label,
            "y": 20 + index * ROW,
            "x": x(bar.value),
            "low": x(bar.low) if bar.low is not None else None,
            "high": x(bar.high) if bar.high is not None else None,
            "value": f"{bar.value:.3g}",
        }
        for index, bar in enumerate(chart.bars)
    ]
    return {
        "rows": rows,
        "limits": [{"x": x(limit), "text": f"{limit:.3g}"} for limit in chart.limits],
        "start": x(chart.low),
        "width": WIDTH,
        "height": 30 + ROW * max(1, len(rows)),
    }

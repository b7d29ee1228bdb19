"""Figures of a report as SVG text, without dates or random ids: the same logs give the same text.

In: `Runs`. Out: SVG documents. matplotlib is used without a display.
"""

from __future__ import annotations

import io
from typing import Any

import matplotlib as mpl
import numpy as np
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator, PercentFormatter

from eval.analysis import statistics
from eval.analysis.frames import SAMPLE, Frame, Runs
from eval.analysis.tables.main import CLOSED_FORMS

INK, ACCENT, MUTED, PALE = "#1d2733", "#23568f", "#8793a1", "#d5dde6"


def solved(runs: Runs) -> str:
    """Cases solved by system, with intervals, the closed form of each policy, and 25 %."""
    rates = {s: statistics.mean_rate(runs.cases(s, "case_solved").tolist()) for s in runs.systems}
    names = runs.systems[::-1]
    figure, axes = _figure(7.2, 0.9 + 0.36 * len(names))
    for y, name in enumerate(names):
        rate = rates[name]
        axes.plot([rate.low, rate.high], [y, y], color=ACCENT, lw=2, solid_capstyle="round")
        axes.plot(rate.value, y, "o", color=ACCENT, ms=6)
        closed = CLOSED_FORMS.get(name.partition(" / ")[0])
        if closed is not None:
            axes.plot(closed, y, "|", color=INK, ms=14, mew=1.6)
    axes.axvline(statistics.CHANCE, color=MUTED, lw=1, ls="--")
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(-0.7, len(names) - 0.3)
    _percent_axis(axes)
    axes.set_xlabel("cases solved")
    return _svg(figure)


def recall_by_calls(runs: Runs) -> str | None:
    """Share of documents shown after each tool call, by system; None when nothing was read."""
    if runs.looks.empty:
        return None
    figure, axes = _figure(7.2, 3.4)
    names = runs.samples.set_index(SAMPLE)["system"]
    looks = runs.looks.join(names, on=SAMPLE)
    styles = iter(["-", "--", ":", "-."] * len(runs.systems))
    for system in runs.systems:
        rows = looks[looks["system"] == system]
        if len(rows):
            shares = curve(rows) / float(runs.of(system)["documents"].sum())
            axes.plot(range(len(shares)), shares, next(styles), label=system, lw=1.8)
    axes.set_xlabel("tool calls")
    axes.set_ylabel("documents shown")
    axes.yaxis.set_major_formatter(PercentFormatter(1.0))
    axes.set_ylim(0, None)
    axes.set_xlim(0, None)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.legend(frameon=False, fontsize=8, loc="upper left")
    return _svg(figure)


def curve(looks: Frame) -> np.ndarray[Any, Any]:
    """Distinct documents shown after 0, 1, 2, ... calls, summed over the samples."""
    shown = looks.sort_values("call").explode("shown").drop_duplicates([*SAMPLE, "shown"])
    return np.bincount(shown["call"].astype(int)).cumsum()


def beliefs(runs: Runs) -> str:
    """How often the adopted, the rejected and an alternative account were believed."""
    figure, axes = _figure(7.2, 0.9 + 0.42 * len(runs.systems))
    kinds = {
        "adopted_believed": ("adopted", ACCENT),
        "rejected_believed": ("rejected", MUTED),
        "alternative_believed": ("each alternative", PALE),
    }
    names = runs.systems[::-1]
    for k, (score, (label, colour)) in enumerate(kinds.items()):
        values = [float(runs.of(s)[score].fillna(0).mean()) for s in names]
        places = [y + 0.26 - 0.26 * k for y in range(len(names))]
        axes.barh(places, values, 0.24, color=colour, label=label)
    axes.set_yticks(range(len(names)), names)
    _percent_axis(axes)
    axes.set_xlabel("believed")
    axes.legend(frameon=False, fontsize=8, ncols=3, loc="lower center", bbox_to_anchor=(0.5, 1.0))
    return _svg(figure)


def _figure(width: float, height: float) -> tuple[Figure, Any]:
    figure = Figure(figsize=(width, height), layout="constrained")
    axes: Any = figure.subplots()
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    axes.tick_params(labelsize=8)
    axes.xaxis.label.set_size(9)
    axes.yaxis.label.set_size(9)
    return figure, axes


def _percent_axis(axes: Any) -> None:
    axes.set_xlim(-0.02, 1.02)
    axes.xaxis.set_major_formatter(PercentFormatter(1.0))
    axes.grid(axis="x", color=PALE, lw=0.6)
    axes.set_axisbelow(True)


def _svg(figure: Figure) -> str:
    buffer = io.StringIO()
    with mpl.rc_context({"svg.hashsalt": "investigation-worlds", "svg.fonttype": "none"}):
        figure.savefig(buffer, format="svg", metadata={"Date": None, "Creator": None})
    text = buffer.getvalue()
    return text[text.index("<svg") :]

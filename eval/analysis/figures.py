"""Figures of a report as SVG text, without dates or random ids: the same logs give the same text.

In: `Runs`. Out: SVG documents. matplotlib is used without a display.
"""

from __future__ import annotations

import io
from typing import Any

import matplotlib as mpl
import numpy as np
from matplotlib.figure import Figure
from matplotlib.ticker import PercentFormatter

from eval.analysis import statistics
from eval.analysis.frames import Frame, Runs
from eval.analysis.tables.main import CLOSED_FORMS

INK, ACCENT, MUTED, PALE = "#1d2733", "#23568f", "#8793a1", "#d5dde6"


def solved(runs: Runs) -> str:
    """Cases solved by system, with intervals, the closed form of each policy, and 25 %."""
    rates = {s: statistics.mean_rate(runs.cases(s, "case_solved").tolist()) for s in runs.systems}
    names = sorted(rates, key=lambda s: rates[s].value)
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
    axes.set_xlabel("cases solved, 95 % interval; | closed form; dashes: 25 %")
    return _svg(figure)


def recall_by_calls(runs: Runs) -> str | None:
    """Share of all documents shown after each tool call, by system; None when nothing was read."""
    if runs.looks.empty:
        return None
    figure, axes = _figure(7.2, 3.4)
    key = ["run", "world_id", "epoch"]
    totals = runs.samples.set_index(key)[["documents", "system"]]
    looks = runs.looks.join(totals, on=key).dropna(subset=["documents"])
    greys = iter(["-", "--", ":", "-."] * 8)
    for system, rows in looks.groupby("system", sort=False):
        curve = _curve(rows, len(runs.of(str(system))))
        axes.plot(range(1, len(curve) + 1), curve, next(greys), label=str(system), lw=1.8)
    axes.set_xlabel("tool calls")
    axes.set_ylabel("documents shown")
    axes.yaxis.set_major_formatter(PercentFormatter(1.0))
    axes.set_ylim(0, None)
    axes.legend(frameon=False, fontsize=8)
    return _svg(figure)


def _curve(rows: Frame, n_samples: int) -> np.ndarray[Any, Any]:
    """Mean coverage after 1, 2, ... calls over all samples of a system."""
    last = int(rows["call"].max())
    total = np.zeros(last)
    for _, sample in rows.groupby(["run", "world_id", "epoch"]):
        seen: set[str] = set()
        gains = np.zeros(last)
        for call, shown in zip(sample["call"], sample["shown"], strict=True):
            new = set(shown) - seen
            seen |= new
            gains[int(call) - 1] += len(new) / float(sample["documents"].iloc[0])
        total += gains.cumsum()
    return total / n_samples


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

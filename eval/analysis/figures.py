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

from builder.schema import ROLES
from eval.analysis import statistics
from eval.analysis.frames import SAMPLE, Frame, Runs
from eval.analysis.tables.main import CLOSED_FORMS

INK, ACCENT, MUTED, PALE = "#1d2733", "#23568f", "#8793a1", "#d5dde6"
UNIFORM = "all documents"
ROLE_LINES = {
    "merits": (ACCENT, "-"),
    "signal": ("#2f8f6b", "-"),
    "pro_alternative": ("#b3541e", "-"),
    "alternative_noise": ("#b3541e", ":"),
    "noise": (MUTED, "-"),
    "chaff": (MUTED, ":"),
    UNIFORM: (INK, "--"),
}


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
    shown = _first_shown(looks)
    return np.bincount(shown["call"].astype(int)).cumsum()


def recall_by_role(runs: Runs, roles: Frame) -> str | None:
    """Share of each role's documents shown after each tool call, a panel per system, with that of
    all documents; None where the roles are not known or nothing was read."""
    curves = {
        system: found for system in runs.systems if (found := role_curves(runs, system, roles))
    }
    if not curves:
        return None
    columns = min(2, len(curves))
    lines = -(-len(curves) // columns)
    figure = Figure(figsize=(7.2, 0.7 + 2.5 * lines), layout="constrained")
    panels: list[Any] = list(figure.subplots(lines, columns, squeeze=False).flat)
    for axes, (system, found) in zip(panels, curves.items(), strict=False):
        _plain(axes)
        for name, shares in found.items():
            colour, style = ROLE_LINES[name]
            axes.plot(range(len(shares)), shares, style, color=colour, label=name, lw=1.6)
        axes.set_title(system, fontsize=9, loc="left")
        axes.set_xlabel("tool calls")
        axes.yaxis.set_major_formatter(PercentFormatter(1.0))
        axes.set_ylim(0, None)
        axes.set_xlim(0, None)
    for axes in panels[len(curves) :]:
        axes.set_visible(False)
    handles, labels = figure.axes[0].get_legend_handles_labels()
    figure.legend(handles, labels, frameon=False, fontsize=8, ncols=4, loc="outside lower center")
    return _svg(figure)


def role_curves(runs: Runs, system: str, roles: Frame) -> dict[str, list[float]]:
    """Recall after 0, 1, 2, ... calls, by role and of all documents (what uniform retrieval of as
    many would show of each role); empty for a system that was shown nothing."""
    samples = runs.of(system)
    looks = runs.looks.merge(samples[SAMPLE], on=SAMPLE)
    shown = _first_shown(looks).merge(roles, on=["world_id", "shown"])
    if shown.empty:
        return {}
    calls = int(shown["call"].max()) + 1
    groups = {role: shown[shown["role"] == role] for role in ROLES} | {UNIFORM: shown}
    totals = {role: float(samples[f"total_{role}"].sum()) for role in ROLES}
    totals[UNIFORM] = float(samples["documents"].sum())
    return {
        name: (
            np.bincount(rows["call"].astype(int), minlength=calls).cumsum() / totals[name]
        ).tolist()
        for name, rows in groups.items()
        if totals[name]
    }


def _first_shown(looks: Frame) -> Frame:
    """A row per sample and document, at the call that showed it first."""
    return looks.sort_values("call").explode("shown").drop_duplicates([*SAMPLE, "shown"])


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
    _plain(axes)
    return figure, axes


def _plain(axes: Any) -> None:
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    axes.tick_params(labelsize=8)
    axes.xaxis.label.set_size(9)
    axes.yaxis.label.set_size(9)


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

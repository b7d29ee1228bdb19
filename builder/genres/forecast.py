"""A forecast or budget sheet: lines by quarter or week, with sums across and down."""

from __future__ import annotations

from random import Random

from builder.genres import Genre, Scene
from builder.genres._days import day, near
from builder.genres._frame import banner, dated, marks, notes, title
from builder.genres._people import full, short
from builder.genres._tables import sheets
from builder.genres._text import bank, pick
from builder.genres._weave import units
from builder.schema import Block, Break, Paragraph, Table

GENRE = Genre(
    title="forecast",
    formats=("xlsx", "pptx", "pdf"),
    forms=("row", "prose"),
    names=(
        "forecast {mon} {year}",
        "budget {year} v2",
        "{author} forecast {mon}",
        "plan {year} {mon}",
        "est {month}-{yy}",
        "{author} numbers {month}-{day}",
    ),
    background=(1, 3),
)


def compose(scene: Scene, rng: Random) -> tuple[Block, ...]:
    """See the module docstring."""
    head = rng.choice(("Forecast", "Budget, first pass", "Estimate", "Rolling forecast", "Plan"))
    period = f"{scene.spec.date:%B %Y}"
    sub = f"{scene.spec.title}\n{short(scene.author)}, {dated(scene)}"
    blocks: list[Block] = [banner(scene), title(scene, head), Paragraph(text=sub)]
    if scene.spec.format == "pptx":
        blocks = [
            Break(unit="slide", title=f"{head}, {period}"),
            Paragraph(text=f"{full(scene.company)}\n{short(scene.author)}, {dated(scene)}"),
            Break(unit="slide", title=rng.choice(("Lines", "By line", "The figures", period))),
        ]
    own, apart = sheets(scene, rng, lambda: _plan(rng))
    soon = near(day(scene, rng.randint(3, 10), True), rng)
    foot = pick(rng, "desk", "forecast_note", n=rng.randint(2, 5), day=soon)
    found = notes(units(scene, rng, ("row",)), rng)
    small = Paragraph(text=foot, style="small")
    return (*blocks, *own, *found, small, *apart, *marks(scene, rng, 0.2))


def _plan(rng: Random) -> Table:
    money = rng.random() < 0.6
    names = rng.sample(bank("desk")["line_item" if money else "unit_item"], rng.randint(5, 9))
    periods = rng.choice(
        (
            ("Q1", "Q2", "Q3", "Q4"),
            ("Wk 1", "Wk 2", "Wk 3", "Wk 4", "Wk 5"),
            ("P1", "P2", "P3", "P4", "P5", "P6"),
            ("Low", "Likely", "High"),
        )
    )
    across = periods[0] != "Low"
    rows, sums = list[tuple[str, ...]](), [0] * len(periods)
    for name in names:
        base = rng.randint(3, 48) * (15 if money else 1)
        values = [round(base * rng.uniform(0.85, 1.2)) for _ in periods]
        values = values if across else sorted(values)
        sums = [a + b for a, b in zip(sums, values, strict=True)]
        rows.append((name, *_cells(values, money, across)))
    rows.append(("Total", *_cells(sums, money, across)))
    header = (rng.choice(("Line", "Item", "Account")), *periods, *(("Total",) if across else ()))
    caption = rng.choice(("Office lines", "Small lines", "Desk and front office", "Sundry lines"))
    return Table(header=header, rows=tuple(rows), caption=caption)


def _cells(values: list[int], money: bool, across: bool) -> tuple[str, ...]:
    shown = [*values, sum(values)] if across else values
    return tuple(f"${value:,}" if money else f"{value:,}" for value in shown)

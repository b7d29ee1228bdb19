"""Lays tables out on the pages of a PDF.

In: a table and a flow. Out: marks on the flow's pages; lengths are in points.
"""

from __future__ import annotations

from collections.abc import Sequence

from builder.formats._flow import SOFT_HYPHEN, Flow, measure, wrap
from builder.formats._fonts import Face
from builder.formats._pdf import BLACK, Placed, ink
from builder.formats._pdftext import GAP
from builder.formats._text import numeric
from builder.schema import Table


def place_table(table: Table, flow: Flow) -> None:
    """A table: its header again on every page, rows of equal baselines, rows may split."""
    look = flow.look
    columns = len(table.header or (table.rows[0] if table.rows else ()))
    if not columns:
        return
    size = max(6.5, look.size - (1 if columns <= 5 else 2 if columns <= 7 else 3))
    face, bold = Face(look.family), Face(look.family, 700)
    widths = _widths(table, face, size, flow.room)
    right = [numeric([row[at] for row in table.rows]) for at in range(columns)]
    if table.caption:
        flow.text(table.caption, bold, look.size - 0.5, keep=3)
        flow.y -= 3
    flow.need(size * 5)
    head = _cells(table.header, bold, size, widths) if table.header else None
    if head:
        _row(head, bold, size, widths, right, flow, -1)
    for number, row in enumerate(table.rows):
        cells = _cells(row, face, size, widths)
        while cells:
            fit = int((flow.y - flow.bottom - 6) / (size * 1.2))
            if fit < min(max(map(len, cells)), 40):
                flow.turn()
                if head:
                    _row(head, bold, size, widths, right, flow, -1)
                fit = max(1, int((flow.y - flow.bottom - 6) / (size * 1.2)))
            _row([cell[:fit] for cell in cells], face, size, widths, right, flow, number)
            cells = [cell[fit:] for cell in cells] if any(len(c) > fit for c in cells) else []
    flow.y -= 2
    flow.skip(look.size)


def _cells(row: Sequence[str], face: Face, size: float, widths: Sequence[float]) -> list[list[str]]:
    """The wrapped lines of each cell; all but a cell's last line end as lines that go on."""
    cells: list[list[str]] = []
    for text, room in zip(row, widths, strict=True):
        lines = wrap(" \n".join(text.split("\n")), face, size, room - 8)
        cells.append(
            [line if line[-1:] in (" ", SOFT_HYPHEN) else line + " " for line in lines[:-1]]
            + lines[-1:]
        )
    return cells


def _row(
    cells: Sequence[Sequence[str]],
    face: Face,
    size: float,
    widths: Sequence[float],
    right: Sequence[bool],
    flow: Flow,
    number: int,
) -> None:
    """One row; `number` is -1 for the header."""
    look = flow.look
    height = max(len(cell) for cell in cells) * size * 1.2 + 6
    left, top = flow.left, flow.y
    total = sum(widths)
    head = number < 0
    shade = (
        {"grid": "E7E6E6", "banded": look.accent}.get(look.table)
        if head
        else ("F2F2F2" if look.table == "banded" and number % 2 else None)
    )
    if shade:
        flow.page.append(
            f"{ink(shade)} {left:.2f} {top - height:.2f} {total:.2f} {height:.2f} re f"
        )
    colour = ink("FFFFFF") if head and look.table == "banded" else BLACK
    low = top - height
    edges: list[str] = []
    x = left
    last = max((at for at, cell in enumerate(cells) if any(cell)), default=0)
    for column, (cell, room, numbers) in enumerate(zip(cells, widths, right, strict=True)):
        lines = list(cell) if numbers and cell else ["\n".join(cell)]
        lines[-1] += GAP if column < last else ""
        for at, line in enumerate(lines):
            slack = room - 4 - measure(line.rstrip(), face, size) if numbers else 4
            y = top - size * (1 + 1.2 * at) - 2
            if line:
                flow.page.append(Placed(face, size, x + slack, y, line, colour, size * 1.2))
        if look.table == "grid":
            edges.append(f"{x:.2f} {low:.2f} {room:.2f} {height:.2f} re")
        x += room
    if look.table != "grid":
        edges = [
            f"{left:.2f} {y:.2f} m {x:.2f} {y:.2f} l"
            for y in ((top, low) if head and look.table == "rules" else (low,))
        ]
    flow.page.append(f".5 w .55 G {' '.join(edges)} S")
    flow.y = low


def natural_widths(table: Table, face: Face, size: float) -> list[float]:
    """What each column would take without wrapping."""
    bold = Face(face.family, 700)
    rows = [[measure(text, face, size) + 9 for text in row] for row in table.rows]
    if table.header:
        rows.append([measure(text, bold, size) + 9 for text in table.header])
    return [max(column) for column in zip(*rows, strict=True)]


def _widths(table: Table, face: Face, size: float, room: float) -> list[float]:
    """Column widths: natural when they fit, else wide columns give way to narrow ones."""
    natural = natural_widths(table, face, size)
    if sum(natural) <= room:
        spare = (room - sum(natural)) / len(natural)
        return [column + spare for column in natural]
    rest = room
    for number, column in enumerate(sorted(natural)):
        most = rest / (len(natural) - number)
        if column > most:
            return [min(column, most) for column in natural]
        rest -= column
    return natural

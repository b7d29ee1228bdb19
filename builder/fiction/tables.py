"""Sets the row that states a fact among the ordinary rows of its table.

In: the cells of a table as templates, a binding, a random stream. Out: the ordinary rows, some
before the stating row and some after it, by their days and numbers. No side effects.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta
from itertools import pairwise
from random import Random

from builder.fiction.sheets import another
from builder.fiction.slots import date_slot
from builder.fiction.templates import Binding, realize, slot_names
from builder.fiction.values import workday

Rows = tuple[tuple[str, ...], ...]
_NUMBERED = re.compile(r"(.*?)(\d+)([A-Z]?)")
_MOST_GAP = 4
EARLIER_SHARE = 0.6  # of the tables that are two pages long, if they can be


def set_among(
    row: Sequence[str],
    others: Sequence[Sequence[str]],
    stating: Sequence[str],
    binding: Binding,
    rng: Random,
) -> tuple[Rows, date | None]:
    """The ordinary rows around the templates `row`, which read `stating`, and the last day that
    stands in any of them. Rows of which all are older get days on both sides, and numbers that
    are like those of the stating row; where something else counts up, days stay as they are."""
    rows = [[realize(cell, binding, rng).text for cell in other] for other in others]
    days = [[_day(cell, binding) for cell in other] for other in others]
    own = [_day(cell, binding) for cell in row]
    dated = [j for j, day in enumerate(own) if day and all(line[j] for line in days)]
    later = rng.randint(0, len(rows))
    if dated and not _older(days, own, dated):
        later = sum((line[dated[0]] or date.min) > (own[dated[0]] or date.min) for line in days)
    elif dated and any(
        _counts([line[j] for line in rows])
        for j, cell in enumerate(row)
        if j not in dated and not _identifier(cell, stating[j], binding)
    ):
        later = 0
    elif dated:
        for j in dated:
            _postpone(j, later, own[j] or date.min, others, rows, days, binding, rng)
    _renumber(row, stating, rows, later, binding, rng)
    shown = [day for line in (own, *days) for day in line if day]
    return tuple(tuple(line) for line in rows), max(shown, default=None)


def with_earlier(
    columns: Sequence[str], rows: Rows, until: date | None, binding: Binding, rng: Random
) -> Rows:
    """The ordinary rows of a table, often with those of the page before them, if it is one in which
    the same things come again."""
    repeated = any(len(set(column)) < len(column) - 1 for column in zip(*rows, strict=True))
    if not repeated or until is None or rng.random() >= EARLIER_SHARE:
        return rows
    taken = frozenset(slot.value for slot in binding.identifiers)
    page = another(tuple(columns), rows, until.year, 1, taken, rng)
    return rows if page is None else (*page[1], *rows)


def _day(cell: str, binding: Binding) -> date | None:
    """The day of the first date value that a cell names."""
    for name, _ in slot_names(cell):
        slot = binding.slots.get(name)
        if slot is not None and slot.kind == "date":
            return date.fromisoformat(slot.value)
    return None


def _older(
    days: Sequence[Sequence[date | None]], own: Sequence[date | None], dated: Sequence[int]
) -> bool:
    return all((line[j] or date.min) < (own[j] or date.min) for line in days for j in dated)


def _counts(cells: Sequence[str]) -> bool:
    """Whether a column counts up or down from row to row."""
    found = [re.search(r"\d[\d,]*", cell) for cell in cells]
    numbers = [int(f[0].replace(",", "")) for f in found if f]
    if len(numbers) < len(cells) or len(numbers) < 3:
        return False
    steps = {(b > a) - (b < a) for a, b in pairwise(numbers)}
    return steps in ({1}, {-1})


def _postpone(
    column: int,
    later: int,
    own: date,
    others: Sequence[Sequence[str]],
    rows: list[list[str]],
    days: list[list[date | None]],
    binding: Binding,
    rng: Random,
) -> None:
    """Move the last rows to as long after a day as they and those before them were before it."""
    ahead = sorted(own - (line[column] or own) for line in days)[:later]
    for index, distance in zip(range(len(rows) - later, len(rows)), ahead, strict=True):
        moved = workday(own + max(distance, timedelta(days=1)))
        cell = others[index][column]
        name = next(n for n, _ in slot_names(cell) if binding.slots[n].kind == "date")
        slots = {**binding.slots, name: date_slot(name, moved)}
        rows[index][column] = realize(cell, replace(binding, slots=slots), rng).text
        days[index][column] = moved


def _renumber(
    row: Sequence[str],
    stating: Sequence[str],
    rows: list[list[str]],
    later: int,
    binding: Binding,
    rng: Random,
) -> None:
    """Number the ordinary rows below and above an identifier of the stating row, and write their
    numbers as it is written: others of another length, or all lower, would point at it."""
    for column, cell in enumerate(row):
        full = _identifier(cell, stating[column], binding)
        own = _NUMBERED.fullmatch(full)
        if own is None:
            continue
        alike = [i for i, line in enumerate(rows) if _alike(line[column], own[1])]
        before = [i for i in alike if i < len(rows) - later]
        for line, sign in ((before[::-1], -1), ([i for i in alike if i not in before], 1)):
            number = int(own[2])
            for index in line:
                number += sign * rng.randint(1, _MOST_GAP)
                text = f"{own[1]}{number:0{len(own[2])}d}{own[3]}"
                numerals = f"{number}{own[3]}"
                if 0 < number < 10 ** len(own[2]) and binding.numbers.isdisjoint((text, numerals)):
                    rows[index][column] = text
        written = stating[column].partition(",")[0]
        if written != full:
            kind = full.removesuffix(written)
            for line in rows:
                line[column] = line[column].removeprefix(kind)


def _identifier(cell: str, text: str, binding: Binding) -> str:
    """The identifier that a cell begins with, in full; "" when it does not."""
    for name, _ in slot_names(cell)[:1]:
        slot = binding.slots.get(name)
        if slot is not None and slot.kind == "identifier":
            head = text.partition(",")[0]
            return slot.value if slot.value.endswith(head) else ""
    return ""


def _alike(cell: str, head: str) -> bool:
    found = _NUMBERED.fullmatch(cell)
    return found is not None and found[1] == head

"""Tables: the rows that state facts, set among ordinary ones.

In: the `row` statements of a scene. Out: tables with the mention's columns as header; the stating
row stands where its first column sorts it, or else somewhere in the middle.
"""

from __future__ import annotations

import re
from datetime import datetime
from functools import lru_cache
from random import Random

from builder.genres import Scene
from builder.genres._weave import statements
from builder.matching.dates import MONTHS
from builder.schema import Table

Row = tuple[str, ...]
_MONTH = rf"(?P<month>{'|'.join(sorted(MONTHS, key=len, reverse=True))})"
_CLOCK = r"(?P<hour>\d{1,2}):(?P<minute>\d\d?)"
_DATES = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"(?P<month>\d\d?)/(?P<day>\d\d?)(?:/(?P<year>\d{{4}}|\d\d))?(?:\s+{_CLOCK})?",
        rf"(?P<year>\d{{4}})-(?P<month>\d\d?)-(?P<day>\d\d?)"
        rf"(?:\s+{_CLOCK}(?::(?P<second>\d\d?))?)?",
        rf"{_MONTH}\s+(?P<day>\d\d?)(?:,\s+(?P<year>\d{{4}}))?",
        rf"(?P<day>\d\d?)\s+{_MONTH}(?:\s+(?P<year>\d{{4}}))?",
    )
)
_CLOCKS = re.compile(rf"{_CLOCK}(?::(?P<second>\d\d?)|\s+(?P<half>[AP]M))?", re.IGNORECASE)
_SERIAL = re.compile(r"^([A-Z]{1,5}[- ]?)(\d{2,9})$")
_DIGIT = re.compile(r"\d")
_WEEKDAY = re.compile(r"^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?,? ", re.IGNORECASE)
_NUMBER = re.compile(r"^[$€£(+-]{0,2}(\d[\d,]*\.?\d*)\)?$")
_RUNNING = ("balance", "on hand", "total", "cumulative", "remaining", "to date", "running")
FEW_ROWS = 3


def tables(scene: Scene, rng: Random, grow: bool = True) -> list[Table]:
    """One table for each set of columns among the `row` statements and pieces; `grow` adds ordinary
    rows."""
    groups: dict[Row, list[tuple[str, Row, tuple[Row, ...], str]]] = {}
    for statement, mention in statements(scene, "row"):
        entry = (statement.fact_id, mention.row, mention.other_rows, mention.text)
        groups.setdefault(mention.columns, []).append(entry)
    for piece in scene.spec.background:
        if piece.form == "row" and piece.rows:
            groups.setdefault(piece.columns, []).append(("", (), piece.rows, piece.text))
    found = list[Table]()
    for columns, entries in groups.items():
        others = list(dict.fromkeys(row for _, _, rows, _ in entries for row in rows))
        stating = list(dict.fromkeys(row for _, row, _, _ in entries if row))
        others = [row for row in others if row not in stating]
        if grow and 0 < len(others) < FEW_ROWS:
            others += _more(columns, others, rng)
        captions = dict.fromkeys(text for _, _, _, text in entries if text)
        found.append(
            Table(
                header=columns,
                rows=tuple(arranged(stating, others, rng)),
                caption=" ".join(captions),
                fact_ids=tuple(e[0] for e in entries if e[0]),
            )
        )
    return found


def arranged(stating: list[Row], others: list[Row], rng: Random) -> list[Row]:
    """All rows in the order of their first column, or of another that the ordinary rows keep; or
    else with the stating rows in the middle."""
    sums = [row for row in others if is_sum(row)]
    plain = [row for row in others if not is_sum(row)]
    last = [row for row in stating if is_sum(row)]
    middle = [row for row in stating if not is_sum(row)]
    column = _ordering(plain, middle)
    if column is not None:
        rows = sorted((*plain, *middle), key=lambda row: sort_key(row[column]) or ("", 0.0))
        return [*rows, *sums, *last]
    rows = list(plain)
    for row in middle:
        rows.insert(rng.randint(min(1, len(rows)), max(len(rows) - 1, min(1, len(rows)))), row)
    return [*rows, *sums, *last]


def _ordering(plain: list[Row], middle: list[Row]) -> int | None:
    """The column that sorts a table: the first, or one that the ordinary rows are in order of."""
    for column in range(len((*plain, *middle)[0]) if (*plain, *middle) else 0):
        keys = [sort_key(row[column]) for row in (*plain, *middle)]
        known = [key for key in keys if key]
        if len(known) < len(keys) or len({key[0] for key in known}) > 1:
            continue
        ordinary = known[: len(plain)]
        kept = len(plain) > 1 and sorted(ordinary) == ordinary and len(set(ordinary)) > 1
        if kept or (column == 0 and known[0][0] in ("date", "number")):
            return column
    return None


def is_sum(row: Row) -> bool:
    """Whether a row sums the others up."""
    return any("total" in cell.casefold() or cell.casefold().startswith("sum") for cell in row)


@lru_cache(maxsize=1 << 15)
def sort_key(cell: str) -> tuple[str, float] | None:
    """What a cell sorts by: its kind (date, clock, number, serial) and place; None for words."""
    if not _DIGIT.search(cell):
        return None
    text = _WEEKDAY.sub("", cell.strip()).replace("a.m.", "AM").replace("p.m.", "PM")
    for pattern in _DATES:
        if (found := pattern.fullmatch(text)) and (when := _moment(**found.groupdict())):
            return "date", (when - datetime(1900, 1, 1)).total_seconds()
    if (found := _CLOCKS.fullmatch(text)) and (
        seconds := _seconds(**found.groupdict())
    ) is not None:
        return "clock", seconds
    if number := _NUMBER.match(text):
        return "number", float(number[1].replace(",", ""))
    if serial := _SERIAL.match(text):
        return f"serial {serial[1]}", float(serial[2])
    return None


def _moment(
    month: str,
    day: str,
    year: str | None,
    hour: str | None = None,
    minute: str | None = None,
    second: str | None = None,
) -> datetime | None:
    """A moment, in 2000 when no year is said; None when there is no such day."""
    full = int(year or 2000)
    if len(year or "") == 2:
        full += 2000 if full < 69 else 1900
    number = MONTHS.get(month.casefold()) or int(month)
    try:
        return datetime(full, number, int(day), int(hour or 0), int(minute or 0), int(second or 0))
    except ValueError:
        return None


def _seconds(hour: str, minute: str, second: str | None, half: str | None) -> float | None:
    """A time of day in seconds; None when there is no such time."""
    at = int(hour)
    if half:
        if not 1 <= at <= 12:
            return None
        at = at % 12 + 12 * (half.upper() == "PM")
    if at > 23 or int(minute) > 59 or int(second or 0) > 59:
        return None
    return float(at * 3600 + int(minute) * 60 + int(second or 0))


def _more(columns: Row, others: list[Row], rng: Random) -> list[Row]:
    """Rows made after the pattern of the ordinary ones, inside their range of values."""
    heads = " ".join(columns).casefold()
    if any(is_sum(row) for row in others) or any(word in heads for word in _RUNNING):
        return []
    made = list[Row]()
    for _ in range(rng.randint(2, 3)):
        base = rng.choice(others)
        made.append(
            tuple(_like(cell, [row[i] for row in others], rng) for i, cell in enumerate(base))
        )
    return [row for row in dict.fromkeys(made) if row not in others]


def _like(cell: str, column: list[str], rng: Random) -> str:
    key = sort_key(cell)
    if key and key[0] in ("date", "clock"):
        return rng.choice(column)
    if key and key[0] == "number":
        values = [k[1] for k in map(sort_key, column) if k and k[0] == "number"]
        decimals = len(cell.partition(".")[2]) if "." in cell else 0
        low, high = min(values), max(values)
        number = rng.uniform(low, high) if high > low else low
        text = f"{number:,.{decimals}f}" if "," in "".join(column) else f"{number:.{decimals}f}"
        return re.sub(r"\d[\d,]*\.?\d*", text, cell)
    if re.fullmatch(r"[A-Z]{0,4}[- ]?\d{3,}", cell):
        return cell[:-2] + f"{rng.randint(10, 99)}"
    return cell

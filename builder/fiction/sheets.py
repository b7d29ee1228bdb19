"""Other pages of a list: what stands on the page before or after one that is known.

In: the columns and rows of a page. Out: a page as its keeper would have filled it some weeks off,
with other days, numbers and times, or nothing where nothing would tell it from the first. No side
effects.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date, timedelta
from functools import lru_cache
from random import Random

from builder.matching.dates import MONTHS

Row = tuple[str, ...]
Rows = tuple[Row, ...]

_NUMERIC = re.compile(r"(?<![\d/-])(\d{1,2})/(\d{1,2})/(\d{4}|\d\d)(?![\d/])")
_ISO = re.compile(r"(?<![\d-])(\d{4})-(\d\d)-(\d\d)(?![\d-])")
_WORDS = re.compile(
    rf"\b({'|'.join(sorted(MONTHS, key=len, reverse=True))})\.? (\d{{1,2}})\b", re.IGNORECASE
)
_CLOCK = re.compile(r"(?<![\d:])(\d{1,2}):([0-5]\d)(?![\d:])")
_SERIAL = re.compile(r"(.*?)(?<![\d.,$])(\d{2,})(?![\d.,:/%]|\s*(?:lb|min|hours|cents))(.*)")
_COUNT = re.compile(r"(\d{2,3})( [a-z ]+)?")
_SUMS = ("total", "sum")
SERIALS = 0.6  # of the cells of a column that counts things by number
JITTER_MIN = 9


def another(
    columns: Row, rows: Rows, year: int, turn: int, taken: frozenset[str], rng: Random
) -> tuple[Row, Rows] | None:
    """A page of the same list, the `turn`-th before it; None where it would read as the same page,
    or give a number that is `taken`. Days that say no year are of `year`."""
    kept = [row for row in rows if not any(c.casefold().startswith(_SUMS) for c in row)]
    if not kept:
        return None
    days = [day for row in kept for cell in row for day in _days(cell, year)]
    weeks = turn * ((max(days) - min(days)).days // 7 + 1 if days else 1)
    serial = [_is_serial([row[i] for row in kept]) for i in range(len(columns))]
    steps = [
        turn * (_span([row[i] for row in kept]) + rng.randint(3, 9)) for i in range(len(serial))
    ]
    tails = rng.sample(kept, len(kept))
    made: list[Row] = []
    for row, tail in zip(kept, tails, strict=True):
        # Numbers and days stay in their order, what was done on them changes.
        bound = [serial[i] or bool(_days(row[i], year)) for i in range(len(row))]
        cells = [row[i] if bound[i] or _days(tail[i], year) else tail[i] for i in range(len(row))]
        made.append(
            tuple(
                _changed(cell, steps[i] if serial[i] else 0, weeks, year, rng)
                for i, cell in enumerate(cells)
            )
        )
    known = set(rows)
    if len(set(made)) < len(made) or any(row in known for row in made):
        return None
    counted = {row[i] for row in made for i in range(len(columns)) if serial[i]}
    if any(number in cell for cell in counted for number in taken):
        return None
    return tuple(_moved(head, weeks, year) for head in columns), tuple(made)


def _changed(cell: str, step: int, weeks: int, year: int, rng: Random) -> str:
    """A cell some weeks before, its number some steps lower."""
    if step:
        return _lowered(cell, step)
    if _days(cell, year):
        return _moved(cell, weeks, year)
    if _CLOCK.search(cell):
        return _CLOCK.sub(lambda m: f"{m[1]}:{_jittered(int(m[2]), rng):02d}", cell)
    if found := _COUNT.fullmatch(cell):
        number = int(found[1])
        return f"{max(10, number + rng.randint(-number // 8, number // 8))}{found[2] or ''}"
    return cell


def _jittered(minute: int, rng: Random) -> int:
    return min(59, max(0, minute + rng.choice((-1, 1)) * rng.randint(1, JITTER_MIN)))


def _is_serial(cells: Sequence[str]) -> bool:
    """Whether a column counts things by number: codes with letters, or numbers that rise."""
    found = [_parts(cell) for cell in cells]
    numbered = [f for f in found if f]
    if len(numbered) < SERIALS * len(cells):
        return False
    numbers = [int(f[1]) for f in numbered]
    coded = sum(any(c.isalpha() for c in f[0]) for f in numbered) > len(numbered) / 2
    rising = numbers == sorted(set(numbers)) and min(numbers) > 99 and not _dated(cells)
    return (coded or rising) and not _dated(cells)


def _dated(cells: Sequence[str]) -> bool:
    return any(_NUMERIC.search(c) or _ISO.search(c) or _WORDS.search(c) for c in cells)


def _parts(cell: str) -> tuple[str, str, str] | None:
    found = _SERIAL.fullmatch(cell)
    return (found[1], found[2], found[3]) if found else None


def _span(cells: Sequence[str]) -> int:
    """How far the numbers of a column reach, of codes of different letters what one page takes."""
    numbers = [int(p[1]) for p in map(_parts, cells) if p]
    reach = max(numbers) - min(numbers) if numbers else 0
    return reach if reach < 60 or (numbers and reach < min(numbers) / 4) else 7


def _lowered(cell: str, step: int) -> str:
    parts = _parts(cell)
    if parts is None:
        return cell
    head, digits, tail = parts
    number = int(digits) - step if int(digits) > step else int(digits) + step
    return f"{head}{number:0{len(digits)}d}{tail}"


@lru_cache(maxsize=1 << 14)
def _days(cell: str, year: int) -> Sequence[date]:
    found = [_day(_full(m[3]), m[1], m[2]) for m in _NUMERIC.finditer(cell)]
    found += [_day(int(m[1]), m[2], m[3]) for m in _ISO.finditer(cell)]
    found += [_day(year, str(MONTHS[m[1].casefold()]), m[2]) for m in _WORDS.finditer(cell)]
    return tuple(day for day in found if day)


def _full(year: str) -> int:
    return int(year) if len(year) == 4 else 2000 + int(year)


def _day(year: int, month: str, day: str) -> date | None:
    try:
        return date(year, int(month), int(day))
    except ValueError:
        return None


def _moved(cell: str, weeks: int, year: int) -> str:
    """A text with its days so many weeks earlier, each written as it was."""
    back = timedelta(weeks=weeks)

    def numeric(m: re.Match[str]) -> str:
        day = _day(_full(m[3]), m[1], m[2])
        if day is None:
            return m[0]
        day -= back
        wide = m[1].startswith("0") or m[2].startswith("0") or len(m[3]) == 4
        end = f"{day.year}" if len(m[3]) == 4 else f"{day.year % 100:02d}"
        if wide and (len(m[1]) == 2 and len(m[2]) == 2):
            return f"{day.month:02d}/{day.day:02d}/{end}"
        return f"{day.month}/{day.day}/{end}"

    def iso(m: re.Match[str]) -> str:
        day = _day(int(m[1]), m[2], m[3])
        return (day - back).isoformat() if day else m[0]

    def worded(m: re.Match[str]) -> str:
        day = _day(year, str(MONTHS[m[1].casefold()]), m[2])
        if day is None:
            return m[0]
        day -= back
        return f"{day:%B} {day.day}" if len(m[1]) > 4 else f"{day:%b} {day.day}"

    return _WORDS.sub(worded, _ISO.sub(iso, _NUMERIC.sub(numeric, cell)))

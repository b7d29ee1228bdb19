"""The dice of a real case, and how its days are moved.

In: a case record under its build's salt, text. Out: a number of days that is whole weeks, so that
weekdays and intervals stay; text with its dates moved. Without the salt nobody can throw the dice
again, though they know the case.
"""

from __future__ import annotations

import hashlib
import re
from datetime import date, timedelta
from random import Random

from builder.matching.dates import MONTHS, find_spans
from builder.schema import CaseRecord

_WEEKS = (60, 400)


def salted(record: CaseRecord, purpose: str) -> Random:
    """The dice of a case for one purpose."""
    source = record.source
    return Random(digest_of(source.salt, source.kind, record.case_id, purpose))


def digest_of(*parts: str) -> str:
    """SHA-256 over parts that stay apart."""
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def shift_days(record: CaseRecord) -> int:
    """By how many days a case's dates are moved: back, by whole weeks."""
    return -7 * salted(record, "shift").randint(*_WEEKS)


def shift_dates(text: str, days: int) -> str:
    """The text with every full date moved by so many days, each in the form in which it stood."""
    moved: list[str] = []
    end = 0
    for start, stop, day in find_spans(text):
        try:
            new = day + timedelta(days=days)
        except OverflowError:
            continue
        moved += [text[end:start], _like(text[start:stop], new)]
        end = stop
    return "".join([*moved, text[end:]])


def _like(old: str, day: date) -> str:
    """A day written as an old one was."""
    numbers = re.fullmatch(r"(\d+)([-/])(\d+)\2(\d+)", old)
    if numbers and len(numbers[1]) == 4:
        return day.isoformat()
    if numbers:
        wide = len(numbers[1]) == 2 and numbers[1].startswith("0")
        month, dom = (f"{day.month:02d}", f"{day.day:02d}") if wide else (day.month, day.day)
        year = f"{day.year}" if len(numbers[4]) == 4 else f"{day.year % 100:02d}"
        return f"{month}{numbers[2]}{dom}{numbers[2]}{year}"
    name = re.search(r"[A-Za-z]{3,}", re.sub(r"\b(?:st|nd|rd|th|day|of)\b", "", old))
    month = _month_like(name[0] if name else "January", day.month)
    parts = re.split(r"(\d{4}|\d{1,2}(?:st|nd|rd|th)?|[A-Za-z]+)", old)
    return "".join(_part_like(part, month, day) for part in parts)


def _part_like(part: str, month: str, day: date) -> str:
    if re.fullmatch(r"\d{4}", part):
        return str(day.year)
    if re.fullmatch(r"\d{1,2}", part):
        return str(day.day)
    if re.fullmatch(r"\d{1,2}(?:st|nd|rd|th)", part):
        return f"{day.day}{_ordinal(day.day)}"
    return month if part.lower() in MONTHS else part


def _month_like(old: str, number: int) -> str:
    full = next(name for name, n in MONTHS.items() if n == number and len(name) > 2)
    longest = max((name for name, n in MONTHS.items() if n == number), key=len)
    new = longest if len(old) > 4 or old.lower() in ("may", "june", "july") else full[:3]
    return new.upper() if old.isupper() else new.capitalize()


def _ordinal(day: int) -> str:
    if 10 <= day % 100 <= 20:
        return "th"
    return {1: "st", 2: "nd", 3: "rd"}.get(day % 10, "th")

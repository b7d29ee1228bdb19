"""Finding full dates in text, in the ways in which business papers write them.

In: any text. Out: dates. A date without a year is none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date

MONTH_NAMES = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
)  # fmt: skip
DAY_NAMES = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
MONTHS = {"sept": 9} | {
    form.lower(): number
    for number, name in enumerate(MONTH_NAMES, start=1)
    for form in (name, name[:3])
}
_MONTH = "|".join(sorted(MONTHS, key=len, reverse=True))
# Dates in numbers, and years, stand in runs of the signs that they are made of.
_RUN = re.compile(r"\d[\d/-]{3,}")
_NUMBERS = (
    re.compile(r"(?P<y>\d(?<!\d\d)\d{3})-(?P<m>\d{1,2})-(?P<d>\d{1,2})(?!\d)"),
    re.compile(r"(?P<m>\d(?<![\d/]\d)\d?)/(?P<d>\d{1,2})/(?P<y>\d{4}|\d{2})(?![\d/])"),
    re.compile(r"(?P<m>\d(?<![\d-]\d)\d?)-(?P<d>\d{1,2})-(?P<y>\d{4}|\d{2})(?![\d-])"),
)
# Dates in words are looked for backwards from their years, which are few, where a month is near.
_YEAR = re.compile(r"\d(?<!\d\d)\d{3}\b")
_BEFORE_YEAR = 60
_ENDINGS = frozenset(form[-3:] for form in MONTHS)
_WORDS = (
    re.compile(
        rf"\b(?P<n>{_MONTH})\.?\s+(?P<d>\d{{1,2}})(?:st|nd|rd|th)?,?\s+(?P<y>\d{{4}})\Z", re.I
    ),
    re.compile(
        rf"\b(?P<d>\d{{1,2}})(?:st|nd|rd|th)?[\s-]+(?:day\s+of\s+)?(?P<n>{_MONTH})\.?,?[\s-]+"
        r"(?P<y>\d{4})\Z",
        re.I,
    ),
)


def find_dates(text: str) -> Iterator[date]:
    """Every full date in a text, in no particular order; impossible ones are passed over."""
    for run in _RUN.finditer(text):
        first, last = run.span()
        if "/" in run[0] or "-" in run[0]:
            for pattern in _NUMBERS:
                for match in pattern.finditer(text, first, last):
                    yield from _dated(match["y"], int(match["m"]), match["d"])
        for year in _YEAR.finditer(text, first, last + 1):
            yield from _worded(text, year.end())


def _worded(text: str, end: int) -> Iterator[date]:
    """The date in words whose year ends at a place."""
    start = max(0, end - _BEFORE_YEAR)
    words = text[start : end - 4].replace("-", " ").split()[-2:]
    if not any(word.rstrip(".,")[-3:].lower() in _ENDINGS for word in words):
        return
    before = text[start:end]
    for pattern in _WORDS:
        if match := pattern.search(before):
            yield from _dated(match["y"], MONTHS[match["n"].lower()], match["d"])


def _dated(year: str, month: int, day: str) -> Iterator[date]:
    """A date; none when there is no such day."""
    try:
        yield date(int(year) + (2000 if len(year) == 2 else 0), month, int(day))
    except ValueError:
        return

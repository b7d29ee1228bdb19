"""Finding full dates in text, in the ways in which business papers write them.

In: any text. Out: dates. A date without a year is none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date

MONTHS = {
    name: number
    for number, names in enumerate(
        (
            ("january", "jan"),
            ("february", "feb"),
            ("march", "mar"),
            ("april", "apr"),
            ("may",),
            ("june", "jun"),
            ("july", "jul"),
            ("august", "aug"),
            ("september", "sept", "sep"),
            ("october", "oct"),
            ("november", "nov"),
            ("december", "dec"),
        ),
        start=1,
    )
    for name in names
}
_MONTH = "|".join(sorted(MONTHS, key=len, reverse=True))
_PATTERNS = (
    re.compile(r"(?<!\d)(?P<y>\d{4})-(?P<m>\d{1,2})-(?P<d>\d{1,2})(?!\d)"),
    re.compile(r"(?<![\d/])(?P<m>\d{1,2})/(?P<d>\d{1,2})/(?P<y>\d{4}|\d{2})(?![\d/])"),
    re.compile(r"(?<![\d-])(?P<m>\d{1,2})-(?P<d>\d{1,2})-(?P<y>\d{4}|\d{2})(?![\d-])"),
    re.compile(
        rf"\b(?P<n>{_MONTH})\.?\s+(?P<d>\d{{1,2}})(?:st|nd|rd|th)?,?\s+(?P<y>\d{{4}})\b", re.I
    ),
    re.compile(
        rf"\b(?P<d>\d{{1,2}})(?:st|nd|rd|th)?[\s-]+(?:day\s+of\s+)?(?P<n>{_MONTH})\.?,?[\s-]+"
        r"(?P<y>\d{4})\b",
        re.I,
    ),
)


def find_dates(text: str) -> list[date]:
    """Every full date in a text, in no particular order; impossible ones are passed over."""
    return [day for _, _, day in _found(text)]


def find_spans(text: str) -> list[tuple[int, int, date]]:
    """Every full date with where it starts and ends, in order; none overlaps another."""
    spans: list[tuple[int, int, date]] = []
    for start, end, day in sorted(_found(text), key=lambda found: (found[0], -found[1])):
        if not spans or start >= spans[-1][1]:
            spans.append((start, end, day))
    return spans


def _found(text: str) -> Iterator[tuple[int, int, date]]:
    for pattern in _PATTERNS:
        for match in pattern.finditer(text):
            parts = match.groupdict()
            year = int(parts["y"])
            month = int(parts["m"]) if "m" in parts else MONTHS[parts["n"].lower()]
            try:
                day = date(year + 2000 if year < 100 else year, month, int(parts["d"]))
            except ValueError:
                continue
            yield match.start(), match.end(), day

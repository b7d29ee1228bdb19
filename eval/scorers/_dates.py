"""Dates in a text, whatever way they are written. No side effects."""

from __future__ import annotations

import re
from datetime import date

_MONTHS = {
    name: number
    for number, names in enumerate(
        (
            ("jan", "january"), ("feb", "february"), ("mar", "march"), ("apr", "april"),
            ("may",), ("jun", "june"), ("jul", "july"), ("aug", "august"),
            ("sep", "sept", "september"), ("oct", "october"), ("nov", "november"),
            ("dec", "december"),
        ),
        start=1,
    )
    for name in names
}  # fmt: skip
_MONTH = "|".join(sorted(_MONTHS, key=len, reverse=True))
_FORMS = re.compile(
    rf"\b(?P<m1>{_MONTH})\.? (?P<d1>\d{{1,2}})(?:st|nd|rd|th)?,? (?P<y1>\d{{4}})\b"
    rf"|\b(?P<d2>\d{{1,2}})(?:st|nd|rd|th)? (?P<m2>{_MONTH})\.?,? (?P<y2>\d{{4}})\b"
    r"|\b(?P<y3>\d{4})-(?P<m3>\d{1,2})-(?P<d3>\d{1,2})\b"
    r"|\b(?P<m4>\d{1,2})/(?P<d4>\d{1,2})/(?P<y4>\d{4}|\d{2})\b",
    re.IGNORECASE,
)


def split_dates(text: str) -> tuple[set[date], str]:
    """The dates of a text, and the text without them; a two-digit year is of 1970 to 2069."""
    found: set[date] = set()

    def note(match: re.Match[str]) -> str:
        day = _date({name[0]: value for name, value in match.groupdict().items() if value})
        if day is None:
            return match[0]
        found.add(day)
        return " "

    return found, _FORMS.sub(note, text)


def _date(pieces: dict[str, str]) -> date | None:
    year, month = int(pieces["y"]), _MONTHS.get(pieces["m"].lower())
    if len(pieces["y"]) == 2:
        year += 1900 if year >= 70 else 2000
    try:
        return date(year, month or int(pieces["m"]), int(pieces["d"]))
    except ValueError:
        return None

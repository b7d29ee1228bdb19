"""Docket numbers: the real one in every form, its like, and the invented one that stands for it.

In: a docket number as a caption has it, a case record. Out: patterns; a number. No side effects.
"""

from __future__ import annotations

import re

from builder.matching.shift import salted
from builder.schema import CaseRecord

_NUMBER = re.compile(r"(?:(\d{1,2}):)?(\d{2})[- ]?([A-Za-z]{2,3})?[- ]?0*(\d{2,6})")


def docket_pattern(number: str) -> re.Pattern[str] | None:
    """A docket number however it is punctuated and padded."""
    found = _NUMBER.search(number)
    if not found:
        return None
    _, year, kind, serial = found.groups()
    letters = rf"[- ]?{kind}[- ]?" if kind else r"(?:-|[- ]?[A-Za-z]{2,3}[- ]?)"
    return re.compile(
        rf"(?<!\d)(?:\d{{1,2}}:)?{year}{letters}0*{serial}(?!\d)"
        r"(?:[- ][A-Z]{2,4}\b){0,3}",
        re.IGNORECASE,
    )


def docket_family(number: str) -> re.Pattern[str] | None:
    """Numbers of the same office, year and kind: they tell where and when a case was filed."""
    found = _NUMBER.search(number)
    if not found or not found[1]:
        return None
    kind = found[3] or "[A-Za-z]{2,3}"
    return re.compile(rf"(?<!\d){found[1]}:{found[2]}[- ]?{kind}[- ]?\d+", re.IGNORECASE)


def invented_docket(record: CaseRecord, year: int) -> str:
    """A docket number of the world's own, of a year, that is not even like the real one."""
    rng = salted(record, "docket")
    real = record.caption.docket_number
    unlike = [p for p in (docket_pattern(real), docket_family(real)) if p]
    while True:
        number = f"{rng.randint(1, 6)}:{year % 100:02d}-cv-{rng.randint(10000, 89999)}"
        if not any(pattern.search(number) for pattern in unlike):
            return number

"""Dates documents: soon after what they tell of, or long after it; chaff outside the window.

In: the window of the dispute, and the facts that a document states or is modelled on. Out: moments
in working hours of working days.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date, datetime, time, timedelta
from random import Random

from builder.fiction.cargo import Cargo
from builder.fiction.inventory import KEPT, says_months
from builder.fiction.values import workday
from builder.genres import Genre
from builder.schema import Role, Window

OFFICE_MINUTES = (7 * 60 + 35, 17 * 60 + 45)
CHAFF_GAP_DAYS = 22  # between the window and chaff: genres date their frames up to ten days off
CHAFF_REACH_DAYS = 120  # so far off chaff begins at the most
EARLY_SHARE = 0.25  # of chaff is older than the dispute
COURT_DAYS = (150, 620)  # after the window: when papers for the litigation are made
LATE_SHARE = 0.15  # of what can be told of at any time is told long after
LATE_DAYS = (14, 200)
LATER_SHARE = 1.0  # of early things, on some later day of the dispute: no role comes first
_DELAYS = (0, 0, 0, 0, 1, 1, 2)  # most people write on the day itself
_KEPT_DELAYS = (0, 0, 0, 1, 1, 2, 4, 7)  # sheets are printed when there is time
_TIME = re.compile(r"(\d\d):(\d\d)")
_NOW = re.compile(
    r"\b(?:to(?:day|morrow|night)|yesterday|(?:this|last|next) (?:morning|afternoon|evening|night"
    r"|week|month|monday|tuesday|wednesday|thursday|friday|saturday|sunday)|(?:just|right) now)\b",
    re.IGNORECASE,
)


class Clock:
    """The calendar of a world."""

    def __init__(self, window: Window) -> None:
        self._window = window
        self._elsewhere: list[date] = []  # the days of chaff
        self._left: list[date] = []  # those of them that no document has yet
        self._days: list[date] = []
        self._lasts: dict[date, int] = {}  # the minute until when things happen on a day

    def know(self, cargos: Sequence[Cargo]) -> None:
        """Learn the days on which something happens that is written down."""
        days = (max((f.when for f, _ in c.load if f.when), default=None) for c in cargos)
        self._days = sorted(day for day in days if day is not None)
        for fact in (fact for cargo in cargos for fact, _ in cargo.load):
            for anchor in fact.anchors:
                found = _TIME.fullmatch(anchor.value) if anchor.kind == "time" else None
                if found and fact.when is not None:
                    minute = int(found[1]) * 60 + int(found[2])
                    self._lasts[fact.when] = max(minute, self._lasts.get(fact.when, 0))

    def lay_out(self, bases: Sequence[Cargo | None], chaff: int, rng: Random) -> None:
        """Give chaff days as the papers of the dispute on these bases may have them, moved out of
        its window by whole weeks: so many to a day, such weekdays and gaps are found elsewhere."""
        days: list[date] = []
        while len(days) < chaff:
            days += [self._written(basis, rng).date() for basis in bases or (None,)]
        run, early = _run(sorted(days), chaff, rng)
        for some, before in ((run[:early], True), (run[early:], False)):
            if not some:
                continue
            gap = timedelta(days=rng.randint(CHAFF_GAP_DAYS, CHAFF_REACH_DAYS))
            if before:
                weeks = -((some[-1] - self._window.start + gap).days // 7 + 1)
            else:
                weeks = (self._window.end + gap - some[0]).days // 7 + 1
            self._elsewhere += [day + timedelta(weeks=weeks) for day in some]

    def date_for(self, role: Role, genre: Genre, basis: Cargo | None, rng: Random) -> datetime:
        """When a document of a role and genre was made; `basis` is what it states, or what the
        document that it is modelled on does."""
        if genre.court_paper:
            day = self._window.end + timedelta(days=rng.randint(*COURT_DAYS))
        elif role == "chaff":
            self._left = self._left or rng.sample(self._elsewhere, len(self._elsewhere))
            day = self._left.pop()
        else:
            return self._written(basis, rng)
        return _at(day, rng.randint(*OFFICE_MINUTES))

    def _written(self, basis: Cargo | None, rng: Random) -> datetime:
        """When a paper of the dispute was written: when what it tells is over."""
        day = self._after(basis, rng) if basis else self._inside(rng)
        minutes = rng.randint(*OFFICE_MINUTES)
        told = {fact.when for fact, _ in basis.load} if basis else set[date]()
        if day in told and minutes <= self._lasts.get(day, 0):
            day += timedelta(days=1)
        return _at(day, minutes)

    def _after(self, basis: Cargo, rng: Random) -> date:
        days = [fact.when for fact, _ in basis.load if fact.when is not None]
        if not days:
            return self._inside(rng)
        days += [mention.until for _, mention in basis.load if mention.until is not None]
        if _lasting(basis):
            if rng.random() < LATE_SHARE:
                return max(days) + timedelta(days=rng.randint(*LATE_DAYS))
            later = [day for day in self._days if day > max(days)]
            if rng.random() < LATER_SHARE * len(later) / max(1, len(self._days)):
                return rng.choice(later) + timedelta(days=rng.choice(_DELAYS))
        kept = all(mention.form in KEPT for _, mention in basis.load)
        return max(days) + timedelta(days=rng.choice(_KEPT_DELAYS if kept else _DELAYS))

    def _inside(self, rng: Random) -> date:
        length = (self._window.end - self._window.start).days
        day = self._window.start + timedelta(days=rng.randint(0, length))
        return (
            day
            if workday(day) in self._window
            else self._window.end - timedelta(days=min(length, 4))
        )


def _run(days: Sequence[date], count: int, rng: Random) -> tuple[list[date], int]:
    """So many of some days in a row, and how many of them to take for early ones; busy days are
    kept whole as far as that goes."""
    if not count:
        return [], 0
    n = len(days)
    firsts = [i for i in range(n) if not i or days[i] != days[i - 1]]
    whole = [i for i in firsts if (i + count) % n in firsts]
    start = rng.choice(whole or firsts)
    # In a ring, or what was written long after would hardly be among those taken.
    ring = timedelta(weeks=(days[-1] - days[0]).days // 7 + 1)
    run = [*days[start:], *(day + ring for day in days[:start])][:count]
    early = round(count * EARLY_SHARE)
    cuts = [i for i in range(1, count) if run[i] != run[i - 1]]
    return run, min(cuts, key=lambda i: abs(i - early), default=0)


def _at(day: date, minutes: int) -> datetime:
    return datetime.combine(workday(day), time(minutes // 60, minutes % 60))


def _lasting(basis: Cargo) -> bool:
    """Whether what is told reads the same long after: it says when it was, or stands on a sheet
    that may be printed at any time."""
    facts, mentions = zip(*basis.load, strict=True)
    dated = all(m.form in KEPT or any(a.kind == "date" for a in f.anchors) for f, m in basis.load)
    return dated and says_months(facts, mentions) and not any(_NOW.search(m.text) for m in mentions)

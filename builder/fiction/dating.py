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

CHAFF_GAP_DAYS = 22  # between the window and chaff: genres date their frames up to ten days off
CHAFF_REACH_DAYS = (120, 540)  # before and after the window
BUSY_DAYS = 5  # of chaff at the least: people elsewhere have them as well
CHAFF_PER_DAY = 12
EARLY_SHARE = 0.25  # of chaff is older than the dispute
ODD_SHARE = 0.16  # of chaff is made on a day of its own
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

    def __init__(self, window: Window, rng: Random, chaff: int) -> None:
        self._window = window
        busy = BUSY_DAYS + chaff // CHAFF_PER_DAY
        self._elsewhere = [self._outside(rng) for _ in range(busy)]
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

    def date_for(self, role: Role, genre: Genre, basis: Cargo | None, rng: Random) -> datetime:
        """When a document of a role and genre was made; `basis` is what it states, or what the
        document that it is modelled on does."""
        if genre.court_paper:
            day = self._window.end + timedelta(days=rng.randint(*COURT_DAYS))
        elif role == "chaff":
            day = (
                self._outside(rng)
                if rng.random() < ODD_SHARE
                else rng.choices(
                    self._elsewhere, [1 / (n + 1.25) for n in range(len(self._elsewhere))]
                )[0]
            )
        elif basis is not None:
            day = self._after(basis, rng)
        else:
            day = self._inside(rng)
        minutes = rng.randint(7 * 60 + 35, 17 * 60 + 45)
        told = {fact.when for fact, _ in basis.load} if basis and role != "chaff" else set[date]()
        if day in told and minutes <= self._lasts.get(day, 0):
            day += timedelta(days=1)
        return datetime.combine(workday(day), time(minutes // 60, minutes % 60))

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

    def _outside(self, rng: Random) -> date:
        before, after = CHAFF_REACH_DAYS
        if rng.random() < EARLY_SHARE:
            day = self._window.start - timedelta(days=rng.randint(CHAFF_GAP_DAYS, before))
        else:
            day = self._window.end + timedelta(days=rng.randint(CHAFF_GAP_DAYS, after))
        # Moved to Monday, all weekends would make chaff a matter of Mondays.
        if day.weekday() > 4 and rng.random() < 0.5:
            day += timedelta(days=7 - day.weekday() + rng.randint(0, 4))
        return day


def _lasting(basis: Cargo) -> bool:
    """Whether what is told reads the same long after: it says when it was, or stands on a sheet
    that may be printed at any time."""
    facts, mentions = zip(*basis.load, strict=True)
    dated = all(m.form in KEPT or any(a.kind == "date" for a in f.anchors) for f, m in basis.load)
    return dated and says_months(facts, mentions) and not any(_NOW.search(m.text) for m in mentions)

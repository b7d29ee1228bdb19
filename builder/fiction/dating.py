"""Dates documents: soon after what they tell of, inside the window for noise, outside for chaff.

In: the window of the dispute. Out: moments in working hours of working days.
"""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from random import Random

from builder.fiction.cargo import Cargo
from builder.fiction.values import workday
from builder.genres import Genre
from builder.schema import Role, Window

CHAFF_GAP_DAYS = 22  # between the window and chaff: genres date their frames up to ten days off
CHAFF_REACH_DAYS = 330
COURT_DAYS = (150, 620)  # after the window: when papers for the litigation are made
_DELAYS = (0, 0, 0, 0, 1, 1, 2)  # most people write on the day itself


class Clock:
    """The calendar of a world."""

    def __init__(self, window: Window) -> None:
        self._window = window

    def date_for(
        self, role: Role, genre: Genre, cargo: Cargo | None, rng: Random
    ) -> datetime:
        """When a document of a role and genre was made."""
        if genre.court_paper:
            day = self._window.end + timedelta(days=rng.randint(*COURT_DAYS))
        elif cargo is not None:
            day = self._after(cargo, rng)
        elif role == "chaff":
            day = self._outside(rng)
        else:
            day = self._inside(rng)
        minutes = rng.randint(7 * 60 + 35, 17 * 60 + 45)
        return datetime.combine(workday(day), time(minutes // 60, minutes % 60))

    def _after(self, cargo: Cargo, rng: Random) -> date:
        days = [fact.when for fact, _ in cargo.load if fact.when is not None]
        if not days:
            return self._inside(rng)
        return max(days) + timedelta(days=rng.choice(_DELAYS))

    def _inside(self, rng: Random) -> date:
        length = (self._window.end - self._window.start).days
        day = self._window.start + timedelta(days=rng.randint(0, length))
        return day if workday(day) in self._window else self._window.end - timedelta(
            days=min(length, 4))

    def _outside(self, rng: Random) -> date:
        days = rng.randint(CHAFF_GAP_DAYS, CHAFF_REACH_DAYS)
        if rng.random() < 0.5:
            return self._window.start - timedelta(days=days)
        return self._window.end + timedelta(days=days)

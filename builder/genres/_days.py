"""Dates and times as companies write them.

In: a date or moment and a company's look (0-7). Out: text. Dates of a frame are derived here from
the document's own, never more than ten days away.
"""

from __future__ import annotations

import re
from datetime import date, datetime, timedelta
from random import Random

from builder.genres import Scene

REACH_DAYS = 10
_CLOSED = ((1, 1), (7, 4), (12, 25))  # months and days on which offices are shut
_CLOCK = re.compile(r"\b(\d{1,2}):([0-5]\d)(?: ?([AaPp])\.?[Mm]\b)?")
# What `strftime` fills first, and then `format` with the date (and a time of day).
_WRITTEN = (
    "%B {0.day}, {0.year}",
    "%A, %B {0.day}, {0.year}",
    "%m/%d/%Y",
    "%B {0.day}, {0.year}",
    "{0.day} %B {0.year}",
    "{0.month}/{0.day}/%y",
    "%b {0.day}, {0.year}",
    "%Y-%m-%d",
)
_IN_CELLS = ("{0.month}/{0.day}/%y", "%m/%d/%Y", "%Y-%m-%d", "{0.month}/{0.day}/{0.year}")
_SENT = (
    "%a, %b {0.day}, {0.year} {1}",
    "%A, %B {0.day}, {0.year} {1}",
    "{0.month}/{0.day}/{0.year} {1}",
    "%a {0.day} %b {0.year} %H:%M",
    "%Y-%m-%d %H:%M",
)


def day(scene: Scene, offset: int = 0, work: bool = False) -> date:
    """The document's date moved by `offset` days (at most ten); `work` avoids weekends."""
    moved = scene.spec.date.date() + timedelta(days=max(-REACH_DAYS, min(REACH_DAYS, offset)))
    if work and moved.weekday() > 4:
        moved += timedelta(days=7 - moved.weekday() if offset <= 0 else 4 - moved.weekday())
    return moved


def workdays(scene: Scene, before: int, after: int) -> list[date]:
    """The weekdays from `before` days before the document's date to `after` days after it."""
    days = [day(scene, offset) for offset in range(-before, after + 1)]
    return [d for d in days if d.weekday() < 5 and (d.month, d.day) not in _CLOSED] or [day(scene)]


def so_far(scene: Scene, when: date, minutes: int) -> bool:
    """Whether a time of a day (minutes since midnight) had come when the document was made."""
    made = scene.spec.date
    return when < made.date() or (when == made.date() and minutes <= made.hour * 60 + made.minute)


def told_by(text: str, before: int) -> int:
    """The last time of day that a text names, in minutes since midnight and before a minute of the
    day; 0 when it names none. Who writes of it writes later."""
    found = [0]
    for hour, minute, half in _CLOCK.findall(text):
        at = int(hour) % 24 * 60 + int(minute)
        if half:
            at = at % 720 + 720 * (half.casefold() == "p")
        elif at < 420 and at + 720 < before:
            at += 720
        found += [at] if at < before else []
    return max(found)


def written(when: date, look: int) -> str:
    """A date with its year, as in the head of a document."""
    return when.strftime(_WRITTEN[look % len(_WRITTEN)]).format(when)


def in_words(when: date) -> str:
    """A date as in a sentence."""
    return f"{when:%B} {when.day}, {when.year}"


def cell(when: date, look: int) -> str:
    """A date with its year, as in a table."""
    return when.strftime(_IN_CELLS[look % len(_IN_CELLS)]).format(when)


def near(when: date, rng: Random) -> str:
    """A date without its year, as in passing."""
    return rng.choice(
        (
            f"{when:%B} {when.day}",
            f"{when:%A}, {when:%B} {when.day}",
            f"{when.month}/{when.day}",
            f"{when:%A} the {ordinal(when.day)}",
        )
    )


def ordinal(number: int) -> str:
    """1st, 2nd, 3rd, 4th..."""
    tail = "th" if 10 < number % 100 < 14 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{tail}"


def clock(minutes: int, look: int = 0) -> str:
    """A time of day from the minutes since midnight."""
    hour, minute = divmod(minutes % 1440, 60)
    half = hour % 12 or 12
    return (
        f"{half}:{minute:02} {'AM' if hour < 12 else 'PM'}",
        f"{hour:02}:{minute:02}",
        f"{half}:{minute:02} {'a.m.' if hour < 12 else 'p.m.'}",
        f"{half}:{minute:02} {'am' if hour < 12 else 'pm'}",
    )[look % 4]


def sent(when: datetime, look: int) -> str:
    """A moment as in the header of an e-mail."""
    minutes = when.hour * 60 + when.minute
    return when.strftime(_SENT[look % len(_SENT)]).format(when, clock(minutes))


def back(when: datetime, rng: Random, least_min: int, most_min: int) -> datetime:
    """A moment some working minutes earlier, kept within office hours."""
    earlier = when - timedelta(minutes=rng.randint(least_min, most_min))
    if not 7 <= earlier.hour < 19:
        earlier = earlier.replace(hour=rng.randint(8, 16)) - timedelta(days=1)
        earlier = min(earlier, when - timedelta(minutes=least_min))
    if earlier.weekday() > 4:
        earlier -= timedelta(days=earlier.weekday() - 4)
    return earlier

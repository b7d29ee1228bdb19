"""The forms in which values and cast members may be worded.

In: a value, or the names of a cast member. Out: a `Slot` whose `forms` hold every form that the
template language knows for its kind. No side effects.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, time
from decimal import Decimal
from typing import Literal

from builder.fiction.templates import Slot
from builder.matching.dates import DAY_NAMES, MONTH_NAMES
from builder.schema import AnchorKind

_ONES = (
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
)
_TENS = ("", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_ORDINAL_ENDS = {
    "one": "first",
    "two": "second",
    "three": "third",
    "five": "fifth",
    "eight": "eighth",
    "nine": "ninth",
    "twelve": "twelfth",
}
_LEGAL = re.compile(
    r",? (?:Inc\.|LLC|L\.L\.C\.|Corp\.|Corporation|Company|Co\.|Ltd\.|LP|L\.P\.|LLP|PLLC|P\.C\.)$"
)


@dataclass(frozen=True)
class PersonName:
    """The names of a person; `gender` settles formal titles and pronouns."""

    first: str
    last: str
    gender: Literal["f", "m"]
    nick: str
    login: str
    job: str

    @property
    def full(self) -> str:
        """Given and family name."""
        return f"{self.first} {self.last}"


def number_words(number: int) -> str:
    """A whole number below a billion in words, without "and"."""
    if number < 20:
        return _ONES[number]
    if number < 100:
        tens, ones = divmod(number, 10)
        return _TENS[tens] + (f"-{_ONES[ones]}" if ones else "")
    for size, name in ((1_000_000, "million"), (1_000, "thousand"), (100, "hundred")):
        if number >= size:
            head, rest = divmod(number, size)
            return f"{number_words(head)} {name}" + (f" {number_words(rest)}" if rest else "")
    raise ValueError(f"{number} has no words")


def ordinal_words(number: int) -> str:
    """A whole number below a hundred as an ordinal in words ("nineteenth")."""
    head, dash, last = number_words(number).rpartition("-")
    last = f"{last[:-1]}ieth" if last.endswith("y") else _ORDINAL_ENDS.get(last, f"{last}th")
    return f"{head}{dash}{last}"


def _ordinal(number: int) -> str:
    if number % 100 in (11, 12, 13):
        return f"{number}th"
    return f"{number}{({1: 'st', 2: 'nd', 3: 'rd'}).get(number % 10, 'th')}"


def date_slot(name: str, day: date) -> Slot:
    """A date in all its forms."""
    month, weekday = MONTH_NAMES[day.month - 1], DAY_NAMES[day.weekday()]
    return Slot(
        name,
        "date",
        day.isoformat(),
        {
            "": f"{month} {day.day}, {day.year}",
            "long": f"{month} {day.day}, {day.year}",
            "numeric": f"{day.month}/{day.day}/{day.year % 100:02d}",
            "us": f"{day.month:02d}/{day.day:02d}/{day.year}",
            "iso": day.isoformat(),
            "short": f"{month[:3]} {day.day}",
            "month_day": f"{month} {day.day}",
            "weekday": weekday,
            "dow": weekday[:3],
            "full": f"{weekday}, {month} {day.day}, {day.year}",
            "day": str(day.day),
            "ordinal": f"the {_ordinal(day.day)}",
            "spoken": f"the {ordinal_words(day.day)} of {month}",
        },
    )


def _spoken_time(hour: int, minute: int) -> str:
    here, following = _ONES[(hour - 1) % 12 + 1], _ONES[hour % 12 + 1]
    if minute == 0:
        return f"{here} o'clock"
    if minute % 5:
        return f"{here} {'oh ' if minute < 10 else ''}{number_words(minute)}"
    if minute == 30:
        return f"half past {here}"
    past = {15: "quarter"}.get(minute if minute < 30 else 60 - minute)
    count = minute if minute < 30 else 60 - minute
    return f"{past or number_words(count)} {'past' if minute < 30 else 'to'} " + (
        here if minute < 30 else following
    )


def time_slot(name: str, clock: time) -> Slot:
    """A time of day in all its forms."""
    twelve = f"{(clock.hour - 1) % 12 + 1}:{clock.minute:02d}"
    return Slot(
        name,
        "time",
        f"{clock.hour:02d}:{clock.minute:02d}",
        {
            "": f"{twelve} {'a.m.' if clock.hour < 12 else 'p.m.'}",
            "24": f"{clock.hour}:{clock.minute:02d}",
            "clock": twelve,
            "spoken": _spoken_time(clock.hour, clock.minute),
        },
    )


def money_slot(name: str, amount: Decimal) -> Slot:
    """An amount of dollars in all its forms; `whole` rounds to the dollar."""
    whole = f"{amount.to_integral_value():,}"
    return Slot(
        name,
        "money",
        f"{amount:.2f}",
        {
            "": f"${amount:,.2f}",
            "whole": f"${whole}",
            "bare": f"{amount:,.2f}",
            "bare_whole": whole,
        },
    )


def quantity_slot(name: str, number: Decimal, unit: str) -> Slot:
    """A count or measure in all its forms; `words` needs a whole number."""
    plain = f"{number:,f}"
    forms = {"": plain, "unit": f"{plain} {unit}".strip()}
    if number == number.to_integral_value() and 0 <= number < 1_000_000_000:
        forms["words"] = number_words(int(number))
    return Slot(name, "quantity", f"{number:f}", forms)


def text_slot(name: str, kind: AnchorKind, text: str) -> Slot:
    """An identifier or term, as it is."""
    return Slot(
        name,
        kind,
        text,
        {
            "": text,
            "tail": text[-4:],
            "upper": text.upper(),
            "lower": text.lower(),
        },
    )


def person_forms(person: PersonName) -> dict[str, str]:
    """All forms of a person's name."""
    woman = person.gender == "f"
    return {
        "": person.full,
        "full": person.full,
        "first": person.first,
        "last": person.last,
        "initials": f"{person.first[0]}.{person.last[0]}.",
        "nick": person.nick,
        "formal": f"{'Ms.' if woman else 'Mr.'} {person.last}",
        "login": person.login,
        "job": person.job,
        "he": "she" if woman else "he",
        "him": "her" if woman else "him",
        "his": "her" if woman else "his",
    }


def short_name(legal: str) -> str:
    """A company's name without its legal suffix."""
    return _LEGAL.sub("", legal)


def organization_forms(legal: str, nicks: tuple[str, ...]) -> dict[str, str]:
    """All forms of an organization's name; `nick` falls back to the first word."""
    short = short_name(legal)
    words = [word for word in re.split(r"[ -]+", short) if word[:1].isalnum()]
    nick = nicks[0] if nicks else words[0]
    return {
        "": legal,
        "full": legal,
        "short": short,
        "nick": nick,
        "initials": "".join(word[0].upper() for word in words),
    } | {f"nick{i}": other for i, other in enumerate(nicks, start=1)}


def thing_forms(name: str, aliases: tuple[str, ...]) -> dict[str, str]:
    """All forms of a thing: its name, `alias` (the first), `alias2` and so on."""
    forms = {"": name}
    for number, alias in enumerate(aliases, start=1):
        forms["alias" if number == 1 else f"alias{number}"] = alias
    if aliases:
        forms["alias1"] = aliases[0]
    return forms

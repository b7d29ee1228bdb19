"""Spreadsheet cells: which texts are dates, times and numbers, and how those are shown.

In: a cell's text. Out: a value and the number format that shows it as exactly that text, or None.
A text is typed only if showing the value gives the same text back; all else stays text.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime, timedelta
from decimal import ROUND_CEILING, ROUND_HALF_UP, Decimal
from functools import cache, lru_cache
from typing import NamedTuple

from builder.matching.dates import DAY_NAMES, MONTH_NAMES

_EPOCH = datetime(1899, 12, 30)
_MONTH = "|".join([*MONTH_NAMES, *(month[:3] for month in MONTH_NAMES)])
_MOST_DIGITS = 11

_NUMBER = re.compile(r"(-?)(\()?([$€£]?)(0|[1-9]\d{0,2}(?:,\d{3})+|[1-9]\d*)(\.\d{1,6})?(%?)(\))?")
_TIME = r"(?P<hour>\d{1,2}):(?P<minute>\d\d)(?P<second>:\d\d)?(?P<half> [AP]M)?"
_DATES = (
    r"(?P<month>\d{1,2})/(?P<day>\d{1,2})/(?P<year>\d{4}|\d{2})",
    r"(?P<year>\d{4})-(?P<month>\d\d)-(?P<day>\d\d)",
    rf"(?P<name>{_MONTH}) (?P<day>\d{{1,2}}), (?P<year>\d{{4}})",
    rf"(?P<day>\d{{1,2}}) (?P<name>{_MONTH}) (?P<year>\d{{4}})",
    rf"(?P<day>\d{{1,2}})-(?P<name>{_MONTH})-(?P<year>\d{{4}}|\d{{2}})",
)
_MOMENTS = tuple(
    re.compile(text) for text in (*_DATES, _TIME, *(f"{day} {_TIME}" for day in _DATES[:2]))
)
_CODES = re.compile(r'"[^"]*"|yyyy|yy|mmmm|mmm|mm|m|dddd|ddd|dd|d|hh|h|ss|AM/PM|.')


class Typed(NamedTuple):
    """A cell's value as the file holds it (a decimal number) and its number format."""

    value: str
    code: str


def typed(text: str) -> Typed | None:
    """The value and number format that show exactly `text`, or None if there are none for sure."""
    if not text or not (text[-1].isdigit() or text[-1] in "%)M"):
        return None
    cell = _number(text) or _moment(text)
    return cell if cell and shown(cell.value, cell.code) == text else None


def _number(text: str) -> Typed | None:
    match = _NUMBER.fullmatch(text)
    if not match or sum(map(str.isdigit, text)) > _MOST_DIGITS:
        return None
    minus, opening, money, whole, decimals, percent, closing = match.groups()
    if bool(opening) != bool(closing) or (minus and opening) or (money and percent):
        return None
    value = Decimal(whole.replace(",", "") + (decimals or ""))
    if value == 0 and (minus or opening):
        return None
    value = -value if minus or opening else value
    code = "#,##0" if "," in whole or (money and len(whole) < 4) else "0"
    code += "." + "0" * (len(decimals) - 1) if decimals else ""
    code = (f'"{money}"' if money else "") + code + percent
    if opening:
        code = f"{code};({code})"
    return Typed(f"{value / 100 if percent else value:f}", code)


def _moment(text: str) -> Typed | None:
    match = next(filter(None, (moment.fullmatch(text) for moment in _MOMENTS)), None)
    if not match:
        return None
    part = match.groupdict()
    days, seconds = 0, 0
    if part.get("day"):
        name = part.get("name")
        month = [m[:3] for m in MONTH_NAMES].index(name[:3]) + 1 if name else int(part["month"])
        year = int(part["year"])
        # Excel reads two digits the same way.
        year += 0 if year > 99 else 2000 if year < 30 else 1900
        try:
            days = (datetime(year, month, int(part["day"])) - _EPOCH).days
        except ValueError:
            return None
        if days < 61:  # Excel counts a 29 February 1900
            return None
    if part.get("hour"):
        time = _seconds(part)
        if time is None:
            return None
        seconds = time
    # Rounded up, by microseconds: programs that cut off would show the minute before.
    clock = (Decimal(seconds) / 86400).quantize(Decimal("1e-10"), ROUND_CEILING)
    serial = f"{days + clock:f}".rstrip("0") if seconds else str(days)
    return Typed(serial, _moment_code(match))


def _seconds(part: dict[str, str | None]) -> int | None:
    """Seconds since midnight, or None for no time of day."""
    hour, minute = int(part["hour"] or 0), int(part["minute"] or 0)
    second, half = int((part["second"] or ":0")[1:]), part["half"]
    if minute > 59 or second > 59 or hour > 23 or (half and not 1 <= hour <= 12):
        return None
    if half:
        hour = hour % 12 + (12 if half == " PM" else 0)
    return hour * 3600 + minute * 60 + second


def _moment_code(match: re.Match[str]) -> str:
    """The number format, put together from how each part is written."""
    codes: dict[str, Callable[[str], str]] = {
        "year": lambda s: "y" * len(s),
        "month": lambda s: (
            "mm" if s.startswith("0") or (len(match["year"]) == 4 and "-" in match[0]) else "m"
        ),
        "day": lambda s: "dd" if s.startswith("0") or re.match(r"\d{4}-", match[0]) else "d",
        "name": lambda s: "mmmm" if s in MONTH_NAMES and len(s) > 3 else "mmm",
        "hour": lambda s: "hh" if len(s) > 1 and s.startswith("0") else "h",
        "minute": lambda _: "mm",
        "second": lambda _: ":ss",
        "half": lambda _: " AM/PM",
    }
    out, at = "", match.start()
    spans = sorted((match.span(name), name) for name, text in match.groupdict().items() if text)
    for (start, end), name in spans:
        out += match[0][at:start] + codes[name](match[name])
        at = end
    # May is short and long at once; both formats show it alike.
    return out


@lru_cache(maxsize=50_000)
def shown(value: str, code: str) -> str:
    """What a spreadsheet program displays for a number under one of our formats.

    Formats of other makers that go beyond dates, times and plain numbers show the bare value.
    """
    if code in ("", "General", "@"):
        return value
    if re.search(r"[ymdhs]", re.sub(r'"[^"]*"', "", code)):
        return _shown_moment(Decimal(value), code)
    number = Decimal(value)
    sections = code.split(";")
    if number < 0 and len(sections) > 1:
        return _shown_number(-number, sections[1])
    return ("-" if number < 0 else "") + _shown_number(abs(number), sections[0])


def _shown_number(number: Decimal, code: str) -> str:
    match = re.fullmatch(r"([^#0]*)(#,##0|0)(?:\.(0+))?([^#0]*)", code)
    if not match:
        return f"{number:f}"
    before, whole, decimals, after = match.groups()
    if "%" in after:
        number *= 100
    rounded = number.quantize(Decimal(1).scaleb(-len(decimals or "")), ROUND_HALF_UP)
    digits = f"{rounded:,f}" if "," in whole else f"{rounded:f}"
    return (before + digits + after).replace('"', "").replace("\\", "")


def _shown_moment(serial: Decimal, code: str) -> str:
    moment = _EPOCH + timedelta(seconds=int((serial * 86400).to_integral_value(ROUND_HALF_UP)))
    out = ""
    tokens = _tokens(code)
    half_day = "AM/PM" in tokens
    for token, clock in zip(tokens, _clock_flags(tokens), strict=True):
        out += _shown_token(token, clock, half_day, moment)
    return out


@cache
def _tokens(code: str) -> tuple[str, ...]:
    return tuple(_CODES.findall(code))


@cache
def _clock_flags(tokens: tuple[str, ...]) -> tuple[bool, ...]:
    """For each token whether an hour stands before it: then m and mm are minutes."""
    return tuple(any(t in ("h", "hh") for t in tokens[:at]) for at in range(len(tokens)))


def _shown_token(token: str, clock: bool, half_day: bool, moment: datetime) -> str:
    hour = (moment.hour % 12 or 12) if half_day else moment.hour
    plain = {
        "yyyy": f"{moment.year}",
        "yy": f"{moment.year % 100:02d}",
        "mmmm": MONTH_NAMES[moment.month - 1],
        "mmm": MONTH_NAMES[moment.month - 1][:3],
        "mm": f"{moment.minute if clock else moment.month:02d}",
        "m": f"{moment.minute if clock else moment.month}",
        "dddd": DAY_NAMES[moment.weekday()],
        "ddd": DAY_NAMES[moment.weekday()][:3],
        "dd": f"{moment.day:02d}",
        "d": f"{moment.day}",
        "hh": f"{hour:02d}",
        "h": f"{hour}",
        "ss": f"{moment.second:02d}",
        "AM/PM": "AM" if moment.hour < 12 else "PM",
    }
    return plain.get(token, token.strip('"'))

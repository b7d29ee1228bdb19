"""Draws the seeded values of a scenario: dates, times, money, quantities, identifiers, terms.

In: a scenario's value parts and a random stream. Out: a slot for each, no two of one kind alike
unless a formula or a fixed distance makes them so. No side effects.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date, time, timedelta
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from functools import cache
from random import Random

from builder.errors import ConfigError
from builder.fiction.scenario import ValuePart
from builder.fiction.slots import date_slot, money_slot, quantity_slot, text_slot, time_slot
from builder.fiction.templates import Slot

HOLIDAYS = frozenset({(1, 1), (7, 4), (12, 25)})  # month and day
_Value = date | time | Decimal | Fraction | str  # of a date, time, money, quantity, and the others
_TRIES = 60
_LETTERS = "ABCDEFGHJKLMNPRSTUVWXY"  # no I, O, Q, Z: nobody reads them back right
_OPERATORS: dict[type[ast.operator], Callable[[Fraction, Fraction], Fraction]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: lambda a, b: Fraction(a // b),
    ast.Mod: operator.mod,
}
_FUNCTIONS: dict[str, Callable[[list[Fraction]], Fraction]] = {
    "min": min,
    "max": max,
    "abs": lambda a: abs(a[0]),
    "round": lambda a: Fraction(round(a[0])),
}


def evaluate(formula: str, values: Mapping[str, Fraction]) -> Fraction:
    """The value of an arithmetic formula over named values.

    Dates count as days, times as minutes. Knows + - * / // %, parentheses, min, max, abs, round.
    ConfigError names the formula and what in it cannot be computed.
    """

    def visit(node: ast.expr) -> Fraction:
        match node:
            case ast.Constant(value=int() | float() as number):
                return Fraction(str(number))
            case ast.Name(id=name) if name in values:
                return values[name]
            case ast.BinOp(left=left, op=op, right=right) if type(op) in _OPERATORS:
                return _OPERATORS[type(op)](visit(left), visit(right))
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return -visit(operand)
            case ast.Call(func=ast.Name(id=name), args=[_, *_] as args, keywords=[]) if (
                name in _FUNCTIONS
            ):
                return _FUNCTIONS[name]([visit(arg) for arg in args])
            case _:
                raise ConfigError(f"formula {formula!r}: cannot compute {ast.unparse(node)!r}")

    try:
        return visit(_parsed(formula))
    except (ZeroDivisionError, TypeError) as exc:
        raise ConfigError(f"formula {formula!r}: {exc}") from exc


@cache
def _parsed(formula: str) -> ast.expr:
    try:
        return ast.parse(formula, mode="eval").body
    except SyntaxError as exc:
        raise ConfigError(f"formula {formula!r}: {exc}") from exc


@cache
def formula_names(formula: str) -> tuple[str, ...]:
    """The names that a formula uses, functions aside, sorted."""
    named = {node.id for node in ast.walk(_parsed(formula)) if isinstance(node, ast.Name)}
    return tuple(sorted(named - set(_FUNCTIONS)))


@dataclass
class _Draw:
    parts: Mapping[str, ValuePart]
    start: date
    rng: Random
    numbers: dict[str, Fraction] = field(default_factory=dict[str, Fraction])
    slots: dict[str, Slot] = field(default_factory=dict[str, Slot])
    taken: set[tuple[str, _Value]] = field(default_factory=set[tuple[str, _Value]])


def draw_values(parts: Mapping[str, ValuePart], start: date, rng: Random) -> dict[str, Slot]:
    """A slot for every value part; ConfigError for unknown names and circular references."""
    draw = _Draw(parts, start, rng)
    for name in parts:
        _settle(draw, name, ())
    return {name: draw.slots[name] for name in parts}


def _settle(draw: _Draw, name: str, above: tuple[str, ...]) -> None:
    if name in draw.slots:
        return
    if name in above:
        raise ConfigError(f"values run in a circle: {' -> '.join((*above, name))}")
    part = draw.parts.get(name)
    if part is None:
        raise ConfigError(f"value {above[-1]!r} refers to {name!r}, which is no value")
    needs = list(formula_names(part.formula)) if part.formula else []
    if part.kind == "date" and not part.formula and part.after != "start":
        needs.append(part.after)
    for need in needs:
        _settle(draw, need, (*above, name))
    value = _fresh(draw, name, part)
    draw.taken.add((part.kind, value))
    draw.slots[name] = _slot(name, part, value)
    if not isinstance(value, str):
        draw.numbers[name] = _number(value)


def _fresh(draw: _Draw, name: str, part: ValuePart) -> _Value:
    """A value that no other value of its kind has, as far as its bounds allow."""
    value = _one(draw, name, part)
    for _ in range(_TRIES):
        if (part.kind, value) not in draw.taken or part.formula or part.kind == "date":
            break
        value = _one(draw, name, part)
    return value


def _one(draw: _Draw, name: str, part: ValuePart) -> _Value:
    match part.kind:
        case "date":
            return _date(draw, part)
        case "time":
            minutes = _minutes(draw, name, part)
            return time(minutes // 60, minutes % 60)
        case "money":
            amount = _decimal(_amount(draw, name, part))
            return amount.quantize(Decimal("0.01"), ROUND_HALF_UP)
        case "quantity":
            return _amount(draw, name, part)
        case "identifier":
            if not part.pattern:
                raise ConfigError(f"identifier {name!r} needs a pattern")
            return _identifier(part.pattern, draw.rng)
        case "term":
            if not part.choices:
                raise ConfigError(f"term {name!r} needs choices")
            return draw.rng.choice(part.choices)


def _slot(name: str, part: ValuePart, value: _Value) -> Slot:
    match value:
        case date():
            return date_slot(name, value)
        case time():
            return time_slot(name, value)
        case Decimal():
            return money_slot(name, value)
        case Fraction():
            return quantity_slot(name, _decimal(value).normalize(), part.unit)
        case str():
            return text_slot(name, part.kind, value)


def _number(value: date | time | Decimal | Fraction) -> Fraction:
    """A value as formulas count it."""
    match value:
        case date():
            return Fraction(value.toordinal())
        case time():
            return Fraction(value.hour * 60 + value.minute)
        case _:
            return Fraction(value)


def _decimal(amount: Fraction) -> Decimal:
    return Decimal(amount.numerator) / Decimal(amount.denominator)


def _date(draw: _Draw, part: ValuePart) -> date:
    """A day by formula, or of those within reach one that is not taken, if there is one."""
    if part.formula:
        days = [date.fromordinal(int(evaluate(part.formula, draw.numbers)))]
    else:
        after = None if part.after == "start" else int(draw.numbers[part.after])
        base = draw.start.toordinal() if after is None else after
        first, last = part.days
        days = [date.fromordinal(base + offset) for offset in range(first, last + 1)]
    days = days if part.any_day else [workday(day) for day in days]
    return draw.rng.choice([day for day in days if ("date", day) not in draw.taken] or days)


def workday(day: date) -> date:
    """The day itself, or the next one on which offices are open."""
    while day.weekday() > 4 or (day.month, day.day) in HOLIDAYS:
        day += timedelta(days=1)
    return day


def _minutes(draw: _Draw, name: str, part: ValuePart) -> int:
    if part.formula:
        minutes = int(evaluate(part.formula, draw.numbers))
        if not 0 <= minutes < 24 * 60:
            raise ConfigError(f"time {name!r}: {part.formula!r} gives {minutes} minutes of a day")
        return minutes
    try:
        first, last = (int(b[:-3]) * 60 + int(b[-2:]) for b in part.between)
    except ValueError as exc:
        raise ConfigError(f"time {name!r}: {part.between} are not two times HH:MM") from exc
    return draw.rng.randrange(first, last + 1, max(1, int(part.step)))


def _amount(draw: _Draw, name: str, part: ValuePart) -> Fraction:
    step = Fraction(str(part.step))
    if part.formula:
        value = evaluate(part.formula, draw.numbers)
        return value if part.kind == "money" else round(value / step) * step
    low, high = Fraction(str(part.low)), Fraction(str(part.high))
    if high < low or step <= 0:
        raise ConfigError(
            f"value {name!r}: nothing lies between {part.low} and {part.high} "
            f"in steps of {part.step}"
        )
    return low + step * draw.rng.randint(0, int((high - low) / step))


def _identifier(pattern: str, rng: Random) -> str:
    return "".join(
        str(rng.randint(0, 9)) if c == "#" else rng.choice(_LETTERS) if c == "@" else c
        for c in pattern
    )

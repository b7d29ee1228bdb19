"""Seeded values: formulas, bounds, order, uniqueness."""

from __future__ import annotations

from datetime import date
from fractions import Fraction
from random import Random

import pytest

from builder.errors import ConfigError
from builder.fiction.scenario import ValuePart
from builder.fiction.values import draw_values, evaluate, workday

START = date(2018, 3, 5)


@pytest.mark.parametrize(
    ("formula", "value"),
    [
        ("a + b * 2", Fraction(26)),
        ("(a + b) / 4", Fraction(4)),
        ("-a // 4", Fraction(-2)),
        ("max(a, b, 9) - min(a, b)", Fraction(4)),
        ("round(b / 4) + abs(a - b)", Fraction(6)),
        ("b * 0.5", Fraction(5)),
    ],
)
def test_formulas(formula: str, value: Fraction) -> None:
    assert evaluate(formula, {"a": Fraction(6), "b": Fraction(10)}) == value


@pytest.mark.parametrize(
    "formula", ["a +", "a / 0", "c + 1", "__import__('os')", "a.real", "a if a else 1", "max()"]
)
def test_formulas_that_cannot_be_computed(formula: str) -> None:
    with pytest.raises(ConfigError, match="formula"):
        evaluate(formula, {"a": Fraction(6)})


def test_values_follow_from_one_another() -> None:
    parts = {
        "total": ValuePart(kind="money", formula="qty * price"),
        "qty": ValuePart(kind="quantity", low=10, high=20, unit="cases"),
        "price": ValuePart(kind="money", low=1.25, high=2.25, step=0.25),
        "due": ValuePart(kind="date", after="sent", days=(30, 30), any_day=True),
        "sent": ValuePart(kind="date", days=(1, 5)),
        "late": ValuePart(kind="quantity", formula="due - sent"),
    }
    slots = draw_values(parts, START, Random(1))
    total = Fraction(slots["qty"].value) * Fraction(slots["price"].value)
    assert Fraction(slots["total"].value) == total
    assert slots["late"].value == "30"
    assert date.fromisoformat(slots["sent"].value).weekday() < 5
    assert list(slots) == list(parts)


def test_values_of_a_kind_differ() -> None:
    parts = {f"v{i}": ValuePart(kind="quantity", low=1, high=12) for i in range(12)}
    drawn = [slot.value for slot in draw_values(parts, START, Random(3)).values()]
    assert len(set(drawn)) == 12


def test_identifiers_follow_their_pattern() -> None:
    slot = draw_values({"n": ValuePart(kind="identifier", pattern="AB-##@")}, START, Random(0))["n"]
    assert slot.value[:3] == "AB-"
    assert slot.value[3:5].isdigit()
    assert slot.value[5].isupper()


@pytest.mark.parametrize(
    "parts",
    [
        {"a": ValuePart(kind="money", formula="b"), "b": ValuePart(kind="money", formula="a")},
        {"a": ValuePart(kind="date", after="nothing")},
        {"a": ValuePart(kind="identifier")},
        {"a": ValuePart(kind="term")},
        {"a": ValuePart(kind="quantity", low=5, high=1)},
        {"a": ValuePart(kind="time", between=("eight", "nine"))},
    ],
)
def test_parts_that_cannot_be_drawn(parts: dict[str, ValuePart]) -> None:
    with pytest.raises(ConfigError):
        draw_values(parts, START, Random(0))


@pytest.mark.parametrize(
    ("day", "moved"),
    [
        (date(2018, 6, 15), date(2018, 6, 15)),
        (date(2018, 6, 16), date(2018, 6, 18)),
        (date(2018, 6, 17), date(2018, 6, 18)),
    ],
)
def test_weekends_move_to_monday(day: date, moved: date) -> None:
    assert workday(day) == moved

"""Priced lines: ordinary goods and services whose amounts add up.

In: a bank of goods and a random source. Out: rows, their sum, and the sums under a table.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from builder.genres._frame import money
from builder.genres._rows import is_sum
from builder.genres._text import bank
from builder.schema import Block, Paragraph, Table

_MONEY = re.compile(r"^(\()?-?\$?([\d,]+\.\d{2})\)?$")


class Line(NamedTuple):
    """One priced line; amounts in cents."""

    item: str
    unit: str
    quantity: int
    price: int

    @property
    def amount(self) -> int:
        """Quantity times price."""
        return self.quantity * self.price


def priced(rng: Random, key: str, count: int) -> list[Line]:
    """`count` different goods or services with a price and a quantity."""
    lines = bank("goods")[key]
    found = list[Line]()
    for line in rng.sample(lines, min(count, len(lines))):
        item, unit, low, high = line.split("|")
        cents = rng.randint(int(float(low) * 100), int(float(high) * 100))
        cents = cents if cents < 1000 else round(cents, -1 if cents < 10000 else -2)
        most = 12 if cents < 5000 else 4 if cents < 20000 else 2
        most = 400 if unit == "mi" else most
        found.append(Line(item, unit, rng.randint(1, most), cents))
    return found


def dollars(cents: int) -> str:
    """Cents as an amount."""
    return money(cents / 100)


def table_sum(table: Table) -> int | None:
    """The sum in cents of the last column, when every row has an amount there and none is a sum."""
    if any(is_sum(row) for row in table.rows):
        return None
    total = 0
    for row in table.rows:
        match = _MONEY.match(row[-1].strip())
        if not match:
            return None
        cents = int(match[2].replace(",", "").replace(".", ""))
        total += -cents if match[1] else cents
    return total


def summed(tables: Sequence[Table], rng: Random) -> list[Block]:
    """Tables, each with the sum of its lines below it, if it has one."""
    found = list[Block]()
    for table in tables:
        found.append(table)
        if (total := table_sum(table)) is not None:
            name = rng.choice(("Sum of these lines", "Lines shown", "These lines"))
            found.append(Paragraph(text=f"{name}: {dollars(total)}"))
    return found

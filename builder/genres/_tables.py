"""Ordinary tables and fields: keys, meters, parcels, vans, what every office keeps a list of.

In: a scene and a random source. Out: a table without a caption, or the fields of a sheet, like
those that state facts, which say nothing of anybody in the dispute.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

from builder.genres import Scene
from builder.genres._days import cell, clock, workdays
from builder.genres._lists import called, kept_up, laid_by, plural, strange
from builder.genres._people import bystanders, last, short
from builder.genres._rows import is_sum, tables
from builder.genres._text import bank, pick
from builder.genres._weave import pairs
from builder.schema import Block, Paragraph, Table

LEAST_ROWS, MOST_ROWS, LEAST_THINGS = 5, 8, 3
LONG_ROWS, LONG_CHANCE = (9, 14), 0.35  # of some lists
SHEET_CHANCE, USUAL_CHANCE, LEAD_CHANCE, OWN_CHANCE = 0.9, 0.5, 0.85, 0.6

_NUMBERS = re.compile(r"(up|no|n|usd) ?(.*?) ?(\d+) (\d+)")


def ordinary(scene: Scene, rng: Random, stating: bool = False) -> Table:
    """One table of the bank, often of those for the genre if it has its own, filled for this
    scene; as high as lists are that state something, or else now and then long."""
    own = bank("tables").get(scene.spec.genre, ())
    kinds = own if own and rng.random() < OWN_CHANCE else bank("tables")["kinds"]
    columns = [column.partition("=") for column in rng.choice(kinds).split(";")]
    height = rng.randint(LEAST_ROWS, MOST_ROWS)
    if stating:
        height -= 1
    elif rng.random() < LONG_CHANCE:
        height = rng.randint(*LONG_ROWS)
    # A list names a thing once, and gives a number once.
    if (things := columns[0][2].count(",") + 1) > LEAST_THINGS:
        height = min(height, things)
    height = min([height, *(most for _, _, kind in columns if (most := _numbered(kind)))])
    cells = [fill(kind, height, scene, rng) for _, _, kind in columns]
    return Table(header=tuple(name for name, _, _ in columns), rows=tuple(zip(*cells, strict=True)))


def _numbered(kind: str) -> int:
    """How many rows a column of different numbers can have; 0 for any other column."""
    found = _NUMBERS.fullmatch(kind)
    return int(found[4]) - int(found[3]) + 1 if found and found[1] in ("up", "no") else 0


def shown(scene: Scene, rng: Random, chance: float, grow: bool = True) -> list[Table]:
    """The tables that state facts, and those that are to be made up; if there are none, by `chance`
    an ordinary one in their place.

    A paper must not show by a table of its own kind that it has something to say.
    """
    blank = [piece for piece in scene.spec.background if piece.form == "row" and not piece.rows]
    found = [*tables(scene, rng, grow), *(ordinary(scene, rng, stating=True) for _ in blank)]
    if not found and rng.random() < chance:
        found = [ordinary(scene, rng)]
    return [
        table if any(map(is_sum, table.rows)) else kept_up(table, scene, rng) for table in found
    ]


def introduced(found: list[Table], rng: Random) -> list[Block]:
    """Tables in running text, each mostly after a line that leads to it."""
    blocks = list[Block]()
    for table in found:
        things = plural(table.header[0]).lower() if table.header else ""
        key = "table_of" if things and rng.random() < 0.7 else "table_lead"
        if rng.random() < LEAD_CHANCE:
            blocks.append(Paragraph(text=pick(rng, "letter", key, things=things)))
        blocks.append(table)
    return blocks


def sheets(
    scene: Scene, rng: Random, usual: Callable[[], Table], grow: bool = False
) -> tuple[list[Table], list[Block]]:
    """The tables of a sheet, often with the `usual` one of its genre beside them, and the pages
    that lie with it: tables of other business."""
    found = shown(scene, rng, SHEET_CHANCE, grow)
    apart = [table for table in found if strange(table, scene.spec.genre)]
    own = [table for table in found if table not in apart]
    if not own or rng.random() < USUAL_CHANCE:
        own.insert(rng.randint(0, len(own)), usual())
    return own, laid_by(apart, scene, rng)


def captioned(found: list[Table], rng: Random) -> list[Table]:
    """Tables, each with a caption."""
    return [called(table, rng) for table in found]


def card(scene: Scene, rng: Random) -> tuple[list[tuple[str, str]], tuple[str, ...]]:
    """The fields that state facts, with their facts, or, by chance, ordinary ones of the sheet."""
    fields, fact_ids = pairs(scene)
    if fields or rng.random() >= USUAL_CHANCE:
        return fields, fact_ids
    line = rng.choice(bank("cards")[scene.spec.genre])
    columns = [column.partition("=") for column in line.split(";")]
    return [(name, fill(kind, 1, scene, rng)[0]) for name, _, kind in columns], ()


def fill(kind: str, height: int, scene: Scene, rng: Random) -> list[str]:
    """The cells of a column; see the bank for the kinds."""
    if found := _NUMBERS.fullmatch(kind):
        return _numbers(found[1], found[2], int(found[3]), int(found[4]), height, rng)
    if kind == "day":
        days = workdays(scene, 10, 0)
        return [cell(day, scene.look) for day in sorted(rng.choice(days) for _ in range(height))]
    if kind == "soon":
        return [cell(rng.choice(workdays(scene, 0, 10)), scene.look) for _ in range(height)]
    if kind == "when":
        days = [cell(day, scene.look) for day in workdays(scene, 10, 0)]
        return [
            rng.choice((rng.choice(days), rng.choice(bank("tables")["vague"])))
            for _ in range(height)
        ]
    if kind == "clock":
        return [clock(rng.randrange(420, 1080), scene.look) for _ in range(height)]
    names = [rng.choice((last, short))(e) for e in bystanders(scene)]
    if kind == "staff" and names:
        return _in_turn(names, height, rng)
    who = [*names, *rng.sample(bank("tables")["desks"], 4)]
    if kind in ("who", "staff"):
        return [rng.choice(who) for _ in range(height)]
    choices = [rng.choice(who) if c == "who" else c for c in re.split(r",(?! )", kind)]
    rng.shuffle(choices)
    return [choices[i % len(choices)] for i in range(height)]


def _in_turn(names: list[str], height: int, rng: Random) -> list[str]:
    """Names in no order, none again before the others have had their turn."""
    found = list[str]()
    while len(found) < height:
        found += rng.sample(names, len(names))
    return found[:height]


def _numbers(kind: str, prefix: str, low: int, high: int, height: int, rng: Random) -> list[str]:
    if kind == "usd":
        return [f"${rng.randrange(low * 100, high * 100, 5) / 100:,.2f}" for _ in range(height)]
    if kind == "n":
        return [f"{rng.randint(low, high):,}" for _ in range(height)]
    numbers = rng.sample(range(low, high + 1), height)
    if kind == "up":
        numbers.sort()
    stem = prefix.strip()
    stem += "" if stem.endswith("-") or not stem else " "
    return [f"{stem}{number}" for number in numbers]

"""Lists that are no sheet's own: what they are called, and how they lie with a paper.

In: a table and a scene. Out: its name, whether a sheet of the scene's genre would hold it, and the
blocks of a page for it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from random import Random

from builder.genres import Scene
from builder.genres._people import bystanders, initials
from builder.genres._text import bank, pick
from builder.schema import Block, Break, Heading, Paragraph, Table

NAMED_CHANCE, PAGE_CHANCE, INITIALS_CHANCE, REMARK_CHANCE = 0.75, 0.5, 0.4, 0.35
WIDE = 6  # columns; a table with as many gets no more
_MONEY = frozenset({"ledger", "invoice", "purchase_order", "bank_record", "payroll", "forecast"})


@cache
def _own(genre: str) -> frozenset[str]:
    words = set(bank("sheets").get(genre, ()))
    return frozenset(words | set(bank("sheets")["money"]) if genre in _MONEY else words)


def strange(table: Table, genre: str) -> bool:
    """Whether a table is of other business than the sheets of a genre."""
    heads = {head.casefold() for head in table.header}
    priced = genre in _MONEY and any("$" in cell for row in table.rows for cell in row)
    return not priced and heads.isdisjoint(_own(genre))


def name_of(table: Table, rng: Random) -> str:
    """What a list is called: after the things in its first column, if it is a column of things."""
    head = table.header[0] if table.header else ""
    if re.fullmatch(r"day|date|night", head.casefold()):
        return pick(rng, "sheets", "by_day")
    things = plural(head)
    if not things or rng.random() >= NAMED_CHANCE:
        return pick(rng, "sheets", "loose")
    return pick(rng, "sheets", "named", things=things, lower=things.lower())


def plural(head: str) -> str:
    """The heading of a column of things, in the plural; "" when it is none."""
    word = head.strip()
    if not re.fullmatch(r"[A-Z][a-z]{2,}", word) or word.endswith(("ed", "s")):
        return ""
    if word.casefold() in bank("sheets")["no_things"]:
        return ""
    if word.endswith("y") and word[-2] not in "aeou":
        return f"{word[:-1]}ies"
    if word.endswith("lf"):
        return f"{word[:-1]}ves"
    return f"{word}es" if word.endswith(("x", "ch", "sh")) else f"{word}s"


def called(table: Table, rng: Random) -> Table:
    """A table with a caption, its own or the name of the list."""
    if table.caption:
        return table
    return table.model_copy(update={"caption": name_of(table, rng)})


def laid_by(found: Sequence[Table], scene: Scene, rng: Random) -> list[Block]:
    """Tables of other business as what lies with a sheet: a further page, sheet or slide each."""
    blocks = list[Block]()
    for table in found:
        name = table.caption or name_of(table, rng)
        bare = table.model_copy(update={"caption": ""})
        match scene.spec.format:
            case "xlsx":
                blocks.append(Break(unit="sheet", title=name))
            case "pptx":
                blocks.append(Break(unit="slide", title=name))
            case _:
                if rng.random() < PAGE_CHANCE:
                    blocks.append(Break(unit="page"))
                blocks.append(Heading(text=name, level=2))
                if rng.random() < 0.4:
                    line = Paragraph(text=pick(rng, "sheets", "with_it"), style="small")
                    blocks.append(line)
        blocks.append(bare)
    return blocks


def kept_up(table: Table, scene: Scene, rng: Random) -> Table:
    """A table with what people add to a list they keep: initials, a word of remark."""
    wide = len(table.header)
    if not wide or not table.rows:
        return table
    heads = {head.casefold() for head in table.header}
    header, rows = list(table.header), [list(row) for row in table.rows]
    names = [initials(person) for person in bystanders(scene)]
    signed = heads.isdisjoint({"by", "init.", "signed", "staff", "clerk", "who", "initialed"})
    if names and signed and len(header) < WIDE and rng.random() < INITIALS_CHANCE:
        header.append(pick(rng, "sheets", "initial_head"))
        few = rng.sample(names, min(len(names), 2))
        for row in rows:
            row.append(few[0] if rng.random() < 0.7 else few[-1])
    noted = heads.isdisjoint({"remark", "remarks", "note", "rem.", "memo", "state", "says"})
    if noted and len(header) < WIDE and rng.random() < REMARK_CHANCE:
        header.append(pick(rng, "sheets", "remark_head"))
        for row in rows:
            row.append(rng.choice(bank("sheets")["remark"]))
    return table.model_copy(update={"header": tuple(header), "rows": tuple(map(tuple, rows))})

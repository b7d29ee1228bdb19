"""Pages of tables for papers that state nothing.

In: an inventory and a document in the making. Out: passages that are tables. No side effects.
"""

from __future__ import annotations

from collections import Counter
from datetime import date
from random import Random

from builder.fiction.cargo import MOST_TABLES
from builder.fiction.inventory import Inventory
from builder.fiction.people import Sheet
from builder.fiction.sheets import another
from builder.schema import Background

PRINTED = 2  # pages of a list in a world, besides those where it states its fact
LONG_HEAD = 8  # words in the head of a list; so many are a sentence, and stand on one page less

Rows = tuple[tuple[str, ...], ...]


def pages(
    inventory: Inventory,
    printed: Counter[Rows],
    sheet: Sheet,
    document_id: str,
    day: date,
    rng: Random,
) -> list[Background]:
    """For a document modelled on one that states something in a table, another page of some such
    table, none of it later than its day. The pages of chaff are lists that its genre makes up.

    `printed` counts how often each page was used."""
    tables = sum(m.form == "row" for m in sheet.told)
    if sheet.cargo or not tables:
        return []
    if sheet.role == "chaff":
        return [
            Background(
                background_id=f"{document_id}-page{n + 1}", kind="chaff", text="", form="row"
            )
            for n in range(min(tables, MOST_TABLES))
        ]
    able = [
        m
        for fact in inventory.dag.facts
        for m in inventory.wordings[sheet.genre, fact.fact_id]
        if m.form == "row" and m.other_rows and (m.until is None or m.until <= day)
        if printed[m.other_rows] < PRINTED - (len(" ".join(m.columns).split()) >= LONG_HEAD)
    ]
    found: list[Background] = []
    for mention in rng.sample(able, len(able)):
        if len(found) == min(tables, MOST_TABLES):
            break
        turn = printed[mention.other_rows] + 1
        page = another(mention.columns, mention.other_rows, day.year, turn, inventory.numbers, rng)
        if page is None:
            continue
        printed[mention.other_rows] += 1
        found.append(
            Background(
                background_id=f"{document_id}-page{len(found) + 1}",
                kind="business",
                text="",
                form="row",
                columns=page[0],
                rows=page[1],
            )
        )
    return found

"""People between whom a paper goes, and other pages of its lists."""

from __future__ import annotations

from random import Random

import pytest

from builder.fiction.inventory import Inventory
from builder.fiction.recast import recast, speaks_of
from builder.fiction.sheets import another
from builder.schema import Background, Entity
from tests.unit.test_fiction_planner_matching import PLAY


def person(entity_id: str, name: str) -> Entity:
    return Entity(entity_id=entity_id, kind="person", name=name, employer_id="o1", in_dispute=False)


LUZ, TOM, ANN = person("e1", "Luz Arrieta"), person("e2", "Tom Brekke"), person("e3", "Ann Voss")


@pytest.mark.parametrize(
    ("text", "spoken_of"),
    [
        ("Luz has the key.", True),
        ("The key is with Arrieta.", True),
        ("Luz, you have the key.", False),
        ("It is done. Luz, see below.", False),
        ("Thank you, Luz.", False),
        ("The Luzern road is shut.", False),
    ],
)
def test_who_is_addressed_is_not_spoken_of(text: str, spoken_of: bool) -> None:
    assert speaks_of(text, LUZ) is spoken_of


def test_a_colleague_stands_in_for_whom_a_paper_goes_to() -> None:
    inventory = Inventory((LUZ, TOM, ANN), PLAY.dag, PLAY.setting, {})
    piece = Background(background_id="b1", kind="business", text="Luz Arrieta has it. Ask Luz.")
    told = recast(inventory, [piece], (LUZ, TOM), Random(1))
    assert told[0].text == "Ann Voss has it. Ask Ann."
    alone = recast(inventory, [piece], (LUZ, TOM, ANN), Random(1))
    assert alone == [piece]


ROWS = (
    ("PO 331", "06/04/2018", "gloves", "88"),
    ("PO 334", "06/11/2018", "caps", "12"),
    ("PO 339", "06/12/2018", "gloves", "40"),
)


def test_another_page_goes_before_the_first() -> None:
    page = another(("Order", "In", "Item", "Count"), ROWS, 2018, 1, frozenset(), Random(1))
    assert page is not None
    numbers = [int(row[0].removeprefix("PO ")) for row in page[1]]
    assert numbers == sorted(numbers)
    assert max(numbers) < 331
    assert [row[1] for row in page[1]] == ["05/21/2018", "05/28/2018", "05/29/2018"]
    assert {row[2] for row in page[1]} == {"gloves", "caps"}


@pytest.mark.parametrize(
    ("rows", "taken"),
    [((("dock", "Luz"), ("gate", "Tom")), frozenset[str]()), (ROWS, frozenset({"PO 3"}))],
)
def test_no_page_reads_as_the_first_or_gives_a_taken_number(
    rows: tuple[tuple[str, ...], ...], taken: frozenset[str]
) -> None:
    columns = ("Place", "By", "Item", "Count")[: len(rows[0])]
    assert another(columns, rows, 2018, 1, taken, Random(1)) is None

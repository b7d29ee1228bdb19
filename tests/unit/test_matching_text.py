"""Surface forms are found as whole tokens, and near each other."""

from __future__ import annotations

import pytest

from builder.matching.text import HEAD_CHARACTERS, NEAR_CHARACTERS, normalize, spans, together


@pytest.mark.parametrize(
    ("text", "surface", "found"),
    [
        ("skid 7701 goes up", "7701", 1),
        ("skid 7701-A and 7701", "7701", 2),
        ("item 77012", "7701", 0),
        ("40,000 cans", "40", 0),
        ("a total of 12,840.00", "840.00", 0),
        ("paid 40. Then 40, again", "40", 2),
        ("overlap .041 in", ".041", 1),
        ("St. Croix", "st", 1),
        ("Nguyễn’s “own” copy", 'nguyễn\'s "own"', 1),
        ("wrapped\n  over two\flines", "over two lines", 1),
        ("June 19–21", "june 19-21", 1),
        ("soft\u00adhyphen", "softhyphen", 1),
        ("nothing", "", 0),
    ],
)
def test_spans(text: str, surface: str, found: int) -> None:
    assert len(spans(normalize(text), normalize(surface))) == found


def test_together_within_the_limit() -> None:
    start = HEAD_CHARACTERS + 10
    near = [[(start, start + 4)], [(start + NEAR_CHARACTERS - 20, start + NEAR_CHARACTERS - 10)]]
    far = [[(start, start + 4)], [(start + NEAR_CHARACTERS, start + NEAR_CHARACTERS + 5)]]
    assert together(near)
    assert not together(far)


def test_together_takes_the_nearest_of_many() -> None:
    start = HEAD_CHARACTERS
    groups = [[(start, start + 2), (start + 9000, start + 9002)], [(start + 9100, start + 9105)]]
    assert together(groups)


def test_the_head_is_near_everything() -> None:
    assert together([[(5, 9)], [(90_000, 90_005)]])


@pytest.mark.parametrize("groups", [[], [[]], [[(700, 705)], []]])
def test_together_needs_every_group(groups: list[list[tuple[int, int]]]) -> None:
    assert not together(groups)

"""Docket numbers: the real one in every form, its like, and one that is neither."""

from __future__ import annotations

import pytest

from builder.authors import Dossier
from builder.authors._caption import world_caption
from builder.matching.dockets import docket_family, docket_pattern, invented_docket
from builder.salting import under_salt
from tests.factories import dag
from tests.unit.test_anonymize import extraction, record

REAL = "3:17-cv-00412-AB"


@pytest.mark.parametrize(
    ("said", "same", "like"),
    [
        ("3:17-cv-00412-AB-CD", True, True),
        ("17 CV 412", True, False),
        ("3:17cv412", True, True),
        ("3:17 CV 88", False, True),
        ("4:17-cv-412", True, False),
        ("13:17-cv-88", False, False),
        ("3:18-cv-00412", False, False),
        ("12 of 412", False, False),
    ],
)
def test_the_same_number_and_its_like(said: str, same: bool, like: bool) -> None:
    number, family = docket_pattern(REAL), docket_family(REAL)
    assert number is not None
    assert family is not None
    assert (bool(number.search(said)), bool(family.search(said))) == (same, like)


def test_what_is_no_number_has_no_pattern() -> None:
    assert (docket_pattern(""), docket_family("No. 412")) == (None, None)


def test_an_invented_number_is_not_even_like_the_real_one() -> None:
    family = docket_family(REAL)
    assert family is not None
    drawn = {invented_docket(under_salt(record(), f"salt {n}"), 2017) for n in range(200)}
    assert len(drawn) > 150
    assert not [number for number in drawn if family.search(number)]


def test_the_caption_of_a_world_tells_neither_court_nor_number() -> None:
    dossier = Dossier(world_id="w", record=record(), extraction=extraction(), dag=dag())
    court, _, number = world_caption(dossier)
    assert court == "United States District Court"
    assert "17-cv" not in number
    assert number.startswith("No. ")

"""Federal trial courts by id and by what captions call them."""

from __future__ import annotations

import pytest

from builder.filings.courts import court_named, court_of, federal_courts


def test_there_are_as_many_courts_as_there_are() -> None:
    courts = federal_courts().values()
    assert sum(court.kind == "district" for court in courts) >= 91
    assert len({court.circuit for court in courts}) == 13
    assert len({court.name for court in courts}) == len(courts)


@pytest.mark.parametrize(
    ("court_id", "name", "state", "district", "circuit"),
    [
        (
            "innd",
            "United States District Court for the Northern District of Indiana",
            "Indiana",
            "Northern District",
            "7",
        ),
        (
            "dcd",
            "United States District Court for the District of Columbia",
            "District of Columbia",
            "District",
            "D.C.",
        ),
        (
            "prd",
            "United States District Court for the District of Puerto Rico",
            "Puerto Rico",
            "District",
            "1",
        ),
        (
            "nysb",
            "United States Bankruptcy Court for the Southern District of New York",
            "New York",
            "Southern District",
            "2",
        ),
    ],
)
def test_a_court_by_id(court_id: str, name: str, state: str, district: str, circuit: str) -> None:
    court = court_of(court_id)
    assert court is not None
    assert (court.name, court.state, court.district, court.circuit) == (
        name,
        state,
        district,
        circuit,
    )


def test_every_court_is_found_by_its_name_and_its_citation() -> None:
    for court in federal_courts().values():
        assert court_named(court.name) == court
        assert court_named(court.citation) == court


@pytest.mark.parametrize(
    ("caption", "court_id"),
    [
        ("UNITED STATES DISTRICT COURT\nSOUTHERN DISTRICT OF NEW YORK", "nysd"),
        ("In the United States District Court for the District of Columbia", "dcd"),
        ("District Court, W.D. Virginia", None),
        ("UNITED STATES DISTRICT COURT FOR THE SOUTHERN DISTRICT OF WEST VIRGINIA", "wvsd"),
        ("UNITED STATES DISTRICT COURT FOR THE WESTERN DISTRICT OF VIRGINIA", "vawd"),
        ("United States Bankruptcy Court for the Southern District of New York", "nysb"),
        ("United States Court of Federal Claims", "uscfc"),
        ("Superior Court of the State of California", None),
        ("United States District Court for the Western District of Oregana", None),
        ("", None),
    ],
)
def test_a_court_by_its_caption(caption: str, court_id: str | None) -> None:
    found = court_named(caption)
    assert (found.court_id if found else None) == court_id


@pytest.mark.parametrize("court_id", ["ca7", "scotus", "ind", "nowhere", ""])
def test_what_is_no_federal_trial_court_is_none(court_id: str) -> None:
    assert court_of(court_id) is None

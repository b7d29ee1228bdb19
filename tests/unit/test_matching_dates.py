"""Full dates are found in the ways in which business papers write them."""

from __future__ import annotations

from datetime import date

import pytest

from builder.matching.dates import find_dates

DAY = date(2018, 6, 9)


@pytest.mark.parametrize(
    "text",
    [
        "2018-06-09",
        "on 6/9/18 at noon",
        "06/09/2018",
        "6-9-18",
        "June 9, 2018",
        "Sat, Jun 9, 2018 10:14 AM",
        "Jun. 9 2018",
        "9 June 2018",
        "the 9th day of June, 2018",
        "9-Jun-2018",
        "2018-06-09T10:14",
    ],
)
def test_one_date(text: str) -> None:
    assert list(find_dates(text)) == [DAY]


@pytest.mark.parametrize(
    "text", ["June 9", "6/9", "2018", "13/45/18", "1234/5/6789", "part 6-9-1844-2", "May I ask"]
)
def test_no_date(text: str) -> None:
    assert list(find_dates(text)) == []

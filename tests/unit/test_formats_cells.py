"""Typed spreadsheet cells: what becomes a number, and that it is shown as it was written."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from builder.formats._cells import shown, typed

TYPED = {
    "$1,234.50": ("1234.50", '"$"#,##0.00'),
    "$12,840": ("12840", '"$"#,##0'),
    "-$5.00": ("-5.00", '"$"#,##0.00'),
    "($5.00)": ("-5.00", '"$"#,##0.00;("$"#,##0.00)'),
    "€9.99": ("9.99", '"€"#,##0.00'),
    "1,234": ("1234", "#,##0"),
    "(1,200.00)": ("-1200.00", "#,##0.00;(#,##0.00)"),
    "-12": ("-12", "0"),
    "0": ("0", "0"),
    "1.50": ("1.50", "0.00"),
    "12.5%": ("0.125", "0.0%"),
    "100%": ("1", "0%"),
    "6/19/18": ("43270", "m/d/yy"),
    "06/09/2018": ("43260", "mm/dd/yyyy"),
    "10/05/2018": ("43378", "m/dd/yyyy"),
    "2018-06-19": ("43270", "yyyy-mm-dd"),
    "June 19, 2018": ("43270", "mmmm d, yyyy"),
    "May 5, 2018": ("43225", "mmm d, yyyy"),
    "19 June 2018": ("43270", "d mmmm yyyy"),
    "19-Jun-18": ("43270", "d-mmm-yy"),
    "11:40": ("0.4861111112", "h:mm"),
    "0:05": ("0.0034722223", "h:mm"),
    "09:05": ("0.3784722223", "hh:mm"),
    "2:15 PM": ("0.59375", "h:mm AM/PM"),
    "12:00 AM": ("0", "h:mm AM/PM"),
    "6/19/18 14:05": ("43270.5868055556", "m/d/yy h:mm"),
}
TEXT = (
    "", "0042", "7701-A", "123456789012", "=1+1", "=SUM(A1)", "+1", "1/2", "24/7", "13/40/18",
    "2/30/18", "-0", "25:10", "1,23", "12,34,567", "1.2.3", "Q2", "555-0172", "(419) 555-0172",
    "$", "%", "June 2018", "6/19", "1e5", "½", "٣", "12 %", "14:5", "13:00 PM", "1/1/1900",
)  # fmt: skip


@pytest.mark.parametrize("text", TYPED)
def test_a_plain_date_or_number_becomes_a_value(text: str) -> None:
    assert typed(text) == TYPED[text]


@pytest.mark.parametrize("text", TEXT)
def test_what_is_not_surely_a_number_stays_text(text: str) -> None:
    assert typed(text) is None


@given(st.decimals(-999_999, 999_999, places=2), st.sampled_from(["{:,.2f}", "{:.2f}", "${:,.2f}"]))
@settings(max_examples=200, deadline=None, derandomize=True)
def test_every_amount_is_shown_as_written(amount: Decimal, form: str) -> None:
    text = form.format(amount)
    cell = typed(text)
    assert cell is None or shown(*cell) == text
    assert cell is not None or amount <= 0 or (amount >= 1000 and "," not in text)


@given(st.dates())
@settings(max_examples=200, deadline=None, derandomize=True)
def test_every_date_since_march_1900_is_a_value(day: object) -> None:
    text = str(day)
    cell = typed(text)
    assert (cell is not None) == (text >= "1900-03-01")
    assert cell is None or shown(*cell) == text


@pytest.mark.parametrize(
    ("value", "code", "text"),
    [("7", "General", "7"), ("1.5", "# ?/?", "1.5"), ("-1234.5", "#,##0", "-1,235")],
)
def test_formats_of_other_makers_show_something_sensible(value: str, code: str, text: str) -> None:
    assert shown(value, code) == text

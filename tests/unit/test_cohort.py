"""Which cases a cohort takes, why not the others, and how it is balanced."""

from __future__ import annotations

from typing import Any

import pytest

from builder.cohort import Cohort, Member, cohort, of_candidate, of_failure, of_record, text_of
from builder.filings.entries import Choice, Chosen, Entry
from builder.schema import CaseRecord, Filing, FilingKind, Finding, Motion, Page, Passage
from builder.sources._survey import Candidate
from tests.unit.test_anonymize import record as anonymized_record

WHOLE: tuple[FilingKind, ...] = (
    "opinion",
    "statement_of_facts",
    "response_to_statement",
    "exhibit",
)


def record(
    kinds: tuple[FilingKind, ...] = WHOLE,
    findings: int = 8,
    scanned: bool = False,
    motions: tuple[Motion, ...] = (Motion(movant="Carver", disposition="granted"),),
) -> CaseRecord:
    pages = tuple(Page(number=n, text="words " * 9, needs_ocr=scanned) for n in (1, 2, 3))
    filings = tuple(Filing(filing_id=kind, kind=kind, title=kind, pages=pages) for kind in kinds)
    place = Passage(filing_id=kinds[0], page=1, start=0, end=5)
    found = tuple(Finding(finding_id=f"n{n}", passage=place) for n in range(findings))
    update = {"filings": filings, "findings": found, "motions": motions}
    return anonymized_record().model_copy(update=update)


def member(case: str, reasons: tuple[str, ...] = (), **more: Any) -> Member:
    return Member(case=case, name=case, case_type="contract", reasons=reasons, **more)


def test_a_whole_record_qualifies_with_its_figures() -> None:
    found = of_record(record())
    assert found.qualifies
    assert (found.papers, found.exhibits, found.opinion_pages, found.pages) == (4, 1, 3, 12)
    assert (found.name, found.case_type) == (
        "Orrin J. Vale v. Carver Pump Corporation",
        "employment",
    )
    assert (found.disposition, found.state) == ("granted", "")


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"kinds": WHOLE[:1] + WHOLE[2:]}, "no statement of facts"),
        ({"kinds": WHOLE[:3]}, "no exhibit"),
        ({"findings": 7}, "7 findings, fewer than 8"),
        ({"motions": ()}, "no motion whose disposition is known"),
        (
            {"motions": (Motion(movant="x", disposition="unknown"),)},
            "no motion whose disposition is known",
        ),
        ({"scanned": True}, "its opinion needs OCR"),
    ],
)
def test_what_speaks_against_a_record_is_said(changed: dict[str, Any], said: str) -> None:
    assert of_record(record(**changed)).reasons == (said,)


@pytest.mark.parametrize(
    ("court", "place"),
    [
        ("N.D. Ind.", ("Indiana", "Northern District", "7")),
        ("District of Columbia", ("District of Columbia", "District", "D.C.")),
        ("Court of Chancery", ("", "", "")),
    ],
)
def test_a_record_stands_in_its_court(court: str, place: tuple[str, str, str]) -> None:
    one = record()
    caption = one.caption.model_copy(update={"court": court})
    found = of_record(one.model_copy(update={"caption": caption}))
    assert (found.state, found.district, found.circuit) == place


def test_a_candidate_is_told_by_its_docket() -> None:
    decision = Entry(entry=60, pages=14)
    papers = [Chosen(entry=decision, kind="opinion", reason="")]
    papers += [Chosen(entry=Entry(entry=n, pages=4), kind="exhibit", reason="") for n in (31, 32)]
    choice = Choice(
        decision=decision, motions=(30,), disposition="denied", papers=tuple(papers), left_out=()
    )
    found = of_candidate(
        Candidate(
            docket_id=7,
            case_name="A v. B",
            court_id="nysd",
            docket_number="1:20-cv-1",
            nature_of_suit="110",
            case_type="contract",
            choice=choice,
            reasons=choice.lacks,
        )
    )
    assert (found.case, found.circuit, found.disposition) == ("courtlistener:7", "2", "denied")
    assert (found.papers, found.exhibits, found.opinion_pages, found.pages) == (3, 2, 14, 22)
    assert found.reasons == (
        "no movant's statement of facts is available",
        "no response to a statement of facts is available",
    )


def balanced() -> Cohort:
    return cohort(
        [
            member("b", state="Ohio", district="Northern District", circuit="6", pages=10),
            member("a", state="Iowa", circuit="8", pages=40, opinion_pages=20),
            member("d", ("3 findings, fewer than 8", "no exhibit")),
            member("c", ("5 findings, fewer than 8",)),
            of_failure("folder:x", "'x' holds no readable\ncourt paper"),
            of_failure("folder:y", "'y' holds nothing"),
        ]
    )


def test_balance_is_over_those_that_qualify() -> None:
    found = balanced()
    assert [m.case for m in found.members] == ["a", "b", "c", "d", "folder:x", "folder:y"]
    assert [m.case for m in found.qualified] == ["a", "b"]
    assert found.case_types["contract"] == 2
    assert sum(found.case_types.values()) == 2
    assert found.circuits == {"6th Circuit": 1, "8th Circuit": 1}
    assert found.districts == {"Iowa": 1, "Northern District of Ohio": 1}
    assert (found.pages.median, found.pages.maximum) == (25, 40)
    assert found.reasons == {
        "cannot be read as a case": 2,
        "too few findings": 2,
        "no exhibit": 1,
    }


def test_the_text_names_every_case_with_its_reasons() -> None:
    text = text_of(balanced())
    assert text.startswith("2 of 6 cases qualify\n\n  qualifies  a ")
    assert "- cannot be read as a case: 'x' holds no readable court paper" in text
    assert "   2  too few findings" in text
    assert "Not balanced: no case of torts, civil rights," in text
    assert not [line for line in text.splitlines() if line != line.rstrip()]


def test_an_empty_cohort_says_so() -> None:
    found = cohort([])
    assert (found.pages.median, found.pages.maximum) == (0, 0)
    assert text_of(found).startswith("0 of 0 cases qualify")

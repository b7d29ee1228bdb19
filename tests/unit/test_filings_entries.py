"""Docket entries: what each paper is, whether it counts, and what a decided motion needs."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from builder.filings.entries import (
    Entry,
    choose,
    decided_motions,
    decides_summary_judgment,
    disposition_of,
    kind_of_entry,
    standing_of,
)


def entry(number: int, text: str = "", **more: Any) -> Entry:
    given = {"available": True, "path": f"{number}.pdf", "pages": 12, "paper_id": number}
    return Entry(entry=number, text=text, **{**given, **more})


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("MOTION for Summary Judgment by Carver", "motion"),
        ("SEALED MOTION to Seal re Statement of Material Facts", "motion"),
        ("RULE 7.1 CORPORATE DISCLOSURE STATEMENT by Carver", "procedural"),
        ("RULE 56.1 STATEMENT. Document filed by Carver", "statement_of_facts"),
        ("COUNTERSTATEMENT re 31 Rule 56.1 Statement", "response_to_statement"),
        ("RESPONSE to Statement of Undisputed Facts re 30 MOTION", "response_to_statement"),
        ("EXHIBITS re 30 MOTION for Summary Judgment", "exhibit"),
        ("DECLARATION of P. Lind in Opposition re: 30 MOTION for Summary Judgment", "exhibit"),
        ("NOTICE of Expert Disclosure by Carver", "expert"),
        ("MEMORANDUM OF LAW in Support re: 30 MOTION for Summary Judgment", "brief"),
        ("REQUEST FOR ISSUANCE OF SUMMONS as to Carver, re: 1 Complaint", "procedural"),
        ("COMPLAINT against Carver, filed by Vale", "complaint"),
        ("ORDER granting 30 Motion for Summary Judgment", "opinion"),
        ("ORDER granting 29 Motion for Extension of Time re 30", "procedural"),
        ("ORDER & REASONS granting 30 Motion for Summary Judgment", "opinion"),
        ("ORDER. The Court will hear the motion for summary judgment in May", "procedural"),
        ("OPINION on the question of damages", "opinion"),
        ("NOTICE OF INTERLOCUTORY APPEAL from 60 Order on Summary Judgment", "procedural"),
        ("TRANSCRIPT of Proceedings held on 9/22/2022", "procedural"),
    ],
)
def test_an_entry_is_told_by_its_own_words(text: str, kind: str) -> None:
    assert kind_of_entry(entry(7, text)).kind == kind


@pytest.mark.parametrize(
    ("text", "title", "kind"),
    [
        ("MOTION for Summary Judgment", "Statement of Facts", "statement_of_facts"),
        ("MEMORANDUM in Opposition to 30 Motion", "Statement of Facts", "response_to_statement"),
        ("MOTION", "Exhibits 1-7 to SOF in Support of Motion", "exhibit"),
        ("MOTION", "Exhibit K - Expert Disclosure", "expert"),
        ("MOTION (Attachments: # 1 Index of Exhibits, # 2 Exhibit A)", "", "exhibit_list"),
    ],
)
def test_an_attachment_is_told_by_its_title_or_the_list(text: str, title: str, kind: str) -> None:
    assert kind_of_entry(entry(7, text, attachment=1, title=title)).kind == kind


@pytest.mark.parametrize(
    ("text", "decides"),
    [
        ("ORDER denying 40 Motion for Summary Judgment", True),
        ("OPINION AND ORDER: motions for summary judgment 98, 104, are GRANTED", True),
        ("ORDER adopting report; 30 Motion for Summary Judgement granted", True),
        ("ORDER granting 12 Motion to Strike; granting 30 Motion for Summary Judgment", True),
        ("ORDER granting 34 Motion for Conference on summary judgment", False),
        ("Proposed Order granting 30 Motion for Summary Judgment", False),
        ("FILING ERROR - ORDER granting 30 Motion for Summary Judgment", False),
        ("MOTION for an order granting Summary Judgment", False),
    ],
)
def test_which_orders_decide(text: str, decides: bool) -> None:
    assert decides_summary_judgment(entry(60, text)) is decides
    assert not decides_summary_judgment(entry(60, text, attachment=1))


@pytest.mark.parametrize(
    ("text", "motions", "disposition"),
    [
        ("ORDER granting 27 Motion for Summary Judgment", (27,), "granted"),
        ("motions for summary judgment  98 ,  104 , are GRANTED", (98, 104), "granted"),
        (
            "ORDER granting 91 Motion for Partial Summary Judgment and denying 94 Cross Motion for"
            " Summary Judgment",
            (91, 94),
            "granted_in_part",
        ),
        ("ORDER denying [30] Motion for Summary Judgment", (30,), "denied"),
        ("ORDER on motion for summary judgment of 5/4/2020", (), "unknown"),
    ],
)
def test_motions_and_dispositions(text: str, motions: tuple[int, ...], disposition: str) -> None:
    assert decided_motions(text) == motions
    assert disposition_of(text) == disposition


def test_what_does_not_count_is_said() -> None:
    entries = [
        entry(29, "FILING ERROR - MOTION for Summary Judgment"),
        entry(30, "MOTION for Summary Judgment"),
        entry(30, "MOTION", attachment=1, title="Exhibit A", available=False, paper_id=1),
        entry(30, "MOTION", attachment=1, title="Exhibit A", paper_id=2),
        entry(31, "SEALED EXHIBIT B"),
        entry(31, "SEALED EXHIBIT B", attachment=1, title="Exhibit B-1"),
        entry(32, "Unsealed exhibit C", sha1="5a"),
        entry(33, "EXHIBIT D", sha1="5a"),
        entry(34, "EXHIBIT E", sealed=True),
        entry(35, "*** NOTE TO ATTORNEY TO RE-FILE DOCUMENT 36"),
        entry(36, "EXHIBIT F"),
    ]
    told = [(one.number, one.paper_id, why) for one, why in standing_of(entries) if why]
    assert told == [
        ("29", 29, "filed in error"),
        ("30-1", 1, "uploaded twice"),
        ("31", 31, "sealed"),
        ("31-1", 31, "sealed"),
        ("33", 33, "the same file as ECF 32"),
        ("34", 34, "sealed"),
        ("36", 36, "filed in error"),
    ]


def docket(pages: int = 14, response: bool = True) -> list[Entry]:
    motion = "MOTION for Summary Judgment. (Attachments: # 1 Statement of Facts, # 2 Exhibit A)"
    return [
        entry(1, "COMPLAINT"),
        entry(30, motion),
        entry(30, motion, attachment=1, title="Statement of Facts"),
        entry(30, motion, attachment=2, title="Exhibit A"),
        entry(35, "RESPONSE to Statement of Facts re 30 MOTION", available=response),
        entry(60, "ORDER granting 30 Motion for Summary Judgment", pages=pages),
        entry(61, "EXHIBIT to the bill of costs", filed=date(2022, 1, 2)),
    ]


def test_the_papers_of_a_decided_motion_are_chosen() -> None:
    choice = choose(docket())
    assert (choice.decision, choice.motions, choice.disposition) == (docket()[5], (30,), "granted")
    assert [(p.entry.number, p.kind) for p in choice.papers][:6] == [
        ("1", "complaint"),
        ("30", "motion"),
        ("30-1", "statement_of_facts"),
        ("30-2", "exhibit"),
        ("35", "response_to_statement"),
        ("60", "opinion"),
    ]
    assert choice.lacks == ()
    assert choice.pages >= 6 * 12


def test_what_is_lacking_is_named() -> None:
    choice = choose(docket(response=False))
    assert choice.lacks == ("no response to a statement of facts is available",)
    assert "ECF 35: not available (response_to_statement)" in choice.left_out


def test_an_order_without_findings_is_no_opinion() -> None:
    choice = choose(docket(pages=2))
    assert choice.decision is None
    assert choice.left_out[-1] == "ECF 60: an order of 2 pages states no findings"

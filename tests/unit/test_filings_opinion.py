"""Captions, findings and dispositions of invented opinions."""

from __future__ import annotations

import pytest

from builder.filings.caption import read_caption, read_title
from builder.filings.citations import Known
from builder.filings.cleaning import RawPage, clean
from builder.filings.disposition import read_motions
from builder.filings.docket import case_type_of, entry_kinds, entry_of, exhibit_of, kind_of, side_of
from builder.filings.opinion import read_findings
from builder.schema import Caption, Filing, Finding

HEAD = Caption(
    court="",
    plaintiffs=("Orrin Vale",),
    defendants=("Carver Pump Co.", "Lena Lindqvist"),
    docket_number="",
)
OPINION = """I. BACKGROUND
Carver makes pumps in Elkton. (Doc. 38 ¶ 1.) Vale alleges that one was late. (Vale Dep. 12:3.)
It is undisputed that Vale paid in May. (Id. at 14.) The parties dispute who signed. (Doc. 38 ¶ 9;
Doc. 47 ¶ 9.) The dock was shut that day. Defendants each moved for summary judgment. (Docs. 60,
64.)
The lease provides as follows:
1. Rent is due monthly.
2. Notice is in writing.
(Ex. 3 at 2.)
II. LEGAL STANDARD
Summary judgment is proper where no fact is disputed. Marsh v. Pell, 477 U.S. 242 (1986).
III. DISCUSSION
Carver argues that Vale was late. (Doc. 61 at 4.) Even assuming that Vale called, the parties agree
that nobody answered. The pump left on May 9. (Ex. 12 at 3.)
IV. CONCLUSION
Carver's motion for summary judgment is GRANTED. (Doc. 60.)
"""


def findings(text: str) -> list[tuple[Finding, str]]:
    filing = Filing(
        filing_id="op", kind="opinion", title="", pages=clean([RawPage(number=1, text=text)])
    )
    return [
        (f, filing.pages[0].text[f.passage.start : f.passage.end]) for f in read_findings(filing)
    ]


def test_findings_with_status_and_citations() -> None:
    found = findings(OPINION)
    assert [(f.status, [c.target for c in f.citations]) for f, _ in found] == [
        ("found", ["ECF 38"]),
        ("alleged", ["Vale Dep."]),
        ("undisputed", ["Vale Dep."]),
        ("disputed", ["ECF 38", "ECF 47"]),
        ("found", ["Ex. 3"]),
        ("undisputed", []),
        ("found", ["Ex. 12"]),
    ]


def test_passages_are_exactly_the_words() -> None:
    words = [text for _, text in findings(OPINION)]
    assert words[0] == "Carver makes pumps in Elkton."
    assert words[4].startswith("The lease provides")
    assert words[4].endswith("2. Notice is in writing.")


def test_a_section_said_to_be_undisputed_sets_the_status() -> None:
    text = "FACTS\nThe following facts are undisputed. Vale paid in May. (Ex. 2.)\nDISCUSSION\nx"
    assert [f.status for f, _ in findings(text)] == ["undisputed"]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (
            "Plaintiff's motion is GRANTED and Defendants' cross-motion is DENIED.",
            [("plaintiff", "granted", None), ("defendant", "denied", None)],
        ),
        (
            "The Court GRANTS IN PART and DENIES IN PART Defendants' Motion for Summary Judgment "
            "(ECF No. 31).",
            [("defendant", "granted_in_part", "31")],
        ),
        (
            "The Court GRANTS Plaintiff's motion (Dkt. 27) and DENIES Defendants' motion "
            "(Dkt. 33).",
            [("plaintiff", "granted", "27"), ("defendant", "denied", "33")],
        ),
        (
            "Carver's motion for summary judgment [45] is GRANTED. Lindqvist's motion for summary "
            "judgment [48] is DENIED.",
            [("Carver Pump Co.", "granted", "45"), ("Lena Lindqvist", "denied", "48")],
        ),
        (
            "Plaintiff's motion is GRANTED as to Counts I and II and DENIED as to Count III.",
            [("plaintiff", "granted_in_part", None)],
        ),
        (
            "The Report and Recommendation is ADOPTED, the motion for summary judgment of Carver "
            "Pump Co. (Doc. 22) is granted, and the motion to strike (Doc. 30) is denied as moot.",
            [("Carver Pump Co.", "granted", "22")],
        ),
        (
            "Summary judgment is granted in favor of Plaintiff on Counts One and Two, and denied "
            "with respect to Count Three. Defendants' motion for summary judgment is denied.",
            [("plaintiff", "granted_in_part", None), ("defendant", "denied", None)],
        ),
        (
            "Accordingly, defendants' motions for summary judgment are\nGRANTED. (DE ## 98, 104.)",
            [("defendant", "granted", "98"), ("defendant", "granted", "104")],
        ),
        (
            "The Court grants summary judgment to Carver on all claims. Judgment shall enter.",
            [("Carver Pump Co.", "granted", None)],
        ),
    ],
)
def test_dispositions(text: str, wanted: list[tuple[str, str, str | None]]) -> None:
    sides = {"plaintiff": "Orrin Vale", "defendant": "Carver Pump Co.; Lena Lindqvist"}
    found = read_motions("word " * 900 + "\nCONCLUSION\n" + text, HEAD, Known())
    assert [(m.movant, m.disposition, m.entry) for m in found] == [
        (sides.get(who, who), what, entry) for who, what, entry in wanted
    ]


CAPTION = """UNITED STATES DISTRICT COURT
WESTERN DISTRICT OF OREGANA
ORRIN VALE, individually, )
Plaintiff, )
v. ) Civil Action No. 3:17-cv-00412-AB
CARVER PUMP CO., and LENA )
LINDQVIST, )
Defendants. )
DEFENDANTS' LOCAL RULE 56.1 STATEMENT OF
UNDISPUTED MATERIAL FACTS
1. Carver makes pumps.
"""


def test_caption_and_title() -> None:
    caption = read_caption(CAPTION)
    assert caption.court == "United States District Court for the Western District of Oregana"
    assert caption.plaintiffs == ("Orrin Vale",)
    assert caption.defendants == ("Carver Pump Co.", "Lena Lindqvist")
    assert caption.docket_number == "3:17-cv-00412-AB"
    title = read_title(CAPTION)
    assert title == "DEFENDANTS' LOCAL RULE 56.1 STATEMENT OF UNDISPUTED MATERIAL FACTS"
    assert (kind_of(title).kind, side_of(title)) == ("statement_of_facts", "defendant")


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("Memorandum Opinion and Order", "opinion"),
        ("ORDER GRANTING DEFENDANT'S MOTION FOR SUMMARY JUDGMENT", "opinion"),
        ("Statement of Contested/Uncontested Facts", "statement_of_facts"),
        (
            "Plaintiff's Response to Defendants' Statement of Material Facts",
            "response_to_statement",
        ),
        ("Statement of Genuine Issues", "response_to_statement"),
        ("Rule 56.1 Counterstatement", "response_to_statement"),
        ("Proposed Findings of Fact", "statement_of_facts"),
        ("Motion for Summary Judgment", "motion"),
        ("Memorandum in Support of Motion for Summary Judgment", "brief"),
        ("Complaint", "complaint"),
        ("Exhibit 12 - Lindqvist deposition", "exhibit"),
        ("List of Exhibits", "exhibit_list"),
        ("Expert Report of Dr. Okafor", "expert"),
        ("Notice of Appearance", "procedural"),
    ],
)
def test_kinds(name: str, kind: str) -> None:
    assert kind_of(name).kind == kind


def test_names_of_files() -> None:
    assert entry_of("104_motion_for_summary_judgment") == "104"
    assert entry_of("46-3 statement") == "46-3"
    assert entry_of("590_BR_577_opinion") is None
    assert exhibit_of("Ex. 12 Lindqvist Dep.") == "12"
    assert exhibit_of("exhibit_B") == "B"


def test_case_type_by_code_and_by_words() -> None:
    assert case_type_of([], "442 Civil Rights: Employment") == "employment"
    assert case_type_of([], "830 Patent") == "intellectual_property"
    assert case_type_of(["The patent claim is infringed by the accused valve."]) is not None
    assert case_type_of(["The weather was fine."]) is None


def test_attachments_of_a_docket_entry_have_kinds_of_their_own() -> None:
    text = (
        "Motion for Summary Judgment filed by Carver (Attachments: # 1 Declaration of Lee, "
        "# 2 Exhibits A - K, # 3 Statement of Undisputed Facts) (Ruiz, A.) (Entered: 06/10/2019)"
    )
    assert [(number, kind.kind) for number, kind in entry_kinds(text)] == [
        (None, "motion"),
        ("1", "exhibit"),
        ("2", "exhibit"),
        ("3", "statement_of_facts"),
    ]

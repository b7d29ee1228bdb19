"""Record citations in the forms that papers give them, all invented."""

from __future__ import annotations

import pytest

from builder.filings.authorities import case_citations
from builder.filings.citations import Known, cite_groups, parse_citations
from builder.filings.sentences import sentence_spans


def cited(text: str, known: Known | None = None) -> list[tuple[str | None, str | None]]:
    groups = cite_groups(text, known or Known())
    return [(c.target, c.pinpoint) for group in groups for c in group.citations]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (
            "(Ex. 12 at 3; Lindqvist Dep. 41:7-19.)",
            [("Ex. 12", "3"), ("Lindqvist Dep.", "41:7-19")],
        ),
        ("(DE # 115 at 8.)", [("ECF 115", "8")]),
        ("(DE ## 98, 104.)", [("ECF 98", None), ("ECF 104", None)]),
        ("(Doc. 38 ¶ 9; Doc. 47 ¶ 9)", [("ECF 38", "¶ 9"), ("ECF 47", "¶ 9")]),
        ('(ECF No. 46-3, "PSMF," ¶ 2)', [("ECF 46-3", "¶ 2")]),
        ("(Opp. Exh. 22 at 145)", [("Opp. Ex. 22", "145")]),
        ("(Ex. 9, CARVER-0273477-82)", [("Ex. 9", None), ("CARVER-0273477-82", None)]),
        (
            "(Pl.'s 56(b) ¶ 1; Defs.' 56(b) ¶ 10.)",
            [("Pl.'s 56(b)", "¶ 1"), ("Defs.' 56(b)", "¶ 10")],
        ),
        (
            "(Defs.' 56.1 ¶ 42; Pl.'s Resp. ¶ 42)",
            [("Defs.' 56.1", "¶ 42"), ("Pl.'s Resp.", "¶ 42")],
        ),
        ("(DE # 115 at 6, Weiss Dep. 82-83.)", [("ECF 115", "6"), ("Weiss Dep.", "82-83")]),
        ("(Weiss Dep. 74, 169-70.)", [("Weiss Dep.", "74, 169-70")]),
        ("(Lease ¶¶ 2(a), (c).)", [("Lease", "¶¶ 2(a), (c)")]),
        ("(SOF ¶ 14; Resp. to SOF ¶ 14)", [("SOF", "¶ 14"), ("Resp. to SOF", "¶ 14")]),
        ("(Decl. of A. Lee ¶ 5)", [("Decl. of A. Lee", "¶ 5")]),
        ("(Lee Decl., Exs. 6 and 9.)", [("Lee Decl. Ex. 6", None), ("Lee Decl. Ex. 9", None)]),
        ("(Dkt. 30-2 at 5 n.3)", [("ECF 30-2", "5 n.3")]),
        ("(Docket Entry No. 36, Answer ¶¶ 225-308.)", [("ECF 36", "¶¶ 225-308")]),
        ("(JX 12 at 4)", [("JX 12", "4")]),
        ("(See Compl. ¶ 4 (pleading the date).)", [("Compl.", "¶ 4")]),
        ("(Rec. Doc. 22-4, p. 3)", [("ECF 22-4", "3")]),
    ],
)
def test_citation_forms(text: str, wanted: list[tuple[str | None, str | None]]) -> None:
    assert cited(text) == wanted


@pytest.mark.parametrize(
    "text",
    [
        "(“Carver”)",
        "(1)",
        "(7th Cir. 2003)",
        "(a lie)",
        "(Fed. R. Civ. P. 56(a))",
        "(the Board)",
        "(Marsh v. Pell, 477 U.S. at 248)",
    ],
)
def test_other_parentheses_are_no_citations(text: str) -> None:
    assert cited(text) == []


def test_id_means_what_was_cited_before() -> None:
    text = "Weiss left. (Ex. 4 at 2.) He came back. (Id. at 5.) He slept. (Id.)"
    assert cited(text) == [("Ex. 4", "2"), ("Ex. 4", "5"), ("Ex. 4", "5")]


def test_id_after_a_case_points_to_nothing_in_the_record() -> None:
    known = Known()
    cite_groups("(Ex. 4 at 2.)", known)
    assert parse_citations("Marsh v. Pell, 477 U.S. 242, 248 (1986)", known) == ()
    assert cited("(Id. at 250.)", known) == [(None, "250")]


def test_names_given_to_targets_are_resolved() -> None:
    text = '(Dkt. 92, the "Ruiz Declaration," Ex. 1.) x (Ruiz Decl. ¶ 3.) y'
    text += ' (Compl., Ex. D, the "Lease") z'
    assert cited(f"{text} (Lease at 6.)") == [
        ("ECF 92 Ex. 1", None),
        ("ECF 92", "¶ 3"),
        ("Compl. Ex. D", None),
        ("Compl. Ex. D", "6"),
    ]


@pytest.mark.parametrize(
    ("text", "n"),
    [
        ("Carver Pump Co. shipped No. 4 to Mr. Weiss at 2 p.m. on Monday. He signed.", 2),
        ("He met Ms. J. Lindqvist of Halyard Inc. The dock was shut.", 2),
        ("The pump failed. (Ex. 4 at 2.) Weiss wrote.", 3),
        ("The lease (see Ex. A. of the file) ended.", 1),
        ("Code 38K. Weiss signed it.", 2),
        ("He said “stop.” She went on.", 2),
    ],
)
def test_sentences_of_legal_prose(text: str, n: int) -> None:
    assert len(list(sentence_spans(text))) == n


def test_reporter_citations_are_found() -> None:
    text = "See Marsh v. Pell, 123 F.3d 456, 459 (7th Cir. 1997). Invoice 123 F 45 is no case."
    assert case_citations(text) == ("123 F.3d 456",)

"""Audit sheets: what is shown and what is not, who gets what, back to grades, and agreement."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import pytest
from openpyxl import load_workbook
from openpyxl.worksheet.worksheet import Worksheet

from builder.errors import ConfigError
from builder.review.agreement import agreement, alpha_of, text_of
from builder.review.assign import assign
from builder.review.grades import Asked, Given, Grades, Key, Stage
from builder.review.questions import Case, Question
from builder.review.sheets import read_sheets, write_sheets
from builder.schema import CASE_TYPES, ROLES, CaseType, Grade


def question(
    number: int, stage: Stage = "documents", text: str = "Some text.", decoy: bool = False
) -> Question:
    asked = Asked(
        question_id=f"q{number}",
        stage=stage,
        world_id=f"w{number % 3}",
        case_type="torts",
        item=f"d{number:03d}",
        role="signal" if stage in ("documents", "chaff") else None,
        decoy=decoy,
    )
    return Question(
        asked=asked, asks="Is it?", document_id=f"d{number:03d}", shown=(("Text", text),)
    )


def filled(path: Path, grades: dict[str, str], reviewer: str = "ada") -> Path:
    """The sheets of a file with grades written in, as a person would."""
    book = load_workbook(path)
    for sheet in book.worksheets:
        if sheet.title == "About":
            sheet["B1"] = reviewer
            continue
        header = [cell.value for cell in sheet[2]]
        for row in sheet.iter_rows(min_row=3):
            row[header.index("grade")].value = grades.get(str(row[0].value))
            row[header.index("comment")].value = f"on {row[0].value}"
    book.save(path)
    return path


def given(who: str, number: int, grade: Grade, stage: Stage = "documents") -> Given:
    return Given(
        reviewer=who, question_id=f"q{number}", stage=stage, world_id=f"w{number % 3}", grade=grade
    )


def test_sheets_go_out_and_come_back(tmp_path: Path) -> None:
    path = tmp_path / "s.xlsx"
    write_sheets(path, "reviewer-1", [question(1), question(2, "chaff"), question(3, "findings")])
    assert list(read_sheets(path)) == []
    taken = list(read_sheets(filled(path, {"q1": "Pass", "q2": "fail", "q3": ""})))
    assert [
        (g.reviewer, g.question_id, g.stage, g.world_id, g.grade, g.comment) for g in taken
    ] == [
        ("ada", "q1", "documents", "w1", "pass", "on q1"),
        ("ada", "q2", "chaff", "w2", "fail", "on q2"),
    ]


def test_grades_are_chosen_from_a_list_and_no_text_is_a_formula(tmp_path: Path) -> None:
    path = tmp_path / "s.xlsx"
    write_sheets(path, "r", [question(1, text="=1+1"), question(2, text="a\x07b" + "x" * 40_000)])
    sheet = cast(Worksheet, load_workbook(path)["Documents"])
    (rule,) = sheet.data_validations.dataValidation
    assert rule.formula1 == '"pass,borderline,fail"'
    assert str(rule.sqref) == "D3:D4"
    assert (sheet["F3"].value, sheet["F3"].data_type) == ("=1+1", "s")
    assert str(sheet["F4"].value).startswith("abx")
    assert sheet["B1"].value == "Is it?"
    assert sheet.row_dimensions[4].height == 400  # all that a program can show
    assert [cell.value for cell in sheet[2]][3:5] == ["grade", "comment"]


@pytest.mark.parametrize("stage", ["documents", "chaff"])
def test_blind_sheets_show_no_role(tmp_path: Path, stage: Stage) -> None:
    path = tmp_path / "s.xlsx"
    write_sheets(path, "r", [question(1, stage, decoy=stage == "chaff")])
    sheet = cast(Worksheet, load_workbook(path)[stage.capitalize()])
    said = " ".join(str(cell.value) for row in sheet.iter_rows() for cell in row).lower()
    assert not [role for role in ROLES if role in said]
    assert "decoy" not in said


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"q1": "good"}, "'good' is no grade"),
        ({"q1": "passs"}, "sheet 'documents', row 3"),
    ],
)
def test_a_wrong_grade_is_named(tmp_path: Path, change: dict[str, str], said: str) -> None:
    path = tmp_path / "s.xlsx"
    write_sheets(path, "r", [question(1)])
    with pytest.raises(ConfigError, match=said):
        list(read_sheets(filled(path, change)))


def test_what_is_no_sheet_is_named(tmp_path: Path) -> None:
    (tmp_path / "x.xlsx").write_bytes(b"no workbook")
    with pytest.raises(ConfigError, match="no workbook"):
        list(read_sheets(tmp_path / "x.xlsx"))


class _Id:
    """What `assign` asks of a case."""

    def __init__(self, world_id: str, case_type: CaseType) -> None:
        self.world_id, self.case_type = world_id, case_type


def cases(counts: tuple[int, ...]) -> list[Case]:
    found = [
        _Id(f"{case_type}-{n}", case_type)
        for case_type, count in zip(CASE_TYPES, counts, strict=True)
        for n in range(count)
    ]
    return cast(list[Case], found)


@pytest.mark.parametrize(
    ("counts", "part", "shared"),
    [
        ((20, 20, 20, 20, 20), 0.2, (4, 4, 4, 4, 4)),
        ((40, 10, 5, 1, 0), 0.2, (8, 2, 1, 1, 0)),
        ((3, 3, 3, 3, 3), 0.0, (0, 0, 0, 0, 0)),
        ((2, 2, 2, 2, 2), 1.0, (2, 2, 2, 2, 2)),
    ],
)
def test_shared_cases_are_in_proportion(
    counts: tuple[int, ...], part: float, shared: tuple[int, ...]
) -> None:
    given_out = assign(cases(counts), 3, part, 7)
    every = [set(worlds) for worlds in given_out.values()]
    common = set.intersection(*every)
    assert tuple(sum(w.startswith(t) for w in common) for t in CASE_TYPES) == shared
    assert len(set.union(*every)) == sum(counts)
    alone = [len(worlds - common) for worlds in every]
    assert max(alone) - min(alone) <= 1
    assert given_out == assign(cases(counts), 3, part, 7)


def test_one_reviewer_gets_every_case_once() -> None:
    assert len(assign(cases((2, 2, 2, 2, 2)), 1, 0.2, 0)["reviewer-1"]) == 10


def test_pass_rates_and_pairs() -> None:
    grades: list[Given] = []
    for n, (one, other) in enumerate(
        [("pass", "pass"), ("pass", "fail"), ("borderline", "borderline"), ("fail", "fail")]
    ):
        grades += [given("ada", n, cast(Grade, one)), given("bo", n, cast(Grade, other))]
    grades.append(given("ada", 9, "pass"))
    found = agreement(Grades(grades=tuple(grades)))
    (documents, every) = found.stages
    assert documents.grades == {"pass": 4, "borderline": 2, "fail": 3}
    assert documents.passed.value == pytest.approx(4 / 9)
    assert (documents.graded_twice, documents.same.value) == (4, 0.75)
    assert documents.passed.low is not None
    assert documents.passed.high is not None
    assert documents.passed.low <= 4 / 9 <= documents.passed.high
    assert every.grades == documents.grades
    assert "documents" in text_of(found)
    assert len(found.failed) == 3


def test_alpha_is_one_for_agreement_and_below_nought_for_reversal() -> None:
    same = [given(who, n, g) for who in "ab" for n, g in enumerate(("pass", "fail", "borderline"))]
    assert alpha_of(cast(list[Given], same)) == pytest.approx(1.0)
    reversed_ = [
        given("a", 0, "pass"),
        given("a", 1, "fail"),
        given("b", 0, "fail"),
        given("b", 1, "pass"),
    ]
    assert cast(float, alpha_of(reversed_)) < 0
    assert alpha_of([given("a", 0, "pass"), given("b", 0, "pass")]) is None
    assert alpha_of([given("a", 0, "pass"), given("b", 1, "fail")]) is None


def test_alpha_as_worked_out_by_hand() -> None:
    """Two people, four questions: PP, PB, BB, FF. Ordinal distances over the pooled counts
    n_fail 2, n_borderline 3, n_pass 3: d(f,b) = 2.5^2, d(b,p) = 3^2, d(f,p) = 5.5^2.
    Observed: one of four pairs at d(b,p): 9 / 4. Expected: (2*3*6.25 + 3*3*9 + 2*3*30.25) / 28.
    """
    pairs = [("pass", "pass"), ("pass", "borderline"), ("borderline",) * 2, ("fail",) * 2]
    said = [
        given(who, n, cast(Grade, pair[i]))
        for n, pair in enumerate(pairs)
        for i, who in enumerate("ab")
    ]
    expected = (2 * 3 * 6.25 + 3 * 3 * 9 + 2 * 3 * 30.25) / 28
    assert alpha_of(said) == pytest.approx(1 - (9 / 4) / expected)


def test_decoys_do_not_count_as_chaff() -> None:
    key = Key(asked=tuple(question(n, "chaff", decoy=n > 1).asked for n in range(4)))
    said = [given("a", n, g, "chaff") for n, g in enumerate(("pass", "pass", "fail", "pass"))]
    found = agreement(Grades(grades=tuple(cast(list[Given], said))), key)
    assert found.stages[0].passed.value == 1.0
    assert (found.decoys_found, found.decoys) == (1, 2)


def test_a_question_graded_twice_by_one_person_is_refused() -> None:
    with pytest.raises(ConfigError, match="'a' graded question 'q0' twice"):
        agreement(Grades(grades=(given("a", 0, "pass"), given("a", 0, "fail"))))

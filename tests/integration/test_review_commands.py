"""Sheets of a real build: exported, filled in, taken in, compared."""

from __future__ import annotations

from pathlib import Path

import pytest
from openpyxl import load_workbook

from builder.__main__ import main
from builder.review.grades import read_key
from builder.show import read_world
from tests.unit.test_review import filled


def test_from_a_build_to_agreement(
    built: Path, world_folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "sheets.xlsx"
    assert main(["review", "export", str(built), "--out", str(out)]) == 0
    key = read_key(tmp_path / "sheets-key.json")
    assert {asked.stage for asked in key.asked} >= {"hypotheses", "documents", "chaff"}
    assert any(asked.decoy for asked in key.asked)
    roles = {d.document_id: d.role for d in read_world(world_folder).answer_key.documents}
    world_id = world_folder.name
    assert all(
        asked.role == roles[asked.item]
        for asked in key.asked
        if asked.world_id == world_id and asked.stage in ("documents", "chaff")
    )
    linked = {
        cell.hyperlink.target
        for name in ("Documents", "Chaff")
        for row in load_workbook(tmp_path / "sheets-reviewer-1.xlsx")[name].iter_rows()
        for cell in row
        if cell.hyperlink
    }
    assert len(linked) > 10
    assert all((tmp_path / target).stat().st_size for target in linked)
    sheets: list[str] = []
    for number in (1, 2):
        path = tmp_path / f"sheets-reviewer-{number}.xlsx"
        grades = {asked.question_id: "fail" if asked.decoy else "pass" for asked in key.asked}
        sheets.append(str(filled(path, grades, reviewer=f"person {number}")))
    taken = str(tmp_path / "grades.json")
    assert main(["review", "import", *sheets, "--out", taken]) == 0
    capsys.readouterr()
    with_key = ["review", "agreement", taken, "--key", str(tmp_path / "sheets-key.json")]
    assert main(with_key) == 0
    said = capsys.readouterr().out
    assert "2 reviewers" in said
    assert "decoys on the chaff sheet that were seen" in said
    assert main([*with_key, "--json"]) == 0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["export", "nowhere", "--out", "s.xlsx"], "no finished build"),
        (["export", "nowhere", "--out", "s.csv"], "must end in .xlsx"),
        (["import", "nowhere.xlsx", "--out", "g.json"], "no workbook"),
        (["agreement", "nowhere.json"], "no file of grades"),
    ],
)
def test_wrong_use_is_said(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["review", *arguments]) == 2
    assert said in capsys.readouterr().err

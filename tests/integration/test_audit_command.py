"""The audit command, and the gates that want something beside the data."""

from __future__ import annotations

import csv
import json
import re
from functools import partial
from pathlib import Path

import pytest
from inspect_ai.log import EvalConfig, EvalDataset, EvalLog, EvalSample, EvalSpec, write_eval_log
from inspect_ai.scorer import Score

from builder.__main__ import main
from builder.audit import GateResult, audit
from builder.audit._logs import read_shown
from builder.errors import ConfigError
from tests.audit_factories import World, make_worlds, write
from tests.model_server import MODEL, Script, known, serving


@pytest.fixture
def worlds() -> list[World]:
    return make_worlds(4)


def test_the_command_says_what_holds_and_writes_the_page(
    worlds: list[World], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    root = write(worlds, tmp_path)
    html = tmp_path / "audit.html"
    assert main(["audit", str(root), "--gate", "ledger", "--html", str(html)]) == 0
    assert "holds" in capsys.readouterr().out
    assert "Ledger" in html.read_text(encoding="utf-8")


def test_the_command_fails_with_a_gate(
    worlds: list[World], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    worlds[0]["facts"][7]["claims"] = [{**worlds[0]["facts"][0]["claims"][0], "value": "other"}]
    root = write(worlds, tmp_path)
    assert main(["audit", str(root), "--gate", "ledger", "--json"]) == 1
    report = json.loads(capsys.readouterr().out)
    assert report["gates"][0]["passed"] is False
    assert "two values" in report["gates"][0]["reason"]


def test_wrong_use_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["audit", str(tmp_path)]) == 2
    assert "no build and no dataset" in capsys.readouterr().err


def write_log(path: Path, model: str, samples: list[tuple[World, bool, float]]) -> None:
    spec = EvalSpec(
        created="2030-01-01T00:00:00+00:00", task="investigation", dataset=EvalDataset(),
        model=model, config=EvalConfig(),
    )  # fmt: skip
    made = [
        EvalSample(
            id=w["world_id"], epoch=1, input="", target="",
            metadata={"world_id": w["world_id"]},
            scores={
                "protocol": Score(
                    value={
                        "case_solved": int(solved), "adopted_slot": 1 + n % 4,
                        "believed_slot_1": 1, "coverage": coverage,
                    }
                )
            },
        )
        for n, (w, solved, coverage) in enumerate(samples)
    ]  # fmt: skip
    write_eval_log(EvalLog(eval=spec, samples=made), str(path))


def one(root: Path, gate: str, **extras: tuple[Path, ...]) -> GateResult:
    return audit(root, gates=(gate,), **extras).gates[0]


def test_logs_say_who_solves_what(worlds: list[World], tmp_path: Path) -> None:
    root = write(worlds, tmp_path)
    logs = tmp_path / "logs"
    logs.mkdir()
    write_log(logs / "a.json", "maker/model", [(w, n < 2, 0.2) for n, w in enumerate(worlds)])
    write_log(logs / "b.json", "policy/oracle", [(w, True, 0.3) for w in worlds])
    result = one(root, "solvability", logs=(logs,))
    assert result.passed is True
    assert result.panels[0].rows[0][:2] == ("solved by nobody", "2")
    assert result.panels[0].rows[1][:2] == ("solved by all", "2")
    write_log(logs / "b.json", "policy/oracle", [(w, n > 0, 0.3) for n, w in enumerate(worlds)])
    assert one(root, "solvability", logs=(logs,)).passed is False


def test_cases_solved_without_evidence_fail(worlds: list[World], tmp_path: Path) -> None:
    root = write(worlds, tmp_path)
    write_log(tmp_path / "a.json", "maker/model", [(w, True, 0.0) for w in worlds])
    result = one(root, "solvability", logs=(tmp_path / "a.json",))
    assert result.passed is False
    assert "without evidence" in result.reason


def test_a_slot_that_logs_prefer_fails_position(worlds: list[World], tmp_path: Path) -> None:
    root = write(worlds, tmp_path)
    write_log(tmp_path / "a.json", "m/m", [(w, False, 0.1) for w in worlds * 10])
    result = one(root, "position", logs=(tmp_path / "a.json",))
    assert result.passed is False
    assert "believed in slot" in result.reason


def write_sheet(path: Path, rows: list[dict[str, str]]) -> Path:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    return path


@pytest.mark.parametrize(("grade", "passed"), [("pass", True), ("fail", False)])
def test_attorneys_answers_are_joined(
    grade: str, passed: bool, worlds: list[World], tmp_path: Path
) -> None:
    root = write(worlds, tmp_path)
    rows = [
        {"World ID": w["world_id"], "Document ID": d["document_id"], "Grade": grade}
        for w in worlds
        for d in w["documents"]
    ]
    sheet = write_sheet(tmp_path / "answers.csv", rows)
    assert one(root, "certificate_sample").passed is None
    assert one(root, "certificate_sample", sheets=(sheet,)).passed is passed


def guessing(believed: str, case: str = "") -> Script:
    """A model that believes the account which holds some words."""

    def script(task: str, prompt: str, turn: int) -> str:
        lines = re.findall(r"^(\d)\. (.*)$", prompt.partition("## Accounts")[2], re.M)
        number = next((int(n) for n, text in lines if believed in text), 1)
        return json.dumps({"believed": number, "recognised": bool(case), "case": case})

    return script


@pytest.mark.parametrize(
    ("believed", "case", "kind"),
    [
        ("It was so", "", "without a file"),
        ("nothing", "Ostrander-Vale v. Tidewrack, No. 2:17-cv-00413", "real cases are named"),
        ("nothing", "Smith v. Jones", ""),
    ],
)
def test_a_model_that_knows_cases_without_files_fails(
    believed: str, case: str, kind: str, tmp_path: Path
) -> None:
    worlds = make_worlds(20)
    for world in worlds:
        world["accounts"][world["adopted"]] += " It was so."
    root = write(worlds, tmp_path / "data")
    with serving(guessing(believed, case)) as server, known(server):
        result = audit(
            root, gates=("closed_book",), real=(real_record(tmp_path),),
            model=f"{MODEL}-{server.port}", replies=tmp_path / "replies",
        ).gates[0]  # fmt: skip
        assert len(server.asked) == len(worlds)
    assert result.passed is (not kind)
    assert kind in result.reason


def test_a_provider_that_fails_halfway_leaves_the_rest_of_the_audit(
    worlds: list[World], tmp_path: Path
) -> None:
    root = write(worlds, tmp_path / "data")
    gates = ("closed_book", "position")
    down = True

    def fault(number: int, task: str) -> str:
        return "400" if down and number > 2 else ""

    with serving(guessing("no"), fault) as server, known(server):
        asked = partial(
            audit, root, gates=gates, model=f"{MODEL}-{server.port}", replies=tmp_path / "replies"
        )
        first = asked().gates
        down = False
        again = asked().gates
    shut = next(gate for gate in first if gate.gate == "closed_book")
    assert shut.passed is None
    assert f"stopped after 2 of {len(worlds)} worlds" in shut.reason
    assert {gate.gate for gate in first} == set(gates)
    assert "stopped" not in next(gate.reason for gate in again if gate.gate == "closed_book")
    assert len(server.asked) == len(worlds) + 1  # what was answered is not asked again


def test_without_a_model_the_book_stays_shut(worlds: list[World], tmp_path: Path) -> None:
    result = one(write(worlds, tmp_path), "closed_book")
    assert (result.passed, result.reason) == (None, "no model was named (--model)")


OPINION = """UNITED STATES DISTRICT COURT
FOR THE DISTRICT OF MAINE

MARGUERITE OSTRANDER-VALE, Plaintiff,
v.
TIDEWRACK BOATWORKS, INC., Defendant.

Case No. 2:17-cv-00413

MEMORANDUM OPINION AND ORDER

BACKGROUND

Before the Court is the defendant's motion for summary judgment. The keel bolts had been torqued
before the lead was poured, and no inspector of the yard was told of that order of work. See Doe v.
Roe, 412 F.3d 77. The motion is GRANTED.
"""


def real_record(folder: Path) -> Path:
    record = folder / "record"
    record.mkdir()
    (record / "50 opinion.txt").write_text(OPINION, encoding="utf-8")
    (record / "record.toml").write_text('case_type = "torts"\n', encoding="utf-8")
    return record


@pytest.mark.parametrize(
    ("left", "kind"),
    [
        ("Ask Ostrander-Vale about it.", "name"),
        ("It is no. 2:17-cv-00413 now.", "docket number or citation"),
        ("the keel bolts had been torqued before the lead was set", "quote"),
        ("Nothing of it.", ""),
    ],
)
def test_what_is_left_of_a_real_case_is_found(
    left: str, kind: str, worlds: list[World], tmp_path: Path
) -> None:
    record = real_record(tmp_path)
    worlds[0]["documents"][0]["text"] += f"\n{left}"
    result = one(write(worlds, tmp_path / "data"), "identity_residue", real=(record,))
    assert result.passed is (not kind)
    assert kind in result.reason


@pytest.mark.parametrize(
    ("option", "reason"), [("--logs", "no such file or folder"), ("--html", "cannot write")]
)
def test_paths_are_checked_before_anything_is_measured(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], option: str, reason: str
) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(SystemExit) as stopped:
        main(["audit", str(tmp_path), option, str(tmp_path / "file" / "page")])
    assert stopped.value.code == 2
    assert reason in capsys.readouterr().err


def test_a_log_that_is_none_is_named(tmp_path: Path) -> None:
    log = tmp_path / "torn.eval"
    log.write_bytes(b"PK\x03\x04 torn")
    with pytest.raises(ConfigError, match=r"torn\.eval"):
        read_shown([log])


def test_a_damaged_file_of_the_data_is_named(
    worlds: list[World], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    root = write(worlds, tmp_path)
    damaged = next((root / "data_files" / "documents").glob("*.parquet"))
    damaged.write_bytes(damaged.read_bytes()[:-100])
    assert main(["audit", str(root), "--gate", "ledger"]) == 1
    assert f"{damaged.name}' is damaged" in capsys.readouterr().err

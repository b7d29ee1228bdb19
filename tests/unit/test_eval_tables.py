"""Tables of runs whose verdicts were made up to the count, so that every number is known."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from builder.manifest import PackedFile, PackedSplit
from builder.schema import ROLES
from eval.analysis import figures, report
from eval.analysis.behind import look_behind
from eval.analysis.frames import NoLogs, Runs, data_name, read_runs
from eval.analysis.tables import TABLES, p_value, percent, table_module
from investigation_worlds import data_hash
from tests.eval_factories import write_dataset

BASE: dict[str, Any] = {
    "run": "r", "harness": "inspect_loop", "condition": "full", "level": "full",
    "data": "0.1 abc", "date": "2026-01-02", "status": "success", "sandbox": "bwrap",
    "code": "0.1.0",
    "protocol": "two-turn/1",
    "inspect": "0.3", "epoch": 1, "case_type": "torts", "source": "fiction", "writer": "procedural",
    "split": "test", "error": "", "limit": "", "tokens": 1000.0, "cost_usd": None, "seconds": 2.0,
    "missing": 0.0, "answered": 1.0, "commits": 4.0, "commits_correct": 4.0, "commit_rate": 1.0,
    "not_known": 0.0, "disbelieved": 3.0, "documents": 10.0, "documents_shown": 5.0,
    "documents_glimpsed": 2.0, "tool_calls": 6.0, "refused_calls": 0.0, "failed_calls": 1.0,
    "turns": 4.0, "calls_read": 4.0, "calls_glob": 1.0, "calls_grep": 1.0, "calls_shell": 0.0,
    "calls_unknown": 0.0, "tokens_turn_1": 900.0, "tokens_turn_2": 100.0, "hit_limit": 0.0,
    "citations": 4.0, "citations_exist": 2.0, "citations_opened": 1.0, "sentences": 4.0,
    "sentences_cited": 2.0, "anchors_cited": 8.0, "anchors_held": 6.0,
    **{f"believed_slot_{n}": float(n == 1) for n in range(1, 5)},
    **{f"{k}_{r}": v for r in ROLES for k, v in (("shown", 1.0), ("total", 2.0), ("cited", 1.0))},
}  # fmt: skip
NAMES = ("h1", "h2", "h3", "h4")


def sample(number: int, solved: bool, **changes: Any) -> dict[str, Any]:
    """A sample of world `number` that believed the adopted account (h1) or the rejected one."""
    believed = "h1" if solved else "h2"
    verdicts = {n: "believe" if n == believed else "do_not_believe" for n in NAMES}
    return {
        **BASE,
        "model": "some/model",
        "world_id": f"w{number:03d}",
        "case_solved": float(solved),
        "verdict_accuracy": 1.0 if solved else 0.5,
        "adopted_believed": float(solved),
        "rejected_believed": float(not solved),
        "alternative_believed": 0.0,
        "adopted_correct": float(solved),
        "rest_correct": 3.0 if solved else 2.0,
        "verdicts": json.dumps(verdicts),
        "order": json.dumps(NAMES),
        **changes,
    }


def missing(number: int, **changes: Any) -> dict[str, Any]:
    """A sample that never gave a score."""
    kept = (
        "run",
        "harness",
        "condition",
        "level",
        "data",
        "date",
        "status",
        "sandbox",
        "protocol",
        "code",
    )
    row = {k: BASE[k] for k in (*kept, "inspect", "epoch")}
    return {**row, "model": "some/model", "world_id": f"w{number:03d}", "missing": 1.0,
            "answered": 0.0, "error": "gone", **changes}  # fmt: skip


def runs(rows: list[dict[str, Any]]) -> Runs:
    samples = pd.DataFrame(rows)
    samples["system"] = samples["model"] + " / " + samples["level"] + " / " + samples["condition"]
    looks = pd.DataFrame(columns=["run", "world_id", "epoch", "call", "tool", "shown"])
    return Runs(samples, looks)


def row(name: str, of: Runs, index: int = 0) -> dict[str, str]:
    return table_module(name).table(of).to_dict("records")[index]


def test_main_gives_the_published_rate() -> None:
    """29 of 87 solved: 33.3 %, not told from 25 %."""
    main = row("main", runs([sample(n, n < 29) for n in range(87)]))
    assert main["solved, all cases"].startswith("33.3 % [24.3,")
    assert main["p against 25 %"] == "0.082"
    assert main["worst class"] == "33.3 %"
    assert main["rejected believed"] == "66.7 %"


def test_missing_samples_count_as_not_solved() -> None:
    rows = [sample(n, n < 4) for n in range(8)] + [missing(n) for n in (8, 9)]
    main = row("main", runs(rows))
    assert main["solved, all cases"].startswith("40.0 %")
    assert main["solved, answered"] == "50.0 %"
    assert main["answered"] == "8 of 10"
    assert main["bounds"] == "40.0 % to 60.0 %"
    assert main["cases"] == "10"


def test_epochs_are_averaged_by_case_first() -> None:
    rows = [sample(1, e < 3, epoch=e) for e in (1, 2, 3, 4)] + [sample(2, False, epoch=1)]
    assert row("main", runs(rows))["solved, all cases"].startswith("25.0 %")


def test_means_over_epochs_are_tested_as_whole_cases_nearer_to_chance() -> None:
    rows = [sample(n, e < (n < 8), epoch=e) for n in range(10) for e in (0, 1)]  # 8 times 1/2
    rows += [sample(n, n < 3, model="other/model", epoch=e) for n in range(10) for e in (0, 1)]
    halves, whole = (row("main", runs(rows), i) for i in (0, 1))
    assert (halves["solved, all cases"][:6], whole["solved, all cases"][:6]) == ("40.0 %", "30.0 %")
    assert halves["p against 25 %"] == "0.280"  # 4 of 10
    rows.append(sample(8, True, epoch=2))  # 4 1/3 of 10
    assert row("main", runs(rows))["p against 25 %"] == "0.280"


def test_the_reading_curve_ends_at_the_coverage_of_the_table() -> None:
    of = runs([sample(n, True, documents=d, documents_shown=2.0) for n, d in ((1, 4.0), (2, 16.0))])
    looks = [
        {"run": "r", "world_id": f"w{w:03d}", "epoch": 1, "call": c, "tool": "read", "shown": s}
        for w, c, s in ((1, 1, ("a",)), (1, 3, ("a", "b")), (2, 2, ("a", "c")))
    ]
    curve = figures.curve(pd.DataFrame(looks))
    assert curve.tolist() == [0, 1, 3, 4]
    assert row("strategy", of)["coverage"] == percent(curve[-1] / 20)
    assert "some/model" in str(figures.recall_by_calls(Runs(of.samples, pd.DataFrame(looks))))


def test_recall_by_role_counts_each_document_once_over_those_of_its_role() -> None:
    totals = {f"total_{role}": 0.0 for role in ROLES} | {"total_merits": 2.0, "total_chaff": 4.0}
    of = runs([sample(n, True, documents=6.0, **totals) for n in (1, 2)])
    looks = [
        {"run": "r", "world_id": f"w{w:03d}", "epoch": 1, "call": c, "tool": "read", "shown": s}
        for w, c, s in ((1, 1, ("a",)), (1, 3, ("a", "b")), (2, 2, ("c",)), (2, 4, ("c",)))
    ]
    known = (("w001", "a", "merits"), ("w001", "b", "chaff"), ("w002", "c", "merits"))
    roles = pd.DataFrame(known, columns=["world_id", "shown", "role"])
    read = Runs(of.samples, pd.DataFrame(looks))
    assert figures.role_curves(read, of.systems[0], roles) == {
        "merits": [0.0, 0.25, 0.5, 0.5],
        "chaff": [0.0, 0.0, 0.0, 0.125],
        figures.UNIFORM: [0.0, 1 / 12, 2 / 12, 3 / 12],
    }
    assert "some/model" in str(figures.recall_by_role(read, roles))
    assert figures.recall_by_role(read, roles[:0]) is None


def test_roles_and_audit_come_from_the_very_data_of_the_runs(tmp_path: Path) -> None:
    root = write_dataset(tmp_path)
    packed = PackedSplit(
        builds=(), worlds=("tiny-1",), canaries={}, case_types={}, documents=1, formats={},
        files={"documents/one.parquet": PackedFile(sha256="ab", size=1, rows=1)},
        commitments={"tiny-1": "cd"},
    )  # fmt: skip
    manifest = {"data_version": "9", "splits": {"validation": packed.model_dump(mode="json")}}
    (root / "data_files" / "manifest.json").write_text(json.dumps(manifest))
    gate = {"title": "Style", "passed": False, "figure": 0.5, "interval": [0.4, 0.6], "unit": "AUC",
            "reason": "too high", "threshold": "at most 0.3"}  # fmt: skip
    (root / "cards").mkdir()
    report_of = {"split": "validation", "data": packed.data_hash, "gates": [gate]}
    (root / "cards" / "audit-validation.json").write_text(json.dumps(report_of))
    name = data_name("9", data_hash(root))
    changes = {"world_id": "tiny-1", "root": str(root), "split": "validation", "data": name}
    behind = look_behind(runs([sample(1, True, **changes)]))
    assert behind.roles["role"].value_counts()["merits"] == 3
    assert behind.audit.to_dict("records") == [
        {"split": "validation", "gate": "Style", "verdict": "fails",
         "measured": "0.5 [0.4, 0.6] AUC", "must hold": "at most 0.3"}
    ]  # fmt: skip
    other = look_behind(runs([sample(1, True, **{**changes, "data": "9 0123456789ab"})]))
    assert other.roles.empty
    assert other.audit.empty


def test_the_ladder_pairs_levels_by_case() -> None:
    small = [sample(n, True, level="merits", documents=4.0) for n in range(10)]
    large = [sample(n, n < 4, level="full") for n in range(10)]
    ladder = table_module("ladder").table(runs([*large, *small])).to_dict("records")
    assert [r["level"] for r in ladder] == ["merits", "full"]
    assert ladder[1]["change"] == "-60.0 points"
    assert ladder[1]["p after Holm"] == p_value(2 / 2**6)


def test_flips_count_verdicts_and_missing_pairs() -> None:
    full = [sample(n, True) for n in range(3)]
    closed = [sample(0, True, condition="closed_book"), sample(1, False, condition="closed_book"),
              missing(2, condition="closed_book")]  # fmt: skip
    flips = row("flips", runs([*full, *closed]))
    assert flips["believe -> believe"] == "1"
    assert flips["believe -> do not"] == flips["do not -> believe"] == "1"
    assert flips["missing pairs"] == "4"


def test_position_sees_a_favourite_slot() -> None:
    assert row("position", runs([sample(n, True) for n in range(20)]))["p"] == "<0.001"


def test_strategy_is_relative_to_uniform_retrieval() -> None:
    strategy = row("strategy", runs([sample(1, True, shown_signal=2.0)]))
    assert strategy["coverage"] == "50.0 %"
    assert strategy["signal"] == "100.0 % (2.00)"
    assert strategy["merits"] == "50.0 % (1.00)"


def test_unknown_prices_stay_unknown() -> None:
    assert row("cost", runs([sample(1, True)]))["dollars a case"] == "unknown"
    priced = runs([sample(n, n == 1, cost_usd=0.5) for n in (1, 2)])
    assert row("cost", priced)["dollars per solved case"] == "1.00"
    assert row("main", priced)["dollars a case"] == "0.5000"
    house = runs([sample(1, True, model="policy/oracle")])
    assert row("cost", house)["dollars a case"] == "0.00"


def test_three_readings_of_abstention() -> None:
    rows = [sample(n, True) for n in range(2)]
    rows += [sample(n, True, not_known=2.0, disbelieved=1.0, commits=2.0) for n in (2, 3)]
    abstention = row("abstention", runs(rows))
    assert abstention["lenient"].startswith("100.0 %")
    assert abstention["strict"].startswith("50.0 %")
    assert abstention["committed"] == "100.0 %"
    assert abstention["without do_not_know"] == "2 of 4"


def test_citations_are_ratios_of_sums() -> None:
    citations = row("citations", runs([sample(1, True), sample(2, True, citations=0.0,
                    citations_exist=0.0, citations_opened=0.0)]))  # fmt: skip
    assert citations["exist"] == "50.0 % of 4"
    assert citations["opened"] == "50.0 % of 2"
    assert citations["anchors held"] == "75.0 % of 16"


def test_generators_are_compared_by_rank() -> None:
    rows = [
        sample(n, n % 10 < 2 * rank, model=f"m/{rank}", writer="a" if n < 10 else "b")
        for rank in (1, 2, 3, 4)
        for n in range(20)
    ]
    found = table_module("generators").table(runs(rows)).to_dict("records")
    assert found[-1]["system"] == "a against b"
    assert found[-1]["a"].startswith("rho 1.00")


def test_the_same_cases_of_two_writers_are_told_apart() -> None:
    rows = [
        sample(n, n < rank, model=f"m/{rank}", writer=w, run=f"{rank}{w}")
        for rank in (1, 2, 3)
        for w in "ab"
        for n in range(5 if w == "a" else 4)
    ]
    for row in rows:
        if (row["model"], row["writer"], row["world_id"]) == ("m/3", "b", rows[0]["world_id"]):
            row |= {"writer": float("nan"), "case_solved": float("nan")}  # it never ran
    *found, _ = table_module("generators").table(runs(rows)).to_dict("records")
    # Case 5 has one writer only, and what never ran counts as not solved.
    assert [(row["a"], row["b"]) for row in found] == [
        ("75.0 %", "50.0 %"), ("50.0 %", "50.0 %"), ("25.0 %", "25.0 %"),
    ]  # fmt: skip


@pytest.mark.parametrize("name", TABLES)
def test_every_table_says_what_it_is_and_bears_one_missing_sample(name: str) -> None:
    module = table_module(name)
    assert module.TITLE
    assert module.NOTE.endswith(".")
    frame = module.table(runs([sample(1, True), missing(2)]))
    assert not frame.isna().any().any()


def test_the_page_holds_everything_itself(tmp_path: Path) -> None:
    of = runs([sample(n, n < 3, model=m) for m in ("policy/random", "a/<b>") for n in range(5)])
    page = report.write_report(of, tmp_path).read_text(encoding="utf-8")
    assert "a/&lt;b&gt;" in page
    assert "<script" not in page
    assert not re.search(r"(src|href)=.?https?:|url\((?!#)|@import", page)
    assert (tmp_path / "tables" / "main.csv").read_text().count("\n") == 3
    assert "| system |" in (tmp_path / "report.md").read_text()


def test_figures_repeat_to_the_byte() -> None:
    of = runs([sample(n, n < 3) for n in range(5)])
    assert figures.solved(of) == figures.solved(of)
    assert "Date" not in figures.solved(of)


@pytest.mark.parametrize("where", ["nowhere", "."])
def test_no_logs_is_one_clear_error(tmp_path: Path, where: str) -> None:
    with pytest.raises(NoLogs, match="log"):
        read_runs([tmp_path / where])


def test_percent_of_nothing_is_a_dash() -> None:
    assert percent(float("nan")) == "–"

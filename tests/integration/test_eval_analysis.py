"""Reports on real logs of every policy: each number traced to what the samples left behind."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest
from inspect_ai import Epochs
from inspect_ai import eval as inspect_eval
from inspect_ai.log import EvalLog, read_eval_log

from eval._registry import investigation
from eval.analysis.__main__ import main
from eval.analysis.frames import read_runs
from eval.analysis.tables import percent
from eval.policies import policy_ids
from tests.eval_factories import answer_key, write_dataset
from tests.integration.test_eval_task import left_behind

pytestmark = pytest.mark.slow
EPOCHS = 2
ADOPTED = answer_key().dag.adopted.hypothesis_id


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of logs: all policies on two worlds, and one of them on a smaller corpus."""
    folder = tmp_path_factory.mktemp("logs")
    root = str(write_dataset(folder / "worlds"))
    options: dict[str, Any] = {
        "log_dir": str(folder / "logs"), "display": "none", "epochs": Epochs(EPOCHS, "mean")
    }  # fmt: skip
    models = [f"policy/{name}" for name in policy_ids()]
    inspect_eval(investigation(root=root, sandbox="none"), model=models, **options)
    small = investigation(root=root, sandbox="none", levels="merits")
    inspect_eval(small, model="policy/oracle", **options)
    return folder / "logs"


def table(out: Path, name: str) -> dict[str, dict[str, str]]:
    with (out / "tables" / f"{name}.csv").open(newline="") as file:
        return {row["system"]: row for row in csv.DictReader(file)}


def by_model(logs: Path) -> dict[str, EvalLog]:
    """The logs of the full corpus, by model."""
    found = [read_eval_log(str(path)) for path in sorted(logs.glob("*.eval"))]
    return {log.eval.model: log for log in found if (log.eval.metadata or {})["level"] == "full"}


def test_every_number_of_the_report_is_in_the_logs(logs: Path, tmp_path: Path) -> None:
    assert main(["report", str(logs), "--out", str(tmp_path)]) == 0
    rows, cost = table(tmp_path, "main"), table(tmp_path, "cost")
    assert len(rows) == len(policy_ids()) + 1
    for model, log in by_model(logs).items():
        row = rows[f"{model} / full"]
        samples = log.samples or []
        kept = [left_behind(s) for s in samples]
        believed = [{h for h, v in k["verdicts"].items() if v == "believe"} for k in kept]
        solved = sum(b == {ADOPTED} for b in believed) / len(samples)
        assert row["solved, all cases"].startswith(percent(solved))
        assert row["adopted believed"] == percent(sum(ADOPTED in b for b in believed) / len(kept))
        answered = sum(bool(k["verdicts"]) for k in kept)
        assert row["answered"] == f"{answered} of {len(samples)}" == f"{answered} of 4"
        commits = [v for k in kept for v in k["verdicts"].values() if v != "do_not_know"]
        assert row["committed"] == percent(len(commits) / (4 * len(samples)))
        tokens = sum(u.total_tokens for s in samples for u in s.model_usage.values())
        assert row["tokens a case"] == f"{tokens / len(samples):,.0f}"
        assert cost[f"{model} / full"]["dollars a case"] == "0.00"


def test_what_was_read_is_what_the_looks_say(logs: Path, tmp_path: Path) -> None:
    assert main(["report", str(logs), "--out", str(tmp_path)]) == 0
    rows, tools = table(tmp_path, "strategy"), table(tmp_path, "tool_mix")
    for model in ("policy/keyword", "policy/oracle"):
        kept = [left_behind(s) for s in by_model(logs)[model].samples or []]
        shown = sum(len({d for look in k["looks"] for d in look["shown"]}) for k in kept)
        row = rows[f"{model} / full"]
        assert row["coverage"] == percent(shown / (13 * len(kept)))
        assert row["calls"] == f"{sum(k['calls'] for k in kept) / len(kept):.1f}"
        reads = sum(look["tool"] == "read" for k in kept for look in k["looks"])
        calls = sum(k["calls"] for k in kept)
        assert tools[f"{model} / full"]["read"] == percent(reads / calls)
    assert rows["policy/oracle / full"]["merits"].startswith("100.0 %")
    assert rows["policy/oracle / full"]["chaff"] == "0.0 % (0.00)"


def test_ceiling_and_floor_are_told_apart_by_tier_and_pair(logs: Path, tmp_path: Path) -> None:
    assert main(["report", str(logs), "--out", str(tmp_path)]) == 0
    rows = table(tmp_path, "main")
    assert rows["policy/oracle / full"]["tier"] == "1"
    assert rows["policy/oracle / full"]["solved, all cases"].startswith("100.0 %")
    with (tmp_path / "tables" / "pairs.csv").open(newline="") as file:
        pairs = {(r["first"], r["second"]): r for r in csv.DictReader(file)}
    between = [r for p, r in pairs.items() if set(p) == {
        "policy/oracle / full", "policy/abstain_all / full"}]  # fmt: skip
    assert [r["difference"] for r in between] == ["+100.0 points"]


def test_two_conditions_are_compared_pair_by_pair(
    logs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    oracle = [
        str(p) for p in sorted(logs.glob("*.eval"))
        if read_eval_log(str(p), header_only=True).eval.model == "policy/oracle"
    ]  # fmt: skip
    assert len(oracle) == 2
    assert main(["compare", *oracle]) == 0
    shown = capsys.readouterr().out
    for words in ("Pairs of systems", "Ablation ladder", "+0.0 points"):
        assert words in shown
    runs = read_runs([Path(p) for p in oracle])
    assert sorted(runs.systems) == ["policy/oracle / full", "policy/oracle / merits"]
    full = runs.of("policy/oracle / full")
    assert [json.loads(v)[ADOPTED] for v in full["verdicts"]] == ["believe"] * 4

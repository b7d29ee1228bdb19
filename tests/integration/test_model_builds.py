"""Builds by models on the loopback: workers under one cap, the word of a judge, several writers."""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from datetime import datetime
from pathlib import Path
from random import Random

import pytest
from datasets import load_dataset  # pyright: ignore[reportUnknownVariableType]

from builder.salting import SALT
from tests.build_factories import SMALL, run_killed
from tests.model_builds import (
    FICTION,
    PRICE_IN,
    PRICE_OUT,
    ask,
    certified,
    player,
    prices,
    step_of,
    worlds,
)
from tests.model_server import MODEL, known, serving
from tests.recorded_answers import fictional_case

pytest.importorskip("openai")
pytestmark = pytest.mark.slow

JUDGE, OTHER = "openai-api/loop/judge", "openai-api/loop/other"
DRAFTED = re.compile(
    r"Genre: (.*?)\. Title: (.*?)\. Date: (\w+, \w+ \d+, \d+).*?Author: ([^,]*)", re.S
)


def test_two_workers_share_one_cap_and_pay_nothing_twice(tmp_path: Path) -> None:
    at_once, kills, out = 4, 3, tmp_path / "out"
    command = ("build", *FICTION, "--worlds", "2", "--workers", "2", "--connections", "2",
               "--writer", MODEL, "--judge", MODEL, *prices(tmp_path))  # fmt: skip
    with serving(player()) as server:
        for cap in (0.06, 0.15):
            _, err = ask(server, *command, "--max-cost", str(cap), "--out", out, code=1)
            assert "--max-cost" in err
            assert server.spent(PRICE_IN, PRICE_OUT) <= cap
        assert server.twice() == []
        rng, killed = Random("kill/workers"), 0
        for _ in range(kills):
            kept = len(list((out / "answers").glob("*.json")))
            with known(server):
                more, pause = rng.randint(8, 40), rng.uniform(0, 0.2)
                killed += run_killed(kept + more, pause, out / "answers", *command, "--out", out)
        ask(server, *command, "--max-cost", "50", "--out", out)
        certified(out, 2)
        assert killed == kills
        assert len(server.twice()) <= at_once * kills
        costs = json.loads((out / "costs.json").read_text())
        assert server.spent(PRICE_IN, PRICE_OUT) <= costs["usd"] <= 50
        spent = len(server.charged)
        # What is kept is enough: one worker makes the same worlds of it and asks nobody.
        answers = ("--answers", out / "answers", "--out", tmp_path / "one")
        ask(server, *command, "--workers", "1", *answers)
        assert len(server.charged) == spent
    assert worlds(tmp_path / "one") == worlds(out)


class Strict:
    """A writer that at times tells what it may not, and a judge that at times refuses the rest."""

    def __init__(self) -> None:
        self.versions = defaultdict[str, list[str]](list)
        self.judged = Counter[str]()
        self.stubborn = set[str]()
        self.leaks = set[str]()

    def __call__(self, task: str, prompt: str, turn: int) -> str:
        found = DRAFTED.search(prompt)
        if found is None or task not in ("document", "judge"):
            return player()(task, prompt, turn)
        paper = " / ".join(found.groups())
        chance = Random(paper).random()
        if task == "judge":
            self.judged[paper] += 1
            stubborn = chance < 0.15 and "It must state nothing" in prompt
            if stubborn:
                self.stubborn.add(paper)
            refused = stubborn or (chance < 0.25 and self.judged[paper] < 3)
            reasons = [f"objection {self.judged[paper]} to this paper"] if refused else []
            return json.dumps({"grade": "fail" if refused else "pass", "reasons": reasons})
        if turn == 1:
            self.versions[paper].append(prompt)
        answer = json.loads(player()(task, prompt, turn))
        version = {"kind": "paragraph", "text": f"({len(self.versions[paper])})"}
        answer["blocks"].append(version)
        avoid = re.search(r"none of these together: ([^;\n]+)", prompt)
        if chance > 0.94 and avoid:
            self.leaks.add(paper)
            answer["blocks"].append({"kind": "paragraph", "text": f"By the way: {avoid[1]}."})
        return json.dumps(answer)


def _head(paper: str) -> tuple[str, str]:
    """Title and ISO date of a paper as `Strict` knows it."""
    _, title, day, _ = paper.split(" / ")
    return title, datetime.strptime(day, "%A, %B %d, %Y").date().isoformat()


def test_a_record_of_papers_is_written_and_judged_by_models(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(SALT, "the salt of this test")
    case, file = fictional_case(tmp_path)
    out, told = tmp_path / "out", Strict()
    command = ("build", "--source", f"folder:{case}", "--analyst", f"replay:{file}", *SMALL,
               "--writer", MODEL, "--judge", JUDGE, *prices(tmp_path, MODEL, JUDGE))  # fmt: skip
    with serving(told) as server:
        guess, _ = ask(server, *command, "--estimate", "--out", out)
        ask(server, *command, "--out", out)
    certified(out)

    drafts = step_of(out, "drafts")
    dropped = {r["document_id"]: " ".join(r["reasons"]) for r in drafts["dropped"]}
    # Papers of one title and day are one to this judge, who cannot tell their versions apart.
    refused = {paper: told.judged[paper] for paper in told.stubborn}
    assert refused
    assert {times % 4 for times in refused.values()} == {0}
    # A substitute that is refused as well stands in the list a second time.
    final = sum("objection" in " ".join(r["reasons"]) for r in drafts["dropped"])
    assert final == sum(times // 4 for times in refused.values())
    assert all(len(told.versions[paper]) == times for paper, times in refused.items())
    specs = [*step_of(out, "plan")["specs"], *drafts["substitutes"]]
    heads = Counter((spec["title"], spec["date"][:10]) for spec in specs)
    single = {p: n for p, n in told.judged.items() if heads[_head(p)] == 1}
    assert len(single) > len(told.judged) / 2
    for paper, times in single.items():
        for version, prompt in enumerate(told.versions[paper][:times]):
            given = re.findall(r"objection (\d)", prompt)
            assert given == [str(n) for n in range(1, version + 1)]
    # No grade outweighs the mechanical check: what leaks is dropped, and no judge is asked.
    assert told.leaks
    assert not told.leaks & set(single)
    assert sum("objection" not in r for r in dropped.values()) >= len(told.leaks)
    instead = [s["document_id"] for s in drafts["substitutes"]]
    times = Counter(r["document_id"] for r in drafts["dropped"])
    replaced = {document_id for document_id, n in times.items() if n == 1}
    assert {document_id.rstrip("x") for document_id in instead} == replaced
    more = sum(document_id.endswith("x") for document_id in instead)
    assert len(drafts["drafts"]) == 76 - len(times) + len(replaced) + more

    costs = json.loads((out / "costs.json").read_text())
    rows = {(c["stage"], c["model"]): c for c in costs["costs"]}
    assert set(rows) == {("plan", MODEL), ("write", MODEL), ("write", JUDGE)}
    for (stage, model), row in rows.items():
        tasks = {"plan": "titles", "write": "judge" if model == JUDGE else "document"}
        own = [a for a in server.asked if (a.task, a.model) == (tasks[stage], model[16:])]
        assert row["calls"] == len(own)
        assert row["output_tokens"] == sum(a.output_tokens for a in own)
    assert costs["usd"] == pytest.approx(server.spent(PRICE_IN, PRICE_OUT), abs=1e-4)
    said = float((re.search(r"([\d.]+) USD \(an estimate", guess) or ["", "nan"])[1])
    assert 1 / 3 < said / costs["usd"] < 3


def test_the_same_cases_through_two_writers_are_compared(tmp_path: Path) -> None:
    from inspect_ai import eval as inspect_eval

    from eval._registry import investigation
    from eval.analysis.frames import read_runs
    from eval.analysis.tables import table_module

    command = ("matrix", *FICTION, "--worlds", "2", "--generator", f"one={MODEL}", "--generator",
               f"two={OTHER}", "--out", tmp_path)  # fmt: skip
    with serving(player()) as server:
        said, _ = ask(server, *command)
        assert {a.model for a in server.asked} == {"scripted", "other"}
        assert "one: split of 2 worlds" in said
        asked = len(server.asked)
        ask(server, *command)
        assert len(server.asked) == asked
    root = tmp_path / "data"
    manifest = json.loads((root / "data_files" / "manifest.json").read_text())
    written = {n: s["builds"][0]["hands"]["writer"] for n, s in manifest["splits"].items()}
    assert written == {"one": MODEL, "two": OTHER}
    one, two = (
        load_dataset("parquet", data_files=str(root / "data_files" / "worlds" / f"{n}-*"))["train"]
        for n in ("one", "two")
    )
    assert {g["writer"] for g in two["generator"]} == {OTHER}
    for column in ("world_id", "brief", "hypotheses"):
        assert one[column] == two[column]

    models = [f"policy/{name}" for name in ("oracle", "keyword", "random", "party_coin")]
    for split in ("one", "two"):
        task = investigation(root=str(root), split=split, sandbox="none")
        inspect_eval(task, model=models, log_dir=str(tmp_path / "logs"), display="none")
    rows = table_module("generators").table(read_runs([tmp_path / "logs"])).to_dict("records")
    assert rows[0] == {"system": "policy/oracle", MODEL: "100.0 %", OTHER: "100.0 %"}
    assert rows[-1]["system"] == f"{OTHER} against {MODEL}"
    assert rows[-1][OTHER].startswith("rho ")

"""Model hands against a loopback provider: whole worlds, faults, the cap, kills (Linux)."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from random import Random

import pytest

from builder.authors._replay_file import load_replay
from builder.sources.folder import read_record
from tests.build_factories import SMALL, run, run_killed
from tests.model_builds import (
    FICTION,
    PRICE_IN,
    PRICE_OUT,
    SCENARIO,
    SEED,
    ask,
    certified,
    player,
    prices,
    step_of,
    worlds,
)
from tests.model_player import Player, ReplayPlayer
from tests.model_server import MODEL, known, serving
from tests.recorded_answers import genuine_case

pytest.importorskip("openai")
pytestmark = pytest.mark.slow

BASE = ("build", *FICTION, "--worlds", "1")
READS = (*BASE, "--analyst", MODEL)
WRITES = (*BASE, "--writer", MODEL, "--judge", MODEL)
KILLS = 20
QUICK = ("--timeout", "6", "--retries", "3")


def test_a_model_plays_every_hand_and_another_writes_the_same_case(tmp_path: Path) -> None:
    answers = ("--answers", tmp_path / "answers")
    command = (*READS, "--writer", MODEL, "--judge", MODEL, *prices(tmp_path), *answers)
    with serving(player()) as server:
        out, _ = ask(server, *command, "--out", tmp_path / "one")
        certified(tmp_path / "one")
        assert "1 worlds, 76 documents" in out
        asked = len(server.asked)
        costs = json.loads((tmp_path / "one" / "costs.json").read_text())
        assert costs["usd"] == pytest.approx(server.spent(PRICE_IN, PRICE_OUT), abs=1e-5)
        assert costs["calls"] == asked
        assert {c["stage"] for c in costs["costs"]} == {"extract", "hypothesize", "plan", "write"}

        ask(server, *command, "--out", tmp_path / "again")
        assert len(server.asked) == asked
        assert worlds(tmp_path / "again") == worlds(tmp_path / "one")

        # The generator swap: the same analyst's answers, another writer, the same world's id.
        ask(server, *READS, *answers, "--out", tmp_path / "other")
        assert len(server.asked) == asked
        one, other = (step_of(tmp_path / name, "world") for name in ("one", "other"))
        assert one["case_file"]["world_id"] == other["case_file"]["world_id"]
        assert one["case_file"]["hypotheses"] == other["case_file"]["hypotheses"]
        assert one["case_file"]["generator"]["writer"] == MODEL
        assert other["case_file"]["generator"]["writer"] == "procedural"


FAULTS = {2: "429", 4: "500", 6: "prose", 8: "slow", 10: "cut json", 13: "wrong schema",
          17: "refusal", 20: "cut connection"}  # fmt: skip


@pytest.mark.parametrize("command", [READS, WRITES], ids=["analyst", "writer and judge"])
def test_a_build_ends_whole_among_faults(tmp_path: Path, command: tuple[str, ...]) -> None:
    with serving(player(), FAULTS) as server:
        ask(server, *command, *QUICK, "--out", tmp_path)
    certified(tmp_path)
    assert {one.fault for one in server.asked} >= set(FAULTS.values())
    assert server.twice() == []


def test_a_provider_that_fails_stops_the_build_and_the_same_command_goes_on(tmp_path: Path) -> None:
    down = {"on": True}

    def fault(number: int, task: str) -> str:
        return "500" if down["on"] and number > 5 else ""

    command = (*READS, *QUICK, "--retries", "1", "--out", tmp_path)
    with serving(player(), fault) as server:
        _, err = ask(server, *command, code=1)
        assert "the same command goes on" in err
        assert len(err.strip().splitlines()[-1]) < 500
        assert not (tmp_path / "build.json").exists()
        down["on"] = False
        ask(server, *command)
        assert server.twice() == []
    certified(tmp_path)


def test_a_bad_request_is_not_tried_again(tmp_path: Path) -> None:
    with serving(player(), {1: "400"}) as server:
        _, err = ask(server, *READS, "--out", tmp_path, code=1)
    assert len(server.asked) == 1
    assert "AuthorError" not in err
    assert "(1 tries)" in err


def test_spending_stays_under_the_cap_and_goes_on_under_a_higher_one(tmp_path: Path) -> None:
    command = (*WRITES, *prices(tmp_path), "--out", tmp_path / "out", "--connections", "3")
    with serving(player(), {5: "slow", 9: "cut json", 11: "500"}) as server:
        for cap in (0.05, 0.12, 0.20):
            _, err = ask(server, *command, *QUICK, "--max-cost", str(cap), code=1)
            assert "--max-cost" in err
            assert server.spent(PRICE_IN, PRICE_OUT) <= cap
        ask(server, *command, *QUICK, "--max-cost", "50")
        assert server.twice() == []
    certified(tmp_path / "out")


def test_a_cap_without_a_price_is_refused_before_any_work(tmp_path: Path) -> None:
    with serving(player()) as server:
        command = (*WRITES, "--max-cost", "1", "--out", tmp_path)
        _, err = ask(server, *command, code=2)
        assert "--prices" in err
        out, _ = run(*WRITES, "--estimate", *prices(tmp_path), "--out", tmp_path)
    assert server.asked == []
    assert "in all" in out
    assert "unknown" not in out


def test_what_leaks_or_lacks_a_fact_is_refused_and_written_again(tmp_path: Path) -> None:
    told = leaking(player())
    with serving(told) as server:
        ask(server, *WRITES, "--out", tmp_path)
    certified(tmp_path)
    assert told.leaked > 10
    drafts = step_of(tmp_path, "drafts")
    dropped = [r for review in drafts["dropped"] for r in review["reasons"]]
    assert any("states" in reason for reason in dropped)
    assert drafts["substitutes"]


class leaking:  # noqa: N801
    """A player whose quiet documents often tell a fact, some of them whatever one says."""

    def __init__(self, of: Player) -> None:
        self.player, self.leaked = of, 0
        fact = next(f for f in of.play.facts)
        self.words = " ".join(anchor.surfaces[0] for anchor in fact.anchors)

    def __call__(self, task: str, prompt: str, turn: int) -> str:
        answer = self.player(task, prompt, turn)
        if task != "document" or "It states nothing about the case" not in prompt:
            return answer
        stubborn = "Title: K" in prompt  # titles of some papers begin so
        if turn > 1 and not stubborn:
            return answer
        self.leaked += 1
        blocks = json.loads(answer)
        blocks["blocks"].append({"kind": "paragraph", "text": f"By the way: {self.words}."})
        return json.dumps(blocks)


def test_quotations_that_stand_nowhere_are_dropped(tmp_path: Path) -> None:
    def inventing(task: str, prompt: str, turn: int) -> str:
        answer = json.loads(player()(task, prompt, turn))
        if task == "findings":
            made_up = {"filing": "opinion", "quote": "The moon was full of cheese.", "says": "x"}
            answer["findings"] = [made_up, *answer["findings"]]
        return json.dumps(answer)

    shifted = Player.of_fiction(SCENARIO, SEED)
    with serving(inventing) as server:
        _, err = ask(server, *READS, "--out", tmp_path)
    certified(tmp_path)
    assert "finding dropped" in err
    quoted = [f["passage"] for f in step_of(tmp_path, "extraction")["findings"]]
    assert len(quoted) == len(shifted.record.findings)


def test_a_model_reads_a_genuine_record_and_nothing_of_it_is_left(
    tmp_path: Path,
) -> None:
    case, answers = genuine_case()
    file = load_replay(answers)
    with serving(ReplayPlayer(file, read_record(case))) as server:
        command = ("build", "--source", f"folder:{case}", "--out", tmp_path, *SMALL)
        ask(server, *command, "--analyst", MODEL)
    certified(tmp_path)
    shown = step_of(tmp_path, "world")["case_file"]
    assert "ipson" not in json.dumps(shown)
    texts = [d["text"] for d in shown["documents"]]
    assert len(texts) > 40
    assert not [t for t in texts if re.search(r"(?i)gipson|u\.? ?s\.? steel|steelworkers", t)]


@pytest.mark.skipif(sys.platform != "linux", reason="looks for orphans in /proc")
def test_kill_9_twenty_times_loses_nothing_paid_for(tmp_path: Path) -> None:
    at_once = 2
    command = (*READS, "--writer", MODEL, "--judge", MODEL, "--connections", str(at_once), "--out")
    with serving(player()) as server:
        ask(server, *command, tmp_path / "whole")
        whole, needed = worlds(tmp_path / "whole"), len(server.asked)
        server.asked.clear()
        out, rng, killed = tmp_path / "killed", Random("kill/models"), 0
        for _ in range(KILLS):
            # Killed when some more answers are kept, and then a little later: both so small that
            # the last kill finds work on a fast machine too.
            kept = len(list((out / "answers").glob("*.json")))
            with known(server):
                more, pause = rng.randint(1, needed // (2 * KILLS)), rng.uniform(0, 0.1)
                killed += run_killed(kept + 1 + more, pause, out / "answers", *command, out)
        ask(server, *command, out)
        assert killed >= KILLS - 2  # the last may find that all is done
        assert worlds(out) == whole
        # What was under way when a kill came is asked again; what had come back is not.
        assert needed <= len(server.charged) <= needed + at_once * killed
        assert len(list((out / "answers").glob("*.json"))) == needed

"""Every policy, tool, family of scores and harness keeps its contract."""

from __future__ import annotations

from importlib import import_module
from random import Random

import pytest
from inspect_ai.model import ChatMessageUser
from scipy.stats import binomtest

from builder.schema import Account, AnswerKey, CaseFile, HypothesisDag
from eval.desk import Desk
from eval.harnesses import harness_ids, harness_module
from eval.policies import Ballot, Call, Peek, Scene, policy, policy_ids
from eval.policies._api import read_scene
from eval.prompts import prompt
from eval.scorers import FAMILIES, Evidence
from eval.simulate import simulate
from eval.tools import TOOLS, bind_tools
from tests.eval_factories import answer_key, case_file

EXPECTED = {
    "random": 8 / 81,
    "believe_one": 1 / 4,
    "party_coin": 1 / 2,
    "believe_all": 0,
    "reject_all": 0,
    "abstain_all": 0,
    "silent": 0,
    "oracle": 1,
}
VERDICTS = ["verdicts"]
WORLDS = [(case_file(world_id), answer_key(world_id)) for world_id in ("tiny-1", "tiny-2")]

PEEK = Peek(lambda: WORLDS[0], lambda: [WORLDS[1][1]])


@pytest.mark.parametrize("policy_id", policy_ids())
def test_a_policy_says_what_it_is_and_answers_every_label(policy_id: str) -> None:
    chosen = policy(policy_id)
    assert chosen.__doc__
    assert chosen.__doc__.startswith(f"`{policy_id}`: ")
    case, _ = WORLDS[0]
    ballot = Ballot("", {f"H{n}": a.statement for n, a in enumerate(case.hypotheses, start=1)})
    reply = chosen.commit(ballot, Random("x"), PEEK)
    assert isinstance(reply, str) or list(reply) == ["H1", "H2", "H3", "H4"]


@pytest.mark.parametrize("policy_id", policy_ids())
def test_a_policy_gives_its_summary_when_no_call_is_left(policy_id: str) -> None:
    move = policy(policy_id).investigate(Scene(WORLDS[0][0].brief, (), 0), Random("x"), PEEK)
    assert not isinstance(move, Call)


@pytest.mark.parametrize("policy_id", policy_ids())
def test_a_policy_is_deterministic(policy_id: str) -> None:
    assert list(simulate(policy_id, WORLDS, 2, 5)) == list(simulate(policy_id, WORLDS, 2, 5))


@pytest.mark.parametrize(("policy_id", "rate"), EXPECTED.items())
def test_closed_forms_of_case_solved(policy_id: str, rate: float) -> None:
    epochs = 1_000 if 0 < rate < 1 else 3
    solved = [int(s["case_solved"]) for s in simulate(policy_id, WORLDS, epochs, families=VERDICTS)]
    if 0 < rate < 1:
        interval = binomtest(sum(solved), len(solved)).proportion_ci(0.99, "wilson")
        assert interval.low <= rate <= interval.high
    else:
        assert set(solved) == {int(rate)}


def test_random_is_right_in_a_third_of_each_class() -> None:
    scores = list(simulate("random", WORLDS, 1_000, families=VERDICTS))
    for name, n in (("adopted_correct", 1), ("rest_correct", 3)):
        hits = int(sum(s[name] for s in scores))
        interval = binomtest(hits, n * len(scores)).proportion_ci(0.99, "wilson")
        assert interval.low <= 1 / 3 <= interval.high


def test_the_oracle_opens_merits_only() -> None:
    for scores in simulate("oracle", WORLDS):
        assert scores["recall_merits"] == 1
        assert scores["documents_shown"] == scores["total_merits"]


@pytest.mark.parametrize("policy_id", ["keyword", "bm25"])
def test_searching_policies_search_read_and_stay_in_budget(policy_id: str) -> None:
    for scores in simulate(policy_id, WORLDS, calls=9):
        assert scores["calls_grep"] > 0
        assert scores["tool_calls"] <= 9
        assert scores["answered"] == 1


def test_the_classifier_finds_a_word_that_gives_the_adopted_account_away() -> None:
    def told(world_id: str, told_by: str) -> tuple[CaseFile, AnswerKey]:
        case, key = case_file(world_id), answer_key(world_id)
        words = {h.hypothesis_id: h.statement for h in key.dag.hypotheses}
        words[told_by] = f"It is certain that {words[told_by]}"
        dag = key.dag.model_dump()
        for hypothesis in dag["hypotheses"]:
            hypothesis["statement"] = words[hypothesis["hypothesis_id"]]
        accounts = tuple(Account(hypothesis_id=h, statement=s) for h, s in words.items())
        return (
            case.model_copy(update={"hypotheses": accounts}),
            key.model_copy(update={"dag": HypothesisDag(**dag)}),
        )

    def solved(told_by: str) -> list[float]:
        worlds = [told(f"w{n}", told_by) for n in range(6)]
        return [s["case_solved"] for s in simulate("ngram", worlds, families=VERDICTS)]

    assert set(solved("H1")) == {1}


def test_a_policy_sees_the_brief_as_it_stands_in_the_case() -> None:
    brief = "Weiss sues Carver.\n\nThe record is long."
    opening = prompt("begin", case_type="torts", brief=brief, n_documents=3)
    assert read_scene([ChatMessageUser(content=opening)], can_call=True).brief == brief


def test_unknown_policy_names_those_that_exist() -> None:
    with pytest.raises(LookupError, match=r"no policy named 'oracel'; there are: .*oracle"):
        policy("oracel")


@pytest.mark.parametrize("family", FAMILIES)
def test_a_family_gives_all_its_numbers_for_an_empty_sample(family: str) -> None:
    module = import_module(f"eval.scorers.{family}")
    evidence = Evidence(case_file(), answer_key(), {}, (), (), "")
    scores = module.scores(evidence)
    assert set(scores) == set(module.KEYS)
    assert all(isinstance(value, int | float) for value in scores.values())


def test_families_share_no_name() -> None:
    names = [key for family in FAMILIES for key in import_module(f"eval.scorers.{family}").KEYS]
    assert len(names) == len(set(names))


@pytest.mark.parametrize("has_shell", [True, False])
def test_tools_are_described_and_the_shell_needs_a_sandbox(has_shell: bool) -> None:
    tools = bind_tools(Desk(case_file(), has_shell=has_shell))
    assert [tool.name for tool in tools] == list(TOOLS if has_shell else TOOLS[:3])
    for tool in tools:
        assert len(tool.description) > 40
        assert all(p.description for p in tool.parameters.properties.values())


@pytest.mark.parametrize("harness_id", harness_ids())
def test_a_harness_runs_or_says_in_one_line_what_it_lacks(harness_id: str) -> None:
    obstacle = import_module(f"eval.harnesses.{harness_id}").obstacle()
    if obstacle is None:
        assert callable(harness_module(harness_id).harness)
    else:
        assert "\n" not in obstacle
        with pytest.raises(LookupError, match="cannot run here"):
            harness_module(harness_id)

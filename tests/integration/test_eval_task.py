"""The whole task through Inspect, with policies and scripted models; no network, no key."""

from __future__ import annotations

import importlib.metadata
import itertools
import json
import shutil
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from inspect_ai import Epochs, score
from inspect_ai import eval as inspect_eval
from inspect_ai.log import EvalLog, EvalSample, read_eval_log
from inspect_ai.model import ChatMessage, ChatMessageTool, Model, ModelOutput, ModelUsage, get_model
from inspect_ai.solver._task_state import sample_state
from inspect_ai.tool import ToolCall, ToolInfo

from builder.schema import ROLES
from eval import namespaces
from eval._registry import investigation
from eval.analysis.frames import NoLogs, read_runs
from eval.scoring import world
from eval.wrong_use import WrongUse
from tests.eval_factories import write_dataset

Script = Callable[[list[ChatMessage], list[ToolInfo], Any], ModelOutput]
NUMBERS = itertools.count()
TIMES = {"seconds_turn_1": 0.0, "seconds_turn_2": 0.0}
VERDICTS = '{"H1": "believe", "H2": "do_not_believe", "H3": "do_not_know", "H4": "do_not_believe"}'


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A tiny dataset."""
    return str(write_dataset(tmp_path_factory.mktemp("worlds")))


@pytest.fixture(scope="module", autouse=True)
def _quick_start() -> Iterator[None]:
    """Inspect lists every installed package anew at each run's start; once is enough."""
    with pytest.MonkeyPatch.context() as patch:
        listed = importlib.metadata.packages_distributions()
        patch.setattr(importlib.metadata, "packages_distributions", lambda: listed)
        yield


@pytest.fixture
def run(root: str, tmp_path: Path) -> Callable[..., EvalLog]:
    """Runs the task on a model; keywords are task parameters, those in `options` Inspect's."""

    def run_task(
        model: str | Model, options: dict[str, Any] | None = None, **parameters: Any
    ) -> EvalLog:
        task = investigation(**{"root": root, "sandbox": "none", **parameters})
        logs = inspect_eval(
            task, model=model, log_dir=str(tmp_path), display="none", **(options or {})
        )
        return read_eval_log(logs[0].location)

    return run_task


def scripted(script: Script) -> Model:
    """A model that answers by a function of the conversation."""

    def output(
        messages: list[ChatMessage], tools: list[ToolInfo], choice: Any, config: Any
    ) -> ModelOutput:
        result = script(messages, tools, choice)
        result.usage = ModelUsage(input_tokens=500, output_tokens=100, total_tokens=600)
        return result

    return get_model("mockllm/model", custom_outputs=output, memoize=False)


def says(text: str, **changes: Any) -> ModelOutput:
    return ModelOutput.from_content("mockllm/model", text, **changes)


def calls(*asked: tuple[str, dict[str, Any]]) -> ModelOutput:
    """A message with tool calls, all in parallel."""
    result = says("")
    result.choices[0].message.tool_calls = [
        ToolCall(id=f"call-{next(NUMBERS)}", function=name, arguments=arguments)
        for name, arguments in asked
    ]
    return result


def in_turn_2(messages: list[ChatMessage]) -> bool:
    return any("<summary>" in m.text for m in messages)


def values(sample: EvalSample) -> dict[str, float]:
    assert sample.scores is not None
    result = sample.scores["world"].value
    assert isinstance(result, dict)
    return result  # type: ignore[return-value]


def left_behind(sample: EvalSample) -> dict[str, Any]:
    prefix = "Investigation:"
    return {k.removeprefix(prefix): v for k, v in sample.store.items() if k.startswith(prefix)}


def tool_messages(sample: EvalSample) -> list[ChatMessageTool]:
    return [m for m in sample.messages if isinstance(m, ChatMessageTool)]


QUICK = {"oracle": (1, 0), "silent": (0, 1)}
POLICIES = {
    **QUICK,
    "believe_all": (0, 0),
    "reject_all": (0, 0),
    "abstain_all": (0, 0),
    "keyword": (None, 0),
    "bm25": (None, 0),
}


@pytest.mark.parametrize("policies", [QUICK, pytest.param(POLICIES, marks=pytest.mark.slow)])
def test_policies_score_what_they_must(
    root: str, tmp_path: Path, policies: dict[str, tuple[int | None, int]]
) -> None:
    models = [f"policy/{policy}" for policy in policies]
    task = investigation(root=root, sandbox="none")
    for log in inspect_eval(task, model=models, log_dir=str(tmp_path), display="none"):
        assert log.status == "success"
        solved, unparsed = policies[log.eval.model.removeprefix("policy/")]
        for sample in log.samples or []:
            assert solved in (None, values(sample)["case_solved"])
            assert values(sample)["unparsed"] == unparsed
            if solved is None:
                assert values(sample)["calls_grep"] > 0
                assert values(sample)["coverage"] > 0


@pytest.mark.slow
def test_epochs_differ_and_pool(run: Callable[..., EvalLog]) -> None:
    log = run("policy/random", {"epochs": Epochs(4, "mean")})
    samples = log.samples or []
    answers = {s.scores["world"].answer for s in samples if s.scores}
    assert len(answers) > 4
    assert len({tuple(left_behind(s)["order"]) for s in samples}) > 3
    assert log.results is not None
    pooled = log.results.scores[0].metrics
    rest = sum(values(s)["rest_correct"] for s in samples) / (3 * len(samples))
    assert pooled["rest_accuracy"].value == pytest.approx(rest)
    commits = sum(values(s)["commits"] for s in samples)
    correct = sum(values(s)["commits_correct"] for s in samples)
    assert pooled["committed_accuracy"].value == pytest.approx(correct / commits)


GOOD, UNKNOWN, WRONG = ("glob", {"pattern": "*.pdf"}), ("open", {"x": 1}), ("read", {"file": "x"})
KINDS = {"good": [GOOD], "unknown": [UNKNOWN], "wrong": [WRONG], "mixed": [GOOD, UNKNOWN, WRONG]}
BUDGET_CASES = [
    (attempts, at_once, kind)
    for attempts in (29, 30, 31)
    for at_once in (1, 4, 40)
    for kind in KINDS
]
QUICK_CASES = [(29, 4, "good"), (30, 40, "wrong"), (31, 1, "mixed"), (31, 4, "mixed")]


@pytest.mark.parametrize("cases", [QUICK_CASES, pytest.param(BUDGET_CASES, marks=pytest.mark.slow)])
def test_the_budget_is_exact_to_the_call(
    run: Callable[..., EvalLog], cases: list[tuple[int, int, str]]
) -> None:
    """One case an epoch: so many attempts, so many in one message, of such calls."""

    def script(messages: list[ChatMessage], tools: list[ToolInfo], choice: Any) -> ModelOutput:
        state = sample_state()
        assert state is not None
        attempts, at_once, kind = cases[state.epoch - 1]
        done = sum(isinstance(m, ChatMessageTool) for m in messages)
        asked = min(at_once, attempts - done)
        if in_turn_2(messages):
            return says(VERDICTS)
        if choice == "none" or asked == 0:
            return says("Summary.")
        return calls(*(KINDS[kind][(done + n) % len(KINDS[kind])] for n in range(asked)))

    epochs = Epochs(len(cases), "mean")
    log = run(scripted(script), {"epochs": epochs}, worlds="tiny-1", turns=40)
    assert len(log.samples or []) == len(cases)
    for sample in log.samples or []:
        attempts, at_once, _ = cases[sample.epoch - 1]
        kept, answers = left_behind(sample), tool_messages(sample)
        granted, refused = min(attempts, 30), max(0, attempts - 30) if at_once > 1 else 0
        assert len(answers) == granted + refused
        assert kept["calls"] == values(sample)["tool_calls"] == len(kept["looks"]) == granted
        assert kept["refused_calls"] == values(sample)["refused_calls"] == refused
        assert kept["stop"] == ("submitted" if attempts < 30 else "calls")
        assert values(sample)["failed_calls"] == sum(m.error is not None for m in answers[:30])
        for number, message in enumerate(answers[:30], start=1):
            text = message.error.message if message.error else message.text
            assert f"[budget: {30 - number} of 30 tool calls" in text
        assert kept["summary"] == "Summary."
        assert kept["verdicts"]


@pytest.mark.slow
def test_turns_are_counted_and_end_with_the_summary(run: Callable[..., EvalLog]) -> None:
    def script(messages: list[ChatMessage], tools: list[ToolInfo], choice: Any) -> ModelOutput:
        if in_turn_2(messages):
            assert not tools
            return says(VERDICTS)
        if choice == "none":
            return says("All I know.")
        return calls(("glob", {"pattern": "**"}))

    (sample,) = run(scripted(script), worlds="tiny-1", turns=5).samples or []
    kept = left_behind(sample)
    assert (kept["turns"], kept["calls"], kept["stop"]) == (5, 5, "turns")
    assert kept["summary"] == "All I know."


def test_turn_2_sees_the_summary_and_the_accounts_and_nothing_else(
    run: Callable[..., EvalLog],
) -> None:
    seen: list[str] = []

    def script(messages: list[ChatMessage], tools: list[ToolInfo], choice: Any) -> ModelOutput:
        text = "\n".join(m.text for m in messages)
        if in_turn_2(messages):
            seen.append(text)
            return says(VERDICTS)
        assert "cause H1" not in text
        done = sum(isinstance(m, ChatMessageTool) for m in messages)
        return calls(("read", {"path": "Paper 01.txt"})) if not done else says("SUMMARY-X")

    run(scripted(script), worlds="tiny-1")
    (text,) = seen
    assert "SUMMARY-X" in text
    assert text.count("The pump failed by cause") == 4
    assert "Memorandum" not in text


def test_one_repair_is_asked_for_then_it_is_unparsed(run: Callable[..., EvalLog]) -> None:
    def script(answers: list[str]) -> Script:
        def play(messages: list[ChatMessage], tools: list[ToolInfo], choice: Any) -> ModelOutput:
            if not in_turn_2(messages):
                return says("Summary.")
            return says(answers[sum(m.role == "assistant" for m in messages)])

        return play

    (mended,) = run(scripted(script(["Hm.", VERDICTS])), worlds="tiny-1").samples or []
    assert (values(mended)["repaired"], values(mended)["answered"]) == (1, 1)
    (lost,) = run(scripted(script(["Hm.", '{"H1": "believe"}'])), worlds="tiny-1").samples or []
    assert (values(lost)["unparsed"], values(lost)["case_solved"]) == (1, 0)
    assert left_behind(lost)["problem"] == "no verdict for H2, H3, H4"
    assert len(left_behind(lost)["replies"]) == 2


def looks_around(messages: list[ChatMessage], tools: list[ToolInfo], choice: Any) -> ModelOutput:
    """Reads for ever; sums up when asked."""
    if in_turn_2(messages):
        return says(VERDICTS)
    if not tools or choice == "none":
        return says(f"From {len(messages)} messages.")
    return calls(("read", {"path": "Paper 01.txt"}))


def test_a_token_budget_is_caught_and_turn_2_still_runs(run: Callable[..., EvalLog]) -> None:
    log = run(scripted(looks_around), worlds="tiny-1", token_budget=4_000)
    (sample,) = log.samples or []
    assert left_behind(sample)["stop"] == "limit:token"
    assert left_behind(sample)["summary"] == "From 1 messages."
    assert (values(sample)["answered"], values(sample)["hit_limit"]) == (1, 1)


@pytest.mark.slow
def test_the_limit_of_the_user_leaves_room_for_turn_2(run: Callable[..., EvalLog]) -> None:
    log = run(scripted(looks_around), {"token_limit": 9_000}, worlds="tiny-1")
    (sample,) = log.samples or []
    assert sample.limit is None
    assert left_behind(sample)["stop"] == "limit:token"
    assert values(sample)["answered"] == 1


def test_a_full_context_is_salvaged(run: Callable[..., EvalLog]) -> None:
    def script(messages: list[ChatMessage], tools: list[ToolInfo], choice: Any) -> ModelOutput:
        if in_turn_2(messages):
            return says(VERDICTS)
        if len(messages) == 1:
            assert "Memorandum 1 of tiny-1" in messages[0].text
            return says("Salvaged.")
        if len(messages) > 6:
            return says("too long", stop_reason="model_length")
        return calls(("read", {"path": "Paper 01.txt"}))

    (sample,) = run(scripted(script), worlds="tiny-1").samples or []
    assert left_behind(sample)["stop"] == "context"
    assert left_behind(sample)["summary"] == "Salvaged."


@pytest.mark.slow
def test_an_empty_message_is_asked_for_its_summary(run: Callable[..., EvalLog]) -> None:
    def script(messages: list[ChatMessage], tools: list[ToolInfo], choice: Any) -> ModelOutput:
        if in_turn_2(messages):
            return says(VERDICTS)
        return says("At last." if choice == "none" else "")

    (sample,) = run(scripted(script), worlds="tiny-1").samples or []
    assert left_behind(sample)["summary"] == "At last."


@pytest.mark.parametrize(
    ("condition", "has", "has_not"),
    [
        pytest.param("closed_book", "No file of the record", "Memorandum", marks=pytest.mark.slow),
        pytest.param("hypotheses_only", "Nothing is known", "Carver", marks=pytest.mark.slow),
        ("oracle_evidence", "Memorandum 1 of tiny-1", "Memorandum 4 of"),
    ],
)
def test_conditions_without_an_investigation(
    run: Callable[..., EvalLog], condition: str, has: str, has_not: str
) -> None:
    def script(messages: list[ChatMessage], tools: list[ToolInfo], choice: Any) -> ModelOutput:
        summary = messages[1].text.partition("</summary>")[0]
        assert has in summary
        assert has_not not in summary
        return says(VERDICTS)

    (sample,) = run(scripted(script), worlds="tiny-1", condition=condition).samples or []
    assert values(sample)["answered"] == 1
    assert values(sample)["tool_calls"] == 0


@pytest.mark.slow
def test_levels_are_nested_subsets(run: Callable[..., EvalLog]) -> None:
    sizes = []
    for level in ("merits", "merits+all_distractors"):
        (sample,) = run("policy/oracle", worlds="tiny-1", levels=level).samples or []
        assert values(sample)["case_solved"] == 1
        sizes.append(values(sample)["documents"])
    assert sizes == [3, 11]
    (sample,) = run("policy/oracle", worlds="tiny-1", levels="noise,chaff").samples or []
    assert values(sample)["documents"] == 4
    assert values(sample)["case_solved"] == 0


def unzipped(location: str) -> str:
    with zipfile.ZipFile(location.removeprefix("file://")) as file:
        return "\n".join(file.read(name).decode() for name in file.namelist())


SECRETS = (
    "fact_ids", "hypothesis_dag", '"adopted"', '"rejected"', "adopted_slot", "tilts", "G1", "H1_",
    *(f'"{role}"' for role in ROLES),
)  # fmt: skip
SCORES = ("case_solved", "adopted_", "rejected_", "recall", "shown_", "alternative")


@pytest.mark.parametrize("policy", ["oracle", "random"])
def test_the_key_stays_out_of_the_log_unless_asked_for(
    run: Callable[..., EvalLog], policy: str
) -> None:
    closed = unzipped(run(f"policy/{policy}").location)
    assert [secret for secret in SECRETS if secret in closed] == []
    assert "believed_slot_1" in closed


def test_a_log_without_scores_tells_nothing_and_can_be_scored_later(
    run: Callable[..., EvalLog], root: str
) -> None:
    bare = run("policy/keyword", score=False)
    text = unzipped(bare.location)
    assert [word for word in (*SECRETS, *SCORES) if word in text] == []
    assert all(left_behind(s)["verdicts"] and not s.scores for s in bare.samples or [])
    with pytest.raises(NoLogs, match="inspect score"):
        read_runs([Path(bare.location.removeprefix("file://"))])
    later = score(bare, world(answers=root))
    scored = run("policy/keyword")
    assert [values(s) | TIMES for s in later.samples or []] == [
        values(s) | TIMES for s in scored.samples or []
    ]


def test_a_sealed_split_is_run_without_its_key(
    run: Callable[..., EvalLog], root: str, tmp_path: Path
) -> None:
    sealed = tmp_path / "sealed"
    shutil.copytree(root, sealed, ignore=shutil.ignore_patterns("answers", "hypotheses"))
    log = run("policy/random", root=str(sealed))
    assert log.status == "success"
    assert not any(s.scores for s in log.samples or [])
    (first, _) = run("policy/random", root=str(sealed), answers=root).samples or []
    assert values(first)["answered"] == 1
    for wrong in ({"levels": "merits"}, {"condition": "oracle_evidence"}):
        with pytest.raises(WrongUse, match="need the key of split 'validation'"):
            run("policy/random", root=str(sealed), **wrong)
    with pytest.raises(WrongUse, match="no key of split 'validation' in answers="):
        run("policy/random", root=root, answers=str(sealed))


def test_the_key_is_in_the_log_when_asked_for(run: Callable[..., EvalLog]) -> None:
    log = run("policy/believe_all", log_key=True)
    (first, _) = log.samples or []
    assert first.scores
    assert first.scores["world"].metadata is not None
    assert first.scores["world"].metadata["adopted"] == "H1"


def test_an_old_log_can_be_scored_again(run: Callable[..., EvalLog], root: str) -> None:
    log = run("policy/oracle")
    again = score(log, world(root=root, split="validation"), action="overwrite")
    assert [values(s) for s in again.samples or []] == [values(s) for s in log.samples or []]


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"nope": 3}, "no task parameter named 'nope'; there are: split, levels"),
        ({"root": "/nowhere/at/all"}, "-T root=PATH"),
        ({"split": "test"}, "no split 'test' in .*; there are: validation"),
        ({"worlds": "tiny-9"}, "no world 'tiny-9' .* there are: tiny-1, tiny-2"),
        ({"levels": "easy"}, "levels='easy' is neither a level nor a role"),
        ({"levels": ""}, "levels='' names none; leave it out"),
        ({"worlds": []}, r"worlds=\[\] names none; leave it out"),
        ({"token_budget": 0}, "token_budget=0: give a whole number from 1"),
        ({"harness": "codex"}, "no harness named 'codex'; there are: .*inspect_loop"),
        ({"condition": "dark"}, "condition='dark': choose one of full"),
        ({"sandbox": "jail"}, "sandbox='jail': choose one of auto"),
        ({"call_budget": 0}, "call_budget=0: give a whole number from 1"),
        ({"turns": "x"}, "turns='x': give a whole number from 1"),
        ({"seed": "x"}, "seed='x': give a whole number"),
    ],
)
def test_wrong_use_is_one_clear_line(root: str, parameters: dict[str, Any], message: str) -> None:
    with pytest.raises(WrongUse, match=message) as error:
        investigation(**{"root": root, "sandbox": "none", **parameters})
    assert "\n" not in str(error.value)


def test_an_unknown_policy_is_one_clear_line() -> None:
    with pytest.raises(WrongUse, match=r"no policy named 'oracel'; there are: .*oracle"):
        get_model("policy/oracel", memoize=False)


@pytest.mark.skipif(namespaces.obstacle() is not None, reason=f"bwrap: {namespaces.obstacle()}")
def test_the_shell_runs_in_the_sandbox_and_counts_as_shown(run: Callable[..., EvalLog]) -> None:
    def script(messages: list[ChatMessage], tools: list[ToolInfo], choice: Any) -> ModelOutput:
        if in_turn_2(messages):
            return says(VERDICTS)
        done = sum(isinstance(m, ChatMessageTool) for m in messages)
        commands = ["ls", "cat 'Weiss/Paper 01.txt' | tee /scratch/copy", "wc -l /scratch/copy"]
        return calls(("shell", {"command": commands[done]})) if done < 3 else says("Done.")

    log = run(scripted(script), worlds="tiny-1", sandbox="bwrap")
    (sample,) = log.samples or []
    texts = [m.text for m in tool_messages(sample)]
    assert texts[0].startswith("Weiss\nYard Office")
    assert "Memorandum 1 of tiny-1" in texts[1]
    assert texts[2].startswith("9 /scratch/copy")
    assert [look["shown"] for look in left_behind(sample)["looks"]] == [[], ["d001"], []]
    assert values(sample)["calls_shell"] == 3


@pytest.mark.slow
def test_without_a_sandbox_there_is_no_shell(run: Callable[..., EvalLog]) -> None:
    def script(messages: list[ChatMessage], tools: list[ToolInfo], choice: Any) -> ModelOutput:
        if in_turn_2(messages):
            return says(VERDICTS)
        assert [t.name for t in tools] == ["read", "glob", "grep"]
        assert "shell" not in messages[0].text
        return says("Summary.")

    assert run(scripted(script), worlds="tiny-1").status == "success"


@pytest.mark.slow
def test_the_answer_of_a_sample_is_by_hypothesis_not_by_slot(run: Callable[..., EvalLog]) -> None:
    def script(messages: list[ChatMessage], tools: list[ToolInfo], choice: Any) -> ModelOutput:
        return says(VERDICTS if in_turn_2(messages) else "Summary.")

    (sample,) = run(scripted(script), worlds="tiny-1").samples or []
    order = left_behind(sample)["order"]
    assert sample.scores
    assert json.loads(sample.scores["world"].answer or "")[order[0]] == "believe"

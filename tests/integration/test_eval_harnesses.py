"""Other agent loops: the same tools, the same log of looks and the same exact budget."""

from __future__ import annotations

import asyncio
import subprocess
import tempfile
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from inspect_ai import Epochs
from inspect_ai import eval as inspect_eval
from inspect_ai.log import EvalLog, read_eval_log
from inspect_ai.model import ChatMessage, ChatMessageTool, ModelOutput
from inspect_ai.solver._task_state import sample_state
from inspect_ai.tool import ToolInfo

from eval import namespaces
from eval._registry import investigation
from eval.bwrap_agent import BwrapAgentSandbox
from tests.eval_factories import write_dataset
from tests.integration.test_eval_task import (
    KINDS,
    VERDICTS,
    Script,
    calls,
    in_turn_2,
    left_behind,
    says,
    scripted,
    values,
)

HARNESSES = [
    "inspect_loop",
    "openai_agents",
    "mini_swe_agent",
    pytest.param("claude_code", marks=pytest.mark.slow),
]
SANDBOX = {"claude_code": "bwrap"}
STEPS: list[list[tuple[str, dict[str, Any]]]] = [
    [("glob", {"pattern": "*.pdf"})],
    [("grep", {"pattern": "K-\\d07"}), ("read", {"path": "Paper 01.txt"})],
    [("read", {"path": "../etc/passwd"}), ("read", {"file": "x"}), ("open", {"x": 1})],
    [("read", {"path": "Weiss/Paper 03.xlsx", "part": 2, "limit": 3})],
]


def run(harness: str, script: Script, folder: Path, epochs: int = 1, **changes: Any) -> EvalLog:
    if obstacle := import_module(f"eval.harnesses.{harness}").obstacle():
        pytest.skip(obstacle)
    root = folder / "worlds"
    if not root.exists():
        write_dataset(root)
    task = investigation(
        root=str(root),
        sandbox=SANDBOX.get(harness, "none"),
        worlds="tiny-1",
        harness=harness,
        **changes,
    )
    options: dict[str, Any] = {"log_dir": str(folder / harness), "display": "none"}
    (log,) = inspect_eval(task, model=scripted(script), epochs=Epochs(epochs, "mean"), **options)
    return read_eval_log(log.location)


@pytest.mark.parametrize("harness", HARNESSES)
def test_the_same_script_leaves_the_same_looks(tmp_path: Path, harness: str) -> None:
    def script(messages: list[ChatMessage], tools: list[ToolInfo], choice: Any) -> ModelOutput:
        if in_turn_2(messages):
            return says(VERDICTS)
        names = sorted(tool.name for tool in tools)
        assert names == ["glob", "grep", "read", *(["shell"] if harness in SANDBOX else [])]
        assert sum("You investigate a legal dispute" in m.text for m in messages) == 1
        done = sum(m.role == "assistant" for m in messages)
        return calls(*STEPS[done]) if done < len(STEPS) else says("Summary.")

    (sample,) = run(harness, script, tmp_path).samples or []
    kept = left_behind(sample)
    assert (kept["summary"], kept["stop"]) == ("Summary.", "submitted")
    assert (kept["calls"], kept["turns"]) == (7, 5)
    assert [(look["tool"], bool(look["error"])) for look in kept["looks"]] == [
        ("glob", False), ("grep", False), ("read", False), ("read", True), ("read", True),
        ("open", True), ("read", False),
    ]  # fmt: skip
    assert [d for look in kept["looks"] for d in look["shown"]] == ["d001", "d003"]
    assert values(sample)["answered"] == 1
    named = {
        c.function for m in sample.messages if m.role == "assistant" for c in m.tool_calls or []
    }
    assert {"glob", "grep", "read"} <= named
    assert not [name for name in named if name.startswith("mcp__")]


@pytest.mark.parametrize("harness", HARNESSES[1:])
def test_the_budget_is_exact_to_the_call_in_every_harness(tmp_path: Path, harness: str) -> None:
    cases = [(29, 4, "good"), (30, 40, "wrong"), (31, 1, "mixed"), (31, 4, "unknown")]

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

    for sample in run(harness, script, tmp_path, len(cases), turns=40).samples or []:
        attempts, at_once, kind = cases[sample.epoch - 1]
        kept = left_behind(sample)
        assert kept["calls"] == len(kept["looks"]) == min(attempts, 30)
        assert kept["refused_calls"] == (max(0, attempts - 30) if at_once > 1 else 0)
        assert kept["stop"] == ("submitted" if attempts < 30 else "calls")
        assert kept["summary"] == "Summary."
        errors = sum(bool(look["error"]) for look in kept["looks"])
        assert errors == {"good": 0, "mixed": 20}.get(kind, min(attempts, 30))


@pytest.mark.parametrize("harness", HARNESSES[1:])
def test_a_token_budget_is_caught_in_every_harness(tmp_path: Path, harness: str) -> None:
    def script(messages: list[ChatMessage], tools: list[ToolInfo], choice: Any) -> ModelOutput:
        if in_turn_2(messages):
            return says(VERDICTS)
        if len(messages) == 1:
            assert "Memorandum 1 of tiny-1" in messages[0].text
            return says("Saved.")
        return calls(("read", {"path": "Paper 01.txt"}))

    (sample,) = run(harness, script, tmp_path, token_budget=4_000).samples or []
    assert (left_behind(sample)["stop"], left_behind(sample)["summary"]) == (
        "limit:token",
        "Saved.",
    )
    assert values(sample)["answered"] == 1


@pytest.mark.parametrize("harness", HARNESSES[1:])
def test_turns_end_with_the_summary_in_every_harness(tmp_path: Path, harness: str) -> None:
    def script(messages: list[ChatMessage], tools: list[ToolInfo], choice: Any) -> ModelOutput:
        if in_turn_2(messages):
            return says(VERDICTS)
        return says("All.") if choice == "none" else calls(("glob", {"pattern": "**"}))

    (sample,) = run(harness, script, tmp_path, turns=4).samples or []
    kept = left_behind(sample)
    assert (kept["turns"], kept["calls"], kept["stop"]) == (4, 4, "turns")
    assert kept["summary"] == "All."


@pytest.mark.skipif(namespaces.obstacle() is not None, reason="no user namespaces")
@pytest.mark.slow
def test_the_sandbox_of_an_agents_program_has_a_loopback_and_nothing_else(tmp_path: Path) -> None:
    program = tmp_path / "bin"
    program.mkdir()
    (program / "tool").write_text("#!/bin/sh\necho from the program\n")
    # An ordinary user mounts it: every folder down to it is open, one more under xdist.
    for path in (program / "tool", *tmp_path.parents, tmp_path, program):
        if Path(tempfile.gettempdir()) in path.parents:
            path.chmod(0o755)

    async def go() -> list[str]:
        box = BwrapAgentSandbox(program)
        await box.start()
        try:
            await box.exec(["bash", "-c", "echo kept > note; setsid sleep 4711 > /dev/null 2>&1 &"])
            commands = [
                "tool; cat note; id -u; pgrep -f 'sleep 4711' > /dev/null && echo lives on",
                "exec 3<>/dev/tcp/1.1.1.1/53 && echo CONNECTED",
                "cat /proc/*/environ | tr '\\0' '\\n'; ls /corpus /work /root /home; touch /usr/x",
            ]
            shown = [await box.exec(["bash", "-c", c], timeout=5) for c in commands]
            with pytest.raises(TimeoutError):
                await box.exec(["sleep", "60"], timeout=1)
            return [r.stdout for r in shown]
        finally:
            await box.close()

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("OPENAI_API_KEY", "sk-secret-of-the-host")
        first, second, third = asyncio.run(go())
    assert first.split("\n")[:4] == ["from the program", "kept", "1000", "lives on"]
    assert "CONNECTED" not in second
    assert "secret" not in third
    listed = subprocess.run(["ps", "ax", "-o", "args"], capture_output=True, text=True, check=True)
    assert "sleep 4711" not in listed.stdout

"""Claude Code: its program in a sandbox of its own, our four tools over MCP, any Inspect model.

The program comes with the package claude-agent-sdk, or is found on PATH, and is driven by
inspect_swe; nothing is downloaded. Its own tools are not offered to the model. Turns and attempted
calls are counted on the bridge: what is asked for beyond the budget, of a tool that does not exist
or with arguments that do not fit is led to a hidden tool that says so. Model and log see the tools
under their own names; the program's prefix is put on and taken off on the bridge.
"""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import anyio
from inspect_ai.agent import Agent, AgentState, BridgedToolsSpec, agent
from inspect_ai.model import (
    ChatMessage,
    ChatMessageAssistant,
    ChatMessageTool,
    ChatMessageUser,
    GenerateConfig,
    GenerateInput,
    Model,
    ModelOutput,
)
from inspect_ai.tool import (
    ToolCall,
    ToolChoice,
    ToolDef,
    ToolError,
    ToolInfo,
    ToolParam,
    ToolParams,
)
from inspect_ai.util import LimitExceededError

from eval.desk import Desk
from eval.harnesses._arguments import misfit
from eval.prompts import prompt
from eval.tools import bind_tools

SERVER = "corpus"
PREFIX = f"mcp__{SERVER}__"
REFUSING = "refused"
SPENT = "not run: the budget of tool calls is spent"
OWN_TOOLS = (
    "Agent", "Task", "Bash", "BashOutput", "KillShell", "Glob", "Grep", "LS", "Read", "Edit",
    "MultiEdit", "Write", "NotebookEdit", "NotebookRead", "WebFetch", "WebSearch", "TodoWrite",
    "ExitPlanMode", "EnterPlanMode", "SlashCommand", "Skill", "ToolSearch", "AskUserQuestion",
)  # fmt: skip
SETTINGS = {"MAX_MCP_OUTPUT_TOKENS": "60000", "ENABLE_TOOL_SEARCH": "false"}


def program() -> Path | None:
    """The folder that holds the program `claude`, and nothing else that matters."""
    found = find_spec("claude_agent_sdk")
    if found is not None and found.origin:
        bundled = Path(found.origin).parent / "_bundled"
        if (bundled / "claude").is_file():
            return bundled
    on_path = shutil.which("claude")
    return Path(on_path).resolve().parent if on_path else None


def obstacle() -> str | None:
    """Neither the program nor its driver is a dependency of this project."""
    needed = {"inspect_swe": "inspect-swe", "anthropic": "anthropic"}
    if missing := [package for name, package in needed.items() if find_spec(name) is None]:
        return f"pip install {' '.join(missing)} claude-agent-sdk"
    return None if program() else "pip install claude-agent-sdk (it brings the program `claude`)"


@agent(name="claude_code")
def harness(desk: Desk) -> Agent:
    """Claude Code until its last message; the opening's system text takes the place of its own."""

    async def execute(state: AgentState) -> AgentState:
        tools = bind_tools(desk)
        system = "\n\n".join(m.text for m in state.messages if m.role == "system")
        turnstile = _Turnstile(desk, tools)
        driver = import_module("inspect_swe").claude_code(
            version="sandbox",
            sandbox="agent",
            cwd="/scratch",
            replace_system_prompt=system,
            bridged_tools=[BridgedToolsSpec(name=SERVER, tools=turnstile.bridged())],
            disallowed_tools=list(OWN_TOOLS),
            filter=turnstile,
            retry_refusals=None,
            env=SETTINGS,
        )
        state.messages = [m for m in state.messages if m.role != "system"]
        result = await driver(state)
        if turnstile.limit is not None:
            raise turnstile.limit
        result.messages = _plain(result.messages)
        return result

    return execute


class _Turnstile:
    """Counts turns and attempted calls as they pass the bridge, and notes what is left with each
    result, in the order of the calls."""

    def __init__(self, desk: Desk, tools: list[ToolDef]) -> None:
        self.desk = desk
        self.tools = {tool.name: tool for tool in tools}
        self.notes: dict[str, list[str]] = {}
        self.one_at_a_time = anyio.Lock()
        self.limit: LimitExceededError | None = None

    async def __call__(
        self,
        model: Model,
        messages: list[Any],
        tools: list[ToolInfo],
        tool_choice: ToolChoice | None,
        config: GenerateConfig,
    ) -> ModelOutput | GenerateInput | None:
        try:
            return await self._answer(model, messages, tools, tool_choice, config)
        except LimitExceededError as exc:  # ends the program in good order; raised again after it
            self.limit = exc
            return ModelOutput.from_content(model.name, "A limit was reached.")

    async def _answer(
        self,
        model: Model,
        messages: list[Any],
        tools: list[ToolInfo],
        tool_choice: ToolChoice | None,
        config: GenerateConfig,
    ) -> ModelOutput | None:
        offered = [
            tool.model_copy(update={"name": name})
            for tool in tools
            if (name := tool.name.removeprefix(PREFIX)) in self.tools
        ]
        messages = _plain(messages)
        if not offered:  # the program asks for a title of the session, or the like
            return None
        if self.desk.budget.spent:
            return await _last_word(model, messages, offered, config, "Your budget is spent.")
        self.desk.budget.turns_used += 1
        output = await model.generate(messages, offered, tool_choice, config)
        for call in output.message.tool_calls or []:
            self._admit(call)
        if output.stop_reason != "model_length" and not (
            output.message.tool_calls or output.completion.strip()
        ):
            reason = "Your last message was empty."
            return await _last_word(model, messages, offered, config, reason)
        return output

    def _admit(self, call: ToolCall) -> None:
        """Takes a call from the budget, or leads it to the tool that refuses."""
        name, budget = call.function.removeprefix(PREFIX), self.desk.budget
        problem = ""
        if budget.calls_left == 0:
            self.desk.refused_calls += 1
            problem = SPENT
        else:
            budget.calls_used += 1
            tool = self.tools.get(name)
            problem = misfit(tool, call.arguments) if tool else f"there is no tool {name!r}"
        if problem:
            call.arguments = {"asked_for": name, "problem": problem}
            name = REFUSING
        call.function = PREFIX + name
        self.notes.setdefault(_mark(name, call.arguments), []).append(budget.note())

    def bridged(self) -> list[Any]:
        """The desk's tools and the refusing one, as the bridge offers them."""
        return [*(self._bridge(tool).as_tool() for tool in self.tools.values()), self._refusing()]

    def _bridge(self, tool: ToolDef) -> ToolDef:
        async def execute(**arguments: Any) -> str:
            async with self.one_at_a_time:
                note = self._note(tool.name, arguments)
                values = {k: v for k, v in arguments.items() if v is not None}
                try:
                    return f"{await tool.tool(**values)}\n\n{note}"
                except ToolError as exc:
                    self.desk.record_error(tool.name, str(values), "ToolError")
                    return f"Error: {exc}\n\n{note}"

        return ToolDef(
            execute, name=tool.name, description=tool.description, parameters=tool.parameters
        )

    def _refusing(self) -> Any:
        async def execute(asked_for: str, problem: str) -> str:
            note = self._note(REFUSING, {"asked_for": asked_for, "problem": problem})
            if problem != SPENT:
                self.desk.record_error(asked_for, "", problem)
            return f"Error: {problem}.\n\n{note}"

        # in full: a function whose parameters Inspect reads itself it keeps for good
        words = ToolParam(type="string", description="What the bridge put in.")
        names = ["asked_for", "problem"]
        return ToolDef(
            execute, REFUSING, "Answers calls that cannot be run.",
            ToolParams(properties=dict.fromkeys(names, words), required=names),
        ).as_tool()  # fmt: skip

    def _note(self, name: str, arguments: dict[str, Any]) -> str:
        kept = {k: v for k, v in arguments.items() if v is not None}
        waiting = self.notes.get(_mark(name, kept), [])
        return waiting.pop(0) if waiting else self.desk.budget.note()


def _mark(name: str, arguments: dict[str, Any]) -> str:
    kept = {k: v for k, v in arguments.items() if v is not None}
    return f"{name} {json.dumps(kept, sort_keys=True)}"


def _plain(messages: list[ChatMessage]) -> list[ChatMessage]:
    """The messages with every tool under its own name."""
    return [_plain_message(message) for message in messages]


def _plain_message(message: ChatMessage) -> ChatMessage:
    if isinstance(message, ChatMessageTool) and message.function:
        name = message.function.removeprefix(PREFIX)
        return message.model_copy(update={"function": name})
    if isinstance(message, ChatMessageAssistant) and message.tool_calls:
        calls = [replace(c, function=c.function.removeprefix(PREFIX)) for c in message.tool_calls]
        return message.model_copy(update={"tool_calls": calls})
    return message


async def _last_word(
    model: Model, messages: list[Any], tools: list[ToolInfo], config: GenerateConfig, reason: str
) -> ModelOutput:
    asked = ChatMessageUser(content=prompt("summarize", reason=reason))
    output = await model.generate([*messages, asked], tools, "none", config)
    output.message.tool_calls = None
    return output

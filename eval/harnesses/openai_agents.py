"""The OpenAI Agents SDK, in this process, through Inspect's bridge; any Inspect model answers.

The SDK runs its own loop and calls the desk's tools; turns are counted on the bridge, attempted
calls where they arrive. A call of a tool that does not exist would end the SDK's run, so it is led
to a hidden tool that says so, and counts as an attempt like any other.
"""

from __future__ import annotations

import asyncio
import json
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from inspect_ai.agent import Agent, AgentState, agent, agent_bridge
from inspect_ai.model import (
    ChatMessageUser,
    GenerateConfig,
    GenerateInput,
    Model,
    ModelOutput,
)
from inspect_ai.tool import ToolChoice, ToolDef, ToolError, ToolInfo

from eval.desk import Desk
from eval.harnesses._arguments import misfit
from eval.prompts import prompt
from eval.tools import bind_tools

MISSING_TOOL = "no_such_tool"


def obstacle() -> str | None:
    """The SDK is no dependency of this project."""
    missing = [name for name in ("agents", "openai") if find_spec(name) is None]
    return "pip install openai-agents" if missing else None


@agent(name="openai_agents")
def harness(desk: Desk) -> Agent:
    """The SDK's runner on the desk's tools, until its final message."""

    async def execute(state: AgentState) -> AgentState:
        sdk = import_module("agents")
        sdk.set_tracing_disabled(True)
        tools = bind_tools(desk)
        system = "\n\n".join(m.text for m in state.messages if m.role == "system")
        user = "\n\n".join(m.text for m in state.messages if m.role == "user")
        bridge_filter = _Counter(desk, [tool.name for tool in tools])
        async with agent_bridge(state, filter=bridge_filter) as bridge:
            turnstile = asyncio.Lock()
            investigator = sdk.Agent(
                name="investigator",
                instructions=system,
                tools=[
                    *(_sdk_tool(sdk, tool, desk, turnstile) for tool in tools),
                    _missing(sdk, desk, turnstile),
                ],
                model="inspect",
            )
            config = sdk.RunConfig(model_provider=_provider())
            await sdk.Runner.run(
                investigator, user, max_turns=desk.budget.turns + 2, run_config=config
            )
            return bridge.state

    return execute


class _Counter:
    """Counts turns on the bridge; when the budget is spent, asks for the summary instead."""

    def __init__(self, desk: Desk, names: list[str]) -> None:
        self.desk = desk
        self.names = names

    async def __call__(
        self,
        model: Model,
        messages: list[Any],
        tools: list[ToolInfo],
        tool_choice: ToolChoice | None,
        config: GenerateConfig,
    ) -> ModelOutput | GenerateInput | None:
        offered = [tool for tool in tools if tool.name in self.names]
        if self.desk.budget.spent:
            text = prompt("summarize", reason="Your budget is spent.")
            output = await model.generate(
                [*messages, ChatMessageUser(content=text)], offered, "none", config
            )
            output.message.tool_calls = None
            return output
        self.desk.budget.turns_used += 1
        output = await model.generate(messages, offered, tool_choice, config)
        for call in output.message.tool_calls or []:
            if call.function not in self.names:
                call.arguments = {"asked_for": call.function}
                call.function = MISSING_TOOL
        return output


def _provider() -> Any:
    """A provider whose client is never contacted: the bridge takes its requests."""
    client = import_module("openai").AsyncOpenAI(api_key="none", base_url="http://127.0.0.1:1/v1")
    provider = import_module("agents.models.openai_provider").OpenAIProvider
    return provider(openai_client=client, use_responses=False)


def _sdk_tool(sdk: Any, tool: ToolDef, desk: Desk, turnstile: asyncio.Lock) -> Any:
    async def invoke(context: Any, arguments: str) -> str:
        async with turnstile:  # the SDK starts the calls of a message at once
            return await run(arguments)

    async def run(arguments: str) -> str:
        if (refusal := _spend(desk)) is not None:
            return refusal
        note = desk.budget.note()
        try:
            values = _checked(tool, arguments)
            return f"{await tool.tool(**values)}\n\n{note}"
        except (ToolError, ValueError, TypeError) as exc:
            desk.record_error(tool.name, arguments, type(exc).__name__)
            return f"Error: {exc}\n\n{note}"

    return sdk.FunctionTool(
        name=tool.name,
        description=tool.description,
        params_json_schema=tool.parameters.model_dump(exclude_none=True),
        on_invoke_tool=invoke,
        strict_json_schema=False,
    )


def _missing(sdk: Any, desk: Desk, turnstile: asyncio.Lock) -> Any:
    async def invoke(context: Any, arguments: str) -> str:
        async with turnstile:
            return run(arguments)

    def run(arguments: str) -> str:
        asked_for = json.loads(arguments).get("asked_for", "")
        if (refusal := _spend(desk)) is not None:
            return refusal
        desk.record_error(asked_for, "", "unknown tool")
        return f"Error: there is no tool {asked_for!r}.\n\n{desk.budget.note()}"

    return sdk.FunctionTool(
        name=MISSING_TOOL,
        description="Answers calls of tools that do not exist.",
        params_json_schema={"type": "object", "properties": {"asked_for": {"type": "string"}}},
        on_invoke_tool=invoke,
        strict_json_schema=False,
    )


def _spend(desk: Desk) -> str | None:
    """Takes one call from the budget, or says that there is none left."""
    if desk.budget.calls_left == 0:
        desk.refused_calls += 1
        return f"Not run: the budget of tool calls is spent.\n\n{desk.budget.note()}"
    desk.budget.calls_used += 1
    return None


def _checked(tool: ToolDef, arguments: str) -> dict[str, Any]:
    """Arguments as a tool takes them; ValueError or TypeError when they do not fit."""
    values = json.loads(arguments or "{}")
    if not isinstance(values, dict):
        raise ValueError("the arguments are no JSON object")
    if problem := misfit(tool, values):
        raise ValueError(problem)
    return {name: value for name, value in values.items() if value is not None}

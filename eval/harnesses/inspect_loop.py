"""Inspect's own loop: generate, run the tools, until there is no call or no budget left."""

from __future__ import annotations

from inspect_ai.agent import Agent, AgentState, agent
from inspect_ai.model import ChatMessageUser, ModelOutput, get_model
from inspect_ai.tool import ToolDef

from eval.desk import Desk
from eval.harnesses._calls import run_calls
from eval.prompts import prompt
from eval.tools import bind_tools


def obstacle() -> str | None:
    """Nothing is needed but Inspect."""
    return None


@agent(name="inspect_loop")
def harness(desk: Desk) -> Agent:
    """The default harness. A last generation, without tool calls, asks for the summary when the
    budget is spent or the agent stopped without a word."""

    async def execute(state: AgentState) -> AgentState:
        tools = bind_tools(desk)
        while not desk.budget.spent:
            desk.budget.turns_used += 1
            state.output = await _generate(state, tools)
            if state.output.stop_reason == "model_length" or not state.output.message.tool_calls:
                break
            state.messages.extend(await run_calls(state.messages, tools, desk))
        if state.output.stop_reason == "model_length":
            return state
        if desk.budget.spent and state.output.message.tool_calls:
            return await _ask(state, tools, "Your budget is spent.")
        if not state.output.completion.strip():
            return await _ask(state, tools, "Your last message was empty.")
        return state

    return execute


async def _generate(state: AgentState, tools: list[ToolDef]) -> ModelOutput:
    output = await get_model().generate(state.messages, tools)
    state.messages.append(output.message)
    return output


async def _ask(state: AgentState, tools: list[ToolDef], reason: str) -> AgentState:
    # the tools stay in the request: providers want their definitions when calls are in the history
    state.messages.append(ChatMessageUser(content=prompt("summarize", reason=reason)))
    state.output = await get_model().generate(state.messages, tools, tool_choice="none")
    state.messages.append(state.output.message)
    return state

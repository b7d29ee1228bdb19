"""Runs the tool calls of one message within a desk's budget, exact to the call.

In: the conversation, whose last message asks for tools. Out: one tool message per call, each with
what is left of the budget. Every attempted call counts, also of an unknown tool or with wrong
arguments; what is asked for beyond the budget is refused, not run. Side effects: on the desk.
"""

from __future__ import annotations

from inspect_ai.model import ChatMessage, ChatMessageAssistant, ChatMessageTool, execute_tools
from inspect_ai.tool import ToolCall, ToolCallError, ToolDef

from eval.desk import Desk

MAX_OUTPUT_BYTES = 128 * 1024


async def run_calls(
    messages: list[ChatMessage], tools: list[ToolDef], desk: Desk
) -> list[ChatMessageTool]:
    """Answers to all tool calls of the last message, in their order."""
    message = messages[-1]
    assert isinstance(message, ChatMessageAssistant)
    calls = message.tool_calls or []
    left = desk.budget.calls_left
    granted, refused = calls[:left], calls[left:]
    desk.budget.calls_used += len(granted)
    desk.refused_calls += len(refused)
    answers: list[ChatMessageTool] = []
    if granted:
        trimmed = message.model_copy(update={"tool_calls": granted})
        result = await execute_tools([*messages[:-1], trimmed], tools, MAX_OUTPUT_BYTES)
        answers = [m for m in result.messages if isinstance(m, ChatMessageTool)]
    for number, (call, answer) in enumerate(zip(granted, answers, strict=True), start=1):
        if answer.error is not None:
            desk.record_error(call.function, str(call.arguments), answer.error.type)
        _add_note(answer, desk.budget.note(left - number))
    return [*answers, *(_refusal(call, desk) for call in refused)]


def _add_note(answer: ChatMessageTool, note: str) -> None:
    if answer.error is not None:
        message = f"{answer.error.message}\n\n{note}"
        answer.error = ToolCallError(answer.error.type, message)
    else:
        answer.content = f"{answer.text}\n\n{note}"


def _refusal(call: ToolCall, desk: Desk) -> ChatMessageTool:
    note = f"Not run: the budget of tool calls is spent.\n\n{desk.budget.note()}"
    return ChatMessageTool(
        content="",
        tool_call_id=call.id,
        function=call.function,
        error=ToolCallError("limit", note),
    )

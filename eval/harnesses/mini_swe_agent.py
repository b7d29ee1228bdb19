"""mini-swe-agent's own loop, in this process: its agent, our four tools in the place of its bash.

Its agent is made for this: it asks any `Model` what to do and hands the actions to any
`Environment`. Here the model is Inspect's and the environment is the desk. The loop runs in a
thread, as it is not asynchronous; the model calls and the tools run in Inspect's.
"""

from __future__ import annotations

import os
import tempfile
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import anyio.from_thread
import anyio.to_thread
from inspect_ai.agent import Agent, AgentState, agent
from inspect_ai.model import (
    ChatMessage,
    ChatMessageAssistant,
    ChatMessageSystem,
    ChatMessageTool,
    ChatMessageUser,
    ModelOutput,
    get_model,
)
from inspect_ai.tool import ToolCall, ToolDef

from eval.desk import Desk
from eval.harnesses._calls import run_calls
from eval.prompts import prompt
from eval.tools import bind_tools

_ROLES = {"system": ChatMessageSystem, "user": ChatMessageUser}


def obstacle() -> str | None:
    """The agent is no dependency of this project."""
    return None if find_spec("minisweagent") else "pip install mini-swe-agent"


@agent(name="mini_swe_agent")
def harness(desk: Desk) -> Agent:
    """mini-swe-agent's `DefaultAgent` until it submits: with a message without a tool call, or with
    the summary that it is asked for when the budget is spent."""

    async def execute(state: AgentState) -> AgentState:
        sdk = _sdk()
        tools = bind_tools(desk)
        mini = sdk.DefaultAgent(
            _Model(desk, tools, state, import_module("minisweagent.exceptions").Submitted),
            _Environment(desk, tools, state),
            system_template="{{ system }}",
            instance_template="{{ task }}",
            cost_limit=0.0,
        )
        first = [m.text for m in state.messages]
        state.messages = []
        await anyio.to_thread.run_sync(lambda: mini.run(first[1], system=first[0]))
        return state

    return execute


def _sdk() -> Any:
    """The agent's module; what it does on import (a greeting, a folder of settings) is kept off."""
    os.environ.setdefault("MSWEA_SILENT_STARTUP", "1")
    os.environ.setdefault("MSWEA_GLOBAL_CONFIG_DIR", tempfile.gettempdir())
    return import_module("minisweagent.agents.default")


@dataclass
class _Model:
    """mini-swe-agent's `Model`: each of its messages carries the one of Inspect under `extra`."""

    desk: Desk
    tools: list[ToolDef]
    state: AgentState
    submitted: type[Exception]

    def query(self, messages: list[dict[str, Any]], **kwargs: Any) -> dict[str, Any]:
        """The next message; `Submitted` when it is the summary."""
        self.state.messages = [m["extra"]["message"] for m in messages]
        if self.desk.budget.spent:
            raise self._last_word("Your budget is spent.")
        self.desk.budget.turns_used += 1
        output = self.state.output = anyio.from_thread.run(self._generate)
        message = _kept(output.message, actions=list(output.message.tool_calls or []))
        if output.stop_reason == "model_length" or message["extra"]["actions"] == []:
            if output.stop_reason != "model_length" and not output.completion.strip():
                raise self._last_word("Your last message was empty.")
            raise self._submission()
        return message

    async def _generate(self, choice: Any = None) -> ModelOutput:
        output = await get_model().generate(self.state.messages, self.tools, choice)
        self.state.messages.append(output.message)
        return output

    def _last_word(self, reason: str) -> Exception:
        self.state.messages.append(ChatMessageUser(content=prompt("summarize", reason=reason)))
        self.state.output = anyio.from_thread.run(self._generate, "none")
        return self._submission()

    def _submission(self) -> Exception:
        summary = self.state.output.completion
        extra = {"exit_status": "Submitted", "submission": summary}
        return self.submitted({"role": "exit", "content": summary, "extra": extra})

    def format_message(self, role: str, content: str, **kwargs: Any) -> dict[str, Any]:
        """The first two messages, and the exit of a run that failed."""
        return _kept(_ROLES[role](content=content)) if role in _ROLES else {
            "role": role, "content": content, **kwargs,
        }  # fmt: skip

    def format_observation_messages(
        self, message: dict[str, Any], outputs: list[dict[str, Any]], template_vars: Any = None
    ) -> list[dict[str, Any]]:
        """What the tools returned."""
        return [_kept(output["answer"]) for output in outputs]

    def get_template_vars(self, **kwargs: Any) -> dict[str, Any]:
        """Nothing that a template of ours would show."""
        return {}

    def serialize(self) -> dict[str, Any]:
        """Nothing: the log is Inspect's."""
        return {}


@dataclass
class _Environment:
    """mini-swe-agent's `Environment`: an action is a tool call on the desk."""

    desk: Desk
    tools: list[ToolDef]
    state: AgentState

    def execute(self, action: ToolCall, cwd: str = "") -> dict[str, Any]:
        """Runs one call within the budget."""
        asked: list[ChatMessage] = [ChatMessageAssistant(content="", tool_calls=[action])]
        (answer,) = anyio.from_thread.run(run_calls, asked, self.tools, self.desk)
        self.state.messages.append(answer)
        return {"answer": answer}

    def get_template_vars(self, **kwargs: Any) -> dict[str, Any]:
        """Nothing that a template of ours would show."""
        return {}

    def serialize(self) -> dict[str, Any]:
        """Nothing: the log is Inspect's."""
        return {}


def _kept(
    message: ChatMessageSystem | ChatMessageUser | ChatMessageAssistant | ChatMessageTool,
    **extra: Any,
) -> dict[str, Any]:
    """A message of Inspect's in mini-swe-agent's form."""
    return {"role": message.role, "content": message.text, "extra": {**extra, "message": message}}

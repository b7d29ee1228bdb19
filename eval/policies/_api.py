"""Policies as an Inspect model provider: `--model policy/NAME`, with no key and no network.

In: the conversation. Out: a tool call, a summary or verdicts, with token counts. Side effects: none
(the two policies that peek read the dataset). `-M seed=N` changes the random ones' draws.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from functools import partial
from random import Random
from typing import Any

from inspect_ai.model import (
    ChatMessage,
    ChatMessageAssistant,
    ChatMessageTool,
    GenerateConfig,
    ModelAPI,
    ModelOutput,
    ModelUsage,
)
from inspect_ai.solver import TaskState
from inspect_ai.solver._task_state import sample_state
from inspect_ai.tool import ToolChoice, ToolInfo
from typing_extensions import override

from builder.schema import AnswerKey, CaseFile
from eval.dataset import Source, open_source
from eval.policies import Ballot, Call, Peek, Policy, Scene, policy
from eval.wrong_use import WrongUse

CHARS_PER_TOKEN = 4
_BRIEF = re.compile(r"^Case type: [^\n]*\n\n(.*)\n\nThe record is at /corpus", re.DOTALL)
_BUDGET = re.compile(r"\n*\[budget: (\d+) of \d+ tool calls[^\]]*\]\s*$")


class PolicyAPI(ModelAPI):
    """One instance serves all samples at once: every decision comes from the conversation."""

    def __init__(
        self,
        model_name: str,
        base_url: str | None = None,
        api_key: str | None = None,
        config: GenerateConfig | None = None,
        seed: int = 0,
        **model_args: Any,
    ) -> None:
        super().__init__(model_name, base_url, api_key, [], config or GenerateConfig())
        self.seed = seed
        try:
            self.policy: Policy = policy(model_name)
        except LookupError as exc:
            raise WrongUse(str(exc.args[0])) from exc

    @override
    def max_connections(self) -> int:
        """Nothing waits for a network."""
        return 64

    @override
    async def count_text_tokens(self, text: str) -> int:
        """A rough count; the default wants a vocabulary from the network."""
        return max(1, len(text) // CHARS_PER_TOKEN)

    @override
    async def generate(
        self,
        input: list[ChatMessage],
        tools: list[ToolInfo],
        tool_choice: ToolChoice,
        config: GenerateConfig,
    ) -> ModelOutput:
        """The policy's next move."""
        state = sample_state()
        rng = _random(self.seed, self.model_name, input, state)

        peek = Peek(partial(_own, state), partial(_other_keys, state))
        if (ballot := read_ballot(input)) is not None:
            reply = self.policy.commit(ballot, rng, peek)
            text = reply if isinstance(reply, str) else json.dumps(dict(reply))
            return self._output(input, ModelOutput.from_content(self.model_name, text))
        scene = read_scene(input, can_call=bool(tools) and tool_choice != "none")
        move = self.policy.investigate(scene, rng, peek)
        if isinstance(move, Call):
            output = ModelOutput.for_tool_call(
                self.model_name, move.tool, dict(move.arguments), content=""
            )
        else:
            output = ModelOutput.from_content(self.model_name, move)
        return self._output(input, output)

    def _output(self, messages: Sequence[ChatMessage], output: ModelOutput) -> ModelOutput:
        read = sum(len(m.text) for m in messages) // CHARS_PER_TOKEN
        written = max(1, len(output.completion) // CHARS_PER_TOKEN)
        output.usage = ModelUsage(
            input_tokens=read, output_tokens=written, total_tokens=read + written
        )
        return output


def _random(
    seed: int, name: str, messages: Sequence[ChatMessage], state: TaskState | None
) -> Random:
    """Draws that differ by sample and epoch, and are the same in every run."""
    where = f"{state.sample_id}/{state.epoch}" if state is not None else messages[-1].text
    return Random(f"{seed}/{name}/{where}/{len(messages)}")


def _own(state: TaskState | None) -> tuple[CaseFile, AnswerKey]:
    source, world_id, answers = _where(state)
    return source.case_file(world_id), source.answer_key(world_id, answers)


def _other_keys(state: TaskState | None) -> list[AnswerKey]:
    source, world_id, answers = _where(state)
    return [source.answer_key(w, answers) for w in source.world_ids if w != world_id]


def _where(state: TaskState | None) -> tuple[Source, str, str | None]:
    """Dataset, world and root of the answers of the running sample."""
    if state is None:
        raise WrongUse("this policy needs the task's key; it runs in `investigation` only")
    about = state.metadata
    source = open_source(about.get("root"), about.get("split"), about.get("roles"))
    return source, str(about["world_id"]), about.get("answers")


def read_ballot(messages: Sequence[ChatMessage]) -> Ballot | None:
    """The summary and accounts of a turn 2 conversation; None in turn 1."""
    for message in messages:
        found = re.search(
            r"<summary>\n(.*)\n</summary>\n\nThe accounts:\n\n(.*)", message.text, re.S
        )
        if message.role == "user" and found:
            pieces = re.split(r"^(H\d+): ", found[2], flags=re.MULTILINE)[1:]
            statements = dict(zip(pieces[::2], (p.strip() for p in pieces[1::2]), strict=True))
            return Ballot(found[1], statements)
    return None


def read_scene(messages: Sequence[ChatMessage], can_call: bool) -> Scene:
    """Turn 1 so far, read from the conversation."""
    asked = {
        call.id: Call(call.function, call.arguments)
        for message in messages
        if isinstance(message, ChatMessageAssistant)
        for call in message.tool_calls or []
    }
    results: list[tuple[Call, str]] = []
    left = 1
    for message in messages:
        if isinstance(message, ChatMessageTool) and message.tool_call_id in asked:
            text = message.error.message if message.error else message.text
            if note := _BUDGET.search(text):
                left = int(note[1])
            results.append((asked[message.tool_call_id], _BUDGET.sub("", text)))
    opening = next((m.text for m in messages if m.role == "user"), "")
    found = _BRIEF.search(opening)
    return Scene(found[1] if found else opening, tuple(results), left if can_call else 0)

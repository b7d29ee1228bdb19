"""The two turns: an investigation with tools, then verdicts from its summary in a fresh context.

In: a sample that names a world. Out: an `Investigation` in the sample's store. Side effects: model
calls, and commands in the sample's sandbox. The truth of the hypotheses is not reachable from here
(but for the condition `oracle_evidence`, which shows the merits documents).
"""

from __future__ import annotations

import json
import logging
import random
import time
from dataclasses import dataclass
from typing import Literal, get_args

from inspect_ai.agent import run
from inspect_ai.model import (
    ChatMessage,
    ChatMessageSystem,
    ChatMessageUser,
    GenerateConfig,
    ModelOutput,
    ResponseSchema,
    get_model,
)
from inspect_ai.solver import Generate, Solver, TaskState, solver
from inspect_ai.util import (
    JSONSchema,
    Limit,
    LimitExceededError,
    sample_limits,
    store_as,
    time_limit,
    token_limit,
)

from builder.schema import CaseFile
from eval import docker
from eval.answers import VERDICTS, read_reply
from eval.dataset import Source
from eval.desk import Budget, Desk
from eval.harnesses import harness_module
from eval.investigation import Investigation
from eval.prompts import prompt

logger = logging.getLogger(__name__)

Condition = Literal["full", "closed_book", "hypotheses_only", "oracle_evidence"]
CONDITIONS: tuple[Condition, ...] = get_args(Condition)

RESERVE = 0.15
"""Share of a sample's own limits that is kept back for the summary and turn 2."""
NOTES_CHARS = (24_000, 8_000, 2_500)
EVIDENCE_CHARS = 120_000


@dataclass(frozen=True)
class Rules:
    """The settings of the protocol."""

    calls: int
    turns: int
    seed: int
    harness: str
    condition: Condition
    sandbox: str
    structured: bool
    turn1_tokens: int | None = None


@solver
def investigate(source: Source, rules: Rules) -> Solver:
    """Turn 1: ends with a summary in the store, whatever limit cut it short."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        case = source.case_file(state.metadata["world_id"])
        investigation = store_as(Investigation)
        investigation.world_id = case.world_id
        investigation.harness = rules.harness
        investigation.condition = rules.condition
        investigation.sandbox = rules.sandbox
        investigation.n_documents = len(case.documents)
        investigation.call_budget, investigation.turn_budget = rules.calls, rules.turns
        started, tokens = time.monotonic(), _tokens_used()
        if rules.condition == "full":
            await _turn_one(state, source, case, rules, investigation)
        else:
            investigation.stop = "skipped"
            investigation.summary = _given_summary(source, case, rules.condition)
        investigation.tokens = [_tokens_used() - tokens]
        investigation.seconds = [round(time.monotonic() - started, 3)]
        return state

    return solve


async def _turn_one(
    state: TaskState, source: Source, case: CaseFile, rules: Rules, investigation: Investigation
) -> None:
    if rules.sandbox == "docker":
        await docker.fill(source, case.world_id)
    desk = Desk(case, Budget(rules.calls, rules.turns), has_shell=rules.sandbox != "none")
    agent = harness_module(rules.harness).harness(desk)
    result, limit = await run(agent, _opening(desk), limits=_turn_one_limits(rules))
    output = result.output
    investigation.stop = _why_stopped(desk, output, limit)
    if limit is not None or output.stop_reason == "model_length":
        output = await _salvage(desk, output)
    investigation.summary = output.completion.strip()
    investigation.stop_reason = output.stop_reason
    investigation.calls, investigation.turns = desk.budget.calls_used, desk.budget.turns_used
    investigation.refused_calls = desk.refused_calls
    investigation.looks = [look.model_dump(mode="json") for look in desk.looks]
    _keep_messages(state, result.messages)
    state.output = output


def _opening(desk: Desk) -> list[ChatMessage]:
    tools = "read, glob, grep, shell" if desk.has_shell else "read, glob, grep"
    system = prompt("investigate", calls=desk.budget.calls, turns=desk.budget.turns, tools=tools)
    user = prompt(
        "begin",
        case_type=desk.case.case_type.replace("_", " "),
        brief=desk.case.brief,
        n_documents=len(desk.case.documents),
    )
    return [ChatMessageSystem(content=system), ChatMessageUser(content=user)]


def _turn_one_limits(rules: Rules) -> list[Limit]:
    """Limits of turn 1, which are caught: the asked-for one, and most of the sample's own."""
    sample = sample_limits()
    limits: list[Limit] = []
    token_limits = [
        share for share in (rules.turn1_tokens, _share(sample.token.limit)) if share is not None
    ]
    if token_limits:
        limits.append(token_limit(min(token_limits)))
    if (seconds := _share(sample.time.limit)) is not None:
        limits.append(time_limit(seconds))
    return limits


def _share(limit: float | None) -> int | None:
    return int(limit * (1 - RESERVE)) if limit is not None else None


def _why_stopped(desk: Desk, output: ModelOutput, limit: LimitExceededError | None) -> str:
    if limit is not None:
        return f"limit:{limit.type}"
    if output.stop_reason == "model_length":
        return "context"
    if desk.budget.calls_left == 0:
        return "calls"
    return "turns" if desk.budget.turns_left == 0 else "submitted"


async def _salvage(desk: Desk, output: ModelOutput) -> ModelOutput:
    """A summary from what the last tool calls returned, in a context that is sure to fit."""
    for room in NOTES_CHARS:
        text = prompt("salvage", brief=desk.case.brief, notes=_notes(desk.results, room))
        output = await get_model().generate([ChatMessageUser(content=text)])
        if output.stop_reason != "model_length":
            break
    return output


def _notes(results: list[str], room: int) -> str:
    each = max(300, room // max(1, len(results)))
    kept = [result[:each] for result in results[-max(1, room // each) :]]
    return "\n\n".join(kept) or "(nothing)"


def _given_summary(source: Source, case: CaseFile, condition: Condition) -> str:
    """What stands in for the summary in the conditions without an investigation."""
    if condition == "closed_book":
        return f"No file of the record was available. {case.brief}"
    if condition == "hypotheses_only":
        return "Nothing is known of the case."
    merits = {d.document_id for d in source.answer_key(case.world_id).documents
              if d.role == "merits"}  # fmt: skip
    texts = [f"[{d.path}]\n{d.text}" for d in case.documents if d.document_id in merits]
    return "\n\n".join(texts)[:EVIDENCE_CHARS]


@solver
def commit(source: Source, rules: Rules) -> Solver:
    """Turn 2: verdicts on the shuffled hypotheses, from the summary alone."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        case = source.case_file(state.metadata["world_id"])
        investigation = store_as(Investigation)
        started, tokens = time.monotonic(), _tokens_used()
        order = slots(case, rules.seed, state.epoch)
        investigation.order = order
        try:
            messages = await _ask_verdicts(case, order, rules, investigation)
            _keep_messages(state, [*state.messages, *messages])
        except LimitExceededError as exc:
            investigation.limit = exc.type
            raise
        finally:
            investigation.tokens = [*investigation.tokens, _tokens_used() - tokens]
            investigation.seconds = [
                *investigation.seconds, round(time.monotonic() - started, 3)
            ]  # fmt: skip
        return state

    return solve


def slots(case: CaseFile, seed: int, epoch: int) -> list[str]:
    """The hypothesis ids in the order in which they are shown as H1 .. H4."""
    order = [account.hypothesis_id for account in case.hypotheses]
    random.Random(f"{seed}/{case.world_id}/{epoch}").shuffle(order)
    return order


async def _ask_verdicts(
    case: CaseFile, order: list[str], rules: Rules, investigation: Investigation
) -> list[ChatMessage]:
    labels = [f"H{number}" for number in range(1, len(order) + 1)]
    messages = _ballot(case, order, labels, investigation.summary)
    config = _answer_config(labels) if rules.structured else GenerateConfig()
    reply = None
    for attempt in (1, 2):
        output = await get_model().generate(messages, config=config)
        messages.append(output.message)
        investigation.replies = [*investigation.replies, output.completion]
        reply = read_reply(output.completion, labels)
        if not reply.problem:
            investigation.verdicts = {
                order[slot]: reply.verdicts[label] for slot, label in enumerate(labels)
            }
            return messages
        if attempt == 1:
            example = json.dumps(dict.fromkeys(labels, "do_not_know"))
            text = prompt("repair", problem=reply.problem, example=example)
            messages.append(ChatMessageUser(content=text))
    investigation.problem = reply.problem if reply else ""
    logger.info("world %s: unparsed verdicts: %s", case.world_id, investigation.problem)
    return messages


def _ballot(case: CaseFile, order: list[str], labels: list[str], summary: str) -> list[ChatMessage]:
    statements = {a.hypothesis_id: a.statement for a in case.hypotheses}
    accounts = "\n\n".join(
        f"{label}: {statements[hypothesis_id]}"
        for label, hypothesis_id in zip(labels, order, strict=True)
    )
    text = prompt("accounts", summary=summary or "(no summary was written)", accounts=accounts)
    return [
        ChatMessageSystem(content=prompt("commit", labels=", ".join(labels))),
        ChatMessageUser(content=text),
    ]


def _answer_config(labels: list[str]) -> GenerateConfig:
    schema = JSONSchema(
        type="object",
        properties={label: JSONSchema(type="string", enum=list(VERDICTS)) for label in labels},
        required=labels,
        additionalProperties=False,
    )
    return GenerateConfig(response_schema=ResponseSchema(name="verdicts", json_schema=schema))


def _keep_messages(state: TaskState, messages: list[ChatMessage]) -> None:
    """Puts messages into the log as far as a message limit of the sample allows."""
    limit = sample_limits().message.limit
    state.messages = messages if limit is None else messages[: int(limit)]


def _tokens_used() -> int:
    return int(sample_limits().token.usage)

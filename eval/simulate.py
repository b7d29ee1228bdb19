"""The protocol without Inspect: a policy over many worlds and epochs, in this process, quickly.

In: a policy's id, and case files with their keys. Out: the scores of each sample. Side effects:
none. The same tools, budget, shuffle, reply reading and scores as in the task; no shell.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from random import Random
from typing import Any

from inspect_ai.tool import ToolError

from builder.schema import AnswerKey, CaseFile
from eval.answers import Verdict, read_reply
from eval.desk import CALLS, TURNS, Budget, Desk, Shown
from eval.policies import Ballot, Call, Peek, Policy, Scene, policy
from eval.protocol import slots
from eval.scorers import FAMILIES, Evidence, all_scores
from eval.tools.glob import glob
from eval.tools.grep import grep
from eval.tools.read import read


def simulate(
    policy_id: str,
    worlds: Iterable[tuple[CaseFile, AnswerKey]],
    epochs: int = 1,
    seed: int = 0,
    calls: int = CALLS,
    turns: int = TURNS,
    families: Sequence[str] = FAMILIES,
) -> Iterator[dict[str, float]]:
    """The scores of each world and epoch, in that order."""
    chosen = policy(policy_id)
    all_worlds = list(worlds)
    for case, key in all_worlds:
        others = [other for _, other in all_worlds if other.world_id != case.world_id]
        peek = Peek(partial(tuple, (case, key)), partial(list, others))
        for epoch in range(1, epochs + 1):
            rng = Random(f"{seed}/{policy_id}/{case.world_id}/{epoch}")
            budget = Budget(calls, turns)
            sample = _sample(chosen, case, key, rng, epoch, seed, budget, peek)
            yield all_scores(sample, families)


def _sample(
    chosen: Policy,
    case: CaseFile,
    key: AnswerKey,
    rng: Random,
    epoch: int,
    seed: int,
    budget: Budget,
    peek: Peek,
) -> Evidence:
    desk = Desk(case, budget)
    results: list[tuple[Call, str]] = []
    summary: Call | str = Call("", {})
    while isinstance(summary, Call):
        left = 0 if budget.spent else budget.calls_left
        summary = chosen.investigate(Scene(case.brief, tuple(results), left), rng, peek)
        if isinstance(summary, Call):
            budget.turns_used += 1
            budget.calls_used += 1
            results.append((summary, _run(desk, summary)))
    order = slots(case, seed, epoch)
    statements = {a.hypothesis_id: a.statement for a in case.hypotheses}
    ballot = Ballot(summary, {f"H{n}": statements[h] for n, h in enumerate(order, start=1)})
    answer = chosen.commit(ballot, rng, peek)
    text = answer if isinstance(answer, str) else json.dumps(dict(answer))
    reply = read_reply(text, list(ballot.statements))
    verdicts: dict[str, Verdict] = {
        order[int(label[1:]) - 1]: v for label, v in reply.verdicts.items() if not reply.problem
    }
    return Evidence(
        case=case,
        key=key,
        verdicts=verdicts,
        order=tuple(order),
        looks=tuple(desk.looks),
        summary=summary,
        calls=budget.calls_used,
        turns=budget.turns_used,
        unparsed=bool(reply.problem),
    )


def _run(desk: Desk, call: Call) -> str:
    tools: dict[str, Any] = {"read": read, "glob": glob, "grep": grep}
    target = str(call.arguments.get("path") or call.arguments.get("pattern", ""))
    try:
        result: Shown = tools[call.tool](desk.case, **call.arguments)
    except (ToolError, KeyError, TypeError) as exc:
        desk.record_error(call.tool, target, type(exc).__name__)
        return str(exc)
    return desk.record(call.tool, target, result)

"""The Inspect scorer: all families of scores, and the metrics that need more than one of them.

In: the `Investigation` in a sample's store, and the answer key, read from the dataset by world id.
Out: a `Score` of plain numbers. The key stays out of the log unless it is asked for. Side effects:
reads the dataset, so `inspect score` can score an old log again after a label was mended.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, cast

from inspect_ai.scorer import (
    Metric,
    SampleScore,
    Score,
    Scorer,
    Target,
    grouped,
    mean,
    metric,
    scorer,
    stderr,
)
from inspect_ai.solver import TaskState

from builder.schema import ROLES, Role
from eval.dataset import open_source
from eval.investigation import Investigation
from eval.scorers import Evidence, all_scores

_POOLED = (
    "worst_class_accuracy",
    "adopted_accuracy",
    "rest_accuracy",
    "committed_accuracy",
    "complete_case_solved",
)
_MEANS = (
    "verdict_accuracy",
    "commit_rate",
    "adopted_believed",
    "rejected_believed",
    "alternative_believed",
    "coverage",
    "signal_recall",
    "tool_calls",
    "unparsed",
    "missing",
    "hit_limit",
)


@metric
def pooled() -> Metric:
    """What stands beside `case_solved`: means of the chief scores, and ratios of sums, which are no
    means of ratios (class accuracies and the smaller of them, committed accuracy, solved among the
    answered). NaN where nothing counted. All other scores are in the samples."""

    def compute(scores: list[SampleScore]) -> Mapping[str, float]:
        values = [cast(Mapping[str, float], s.score.value) for s in scores]

        def total(name: str) -> float:
            return sum(float(value.get(name, 0)) for value in values)

        rates = pooled_rates(total, len(values))
        means = {name: _ratio(total(name), len(values)) for name in _MEANS}
        return {**{name: rates[name] for name in _POOLED}, **means}

    return cast(Metric, compute)


def pooled_rates(total: Callable[[str], float], n: int) -> dict[str, float]:
    """All pooled ratios, from a function that sums a score by name, and the number of samples:
    those above, coverage, and recall by role with its ratio to uniform retrieval of as many."""
    adopted = _ratio(total("adopted_correct"), n)
    rest = _ratio(total("rest_correct"), 3 * n)
    coverage = _ratio(total("documents_shown"), total("documents"))
    rates = {
        "adopted_accuracy": adopted,
        "rest_accuracy": rest,
        "worst_class_accuracy": min(adopted, rest) if n else float("nan"),
        "committed_accuracy": _ratio(total("commits_correct"), total("commits")),
        "coverage": coverage,
        "complete_case_solved": _ratio(total("case_solved"), total("answered")),
    }
    for role in ROLES:
        recall = _ratio(total(f"shown_{role}"), total(f"total_{role}"))
        rates[f"{role}_recall"] = recall
        rates[f"{role}_recall_to_uniform"] = _ratio(recall, coverage)
    return rates


def _ratio(part: float, whole: float) -> float:
    return part / whole if whole else float("nan")


@scorer(
    metrics=[
        {
            "case_solved": [
                mean(),
                stderr(),
                grouped(mean(), "case_type", name_template="{group_name}"),
            ]
        },
        pooled(),
    ],
)
def world(
    root: str | None = None,
    split: str | None = None,
    roles: list[Role] | None = None,
    answers: str | None = None,
    log_key: bool = False,
) -> Scorer:
    """Scores a sample against the key of its world. `answers` is another root that holds the key
    (a sealed split); `log_key` writes the truth and the roles into the score's metadata. What is
    left out is taken from the sample's metadata, so that a log without scores needs no more than
    `inspect score LOG --scorer investigation_worlds/world -S answers=PATH`."""

    async def score(state: TaskState, target: Target) -> Score:
        about = state.metadata
        source = open_source(
            root or about.get("root"), split or about.get("split"), roles or about.get("roles")
        )
        left = state.store_as(Investigation)
        world_id = str(state.metadata["world_id"])
        key = source.answer_key(world_id, answers or about.get("answers"))
        evidence = Evidence(
            case=source.case_file(world_id),
            key=key,
            verdicts=dict(left.verdicts),
            order=tuple(left.order),
            looks=left.read_looks(),
            summary=left.summary if left.stop != "skipped" else "",
            calls=left.calls,
            refused_calls=left.refused_calls,
            turns=left.turns,
            replies=len(left.replies),
            unparsed=bool(left.problem),
            hit_limit=bool(left.limit) or left.stop.startswith("limit:"),
            tokens=tuple(left.tokens),
            seconds=tuple(left.seconds),
        )
        truth = {
            "adopted": key.dag.adopted.hypothesis_id,
            "rejected": key.dag.rejected.hypothesis_id,
            "roles": {d.document_id: d.role for d in key.documents},
        }
        return Score(
            value=cast(Any, all_scores(evidence)),
            answer=json.dumps(evidence.verdicts) if evidence.verdicts else (left.problem or ""),
            explanation=f"turn 1 ended: {left.stop or 'not at all'}",
            metadata=truth if log_key else {},
        )

    return score

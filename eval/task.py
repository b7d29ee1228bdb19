"""The evaluation as an Inspect task: `inspect eval eval/task.py --model MODEL` (from the checkout).

In: the `-T` parameters below. Out: the task. The work is in eval/building.py; Inspect finds tasks
by parsing this file, so the decorated function stands here.
"""

from typing import Any

from inspect_ai import Task, task

from eval.building import Options, build_task
from eval.desk import CALLS, TURNS


@task
def investigation(
    split: str | None = None,
    levels: str | list[str] = "full",
    worlds: str | list[str] | None = None,
    root: str | None = None,
    answers: str | None = None,
    call_budget: int = CALLS,
    turns: int = TURNS,
    seed: int = 0,
    sandbox: str = "auto",
    harness: str = "inspect_loop",
    condition: str = "full",
    structured: bool = False,
    token_budget: int | None = None,
    score: bool = True,
    log_key: bool = False,
    **unknown: Any,
) -> Task:
    """Investigates legal disputes in two turns and scores the verdicts.

    Args:
        split: Split of the dataset; by default `validation`.
        levels: A level of the ablation ladder, or roles whose documents make up the corpus.
        worlds: Ids of worlds; by default all of the split.
        root: Folder that holds data_files/, or a Hub repository; by default this checkout.
        answers: Another such folder that holds the answer key (of a sealed split).
        call_budget: Tool calls that may be attempted in turn 1.
        turns: Agent turns of turn 1.
        seed: Seed of the order in which the accounts are shown.
        sandbox: Where `shell` runs: auto, bwrap, docker, or none (no shell).
        harness: The agent loop of turn 1.
        condition: full, closed_book, hypotheses_only or oracle_evidence.
        structured: Whether to ask the provider for structured output in turn 2.
        token_budget: Tokens of turn 1; when they are spent, the summary is asked for.
        score: Whether to score; a log without scores tells nothing of the truth.
        log_key: Whether the truth goes into the log.
        unknown: Refused; Inspect alone would only warn.
    """
    options = Options(
        split=split, levels=levels, worlds=worlds, root=root, answers=answers,
        call_budget=call_budget, turns=turns, seed=seed, sandbox=sandbox, harness=harness,
        condition=condition, structured=structured, token_budget=token_budget, score=score,
        log_key=log_key,
    )  # fmt: skip
    return build_task(options, unknown)

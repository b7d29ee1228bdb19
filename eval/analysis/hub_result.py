"""A log's score as the file that a model's repository on the Hub keeps in `.eval_results/`.

In: logs of finished, scored runs. Out: YAML by file name, one file for each log. Nothing is sent.
The value is the share of cases solved in percent; the notes say what else decides it.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import yaml
from inspect_ai.log import EvalLog, read_eval_log

from eval.analysis.frames import NoLogs
from investigation_worlds import REPO_ID

TASK = "investigation"


def hub_result(path: Path, source: str = "") -> tuple[str, str]:
    """File name and YAML for one log; `source` is an address where the log can be read.

    NoLogs for a log that is not of this evaluation, not finished, or without scores.
    """
    if not path.is_file():
        raise NoLogs(f"no such log: {path}")
    log = read_eval_log(str(path), header_only=True)
    about = log.eval.metadata or {}
    if about.get("protocol") is None:
        raise NoLogs(f"{path} is not a log of this evaluation")
    if log.status != "success":
        raise NoLogs(f"{path} is of a run that ended with {log.status!r}; finish it first")
    entry: dict[str, Any] = {
        "dataset": {"id": REPO_ID, "task_id": TASK},
        "value": round(100 * _solved(log, path), 2),
        "date": log.eval.created[:10],
        **({"source": {"url": source, "name": "Inspect log"}} if source else {}),
        "notes": _notes(log, about),
    }
    name = re.sub(r"[^a-z0-9]+", "-", f"investigation-worlds {log.eval.model}".lower()).strip("-")
    return f"{name}-{log.eval.run_id[:6].lower()}.yaml", yaml.safe_dump([entry], sort_keys=False)


def _solved(log: EvalLog, path: Path) -> float:
    for score in log.results.scores if log.results else []:
        if score.name == "case_solved" and "mean" in score.metrics:
            return float(score.metrics["mean"].value)
    raise NoLogs(f"{path} has no scores; score it first (inspect score, with -S answers=KEY)")


def _notes(log: EvalLog, about: dict[str, Any]) -> str:
    """What a reader must know to compare: two results of unlike notes are not comparable."""
    told = {
        "split": str(log.eval.dataset.name).rpartition("/")[2],
        **{name: about.get(name) for name in ("level", "condition", "harness", "protocol")},
        "scorer": log.eval.task_version,
        "data": about.get("data_version") or str(about.get("dataset_sha256"))[:12],
        "cases": log.eval.dataset.samples,
        "epochs": log.eval.config.epochs or 1,
    }
    return ", ".join(f"{name} {value}" for name, value in told.items())

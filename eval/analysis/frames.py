"""Logs -> one frame with a row for each sample and epoch that was planned, finished or not.

In: `.eval` logs, or folders of them. Out: `Runs`. A sample that failed, was cut off or never ran
is a row with `missing` = 1 and no scores, so that no table can lose it by accident.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import pandas as pd
from inspect_ai.log import EvalLog, EvalSample, list_eval_logs, read_eval_log

Frame = Any
"""A pandas frame or series: pandas types every index as a union that no checker can follow."""

SCORER = "world"
SYSTEM = ["model", "harness", "condition", "level", "data"]
"""What makes two runs of one model two systems: runs on other data are never pooled."""

ABOUT = ("harness", "condition", "level", "sandbox", "code", "protocol")
WORLD = ("case_type", "source", "writer", "split", "root", "answers")
SAMPLE = ["run", "world_id", "epoch"]


class NoLogs(Exception):
    """There is nothing to report on; the message says where was looked."""


@dataclass(frozen=True)
class Runs:
    """`samples`: a row per sample-epoch; `looks`: a row per tool call that showed documents."""

    samples: Frame
    looks: Frame

    @cached_property
    def systems(self) -> list[str]:
        """Names of the systems, those first that solved most."""
        names = dict.fromkeys(self.samples["system"])
        return sorted(names, key=lambda s: (-self.cases(s, "case_solved").mean(), s))

    def of(self, system: str) -> Frame:
        """The sample rows of one system."""
        return self.samples[self.samples["system"] == system]

    def cases(self, system: str, score: str) -> Frame:
        """One value per case: the mean over epochs, a missing sample counting as 0."""
        rows = self.of(system)
        return rows[score].fillna(0.0).groupby(rows["world_id"]).mean()


def read_runs(paths: Sequence[Path]) -> Runs:
    """All runs under some paths; raises NoLogs when there is none that can be used."""
    logs = [log for path in paths for log in _logs(path)]
    rows: list[dict[str, Any]] = []
    looks: list[dict[str, Any]] = []
    for log in logs:
        _read(log, rows, looks)
    if not rows:
        raise NoLogs(f"no log of this evaluation under {', '.join(map(str, paths))}")
    samples: Frame = pd.DataFrame(rows)
    samples["system"] = _names(samples)
    shown = pd.DataFrame(looks, columns=["run", "world_id", "epoch", "call", "tool", "shown"])
    return Runs(samples, shown)


def _logs(path: Path) -> Iterable[EvalLog]:
    if not path.exists():
        raise NoLogs(f"no such log or folder: {path}")
    if path.is_file():
        yield _log(str(path))
        return
    for info in sorted(list_eval_logs(str(path)), key=lambda info: info.name):
        yield _log(info.name)


def _log(name: str) -> EvalLog:
    try:
        return read_eval_log(name)
    except (OSError, ValueError, BadZipFile, LookupError) as exc:
        raise NoLogs(f"log {name!r} cannot be read: {exc}; leave it out") from exc


def _read(log: EvalLog, rows: list[dict[str, Any]], looks: list[dict[str, Any]]) -> None:
    spec = log.eval
    metadata = spec.metadata or {}
    if metadata.get("protocol") is None:
        return
    about = {
        "run": spec.run_id + spec.task_id,
        "model": spec.model,
        "date": str(spec.created)[:10],
        "status": log.status,
        **{k: metadata.get(k, "") for k in ABOUT},
        "data": data_name(metadata.get("data_version"), metadata.get("dataset_sha256")),
        "inspect": (spec.packages or {}).get("inspect_ai", ""),
    }
    done = {(str(s.id), s.epoch): s for s in log.samples or []}
    if done and not any(s.scores or s.error for s in done.values()):
        raise NoLogs(
            f"{log.location} was not scored; where the key is: inspect score LOG "
            "--scorer investigation_worlds/world -S answers=PATH"
        )
    planned = [str(i) for i in spec.dataset.sample_ids or []] or sorted({i for i, _ in done})
    for world_id in planned:
        for epoch in range(1, (spec.config.epochs or 1) + 1):
            sample = done.get((world_id, epoch))
            rows.append({**about, "world_id": world_id, "epoch": epoch, **_sample(sample)})
            if sample is not None:
                looks += [
                    {"run": about["run"], "world_id": world_id, "epoch": epoch, **look}
                    for look in _looks(sample)
                ]


def data_name(version: str | None, sha256: str | None) -> str:
    """Version and hash of a dataset, as far as they are known."""
    return " ".join(filter(None, (version, (sha256 or "")[:12])))


def _sample(sample: EvalSample | None) -> dict[str, Any]:
    score = (sample.scores or {}).get(SCORER) if sample is not None else None
    if sample is None or score is None or not isinstance(score.value, dict):
        error = sample.error.message if sample is not None and sample.error else ""
        return {"missing": 1.0, "answered": 0.0, "error": error}
    usage = list((sample.model_usage or {}).values())
    costs = [u.total_cost for u in usage]
    store = {k.partition(":")[2]: v for k, v in sample.store.items()}
    return {
        **{k: float(v) for k, v in score.value.items() if isinstance(v, int | float)},
        **{k: sample.metadata.get(k) or "" for k in WORLD},
        "error": sample.error.message if sample.error else "",
        "limit": str(sample.limit.type) if sample.limit else "",
        "tokens": float(sum(u.total_tokens for u in usage)),
        "cost_usd": sum(c for c in costs if c is not None) if costs and None not in costs else None,
        "seconds": float(sample.total_time or 0.0),
        "verdicts": json.dumps(store.get("verdicts", {}), sort_keys=True),
        "order": json.dumps(store.get("order", [])),
    }


def _looks(sample: EvalSample) -> Iterable[dict[str, Any]]:
    for look in sample.store.get("Investigation:looks", []):
        if look.get("shown"):
            yield {"call": look["call"], "tool": look["tool"], "shown": tuple(look["shown"])}


def _names(samples: Frame) -> list[str]:
    """Short names: the model, and whatever else differs between the runs."""
    varying = [c for c in SYSTEM[1:] if samples[c].nunique() > 1]
    return [
        " / ".join([str(row["model"]), *(str(row[c]) for c in varying)])
        for row in samples[SYSTEM].to_dict("records")
    ]

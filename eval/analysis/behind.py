"""What no log tells of its dataset: which role each document has, and what the audit found.

In: `Runs`, whose samples name their dataset, or its root where it lies elsewhere now. Out: frames,
empty where the dataset, its key or its audit is not there or is not of the data that the runs were
on. Side effects: reads the dataset.
"""

from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pandas as pd

import investigation_worlds
from eval.analysis.frames import Frame, Runs, data_name
from eval.dataset import DatasetError, Source, open_source

logger = logging.getLogger(__name__)

VERDICTS = {True: "holds", False: "fails", None: "not measured"}


@dataclass(frozen=True)
class Behind:
    """`roles` has a row per document (world_id, shown: its id, role); `audit` a row per gate."""

    roles: Frame
    audit: Frame


def look_behind(runs: Runs, root: str | None = None) -> Behind:
    """The roles and the audit of the data that the runs were on; `root` is where they lie, for all
    runs, in the place of what the logs say."""
    roles: list[dict[str, str]] = []
    gates: list[dict[str, str]] = []
    for source, answers, worlds in _sources(runs, root):
        try:
            roles += _roles(source, answers, worlds)
        except DatasetError as exc:
            logger.info("no recall by role: %s", exc)
        gates += _gates(source)
    return Behind(pd.DataFrame(roles, columns=["world_id", "shown", "role"]), pd.DataFrame(gates))


def _sources(runs: Runs, root: str | None) -> Iterator[tuple[Source, str | None, list[str]]]:
    """Each split that was run, where it is, with the root of its answers and the worlds run."""
    known = runs.samples.reindex(columns=["root", "answers", "split", "data", "world_id"])
    known = known.dropna(subset=["split", "data"])
    for (said, answers, split, data), rows in known.fillna("").groupby(list(known.columns[:4])):
        try:
            source = open_source(root or said or None, split)
        except DatasetError as exc:
            logger.info("the dataset of the runs is not here: %s", exc)
            continue
        about = investigation_worlds.manifest(source.root)
        there = data_name(about.get("data_version"), investigation_worlds.data_hash(source.root))
        if there == data:
            yield source, answers or None, sorted(set(rows["world_id"]))
        else:
            logger.warning("%s holds %s, the runs were on %s", source.root, there, data)


def _roles(source: Source, answers: str | None, worlds: list[str]) -> list[dict[str, str]]:
    keys = [source.answer_key(world_id, answers) for world_id in worlds]
    return [
        {"world_id": key.world_id, "shown": document.document_id, "role": document.role}
        for key in keys
        for document in key.documents
    ]


def _gates(source: Source) -> list[dict[str, str]]:
    """The gates of the audits beside the data that are on this split, as it is now."""
    packed = investigation_worlds.manifest(source.root).get("splits", {}).get(source.split, {})
    reports = [
        json.loads(path.read_bytes())
        for path in sorted(Path(source.root, "cards").glob("audit*.json"))
    ]
    return [
        {
            "split": source.split,
            "gate": gate["title"],
            "verdict": VERDICTS[gate["passed"]],
            "measured": _measured(gate) or gate["reason"],
            "must hold": gate["threshold"],
        }
        for report in reports
        if report["split"] == source.split and report.get("data") == _split_hash(packed)
        for gate in report["gates"]
    ]


def _split_hash(packed: dict[str, Any]) -> str:
    """The hash by which an audit names a split's data (`data_hash` of builder/manifest.py, which
    nothing here may import): of its files and commitments."""
    files = [f"{name.split('/')[0]} {file['sha256']}" for name, file in packed["files"].items()]
    told = "\n".join([*files, *packed.get("commitments", {}).values()])
    return hashlib.sha256(told.encode()).hexdigest()[:16]


def _measured(gate: dict[str, Any]) -> str:
    if gate["figure"] is None:
        return ""
    low_high = gate.get("interval")
    interval = f" [{low_high[0]:.3g}, {low_high[1]:.3g}]" if low_high else ""
    return f"{gate['figure']:.3g}{interval} {gate['unit']}".strip()

"""Builds for tests: the real command in a process of its own, and files compared by hash."""

from __future__ import annotations

import hashlib
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

from builder.schema import (
    Account,
    AnswerKey,
    CaseDocument,
    CaseFile,
    Certificate,
    DocumentKey,
    Generator,
    World,
)
from tests.factories import ENTITIES, dag

ROOT = Path(__file__).parent.parent
SMALL = tuple(
    f"--set={dial}"
    for dial in (
        "merits=14",
        "signal=12",
        "pro_alternative=8",
        "alternative_noise=8",
        "noise=18",
        "chaff=16",
    )
)
HOSTILE = {
    "PYTHONHASHSEED": "77",
    "TZ": "Pacific/Kiritimati",
    "LANG": "C",
    "LC_ALL": "POSIX",
    "PYTHONCOERCECLOCALE": "0",
    "PYTHONUTF8": "0",
}


def start(*arguments: str | Path, **environment: str) -> subprocess.Popen[str]:
    """`python -m builder` with arguments, in a process group of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "builder", *map(str, arguments)],
        cwd=ROOT,
        env={**os.environ, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def run(*arguments: str | Path, code: int = 0, **environment: str) -> tuple[str, str]:
    """Output and error output of `python -m builder`, which must end with `code`."""
    process = start(*arguments, **environment)
    out, err = process.communicate(timeout=300)
    assert process.returncode == code, f"exit {process.returncode}: {out}{err}"
    return out, err


def run_killed(files: int, pause: float, folder: Path, *arguments: str | Path) -> bool:
    """Starts `python -m builder` and kills that one process `pause` seconds after `folder` holds
    `files` files, then waits until nothing of it is alive; whether it was still at work."""
    process = start(*arguments)
    while process.poll() is None and len(_files(folder)) < files:
        time.sleep(0.002)
    time.sleep(pause)
    was_alive = process.poll() is None
    if was_alive:
        os.kill(process.pid, signal.SIGKILL)
    process.communicate(timeout=60)
    deadline = time.monotonic() + 10
    while alive := members(process.pid):
        assert time.monotonic() < deadline, f"processes {alive} outlive their killed parent"
        time.sleep(0.05)
    return was_alive


def _files(folder: Path) -> list[Path]:
    """Files below a folder in which a process is at work; none where one is gone as we look."""
    try:
        return [path for path in folder.rglob("*") if path.is_file()]
    except FileNotFoundError:
        return []


def members(group: int) -> list[int]:
    """Ids of the living processes of a process group (Linux)."""
    found: list[int] = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, _, pgrp = stat.read_text().rpartition(")")[2].split()[:3]
        except (OSError, ValueError):
            continue  # it ended while we looked
        if int(pgrp) == group and state not in "ZX":
            found.append(int(stat.parent.name))
    return found


def hashes(folder: Path) -> dict[str, str]:
    """SHA-256 of every file below a folder, hidden ones too, by relative path."""
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def tiny_world(world_id: str, texts: Mapping[str, str], **changes: Any) -> World:
    """A certified world of txt files: `texts` by path; the first is merits, the others chaff."""
    documents = tuple(
        CaseDocument(
            document_id=f"d{number:03d}",
            path=path,
            format="txt",
            date=datetime(2018, 6, number, 10, 14),
            n_pages=1,
            size=len(text.encode()),
            sha256=hashlib.sha256(text.encode()).hexdigest(),
            text=text,
        )
        for number, (path, text) in enumerate(texts.items(), start=1)
    )
    keys = tuple(
        DocumentKey(
            document_id=document.document_id,
            role="chaff" if number else "merits",
            series="",
            genre="letter",
            fact_ids=() if number else ("G1",),
        )
        for number, document in enumerate(documents)
    )
    case_file = CaseFile(
        world_id=world_id,
        case_type="torts",
        brief="A pump failed.",
        hypotheses=tuple(
            Account(hypothesis_id=h.hypothesis_id, statement=h.statement) for h in dag().hypotheses
        ),
        documents=documents,
        entities=ENTITIES[:2],
        generator=Generator(source="tests", analyst="a", writer="w", judge="j", version="1"),
        canary=f"canary of {world_id}",
    )
    values: dict[str, Any] = {
        "case_file": case_file,
        "answer_key": AnswerKey(world_id=world_id, dag=dag(), documents=keys),
        "certificate": Certificate(world_id=world_id, world=(), documents=()),
    }
    return World(**{**values, **changes})


def write_build(folder: Path, *worlds: World) -> Path:
    """A finished build folder that holds some worlds of txt files."""
    for world in worlds:
        home = folder / "worlds" / world.case_file.world_id
        for document in world.case_file.documents:
            path = home / "corpus" / document.path
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(document.text, encoding="utf-8")
        (home / "world.json").write_text(
            json.dumps({"key": "k", "value": world.model_dump(mode="json")})
        )
    settled = {
        "source": "tests",
        "seed": 3,
        "hands": {"analyst": "a"},
        "sizes": {"noise": 1},
        "version": "1",
        "worlds": [world.case_file.world_id for world in worlds],
        "failed": {},
    }
    (folder / "build.json").write_text(json.dumps(settled))
    return folder

"""Builds for tests: the real command in a process of its own, and files compared by hash."""

from __future__ import annotations

import hashlib
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parent.parent
SMALL = tuple(
    f"--set={dial}"
    for dial in (
        "merits=10",
        "signal=10",
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


def run_killed(seconds: float, *arguments: str | Path) -> bool:
    """Starts `python -m builder`, kills that one process after a while, and waits until nothing of
    it is alive; whether it was still at work when it was killed."""
    process = start(*arguments)
    time.sleep(seconds)
    was_alive = process.poll() is None
    if was_alive:
        os.kill(process.pid, signal.SIGKILL)
    process.communicate(timeout=60)
    deadline = time.monotonic() + 10
    while alive := members(process.pid):
        assert time.monotonic() < deadline, f"processes {alive} outlive their killed parent"
        time.sleep(0.05)
    return was_alive


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

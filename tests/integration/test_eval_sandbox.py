"""What a hostile investigator may try in the bwrap sandbox, and what must not come of it."""

from __future__ import annotations

import asyncio
import http.server
import os
import socket
import subprocess
import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import pytest
from inspect_ai.util import (
    OutputLimitExceededError,
    SandboxUnavailableError,
    SandboxUserUnsupportedError,
)

from eval import bwrap, corpora, namespaces
from eval.bwrap import BwrapConfig, BwrapSandbox
from eval.dataset import Source
from tests.eval_factories import write_dataset

pytestmark = pytest.mark.skipif(
    namespaces.obstacle() is not None, reason=f"bwrap: {namespaces.obstacle()}"
)

SECRET = "sk-secret-of-the-host"
SERVED = "served-on-the-loopback"
REPOSITORY = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Host:
    """A dataset whose key must stay out of reach, and a server that must stay unreachable."""

    root: Path
    port: int

    def config(self, **changes: int) -> BwrapConfig:
        return BwrapConfig(root=str(self.root), split="validation", **changes)  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    class Page(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.end_headers()
            self.wfile.write(SERVED.encode())

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Page)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    root = write_dataset(tmp_path_factory.mktemp("host"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("OPENAI_API_KEY", SECRET)
        yield Host(root, server.server_port)
    server.shutdown()
    corpora.clear()


T = TypeVar("T")


def in_sandbox(host: Host, work: Callable[[BwrapSandbox], Awaitable[T]], **limits: int) -> T:
    """Does some work in a new sandbox of the world tiny-1."""

    async def go() -> T:
        sandbox = BwrapSandbox(host.config(**limits), "tiny-1")
        try:
            return await work(sandbox)
        finally:
            await sandbox.close()

    return asyncio.run(go())


def python(code: str) -> str:
    return f"/usr/bin/python3 -c '{code}' 2>&1 || perl -e 1"


READS = [
    "env",
    "set",
    "cat /proc/self/environ",
    "cat /proc/1/environ | tr '\\0' '\\n'",
    "cat /proc/*/environ | tr '\\0' '\\n'",
    "cat /proc/1/cmdline | tr '\\0' ' '",
    "cat /proc/*/cmdline | tr '\\0' ' '",
    "ls -la /proc/1/cwd/ /proc/1/root/ /proc/1/fd/",
    "cat /proc/1/fd/* < /dev/null & sleep 0.1; kill %1",
    "cat /proc/self/mountinfo /proc/mounts",
    "find / -name '*.parquet' -not -path '/proc/*'",
    "find / -name 'manifest.json' -not -path '/proc/*' -not -path '/usr/*'",
    "grep -rl tiny-2 /corpus /scratch /tmp /run /dev /etc",
    "cat {root}/data_files/answers/*",
    "ls -la {root} {root}/..",
    "cat {repository}/README.md",
    "ls {repository} /root /home /work /mnt /srv /opt /var /media",
    "cat /etc/passwd /etc/shadow /etc/hostname /etc/hosts /etc/resolv.conf",
    "hostname; uname -n",
    "cd /corpus/..; cat ../../..{root}/data_files/answers/*",
    "ln -s {root} /scratch/l; ls -A /scratch/l/; cat /scratch/l/data_files/*/*; rm /scratch/l",
    "ls -laR /proc/self/root/{root}",
    "ls -la /proc/self/task/*/root/{root}",
    "curl -s -m 2 http://127.0.0.1:{port}/",
    "exec 3<>/dev/tcp/127.0.0.1/{port}; printf 'GET / HTTP/1.0\\r\\n\\r\\n' >&3; cat <&3",
    "exec 3<>/dev/tcp/{address}/{port}; printf 'GET / HTTP/1.0\\r\\n\\r\\n' >&3; cat <&3",
    "exec 3<>/dev/tcp/1.1.1.1/53 && echo CONNECTED",
    "exec 3<>/dev/udp/1.1.1.1/53 && echo x >&3 && echo CONNECTED",
    "getent hosts example.com && echo CONNECTED",
    "cat /proc/net/tcp /proc/net/unix",
    "ls -la /var/run/docker.sock /run/docker.sock /run/user /run/dbus",
    "ls /sys/fs /sys/class; cat /proc/kcore | head -c 10",
    "cat /dev/mem | head -c 10; cat /dev/vda | head -c 10; cat /dev/sda | head -c 10",
    "dmesg",
    "mount -t tmpfs none /corpus && echo MOUNTED",
    "mount --bind / /scratch && echo MOUNTED",
    "unshare -Urm sh -c 'mount -t tmpfs none /tmp && echo MOUNTED'",
    "unshare -U true && echo MOUNTED",
    "chroot /proc/1/root /bin/true && echo MOUNTED",
    "su -c true && echo ROOT; sudo -n true && echo ROOT",
    "nsenter -t 1 -m -n true && echo MOUNTED",
    "mknod /scratch/vda b 254 0 && echo MADE; mknod /scratch/m c 1 1 && echo MADE",
    "cp /usr/bin/bash /scratch/b; chmod u+s /scratch/b; /scratch/b -p -c 'cat /etc/shadow'",
    "echo core > /proc/sys/kernel/core_pattern && echo WROTE",
    "echo 0 > /proc/sys/user/max_user_namespaces && echo WROTE",
    "touch /corpus/x && echo WROTE; touch /usr/x && echo WROTE; touch /x && echo WROTE",
    "touch /dev/x && echo WROTE; touch /etc/x && echo WROTE; touch /proc/x && echo WROTE",
    "chmod -R 777 /corpus && echo WROTE; rm -rf /corpus/Weiss && echo WROTE",
    "ln /corpus/Weiss/* /scratch/ && echo WROTE",
    "kill -9 1; kill -TERM 1; kill -9 -1; echo survived",
    "strace -p 1 -o /scratch/t & sleep 0.1; cat /scratch/t",
    "printf '0 999999 0\\n' > /proc/1/fd/1",
    python("import os; print(os.listdir(chr(47)+'root'))".replace("'", '"')),
    python('import socket; s=socket.socket(40, 1); s.connect((2, 1024)); print("CONNECTED")'),
    "ls -la --time-style=+%Y /tmp /run /scratch; df; cat /proc/self/cgroup",
]  # fmt: skip
MARKS = ("CONNECTED", "MOUNTED", "ROOT", "MADE", "WROTE")


def test_nothing_of_the_host_can_be_read_written_or_reached(host: Host) -> None:
    assert len(READS) >= 40
    address = socket.gethostbyname(socket.gethostname())
    secrets = [
        SECRET, SERVED, "tiny-2", "fact_ids", str(host.root), str(REPOSITORY), "PAR1",
        socket.gethostname(), *MARKS,
    ]  # fmt: skip

    async def attack(sandbox: BwrapSandbox) -> list[tuple[str, str]]:
        leaks: list[tuple[str, str]] = []
        for template in READS:
            command = template
            for name, value in {
                "root": host.root, "repository": REPOSITORY, "port": host.port, "address": address
            }.items():  # fmt: skip
                command = command.replace(f"{{{name}}}", str(value))
            shown = await output(sandbox, command)
            # bash repeats what it could not do: the command's own words are no leak
            for secret in secrets:
                if any(secret in line for line in shown.splitlines() if not _echo(line)):
                    leaks.append((command, secret))
        assert (await sandbox.exec(["cat", "/corpus/Weiss/Paper 01.txt"])).success
        return leaks

    assert in_sandbox(host, attack) == []


def _echo(line: str) -> bool:
    return any(
        word in line
        for word in ("No such file", "cannot", "Permission denied", "not permitted", "Read-only")
    ) or line.startswith(("bash:", "/run/run"))  # fmt: skip


async def output(sandbox: BwrapSandbox, command: str, timeout: int = 3) -> str:
    try:
        result = await sandbox.exec(["bash", "-c", command], timeout=timeout)
    except (TimeoutError, OutputLimitExceededError, SandboxUnavailableError) as exc:
        return type(exc).__name__
    return f"{result.stdout}\n{result.stderr}"


@pytest.mark.parametrize(
    ("command", "ends"),
    [
        (":(){ :|:& };: ; sleep 60", ("TimeoutError", "Resource temporarily unavailable")),
        ("while :; do sleep 60 & done", ("TimeoutError", "Resource temporarily unavailable")),
        ("yes", ("OutputLimitExceededError",)),
        ("cat /dev/zero >&2", ("OutputLimitExceededError",)),
        ("for i in 1 2 3 4 5 6 7 8; do cat /dev/zero > /scratch/$i; done", ("No space left",)),
        ("cat /dev/zero > /tmp/x; cat /dev/zero > /dev/shm/x", ("No space left", "File size")),
        ("cat /dev/zero > /run/x", ("",)),
        ("/usr/bin/python3 -c 'x = bytearray(4 << 30)'", ("MemoryError", "No such file")),
        ("sleep 60", ("TimeoutError",)),
        pytest.param(
            python("import ctypes; print(ctypes.CDLL(None).ptrace(16, 1, 0, 0))"),
            ("TimeoutError",),
            marks=pytest.mark.slow,
        ),
        ("trap '' TERM INT HUP; while :; do :; done", ("TimeoutError",)),
        ("rm /run/*; mkfifo /run/out /run/err", ("",)),
        ("chmod 000 /run", ("",)),
        ("mkdir -p /run/a/b; chmod 000 /run/a", ("",)),
        ("rm -f /run/out; ln -s /dev/zero /run/out", ("",)),
        ("exec 1<&- 2<&-; echo x", ("",)),
    ],
)
def test_a_glutton_ends_in_an_error_and_the_next_command_works(
    host: Host, command: str, ends: tuple[str, ...]
) -> None:
    async def work(sandbox: BwrapSandbox) -> tuple[str, str]:
        shown = await output(sandbox, command, timeout=1)
        return shown, await output(sandbox, "echo still here; ls /corpus")

    started = time.monotonic()
    shown, after = in_sandbox(host, work, scratch_mib=32, file_mib=16)
    assert any(end in shown for end in ends)
    assert "still here" in after
    assert "Weiss" in after
    assert time.monotonic() - started < 20


def test_no_process_outlives_its_command_or_its_sample(host: Host) -> None:
    async def work(sandbox: BwrapSandbox) -> str:
        await output(sandbox, "setsid nohup sleep 4321 > /dev/null 2>&1 & disown; sleep 0.1")
        await output(sandbox, "(trap '' TERM HUP; exec sleep 4321) & sleep 9", timeout=1)
        return await output(sandbox, "cat /proc/[0-9]*/cmdline | tr '\\0' ' '")

    assert "4321" not in in_sandbox(host, work)
    listed = subprocess.run(["ps", "ax", "-o", "args"], capture_output=True, text=True, check=True)
    assert "sleep 4321" not in listed.stdout


def test_the_corpus_tells_dates_of_documents_and_nothing_of_its_making(host: Host) -> None:
    async def work(sandbox: BwrapSandbox) -> list[str]:
        shown = await output(sandbox, "find . -printf '%U %G %m %TY-%Tm-%Td %y %p\\n'")
        return shown.strip().splitlines()

    lines = in_sandbox(host, work)
    assert len(lines) == 16
    assert {tuple(line.split()[:2]) for line in lines} == {tuple(lines[0].split()[:2])}
    for line in lines:
        _, _, mode, day, kind, path = line.split(" ", 5)
        assert mode == ("444" if kind == "f" else "555")
        number = int(path[-6:-4]) if kind == "f" and path.endswith(".txt") else None
        assert day == f"2018-06-{number:02d}" if number else day.startswith("2018-06-")


def test_scratch_lasts_from_command_to_command_but_not_to_the_next_sample(host: Host) -> None:
    async def writes(sandbox: BwrapSandbox) -> str:
        await output(sandbox, "echo kept > /scratch/note")
        return await output(sandbox, "cat /scratch/note")

    async def reads(sandbox: BwrapSandbox) -> str:
        return await output(sandbox, "ls -A /scratch /tmp")

    assert "kept" in in_sandbox(host, writes)
    assert "note" not in in_sandbox(host, reads)


def test_files_written_and_read_stay_inside(host: Host) -> None:
    async def work(sandbox: BwrapSandbox) -> None:
        await sandbox.write_file("a/b.txt", "h\u00e9\r\n")
        assert await sandbox.read_file("a/b.txt") == "h\u00e9\r\n"
        assert await sandbox.read_file("/scratch/a/b.txt", text=False) == b"h\xc3\xa9\r\n"
        await output(sandbox, f"ln -s {host.root}/data_files/manifest.json /scratch/l")
        for path, error in (
            ("l", FileNotFoundError),
            ("nothing", FileNotFoundError),
            ("/corpus", IsADirectoryError),
            (f"{host.root}/data_files/manifest.json", FileNotFoundError),
        ):
            with pytest.raises(error):
                await sandbox.read_file(path)
        with pytest.raises(PermissionError):
            await sandbox.write_file("/corpus/x", "x")
        with pytest.raises(SandboxUserUnsupportedError):
            await sandbox.exec(["id"], user="root")
        result = await sandbox.exec(["cat"], input=b"\x00\xffx\n", env={"A": "b c"}, cwd="a")
        assert result.stdout == "\x00\ufffdx\n"

    in_sandbox(host, work)


def test_samples_at_once_share_a_corpus_and_nothing_else(host: Host) -> None:
    async def go() -> list[str]:
        sandboxes = [BwrapSandbox(host.config(), "tiny-1") for _ in range(6)]
        try:

            async def one(number: int) -> str:
                await output(sandboxes[number], f"echo {number} > /scratch/n; sleep 0.2")
                return await output(sandboxes[number], "cat /scratch/n; ls /proc | grep -c ^[0-9]")

            return await asyncio.gather(*(one(n) for n in range(6)))
        finally:
            for sandbox in sandboxes:
                await sandbox.close()

    assert [shown.split()[0] for shown in asyncio.run(go())] == [str(n) for n in range(6)]


def test_corpora_are_shared_and_removed(host: Host) -> None:
    source = Source(str(host.root), "validation")
    first, second = corpora.borrow(source, "tiny-1"), corpora.borrow(source, "tiny-1")
    assert first == second
    assert "tiny" not in str(first)
    assert len(list(first.rglob("*.*"))) == 13
    base = first.parent.parent
    corpora.give_back(first)
    corpora.give_back(second)
    corpora.clear()
    assert not base.exists()


def test_sources_below_usr_are_hidden(host: Host, tmp_path: Path) -> None:
    command = bwrap.arguments(host.config(), tmp_path)
    for folder in ("/usr/src", "/usr/local/src"):
        if os.path.isdir(folder):  # noqa: PTH112
            assert command[command.index(folder) - 1] == "--tmpfs"

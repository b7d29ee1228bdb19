"""What both bubblewrap sandboxes share: the process that holds one, and files by way of `exec`.

In: an `exec` of the class that inherits. Out: files written and read from inside, so that no link
leads out. Side effects: in the sandbox.
"""

from __future__ import annotations

import base64
from typing import Literal, overload

import anyio
from anyio.abc import Process
from inspect_ai.util import OutputLimitExceededError, SandboxEnvironment
from typing_extensions import override

READ_MIB = 3
FILE_SECONDS = 60
_WRITE = 'mkdir -p -- "$(dirname -- "$1")" && cat > "$1"'
_READ = f"""
[ -d "$1" ] && exit 21; [ -e "$1" ] || exit 22
[ "$(stat -L -c %s -- "$1")" -le {READ_MIB << 20} ] || exit 23
base64 -w0 -- "$1"
"""


class Bubble(SandboxEnvironment):
    """A sandbox that lives as long as one process does."""

    def __init__(self) -> None:
        super().__init__()
        self._process: Process | None = None

    async def stop(self) -> None:
        """Kills the sandbox with everything in it."""
        process, self._process = self._process, None
        if process is not None:
            with anyio.CancelScope(shield=True):
                if process.returncode is None:
                    process.kill()
                await process.wait()
                await process.aclose()

    @override
    async def write_file(self, file: str, contents: str | bytes) -> None:
        """Writes a file below /scratch, or wherever the sandbox may."""
        command = ["bash", "-c", _WRITE, "sh", _absolute(file)]
        result = await self.exec(command, input=contents, timeout=FILE_SECONDS)
        if not result.success:
            wrong = IsADirectoryError if "Is a directory" in result.stderr else PermissionError
            raise wrong(f"{file}: {result.stderr.strip()}")

    @overload
    async def read_file(self, file: str, text: Literal[True] = True) -> str: ...

    @overload
    async def read_file(self, file: str, text: Literal[False]) -> bytes: ...

    @override
    async def read_file(self, file: str, text: bool = True) -> str | bytes:
        """Reads a file; OutputLimitExceededError for a large one."""
        command = ["bash", "-c", _READ, "sh", _absolute(file)]
        result = await self.exec(command, timeout=FILE_SECONDS)
        if result.returncode == 23:
            raise OutputLimitExceededError(f"{READ_MIB} MiB", None)
        if not result.success:
            errors = {21: IsADirectoryError, 22: FileNotFoundError}
            wrong = errors.get(result.returncode, PermissionError)
            raise wrong(f"{file}: {result.stderr.strip()}")
        content = base64.b64decode(result.stdout)
        return content.decode() if text else content


def _absolute(file: str) -> str:
    return file if file.startswith("/") else f"/scratch/{file}"

"""`shell`: one command in the sandbox, in /corpus."""

from __future__ import annotations

from inspect_ai.tool import ToolError
from inspect_ai.util import OutputLimitExceededError, sandbox

from eval.desk import Desk, Shown, ToolFunction
from eval.tools._match import documents_in

SECONDS = 60
HEAD_CHARS = 9_000
TAIL_CHARS = 3_000
MAX_COMMAND_CHARS = 20_000


async def shell(desk: Desk, command: str) -> Shown:
    """Runs a command; ToolError when it is empty, too long, out of time or floods its output."""
    if not command.strip():
        raise ToolError("An empty command does nothing.")
    if len(command) > MAX_COMMAND_CHARS or "\0" in command:
        raise ToolError(f"A command has at most {MAX_COMMAND_CHARS:,} characters and no NUL.")
    try:
        result = await sandbox().exec(["bash", "-c", command], timeout=SECONDS)
    except TimeoutError as exc:
        raise ToolError(f"The command took longer than {SECONDS} s and was killed.") from exc
    except OutputLimitExceededError as exc:
        raise ToolError(f"The command wrote more than {exc.limit_str} and was killed.") from exc
    output = result.stdout + (f"\n[stderr]\n{result.stderr}" if result.stderr.strip() else "")
    shown = clipped(output.strip("\n"))
    tail = "" if result.success else f"\n[exit status {result.returncode}]"
    return Shown(text=(shown or "(no output)") + tail, shown=tuple(documents_in(shown, desk.case)))


def clipped(output: str) -> str:
    """Head and tail of a long output, with a line that says what is missing between them."""
    if len(output) <= HEAD_CHARS + TAIL_CHARS:
        return output
    left_out = len(output) - HEAD_CHARS - TAIL_CHARS
    return (
        f"{output[:HEAD_CHARS]}\n[... {left_out:,} of {len(output):,} characters left out here; "
        f"narrow the command ...]\n{output[-TAIL_CHARS:]}"
    )


def bind(desk: Desk) -> ToolFunction:
    """The tool of one desk."""

    async def execute(command: str) -> str:
        """Runs a bash command in /corpus, which holds the original files, read-only. There is no
        network. Files written to /scratch stay until the end of the investigation; processes do
        not outlive their command.

        Args:
            command: The command line; it has 60 seconds.
        """
        return desk.record("shell", command, await shell(desk, command))

    return execute

"""`glob`: the paths of the corpus that match a pattern."""

from __future__ import annotations

import re

from builder.schema import CaseFile
from eval.desk import Desk, Shown, ToolFunction
from eval.tools._pages import relative

MAX_PATHS = 300


def glob(case: CaseFile, pattern: str) -> Shown:
    """Paths that match, sorted; a pattern without a slash matches names in every folder."""
    found = glob_paths(case, relative(pattern) or "**")
    if not found:
        folders = sorted({d.path.rpartition("/")[0] or "." for d in case.documents})
        return Shown(
            text=f"No file matches {pattern!r}. Folders: {'; '.join(folders[:40])}"
            + (f"; and {len(folders) - 40} more" if len(folders) > 40 else "")
        )
    lines = [f"{len(found):,} of {len(case.documents):,} files"]
    lines += found[:MAX_PATHS]
    if len(found) > MAX_PATHS:
        lines.append(f"({len(found) - MAX_PATHS:,} more left out; narrow the pattern)")
    return Shown(text="\n".join(lines))


def glob_paths(case: CaseFile, pattern: str) -> list[str]:
    """The paths that match a pattern relative to /corpus."""
    matches = re.compile(_translated(pattern), re.IGNORECASE).fullmatch
    if "/" in pattern or pattern == "**":
        return [d.path for d in case.documents if matches(d.path)]
    return [d.path for d in case.documents if matches(d.path.rpartition("/")[2])]


def _translated(pattern: str) -> str:
    """A glob pattern as a regular expression: `**` crosses folders, `*` and `?` do not."""
    out: list[str] = []
    position = 0
    while position < len(pattern):
        rest = pattern[position:]
        bracket = re.match(r"\[(!?)([^\]/]+)\]", rest)
        if rest.startswith("**/"):
            out.append("(?:.*/)?")
            position += 3
        elif rest.startswith("**"):
            out.append(".*")
            position += 2
        elif bracket:
            inside = bracket[2].replace("\\", "\\\\").replace("^", "\\^").replace("[", "\\[")
            out.append(f"[{'^' if bracket[1] else ''}{_ordered(inside)}]")
            position += bracket.end()
        else:
            out.append({"*": "[^/]*", "?": "[^/]"}.get(rest[0]) or re.escape(rest[0]))
            position += 1
    return "".join(out)


def _ordered(inside: str) -> str:
    """A bracket's content without ranges that run backwards, which `re` would refuse."""
    return re.sub(r"(.)-(.)", lambda m: m[0] if m[1] <= m[2] else rf"{m[1]}\-{m[2]}", inside)


def bind(desk: Desk) -> ToolFunction:
    """The tool of one desk."""

    async def execute(pattern: str = "**") -> str:
        """Lists the files of the corpus whose path matches a pattern.

        Args:
            pattern: Such as `**`, `*.pdf`, `Accounting/*` or `**/*invoice*`. Case does not matter.
        """
        return desk.record("glob", pattern, glob(desk.case, pattern))

    return execute

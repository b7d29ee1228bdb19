"""A document as numbered lines, the way `read` shows it and `grep` searches it.

In: a `CaseDocument`. Out: `Pages`, whose lines include a marker line before each part. Long lines
are folded, so every character can be reached by line number. Side effects: none (memoized).
"""

from __future__ import annotations

import difflib
import textwrap
from bisect import bisect_right
from dataclasses import dataclass
from functools import lru_cache

from inspect_ai.tool import ToolError

from builder.schema import CaseDocument, CaseFile, Format
from eval.dataset import parts

FOLD_CHARS = 1_000
PATH_CHARS = 300
_DOCUMENTS_IN_MEMORY = 4_096


@dataclass(frozen=True)
class Pages:
    """`lines` of a document; `part_starts` are the indices of the marker lines of its parts."""

    lines: tuple[str, ...]
    text: str
    line_starts: tuple[int, ...]
    part_starts: tuple[int, ...]
    unit: str
    names: tuple[str, ...]
    has_text: bool

    def line_at(self, position: int) -> int:
        """Index of the line that holds a character position of `text`."""
        return bisect_right(self.line_starts, position) - 1

    def part_at(self, line: int) -> int:
        """Number, from 1, of the part that a line belongs to."""
        return max(1, bisect_right(self.part_starts, line))

    def is_marker(self, line: int) -> bool:
        """Whether a line is a part's marker, which stands in no file."""
        return line in self.part_starts


def pages(document: CaseDocument) -> Pages:
    """The numbered lines of a document."""
    return _pages(document.text, document.format)


@lru_cache(maxsize=_DOCUMENTS_IN_MEMORY)
def _pages(text: str, file_format: Format) -> Pages:
    lines: list[str] = []
    part_starts: list[int] = []
    all_parts = parts(text, file_format)
    for part in all_parts:
        if len(all_parts) > 1 or part.name:
            part_starts.append(len(lines))
            name = f" {part.name!r}" if part.name else ""
            lines.append(f"--- {part.unit} {part.number} of {len(all_parts)}{name} ---")
        lines.extend(_folded(part.text) or ["(no text here)"])
    starts = [0]
    for line in lines[:-1]:
        starts.append(starts[-1] + len(line) + 1)
    return Pages(
        lines=tuple(lines),
        text="\n".join(lines),
        line_starts=tuple(starts),
        part_starts=tuple(part_starts),
        unit=all_parts[0].unit,
        names=tuple(part.name for part in all_parts),
        has_text=bool(text.strip()),
    )


def _folded(text: str) -> list[str]:
    lines: list[str] = []
    for line in text.strip("\n").split("\n"):
        if len(line) <= FOLD_CHARS:
            lines.append(line.rstrip())
        else:
            lines.extend(textwrap.wrap(line, FOLD_CHARS, break_on_hyphens=False))
    return lines if any(lines) else []


def relative(path: str) -> str:
    """A path as written by an agent, relative to /corpus; ToolError when it leads elsewhere."""
    if "\0" in path:
        raise ToolError("A path cannot hold a NUL character.")
    if len(path) > PATH_CHARS:
        raise ToolError(f"That path is {len(path):,} characters long; the longest is {PATH_CHARS}.")
    inside = path.strip().replace("\\", "/")
    if inside == "/corpus" or inside.startswith("/corpus/"):
        inside = inside.removeprefix("/corpus").lstrip("/")
    elif inside.startswith(("/", "~")):
        raise ToolError(f"{path!r} is outside /corpus; only files of the corpus can be read.")
    pieces = [piece for piece in inside.split("/") if piece not in ("", ".")]
    if ".." in pieces:
        raise ToolError(f"{path!r}: '..' is not allowed; give the path as `glob` lists it.")
    return "/".join(pieces)


def find_document(case: CaseFile, path: str) -> CaseDocument:
    """The document at a path; ToolError names the nearest paths when there is none."""
    wanted = relative(path)
    for document in case.documents:
        if document.path == wanted:
            return document
    folded = wanted.casefold()
    same = [d for d in case.documents if folded in (d.path.casefold(), _name(d).casefold())]
    if len(same) == 1:
        return same[0]
    near = [d.path for d in same] or difflib.get_close_matches(
        wanted, [d.path for d in case.documents], n=3, cutoff=0.5
    )
    hint = f" Nearest: {'; '.join(near)}." if near else " `glob` lists the files."
    raise ToolError(f"No file {wanted!r} in the corpus.{hint}")


def _name(document: CaseDocument) -> str:
    return document.path.rpartition("/")[2]

"""`grep`: a regular expression over the extracted text of all files, with a time limit."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass

import anyio.to_thread
import regex
from inspect_ai.tool import ToolError

from builder.schema import CaseDocument, CaseFile
from eval.desk import Desk, Shown, ToolFunction
from eval.tools._pages import Pages, pages, relative
from eval.tools.glob import glob_paths

SECONDS = 5.0
QUICK_SECONDS = 0.05
"""A search that takes no longer is over before a thread for it would have been worth its while."""
CLIP_CHARS = 160
MAX_HITS = 60
HITS_PER_FILE = 5
MAX_CONTEXT = 2
MAX_PATTERN_CHARS = 500
MAX_NAMED = 20


@dataclass(frozen=True)
class _Hits:
    document: CaseDocument
    view: Pages
    spans: tuple[tuple[int, int, int], ...]
    """(line index, start column, end column) of the first match of each line that has one."""


class SearchTooLong(ToolError):
    """An expression that takes longer than it was given."""


def grep(
    case: CaseFile,
    pattern: str,
    path: str = "",
    ignore_case: bool = True,
    context: int = 0,
    seconds: float = SECONDS,
) -> Shown:
    """Hits by file, each line clipped around its match. Raises ToolError for a bad expression, a
    path that holds no file, or (SearchTooLong) an expression that takes longer than `seconds`."""
    expression = _compiled(pattern, ignore_case)
    documents = _within(case, path)
    found = _search(expression, documents, seconds)
    return _report(found, len(documents), min(max(0, context), MAX_CONTEXT))


def _compiled(pattern: str, ignore_case: bool) -> regex.Pattern[str]:
    if not pattern:
        raise ToolError("An empty pattern matches everything; give a word or an expression.")
    if len(pattern) > MAX_PATTERN_CHARS:
        raise ToolError(f"The pattern is longer than {MAX_PATTERN_CHARS} characters.")
    flags = regex.MULTILINE | (regex.IGNORECASE if ignore_case else 0)
    try:
        return regex.compile(pattern, flags)
    except (regex.error, OverflowError, RecursionError) as exc:
        raise ToolError(f"Not a regular expression: {pattern!r}: {exc}") from exc


def _within(case: CaseFile, path: str) -> list[CaseDocument]:
    inside = relative(path) if path else ""
    if not inside:
        return list(case.documents)
    wanted = inside.casefold()
    chosen = [
        d
        for d in case.documents
        if d.path.casefold() == wanted or d.path.casefold().startswith(wanted + "/")
    ]
    if not chosen:
        matching = set(glob_paths(case, inside))
        chosen = [d for d in case.documents if d.path in matching]
    if not chosen:
        raise ToolError(f"No file or folder {path!r} in the corpus; `glob` lists the files.")
    return chosen


def _search(
    expression: regex.Pattern[str], documents: list[CaseDocument], seconds: float
) -> list[_Hits]:
    deadline = time.monotonic() + seconds
    share = seconds > QUICK_SECONDS  # the interpreter's lock, which costs more than a quick search
    found: list[_Hits] = []
    try:
        for document in documents:
            view = pages(document)
            left = deadline - time.monotonic()
            if left <= 0:
                raise TimeoutError
            if expression.search(view.text, timeout=left, concurrent=share) is not None:
                matches = expression.finditer(view.text, timeout=left, concurrent=share)
                if spans := _by_line(matches, view):
                    found.append(_Hits(document, view, spans))
    except TimeoutError as exc:
        raise SearchTooLong(
            f"The expression took longer than {seconds:g} s; make it simpler, or give a path."
        ) from exc
    return found


def _by_line(matches: Iterable[regex.Match[str]], view: Pages) -> tuple[tuple[int, int, int], ...]:
    spans: list[tuple[int, int, int]] = []
    for match in matches:
        line = view.line_at(match.start())
        if view.is_marker(line) or (spans and spans[-1][0] == line):
            continue
        start = match.start() - view.line_starts[line]
        spans.append((line, start, start + min(match.end() - match.start(), CLIP_CHARS)))
    return tuple(spans)


def _report(found: list[_Hits], n_searched: int, context: int) -> Shown:
    if not found:
        return Shown(text=f"No hit in {n_searched:,} files.")
    total = sum(len(hits.spans) for hits in found)
    lines = [f"{total:,} hits in {len(found):,} of {n_searched:,} files"]
    room = MAX_HITS // (1 + context)
    shown: list[str] = []
    left_out: list[str] = []
    for hits in found:
        if room <= 0:
            left_out.append(f"{hits.document.path} ({len(hits.spans)})")
            continue
        shown.append(hits.document.document_id)
        lines.append(f"{hits.document.path} ({len(hits.spans)})")
        for span in hits.spans[: min(HITS_PER_FILE, room)]:
            lines += _hit_lines(hits.view, span, context)
        kept = min(HITS_PER_FILE, room, len(hits.spans))
        room -= kept
        if kept < len(hits.spans):
            lines.append(f"  ({len(hits.spans) - kept} more hits in this file left out)")
    if left_out:
        more = f"; and {len(left_out) - MAX_NAMED} more" if len(left_out) > MAX_NAMED else ""
        lines.append(f"Left out, in {len(left_out)} files: {'; '.join(left_out[:MAX_NAMED])}{more}")
    return Shown(text="\n".join(lines), glimpsed=tuple(shown))


def _hit_lines(view: Pages, span: tuple[int, int, int], context: int) -> list[str]:
    line, start, end = span
    where = f"{view.unit} {view.part_at(line)}, line {line + 1}"
    before = range(max(0, line - context), line)
    after = range(line + 1, min(len(view.lines), line + 1 + context))
    return [
        *(f"    | {_clip(view.lines[i], 0, 0)}" for i in before),
        f"  {where}: {_clip(view.lines[line], start, end)}",
        *(f"    | {_clip(view.lines[i], 0, 0)}" for i in after),
    ]


def _clip(line: str, start: int, end: int) -> str:
    """At most about `CLIP_CHARS` characters of a line, around columns `start` .. `end`."""
    if len(line) <= CLIP_CHARS:
        return line.strip()
    room = max(0, CLIP_CHARS - (end - start)) // 2
    first = max(0, min(start - room, len(line) - CLIP_CHARS))
    last = min(len(line), first + CLIP_CHARS)
    head = "..." if first > 0 else ""
    return f"{head}{line[first:last].strip()}{'...' if last < len(line) else ''}"


def bind(desk: Desk) -> ToolFunction:
    """The tool of one desk."""

    async def execute(
        pattern: str, path: str = "", ignore_case: bool = True, context: int = 0
    ) -> str:
        """Searches the text of all files with a regular expression. Each hit names file, page and
        line (usable as `offset` of `read`) and shows its line, clipped around the match.

        Args:
            pattern: Regular expression (Python syntax), matched within the text of each file.
            path: A file, a folder or a glob pattern to search in; leave it out for all files.
            ignore_case: Whether upper and lower case are the same.
            context: Lines to show before and after each hit, at most 2.
        """
        asked = desk.case, pattern, path, ignore_case, context
        try:
            result = grep(*asked, QUICK_SECONDS)
        except SearchTooLong:
            result = await anyio.to_thread.run_sync(grep, *asked, SECONDS)
        return desk.record("grep", pattern, result)

    return execute

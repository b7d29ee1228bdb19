"""`read`: one file's extracted text, by line, or by page, sheet or slide."""

from __future__ import annotations

from inspect_ai.tool import ToolError

from builder.schema import CaseFile
from eval.desk import Desk, Shown, ToolFunction
from eval.tools._pages import Pages, find_document, pages

LINES = 200
MAX_LINES = 400
MAX_CHARS = 12_000


def read(
    case: CaseFile, path: str, part: int | None = None, offset: int = 1, limit: int = LINES
) -> Shown:
    """Lines `offset` .. `offset + limit - 1` of a file, or of one part of it, capped in characters.

    Raises ToolError for a path, part or offset that does not exist.
    """
    document = find_document(case, path)
    view = pages(document)
    what = f"{document.path} ({document.format}, {document.n_pages} {view.unit}"
    what += "s)" if document.n_pages != 1 else ")"
    if not view.has_text:
        return Shown(
            text=f"{what}\nThis file has no text layer: it is an image. If the shell has an OCR "
            "program, it may be readable there."
        )
    first, last = _part_lines(view, part)
    total = last - first
    if not 1 <= offset <= total:
        raise ToolError(f"offset={offset} is outside lines 1-{total:,} of {document.path!r}.")
    if limit < 1:
        raise ToolError(f"limit={limit}: ask for at least one line.")
    lines = _capped(view.lines[first + offset - 1 : last][: min(limit, MAX_LINES)])
    end = offset + len(lines) - 1
    where = "" if part is None else f" of {view.unit} {part}"
    range_note = f"lines {offset:,}-{end:,} of {total:,}{where}"
    if end < total:
        range_note += f"; ask for more with offset={end + 1}"
    return Shown(text=f"{what}: {range_note}\n" + "\n".join(lines), shown=(document.document_id,))


def _part_lines(view: Pages, part: int | None) -> tuple[int, int]:
    """First and one-past-last line index of a part, or of the whole file."""
    if part is None:
        return 0, len(view.lines)
    count = max(1, len(view.part_starts))
    if not 1 <= part <= count:
        raise ToolError(f"There is no {view.unit} {part}; this file has {count}.")
    if not view.part_starts:
        return 0, len(view.lines)
    ends = (*view.part_starts[1:], len(view.lines))
    return view.part_starts[part - 1], ends[part - 1]


def _capped(lines: tuple[str, ...]) -> list[str]:
    kept: list[str] = []
    room = MAX_CHARS
    for line in lines:
        room -= len(line) + 1
        if room < 0 and kept:
            break
        kept.append(line)
    return kept


def bind(desk: Desk) -> ToolFunction:
    """The tool of one desk."""

    async def execute(
        path: str, part: int | None = None, offset: int = 1, limit: int = LINES
    ) -> str:
        """Reads one file of the corpus as text. Long files come in pieces; the first line of the
        result says which lines you got and how to ask for more.

        Args:
            path: File path as `glob` lists it, relative to /corpus.
            part: Number of one page, sheet or slide; leave it out for the whole file.
            offset: Line to start at, counted from 1.
            limit: Number of lines, at most 400.
        """
        return desk.record("read", path, read(desk.case, path, part, offset, limit))

    return execute

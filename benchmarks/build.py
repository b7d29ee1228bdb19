"""Documents a second of one core: whole builds of fictional worlds against plain rendering alone.

In: nothing. Out: a table by stage on standard output, and the ratio. A build begins with the
staging of a case and ends with its certificate. Plain rendering is the plain use of each library
(platypus, python-docx, openpyxl, python-pptx) for the same contents, which were written before its
clock starts; each world is rendered right after it is built. All clocks count processor time.

Run: python -m benchmarks.build [worlds]
"""

from __future__ import annotations

import io
import sys
import time
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeVar

import openpyxl
import pptx

from benchmarks.rendering import PLAIN, paragraphs
from builder.authors import Sizes
from builder.pipeline import Hands, build_world, world_id_of
from builder.schema import Break, Case, DocumentContent, DocumentPlan, Drafts, Format, Record, Table
from builder.sources import SourceOptions, cases, told
from builder.workspace import Workspace

HANDS = Hands("procedural", "procedural", "procedural")
R = TypeVar("R", bound=Record)


class TimedWorkspace(Workspace):
    """A workspace that notes how long each step takes to make, and to store."""

    def __init__(self, folder: Path, spent: dict[str, float]) -> None:
        super().__init__(folder)
        self._spent = spent

    def step(
        self,
        name: str,
        kind: type[R],
        inputs: tuple[str | Record, ...],
        make: Callable[[], R],
        sound: Callable[[R], bool] = lambda _: True,
    ) -> R:
        began, within = time.process_time(), 0.0

        def timed() -> R:
            nonlocal within
            start = time.process_time()
            made = make()
            within = time.process_time() - start
            return made

        made = super().step(name, kind, inputs, timed, sound)
        self._spent[name] += within
        self._spent["storing"] += time.process_time() - began - within
        return made


def headed(content: DocumentContent) -> DocumentContent:
    """The content with a header over every table, as the plain renderers expect."""
    blocks = tuple(
        block.model_copy(update={"header": block.rows[0], "rows": block.rows[1:]})
        if isinstance(block, Table) and not block.header
        else block
        for block in content.blocks
    )
    return content.model_copy(update={"blocks": blocks})


def plain_xlsx(content: DocumentContent) -> bytes:
    book = openpyxl.Workbook()
    sheet = book.worksheets[0]
    for block in content.blocks:
        rows = (
            [block.header, *block.rows]
            if isinstance(block, Table)
            else [(text,) for text in paragraphs(block)]
        )
        for row in rows:
            sheet.append(row)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def plain_pptx(content: DocumentContent) -> bytes:
    presentation: Any = pptx.Presentation()
    slide = presentation.slides.add_slide(presentation.slide_layouts[1])
    for block in content.blocks:
        if isinstance(block, Break):
            slide = presentation.slides.add_slide(presentation.slide_layouts[1])
            slide.shapes.title.text = block.title
        rows = [" | ".join(r) for r in block.rows] if isinstance(block, Table) else []
        for text in rows or paragraphs(block):
            slide.placeholders[1].text_frame.add_paragraph().text = text
    out = io.BytesIO()
    presentation.save(out)
    return out.getvalue()


def made_plainly(contents: list[tuple[Format, DocumentContent]]) -> None:
    """Plain rendering of some contents."""
    renders = {**PLAIN, "xlsx": plain_xlsx, "pptx": plain_pptx}
    for file_format, content in contents:
        renders[file_format](content)


def built(case: Case, folder: Path) -> tuple[dict[str, float], int]:
    """Seconds by stage, those of the whole, and of plain rendering; how many documents."""
    spent = defaultdict[str, float](float)
    workspace = TimedWorkspace(folder / world_id_of(case), spent)
    began = time.process_time()
    record = told(case)
    spent["staging"] = time.process_time() - began
    build_world(record, HANDS, Sizes(), workspace)
    spent["whole build"] = time.process_time() - began
    contents = written(workspace)
    began = time.process_time()
    made_plainly(contents)
    spent["plain rendering"] = time.process_time() - began
    return spent, len(contents)


def main(worlds: int = 3) -> None:
    found = list(cases("fiction", "", SourceOptions(worlds=worlds)))
    with TemporaryDirectory() as folder:
        # Scenarios, banks, fonts and templates are loaded before; no play is staged before.
        for scenario_id in {case.source.locator.partition("/")[0] for case in found}:
            told(next(cases("fiction", scenario_id, SourceOptions(worlds=1, seed=1))))
        built(next(cases("fiction", "", SourceOptions(worlds=1, seed=1))), Path(folder))
        runs = [built(case, Path(folder)) for case in found]
    n = sum(documents for _, documents in runs)
    print(f"{worlds} worlds, {n} documents, one process")
    for stage in runs[0][0]:
        seconds = sum(spent[stage] for spent, _ in runs)
        print(f"{stage:16}{1000 * seconds / n:8.2f} ms a document{n / seconds:10.1f} a second")
    whole, plain = (sum(s[what] for s, _ in runs) for what in ("whole build", "plain rendering"))
    print(f"the whole build is {plain / whole:.2f} times as fast as plain rendering")


def written(workspace: Workspace) -> list[tuple[Format, DocumentContent]]:
    """Format and content of each document of a finished world."""
    drafts = stored(workspace, "drafts", Drafts)
    plan = stored(workspace, "plan", DocumentPlan)
    kinds: dict[str, Format] = {spec.document_id: spec.format for spec in plan.specs}
    return [
        (kinds[draft.content.document_id], headed(draft.content))
        for draft in drafts.drafts
        if draft.content.document_id in kinds
    ]


def stored(workspace: Workspace, name: str, kind: type[R]) -> R:
    """A hand-over of a finished world."""
    raw = (workspace.folder / f"{name}.json").read_bytes()
    return kind.model_validate_json(raw[raw.index(b'"value":') + 8 : -2])


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 3)

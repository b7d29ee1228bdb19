"""Documents a second of one core: whole builds of fictional worlds against plain rendering alone.

In: nothing. Out: a table by stage on standard output, a line for each world, and the ratios. A
build begins with the staging of a case and ends with its certificate. Plain rendering is the plain
use of each library (platypus, python-docx, openpyxl, python-pptx) for the same contents, which
were written before its clock starts; each world is rendered right after it is built. All clocks
count processor time, and files lie in memory where the system has a folder there: plain rendering
writes none.

A share of a world's PDFs are scans, pictures of pages over text that can be searched, so a build is
of the same contents as plain rendering only if that makes them too. It does so in the plain way:
pypdfium2 draws the pages that platypus set, and reportlab puts them on a canvas over their text.

Run: python -m benchmarks.build [worlds]
"""

from __future__ import annotations

import gc
import io
import sys
import time
from collections import defaultdict
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeVar

import openpyxl
import pptx
import pypdfium2
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from benchmarks.rendering import PLAIN, paragraphs
from builder.authors import Sizes
from builder.formats import format_module
from builder.pipeline import Hands, build_world, world_id_of
from builder.schema import (
    Break,
    Case,
    Corpus,
    DocumentContent,
    DocumentPlan,
    Drafts,
    FileProperties,
    Format,
    Heading,
    Lines,
    Paragraph,
    Record,
    Scan,
    Table,
)
from builder.sources import SourceOptions, cases, told
from builder.stages.render import LOOKS
from builder.workspace import Workspace

HANDS = Hands("procedural", "procedural", "procedural")
R = TypeVar("R", bound=Record)
MEMORY = Path("/dev/shm")
SCALE = 2  # dots to the point, of a scan


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


def plain_scan(printed: bytes) -> bytes:
    """The pages of a PDF as pictures in another, each over its text, which does not show."""
    out = io.BytesIO()
    canvas: Any = Canvas(out)
    with pypdfium2.PdfDocument(printed) as document:
        for page in document:
            size = page.get_size()
            canvas.setPageSize(size)
            text = canvas.beginText(0, size[1])
            text.setTextRenderMode(3)
            text.textLines(page.get_textpage().get_text_bounded())
            canvas.drawText(text)
            picture = page.render(scale=SCALE, grayscale=True).to_pil()
            canvas.drawImage(ImageReader(picture), 0, 0, *size)
            canvas.showPage()
    canvas.save()
    return out.getvalue()


RENDERS = {**PLAIN, "xlsx": plain_xlsx, "pptx": plain_pptx}


def built(case: Case, folder: Path) -> tuple[dict[str, float], int]:
    """Seconds by stage, those of the whole, and of plain rendering; how many documents."""
    spent = defaultdict[str, float](float)
    workspace = TimedWorkspace(folder / world_id_of(case), spent)
    gc.collect()
    began = time.process_time()
    record = told(case)
    spent["staging"] = time.process_time() - began
    build_world(record, HANDS, Sizes(), workspace)
    spent["whole build"] = time.process_time() - began
    contents = written(workspace)
    gc.collect()
    began = time.process_time()
    made = [(scan, RENDERS[kind](content)) for kind, content, scan in contents]
    spent["plain rendering"] = time.process_time() - began
    for scan, data in made:
        if scan:
            plain_scan(data)
    spent["plain, scans too"] = time.process_time() - began
    return spent, len(contents)


def load_fonts() -> None:
    """Sets a line in every typeface, shown and under a scan, as a process does once in its life."""
    blocks = (
        Heading(text="a"),
        Heading(text="a", level=4),
        Paragraph(text="a"),
        Paragraph(text="a", style="note"),
        Lines(lines=("a",)),
    )
    content = DocumentContent(document_id="d", title="a", blocks=blocks)
    about = FileProperties(title="a", author="a", company="a", created=datetime(2018, 6, 19))
    for look in range(LOOKS):
        for scan in (None, Scan(seed="a")):
            properties = about.model_copy(update={"look": look, "scan": scan})
            format_module("pdf").render(content, properties)


def main(worlds: int = 3) -> None:
    found = list(cases("fiction", "", SourceOptions(worlds=worlds)))
    with TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as folder:
        # Scenarios, banks, fonts and templates are loaded before; no play is staged before.
        load_fonts()
        for scenario_id in {case.source.locator.partition("/")[0] for case in found}:
            told(next(cases("fiction", scenario_id, SourceOptions(worlds=1, seed=1))))
        built(next(cases("fiction", "", SourceOptions(worlds=1, seed=1))), Path(folder))
        runs = [built(case, Path(folder)) for case in found]
    n = sum(documents for _, documents in runs)
    print(f"{worlds} worlds, {n} documents, one process")
    total = {stage: sum(spent[stage] for spent, _ in runs) for stage in runs[0][0]}
    for stage, seconds in total.items():
        print(f"{stage:16}{1000 * seconds / n:8.2f} ms a document{n / seconds:10.1f} a second")
    for number, (spent, _) in enumerate(runs, 1):
        print(
            f"world {number:3}: {ratio(spent):5.2f} times, without scans {ratio(spent, False):.2f}"
        )
    print(f"the whole build is {ratio(total):.2f} times as fast as plain rendering, scans included")
    print(
        f"the whole build is {ratio(total, False):.2f} times as fast as plain rendering, no scans"
    )


def ratio(spent: dict[str, float], scans: bool = True) -> float:
    """How many times as long plain rendering takes as the whole build."""
    return spent["plain, scans too" if scans else "plain rendering"] / spent["whole build"]


def written(workspace: Workspace) -> list[tuple[Format, DocumentContent, bool]]:
    """Format and content of each document of a finished world, and whether it is a scan."""
    drafts = stored(workspace, "drafts", Drafts)
    plan = stored(workspace, "plan", DocumentPlan)
    kinds: dict[str, Format] = {spec.document_id: spec.format for spec in plan.specs}
    scans = {
        file.document_id
        for file in stored(workspace, "corpus", Corpus).files
        if b"/Subtype/Image" in (workspace.corpus / file.path).read_bytes()
    }
    return [
        (kinds[one], headed(draft.content), one in scans)
        for draft in drafts.drafts
        if (one := draft.content.document_id) in kinds
    ]


def stored(workspace: Workspace, name: str, kind: type[R]) -> R:
    """A hand-over of a finished world."""
    raw = (workspace.folder / f"{name}.json").read_bytes()
    return kind.model_validate_json(raw[raw.index(b'"value":') + 8 : -2])


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 3)

"""Questions -> a workbook with one sheet a stage, and back to grades.

In: questions; workbooks that people filled in. Out: files; grades. A grade is chosen from a list.
ConfigError names the file, sheet and row that cannot be taken. Writes the workbook only.
"""

from __future__ import annotations

import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import cast, get_args

from openpyxl import Workbook, load_workbook
from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE, Cell
from openpyxl.styles import Alignment, Font, PatternFill
from openpyxl.utils import get_column_letter
from openpyxl.utils.exceptions import InvalidFileException
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.properties import PageSetupProperties
from openpyxl.worksheet.worksheet import Worksheet

from builder.errors import ConfigError
from builder.review.grades import STAGES, Given, Stage
from builder.review.questions import Question
from builder.schema import Grade

GRADES: tuple[Grade, ...] = get_args(Grade)
_FIXED = ("question id", "world id", "document id")
_LAST = ("grade", "comment")
_HEAD = 2  # the row of the columns' names; the question stands above it
_WIDTHS = {"question id": 8, "world id": 22, "document id": 12, "grade": 12, "comment": 32}
_SHORT, _LONG, _BESIDE = 36, 90, 60  # widths of what is shown: little, much, much beside much
_LINE_POINTS, _MOST_POINTS = 13.0, 400.0  # a program shows no row higher than 409
_CELL = 32_000
_ABOUT, _ABOUT_WIDTH = "About", 100
_HELP = (
    "Each sheet is one stage; its question stands at its head and here below.",
    "Choose pass, borderline or fail for every row; say why under comment, always for a fail.",
    "A document's file name opens the file itself, where the files came with this workbook.",
    "Do not talk with other reviewers before all sheets are in. Leave a row empty to pass it over.",
    "Put your name in the cell beside `reviewer` if another name stands there.",
)
_PLAIN = Font(name="Arial", size=10)
_BOLD = Font(name="Arial", size=10, bold=True)
_LINK = Font(name="Arial", size=10, underline="single", color="0B5394")
_TOP = Alignment(wrap_text=True, vertical="top")


def write_sheets(path: Path, reviewer: str, questions: Sequence[Question]) -> None:
    """The workbook of one reviewer."""
    book = Workbook()
    about = cast(Worksheet, book.active)
    about.title = _ABOUT
    asks = {question.asked.stage: question.asks for question in questions}
    rows = [("reviewer", reviewer), *(("", line) for line in _HELP), *asks.items()]
    for row in rows:
        about.append(row)
    about.column_dimensions["A"].width, about.column_dimensions["B"].width = 16, _ABOUT_WIDTH
    for n, (_, said) in enumerate(rows, 1):
        about.row_dimensions[n].height = _lines(said, _ABOUT_WIDTH) * _LINE_POINTS + 3
        about.cell(n, 1).font, about.cell(n, 2).font = _BOLD, _PLAIN
        about.cell(n, 1).alignment = about.cell(n, 2).alignment = _TOP
    for stage in STAGES:
        asked = [question for question in questions if question.asked.stage == stage]
        if asked:
            _write_stage(book.create_sheet(stage.capitalize()), asked)
    for sheet in book.worksheets:
        _for_paper(sheet)
    path.parent.mkdir(parents=True, exist_ok=True)
    book.save(path)


def read_sheets(path: Path) -> Iterator[Given]:
    """The grades that stand in a workbook; rows without one are passed over."""
    try:
        book = load_workbook(path, read_only=True, data_only=True)
    except (OSError, InvalidFileException, zipfile.BadZipFile, KeyError) as exc:
        raise ConfigError(f"{str(path)!r} is no workbook that can be read: {exc}") from exc
    try:
        if _ABOUT not in book.sheetnames:
            raise ConfigError(f"{path.name!r} has no sheet {_ABOUT!r}: it is no sheet of ours")
        first = next(book[_ABOUT].iter_rows(values_only=True), ("", ""))
        reviewer = str(first[1] or "").strip() if len(first) > 1 else ""
        if not reviewer:
            raise ConfigError(f"{path.name!r}: sheet {_ABOUT!r} names no reviewer")
        for stage in STAGES:
            if stage.capitalize() in book.sheetnames:
                rows = book[stage.capitalize()].iter_rows(values_only=True)
                yield from _read_stage(path.name, stage, reviewer, rows)
    finally:
        book.close()


def _write_stage(sheet: Worksheet, questions: Sequence[Question]) -> None:
    labels = tuple(label for label, _ in questions[0].shown)
    header = (*_FIXED, *_LAST, *labels)
    shown = list(zip(*([text for _, text in q.shown] for q in questions), strict=True))
    widths = [_WIDTHS[name] for name in (*_FIXED, *_LAST)]
    little = [max(map(len, texts)) <= 3 * _SHORT for texts in shown]
    much = _LONG if little.count(False) < 3 else _BESIDE
    widths += [_SHORT if one else much for one in little]
    _fill(cast(Cell, sheet.cell(1, 2)), questions[0].asks, _BOLD)
    sheet.merge_cells(start_row=1, start_column=2, end_row=1, end_column=len(header))
    sheet.row_dimensions[1].height = 2 * _LINE_POINTS
    for column, (name, width) in enumerate(zip(header, widths, strict=True), 1):
        cell = sheet.cell(_HEAD, column, name)
        cell.font, cell.fill = _BOLD, PatternFill("solid", fgColor="DDE6EE")
        sheet.column_dimensions[get_column_letter(column)].width = width
    for row, question in enumerate(questions, _HEAD + 1):
        asked = question.asked
        values = [asked.question_id, asked.world_id, question.document_id, "", ""]
        values += [text for _, text in question.shown]
        for column, value in enumerate(values, 1):
            _fill(cast(Cell, sheet.cell(row, column)), value)
        lines = max(_lines(value, width) for value, width in zip(values, widths, strict=True))
        sheet.row_dimensions[row].height = min((lines + 1) * _LINE_POINTS, _MOST_POINTS)
        if question.file:
            cell = cast(Cell, sheet.cell(row, len(_FIXED) + len(_LAST) + labels.index("File") + 1))
            cell.hyperlink, cell.font = question.file, _LINK
    _choices(sheet, get_column_letter(len(_FIXED) + 1), questions[0].asks)
    sheet.freeze_panes = f"{get_column_letter(len(_FIXED) + len(_LAST) + 1)}{_HEAD + 1}"
    sheet.column_dimensions["A"].hidden = True
    sheet.column_dimensions["C"].hidden = not any(q.document_id for q in questions)


def _choices(sheet: Worksheet, letter: str, asks: str) -> None:
    grades = DataValidation(
        type="list",
        formula1=f'"{",".join(GRADES)}"',
        allow_blank=True,
        showErrorMessage=True,
        errorTitle="Grade",
        error=f"Choose {', '.join(GRADES)}.",
        showInputMessage=True,
        promptTitle="Grade",
        prompt=asks[:255],
    )
    sheet.add_data_validation(grades)
    grades.add(f"{letter}{_HEAD + 1}:{letter}{sheet.max_row}")


def _for_paper(sheet: Worksheet) -> None:
    """Every column on one page, the heads on each."""
    sheet.page_setup.orientation = "landscape"
    sheet.page_setup.fitToWidth, sheet.page_setup.fitToHeight = 1, 0
    sheet.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=True)
    if sheet.title != _ABOUT:
        sheet.print_title_rows = f"1:{_HEAD}"


def _lines(text: str, width: int) -> int:
    return sum(len(line) // width + 1 for line in text.split("\n"))


def _fill(cell: Cell, value: str, font: Font = _PLAIN) -> None:
    """Text as text: what begins with `=` is no formula."""
    cell.value = ILLEGAL_CHARACTERS_RE.sub("", value)[:_CELL] or None
    if value:
        cell.data_type = "s"
    cell.font, cell.alignment = font, _TOP


def _read_stage(
    file: str, stage: Stage, reviewer: str, rows: Iterator[tuple[object, ...]]
) -> Iterator[Given]:
    header: list[str] = []
    for top in (next(rows, ()) for _ in range(_HEAD)):
        header = [str(name or "").strip().lower() for name in top]
    if lacking := [name for name in (*_FIXED[:2], *_LAST) if name not in header]:
        raise ConfigError(f"{file!r}, sheet {stage!r}: no column {lacking[0]!r}")
    at = {name: header.index(name) for name in (*_FIXED[:2], *_LAST)}
    for number, row in enumerate(rows, _HEAD + 1):
        cells = {name: str(row[i] or "").strip() if i < len(row) else "" for name, i in at.items()}
        grade = cells["grade"].lower()
        if not grade:
            continue
        if grade not in GRADES:
            raise ConfigError(
                f"{file!r}, sheet {stage!r}, row {number}: {cells['grade']!r} is no grade; there "
                f"are: {', '.join(GRADES)}"
            )
        if not cells["question id"]:
            raise ConfigError(f"{file!r}, sheet {stage!r}, row {number}: no question id")
        yield Given(
            reviewer=reviewer,
            question_id=cells["question id"],
            stage=stage,
            world_id=cells["world id"],
            grade=grade,
            comment=cells["comment"],
        )

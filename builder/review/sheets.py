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
from openpyxl.worksheet.worksheet import Worksheet

from builder.errors import ConfigError
from builder.review.grades import STAGES, Given, Stage
from builder.review.questions import Question
from builder.schema import Grade

GRADES: tuple[Grade, ...] = get_args(Grade)
_FIXED = ("question id", "world id", "document id")
_LAST = ("grade", "comment")
_CELL = 32_000
_ABOUT = "About"
_HELP = (
    "Each sheet is one stage; its question stands in the first row's note and here below.",
    "Choose pass, borderline or fail for every row; say why under comment, always for a fail.",
    "Do not talk with other reviewers before all sheets are in. Leave a row empty to pass it over.",
)


def write_sheets(path: Path, reviewer: str, questions: Sequence[Question]) -> None:
    """The workbook of one reviewer."""
    book = Workbook()
    book.remove(cast(Worksheet, book.active))
    for stage in STAGES:
        asked = [question for question in questions if question.asked.stage == stage]
        if asked:
            _write_stage(book.create_sheet(stage.capitalize()), asked)
    about = book.create_sheet(_ABOUT)
    asks = {question.asked.stage: question.asks for question in questions}
    rows = [("reviewer", reviewer), *(("", line) for line in _HELP), *asks.items()]
    for row in rows:
        about.append(row)
    about.column_dimensions["A"].width, about.column_dimensions["B"].width = 16, 110
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
    header = (*_FIXED, *labels, *_LAST)
    sheet.append(header)
    for cell in sheet[1]:
        cell.font, cell.fill = Font(bold=True), PatternFill("solid", fgColor="DDE6EE")
    for question in questions:
        asked = question.asked
        texts = [text for _, text in question.shown]
        sheet.append([None] * len(header))
        values = (asked.question_id, asked.world_id, question.document_id, *texts, "", "")
        for column, value in enumerate(values, 1):
            _fill(cast(Cell, sheet.cell(sheet.max_row, column)), value)
    grades = DataValidation(
        type="list",
        formula1=f'"{",".join(GRADES)}"',
        allow_blank=True,
        showErrorMessage=True,
        errorTitle="Grade",
        error=f"Choose {', '.join(GRADES)}.",
        showInputMessage=True,
        promptTitle="Grade",
        prompt=questions[0].asks[:255],
    )
    sheet.add_data_validation(grades)
    letter = get_column_letter(len(header) - 1)
    grades.add(f"{letter}2:{letter}{sheet.max_row}")
    sheet.freeze_panes = f"{get_column_letter(len(_FIXED) + 1)}2"
    for column, name in enumerate(header, 1):
        width = 14 if name in _FIXED else 12 if name == "grade" else 40 if name == "comment" else 70
        sheet.column_dimensions[get_column_letter(column)].width = width
    sheet.column_dimensions["A"].hidden = True


def _fill(cell: Cell, value: str) -> None:
    """Text as text: what begins with `=` is no formula."""
    cell.value = ILLEGAL_CHARACTERS_RE.sub("", value)[:_CELL] or None
    if value:
        cell.data_type = "s"
    cell.alignment = Alignment(wrap_text=True, vertical="top")


def _read_stage(
    file: str, stage: Stage, reviewer: str, rows: Iterator[tuple[object, ...]]
) -> Iterator[Given]:
    header = [str(name or "").strip().lower() for name in next(rows, ())]
    if lacking := [name for name in (*_FIXED[:2], *_LAST) if name not in header]:
        raise ConfigError(f"{file!r}, sheet {stage!r}: no column {lacking[0]!r}")
    at = {name: header.index(name) for name in (*_FIXED[:2], *_LAST)}
    for number, row in enumerate(rows, 2):
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

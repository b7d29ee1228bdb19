"""Sheets that people filled in: CSV or xlsx, one row an answer.

In: files with a header row. Out: rows as dicts of strings, header in lower case. ConfigError names
the file and the column that is missing.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from pathlib import Path

from builder.errors import ConfigError


def read_rows(paths: Sequence[Path], needed: tuple[str, ...]) -> list[dict[str, str]]:
    """The rows of the sheets that have all `needed` columns; others are passed over."""
    found: list[dict[str, str]] = []
    for path in paths:
        rows = list(_rows(path))
        if rows and set(needed) <= set(rows[0]):
            found += rows
    return found


def _rows(path: Path) -> Iterator[dict[str, str]]:
    if path.suffix.lower() == ".xlsx":
        from openpyxl import load_workbook

        book = load_workbook(path, read_only=True, data_only=True)
        for sheet in book.worksheets:
            lines = [[_text(cell) for cell in row] for row in sheet.iter_rows(values_only=True)]
            yield from _named(lines)
        return
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            yield from _named(list(csv.reader(file)))
    except (OSError, UnicodeDecodeError) as exc:
        raise ConfigError(f"sheet {str(path)!r} cannot be read: {exc}") from exc


def _named(lines: list[list[str]]) -> Iterator[dict[str, str]]:
    if lines:
        header = [name.strip().lower().replace(" ", "_") for name in lines[0]]
        for line in lines[1:]:
            if any(line):
                yield dict(zip(header, (cell.strip() for cell in line), strict=False))


def _text(cell: object) -> str:
    return "" if cell is None else str(cell)

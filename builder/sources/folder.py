"""A folder of court papers as one case record: `folder:PATH`.

In: pdf, docx, txt, html and xml files, and if wished a `record.toml`:

    case_type = "employment"            # or nature_of_suit = "442"
    [filings."104 motion.pdf"]
    kind = "motion"                     # also: title, entry, exhibit, side, filed; skip = true

What the toml does not say is read from captions, stamps and file names. Of two files that hold the
same paper one is kept. Reads the folder, writes nothing.
"""

from __future__ import annotations

import logging
import tomllib
from collections.abc import Iterator
from datetime import date
from pathlib import Path

from pydantic import Field, ValidationError

from builder.errors import ConfigError, FormatError, SourceUnusable
from builder.filings.caption import read_title
from builder.filings.docket import case_type_of, entry_of, exhibit_of, side_of
from builder.filings.pages import SUFFIXES, Paper, read_paper
from builder.filings.reading import Reading, read_filings
from builder.schema import (
    CaseRecord,
    CaseType,
    Filing,
    FilingKind,
    Record,
    RecordSource,
    Side,
)
from builder.sources import SourceOptions
from builder.sources._papers import Twins, distinct, kind_by, slug

HANDS = "replay"
_log = logging.getLogger(__name__)


class FilingNote(Record):
    """What `record.toml` says of one file."""

    kind: FilingKind | None = None
    title: str | None = None
    entry: str | None = None
    exhibit: str | None = None
    side: Side | None = None
    filed: date | None = None
    skip: bool = False


class RecordNote(Record):
    """What `record.toml` says of the folder."""

    case_id: str | None = None
    case_type: CaseType | None = None
    nature_of_suit: str = ""
    filings: dict[str, FilingNote] = Field(default_factory=dict)


def records(locator: str, options: SourceOptions) -> Iterator[CaseRecord]:
    """The one record of a folder."""
    yield read_record(Path(locator))


def read_record(path: Path) -> CaseRecord:
    """Reads a folder of court papers, or a single paper, whole.

    ConfigError when there is no such folder or its record.toml is wrong; SourceUnusable when no
    paper in it can be read or its case type cannot be told.
    """
    if not path.exists():
        raise ConfigError(f"no such folder: {str(path)!r}")
    folder = path if path.is_dir() else path.parent
    note = _read_note(folder)
    files = sorted(folder.iterdir()) if path.is_dir() else [path]
    files = [f for f in files if f.suffix.lower() in SUFFIXES and not f.name.startswith(".")]
    if unknown := sorted(set(note.filings) - {f.name for f in files}):
        raise ConfigError(f"record.toml names files that are not there: {', '.join(unknown)}")
    filings, missing = _read_files([f for f in files if not _note(note, f).skip], note)
    if not filings:
        reasons = "; ".join(missing) or f"no file ends in {', '.join(SUFFIXES)}"
        raise SourceUnusable(f"{str(path)!r} holds no readable court paper: {reasons}")
    reading = read_filings(filings)
    return _record(path, note, filings, reading, missing)


def _read_note(folder: Path) -> RecordNote:
    path = folder / "record.toml"
    if not path.is_file():
        return RecordNote()
    try:
        return RecordNote.model_validate(tomllib.loads(path.read_text(encoding="utf-8")))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, ValidationError) as exc:
        raise ConfigError(f"{str(path)!r}: {exc}") from exc


def _note(note: RecordNote, file: Path) -> FilingNote:
    return note.filings.get(file.name, FilingNote())


def _read_files(files: list[Path], note: RecordNote) -> tuple[list[Filing], list[str]]:
    filings: list[Filing] = []
    missing: list[str] = []
    twins = Twins()
    for file in files:
        try:
            paper = read_paper(file)
        except FormatError as exc:
            missing.append(f"not read: {exc}")
            continue
        if twin := twins.of(file.name, paper):
            missing.append(f"left out: {file.name!r} is the same paper as {twin!r}")
            continue
        missing += [f"{file.name!r} {said}" for said in paper.notes]
        filings.append(_filing(file, paper, _note(note, file)))
    return distinct(filings), missing


def _filing(file: Path, paper: Paper, note: FilingNote) -> Filing:
    head = "\n".join(page.text for page in paper.pages[:2])
    title = note.title or read_title(head)
    name = file.stem.replace("_", " ")
    kind = note.kind or kind_by(title, name)
    return Filing(
        filing_id=slug(file.stem),
        kind=kind,
        title=title or name,
        pages=paper.pages,
        entry=note.entry or paper.entry or entry_of(file.stem),
        filed=note.filed or paper.filed,
        side=note.side or (side_of(title, name) if kind != "opinion" else None),
        exhibit=note.exhibit
        or (exhibit_of(title, name) if kind in ("exhibit", "expert") else None),
    )


def _record(
    path: Path, note: RecordNote, filings: list[Filing], reading: Reading, missing: list[str]
) -> CaseRecord:
    case_id = note.case_id or slug(path.name if path.is_dir() else path.stem)
    case_type = note.case_type or case_type_of([f.text for f in filings], note.nature_of_suit)
    if case_type is None:
        raise SourceUnusable(
            f"case {case_id!r}: its papers do not tell its case type; say it in "
            'record.toml: case_type = "contract"'
        )
    _log.info("case %s: %d filings, %d findings", case_id, len(filings), len(reading.findings))
    return CaseRecord(
        case_id=case_id,
        source=RecordSource(kind="folder", locator=path.name),
        case_type=case_type,
        caption=reading.caption,
        filings=tuple(filings),
        motions=reading.motions,
        asserted_facts=reading.asserted_facts,
        findings=reading.findings,
        missing=(*reading.missing, *missing),
    )

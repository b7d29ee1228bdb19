"""A folder of court papers as one case record: `folder:PATH`.

In: pdf, docx, txt, html and xml files, and if wished a `record.toml`:

    case_type = "employment"            # or nature_of_suit = "442"
    docket = "docket.html"              # where it is not told by what it holds
    [filings."104 motion.pdf"]
    kind = "motion"                     # also: title, entry, exhibit, side, filed; skip = true

What the toml does not say is read from captions, stamps, file names and the case's docket, if one
was saved there. Of two files that hold the same paper one is kept. Reads the folder, writes
nothing.
"""

from __future__ import annotations

import logging
import tomllib
from collections.abc import Iterator
from datetime import date
from pathlib import Path

from pydantic import Field, ValidationError

from builder.errors import ConfigError, FormatError, SourceUnusable, in_short
from builder.filings.caption import read_title
from builder.filings.docket import case_type_of, entry_of, exhibit_of, side_of
from builder.filings.entries import Entry, kind_of_entry
from builder.filings.pages import SUFFIXES as READABLE
from builder.filings.pages import Paper, read_paper
from builder.filings.reading import filled, read_filings
from builder.schema import (
    CaseRecord,
    CaseType,
    Docket,
    Filing,
    FilingKind,
    Record,
    RecordSource,
    Side,
)
from builder.sources import SourceOptions
from builder.sources._dockets import Sheet, holds_docket, read_sheet
from builder.sources._papers import Twins, distinct, kind_by, slug

HANDS = "replay"
_EVIDENCE: tuple[FilingKind, ...] = ("exhibit", "expert")
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
    docket: str | None = None
    filings: dict[str, FilingNote] = Field(default_factory=dict)


def records(locator: str, options: SourceOptions) -> Iterator[CaseRecord]:
    """The one record of a folder."""
    yield read_record(Path(locator))


def read_record(path: Path, docket: Path | None = None) -> CaseRecord:
    """Reads a folder of court papers, a single paper, or a docket that was saved, whole.

    `docket` is one that stands elsewhere. ConfigError when there is no such folder or its
    record.toml is wrong; SourceUnusable when nothing in it can be read or its case type cannot be
    told.
    """
    if not path.exists():
        raise ConfigError(f"no such folder: {str(path)!r}")
    folder = path if path.is_dir() else path.parent
    note = _read_note(folder)
    there = sorted(f for f in folder.iterdir() if f.is_file() and not f.name.startswith("."))
    named = {*note.filings, *((note.docket,) if note.docket else ())}
    if unknown := sorted(named - {f.name for f in there}):
        raise ConfigError(f"record.toml names files that are not there: {', '.join(unknown)}")
    files = [f for f in (there if path.is_dir() else [path]) if not _note(note, f).skip]
    dockets = [f for f in files if f.name == note.docket or holds_docket(f)]
    sheet, missing = read_sheet([docket] if docket else dockets)
    papers = [f for f in files if f.suffix.lower() in READABLE and f not in dockets]
    filings, unread = _read_files(papers, note, sheet)
    missing += unread
    if not filings and sheet.docket is None:
        reasons = "; ".join(missing) or f"no file ends in {', '.join(READABLE)}"
        raise SourceUnusable(f"{str(path)!r} holds no readable court paper: {reasons}")
    return _record(path, note, filings, sheet, missing)


def _read_note(folder: Path) -> RecordNote:
    path = folder / "record.toml"
    if not path.is_file():
        return RecordNote()
    try:
        return RecordNote.model_validate(tomllib.loads(path.read_text(encoding="utf-8")))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, ValidationError) as exc:
        raise ConfigError(f"{str(path)!r}: {in_short(exc)}") from exc


def _note(note: RecordNote, file: Path) -> FilingNote:
    return note.filings.get(file.name, FilingNote())


def _read_files(
    files: list[Path], note: RecordNote, sheet: Sheet
) -> tuple[list[Filing], list[str]]:
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
        filing = _filing(file, paper, _note(note, file), sheet)
        if why := sheet.against(filing.entry):
            missing.append(f"left out: {file.name!r}: {why}, says the docket")
            continue
        filings.append(filing)
    return distinct(filings), missing


def _filing(file: Path, paper: Paper, note: FilingNote, sheet: Sheet) -> Filing:
    """The paper's own title decides, then its name, then the docket."""
    head = "\n".join(page.text for page in paper.pages[:2])
    title = note.title or read_title(head)
    name = file.stem.replace("_", " ")
    number = note.entry or paper.entry or entry_of(file.stem)
    said = sheet.entry(number) or Entry()
    kind = note.kind or kind_by(title, name)
    if kind == "procedural" and note.kind is None:
        kind = kind_of_entry(said).kind
    names = (title, name, said.title, said.text)
    return Filing(
        filing_id=slug(file.stem),
        kind=kind,
        title=title or said.title or name,
        pages=paper.pages,
        entry=number,
        filed=note.filed or paper.filed or said.filed,
        side=note.side or (side_of(*names) if kind != "opinion" else None),
        exhibit=note.exhibit or (exhibit_of(*names[:3]) if kind in _EVIDENCE else None),
    )


def _record(
    path: Path, note: RecordNote, filings: list[Filing], sheet: Sheet, missing: list[str]
) -> CaseRecord:
    case_id = note.case_id or slug(path.name if path.is_dir() else path.stem)
    docket = sheet.docket or Docket()
    nature = note.nature_of_suit or docket.nature_of_suit
    case_type = note.case_type or case_type_of([f.text for f in filings], nature)
    if case_type is None:
        of_suit = f" (nature of suit {nature!r})" if nature else ""
        raise SourceUnusable(
            f"case {case_id!r}: its papers{of_suit} do not tell its case type; say it in "
            'record.toml: case_type = "contract"'
        )
    reading = read_filings(filings)
    _log.info("case %s: %d filings, %d findings", case_id, len(filings), len(reading.findings))
    return CaseRecord(
        case_id=case_id,
        source=RecordSource(kind="folder", locator=path.name),
        case_type=case_type,
        caption=filled(reading.caption, docket),
        docket=sheet.docket,
        filings=tuple(filings),
        motions=reading.motions,
        asserted_facts=reading.asserted_facts,
        findings=reading.findings,
        missing=(*reading.missing, *sheet.lacking(f.entry for f in filings), *missing),
    )

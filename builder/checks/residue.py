"""Whether anything of a real case is left in its world: in any byte, property, name or public text.

In: the record, the analyst's extraction, rendered files, public texts. Out: one line for each
thing found; an empty list is what should come back. Zip-based files are searched member by member,
PDFs by their text, streams and properties. No side effects.
"""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import pypdfium2

from builder.checks.disguise import Disguise, make_disguise
from builder.matching.dates import find_dates
from builder.matching.text import normalize
from builder.schema import CaseRecord, CheckResult, Extraction, Format

QUOTE_WORDS = 8
_WORD = re.compile(r"[a-z0-9][a-z0-9'-]*")
_STREAM = re.compile(rb"stream\r?\n(.*?)\r?\nendstream", re.S)
_TAG = re.compile(r"<[^>]*>")


@dataclass(frozen=True)
class CorpusFile:
    """A rendered file: its path, format, bytes and the text that was read back."""

    path: str
    format: Format
    data: bytes
    text: str


@dataclass(frozen=True)
class Sought:
    """What may be left nowhere: identities, and the court's words in runs of eight."""

    disguise: Disguise
    quotes: frozenset[str]


def check_residue(
    record: CaseRecord,
    extraction: Extraction,
    files: Iterable[CorpusFile],
    public: Iterable[tuple[str, str]],
) -> CheckResult:
    """The residue of a real record in all files of its world and in its public texts (what each is,
    and the text)."""
    sought = Sought(make_disguise(extraction, record), court_quotes(record))
    found = [f"{where}: {what}" for where, text in public for what in _in_text(text, sought)]
    n_files = 0
    for file in files:
        n_files += 1
        found += [f"{file.path}: {what}" for what in residue_of(file, sought)]
    found += unmoved_dates(record, extraction)
    return CheckResult(
        check="nothing of the real case is left",
        passed=not found,
        detail="; ".join(found[:20]) or f"{n_files} files searched",
    )


def residue_of(file: CorpusFile, sought: Sought) -> list[str]:
    """What of the real case a file's name, text, properties and bytes still hold."""
    found: dict[str, str] = {}
    for where, text in (("name", file.path), ("text", file.text), *_parts(file)):
        for what in _in_text(text, sought):
            found.setdefault(what, where)
    return [f"{what} in its {where}" for what, where in found.items()]


def court_quotes(record: CaseRecord) -> frozenset[str]:
    """Every run of eight words of the opinions. Runs that are mostly numbers are nobody's words."""
    return frozenset(
        run
        for filing in record.filings
        if filing.kind == "opinion"
        for run in _runs(filing.text)
        if sum(word[0].isalpha() for word in run.split()) >= QUOTE_WORDS - 1
    )


def unmoved_dates(record: CaseRecord, extraction: Extraction) -> list[str]:
    """Facts whose dates are those of the findings they rest on: the case's days were not moved."""
    said = {f.finding_id: record.passage_text(f.passage) for f in extraction.findings}
    found: list[str] = []
    for fact in extraction.facts:
        real = {day for f in fact.finding_ids for day in find_dates(said.get(f, ""))}
        own = {
            day
            for anchor in fact.anchors
            if anchor.kind == "date"
            for form in (anchor.value, *anchor.surfaces)
            for day in find_dates(form)
        }
        found += [f"fact {fact.fact_id!r}: day {day} is the record's" for day in sorted(own & real)]
    return found


def _in_text(text: str, sought: Sought) -> Iterator[str]:
    for what in sought.disguise.residue(text):
        yield repr(what)
    for run in _runs(text):
        if run in sought.quotes:
            yield f"the court's words {run!r}"
            return


def _runs(text: str) -> Iterator[str]:
    words = _WORD.findall(normalize(text))
    for i in range(len(words) - QUOTE_WORDS + 1):
        yield " ".join(words[i : i + QUOTE_WORDS])


def _parts(file: CorpusFile) -> Iterator[tuple[str, str]]:
    """Everything in a file that is text in some way, by where it stands."""
    if file.format == "pdf":
        with pypdfium2.PdfDocument(file.data) as document:
            yield "properties", "\n".join(document.get_metadata_dict().values())
        bare = _STREAM.sub(b"stream", file.data)
        yield "objects", bare.decode("latin-1")
        for stream in _STREAM.findall(file.data):
            if text := _inflated(stream):
                yield "streams", text
    elif not file.data.startswith(b"PK"):  # no package of parts
        yield "bytes", file.data.decode("utf-8", "replace")
    else:
        with zipfile.ZipFile(io.BytesIO(file.data)) as archive:
            for info in archive.infolist():
                yield "members' names", info.filename
                if not info.filename.endswith((".png", ".jpeg", ".jpg", ".emf", ".bin")):
                    text = archive.read(info).decode("utf-8", "replace")
                    # Tags may part a name; attributes may hold one.
                    yield info.filename, _TAG.sub("", text)
                    yield info.filename, " ".join(re.findall(r'"([^"]*)"', text))


def _inflated(stream: bytes) -> str:
    """A stream as text, if it is compressed text; letters of fonts' subsets are none."""
    try:
        data = zlib.decompress(stream)
    except zlib.error:
        data = stream
    if data[:4] in (b"\x00\x01\x00\x00", b"OTTO", b"true") or b"\x00" in data[:64]:
        return ""
    return data.decode("latin-1")

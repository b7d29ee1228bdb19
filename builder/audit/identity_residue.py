"""Whether anything of a real case is left: parties, docket numbers, citations, the court's words.

Needs the real records (`--real FOLDER`, folders of court papers). Every public file is searched as
text, byte by byte and in members of zip-based files; quotes are runs of eight words of any filing.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from builder.audit import GateResult, Panel
from builder.audit._published import Document, Published, PublishedWorld
from builder.audit._words import shingles
from builder.schema import CaseRecord

TITLE = "Identity residue of real records: names, dockets, citations, quotes"
THRESHOLD = "none"

REAL_SOURCES = ("folder", "courtlistener")
QUOTE = 8
_CORPORATE = re.compile(
    r"\b(?:inc|llc|l\.l\.c|corp|corporation|co|company|ltd|lp|llp|n\.a|the|et al|of|and|city|"
    r"county|state|united|states|america|department|university|john|jane|does?|plaintiffs?|defendants?)\b\.?",
    re.I,
)
_DOCKET = re.compile(r"\b(?:\d:)?\d{2,4}-(?:cv|CV|cr|CR)-0*\d{2,6}\b")
_REPORTER = re.compile(
    r"\b\d{1,4} (?:U\.S\.|S\. ?Ct\.|F\.(?: ?[23]d| ?4th)|F\. ?Supp\.(?: ?[23]d)?|F\.R\.D\.|WL)"
    r" \d{1,8}\b"
)


@dataclass(frozen=True)
class Trail:
    """What would give one record away."""

    names: re.Pattern[str] | None
    numbers: frozenset[str]
    quotes: frozenset[tuple[str, ...]]


def measure(published: Published) -> GateResult:
    """Counts residues by kind; not measured where real worlds come without their records."""
    real = [w for w in published.worlds if w.source in REAL_SOURCES]
    if not published.extras.real:
        return GateResult(
            gate="identity_residue", title=TITLE, threshold=THRESHOLD, passed=None,
            reason=f"{len(real)} worlds of real records; their records were not given (--real)"
            if real
            else "no world grows from a real record, and none was given (--real)",
        )  # fmt: skip
    from builder.sources.folder import read_record

    trails = [trail(read_record(path)) for path in published.extras.real]
    found: dict[str, list[str]] = defaultdict(list)
    for world in published.worlds:
        for one in trails:
            for kind, what in _of_world(published, world, one):
                found[kind].append(f"{world.world_id} {what}")
    total = sum(len(v) for v in found.values())
    return GateResult(
        gate="identity_residue",
        title=TITLE,
        threshold=THRESHOLD,
        passed=total == 0,
        figure=total,
        unit="residues",
        reason=", ".join(f"{len(v)} {k}" for k, v in sorted(found.items())),
        sentences=(
            f"{published.n_documents} files were searched for the parties, docket numbers, "
            f"citations and eight-word quotes of {len(trails)} real records: {total} found.",
        ),
        offenders=tuple(f"{k}: {w}" for k, v in sorted(found.items()) for w in v[:10]),
        panels=(
            Panel(
                title="Residues by kind",
                columns=("kind", "found"),
                rows=tuple((k, str(len(v))) for k, v in sorted(found.items())),
            ),
        ),
    )


def trail(record: CaseRecord) -> Trail:
    """Names of parties (whole, and their telling words), numbers and quotes of a record."""
    parties = {*record.caption.plaintiffs, *record.caption.defendants}
    names = {" ".join(p.split()) for p in parties if len(p) > 3}
    names |= {
        word for p in parties for word in re.findall(r"[A-Z][\w'-]{3,}", _CORPORATE.sub(" ", p))
    }
    text = "\n".join(filing.text for filing in record.filings)
    numbers = {record.caption.docket_number, *_DOCKET.findall(text), *_REPORTER.findall(text)}
    forms = sorted((re.escape(n) for n in names), key=lambda n: (-len(n), n))
    return Trail(
        names=re.compile(rf"(?<!\w)(?:{'|'.join(forms)})(?!\w)", re.I) if forms else None,
        numbers=frozenset(n for n in numbers if len(n) > 5),
        quotes=frozenset(
            s for s in shingles(text, QUOTE) if sum(w.isalpha() for w in s) >= QUOTE - 1
        ),
    )


def _of_world(
    published: Published, world: PublishedWorld, sought: Trail
) -> Iterator[tuple[str, str]]:
    public = "\n".join([world.brief, *world.accounts.values(), *map(str, world.entities)])
    for kind, what in _search(public, sought):
        yield kind, f"public rows: {what!r}"
    for document, content in published.contents(world):
        for part, text in _parts(document, content):
            for kind, what in sorted(set(_search(text, sought))):
                yield kind, f"{document.document_id} {part}: {what!r}"


def _search(text: str, sought: Trail) -> Iterator[tuple[str, str]]:
    if sought.names is not None:
        for match in sought.names.finditer(text):
            yield "name", match[0]
    for number in sought.numbers:
        if number in text:
            yield "docket number or citation", number
    for run in shingles(text, QUOTE):
        if run in sought.quotes:
            yield "quote", " ".join(run)
            break


def _parts(document: Document, content: bytes) -> Iterator[tuple[str, str]]:
    yield "path", document.path
    yield "text", document.text
    if document.format == "pdf":
        yield (
            "properties",
            "\n".join(
                m.decode("latin-1")
                for m in re.findall(rb"/[A-Z]\w+\s*\(((?:[^()\\]|\\.)*)\)", content)
            ),
        )
    elif content.startswith(b"PK"):
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            for name in archive.namelist():
                if name.startswith("docProps/"):
                    yield (
                        name,
                        re.sub(r"<[^>]+>", " ", archive.read(name).decode("utf-8", "replace")),
                    )

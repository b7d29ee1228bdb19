"""Whether a word of the key stands in any byte, property or name that is public.

Sought in every file (as bytes, in members of zip-based files, in inflated streams of PDFs), in
paths, and in the public rows: role names, ids of facts, inferences and accounts, hypothesis and
inference sentences, the key's canary, seeds.
"""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from builder.audit import GateResult, Panel
from builder.audit._published import Document, Published, PublishedWorld
from builder.audit._words import shingles
from builder.schema import ROLES

TITLE = "Key leak: roles, ids, accounts, seeds, canaries or libraries in a public byte"
THRESHOLD = "none"

QUOTED_WORDS = 8
MAX_INFLATED = 4 << 20
KEY_CANARY = "2c1d7f3e-8f5b-4f0c-9d0a-6b4c1e9a7d25"

_LIBRARY = re.compile(
    r"reportlab|python-docx|python-pptx|openpyxl|xlsxwriter|steve canny|weasyprint|libreoffice",
    re.I,
)
_LIBRARY_STEMS = ("reportlab", "python-", "openpyxl", "xlsxw", "steve c", "weasyp", "libreo")
_SEED = re.compile(r"\bseed\s*[=:]\s*\d+", re.I)
_STREAM = re.compile(rb"(<<[^\0]{0,400}?>>)\s*stream\r?\n(.*?)\r?\nendstream", re.S)
_INFO = re.compile(rb"/(?:Title|Subject|Keywords|Author|Creator|Producer)\s*\(((?:[^()\\]|\\.)*)\)")
_PLAIN_ROLES = tuple(role for role in ROLES if "_" not in role)


def measure(published: Published) -> GateResult:
    """Counts leaks by kind."""
    found: dict[str, list[str]] = defaultdict(list)
    for world in published.worlds:
        for kind, where in _of_world(published, world):
            found[kind].append(where)
    total = sum(len(places) for places in found.values())
    return GateResult(
        gate="key_leak",
        title=TITLE,
        threshold=THRESHOLD,
        passed=total == 0,
        figure=total,
        unit="leaks",
        reason="" if not total else ", ".join(f"{len(v)} {k}" for k, v in sorted(found.items())),
        sentences=(
            f"{published.n_documents} files of {len(published.worlds)} worlds were searched by "
            f"byte and member: {total} held a role name, an id, a sentence of an account, "
            "a seed, the key's canary or the name of a writing library.",
        ),
        offenders=tuple(f"{k}: {p}" for k, places in sorted(found.items()) for p in places[:8]),
        panels=(
            Panel(
                title="Leaks by kind",
                columns=("kind", "found"),
                rows=tuple((k, str(len(v))) for k, v in sorted(found.items())),
            ),
        ),
    )


def _of_world(published: Published, world: PublishedWorld) -> Iterator[tuple[str, str]]:
    needles = _needles(world)
    telling = _telling_shingles(world)
    firsts = {shingle[0] for shingle in telling}
    rows = [world.brief, world.canary, *map(str, world.entities)]
    for kind, word in _search("\n".join(rows), needles, named=False):
        yield kind, f"{world.world_id} public rows: {word!r}"
    for document, content in published.contents(world):
        where = f"{world.world_id} {document.document_id}"
        for name, text, named in _texts(document, content):
            for kind, word in _search(text, needles, named):
                yield kind, f"{where} {name}: {word!r}"
        for at, word in enumerate(document.words):
            shingle = document.words[at : at + QUOTED_WORDS] if word in firsts else ()
            if shingle in telling:
                yield "sentence of the key", f"{where} text: {' '.join(shingle)!r}"
                break


@dataclass(frozen=True)
class _Needles:
    """What is sought, and the few stems of which one must stand in a text for a search to pay."""

    stems: tuple[str, ...]
    pattern: re.Pattern[str]


def _needles(world: PublishedWorld) -> _Needles:
    """Ids long enough to be no word, key-only compounds, the key's own field names."""
    ids = {f.fact_id for f in world.dag.facts} | {i.inference_id for i in world.dag.inferences}
    ids = {i for i in ids if len(i) >= 5 and re.search(r"\d|_", i)}
    words = {*(r for r in ROLES if "_" in r), "fact_ids", "partial_fact_ids", "answer_key"}
    every = "|".join(re.escape(w) for w in sorted(ids | words, key=lambda w: (-len(w), w)))
    stems = {re.split(r"\d", w)[0] if re.match(r"\D{3}", w) else w for w in ids | words}
    return _Needles(
        tuple(sorted(stem.lower() for stem in stems)),
        re.compile(rf"(?<![A-Za-z0-9])(?:{every})(?![A-Za-z0-9])", re.I),
    )


def _telling_shingles(world: PublishedWorld) -> set[tuple[str, ...]]:
    """Runs of words of accounts and inferences; names alone are too short to make one."""
    texts = [*world.accounts.values(), *(i.text for i in world.dag.inferences)]
    briefs = set(shingles(world.brief, QUOTED_WORDS))
    return {s for text in texts for s in shingles(text, QUOTED_WORDS)} - briefs


def _search(text: str, needles: _Needles, named: bool) -> Iterator[tuple[str, str]]:
    """`named`: a path or property, where a plain role word tells too."""
    lowered = text.lower()
    if any(stem in lowered for stem in needles.stems):
        for match in needles.pattern.finditer(text):
            yield "word of the key", match[0]
    if "seed" in lowered:
        for match in _SEED.finditer(text):
            yield "seed", match[0]
    if any(stem in lowered for stem in _LIBRARY_STEMS):
        for match in _LIBRARY.finditer(text):
            yield "library that wrote the file", match[0]
    if KEY_CANARY in lowered:
        yield "canary of the key", KEY_CANARY
    if named:
        for word in re.findall(r"[a-z]+", text.lower()):
            if word in _PLAIN_ROLES:
                yield "role in a name or property", word


def _texts(document: Document, content: bytes) -> Iterator[tuple[str, str, bool]]:
    """Every readable text of a file: (what, text, whether it is a name or property)."""
    yield "path", document.path, True
    yield "bytes", content.decode("latin-1"), False
    if document.format == "pdf":
        for info in _INFO.findall(content):
            yield "property", info.decode("latin-1"), True
        for number, (head, stream) in enumerate(_STREAM.findall(content)):
            if b"/Length1" in head or b"/FontFile" in head:
                continue
            try:
                inflated = zlib.decompressobj().decompress(stream, MAX_INFLATED)
            except zlib.error:
                continue
            yield f"stream {number}", inflated.decode("latin-1"), False
    elif document.format in ("docx", "xlsx", "pptx"):
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            for member in archive.infolist():
                text = archive.read(member).decode("utf-8", "replace")
                yield f"member {member.filename}", text, member.filename.startswith("docProps/")
                yield "member name", member.filename, True

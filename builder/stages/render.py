"""Drafts -> files: bytes in the planned format, then the text that an agent can read of them.

Side effects: writes `folder/<path>` for each document, with the document's date as mtime, and
removes what stands there from an earlier plan.
"""

from __future__ import annotations

import hashlib
import os
import re
from datetime import UTC
from pathlib import Path
from random import Random

from builder.canaries import carrier, with_canary
from builder.errors import DocumentRejected, FormatError
from builder.formats import format_module
from builder.matching.dates import DAY_NAMES, MONTH_NAMES
from builder.schema import (
    Corpus,
    DocumentContent,
    DocumentPlan,
    DocumentSpec,
    Drafts,
    Entity,
    Extraction,
    FileProperties,
    RenderedFile,
    Scan,
)

LOOKS = 8


def render(
    world_id: str,
    plan: DocumentPlan,
    drafts: Drafts,
    extraction: Extraction,
    folder: Path,
    scans: float,
) -> Corpus:
    """The files of a world, one of which carries its canary; `scans` of the PDFs are scans.

    DocumentRejected when a format cannot hold a document.
    """
    written = {draft.content.document_id: draft.content for draft in drafts.drafts}
    chosen = carrier(world_id, [spec for spec in plan.specs if spec.document_id in written])
    if chosen:
        written[chosen] = with_canary(world_id, written[chosen])
    people = {entity.entity_id: entity for entity in extraction.entities}
    scanned = _scans(world_id, plan, extraction, scans)
    for place in sorted({(folder / spec.path).parent for spec in plan.specs}):
        place.mkdir(parents=True, exist_ok=True)
    files = tuple(
        _render(spec, written[spec.document_id], properties_of(spec, people), scanned, folder)
        for spec in plan.specs
        if spec.document_id in written
    )
    _clear(folder, {folder / file.path for file in files})
    return Corpus(files=files)


def _clear(folder: Path, kept: set[Path]) -> None:
    """Removes all files but those kept, and the folders that are empty then."""
    for path in sorted(folder.rglob("*"), reverse=True):
        if path.is_dir():
            if not any(path.iterdir()):
                path.rmdir()
        elif path not in kept:
            path.unlink()


def _render(
    spec: DocumentSpec,
    content: DocumentContent,
    about: FileProperties,
    scanned: dict[str, Scan],
    folder: Path,
) -> RenderedFile:
    module = format_module(spec.format)
    if scan := scanned.get(spec.document_id):
        about = about.model_copy(update={"scan": scan})
    try:
        rendering = module.render(content, about)
        extracted = module.extract(rendering.data)
    except FormatError as exc:
        raise DocumentRejected(f"document {spec.document_id!r} as {spec.format}: {exc}") from exc
    path, when = folder / spec.path, spec.date.replace(tzinfo=UTC).timestamp()
    path.write_bytes(rendering.data)
    os.utime(path, (when, when))
    return RenderedFile(
        document_id=spec.document_id,
        path=spec.path,
        format=spec.format,
        date=spec.date,
        n_pages=len(extracted.parts),
        size=len(rendering.data),
        sha256=hashlib.sha256(rendering.data).hexdigest(),
        text=extracted.text,
        notes=rendering.notes,
    )


def _scans(
    world_id: str, plan: DocumentPlan, extraction: Extraction, share: float
) -> dict[str, Scan]:
    """The PDFs that are scans, by document id: a share of them, by lot, whatever their roles.

    No word of a name, of an anchor or of what the dispute is about is misread in any of them.
    """
    ids = sorted(spec.document_id for spec in plan.specs if spec.format == "pdf")
    drawn = Random(f"{world_id}/scans").sample(ids, round(share * len(ids)))
    if not drawn:
        return {}
    texts = [s.text for spec in plan.specs for stated in spec.statements for s in stated.surfaces]
    texts += [text for fact in extraction.facts for a in fact.anchors for text in a.surfaces]
    texts += [text for entity in extraction.entities for text in (*entity.names, entity.job)]
    texts += [*extraction.setting.dispute_terms, *MONTH_NAMES, *DAY_NAMES]
    kept = frozenset(re.findall(r"[a-z]+", " ".join(texts).lower()))
    return {one: Scan(seed=f"{world_id}/{one}", kept=kept) for one in drawn}


def intact(corpus: Corpus, folder: Path) -> bool:
    """Whether a folder holds exactly the files of a corpus, byte for byte."""
    standing = {p.relative_to(folder).as_posix() for p in folder.rglob("*") if p.is_file()}
    return standing == {file.path for file in corpus.files} and all(
        hashlib.sha256((folder / file.path).read_bytes()).hexdigest() == file.sha256
        for file in corpus.files
    )


def properties_of(spec: DocumentSpec, people: dict[str, Entity]) -> FileProperties:
    """A file's properties: those of its author and the author's company, on the document's date."""
    author = people[spec.author_id]
    company = people.get(author.employer_id or "", author)
    digest = hashlib.sha256(company.name.encode()).digest()
    return FileProperties(
        title=spec.title,
        author=author.name,
        company=company.name if company.kind == "organization" else "",
        created=spec.date,
        look=digest[0] % LOOKS,
    )

"""The hands of a person: what the key of a handwritten world says, and the documents beside it.

In: the folder of the world, as the argument or from the record's source. Out: analyst, writer,
judge. Reads files; keeps nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from builder.authors import Dossier, Sizes
from builder.errors import SourceUnusable
from builder.fiction.judge import mark_faults, reviewed
from builder.handwritten import dossier as handwritten
from builder.handwritten.folders import world_folders
from builder.handwritten.key import load_key
from builder.schema import (
    CaseRecord,
    DocumentContent,
    DocumentPlan,
    DocumentSpec,
    Extraction,
    HypothesisDag,
    Review,
)


def _folder(argument: str, record: CaseRecord) -> Path:
    """The folder of a record's world: among those of the argument, or else its own source."""
    if not argument and record.source.kind != "handwritten":
        raise SourceUnusable(
            f"case {record.case_id!r} comes from {record.source.kind}; name the "
            "folder of its handwritten world: handwritten:PATH"
        )
    folders = world_folders(argument or record.source.locator)
    for _, folder in folders:
        if (not argument and len(folders) == 1) or load_key(folder).case_id == record.case_id:
            return folder
    raise SourceUnusable(f"no world {record.case_id!r} in {argument or record.source.locator!r}")


@dataclass(frozen=True)
class HandwrittenAnalyst:
    """Reads entities, facts and accounts from the key."""

    argument: str
    name: str = "handwritten"

    def extract(self, record: CaseRecord) -> Extraction:
        """What the key says of people, facts and setting."""
        return handwritten.extraction(load_key(_folder(self.argument, record)))

    def hypothesize(self, record: CaseRecord, extraction: Extraction) -> HypothesisDag:
        """What the key says of accounts and why they stand or fall."""
        return handwritten.dag(load_key(_folder(self.argument, record)))


@dataclass(frozen=True)
class HandwrittenWriter:
    """Plans and gives the documents that lie beside the key."""

    argument: str
    name: str = "handwritten"

    def plan(self, dossier: Dossier, sizes: Sizes) -> DocumentPlan:
        """The documents of the key; a person decided how many there are, so `sizes` is unused."""
        key = load_key(_folder(self.argument, dossier.record))
        return handwritten.plan(key, dossier.world_id)

    def write(
        self, dossier: Dossier, spec: DocumentSpec, reasons: tuple[str, ...]
    ) -> DocumentContent:
        """The document as it was written; `reasons` are for the person, who is not here."""
        return handwritten.content(_folder(self.argument, dossier.record), spec)


@dataclass(frozen=True)
class HandwrittenJudge:
    """Reviews what can be seen without taste: that marked blocks hold the words they should."""

    name: str = "handwritten"

    def review(self, dossier: Dossier, spec: DocumentSpec, content: DocumentContent) -> Review:
        """`fail` with a reason for each surface that no block marked with its fact holds, and for
        each mark of a fact that the plan does not give the document."""
        return reviewed(spec, [f"{spec.path}: {fault}" for fault in mark_faults(spec, content)])


def analyst(argument: str) -> HandwrittenAnalyst:
    """The analyst of a folder of handwritten worlds; "" takes the folder of each record.

    ConfigError when the folder holds no world.
    """
    return HandwrittenAnalyst(_checked(argument))


def writer(argument: str) -> HandwrittenWriter:
    """The writer of a folder of handwritten worlds; "" takes the folder of each record.

    ConfigError when the folder holds no world.
    """
    return HandwrittenWriter(_checked(argument))


def judge(argument: str) -> HandwrittenJudge:
    """The judge of handwritten documents."""
    return HandwrittenJudge()


def _checked(argument: str) -> str:
    if argument:
        world_folders(argument)
    return argument

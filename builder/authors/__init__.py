"""The three hands: analyst, writer, judge. One file per way of having them.

An author module defines any of

    def analyst(argument: str) -> Analyst
    def writer(argument: str) -> Writer
    def judge(argument: str) -> Judge

where `argument` is what stands after the colon (`replay:FILE`), or "" without one. A hand keeps no
state between worlds. A name with a slash, such as `openai/gpt-5`, is a model's: `model` takes it
whole, and takes the terms on which models are called as a second argument.
"""

from __future__ import annotations

from typing import Protocol, cast

from builder.config import NO_TERMS, Level, ModelTerms
from builder.errors import ConfigError
from builder.plugins import plugin, plugin_ids
from builder.schema import (
    CaseRecord,
    DocumentContent,
    DocumentPlan,
    DocumentSpec,
    Extraction,
    HypothesisDag,
    Record,
    Review,
    Role,
)


class Sizes(Record):
    """How many documents of each role a world should have, how hard it should be, and what part of
    its PDFs are scans."""

    merits: int = 16
    signal: int = 20
    pro_alternative: int = 20
    alternative_noise: int = 20
    noise: int = 40
    chaff: int = 60
    level: Level = "standard"
    scans: float = 0.1

    def of(self, role: Role) -> int:
        """The wanted number of documents of one role."""
        return cast(int, getattr(self, role))


class Dossier(Record):
    """What is known of a world before its documents: the input of planning and writing."""

    world_id: str
    record: CaseRecord
    extraction: Extraction
    dag: HypothesisDag


class Analyst(Protocol):
    """Reads the record: findings, entities, facts; then the hypotheses and tilt facts."""

    name: str

    def extract(self, record: CaseRecord) -> Extraction: ...
    def hypothesize(self, record: CaseRecord, extraction: Extraction) -> HypothesisDag: ...


class Writer(Protocol):
    """Plans the documents of a world and writes them; `reasons` are those of a failed review."""

    name: str

    def plan(self, dossier: Dossier, sizes: Sizes) -> DocumentPlan: ...
    def write(
        self, dossier: Dossier, spec: DocumentSpec, reasons: tuple[str, ...]
    ) -> DocumentContent: ...


class Judge(Protocol):
    """Reviews a written document against its spec."""

    name: str

    def review(self, dossier: Dossier, spec: DocumentSpec, content: DocumentContent) -> Review: ...


MODEL = "model"


def is_model(name: str) -> bool:
    """Whether the name of a hand is that of a model."""
    author = name.partition(":")[0]
    return author == MODEL or ("/" in name and author not in plugin_ids("builder.authors"))


def _hand(kind: str, name: str, terms: ModelTerms) -> object:
    author, _, argument = name.partition(":")
    if is_model(name):
        author, argument = MODEL, name.removeprefix(f"{MODEL}:")
    module = plugin("builder.authors", author)
    make = getattr(module, kind, None)
    if make is None:
        raise ConfigError(f"{author!r} has no {kind}")
    return make(argument, terms) if author == MODEL else make(argument)


def analyst(name: str, terms: ModelTerms = NO_TERMS) -> Analyst:
    """The analyst of a name such as `procedural`, `replay:FILE` or `openai/gpt-5`."""
    return cast(Analyst, _hand("analyst", name, terms))


def writer(name: str, terms: ModelTerms = NO_TERMS) -> Writer:
    """The writer of a name such as `procedural` or `openai/gpt-5`."""
    return cast(Writer, _hand("writer", name, terms))


def judge(name: str, terms: ModelTerms = NO_TERMS) -> Judge:
    """The judge of a name such as `procedural` or `openai/gpt-5`."""
    return cast(Judge, _hand("judge", name, terms))

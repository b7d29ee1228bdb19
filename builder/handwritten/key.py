"""The key of a handwritten world: one YAML file that says everything its documents do not.

In: `<world>/key.yaml`. Out: a checked `WorldKey`. No side effects. Every scalar is read as text, so
that `11:40`, `.250` and `2018-07-18` need no quotes; the models below give each its type.
"""

from __future__ import annotations

from datetime import date, datetime
from pathlib import Path
from typing import Self

import yaml
from pydantic import Field, ValidationError, model_validator

from builder.errors import SourceUnusable
from builder.schema import (
    AnchorKind,
    CaseRole,
    CaseType,
    Claim,
    EntityKind,
    Format,
    HypothesisRole,
    Record,
    Role,
    Side,
    Window,
)
from builder.schema.base import first_repeat

KEY_NAME = "key.yaml"
CORPUS_NAME = "corpus"
# The same loader in C where the YAML package was built with it: ten times as fast.
_LOADER = getattr(yaml, "CBaseLoader", yaml.BaseLoader)


class KeyCaption(Record):
    """The head of the case, as court papers print it."""

    court: str
    plaintiffs: tuple[str, ...] = Field(min_length=1)
    defendants: tuple[str, ...] = Field(min_length=1)
    docket_number: str


class KeyEntity(Record):
    """A person, organization, thing or place. `employer` is the id of another entity.

    Aliases of an `in_dispute` entity are names that no chaff document may hold: list those that
    point to it wherever they stand, not words such as "the shop" that fit anybody.
    """

    kind: EntityKind
    name: str
    aliases: tuple[str, ...] = ()
    case_role: CaseRole = "nonparty"
    in_dispute: bool = True
    employer: str | None = None
    job: str = ""
    voice: str = ""
    email: str = ""


class KeyHypothesis(Record):
    """One of the four accounts."""

    role: HypothesisRole
    side: Side | None = None
    statement: str


class KeyFact(Record):
    """A proposition of the ledger; `tilts` names an alternative and makes it a tilt fact.

    `anchors` maps each normalized value to its kind. The forms that documents give it stand with
    the documents.
    """

    text: str
    anchors: dict[str, AnchorKind] = Field(min_length=1)
    claims: tuple[Claim, ...] = ()
    tilts: str | None = None
    innocent: str = ""
    when: date | None = None


class KeyInference(Record):
    """A conclusion from facts and other inferences, and the accounts it bears on."""

    text: str
    premises: tuple[str, ...] = Field(min_length=1)
    supports: tuple[str, ...] = ()
    refutes: tuple[str, ...] = ()


class KeyDocument(Record):
    """A document of the corpus. `states` and `states_partly` map a fact to the words that carry
    each of its anchors: `{fact: {anchor: words as they stand in the document}}`."""

    role: Role
    genre: str
    format: Format
    date: datetime
    author: str
    title: str
    recipients: tuple[str, ...] = ()
    custodian: str | None = None
    series: str = ""
    target: str | None = None
    states: dict[str, dict[str, str]] = Field(default_factory=dict[str, dict[str, str]])
    states_partly: dict[str, dict[str, str]] = Field(default_factory=dict[str, dict[str, str]])


class WorldKey(Record):
    """Everything about a world but the words of its documents, which are named by their file."""

    case_id: str = Field(pattern=r"^[a-z0-9][a-z0-9_-]*$")
    case_type: CaseType
    caption: KeyCaption
    brief: str
    window: Window
    dispute_terms: tuple[str, ...] = Field(min_length=1)
    entities: dict[str, KeyEntity]
    hypotheses: dict[str, KeyHypothesis]
    facts: dict[str, KeyFact]
    inferences: dict[str, KeyInference]
    documents: dict[str, KeyDocument]

    @model_validator(mode="after")
    def _check(self) -> Self:
        for entity_id, entity in self.entities.items():
            self._known(f"entities > {entity_id} > employer", entity.employer)
        for name, document in self.documents.items():
            self._check_document(f"documents > {name}", name, document)
        return self

    def _known(self, where: str, entity_id: str | None) -> None:
        if entity_id is not None and entity_id not in self.entities:
            raise ValueError(f"{where}: no entity {entity_id!r}")

    def _check_document(self, where: str, name: str, document: KeyDocument) -> None:
        if not name.endswith(".md") or name.startswith("/") or ".." in name.split("/"):
            raise ValueError(f"{where}: not the path of a .md file inside {CORPUS_NAME}/")
        for entity_id in (document.author, document.custodian, *document.recipients):
            self._known(where, entity_id)
        if document.target is not None and document.target not in self.hypotheses:
            raise ValueError(f"{where}: target {document.target!r} is no hypothesis")
        for fact_id, surfaces in document.states.items():
            missing = sorted(set(self._anchors(where, fact_id)) ^ set(surfaces))
            if missing:
                raise ValueError(
                    f"{where} > states > {fact_id}: must word exactly the anchors of "
                    f"the fact; too many or too few: {missing}"
                )
        for fact_id, surfaces in document.states_partly.items():
            unknown = sorted(set(surfaces) - set(self._anchors(where, fact_id)))
            if unknown or not surfaces or fact_id in document.states:
                raise ValueError(
                    f"{where} > states_partly > {fact_id}: must word some anchors of a fact "
                    f"that it does not state in full; not among them: {unknown}"
                )

    def _anchors(self, where: str, fact_id: str) -> dict[str, AnchorKind]:
        if fact_id not in self.facts:
            raise ValueError(f"{where}: no fact {fact_id!r}")
        return self.facts[fact_id].anchors


def _values(node: yaml.Node | None) -> object:
    """What a YAML node says, every scalar as text; a key that stands twice is refused."""
    if isinstance(node, yaml.MappingNode):
        pairs = [(str(name.value), value) for name, value in node.value]
        if repeat := first_repeat([name for name, _ in pairs]):
            raise yaml.MarkedYAMLError(
                problem=f"{repeat!r} stands twice", problem_mark=node.start_mark
            )
        return {name: _values(value) for name, value in pairs}
    if isinstance(node, yaml.SequenceNode):
        return [_values(value) for value in node.value]
    return None if node is None else node.value


def _complaints(exc: ValidationError) -> str:
    lines = [
        f"{' > '.join(str(part) for part in error['loc']) or 'world'}: {error['msg']}"
        for error in exc.errors()
    ]
    return "; ".join(lines[:5]) + (f"; and {len(lines) - 5} more" if len(lines) > 5 else "")


def load_key(folder: Path) -> WorldKey:
    """The key of the world in `folder`, whose documents it checks to be there and no others.

    SourceUnusable names the file and the entry that is wrong.
    """
    path = folder / KEY_NAME
    try:
        node = yaml.compose(path.read_text(encoding="utf-8"), Loader=_LOADER)
        key = WorldKey.model_validate(_values(node))
    except ValidationError as exc:
        raise SourceUnusable(f"{path}: {_complaints(exc)}") from exc
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as exc:
        raise SourceUnusable(f"{path}: {exc}") from exc
    corpus = folder / CORPUS_NAME
    there = {p.relative_to(corpus).as_posix() for p in corpus.rglob("*.md")}
    if odd := sorted(there ^ set(key.documents)):
        raise SourceUnusable(f"{path}: documents and {CORPUS_NAME}/ differ in {odd[:5]}")
    return key

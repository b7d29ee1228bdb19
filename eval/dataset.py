"""Reads worlds for the evaluation: the case file for tools, the answer key for scorers, apart.

In: a dataset root and a split (Parquet, see investigation_worlds.py). Out: `CaseFile` and
`AnswerKey` of one world at a time. Side effects: reads files; keeps the last few worlds in memory.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

import pyarrow as pa
from huggingface_hub.errors import HfHubHTTPError
from pydantic import ValidationError

import investigation_worlds
from builder.schema import (
    ROLES,
    Account,
    AnswerKey,
    CaseDocument,
    CaseFile,
    EntityKind,
    Format,
    Generator,
    Role,
    TextPart,
)
from builder.schema.entities import CaseRole, Entity

WORLDS_IN_MEMORY = 16
KEYS_IN_MEMORY = 256
# the Hub's client changed its HTTP library before: the base of its own error tells which it is
_HTTP_ERROR: type[Exception] = HfHubHTTPError.__mro__[1]
_TEXT_COLUMNS = (
    "world_id", "document_id", "path", "format", "date", "n_pages", "size", "sha256", "text",
)  # fmt: skip


class DatasetError(Exception):
    """The dataset is missing or does not hold what was asked for; the message names the way out."""


@dataclass(frozen=True)
class Source:
    """A split of a dataset, narrowed to the documents of some roles (None: all)."""

    root: str
    split: str
    roles: tuple[Role, ...] | None = None

    @cached_property
    def _worlds(self) -> dict[str, dict[str, Any]]:
        return {row["world_id"]: row for row in _rows(self.root, self.split, "worlds")}

    @property
    def world_ids(self) -> tuple[str, ...]:
        """Ids of the split's worlds, in file order. Raises DatasetError when there is no data."""
        return tuple(self._worlds)

    def world_row(self, world_id: str) -> dict[str, Any]:
        """The `worlds` row of one world; DatasetError names the worlds that exist."""
        if world_id not in self._worlds:
            known = ", ".join(self.world_ids[:6]) + (", ..." if len(self.world_ids) > 6 else "")
            raise DatasetError(
                f"no world {world_id!r} in split {self.split!r} of {self.root!r}; "
                f"there are: {known}"
            )
        return self._worlds[world_id]

    def case_file(self, world_id: str) -> CaseFile:
        """What an investigator may see of a world."""
        return _case_file(self, world_id)

    def answer_key(self, world_id: str, answers: str | None = None) -> AnswerKey:
        """What a scorer sees of a world; `answers` is another root that holds the key configs."""
        return _answer_key(answers or self.root, self.split, world_id)

    def has_key(self, answers: str | None = None) -> bool:
        """Whether this root, or another, holds the key of the split's worlds."""
        try:
            _rows(answers or self.root, self.split, "answers", self.world_ids[0], ("world_id",))
        except DatasetError:
            return False
        return True

    def materialize(self, world_id: str, folder: Path) -> list[Path]:
        """Writes the world's files below `folder`; mtimes are the documents' dates."""
        return investigation_worlds.materialize(
            world_id, folder, split=self.split, roles=self.roles, root=self.root
        )


def open_source(
    root: str | None = None, split: str | None = None, roles: Sequence[Role] | None = None
) -> Source:
    """A dataset split that exists. `split` may be left out where there is only one.

    Raises DatasetError for a missing root, split or role.
    """
    where = str(Path(root).expanduser().resolve()) if root and Path(root).exists() else root
    where = where or investigation_worlds.default_root()
    try:
        splits = investigation_worlds.splits(where)
    except ValueError as exc:  # the data is newer than this code
        raise DatasetError(str(exc)) from exc
    except (OSError, _HTTP_ERROR) as exc:
        raise DatasetError(
            f"no worlds in {where!r}: run `make demo`, or `python -m builder build` and pack, "
            "or give the folder that holds data_files/ as -T root=PATH"
        ) from exc
    if split is None:
        split = "validation" if "validation" in splits else splits[0]
    if split not in splits:
        raise DatasetError(f"no split {split!r} in {where!r}; there are: {', '.join(splits)}")
    if roles is not None and (unknown := [role for role in roles if role not in ROLES]):
        raise DatasetError(f"no role {unknown[0]!r}; there are: {', '.join(ROLES)}")
    return Source(where, split, tuple(roles) if roles is not None else None)


def parts(text: str, file_format: Format) -> list[TextPart]:
    """A document's text by page, sheet or slide, in order; at least one."""
    unit = {"xlsx": "sheet", "pptx": "slide"}.get(file_format, "page")
    return [_part(unit, number, one) for number, one in enumerate(text.split("\f"), start=1)]


def _part(unit: Any, number: int, text: str) -> TextPart:
    head, found, rest = text.partition("]\n")
    if unit == "sheet" and found and head.startswith("[sheet: "):
        return TextPart(unit=unit, number=number, text=rest, name=head.removeprefix("[sheet: "))
    return TextPart(unit=unit, number=number, text=text)


def _rows(
    root: str,
    split: str,
    config: str,
    world_id: str | None = None,
    columns: Sequence[str] | None = None,
) -> list[dict[str, Any]]:
    try:
        table = investigation_worlds.table(
            config, split, [world_id] if world_id is not None else None, columns, root
        )
    except (OSError, _HTTP_ERROR, pa.ArrowException) as exc:
        raise DatasetError(f"cannot read config {config!r} of {root!r}: {exc}") from exc
    return table.to_pylist()


@lru_cache(maxsize=WORLDS_IN_MEMORY)
def _case_file(source: Source, world_id: str) -> CaseFile:
    world = source.world_row(world_id)
    documents = _rows(source.root, source.split, "documents", world_id, _TEXT_COLUMNS)
    if source.roles is not None:
        roles = {d.document_id: d.role for d in source.answer_key(world_id).documents}
        documents = [d for d in documents if roles[d["document_id"]] in source.roles]
    entities = _rows(source.root, source.split, "entities", world_id)
    try:
        return CaseFile(
            world_id=world_id,
            case_type=world["case_type"],
            brief=world["brief"],
            hypotheses=tuple(Account(**account) for account in world["hypotheses"]),
            documents=tuple(
                CaseDocument(**{k: v for k, v in row.items() if k != "world_id"})
                for row in sorted(documents, key=lambda row: row["path"])
            ),
            entities=tuple(_entity(row) for row in entities),
            generator=Generator(**world["generator"]),
            canary=world["canary"],
        )
    except ValidationError as exc:
        raise DatasetError(f"world {world_id!r} in {source.root!r} is damaged: {exc}") from exc


def _entity(row: dict[str, Any]) -> Entity:
    kind: EntityKind = row["kind"]
    case_role: CaseRole = row["case_role"]
    return Entity(
        entity_id=row["entity_id"],
        kind=kind,
        name=row["name"],
        aliases=tuple(row["aliases"]),
        case_role=case_role,
    )


@lru_cache(maxsize=KEYS_IN_MEMORY)
def _answer_key(root: str, split: str, world_id: str) -> AnswerKey:
    rows = _rows(root, split, "answers", world_id, ("world_id", "key"))
    if not rows:
        raise DatasetError(f"no answers for world {world_id!r} in split {split!r} of {root!r}")
    try:
        return AnswerKey.model_validate_json(rows[0]["key"])
    except ValidationError as exc:
        raise DatasetError(f"the key of world {world_id!r} in {root!r} is damaged: {exc}") from exc

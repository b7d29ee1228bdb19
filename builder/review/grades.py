"""What reviewers said: one grade a question and reviewer, and the key that tells what was asked.

In: JSON files. Out: `Grades`, `Key`. ConfigError for a file that is not one. Reads files only.
"""

from __future__ import annotations

from pathlib import Path
from typing import Literal, TypeVar

from pydantic import ValidationError

from builder.errors import ConfigError, in_short
from builder.schema import CaseType, Grade, Record, Role

Stage = Literal["findings", "hypotheses", "alternatives", "documents", "chaff"]
STAGES: tuple[Stage, ...] = ("findings", "hypotheses", "alternatives", "documents", "chaff")
R = TypeVar("R", bound=Record)


class Given(Record):
    """One grade of one reviewer."""

    reviewer: str
    question_id: str
    stage: Stage
    world_id: str
    grade: Grade
    comment: str = ""


class Grades(Record):
    """All grades that were taken in."""

    grades: tuple[Given, ...]


class Asked(Record):
    """What a question was about. A `decoy` stands on the chaff sheet and is no chaff."""

    question_id: str
    stage: Stage
    world_id: str
    case_type: CaseType
    item: str
    role: Role | None = None
    decoy: bool = False


class Key(Record):
    """What reviewers are not told; it is kept from them."""

    asked: tuple[Asked, ...]


def read_grades(path: Path) -> Grades:
    """The grades of a file that `review import` wrote."""
    return _read(path, Grades, "grades")


def read_key(path: Path) -> Key:
    """The key that `review export` wrote."""
    return _read(path, Key, "a key of sheets")


def _read(path: Path, kind: type[R], what: str) -> R:
    try:
        return kind.model_validate_json(path.read_bytes())
    except OSError as exc:
        raise ConfigError(f"no file of {what}: {str(path)!r}") from exc
    except ValidationError as exc:
        raise ConfigError(f"{str(path)!r} holds no {what}: {in_short(exc)}") from exc

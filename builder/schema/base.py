"""The base of every record, and the closed sets that all of them share."""

from __future__ import annotations

from typing import Literal, get_args

from pydantic import BaseModel, ConfigDict

SCHEMA_VERSION = "1.0"

CaseType = Literal["contract", "torts", "civil_rights", "employment", "intellectual_property"]
Role = Literal["merits", "signal", "noise", "chaff", "pro_alternative", "alternative_noise"]
Format = Literal["pdf", "docx", "xlsx", "pptx", "txt"]
Side = Literal["plaintiff", "defendant"]

CASE_TYPES: tuple[CaseType, ...] = get_args(CaseType)
ROLES: tuple[Role, ...] = get_args(Role)
FORMATS: tuple[Format, ...] = get_args(Format)

MEDIA_TYPES: dict[Format, str] = {
    "pdf": "application/pdf",
    "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation",
    "txt": "text/plain",
}


class Record(BaseModel):
    """A frozen, closed record: no unknown fields, and nothing changes after construction."""

    model_config = ConfigDict(frozen=True, extra="forbid")


def first_repeat(ids: list[str]) -> str | None:
    """The first id that stands twice in `ids`, or None."""
    seen: set[str] = set()
    for one in ids:
        if one in seen:
            return one
        seen.add(one)
    return None

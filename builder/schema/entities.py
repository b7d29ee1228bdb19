"""Who and what a case is about."""

from __future__ import annotations

from typing import Literal

from builder.schema.base import Record

EntityKind = Literal["person", "organization", "instrument", "artifact", "place"]
CaseRole = Literal["plaintiff", "defendant", "witness", "nonparty", "subject", "bystander"]


class Entity(Record):
    """A person, organization, instrument, artifact or place, with the names it goes by.

    `in_dispute` marks what chaff may not touch. `surrogate` replaces `name` in the corpus of a real
    case; `alias_surrogates` stand in the order of `aliases`.
    """

    entity_id: str
    kind: EntityKind
    name: str
    aliases: tuple[str, ...] = ()
    case_role: CaseRole = "nonparty"
    in_dispute: bool = True
    employer_id: str | None = None
    job: str = ""
    voice: str = ""
    email: str = ""
    surrogate: str | None = None
    alias_surrogates: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """The name and every alias."""
        return (self.name, *self.aliases)


class Identity(Record):
    """A real name of the record, in the forms it takes there, and the invented `surrogate` that
    stands for it. No corpus holds one of `names`."""

    names: tuple[str, ...]
    surrogate: str
    kind: EntityKind = "person"

"""The file of recorded answers for one real record, and what it becomes.

In: a YAML file. Out: a checked `ReplayFile`; the scenario, casting and names it stands for. What
the record says is pointed to by places (filing, page, offsets), never copied, and people go by
slots, so the file holds no real name and no sentence of the record. Dates are the record's own; a
world has all of them moved by so many days. Reads the file only.
"""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path
from typing import Literal, Self

import yaml
from pydantic import Field, ValidationError, model_validator

from builder.errors import ConfigError
from builder.fiction.scenario import (
    AccountPart,
    Answer,
    BackgroundPart,
    FactPart,
    Join,
    Link,
    OrganizationPart,
    PersonPart,
    Scenario,
    ThingPart,
    ValuePart,
)
from builder.fiction.staging import Casting
from builder.schema import CaseType, EntityKind, HypothesisRole, Passage, Record, Side


class Place(Record):
    """A stretch of the record: offsets into the cleaned text of one page."""

    filing: str
    page: int
    start: int
    end: int

    @property
    def passage(self) -> Passage:
        """The place as a passage of the record."""
        return Passage(filing_id=self.filing, page=self.page, start=self.start, end=self.end)


class ReplayOrganization(OrganizationPart):
    """An organization of the world; `named` are the places where the record names the real one."""

    named: tuple[Place, ...] = ()


class ReplayPerson(PersonPart):
    """A person of the world; `named` are the places where the record names the real one."""

    named: tuple[Place, ...] = ()


class ReplayThing(ThingPart):
    """A thing or place of the world; `named` are the places where the record names the real one."""

    named: tuple[Place, ...] = ()


class Hidden(Record):
    """A real name that nobody of the world stands for: what is said where it would stand."""

    at: Place
    kind: EntityKind = "place"
    surrogate: str


class FixedValue(Record):
    """A value that the record gives: exactly one of a day, a clock time, a number or a text."""

    kind: Literal["date", "time", "money", "quantity", "identifier", "term"]
    day: date | None = None
    at: str | None = None
    amount: float | None = None
    text: str | None = None
    unit: str = ""

    @model_validator(mode="after")
    def _check(self) -> Self:
        wanted = {
            "date": self.day,
            "time": self.at,
            "money": self.amount,
            "quantity": self.amount,
            "identifier": self.text,
            "term": self.text,
        }[self.kind]
        given = [v for v in (self.day, self.at, self.amount, self.text) if v is not None]
        if wanted is None or len(given) != 1:
            raise ValueError(
                f"a {self.kind} needs `day`, `at`, `amount` or `text`, the one that "
                "suits it and no other"
            )
        return self


class ReplayAnswer(Record):
    """One answer to a link. The adopted one needs joins; a false one needs tilt facts."""

    clause: str
    joins: tuple[Join, ...] = ()
    tilts: tuple[str, ...] = ()


class ReplayLink(Record):
    """A question on which the accounts part."""

    question: str
    answers: dict[str, ReplayAnswer] = Field(min_length=2)


class ReplayAccount(Record):
    """An account with the part it plays."""

    answers: dict[str, str]
    role: HypothesisRole
    side: Side | None = None


class ReplayFact(FactPart):
    """A fact; `found` are the places where the court found it. A ground fact needs one."""

    found: tuple[Place, ...] = ()


class ReplayFile(Record):
    """Recorded answers for the record of one case."""

    case: str
    case_type: CaseType
    title: str
    window: tuple[date, date]
    brief: str
    statement: str
    dispute_terms: tuple[str, ...]
    organizations: dict[str, ReplayOrganization]
    people: dict[str, ReplayPerson]
    things: dict[str, ReplayThing] = Field(default_factory=dict)
    hidden: tuple[Hidden, ...] = ()
    values: dict[str, FixedValue | ValuePart]
    common: tuple[str, ...]
    links: dict[str, ReplayLink]
    accounts: dict[str, ReplayAccount] = Field(min_length=4, max_length=4)
    facts: dict[str, ReplayFact]
    background: tuple[BackgroundPart, ...]

    @model_validator(mode="after")
    def _check(self) -> Self:
        roles = sorted(account.role for account in self.accounts.values())
        if roles != ["adopted", "alternative", "alternative", "rejected"]:
            raise ValueError(f"need one adopted, one rejected, two alternatives; got {roles}")
        true = self.accounts[self.casting.adopted].answers
        for link_id, link in self.links.items():
            for answer_id, answer in link.answers.items():
                if true.get(link_id) == answer_id and len(answer.joins) < 2:
                    raise ValueError(f"{link_id}.{answer_id} is adopted and needs two joins")
        unfounded = sorted(
            set(self._premises(true)) - {f for f, p in self.facts.items() if p.found}
        )
        if unfounded:
            raise ValueError(f"ground facts {unfounded} name no place where the court found them")
        return self

    def _premises(self, true: dict[str, str]) -> list[str]:
        joined = [
            p
            for link, answer in true.items()
            if link in self.links
            for join in self.links[link].answers[answer].joins
            for p in join.premises
        ]
        return [*self.common, *joined]

    @property
    def casting(self) -> Casting:
        """Which account plays which part."""
        by_role: dict[str, list[str]] = {}
        for account_id, account in self.accounts.items():
            by_role.setdefault(account.role, []).append(account_id)
        first, second = by_role["alternative"]
        return Casting(by_role["adopted"][0], by_role["rejected"][0], (first, second))

    @property
    def places(self) -> tuple[Place, ...]:
        """Every place of the record that the file points to."""
        return (*self.names, *(p for fact in self.facts.values() for p in fact.found))

    @property
    def names(self) -> tuple[Place, ...]:
        """Every place where the record names somebody or something real."""
        cast = (*self.organizations.values(), *self.people.values(), *self.things.values())
        return (*(p for part in cast for p in part.named), *(h.at for h in self.hidden))


def load_replay(path: Path) -> ReplayFile:
    """The recorded answers of a file; ConfigError says what is wrong with it."""
    if not path.is_file():
        raise ConfigError(f"no file of recorded answers: {str(path)!r}")
    try:
        return ReplayFile.model_validate(
            yaml.load(path.read_text(encoding="utf-8"), yaml.CSafeLoader)
        )
    except ValidationError as exc:
        first = exc.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        more = f" (and {exc.error_count() - 1} more)" if exc.error_count() > 1 else ""
        raise ConfigError(f"recorded answers {path.name!r}: {where}: {first['msg']}{more}") from exc
    except (yaml.YAMLError, UnicodeDecodeError) as exc:
        said = " ".join(str(exc).split())
        raise ConfigError(f"recorded answers {path.name!r}: {said}") from exc


def scenario_of(file: ReplayFile, days: int) -> Scenario:
    """The world of the file as a scenario, to be staged with the casting of the file only and
    its dates moved by so many days.

    What staging asks of answers that this casting never uses is filled from the adopted answer.
    """
    year = (file.window[0] + timedelta(days=days)).year
    return Scenario(
        case_type=file.case_type,
        title=file.title,
        brief=file.brief,
        statement=file.statement,
        court_places=("the record",),
        years=(year, year),
        window_days=(0, 0),
        dispute_terms=file.dispute_terms,
        organizations={
            k: OrganizationPart(**o.model_dump(exclude={"named"}))
            for k, o in file.organizations.items()
        },
        people={k: PersonPart(**p.model_dump(exclude={"named"})) for k, p in file.people.items()},
        things={k: ThingPart(**t.model_dump(exclude={"named"})) for k, t in file.things.items()},
        values={k: value_part(value, days) for k, value in file.values.items()},
        common=file.common,
        links={k: _link(file, k, link) for k, link in file.links.items()},
        accounts={k: AccountPart(answers=a.answers, side=a.side) for k, a in file.accounts.items()},
        facts={k: FactPart(**f.model_dump(exclude={"found"})) for k, f in file.facts.items()},
        background=file.background,
    )


def _link(file: ReplayFile, link_id: str, link: ReplayLink) -> Link:
    true = link.answers[file.accounts[file.casting.adopted].answers[link_id]]
    idle = true.joins[0].premises
    return Link(
        question=link.question,
        answers={
            key: Answer(
                clause=answer.clause, joins=answer.joins or true.joins, tilts=answer.tilts or idle
            )
            for key, answer in link.answers.items()
        },
    )


def value_part(value: FixedValue | ValuePart, days: int) -> ValuePart:
    """A recorded value as a scenario has it; a date is moved by so many days."""
    if isinstance(value, ValuePart):
        return value
    match value:
        case FixedValue(kind="date", day=date() as day):
            moved = day.toordinal() + days
            return ValuePart(kind="date", formula=str(moved), any_day=True)
        case FixedValue(kind="time", at=str() as clock):
            return ValuePart(kind="time", between=(clock, clock))
        case FixedValue(kind="money" | "quantity" as kind, amount=float() as amount):
            return ValuePart(kind=kind, low=amount, high=amount, step=amount or 1, unit=value.unit)
        case FixedValue(kind="identifier", text=str() as text):
            return ValuePart(kind="identifier", pattern=text)
        case _:
            return ValuePart(kind="term", choices=(value.text or "",))

"""A scenario: one kind of dispute as data, from which seeds stage endless cases.

In: `scenarios/<id>.yaml`. Out: a checked `Scenario`. A scenario asks a few questions (links); an
account answers each. One account is drawn as what happened; the ground facts are those that prove
its answers; every other account differs at one link or more and is refuted there. A false answer
keeps its tilt facts: true, misleading, with an innocent reading.

Templates name values and cast as `{name}` or `{name:form}`, and may hold small seeded choices:
`{pick a|b|c}`, `{int 3 40}`, `{money 20 400}`, `{bystander}`. Forms are listed in `templates.py`.
"""

from __future__ import annotations

from functools import cache, cached_property
from importlib import resources
from itertools import product
from typing import Annotated, Literal, Self

import yaml
from pydantic import Field, ValidationError, model_validator

from builder.collector import kept
from builder.errors import ConfigError
from builder.schema import CASE_TYPES, BackgroundKind, CaseRole, CaseType, MentionForm, Record, Side

ValueKind = Literal["date", "time", "money", "quantity", "identifier", "term"]


class OrganizationPart(Record):
    """An organization to be named. `trade` chooses the name bank; `nicks` are insiders' names."""

    trade: str
    case_role: CaseRole = "nonparty"
    in_dispute: bool = True
    nicks: tuple[str, ...] = ()


class PersonPart(Record):
    """A person to be named: whom they work for, as what, and how they write."""

    employer: str
    job: str
    voice: str
    case_role: CaseRole = "witness"
    in_dispute: bool = True


class ThingPart(Record):
    """An instrument, artifact or place of the dispute; name and aliases are templates."""

    kind: Literal["instrument", "artifact", "place"]
    name: str
    aliases: tuple[str, ...] = ()


class ValuePart(Record):
    """A seeded value.

    date: `after` another date value (or "start") by `days` [least, most]; weekends are moved to
    Monday unless `any_day`. time: `between` two "HH:MM", every `step` minutes. money/quantity:
    `low`, `high`, `step`. identifier: `pattern` with # digit, @ capital letter. term: `choices`.
    All but the last two may have a `formula` over other values (dates count as days, times as
    minutes).
    """

    kind: ValueKind
    after: str = "start"
    days: tuple[int, int] = (0, 0)
    any_day: bool = False
    between: tuple[str, str] = ("08:00", "17:00")
    low: float = 0
    high: float = 0
    step: float = 1
    formula: str = ""
    unit: str = ""
    pattern: str = ""
    choices: tuple[str, ...] = ()


class MentionPart(Record):
    """One way to state a fact. Every anchor of the fact must be named in it, or in `row`."""

    form: MentionForm
    text: str = ""
    columns: tuple[str, ...] = ()
    row: tuple[str, ...] = ()
    other_rows: tuple[tuple[str, ...], ...] = ()
    speaker: str | None = None
    genres: tuple[str, ...] = ()


class ClaimPart(Record):
    """A ledger slot and its value, as templates."""

    subject: str
    attribute: str
    value: str
    at: str = ""


class FactPart(Record):
    """A proposition; `anchors` name values or cast; `when` names a date value. `reissued` says
    that it is a dated list of codes which was issued more than once, and may have been otherwise
    before or after."""

    text: str
    anchors: tuple[str, ...] = Field(min_length=2)
    claims: tuple[ClaimPart, ...] = ()
    when: str
    innocent: str = ""
    exhibit: str = ""
    reissued: bool = False
    mentions: tuple[MentionPart, ...] = Field(min_length=3)


class Join(Record):
    """An inference: two or more facts that together prove an answer, and what they prove."""

    text: str
    premises: tuple[str, ...] = Field(min_length=2)


class Answer(Record):
    """One answer to a link: its clause in a statement, the joins that prove it (two, of which
    neither contains the other), and the tilt facts that speak for it when it is false."""

    clause: str
    joins: tuple[Join, ...] = Field(min_length=2)
    tilts: tuple[str, ...] = Field(min_length=2)


class Link(Record):
    """A question on which accounts may part."""

    question: str
    answers: dict[str, Answer] = Field(min_length=2)


class AccountPart(Record):
    """A full account: one answer for each link. `side` is the party that would plead it, or None
    when neither would (such an account is always an alternative)."""

    answers: dict[str, str]
    side: Side | None = None


class BackgroundPart(Record):
    """A piece of ordinary life. `target` names `link.answer` for the alternative kind; `pull`
    names the `link.answer` that a dispute piece speaks for without stating a fact (a party's own
    file). `months` (1-12) are those in which a seasonal piece can be written, `trades` those of the
    companies whose life it is; none means any."""

    kind: BackgroundKind
    topic: str
    text: str
    form: MentionForm = "prose"
    speaker: str | None = None
    target: str | None = None
    pull: str | None = None
    genres: tuple[str, ...] = ()
    months: tuple[Annotated[int, Field(ge=1, le=12)], ...] = ()
    trades: tuple[str, ...] = ()

    @cached_property
    def bystanders(self) -> int:
        """How many bystanders its text names."""
        return self.text.count("{bystander")


class Scenario(Record):
    """One kind of dispute. See the module docstring for how it is staged."""

    case_type: CaseType
    title: str
    brief: str
    court_places: tuple[str, ...]
    years: tuple[int, int]
    window_days: tuple[int, int]
    dispute_terms: tuple[str, ...]
    organizations: dict[str, OrganizationPart]
    people: dict[str, PersonPart]
    things: dict[str, ThingPart] = Field(default_factory=dict[str, ThingPart])
    values: dict[str, ValuePart]
    common: tuple[str, ...]
    links: dict[str, Link]
    statement: str
    accounts: dict[str, AccountPart] = Field(min_length=4)
    facts: dict[str, FactPart]
    background: tuple[BackgroundPart, ...]

    @cached_property
    def every_account(self) -> dict[str, AccountPart]:
        """The accounts, and after them all other ways to answer the links: one is pleaded by the
        only side whose accounts give each of its answers, if there is one such."""
        found = dict(self.accounts)
        known = [account.answers for account in self.accounts.values()]
        sides: tuple[Side, ...] = ("plaintiff", "defendant")
        given: dict[Side, set[tuple[str, str]]] = {
            side: {
                answer
                for account in self.accounts.values()
                if account.side == side
                for answer in account.answers.items()
            }
            for side in sides
        }
        for answers in product(*(link.answers for link in self.links.values())):
            account = dict(zip(self.links, answers, strict=True))
            if account not in known:
                able: list[Side] = [side for side in sides if account.items() <= given[side]]
                side = able[0] if len(able) == 1 else None
                found["+".join(answers)] = AccountPart(answers=account, side=side)
        return found

    @cached_property
    def bits(self) -> dict[tuple[str, str], int]:
        """A bit for each answer of each link."""
        answers = ((link, a) for link, part in self.links.items() for a in part.answers)
        return {answer: 1 << number for number, answer in enumerate(answers)}

    @cached_property
    def codes(self) -> dict[str, int]:
        """The bits of the answers of every account, together."""
        return {
            account: sum(self.bits[answer] for answer in part.answers.items())
            for account, part in self.every_account.items()
        }

    @model_validator(mode="after")
    def _check(self) -> Self:
        for account_id, account in self.accounts.items():
            if set(account.answers) != set(self.links):
                raise ValueError(f"account {account_id!r} must answer each of {sorted(self.links)}")
            for link_id, answer_id in account.answers.items():
                if answer_id not in self.links[link_id].answers:
                    raise ValueError(
                        f"account {account_id!r}: link {link_id!r} has no {answer_id!r}"
                    )
        answers = [tuple(sorted(a.answers.items())) for a in self.accounts.values()]
        if len(set(answers)) < len(answers):
            raise ValueError("two accounts give the same answers")
        if {a.side for a in self.accounts.values()} < {"plaintiff", "defendant"}:
            raise ValueError("both sides need an account")
        used = set(self.common)
        for link_id, link in self.links.items():
            for answer_id, answer in link.answers.items():
                where = f"{link_id}.{answer_id}"
                sets = [set(join.premises) for join in answer.joins]
                if not any(not a <= b and not b <= a for a in sets for b in sets):
                    raise ValueError(f"{where} needs two joins of which neither contains the other")
                named = set[str]().union(*sets, answer.tilts)
                if unknown := sorted(named - set(self.facts)):
                    raise ValueError(f"{where} names unknown facts {unknown}")
                used |= named
        if unused := sorted(set(self.facts) - used):
            raise ValueError(f"facts {unused} serve no answer")
        return self


def scenario_ids() -> tuple[str, ...]:
    """The ids of all scenarios, sorted."""
    folder = resources.files("builder.fiction") / "scenarios"
    return tuple(sorted(f.name[:-5] for f in folder.iterdir() if f.name.endswith(".yaml")))


@cache
def case_type_of(scenario_id: str) -> CaseType:
    """The case type of a scenario, from the head of its file where it says so at once."""
    file = resources.files("builder.fiction") / "scenarios" / f"{scenario_id}.yaml"
    lines = file.read_text("utf-8").split("\n") if file.is_file() else ()
    for case_type in CASE_TYPES:
        if f"case_type: {case_type}" in lines:
            return case_type
    return load_scenario(scenario_id).case_type


@cache
def load_scenario(scenario_id: str) -> Scenario:
    """A scenario by id; ConfigError says what is wrong with its file."""
    file = resources.files("builder.fiction") / "scenarios" / f"{scenario_id}.yaml"
    if not file.is_file():
        known = ", ".join(scenario_ids())
        raise ConfigError(f"no scenario {scenario_id!r}; there are: {known}")
    try:
        with kept():
            text = file.read_text(encoding="utf-8")
            return Scenario.model_validate(yaml.load(text, yaml.CSafeLoader))
    except (yaml.YAMLError, ValidationError, ValueError) as exc:
        raise ConfigError(f"scenario {scenario_id!r}: {exc}") from exc

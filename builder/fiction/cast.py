"""Names the people, companies and things of a play, by seed.

In: a scenario and a random stream. Out: a `Cast`: entities, and the slots that templates may name.
Reads `banks/names.yaml`. No name token is an everyday word of the scenario or its banks, and no
two people of a world share a given name, a family name or a nickname, because the checks look for
names as whole words.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from random import Random
from typing import Any, Literal

import yaml

from builder.errors import WorldError
from builder.fiction.scenario import OrganizationPart, Scenario
from builder.fiction.slots import PersonName, organization_forms, person_forms, short_name
from builder.fiction.templates import Slot
from builder.schema import Entity

COLLEAGUES = (3, 7)  # bystanders of a company: fewest, and most where many people are employed
FIRMS = 4  # other companies of the town: few, so that their people write as much as others do
FIRM_PEOPLE = 4  # of each of them

_TRIES = 400
_CIVIC = re.compile(
    r"county|city|town|district|department|authority|commission|council|school|academy|parish|"
    r"chapel|fellowship|foundation|alliance|university|college|museum|society|league"
)
_LEGAL_ENDS = ("Inc.", "LLC", "Corp.", "Company", "Co.", "LLP")


@dataclass(frozen=True)
class Firm:
    """A company outside the dispute: its trade, its people's ids and the forms of their names."""

    trade: str
    ids: tuple[str, ...]
    people: tuple[Mapping[str, str], ...]


@dataclass(frozen=True)
class Cast:
    """The entities of a play and the slots of those whom templates may name.

    `colleagues` are the bystanders' forms by employer slot, `employers` those companies; `firms`
    other companies of the town.
    """

    entities: tuple[Entity, ...]
    slots: Mapping[str, Slot]
    colleagues: Mapping[str, tuple[Mapping[str, str], ...]]
    employers: Mapping[str, Entity]
    firms: tuple[Firm, ...]
    town: str


@dataclass(frozen=True)
class _Origin:
    weight: float
    given: Mapping[Literal["f", "m"], tuple[tuple[str, str], ...]]
    family: tuple[str, ...]


@dataclass
class _Namer:
    """Draws names; `taken` holds every word that may name nobody else."""

    rng: Random
    taken: set[str]
    entities: list[Entity] = field(default_factory=list[Entity])
    logins: set[str] = field(default_factory=set[str])
    prefix: str = "e"

    def next_id(self) -> str:
        return f"{self.prefix}{len(self.entities) + 1:02d}"


@cache
def names_bank() -> dict[str, Any]:
    """The name banks as they stand in the file."""
    file = resources.files("builder.fiction") / "banks" / "names.yaml"
    return yaml.load(file.read_text(encoding="utf-8"), yaml.CSafeLoader)


@cache
def trades_bank() -> dict[str, list[str]]:
    """The topics of chaff passages by trade."""
    file = resources.files("builder.fiction") / "banks" / "trades.yaml"
    return yaml.load(file.read_text(encoding="utf-8"), yaml.CSafeLoader)


@cache
def _origins() -> tuple[_Origin, ...]:
    def given(words: str) -> tuple[tuple[str, str], ...]:
        pairs = (word.partition(":") for word in words.split())
        return tuple((name, nick if len(nick) > 2 else name) for name, _, nick in pairs)

    return tuple(
        _Origin(
            part["weight"],
            {"f": given(part["f"]), "m": given(part["m"])},
            tuple(part["family"].split()),
        )
        for part in names_bank()["people"].values()
    )


def fold(text: str) -> str:
    """ASCII lower case, for logins, domains and comparing names."""
    plain = unicodedata.normalize("NFKD", text.replace("ł", "l").replace("Ł", "L"))
    return plain.encode("ascii", "ignore").decode().casefold()


def words_of(text: str) -> frozenset[str]:
    """The words of a text, folded, for comparing with names."""
    return frozenset(re.findall(r"[a-z]+", fold(text)))


def _tokens(name: str) -> set[str]:
    return set(words_of(name)) | {fold(name)}


def _draw_person(namer: _Namer, job: str) -> PersonName:
    rng, origins = namer.rng, _origins()
    weights = [origin.weight for origin in origins]
    for _ in range(_TRIES):
        gender: Literal["f", "m"] = rng.choice(("f", "m"))
        home = rng.choices(origins, weights)[0]
        first, nick = rng.choice(home.given[gender])
        family_home = home if rng.random() < 0.6 else rng.choices(origins, weights)[0]
        last = rng.choice(family_home.family)
        tokens = _tokens(first) | _tokens(nick) | _tokens(last)
        login = re.sub(r"[^a-z]", "", fold(first)[0] + fold(last))
        if tokens & namer.taken or login in namer.logins:
            continue
        namer.taken |= tokens
        namer.logins.add(login)
        return PersonName(first, last, gender, nick, login, job)
    raise WorldError(f"the name banks are exhausted after {len(namer.entities)} entities")


def _town(rng: Random) -> str:
    towns = names_bank()["towns"]
    first, last = rng.choice(towns["first"].split()), rng.choice(towns["last"].split())
    end = rng.choices(("", " Falls", " Springs", " Junction", " Heights"), (12, 1, 1, 1, 1))[0]
    return (first + last if not first.endswith(last[:2]) else f"{first}ton") + end


def _trade_words(trade: str) -> Sequence[str]:
    trades: dict[str, list[str]] = names_bank()["companies"]["trades"]
    if trade in trades:
        return trades[trade]
    asked = re.findall(r"[a-z]+", trade.casefold())
    for word in reversed(asked):
        for key, words in trades.items():
            if word == key or (len(word) > 4 and (key.startswith(word) or word.startswith(key))):
                return words
    return trades["general"]


def _draw_company(namer: _Namer, trade: str, town: str) -> str:
    companies, rng = names_bank()["companies"], namer.rng
    families = [family for origin in _origins() for family in origin.family]
    for _ in range(_TRIES):
        word = rng.choice(_trade_words(trade))
        parts = {
            "stem": rng.choice(companies["stems"].split()),
            "town": town,
            "town1": _town(rng),
            "family": rng.choice(families),
            "family2": rng.choice(families),
            "family3": rng.choice(families),
            "trade": word,
        }
        whole = "{" in word
        form = word if whole else rng.choice(companies["forms"])
        name = form.format_map(parts)
        own = {
            parts[part]
            for part in ("stem", "town1", "family", "family2", "family3")
            if "{" + part + "}" in form
        }
        tokens = set[str]().union({fold(name)}, *(_tokens(one) for one in own))
        if tokens & namer.taken:
            continue
        namer.taken |= tokens
        return name if whole else name + rng.choice(companies["suffixes"])
    raise WorldError(f"no company name left for the trade {trade!r}")


def _domain(legal: str) -> str:
    words = re.findall(r"[a-z0-9]+", fold(short_name(legal)).replace("'", ""))
    words = [word for word in words if word not in ("of", "the", "and")]
    joined = "".join(words)
    civic = any(map(_CIVIC.fullmatch, words)) and not legal.endswith(_LEGAL_ENDS)
    return (joined if len(joined) <= 22 else "".join(words[:2])) + (".org" if civic else ".com")


def _email(person: PersonName, domain: str, style: int) -> str:
    first = re.sub(r"[^a-z]", "", fold(person.first))
    last = re.sub(r"[^a-z]", "", fold(person.last))
    local = (person.login, f"{first}.{last}", f"{first}{last[0]}", f"{last}{first[0]}")[style % 4]
    return f"{local}@{domain}"


def _aliases(name: str, forms: Sequence[str], common: frozenset[str]) -> tuple[str, ...]:
    """The forms that may stand for a name alone: short codes and everyday words do not."""
    kept: list[str] = []
    for form in forms:
        weak = len(re.sub(r"\W", "", form)) < 3 or fold(form) in common
        if form != name and form not in kept and not weak:
            kept.append(form)
    return tuple(kept)


def _add_company(
    namer: _Namer, slot: str, part: OrganizationPart, legal: str, common: frozenset[str]
) -> tuple[Entity, Slot]:
    forms = organization_forms(legal, part.nicks)
    entity = Entity(
        entity_id=namer.next_id(),
        kind="organization",
        name=legal,
        aliases=_aliases(
            legal, [forms["short"], forms["nick"], *part.nicks, forms["initials"]], common
        ),
        case_role=part.case_role,
        in_dispute=part.in_dispute,
        job=part.trade,
        email=_domain(legal),
    )
    namer.entities.append(entity)
    return entity, Slot(slot, "organization", legal, forms, entity.entity_id)


def _add_person(
    namer: _Namer, person: PersonName, employer: Entity | None, like: Entity
) -> dict[str, str]:
    """Add a person with the roles of `like`; returns the forms."""
    forms = person_forms(person)
    style = sum(map(ord, employer.name)) if employer else 1
    domain = employer.email if employer else "fastmail-post.com"
    login = [person.login]
    namer.entities.append(
        like.model_copy(
            update={
                "entity_id": namer.next_id(),
                "kind": "person",
                "name": person.full,
                "aliases": _aliases(
                    person.full,
                    [forms["last"], forms["first"], forms["nick"], forms["formal"], *login],
                    frozenset(),
                ),
                "employer_id": employer.entity_id if employer else None,
                "job": person.job,
                "email": _email(person, domain, style),
            }
        )
    )
    return forms


def _bystander(namer: _Namer, employer: Entity, jobs: list[str]) -> dict[str, str]:
    bank = names_bank()
    rng = namer.rng
    job = jobs.pop() if jobs else rng.choice(bank["jobs"])
    like = Entity(
        entity_id="",
        kind="person",
        name="",
        case_role="bystander",
        in_dispute=False,
        voice=rng.choice(bank["voices"]),
    )
    return _add_person(namer, _draw_person(namer, job), employer, like)


def make_cast(scenario: Scenario, rng: Random, common: frozenset[str]) -> Cast:
    """Name everybody of a scenario, their colleagues, and the strangers of the same town.

    `common` are the folded words that the scenario and its banks use, which may name nobody.
    """
    namer, town = _Namer(rng, set(common)), _town(rng)
    slots: dict[str, Slot] = {}
    companies: dict[str, Entity] = {}
    for slot, part in scenario.organizations.items():
        legal = _draw_company(namer, part.trade, town)
        companies[slot], slots[slot] = _add_company(namer, slot, part, legal, common)
    for slot, person_part in scenario.people.items():
        person = _draw_person(namer, person_part.job)
        like = Entity(
            entity_id="",
            kind="person",
            name="",
            case_role=person_part.case_role,
            in_dispute=person_part.in_dispute,
            voice=person_part.voice,
        )
        forms = _add_person(namer, person, companies.get(person_part.employer), like)
        slots[slot] = Slot(slot, "person", person.full, forms, namer.entities[-1].entity_id)
    colleagues = _colleagues(namer, scenario, companies)
    firms = _firms(namer, town, common)
    return Cast(tuple(namer.entities), slots, colleagues, companies, firms, town)


def _colleagues(
    namer: _Namer, scenario: Scenario, companies: Mapping[str, Entity]
) -> dict[str, tuple[Mapping[str, str], ...]]:
    staff = Counter(part.employer for part in scenario.people.values())
    staff.update(
        slot
        for slot, part in scenario.organizations.items()
        if part.case_role in ("plaintiff", "defendant")
    )
    employers = {slot: (companies[slot], staff[slot]) for slot in companies if staff[slot]}
    return _staffed(namer, employers)


def _staffed(
    namer: _Namer, employers: Mapping[str, tuple[Entity, int]]
) -> dict[str, tuple[Mapping[str, str], ...]]:
    """Bystanders for each company, by how many of its people are known."""
    jobs = namer.rng.sample(names_bank()["jobs"], len(names_bank()["jobs"]))
    return {
        slot: tuple(
            _bystander(namer, company, jobs)
            for _ in range(max(COLLEAGUES[0], min(COLLEAGUES[1], known + 1)))
        )
        for slot, (company, known) in employers.items()
    }


def surround(
    entities: tuple[Entity, ...], rng: Random, common: frozenset[str]
) -> tuple[tuple[Entity, ...], Cast]:
    """The entities of a record with bystanders of their companies and strangers of some town.

    For records that name the dispute only. The cast has no slots; new ids begin with `x`.
    """
    known = set[str]().union(*(_tokens(n) for e in entities for n in (*e.names, e.surrogate or "")))
    namer, town = _Namer(rng, set(common) | known, prefix="x"), _town(rng)
    staff = Counter(e.employer_id for e in entities if e.kind == "person")
    domains = {e.entity_id: e.email or _domain(e.surrogate or e.name) for e in entities}
    employers = {
        e.entity_id: (e.model_copy(update={"email": domains[e.entity_id]}), staff[e.entity_id])
        for e in entities
        if e.kind == "organization" and staff[e.entity_id]
    }
    colleagues = _staffed(namer, employers)
    firms = _firms(namer, town, common)
    everyone = (*entities, *namer.entities)
    houses = {slot: company for slot, (company, _) in employers.items()}
    return everyone, Cast(everyone, {}, colleagues, houses, firms, town)


def _firms(namer: _Namer, town: str, common: frozenset[str]) -> tuple[Firm, ...]:
    firms: list[Firm] = []
    jobs: list[str] = []
    # What is named for its town must not share a party's name: strangers are of the next town.
    away = next(name for name in iter(lambda: _town(namer.rng), "") if name != town)
    for trade in namer.rng.sample(sorted(trades_bank()), FIRMS):
        part = OrganizationPart(trade=trade, case_role="bystander", in_dispute=False)
        company, _ = _add_company(namer, "", part, _draw_company(namer, trade, away), common)
        first = len(namer.entities)
        people = tuple(_bystander(namer, company, jobs) for _ in range(FIRM_PEOPLE))
        ids = tuple(entity.entity_id for entity in namer.entities[first:])
        firms.append(Firm(trade, ids, people))
    return tuple(firms)

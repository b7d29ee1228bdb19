"""Stages a scenario: draws what happened, who disputes it, and what the documents can say.

In: a scenario's id and a seed. Out: a `Play`, a pure function of the two. Seeds that follow one
another alternate the adopted side, draw one of its accounts, and move it through the four places of
the list.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import cache, lru_cache
from random import Random

from builder.config import Level
from builder.fiction.accounts import (
    Casting,
    draw_casting,
    false_answers,
    false_links,
    ground_names,
    spared,
    tilt_names,
)
from builder.fiction.cast import Cast, make_cast
from builder.fiction.facts import State, state_facts
from builder.fiction.issues import draw_issues
from builder.fiction.levels import LEVELS, Dials
from builder.fiction.passages import pieces
from builder.fiction.scenario import Scenario, load_scenario
from builder.fiction.slots import thing_forms
from builder.fiction.templates import Binding, Slot, realize
from builder.fiction.values import draw_values, workday
from builder.fiction.vocabulary import common_words
from builder.fiction.wordings import other_forms
from builder.schema import (
    CaseRole,
    Edge,
    Entity,
    Exhibit,
    Fact,
    Hypothesis,
    HypothesisDag,
    HypothesisRole,
    Inference,
    Setting,
    Window,
)

_GENRE_ID = re.compile(r"[a-z][a-z0-9_]*")
_PLACES = (0, 1, 3, 0, 2, 3, 1, 2)  # of the adopted account: each twice, and even for each side


@dataclass(frozen=True)
class Play:
    """A staged scenario: everything that a record, a plan and an answer key need."""

    scenario_id: str
    seed: int
    scenario: Scenario
    casting: Casting
    binding: Binding
    entities: tuple[Entity, ...]
    facts: tuple[Fact, ...]
    dag: HypothesisDag
    setting: Setting
    court: str
    town: str
    level: Level = "standard"

    @property
    def key(self) -> str:
        """The locator of the play: `scenario/seed`, and its level when that is not standard."""
        key = f"{self.scenario_id}/{self.seed}"
        return key if self.level == "standard" else f"{key}/{self.level}"

    def of_role(self, case_role: CaseRole) -> tuple[Entity, ...]:
        """The organizations and people with a role in the case; organizations first."""
        found = [e for e in self.entities if e.case_role == case_role and e.in_dispute]
        parties = [e for e in found if e.kind == "organization"]
        return tuple(parties or [e for e in found if e.kind == "person"])


@cache
def _common_words(scenario_id: str) -> frozenset[str]:
    return common_words(load_scenario(scenario_id))


@lru_cache(maxsize=2)  # record, extraction and hypotheses of one world stage it again
def stage(scenario_id: str, seed: int, level: Level = "standard") -> Play:
    """The play of a scenario and a seed. ConfigError or InvalidDag when it cannot be staged."""
    scenario = load_scenario(scenario_id)
    return stage_scenario(scenario_id, scenario, seed, _common_words(scenario_id), level=level)


def stage_scenario(
    scenario_id: str,
    scenario: Scenario,
    seed: int,
    common: frozenset[str],
    casting: Casting | None = None,
    level: Level = "standard",
) -> Play:
    """As `stage`, for a scenario at hand and, if given, a casting that the seed does not draw."""

    def stream(what: str) -> Random:
        return Random(f"{scenario_id}/{seed}/{what}")

    dials = LEVELS[level]
    casting = casting or draw_casting(scenario, seed, stream("casting"), dials)
    scenario = spared(scenario, casting, dials.proofs, stream("proofs"))
    cast = make_cast(scenario, stream("cast"), common)
    start = _start(scenario, stream("start"))
    slots = dict(cast.slots) | draw_values(scenario.values, start, stream("values"))
    entities, things = _things(scenario, cast, slots, stream("things"))
    slots |= things
    everyone = tuple(p for people in cast.colleagues.values() for p in people)
    binding = Binding(other_forms(slots), everyone)
    issues = draw_issues(scenario, casting, binding, stream("issues")) if dials.reissued else ()
    ids = _hypothesis_ids(casting, seed, stream("places"))
    stated = state_facts(
        scenario,
        ground_names(scenario, casting.adopted),
        {ids[a]: t for a, t in tilt_names(scenario, casting).items()},
        binding,
        stream("facts"),
        [replace(issue, account=ids[issue.account]) for issue in issues],
        dials.loose,
    )
    inferences, edges = _reasoning(scenario, casting, ids, stated, binding, stream("reasoning"))
    dag = HypothesisDag(
        hypotheses=_hypotheses(scenario, casting, ids, binding, stream("statements")),
        facts=tuple(stated.facts.values()),
        inferences=inferences,
        edges=edges,
    )
    ground = tuple(fact for fact in dag.facts if fact.kind == "ground")
    return Play(
        scenario_id,
        seed,
        scenario,
        casting,
        binding,
        entities,
        ground,
        dag,
        _setting(scenario, casting, cast, binding, ids, stated, start, dials, stream("setting")),
        stream("court").choice(scenario.court_places),
        cast.town,
        level,
    )


def _start(scenario: Scenario, rng: Random) -> date:
    first, last = scenario.years
    return workday(date(rng.randint(first, last), 1, 1) + timedelta(days=rng.randrange(0, 364)))


def _things(
    scenario: Scenario, cast: Cast, slots: Mapping[str, Slot], rng: Random
) -> tuple[tuple[Entity, ...], dict[str, Slot]]:
    entities, found = list(cast.entities), dict[str, Slot]()
    for slot, part in scenario.things.items():
        binding = Binding(dict(slots) | found)
        name = realize(part.name, binding, rng).text
        aliases = tuple(realize(alias, binding, rng).text for alias in part.aliases)
        entity = Entity(
            entity_id=f"e{len(entities) + 1:02d}",
            kind=part.kind,
            name=name,
            aliases=aliases,
            case_role="subject",
        )
        entities.append(entity)
        kind = "place" if part.kind == "place" else "term"
        found[slot] = Slot(slot, kind, name, thing_forms(name, aliases), entity.entity_id)
    return tuple(entities), found


def _hypothesis_ids(casting: Casting, seed: int, rng: Random) -> dict[str, str]:
    others = rng.sample(casting.others, 3)
    order = [*others]
    order.insert(_PLACES[seed % len(_PLACES)], casting.adopted)
    return {account: f"h{place}" for place, account in enumerate(order, start=1)}


def _hypotheses(
    scenario: Scenario, casting: Casting, ids: Mapping[str, str], binding: Binding, rng: Random
) -> tuple[Hypothesis, ...]:
    roles: dict[str, HypothesisRole] = {casting.adopted: "adopted", casting.rejected: "rejected"}
    # One stream state for all four: a small choice in the skeleton falls the same way in each.
    state = rng.getstate()
    found: list[Hypothesis] = []
    for account, hypothesis_id in sorted(ids.items(), key=lambda item: item[1]):
        rng.setstate(state)
        role = roles.get(account, "alternative")
        side = None if role == "alternative" else scenario.every_account[account].side
        found.append(
            Hypothesis(
                hypothesis_id=hypothesis_id,
                role=role,
                side=side,
                statement=statement(scenario, account, binding, rng),
            )
        )
    return tuple(found)


def statement(scenario: Scenario, account: str, binding: Binding, rng: Random) -> str:
    """An account in the words of the neutral writer."""
    clauses: dict[str, Slot] = {}
    for link, answer in scenario.every_account[account].answers.items():
        text = realize(scenario.links[link].answers[answer].clause.strip(), binding, rng).text
        clauses[link] = Slot(link, "term", text, {"": text})
    whole = realize(scenario.statement.strip(), Binding({**binding.slots, **clauses}), rng).text
    return " ".join(whole.split())


def _reasoning(
    scenario: Scenario,
    casting: Casting,
    ids: Mapping[str, str],
    stated: State,
    binding: Binding,
    rng: Random,
) -> tuple[tuple[Inference, ...], tuple[Edge, ...]]:
    """Inferences and edges: each join, the joins of a link together, then the whole account."""
    inferences: list[Inference] = []
    edges: list[Edge] = []

    def infer(text: str, premises: list[str]) -> str:
        inference_id = f"i{len(inferences) + 1:02d}"
        inferences.append(Inference(inference_id=inference_id, text=text, premises=tuple(premises)))
        return inference_id

    true = scenario.every_account[casting.adopted].answers
    links: list[str] = []
    for link, answer in true.items():
        part = scenario.links[link].answers[answer]
        joins = [
            infer(
                realize(join.text.strip(), binding, rng).text,
                [stated.ids[p] for p in join.premises],
            )
            for join in part.joins
        ]
        clause = realize(part.clause.strip(), binding, rng).text
        links.append(infer(f"{scenario.links[link].question.strip()} {clause}", joins))
        for account in casting.others:
            if scenario.every_account[account].answers[link] != answer:
                edges += [
                    Edge(source=j, hypothesis_id=ids[account], relation="refutes") for j in joins
                ]
    whole = infer("Together the answers make up the whole account.", links)
    edges.append(Edge(source=whole, hypothesis_id=ids[casting.adopted], relation="supports"))
    return tuple(inferences), tuple(edges)


def _setting(
    scenario: Scenario,
    casting: Casting,
    cast: Cast,
    binding: Binding,
    ids: Mapping[str, str],
    stated: State,
    start: date,
    dials: Dials,
    rng: Random,
) -> Setting:
    targets: dict[str, tuple[str, ...]] = {}
    for account in casting.alternatives:
        for answer in false_answers(scenario, casting.adopted, account):
            targets[answer] = (*targets.get(answer, ()), ids[account])
    # Something is heard of every answer that is given where the accounts part: what is spoken of
    # least would be true else.
    pulls = frozenset(targets)
    for account in casting.others:
        pulls |= {*false_answers(scenario, account, casting.adopted)}
    days = [date.fromisoformat(s.value) for s in binding.slots.values() if s.kind == "date"]
    days += [fact.when for fact in stated.facts.values() if fact.when]
    edge = [start + timedelta(days=offset) for offset in scenario.window_days]
    return Setting(
        brief=_brief(scenario, casting, binding, dials, rng),
        window=Window(start=min([*days, edge[0]]), end=max([*days, edge[1]])),
        dispute_terms=tuple(realize(t, binding, rng).text for t in scenario.dispute_terms),
        exhibits=_exhibits(stated, rng),
        background=pieces(scenario, cast, binding.slots, targets, pulls, rng, dials.pulls),
    )


def _brief(
    scenario: Scenario, casting: Casting, binding: Binding, dials: Dials, rng: Random
) -> str:
    """The neutral brief; where the dials say so, with what is common ground of all accounts, and
    the questions that are left."""
    brief = realize(scenario.brief.strip(), binding, rng).text
    if not dials.agreed:
        return brief
    wrong = [false_links(scenario, casting.adopted, account) for account in casting.others]
    parted = frozenset[str]().union(*wrong)
    told = ["This is common ground between the parties."]
    left = ["These questions are left."]
    for link, part in scenario.links.items():
        question = part.question.strip()
        if link in parted:
            left.append(question)
            continue
        answer = scenario.every_account[casting.adopted].answers[link]
        words = realize(part.answers[answer].clause.strip(), binding, rng).text.rstrip(",")
        told.append(f"{question} {words[0].upper()}{words[1:]}.")
    return "\n\n".join((brief, " ".join(told), " ".join(left)))


def _exhibits(stated: State, rng: Random) -> tuple[Exhibit, ...]:
    """One exhibit for each ground fact. What a fact says of its exhibit is a genre or a title."""
    facts = [fact for fact in stated.facts.values() if fact.kind == "ground"]
    rng.shuffle(facts)
    exhibits: list[Exhibit] = []
    for number, fact in enumerate(facts, start=1):
        hint = stated.exhibits[fact.fact_id]
        genre = hint if _GENRE_ID.fullmatch(hint) else ""
        exhibits.append(
            Exhibit(
                number=str(number),
                title="" if genre else hint,
                genre=genre or next((g for m in fact.mentions for g in m.genres), ""),
                fact_ids=(fact.fact_id,),
                when=fact.when,
                author_id=next((m.speaker_id for m in fact.mentions if m.speaker_id), None),
            )
        )
    return tuple(exhibits)

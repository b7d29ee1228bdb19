"""Puts a model analyst's answers together: recorded answers, as `replay` plays them.

In: a `Reading`. Out: a `ReplayFile`, the slots that its templates may name, the faults of staging
it. What is not yet answered has a plain stand-in, so that each step can be staged on trial. No side
effects.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import timedelta
from random import Random
from typing import Any

from pydantic import ValidationError

from builder.authors import _answers as answers
from builder.authors._quotes import find_quote
from builder.authors._replay_file import (
    FixedValue,
    Hidden,
    Place,
    ReplayAccount,
    ReplayAnswer,
    ReplayFact,
    ReplayFile,
    ReplayLink,
    ReplayOrganization,
    ReplayPerson,
    ReplayThing,
    value_part,
)
from builder.authors.replay import stage_file
from builder.errors import BuilderError, in_short
from builder.fiction.cast import make_cast
from builder.fiction.scenario import BackgroundPart, ClaimPart, Join, MentionPart, ValuePart
from builder.fiction.slots import thing_forms
from builder.fiction.templates import Binding, Slot, realize
from builder.fiction.values import draw_values
from builder.schema import CaseRecord, HypothesisRole, Side

HELD = "held"
EDGE_DAYS = 30  # of the window, before the first date of the ledger and after the last


class Reading(answers.Answer):
    """What was answered so far; what was not is empty."""

    record: CaseRecord
    findings: tuple[answers.FoundPassage, ...] = ()
    entities: answers.Entities = answers.Entities(organizations=(), people=())
    questions: answers.Questions = answers.Questions(questions=())
    ledger: answers.Ledger = answers.Ledger(values=(), facts=(), proofs=())
    parties: answers.Parties = answers.Parties(adopted="plaintiff", departures=())
    alternatives: answers.Alternatives = answers.Alternatives(alternatives=())
    statements: answers.Statements = answers.Statements(
        title="", brief="", statement="", clauses=(), dispute_terms=()
    )
    wordings: tuple[answers.Wording, ...] = ()
    pieces: tuple[tuple[answers.Piece, str], ...] = ()

    def with_(self, **answered: Any) -> Reading:
        """The reading with one more answer."""
        return self.model_copy(update=answered)

    def tilts(self) -> list[answers.LedgerFact]:
        """The tilt facts of both alternatives."""
        return [
            fact
            for alternative in self.alternatives.alternatives
            for departure in alternative.departures
            for fact in departure.tilts
        ]

    def all_facts(self) -> list[answers.LedgerFact]:
        """Ground facts, then tilt facts."""
        return [*self.ledger.facts, *self.tilts()]

    def values(self) -> tuple[answers.ValueOf, ...]:
        """The values of the ledger and of the alternatives."""
        return (*self.ledger.values, *self.alternatives.values)

    def departures(self) -> list[answers.Departure]:
        """Every false answer of an account, the losing party's first, each once."""
        every = [*self.parties.departures]
        for alternative in self.alternatives.alternatives:
            every += alternative.departures
        return list({(d.question, d.answer): d for d in every}.values())

    def disputed(self) -> set[str]:
        """The questions on which accounts part."""
        return {d.question for d in self.departures()}


def assemble(reading: Reading) -> ReplayFile:
    """The recorded answers; ValidationError or BuilderError when they do not hang together."""
    days = [v.day for v in reading.values() if v.day]
    edge = timedelta(days=EDGE_DAYS)
    joined = {p for proof in _proofs(reading) for p in proof.premises}
    statements = reading.statements
    return ReplayFile(
        case=reading.record.case_id,
        case_type=reading.record.case_type,
        title=statements.title or "A dispute",
        window=(min(days) - edge, max(days) + edge),
        brief=statements.brief or "A brief.",
        statement=statements.statement or _skeleton(reading),
        dispute_terms=statements.dispute_terms or ("dispute",),
        **_cast(reading),
        values={v.slot: fixed_value(v) for v in reading.values()},
        common=tuple(f.slot for f in reading.ledger.facts if f.slot not in joined),
        links={
            q.slot: _link(reading, q)
            for q in reading.questions.questions
            if q.slot in reading.disputed()
        },
        accounts=_accounts(reading),
        facts={f.slot: _fact(reading, f) for f in reading.all_facts()},
        background=tuple(_background(piece, target) for piece, target in reading.pieces),
    )


def fixed_value(value: answers.ValueOf) -> FixedValue | ValuePart:
    """A value as recorded; digits and single capitals of an identifier are invented anew."""
    if value.kind == "identifier":
        pattern = re.sub(r"(?<![A-Za-z])[A-Z](?![A-Za-z])", "@", value.text or "")
        return ValuePart(kind="identifier", pattern=re.sub(r"\d", "#", pattern))
    return FixedValue(**value.model_dump(exclude={"slot"}))


def binding_of(reading: Reading) -> Binding:
    """Slots for trying templates: every name, value and thing, under any invented names."""
    cast = _cast(reading)
    scenario: Any = _Stage(cast["organizations"], cast["people"])
    drawn = make_cast(scenario, Random("trial"), frozenset())
    file = {v.slot: value_part(fixed_value(v), 0) for v in reading.values()}
    start = next((v.day for v in reading.values() if v.day), None)
    slots = dict(drawn.slots) | (draw_values(file, start, Random("trial")) if start else {})
    for thing in reading.entities.things:
        kind = "place" if thing.kind == "place" else "term"
        forms = thing_forms(thing.invented, thing.aliases)
        slots[thing.slot] = Slot(thing.slot, kind, thing.invented, forms)
    return Binding(slots, tuple(p for people in drawn.colleagues.values() for p in people))


def staged_faults(reading: Reading) -> list[str]:
    """Why the answers so far cannot be staged, in the words of what refused them."""
    try:
        stage_file(assemble(reading), reading.record)
    except (BuilderError, ValidationError) as exc:
        return [in_short(exc)]
    return []


@dataclass(frozen=True)
class _Stage:
    """As much of a scenario as naming the cast reads."""

    organizations: dict[str, ReplayOrganization]
    people: dict[str, ReplayPerson]


def _places(reading: Reading, names: tuple[str, ...]) -> tuple[Place, ...]:
    proper = [name for name in names if name[:1].isupper()]
    found = [find_quote(reading.record, name, whole=True) for name in proper]
    return tuple(place for place in found if place is not None)


def _cast(reading: Reading) -> dict[str, Any]:
    entities = reading.entities
    return {
        "organizations": {
            o.slot: ReplayOrganization(
                trade=o.trade, case_role=o.case_role, nicks=o.nicks, named=_places(reading, o.names)
            )
            for o in entities.organizations
        },
        "people": {
            p.slot: ReplayPerson(
                employer=p.employer,
                job=p.job,
                voice=p.voice,
                case_role=p.case_role,
                named=_places(reading, p.names),
            )
            for p in entities.people
        },
        "things": {
            t.slot: ReplayThing(
                kind=t.kind, name=t.invented, aliases=t.aliases, named=_places(reading, t.names)
            )
            for t in entities.things
        },
        "hidden": tuple(
            Hidden(at=place, kind=o.kind, surrogate=o.instead)
            for o in entities.others
            for place in _places(reading, o.names)
        ),
    }


def _proofs(reading: Reading) -> list[answers.Proof]:
    return [p for p in reading.ledger.proofs if p.question in reading.disputed()]


def _link(reading: Reading, question: answers.LegalQuestion) -> ReplayLink:
    clauses = {(c.question, c.answer): c.clause for c in reading.statements.clauses}
    joins = tuple(
        Join(text=proof.text, premises=proof.premises)
        for proof in _proofs(reading)
        if proof.question == question.slot
    )
    found = {HELD: ReplayAnswer(clause=clauses.get((question.slot, HELD), "as held"), joins=joins)}
    for departure in reading.departures():
        if departure.question == question.slot:
            clause = clauses.get((question.slot, departure.answer), "otherwise")
            found[departure.answer] = ReplayAnswer(
                clause=clause, tilts=_tilts_of(reading, departure)
            )
    return ReplayLink(question=question.question, answers=found)


def _tilts_of(reading: Reading, departure: answers.Departure) -> tuple[str, ...]:
    every = [d for a in reading.alternatives.alternatives for d in a.departures]
    same = [d for d in every if (d.question, d.answer) == (departure.question, departure.answer)]
    return tuple(dict.fromkeys(fact.slot for d in same for fact in d.tilts))


def _accounts(reading: Reading) -> dict[str, ReplayAccount]:
    adopted: Side = reading.parties.adopted
    other: Side = "defendant" if adopted == "plaintiff" else "plaintiff"
    parts: list[tuple[str, HypothesisRole, Side | None, tuple[answers.Departure, ...]]] = [
        ("adopted", "adopted", adopted, ()),
        ("rejected", "rejected", other, reading.parties.departures),
    ]
    given = reading.alternatives.alternatives
    for number in (1, 2):
        departures = given[number - 1].departures if len(given) >= number else ()
        parts.append((f"alternative{number}", "alternative", None, departures))
    disputed = [q.slot for q in reading.questions.questions if q.slot in reading.disputed()]
    return {
        name: ReplayAccount(
            role=role,
            side=side,
            answers=dict.fromkeys(disputed, HELD) | {d.question: d.answer for d in departures},
        )
        for name, role, side, departures in parts
    }


def _fact(reading: Reading, fact: answers.LedgerFact) -> ReplayFact:
    found = [
        find_quote(reading.record, reading.findings[n - 1].quote, reading.findings[n - 1].filing)
        for n in fact.findings
    ]
    return ReplayFact(
        text=fact.text,
        anchors=fact.anchors,
        when=fact.when,
        claims=tuple(ClaimPart(**c.model_dump()) for c in fact.claims),
        innocent=fact.innocent,
        exhibit=fact.exhibit,
        found=tuple(place for place in found if place is not None),
        mentions=_mentions(reading, fact),
    )


def _mentions(reading: Reading, fact: answers.LedgerFact) -> tuple[MentionPart, ...]:
    given = [w for w in reading.wordings if w.fact == fact.slot]
    if not given:
        words = " ".join(f"{{{anchor}}}" for anchor in fact.anchors)
        return (MentionPart(form="prose", text=words),) * 3
    return tuple(MentionPart(**w.model_dump(exclude={"fact"})) for w in given)


def _skeleton(reading: Reading) -> str:
    return "It was " + ", ".join(f"{{{slot}}}" for slot in sorted(reading.disputed())) + "."


def _background(piece: answers.Piece, target: str) -> BackgroundPart:
    return BackgroundPart(
        kind="alternative" if target else "dispute",
        topic=piece.topic,
        text=piece.text,
        form=piece.form,
        speaker=piece.speaker,
        target=target or None,
        genres=piece.genres,
    )


def needed_clauses(reading: Reading) -> list[tuple[str, str]]:
    """The (question, answer) of every clause that the four statements are made of."""
    held = [(q.slot, HELD) for q in reading.questions.questions if q.slot in reading.disputed()]
    return [*held, *((d.question, d.answer) for d in reading.departures())]


def clause_binding(reading: Reading) -> list[Binding]:
    """For each of the four accounts the slots that its statement is filled with."""
    plain = binding_of(reading)
    clauses = {(c.question, c.answer): c.clause for c in reading.statements.clauses}
    found: list[Binding] = []
    for account in _accounts(reading).values():
        slots = dict(plain.slots)
        for question, answer in account.answers.items():
            text = realize(clauses[question, answer], plain, Random(0)).text
            slots[question] = Slot(question, "term", text, {"": text})
        found.append(Binding(slots, plain.bystanders))
    return found

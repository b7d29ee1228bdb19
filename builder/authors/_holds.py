"""Whether what a model analyst answers holds: in the record, in itself, in the template language.

In: an answer and the reading so far. Out: its faults in words the model can mend, none when it
holds; or the answer without what does not hold. Side effects: a log line for what is dropped.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable, Sequence

from pydantic import ValidationError

from builder.authors import _answers as answers
from builder.authors._assembly import HELD, Reading, binding_of, fixed_value
from builder.authors._quotes import find_quote
from builder.authors._texts import names_in, template_faults
from builder.errors import in_short
from builder.fiction.templates import Binding
from builder.genres import genre_ids
from builder.schema import CaseRecord

LOG = logging.getLogger(__name__)
MOST_QUESTIONS = 10

_SLOT = re.compile(r"[a-z][a-z0-9_]{0,30}")


def findings_faults(answer: answers.Findings, record: CaseRecord) -> list[str]:
    """Quotations that do not stand in the record."""
    return [
        f"finding {n}: these words do not stand in filing {f.filing!r}: {f.quote[:80]!r}; quote "
        "exactly, without leaving anything out"
        for n, f in enumerate(answer.findings, start=1)
        if find_quote(record, f.quote, f.filing) is None
    ]


def found_findings(answer: answers.Findings, record: CaseRecord) -> answers.Findings:
    """The findings whose words stand in the record."""
    kept = tuple(f for f in answer.findings if find_quote(record, f.quote, f.filing) is not None)
    for lost in set(answer.findings) - set(kept):
        LOG.warning(
            "case %s: finding dropped, not in the record: %.60r", record.case_id, lost.quote
        )
    return answers.Findings(findings=kept)


def entities_faults(answer: answers.Entities, record: CaseRecord) -> list[str]:
    """Names that the record does not hold, slots that clash, parties that are missing."""
    everyone = (*answer.organizations, *answer.people, *answer.things)
    faults = slot_faults([one.slot for one in everyone])
    faults += [
        f"{one.slot}: {name!r} does not stand in the record"
        for one in everyone
        for name in _not_found(one.names, record)
    ]
    faults += [
        f"others: {name!r} does not stand in the record"
        for other in answer.others
        for name in _not_found(other.names, record)
    ]
    organizations = {o.slot for o in answer.organizations}
    faults += [
        f"{p.slot}: employer {p.employer!r} is no organization's slot"
        for p in answer.people
        if p.employer not in organizations
    ]
    roles = {one.case_role for one in (*answer.organizations, *answer.people)}
    faults += [f"nobody is the {side}" for side in ("plaintiff", "defendant") if side not in roles]
    real = _real_names(answer)
    faults += [
        f"{t.slot}: the invented name {t.invented!r} is a real one of the record"
        for t in answer.things
        if names_in(t.invented, real)
    ]
    return faults + ([] if len(answer.people) > 1 else ["name two people or more"])


def found_entities(answer: answers.Entities, record: CaseRecord) -> answers.Entities:
    """The same with those names only that stand in the record."""

    def found(names: tuple[str, ...]) -> tuple[str, ...]:
        lost = _not_found(names, record)
        for name in lost:
            LOG.warning("case %s: name dropped, not in the record: %r", record.case_id, name)
        return tuple(name for name in names if name not in lost)

    update = {
        group: tuple(
            one.model_copy(update={"names": found(one.names)}) for one in getattr(answer, group)
        )
        for group in ("organizations", "people", "things", "others")
    }
    return answer.model_copy(update=update)


def _not_found(names: Iterable[str], record: CaseRecord) -> list[str]:
    return [name for name in names if find_quote(record, name, whole=True) is None]


def _real_names(answer: answers.Entities) -> frozenset[str]:
    groups = (answer.organizations, answer.people, answer.things, answer.others)
    return frozenset(name for group in groups for one in group for name in one.names)


def questions_faults(answer: answers.Questions, reading: Reading) -> list[str]:
    """Questions without a finding, or too few or many of them."""
    faults = slot_faults([q.slot for q in answer.questions])
    if not 2 <= len(answer.questions) <= MOST_QUESTIONS:
        faults.append(f"{len(answer.questions)} questions; 2 to {MOST_QUESTIONS} are wanted")
    for question in answer.questions:
        faults += finding_faults(question.slot, question.findings, reading)
    return faults


def ledger_faults(answer: answers.Ledger, reading: Reading) -> list[str]:
    """Facts that name nothing there is, findings that are none, questions without two proofs."""
    trial = reading.with_(ledger=answer)
    faults = value_faults(answer.values, reading)
    if not any(value.kind == "date" for value in answer.values):
        faults.append("the ledger has no date")
    faults += slot_faults([f.slot for f in answer.facts])
    if faults:
        return faults
    binding = binding_of(trial)
    for fact in answer.facts:
        faults += fact_faults(fact, trial, binding) + finding_faults(
            fact.slot, fact.findings, reading
        )
    facts = {fact.slot for fact in answer.facts}
    for question in reading.questions.questions:
        proofs = [set(p.premises) for p in answer.proofs if p.question == question.slot]
        unknown = sorted(set[str]().union(*proofs) - facts)
        faults += [f"{question.slot}: a proof names {slot!r}, which is no fact" for slot in unknown]
        if not any(not a <= b and not b <= a for a in proofs for b in proofs):
            faults.append(f"{question.slot}: needs two proofs of which neither contains the other")
    return faults


def parties_faults(answer: answers.Parties, reading: Reading) -> list[str]:
    """Departures from nothing, or none."""
    known = {q.slot for q in reading.questions.questions}
    faults = departure_faults(answer.departures, known)
    return faults or ([] if answer.departures else ["the losing party's account departs nowhere"])


def alternatives_faults(answer: answers.Alternatives, reading: Reading) -> list[str]:
    """Alternatives that are none, are not refuted, or have too little that speaks for them."""
    if len(answer.alternatives) != 2:
        return [f"{len(answer.alternatives)} alternatives; two are wanted"]
    trial = reading.with_(alternatives=answer)
    known = {q.slot for q in reading.questions.questions}
    ground = {fact.slot for fact in reading.ledger.facts}
    faults = value_faults(answer.values, reading)
    faults += slot_faults([f.slot for f in trial.all_facts()])
    accounts = [_false(reading.parties.departures)]
    accounts += [_false(a.departures) for a in answer.alternatives]
    for number, alternative in enumerate(answer.alternatives, start=1):
        where = f"alternative {number}"
        faults += departure_faults(alternative.departures, known)
        own, other = accounts[number], accounts[3 - number]
        if own == accounts[0] or own <= other:
            faults.append(f"{where} says nothing that another account does not say")
        if sum(len(d.tilts) for d in alternative.departures) < 2:
            faults.append(f"{where} needs two tilt facts or more")
        for departure in alternative.departures:
            if lost := sorted(set(departure.refuted_by) - ground):
                faults.append(f"{where}: refuted_by must name ground facts, not {lost}")
            proofs = [p for p in reading.ledger.proofs if p.question == departure.question]
            if not any(set(p.premises) <= set(departure.refuted_by) for p in proofs):
                faults.append(
                    f"{where}: refuted_by must hold all premises of a proof of "
                    f"{departure.question!r}"
                )
    if faults:
        return faults
    binding = binding_of(trial)
    for fact in trial.tilts():
        faults += fact_faults(fact, trial, binding)
        if not fact.innocent:
            faults.append(f"{fact.slot}: a tilt fact needs its innocent reading")
    return faults


def _false(departures: Iterable[answers.Departure]) -> set[tuple[str, str]]:
    return {(d.question, d.answer) for d in departures}


def slot_faults(slots: Sequence[str]) -> list[str]:
    """Slots that are no short ids, or stand twice."""
    faults = [f"{s!r} is no slot: [a-z][a-z0-9_]*" for s in slots if not _SLOT.fullmatch(s)]
    return faults + [f"slot {s!r} stands twice" for s in sorted(set(slots)) if slots.count(s) > 1]


def finding_faults(slot: str, numbers: Sequence[int], reading: Reading) -> list[str]:
    """Numbers that are no finding's, or none."""
    if not numbers:
        return [f"{slot}: names no finding"]
    last = len(reading.findings)
    return [f"{slot}: there is no finding {n}" for n in numbers if not 1 <= n <= last]


def departure_faults(departures: Sequence[answers.Departure], known: set[str]) -> list[str]:
    """Departures on no question, or without an answer of their own."""
    faults = [
        f"{d.question!r} is no question's slot" for d in departures if d.question not in known
    ]
    faults += [
        f"{d.question}: {d.answer!r} cannot name a false answer"
        for d in departures
        if d.answer == HELD or not _SLOT.fullmatch(d.answer)
    ]
    asked = [d.question for d in departures]
    return faults + [f"{q}: answered twice in one account" for q in asked if asked.count(q) > 1]


def value_faults(values: Sequence[answers.ValueOf], reading: Reading) -> list[str]:
    """Values that are none, or whose slots are taken."""
    entities = reading.entities
    taken = [one.slot for one in (*entities.organizations, *entities.people, *entities.things)]
    faults = slot_faults([*taken, *(v.slot for v in (*reading.values(), *values))])
    for value in values:
        try:
            fixed_value(value)
        except ValidationError as exc:
            faults.append(f"value {value.slot!r}: {in_short(exc)}")
        if value.at is not None and not re.fullmatch(r"([01]?\d|2[0-3]):[0-5]\d", value.at):
            faults.append(f"value {value.slot!r}: {value.at!r} is no time HH:MM")
    return faults


def fact_faults(fact: answers.LedgerFact, trial: Reading, binding: Binding) -> list[str]:
    """Anchors and dates that are none, and texts that do not hold."""
    dates = {v.slot for v in trial.values() if v.kind == "date"}
    faults = template_faults(fact.slot, fact, trial, binding)
    if fact.when not in dates:
        faults.append(f"{fact.slot}: `when` is {fact.when!r}, which is no date of the values")
    if fact.exhibit and fact.exhibit not in genre_ids():
        faults.append(f"{fact.slot}: exhibit {fact.exhibit!r} is no genre")
    return faults

"""Whether what a model analyst answers holds: in the record, in itself, in the template language.

In: an answer and the reading so far. Out: its faults in words the model can mend, none when it
holds; or the answer without what does not hold. Side effects: a log line for what is dropped.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable, Sequence
from functools import cache

from pydantic import ValidationError

from builder.authors import _answers as answers
from builder.authors._assembly import HELD, Reading, binding_of, fixed_value
from builder.authors._quotes import find_quote
from builder.authors._texts import names_in, template_faults, text_faults
from builder.errors import in_short
from builder.fiction.templates import Binding, slot_names
from builder.genres import genre_ids, genre_module
from builder.schema import CaseRecord

Facts = Sequence[answers.LedgerFact]
LOG = logging.getLogger(__name__)
MOST_QUESTIONS = 10
LEAST_WORDINGS = 3
PIECE_WORDS = (8, 140)

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
    taken = [{(d.question, d.answer) for d in reading.parties.departures}]
    for number, alternative in enumerate(answer.alternatives, start=1):
        where = f"alternative {number}"
        faults += departure_faults(alternative.departures, known)
        own = {(d.question, d.answer) for d in alternative.departures}
        if not own or any(own <= other for other in taken):
            faults.append(f"{where} says nothing that another account does not say")
        taken.append(own)
        if sum(len(d.tilts) for d in alternative.departures) < 2:
            faults.append(f"{where} needs two tilt facts or more")
        for departure in alternative.departures:
            lost = sorted(set(departure.refuted_by) - ground)
            if lost or not departure.refuted_by:
                faults.append(f"{where}: refuted_by must name ground facts, not {lost}")
    if faults:
        return faults
    binding = binding_of(trial)
    for fact in trial.tilts():
        faults += fact_faults(fact, trial, binding)
        if not fact.innocent:
            faults.append(f"{fact.slot}: a tilt fact needs its innocent reading")
    return faults


def wordings_faults(
    answer: answers.Wordings, facts: Facts, reading: Reading, binding: Binding
) -> list[str]:
    """Facts with too few ways of being mentioned that hold, and why their others do not."""
    faults: list[str] = []
    for fact in facts:
        own = [w for w in answer.wordings if w.fact == fact.slot]
        wrong = [fault for w in own for fault in wording_faults(w, fact, reading, binding)]
        sound = [w for w in own if not wording_faults(w, fact, reading, binding)]
        if len(sound) < LEAST_WORDINGS or len({w.form for w in sound}) < 2:
            faults += [
                f"{fact.slot}: {len(sound)} wordings hold; {LEAST_WORDINGS} or more in two forms "
                "or more are wanted",
                *wrong,
            ]
    return faults


def sound_wordings(
    answer: answers.Wordings, facts: Facts, reading: Reading, binding: Binding
) -> list[answers.Wording]:
    """The wordings that hold."""
    by_slot = {fact.slot: fact for fact in facts}
    return [
        w
        for w in answer.wordings
        if w.fact in by_slot and not wording_faults(w, by_slot[w.fact], reading, binding)
    ]


def wording_faults(
    wording: answers.Wording, fact: answers.LedgerFact, reading: Reading, binding: Binding
) -> list[str]:
    """Why one wording cannot state its fact."""
    where = f"{fact.slot} ({wording.form})"
    cells = (wording.row, *wording.other_rows)
    own = [wording.text, *wording.columns, *wording.row]
    texts = [*own, *(cell for row in wording.other_rows for cell in row)]
    faults = text_faults(where, texts, reading, binding)
    if faults:
        return faults
    named = {name for text in own for name, _ in slot_names(text)}
    faults = [f"{where} does not name {{{a}}}" for a in fact.anchors if a not in named]
    if wording.form == "row":
        if not wording.row or {len(row) for row in cells} != {len(wording.columns)}:
            faults.append(f"{where}: columns, row and other_rows differ in length")
    elif not wording.text.strip():
        faults.append(f"{where} has no text")
    if wording.speaker is not None and wording.speaker not in _people(reading):
        faults.append(f"{where}: speaker {wording.speaker!r} is nobody's slot")
    return faults + genre_faults(where, wording.form, wording.genres)


def pieces_faults(answer: answers.Pieces, reading: Reading, binding: Binding) -> list[str]:
    """What is wrong with passages, when fewer than half of them hold."""
    faults = [
        piece_faults(f"passage {n}", piece, reading, binding)
        for n, piece in enumerate(answer.pieces, start=1)
    ]
    if sum(not wrong for wrong in faults) * 2 > len(faults):
        return []
    return [fault for wrong in faults for fault in wrong] or ["there are no passages"]


def sound_pieces(answer: answers.Pieces, reading: Reading, binding: Binding) -> list[answers.Piece]:
    """The passages that hold."""
    return [p for p in answer.pieces if not piece_faults("", p, reading, binding)]


def piece_faults(where: str, piece: answers.Piece, reading: Reading, binding: Binding) -> list[str]:
    """Why one passage cannot serve."""
    faults = text_faults(where, [piece.text, piece.topic], reading, binding)
    if faults:
        return faults
    values = {value.slot for value in reading.values()}
    named = {name for name, _ in slot_names(piece.text)}
    faults = [f"{where} names the value {{{v}}}; it may state no fact" for v in named & values]
    if not named:
        faults.append(f"{where} names nobody of the case")
    least, most = PIECE_WORDS
    if not least <= len(piece.text.split()) <= most:
        faults.append(f"{where} has {len(piece.text.split())} words, not {least} to {most}")
    if piece.speaker not in _people(reading):
        faults.append(f"{where}: speaker {piece.speaker!r} is nobody's slot")
    return faults + genre_faults(where, piece.form, piece.genres)


def _people(reading: Reading) -> set[str]:
    return {person.slot for person in reading.entities.people}


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
    if fact.exhibit and fact.exhibit not in _forms():
        faults.append(f"{fact.slot}: exhibit {fact.exhibit!r} is no genre")
    return faults


def genre_faults(where: str, form: str, genres: Sequence[str]) -> list[str]:
    """Whether no genre that is named can carry a form."""
    able = [genre for genre in genres if form in _forms().get(genre, ())]
    return [] if able or not genres else [f"{where}: none of {list(genres)} carries {form!r}"]


@cache
def _forms() -> dict[str, tuple[str, ...]]:
    return {genre: genre_module(genre).GENRE.forms for genre in genre_ids()}

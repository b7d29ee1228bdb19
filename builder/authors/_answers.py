"""What a model analyst answers, question by question.

Slots are short ids ([a-z][a-z0-9_]*). Texts are in the template language, so that no real name,
date or number of the record can stand in them. No side effects.
"""

from __future__ import annotations

from datetime import date
from typing import Literal

from pydantic import Field

from builder.authors._ask import Answer
from builder.schema import CaseRole, EntityKind, MentionForm, Side

FindingStatus = Literal["found", "undisputed", "disputed", "alleged", "assumed"]


class FoundPassage(Answer):
    """A fact the court adopted: where it says so, word for word, and what that means."""

    filing: str
    quote: str
    says: str
    status: FindingStatus = "found"


class Findings(Answer):
    """The findings of some pages."""

    findings: tuple[FoundPassage, ...]


class NamedOrganization(Answer):
    """An organization under one identity; `names` are all forms that the record uses."""

    slot: str
    names: tuple[str, ...]
    trade: str
    case_role: CaseRole = "nonparty"
    nicks: tuple[str, ...] = ()


class NamedPerson(Answer):
    """A person under one identity."""

    slot: str
    names: tuple[str, ...]
    employer: str
    job: str
    voice: str
    case_role: CaseRole = "witness"


class NamedThing(Answer):
    """An instrument, artifact or place; `invented` is what it is called in the world."""

    slot: str
    kind: Literal["instrument", "artifact", "place"]
    names: tuple[str, ...] = ()
    invented: str
    aliases: tuple[str, ...] = ()


class OtherName(Answer):
    """A real name that nobody of the world stands for, and the words to stand in its place."""

    names: tuple[str, ...]
    kind: EntityKind = "person"
    instead: str


class Entities(Answer):
    """Everybody and everything that the record names."""

    organizations: tuple[NamedOrganization, ...]
    people: tuple[NamedPerson, ...]
    things: tuple[NamedThing, ...] = ()
    others: tuple[OtherName, ...] = ()


class LegalQuestion(Answer):
    """A question of fact on which the case turned, what was held, and the `findings` by number."""

    slot: str
    question: str
    held: str
    findings: tuple[int, ...]


class Questions(Answer):
    """The questions of the case, in the order of the story."""

    questions: tuple[LegalQuestion, ...]


class ValueOf(Answer):
    """A value that the record gives: one of `day`, `at` (HH:MM), `amount`, `text`."""

    slot: str
    kind: Literal["date", "time", "money", "quantity", "identifier", "term"]
    day: date | None = None
    at: str | None = None
    amount: float | None = None
    text: str | None = None
    unit: str = ""


class LedgerClaim(Answer):
    """A slot of the ledger and its value."""

    subject: str
    attribute: str
    value: str
    at: str = ""


class LedgerFact(Answer):
    """A proposition with two anchors or more; `findings` by number, for ground facts."""

    slot: str
    text: str
    anchors: tuple[str, ...] = Field(min_length=2)
    when: str
    claims: tuple[LedgerClaim, ...] = ()
    findings: tuple[int, ...] = ()
    exhibit: str = ""
    innocent: str = ""


class Proof(Answer):
    """An inference: facts that together prove what was held on a question."""

    question: str
    text: str
    premises: tuple[str, ...] = Field(min_length=2)


class Ledger(Answer):
    """The ground facts, their values, and what follows from them."""

    values: tuple[ValueOf, ...]
    facts: tuple[LedgerFact, ...]
    proofs: tuple[Proof, ...]


class Departure(Answer):
    """An answer to a question other than the court's: a slot for it, and what it says."""

    question: str
    answer: str
    says: str


class Parties(Answer):
    """Whose account the court adopted, and where the other side's account departs from it."""

    adopted: Side
    departures: tuple[Departure, ...]


class Tilted(Departure):
    """A departure of an alternative: why it can be believed, the ground facts that refute it, and
    the tilt facts that speak for it."""

    reasoning: str
    refuted_by: tuple[str, ...]
    tilts: tuple[LedgerFact, ...]


class Alternative(Answer):
    """An account of neither party."""

    departures: tuple[Tilted, ...]


class Alternatives(Answer):
    """Two accounts of neither party, with the values that their tilt facts need."""

    alternatives: tuple[Alternative, ...]
    values: tuple[ValueOf, ...] = ()


class Clause(Answer):
    """The words of one answer in a statement; the court's own answer is called `held`."""

    question: str
    answer: str
    clause: str


class Statements(Answer):
    """The neutral writer's part: one skeleton for all four accounts, and each answer's clause."""

    title: str
    brief: str
    statement: str
    clauses: tuple[Clause, ...]
    dispute_terms: tuple[str, ...]


class Wording(Answer):
    """One way in which people would state a fact."""

    fact: str
    form: MentionForm
    text: str = ""
    columns: tuple[str, ...] = ()
    row: tuple[str, ...] = ()
    other_rows: tuple[tuple[str, ...], ...] = ()
    speaker: str | None = None
    genres: tuple[str, ...] = ()


class Wordings(Answer):
    """Ways of mentioning some facts."""

    wordings: tuple[Wording, ...]


class Piece(Answer):
    """A passage of ordinary life."""

    topic: str
    text: str
    form: MentionForm = "prose"
    speaker: str
    genres: tuple[str, ...] = ()


class Pieces(Answer):
    """Passages of ordinary life."""

    pieces: tuple[Piece, ...]

"""Says what is wrong with a scenario, for its author: what schema validation cannot see.

In: a scenario. Out: one line for each fault; none when it is sound. Stages every casting once to
find contradictions between ground and tilt facts.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from random import Random

from builder.errors import BuilderError
from builder.fiction.accounts import Casting, castings, false_answers, pleadable
from builder.fiction.passages import parts_of
from builder.fiction.scenario import BackgroundPart, Scenario
from builder.fiction.staging import stage_scenario, statement
from builder.fiction.templates import parse, slot_names
from builder.fiction.values import formula_names
from builder.fiction.vocabulary import common_words

CLAUSE_RATIO = 1.6  # the longest clause of a link against the shortest, in words
STATEMENT_RATIO = 1.15  # as certified
PIECE_WORDS = (18, 110)
SENTENCE_WORDS = 8  # shorter sentences may recur
MAX_CASTINGS = 24  # staged; more are thinned evenly


def lint(scenario: Scenario, most: int = MAX_CASTINGS) -> list[str]:
    """Every fault found. Staging is tried only when the templates are sound; `most` castings."""
    faults = [
        *_templates(scenario),
        *_values(scenario),
        *_mentions(scenario),
        *_background(scenario),
        *_repeats(scenario),
        *_castable(scenario),
    ]
    return faults or [*_staged(scenario, most)]


def _texts(scenario: Scenario) -> Iterator[tuple[str, str]]:
    """Every template with the place where it stands, background of the banks included."""
    yield "brief", scenario.brief
    yield from (("dispute_terms", term) for term in scenario.dispute_terms)
    for slot, thing in scenario.things.items():
        yield from ((f"thing {slot}", text) for text in (thing.name, *thing.aliases))
    for name, fact in scenario.facts.items():
        yield from ((f"fact {name}", t) for t in (fact.text, fact.innocent, fact.exhibit))
        for claim in fact.claims:
            yield from (
                (f"fact {name}: claim", t)
                for t in (claim.subject, claim.attribute, claim.value, claim.at)
            )
        for number, m in enumerate(fact.mentions, start=1):
            cells = (*m.columns, *m.row, *(cell for row in m.other_rows for cell in row))
            yield from ((f"fact {name}: mention {number}", t) for t in (m.text, *cells))
    for link_id, link in scenario.links.items():
        for answer_id, answer in link.answers.items():
            where = f"{link_id}.{answer_id}"
            yield f"{where}: clause", answer.clause
            yield from ((f"{where}: join", join.text) for join in answer.joins)
    yield from ((f"background {part.text[:40]!r}", part.text) for part in parts_of(scenario))


def _templates(scenario: Scenario) -> Iterator[str]:
    known = {*scenario.organizations, *scenario.people, *scenario.things, *scenario.values}
    for where, text in _texts(scenario):
        yield from _unknown(where, text, known)
        if text.count("'") == 1 and (text.startswith("'{") or text.endswith("}'")):
            yield f"{where}: a lone quotation mark in {text[:40]!r}"
    yield from _unknown("statement", scenario.statement, known | set(scenario.links))
    named = {name for name, _ in _slots(scenario.statement)}
    yield from (
        f"statement: does not name the link {link!r}"
        for link in scenario.links
        if link not in named
    )
    groups = [
        scenario.organizations,
        scenario.people,
        scenario.things,
        scenario.values,
        scenario.links,
    ]
    for name, count in Counter(name for group in groups for name in group).items():
        if count > 1:
            yield f"{name!r} names {count} things among cast, values and links"


def _slots(text: str) -> tuple[tuple[str, str], ...]:
    try:
        return slot_names(text)
    except BuilderError:
        return ()


def _unknown(where: str, text: str, known: set[str]) -> Iterator[str]:
    try:
        parse(text)
    except BuilderError as exc:
        yield f"{where}: {exc}"
        return
    yield from (
        f"{where}: unknown slot {name!r}" for name, _ in slot_names(text) if name not in known
    )


def _values(scenario: Scenario) -> Iterator[str]:
    for name, part in scenario.values.items():
        needs = list(formula_names(part.formula)) if part.formula else []
        if part.kind == "date" and part.after != "start":
            needs.append(part.after)
        yield from (
            f"value {name}: refers to {need!r}, which is no value"
            for need in needs
            if need not in scenario.values
        )
        if part.kind == "identifier" and len(part.pattern) < 3:
            yield f"value {name}: the pattern {part.pattern!r} is too short to be found"
    for slot, person in scenario.people.items():
        if person.employer and person.employer not in scenario.organizations:
            yield f"person {slot}: works for {person.employer!r}, which is no organization"


def _mentions(scenario: Scenario) -> Iterator[str]:
    cast = {*scenario.organizations, *scenario.people, *scenario.things, *scenario.values}
    for name, fact in scenario.facts.items():
        if scenario.values.get(fact.when) is None or scenario.values[fact.when].kind != "date":
            yield f"fact {name}: `when` names {fact.when!r}, which is no date value"
        yield from (f"fact {name}: unknown anchor {a!r}" for a in fact.anchors if a not in cast)
        if len({m.form for m in fact.mentions}) < 2:
            yield f"fact {name}: all mentions have one form, so few genres can carry it"
        for number, m in enumerate(fact.mentions, start=1):
            where = f"fact {name}: mention {number} ({m.form})"
            if m.speaker is not None and m.speaker not in scenario.people:
                yield f"{where}: unknown speaker {m.speaker!r}"
            said = {n for text in (m.text, *m.columns, *m.row) for n, _ in _slots(text)}
            yield from (
                f"{where}: does not name the anchor {anchor!r}"
                for anchor in fact.anchors
                if anchor not in said
            )
            if m.form == "row" and (not m.columns or len(m.row) != len(m.columns)):
                yield f"{where}: {len(m.row)} cells for {len(m.columns)} columns"
            yield from (
                f"{where}: an ordinary row has {len(row)} cells, not {len(m.columns)}"
                for row in m.other_rows
                if len(row) != len(m.columns)
            )
            if m.form == "qa" and not ("Q." in m.text and "A." in m.text):
                yield f"{where}: no Q. and A."


def _background(scenario: Scenario) -> Iterator[str]:
    dispute = {slot for slot, p in scenario.people.items() if p.in_dispute}
    dispute |= {slot for slot, o in scenario.organizations.items() if o.in_dispute}
    dispute |= set(scenario.things)
    answers = {f"{link}.{a}" for link, part in scenario.links.items() for a in part.answers}
    own = {id(part) for part in scenario.background}
    for part in parts_of(scenario):
        where = f"background {part.text[:40]!r}"
        named = {name for name, _ in _slots(part.text)}
        if part.kind in ("dispute", "alternative") and not named & dispute:
            yield f"{where}: names nobody of the dispute"
        if part.kind in ("business", "chaff") and named:
            yield f"{where}: a {part.kind} piece names {sorted(named)}"
        # Passages of a bank that use a dispute's words are left out of its play; only the
        # scenario's own are faults.
        if part.kind in ("business", "chaff") and id(part) in own:
            yield from _terms(scenario, part, where)
        if (part.kind == "alternative") != (part.target is not None):
            yield f"{where}: `target` goes with the alternative kind, and only with it"
        yield from (
            f"{where}: no answer {aim!r}"
            for aim in (part.target, part.pull)
            if aim is not None and aim not in answers
        )
        words = len(part.text.split())
        if id(part) in own and not PIECE_WORDS[0] <= words <= PIECE_WORDS[1]:
            yield f"{where}: {words} words"


def _terms(scenario: Scenario, part: BackgroundPart, where: str) -> Iterator[str]:
    aliases = [a for thing in scenario.things.values() for a in (thing.name, *thing.aliases)]
    nicks = [nick for org in scenario.organizations.values() for nick in org.nicks]
    for term in (*scenario.dispute_terms, *aliases, *nicks):
        if "{" not in term and re.search(rf"(?<!\w){re.escape(term)}(?!\w)", part.text, re.I):
            yield f"{where}: uses {term!r}"


def _repeats(scenario: Scenario) -> Iterator[str]:
    places = [t for part in parts_of(scenario) for t in _sentences(part.text)]
    for fact in scenario.facts.values():
        places += [t for m in fact.mentions for t in _sentences(m.text)]
    yield from (
        f"sentence stands {count} times: {text[:70]!r}"
        for text, count in Counter(places).items()
        if count > 1
    )


def _sentences(text: str) -> set[str]:
    found = (" ".join(part.split()) for part in re.split(r"(?<=[.!?])\s+", text))
    return {part for part in found if len(part.split()) >= SENTENCE_WORDS}


def _castable(scenario: Scenario) -> Iterator[str]:
    able = pleadable(scenario)
    for account_id, account in scenario.accounts.items():
        if account.side is not None and account_id not in able[account.side]:
            yield (
                f"account {account_id}: cannot be adopted (no rejected account and two "
                "alternatives with a false answer and two tilt facts each)"
            )
    for account_id in [a for accounts in able.values() for a in accounts]:
        for other in scenario.accounts:
            if other != account_id and not false_answers(scenario, account_id, other):
                yield f"accounts {account_id} and {other} do not differ"
    for link_id, link in scenario.links.items():
        lengths = [len(answer.clause.split()) for answer in link.answers.values()]
        if max(lengths) > min(lengths) * CLAUSE_RATIO + 2:
            yield f"link {link_id}: clauses of {min(lengths)} to {max(lengths)} words"


def _staged(scenario: Scenario, most: int) -> Iterator[str]:
    """Stage castings of every account and compare the four statements."""
    common = common_words(scenario)
    every = [
        c
        for accounts in pleadable(scenario).values()
        for a in accounts
        for c in castings(scenario, a)
    ]
    step = max(1, -(-len(every) // most))
    seen: set[str] = set()
    for number, casting in enumerate(every[::step]):
        for fault in _stage_one(scenario, number, common, casting):
            if fault not in seen:
                seen.add(fault)
                yield fault


def _stage_one(
    scenario: Scenario, seed: int, common: frozenset[str], casting: Casting
) -> Iterator[str]:
    try:
        play = stage_scenario("lint", scenario, seed, common, casting)
    except (BuilderError, ValueError) as exc:
        yield f"{casting}: {exc}"
        return
    texts = {
        a: statement(scenario, a, play.binding, Random(0))
        for a in (casting.adopted, *casting.others)
    }
    for a, b in combinations((casting.adopted, *casting.others), 2):
        lengths = sorted(len(texts[x].split()) for x in (a, b))
        if lengths[1] > lengths[0] * STATEMENT_RATIO:
            yield f"statements of {a} and {b}: {lengths[0]} and {lengths[1]} words"
    counts = {
        len(re.findall(r"[.!?](?:\s|$)", texts[a])) for a in (casting.adopted, *casting.others)
    }
    if len(counts) > 1:
        yield f"statements have {sorted(counts)} sentences"

"""The words that a scenario and its banks use, which may name nobody.

In: a scenario. Out: folded words. No side effects.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from builder.fiction.cast import words_of
from builder.fiction.passages import BANKS, bank
from builder.fiction.scenario import Scenario
from builder.fiction.templates import parse


def common_words(scenario: Scenario) -> frozenset[str]:
    """Every word that the scenario's and the banks' own text uses, folded: these name nobody."""
    return _words(_texts(scenario)) | _bank_words()


@cache
def _bank_words() -> frozenset[str]:
    return _words(part.text for name in BANKS for part in bank(name))


def _words(templates: Iterable[str]) -> frozenset[str]:
    parts = (part for text in templates for part in parse(text))
    return words_of("\n".join(part if isinstance(part, str) else _said(part[0]) for part in parts))


def _said(inside: str) -> str:
    return inside[4:] if inside.startswith("pick ") else ""


def _texts(scenario: Scenario) -> list[str]:
    texts = [part.text for part in scenario.background]
    texts += [scenario.brief, scenario.statement, *scenario.dispute_terms]
    texts += [nick for org in scenario.organizations.values() for nick in org.nicks]
    texts += [person.job for person in scenario.people.values()]
    texts += [text for thing in scenario.things.values() for text in (thing.name, *thing.aliases)]
    texts += [choice for value in scenario.values.values() for choice in value.choices]
    for fact in scenario.facts.values():
        texts += [fact.text, fact.innocent, fact.exhibit]
        for m in fact.mentions:
            texts += [m.text, *m.columns, *m.row, *(cell for row in m.other_rows for cell in row)]
    for link in scenario.links.values():
        for answer in link.answers.values():
            texts += [answer.clause, *(join.text for join in answer.joins)]
    return texts

"""Another issue of a list of codes: before or after the time in question, two stood the other way.

In: a scenario, a casting, a binding. Out: issues, each a tilt fact: it is true and dated, and who
takes it for the list in force reads the true trace as one of another account. No side effects.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date, timedelta
from random import Random

from builder.fiction.accounts import Casting, ground_names
from builder.fiction.scenario import Scenario
from builder.fiction.slots import date_slot
from builder.fiction.templates import Binding, Slot, slot_names
from builder.fiction.values import workday
from builder.schema import MentionForm

FORMS: frozenset[MentionForm] = frozenset({"row", "key_value"})  # what is filled in for each issue
EARLIER_DAYS = (12, 26)  # before the list in force
LATER_DAYS = (4, 16)  # after the last thing that happened
LATER_SHARE = 0.5


@dataclass(frozen=True)
class Issue:
    """Another issue of the list that a fact states: the account it tilts, and what its slots hold
    instead; `day` is its own."""

    fact: str
    account: str
    slots: Mapping[str, Slot]
    day: str


def codes(scenario: Scenario, link: str, fact: str) -> dict[str, str]:
    """By answer, the slot of a list by which the list proves it: the one that both the list and a
    premise of that answer alone name. Empty unless every answer has one of its own."""
    answers = scenario.links[link].answers
    proofs = {a: [set(j.premises) for j in answer.joins] for a, answer in answers.items()}
    every = [set[str]().union(*joins) for joins in proofs.values()]
    shared = set[str].intersection(*every)
    own = set(scenario.facts[fact].anchors)
    named = {
        a: own
        & set[str]().union(
            *(scenario.facts[p].anchors for j in joins if fact in j for p in j - shared)
        )
        for a, joins in proofs.items()
    }
    common = set[str].intersection(*named.values())
    found = {a: slots - common for a, slots in named.items()}
    single = {a: next(iter(slots)) for a, slots in found.items() if len(slots) == 1}
    return single if len(set(single.values())) == len(answers) else {}


def draw_issues(
    scenario: Scenario, casting: Casting, binding: Binding, rng: Random
) -> tuple[Issue, ...]:
    """For each link at which an alternative is false, another issue of one of its lists."""
    ground = ground_names(scenario, casting.adopted)
    true = scenario.every_account[casting.adopted].answers
    happened = max(date.fromisoformat(_date(scenario, n, binding).value) for n in ground)
    found: list[Issue] = []
    for link, answer in true.items():
        wrong = [
            a for a in casting.alternatives if scenario.every_account[a].answers[link] != answer
        ]
        lists = [n for n in ground if scenario.facts[n].reissued and codes(scenario, link, n)]
        if not wrong or not lists:
            continue
        account, fact = rng.choice(wrong), rng.choice(lists)
        by_answer = codes(scenario, link, fact)
        one = by_answer[answer]
        other = by_answer[scenario.every_account[account].answers[link]]
        own = _dates(scenario, fact, binding)
        day = min(date.fromisoformat(slot.value) for slot in own.values())
        if rng.random() < LATER_SHARE:
            moved = happened + timedelta(days=rng.randint(*LATER_DAYS))
        else:
            moved = day - timedelta(days=rng.randint(*EARLIER_DAYS))
        shift = workday(moved) - day
        slots = {
            name: date_slot(name, workday(date.fromisoformat(slot.value) + shift))
            for name, slot in own.items()
        }
        slots[one] = replace(binding.slots[other], name=one)
        slots[other] = replace(binding.slots[one], name=other)
        found.append(Issue(fact, account, slots, scenario.facts[fact].when))
    return tuple(found)


def _date(scenario: Scenario, fact: str, binding: Binding) -> Slot:
    return binding.slots[scenario.facts[fact].when]


def _dates(scenario: Scenario, fact: str, binding: Binding) -> dict[str, Slot]:
    """The date values that a fact and its tables name."""
    part = scenario.facts[fact]
    cells = [c for m in part.mentions for row in (m.row, *m.other_rows) for c in row]
    names = [part.when, *part.anchors, *(name for cell in cells for name, _ in slot_names(cell))]
    slots = [binding.slots[name] for name in dict.fromkeys(names) if name in binding.slots]
    return {slot.name: slot for slot in slots if slot.kind == "date"}

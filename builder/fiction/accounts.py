"""Which account plays which part: what happened, what the losing party says, two alternatives.

In: a scenario. Out: castings, and the ground and tilt facts that follow from one. No side effects.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from random import Random

from builder.errors import InvalidDag
from builder.fiction.levels import Dials
from builder.fiction.scenario import Scenario

_SIDES = ("plaintiff", "defendant")


@dataclass(frozen=True)
class Casting:
    """Which account plays which part, by account id."""

    adopted: str
    rejected: str
    alternatives: tuple[str, str]

    @property
    def others(self) -> tuple[str, str, str]:
        """The accounts that are false."""
        return (self.rejected, *self.alternatives)


def false_answers(scenario: Scenario, adopted: str, account: str) -> tuple[str, ...]:
    """`link.answer` for each answer of an account that differs from the adopted one."""
    true = scenario.every_account[adopted].answers
    return tuple(
        f"{link}.{answer}"
        for link, answer in scenario.every_account[account].answers.items()
        if true[link] != answer
    )


def ground_names(scenario: Scenario, adopted: str) -> tuple[str, ...]:
    """The facts that hold when an account is what happened, in the scenario's order."""
    proven = set(scenario.common)
    for link, answer in scenario.every_account[adopted].answers.items():
        for join in scenario.links[link].answers[answer].joins:
            proven |= set(join.premises)
    return tuple(name for name in scenario.facts if name in proven)


def tilt_names(scenario: Scenario, casting: Casting) -> dict[str, tuple[str, ...]]:
    """The tilt facts of each alternative; what both could claim goes to one after the other."""
    ground = set(ground_names(scenario, casting.adopted))
    first, second = casting.alternatives
    answers = {a: false_answers(scenario, casting.adopted, a) for a in casting.alternatives}
    tilts: dict[str, list[str]] = {first: [], second: []}
    for account, other in ((first, second), (second, first)):
        for answer in answers[account]:
            if answer not in answers[other]:
                tilts[account] += _tilts(scenario, answer)
    shared = [t for a in answers[first] if a in answers[second] for t in _tilts(scenario, a)]
    for index, tilt in enumerate(shared):
        tilts[casting.alternatives[index % 2]].append(tilt)
    kept: set[str] = set(ground)
    found: dict[str, tuple[str, ...]] = {}
    for account in casting.alternatives:
        found[account] = tuple(dict.fromkeys(t for t in tilts[account] if t not in kept))
        kept |= set(found[account])
    return found


def _tilts(scenario: Scenario, answer: str) -> tuple[str, ...]:
    link, _, name = answer.partition(".")
    return scenario.links[link].answers[name].tilts


def castings(scenario: Scenario, adopted: str) -> Iterator[Casting]:
    """Every way to cast the other accounts beside an adopted one, in a fixed order.

    Each alternative gives a false answer that the other does not, and has two tilt facts. Where the
    four part at a link, two stand against two: else the account that shares most with the others
    would be the true one, which they all depart from.
    """
    side = scenario.every_account[adopted].side
    false = {a: set(false_answers(scenario, adopted, a)) for a in scenario.every_account}
    for rejected, account in scenario.accounts.items():
        if account.side is None or account.side == side or side is None:
            continue
        rest = [a for a in scenario.every_account if a not in (adopted, rejected)]
        for first, second in combinations(rest, 2):
            if not false[first] - false[second] or not false[second] - false[first]:
                continue
            casting = Casting(adopted, rejected, (first, second))
            if not _even(scenario, casting):
                continue
            if all(len(t) > 1 for t in tilt_names(scenario, casting).values()):
                yield casting


def _even(scenario: Scenario, casting: Casting) -> bool:
    """Whether every answer that not all four accounts give is given by two of them."""
    four = [scenario.every_account[a].answers for a in (casting.adopted, *casting.others)]
    return all(
        [answers[link] for answers in four].count(answer) in (2, 4)
        for answers in four
        for link, answer in answers.items()
    )


def pleadable(scenario: Scenario) -> dict[str, tuple[str, ...]]:
    """The accounts of each side that can be adopted, in file order."""
    return {
        side: tuple(
            i
            for i, account in scenario.accounts.items()
            if account.side == side and next(castings(scenario, i), None) is not None
        )
        for side in _SIDES
    }


def draw_casting(scenario: Scenario, seed: int, rng: Random, dials: Dials) -> Casting:
    """The parts of a play; InvalidDag when a side has no account that can be adopted.

    Of all castings those are drawn from whose accounts come nearest to what the dials ask for.
    """
    able = pleadable(scenario)
    side = _SIDES[seed % 2]
    if not able[side]:
        raise InvalidDag(f"scenario {scenario.title!r}: no account of the {side} can be adopted")
    adopted = rng.choice(able[side])
    found = list(castings(scenario, adopted))
    costs = [_strangeness(scenario, casting, dials) for casting in found]
    least = min(costs)
    return rng.choice([c for c, cost in zip(found, costs, strict=True) if cost == least])


def _strangeness(scenario: Scenario, casting: Casting, dials: Dials) -> tuple[int, int]:
    """How far a casting's accounts are from what the dials ask for: links too many at which they
    are false; where they are false together, every one or, if they should be distinct, any two."""
    false = [set(false_answers(scenario, casting.adopted, a)) for a in casting.others]
    if not dials.wrong_links:
        return 0, 0
    many = sum(max(0, len(answers) - dials.wrong_links) for answers in false)
    links = [{answer.partition(".")[0] for answer in answers} for answers in false]
    shared = len(set[str].intersection(*links))
    pairs = sum(len(a & b) for a, b in combinations(links, 2)) if dials.distinct else 0
    return many, shared + pairs

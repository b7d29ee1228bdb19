"""Which account plays which part: what happened, what the losing party says, two alternatives.

In: a scenario. Out: castings, and the ground and tilt facts that follow from one. No side effects.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
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
    every = scenario.every_account
    true = every[adopted]
    ids = {tuple(account.answers.items()): i for i, account in every.items()}
    for rejected, account in every.items():
        if account.side is None or account.side == true.side or true.side is None:
            continue
        for first, part in every.items():
            second = ids.get(_fourth(true.answers, account.answers, part.answers), "")
            # The pair is met from both ends; the account itself is the end of no pair.
            if second <= first or {adopted, rejected} & {first, second}:
                continue
            false = [set(false_answers(scenario, adopted, a)) for a in (first, second)]
            if false[0] <= false[1] or false[1] <= false[0]:
                continue
            casting = Casting(adopted, rejected, (first, second))
            if all(len(t) > 1 for t in tilt_names(scenario, casting).values()):
                yield casting


def _fourth(
    true: Mapping[str, str], losing: Mapping[str, str], third: Mapping[str, str]
) -> tuple[tuple[str, str], ...]:
    """The answers with which an account stands beside three others, so that at every link all four
    agree or two stand against two; none when there are no such answers."""
    found: list[tuple[str, str]] = []
    for link, answer in true.items():
        other, own = losing[link], third[link]
        if answer == other:
            found.append((link, own))
        elif own in (answer, other):
            found.append((link, other if own == answer else answer))
        else:
            return ()
    return tuple(found)


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
    many = sum(max(0, len(answers) - dials.wrong_links) ** 2 for answers in false)
    links = [{answer.partition(".")[0] for answer in answers} for answers in false]
    shared = len(set[str].intersection(*links))
    pairs = sum(len(a & b) for a, b in combinations(links, 2)) if dials.distinct else 0
    return many, shared + pairs

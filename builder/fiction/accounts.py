"""Which account plays which part: what happened, what the losing party says, two alternatives.

In: a scenario. Out: castings, and the ground and tilt facts that follow from one. No side effects.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
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


def false_links(scenario: Scenario, adopted: str, account: str) -> frozenset[str]:
    """The links at which an account differs from the adopted one."""
    return frozenset(
        answer.partition(".")[0] for answer in false_answers(scenario, adopted, account)
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

    Each alternative gives a false answer that the other does not. Where the four part at a link,
    two stand against two: else the account that shares most with the others would be the true one,
    which they all depart from.
    """
    return (casting for casting, _ in _parted(scenario, adopted))


def _tilted(scenario: Scenario, casting: Casting) -> bool:
    """Whether each alternative has two facts that tilt towards it."""
    return all(len(tilts) > 1 for tilts in tilt_names(scenario, casting).values())


def _parted(scenario: Scenario, adopted: str) -> Iterator[tuple[Casting, tuple[int, ...]]]:
    """Castings, with or without tilt facts, and the numbers of the links at which the four part."""
    every, codes = scenario.every_account, scenario.codes
    true, own = every[adopted], codes[adopted]
    ids = {code: account for account, code in codes.items()}
    bits = [scenario.bits[link, true.answers[link]] for link in scenario.links]
    for rejected, account in every.items():
        if account.side is None or account.side == true.side or true.side is None:
            continue
        losing = codes[rejected]
        for first, code in codes.items():
            # The one with which at every link all four agree, or two stand against two. Where
            # three differ, a link has three bits here, and so no account has such a code.
            second = ids.get(own ^ losing ^ code, "")
            # The pair is met from both ends; the account itself is the end of no pair.
            if second <= first or {adopted, rejected} & {first, second}:
                continue
            denied = own & ~code, own & ~codes[second]
            both = denied[0] | denied[1]
            if both not in denied:
                parted = tuple(n for n, bit in enumerate(bits) if bit & both)
                yield Casting(adopted, rejected, (first, second)), parted


def pleadable(scenario: Scenario) -> dict[str, tuple[str, ...]]:
    """The accounts of each side that can be adopted beside two alternatives with tilt facts, in
    file order."""
    return {
        side: tuple(
            i
            for i, account in scenario.accounts.items()
            if account.side == side and any(_tilted(scenario, c) for c in castings(scenario, i))
        )
        for side in _SIDES
    }


def draw_casting(scenario: Scenario, seed: int, rng: Random, dials: Dials) -> Casting:
    """The parts of a play; InvalidDag when a side has no account that can be adopted.

    Links are drawn, as many as the dials say; of all castings one is taken whose accounts part
    there as nearly as the scenario lets them, and none is false at many more than another.
    """
    able = pleadable(scenario)
    side = _SIDES[seed % 2]
    if not able[side]:
        raise InvalidDag(f"scenario {scenario.title!r}: no account of the {side} can be adopted")
    adopted = rng.choice(able[side])
    links = rng.sample(range(len(scenario.links)), min(dials.parted, len(scenario.links)))
    best: dict[tuple[int, int], list[Casting]] = {}
    for casting, parted in _parted(scenario, adopted):
        amiss = abs(len(parted) - len(links)), len(set(parted) ^ set(links))
        best.setdefault(amiss, []).append(casting)
    for _, found in sorted(best.items()):
        rng.shuffle(found)
        for casting in sorted(found, key=lambda c: _most_false(scenario, c)):
            if _tilted(scenario, casting):
                return casting
    raise InvalidDag(f"scenario {scenario.title!r}: account {adopted!r} has no casting")


def _most_false(scenario: Scenario, casting: Casting) -> int:
    """At how many links that account is false which is so at most."""
    return max(len(false_answers(scenario, casting.adopted, a)) for a in casting.others)


def spared(scenario: Scenario, casting: Casting, proofs: int, rng: Random) -> Scenario:
    """The scenario with no more than so many joins, drawn, for each true answer at which the
    accounts part; all are kept where an account would be refuted by one alone. What is common to
    all accounts, but was there for a join that is gone, goes with it: it would be half a clue."""
    true = scenario.every_account[casting.adopted].answers
    wrong = [false_links(scenario, casting.adopted, account) for account in casting.others]
    kept = set[str]().union(*(links for links in wrong if len(links) * proofs < 2))
    links = dict(scenario.links)
    used, gone = set[str](), set[str]()
    for name, answer in true.items():
        joins = links[name].answers[answer].joins
        few = joins
        if any(name in false for false in wrong) and name not in kept and len(joins) > proofs:
            few = tuple(rng.sample(joins, proofs))
            part = links[name].answers[answer].model_copy(update={"joins": few})
            answers = {**links[name].answers, answer: part}
            links[name] = links[name].model_copy(update={"answers": answers})
        used.update(premise for join in few for premise in join.premises)
        gone.update(premise for join in joins for premise in join.premises)
    common = tuple(fact for fact in scenario.common if fact in used or fact not in gone)
    return scenario.model_copy(update={"links": links, "common": common})

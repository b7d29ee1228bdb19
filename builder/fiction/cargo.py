"""Shares facts out among documents: which document states which facts, in which words and genre.

In: an inventory, facts, how many documents. Out: cargos. No document states all facts of a join,
because what refutes an account must be put together. UnplaceableFact when no genre carries a fact.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from random import Random

from builder.errors import UnplaceableFact
from builder.fiction.inventory import KEPT, THREADS, Inventory
from builder.schema import Fact, Mention

MOST_FACTS = 3
MOST_TABLES = 2
NEAR_DAYS = 12
RECENT_DAYS = 24  # people still speak of what happened, but say in which month
WORDING_WEIGHT = 2.5  # a wording used again against one more document of a genre
_MONTH = re.compile(r"[A-Z][a-z]{2,}.* \d|\d[/-]\d|of [A-Z]")
_TRIES = 60


@dataclass(frozen=True)
class Cargo:
    """What one document states: its genre, and each fact with its wording."""

    genre: str
    load: tuple[tuple[Fact, Mention], ...]

    @property
    def fact_ids(self) -> frozenset[str]:
        """The facts it states."""
        return frozenset(fact.fact_id for fact, _ in self.load)


@dataclass
class Usage:
    """How often each mention and each genre has been used so far."""

    mentions: Counter[tuple[str, int]] = field(default_factory=Counter[tuple[str, int]])
    genres: Counter[str] = field(default_factory=Counter[str])
    last: dict[str, str] = field(default_factory=dict[str, str])


def joins(inventory: Inventory) -> tuple[frozenset[str], ...]:
    """The fact sets that no single document may hold: every path of two facts or more."""
    dag = inventory.dag
    paths = {path for h in dag.hypotheses for relation in ("supports", "refutes")
             for path in dag.paths(h.hypothesis_id, relation)}
    paths |= {dag.grounds(i.inference_id) for i in dag.inferences}
    return tuple(sorted((p for p in paths if len(p) > 1), key=sorted))


def options(inventory: Inventory, facts: Sequence[Fact]) -> list[Cargo]:
    """Every way to state some facts in one document."""
    found: list[Cargo] = []
    for genre_id in inventory.genres:
        able = [[m for m in fact.mentions if inventory.carries(genre_id, m)] for fact in facts]
        if not all(able):
            continue
        for mentions in product(*able):
            if _one_voice(inventory, genre_id, mentions) and _few_tables(mentions) and (
                inventory.genres[genre_id].court_paper or _resolvable(facts, mentions)
            ):
                found.append(Cargo(genre_id, tuple(zip(facts, mentions, strict=True))))
    return found


def _one_voice(inventory: Inventory, genre_id: str, mentions: Sequence[Mention]) -> bool:
    speakers = {m.speaker_id for m in mentions if m.speaker_id and m.form not in KEPT}
    if len(speakers) < 2:
        return True
    if genre_id not in THREADS or len(speakers) > (2 if genre_id == "email_thread" else 4):
        return False
    homes = {inventory.by_id[s].employer_id for s in speakers if s in inventory.by_id}
    return len(homes) == 1 or genre_id == "email_thread"


def _few_tables(mentions: Sequence[Mention]) -> bool:
    """Whether a sheet still looks like one: at most two tables, of which one states most."""
    return len({m.columns for m in mentions if m.form == "row"}) <= MOST_TABLES


def _resolvable(facts: Sequence[Fact], mentions: Sequence[Mention]) -> bool:
    """Whether one document date suits all the wordings: people speak of what is recent, only rows
    and forms reach far back, and then with a month."""
    apart = _days_apart(facts)
    if apart <= NEAR_DAYS:
        return True
    kinds = {(a.kind, a.value) for fact in facts for a in fact.anchors}
    surfaces = [s for m in mentions for s in m.surfaces if ("date", s.anchor) in kinds]
    kept = all(m.form in KEPT for m in mentions)
    recent = apart <= RECENT_DAYS
    return (kept or recent) and all(_MONTH.search(s.text) for s in surfaces)


def _days_apart(facts: Sequence[Fact]) -> int:
    days = [fact.when for fact in facts if fact.when]
    return (max(days) - min(days)).days if days else 0


def load(
    inventory: Inventory,
    groups: Sequence[Sequence[Fact]],
    documents: int,
    usage: Usage,
    rng: Random,
    prefer: Mapping[str, str] | None = None,
) -> list[Cargo]:
    """Cargos for so many documents; every fact of `groups` at least once.

    Groups are kept together as far as a genre carries them. `prefer` gives facts a first choice of
    genre.
    """
    single = [[fact] for group in groups for fact in group]
    for (fact,) in single:
        if not options(inventory, [fact]):
            forms = sorted({m.form for m in fact.mentions})
            raise UnplaceableFact(f"fact {fact.fact_id!r}: no genre carries its mentions ({forms})")
    shared = _groups(inventory, groups, documents, rng) if documents else []
    return [_choose(inventory, group, usage, rng, prefer or {}) for group in shared]


def _groups(
    inventory: Inventory, wanted: Sequence[Sequence[Fact]], documents: int, rng: Random
) -> list[list[Fact]]:
    apart = joins(inventory)
    whole: list[list[Fact]] = []
    for group in wanted:
        ids = {fact.fact_id for fact in group}
        fits = not any(p <= ids for p in apart) and options(inventory, group)
        whole += [list(group)] if fits else [[fact] for fact in group]
    facts = [fact for group in whole for fact in group]
    for _ in range(_TRIES):
        order = rng.sample(whole, len(whole))
        groups = [list(group) for group in order[:documents]]
        rest = [fact for group in order[documents:] for fact in group]
        if all(_add(inventory, groups, fact, apart, rng) for fact in rest):
            break
    else:
        raise UnplaceableFact(f"{documents} documents cannot carry {len(facts)} facts: no genre "
                              "takes enough of them together")
    while len(groups) < documents:
        short = documents - len(groups)
        groups += [[fact] for fact in rng.sample(facts, min(short, len(facts)))]
    return groups


def _add(
    inventory: Inventory, groups: list[list[Fact]], fact: Fact, apart: Sequence[frozenset[str]],
    rng: Random,
) -> bool:
    """Put a fact into the smallest group that can take it."""
    def cost(group: list[Fact]) -> tuple[int, int]:
        return len(group), max(_days_apart([fact, other]) for other in group) // NEAR_DAYS

    for group in sorted(rng.sample(groups, len(groups)), key=cost):
        ids = {f.fact_id for f in (*group, fact)}
        if len(group) >= MOST_FACTS or len(ids) == len(group) or any(p <= ids for p in apart):
            continue
        if options(inventory, [*group, fact]):
            group.append(fact)
            return True
    return False


def _choose(
    inventory: Inventory, group: list[Fact], usage: Usage, rng: Random, prefer: Mapping[str, str]
) -> Cargo:
    """The option whose wordings and genre have served least."""
    every = options(inventory, group)

    def worn(cargo: Cargo) -> float:
        used = sum(usage.mentions[f.fact_id, f.mentions.index(m)] for f, m in cargo.load)
        again = sum(usage.last.get(f.fact_id) == cargo.genre for f, _ in cargo.load)
        again -= sum(prefer.get(f.fact_id) == cargo.genre for f, _ in cargo.load)
        return used * WORDING_WEIGHT + usage.genres[cargo.genre] + again + rng.random()

    best = min(every, key=worn)
    usage.genres[best.genre] += 1
    for fact, mention in best.load:
        usage.mentions[fact.fact_id, fact.mentions.index(mention)] += 1
        usage.last[fact.fact_id] = best.genre
    return best

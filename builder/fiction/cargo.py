"""Shares facts out among documents: which document states which facts, in which words and genre.

In: an inventory, facts, how many documents. Out: cargos. No document states all facts of a join,
because what refutes an account must be put together. UnplaceableFact when no genre carries a fact.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field
from datetime import date
from itertools import product
from random import Random

from builder.errors import UnplaceableFact
from builder.fiction.inventory import KEPT, THREADS, Inventory
from builder.schema import Fact, HypothesisDag, Mention, MentionForm

MOST_FACTS = 3
MOST_TABLES = 2
NEAR_DAYS = 12
RECENT_DAYS = 24  # people still speak of what happened, but say in which month
WORDING_WEIGHT = 50.0  # a wording used again against one that its author meant for another genre
FORM_WEIGHT = 3.0  # a form that is behind its share against one that is ahead of it by everything
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

    @property
    def surfaces(self) -> tuple[str, ...]:
        """The words that it states its facts with."""
        return tuple(s.text for _, mention in self.load for s in mention.surfaces)


@dataclass
class Usage:
    """How often each mention and form has been used so far, and which genres carry which facts;
    `same` is what a wording costs for each value that it words as one before did, `wanted_forms`
    are the shares that forms should have, if any."""

    same: float = 0.0
    wanted_forms: Mapping[MentionForm, float] = field(default_factory=dict[MentionForm, float])
    forms: Counter[MentionForm] = field(default_factory=Counter[MentionForm])
    surfaces: set[tuple[str, str]] = field(default_factory=set[tuple[str, str]])
    mentions: Counter[tuple[str, int]] = field(default_factory=Counter[tuple[str, int]])
    genres: dict[frozenset[str], tuple[str, ...]] = field(
        default_factory=dict[frozenset[str], tuple[str, ...]]
    )

    def worn(self, cargo: Cargo) -> int:
        """How often the wordings of a cargo have served already."""
        return sum(self.mentions[f.fact_id, f.mentions.index(m)] for f, m in cargo.load)

    def ahead(self, form: MentionForm) -> float:
        """How far a form is ahead of the share that it should have; 0 when none is asked for."""
        total = self.forms.total() + 1
        wanted = self.wanted_forms.get(form)
        return 0.0 if wanted is None else (self.forms[form] + 1) / total - wanted


def joins(inventory: Inventory) -> tuple[frozenset[str], ...]:
    """The fact sets that no single document may hold: every path of two facts or more."""
    dag = inventory.dag
    paths = {
        path
        for h in dag.hypotheses
        for relation in ("supports", "refutes")
        for path in dag.paths(h.hypothesis_id, relation)
    }
    paths |= {dag.grounds(i.inference_id) for i in dag.inferences}
    return tuple(sorted((p for p in paths if len(p) > 1), key=sorted))


def decisive_facts(dag: HypothesisDag) -> frozenset[str]:
    """The facts on which the accounts part: premises of the joins that refute some account, but of
    none that refutes nothing."""
    facts = {fact.fact_id for fact in dag.facts}
    refuting = {edge.source for edge in dag.edges if edge.relation == "refutes"}
    found: dict[bool, set[str]] = {True: set(), False: set()}
    for inference in dag.inferences:
        if facts.issuperset(inference.premises):
            found[inference.inference_id in refuting].update(inference.premises)
    return frozenset(found[True] - found[False])


def restated(inventory: Inventory, decisive: int, count: int, rng: Random) -> list[Fact]:
    """At most so many of the ground facts that signals state again: each once, and one on which the
    accounts part `decisive` times."""
    ground = [fact for fact in inventory.dag.facts if fact.kind == "ground"]
    parting = decisive_facts(inventory.dag)
    found = [f for f in ground if f.fact_id not in parting]
    found += [f for f in ground if f.fact_id in parting] * decisive
    return rng.sample(found, min(count, len(found))) or rng.sample(ground, 1)


def options(inventory: Inventory, genre_id: str, facts: Sequence[Fact]) -> list[Cargo]:
    """Every way to state some facts in one document of a genre."""
    own = frozenset({genre_id})
    ways = product(*(inventory.wordings[genre_id, fact.fact_id] for fact in facts))
    return [
        Cargo(genre_id, tuple(zip(facts, mentions, strict=True)))
        for mentions in ways
        if _holding(inventory, own, facts, mentions)
    ]


def genres_for(inventory: Inventory, facts: Sequence[Fact], usage: Usage) -> tuple[str, ...]:
    """The genres in which one document can state some facts."""
    key = frozenset(fact.fact_id for fact in facts)
    if key not in usage.genres:
        # What cannot carry a part of them cannot carry them all.
        left = set(inventory.genres)
        if len(facts) > 1:
            for part in (facts[:-1], facts[-1:]):
                left.intersection_update(genres_for(inventory, part, usage))
        found = set[str]()
        for borne in product(*(inventory.borne[fact.fact_id] for fact in facts)):
            if not left:
                break
            if able := left.intersection(*(genres for genres, _ in borne)):
                held = _holding(inventory, able, facts, [mention for _, mention in borne])
                found |= held
                left -= held
        usage.genres[key] = tuple(genre for genre in inventory.genres if genre in found)
    return usage.genres[key]


def _holding(
    inventory: Inventory, able: Set[str], facts: Sequence[Fact], mentions: Sequence[Mention]
) -> Set[str]:
    """Those of some genres, able to carry each of the mentions of facts, of which one document can
    hold them together; a court paper can be of any day."""
    if len(mentions) == 1:
        return able
    if not _few_tables(mentions):
        return frozenset()
    able = able & _voicing(inventory, mentions)
    return able if _resolvable(inventory, facts, mentions) else able & inventory.court_papers


def _voicing(inventory: Inventory, mentions: Sequence[Mention]) -> Set[str]:
    """The genres in which all who speak in some mentions can speak."""
    speakers = {m.speaker_id for m in mentions if m.speaker_id and m.form not in KEPT}
    if len(speakers) < 2:
        return inventory.genres.keys()
    mails = frozenset({"email_thread"} if len(speakers) == 2 else ())
    homes = {inventory.by_id[s].employer_id for s in speakers if s in inventory.by_id}
    return mails | (THREADS - {"email_thread"}) if len(homes) == 1 else mails


def _few_tables(mentions: Sequence[Mention]) -> bool:
    """Whether a sheet still looks like one: at most two tables, of which one states most."""
    return len(mentions) <= MOST_TABLES or (
        len({m.columns for m in mentions if m.form == "row"}) <= MOST_TABLES
    )


def _resolvable(inventory: Inventory, facts: Sequence[Fact], mentions: Sequence[Mention]) -> bool:
    """Whether one document date suits the facts, and what stands in their tables as well: people
    speak of what is recent, only rows and forms reach far back, and then with a month."""
    days = [fact.when for fact in facts if fact.when]
    apart = _days_apart([*days, *(mention.until for mention in mentions if mention.until)])
    if apart <= NEAR_DAYS:
        return True
    kept = apart <= RECENT_DAYS or all(m.form in KEPT for m in mentions)
    return kept and not any(map(inventory.is_vague, mentions))


def _days_apart(days: Sequence[date]) -> int:
    """How long after the first of some days the last one is."""
    return (max(days) - min(days)).days if days else 0


def load(
    inventory: Inventory,
    groups: Sequence[Sequence[Fact]],
    documents: int,
    usage: Usage,
    rng: Random,
    wanted: Mapping[str, float],
    prefer: Mapping[str, str] | None = None,
) -> list[Cargo]:
    """Cargos for so many documents; every fact of `groups` at least once.

    Groups are kept together as far as a genre carries them. `wanted` are the shares of the genres;
    `prefer` gives facts a first choice of genre.
    """
    for fact in (fact for group in groups for fact in group):
        if not genres_for(inventory, [fact], usage):
            forms = sorted({m.form for m in fact.mentions})
            raise UnplaceableFact(f"fact {fact.fact_id!r}: no genre carries its mentions ({forms})")
    shared = _groups(inventory, groups, documents, usage, rng) if documents else []
    able = [genres_for(inventory, group, usage) for group in shared]
    asked = prefer or {}
    first = [next((asked[f.fact_id] for f in group if f.fact_id in asked), "") for group in shared]
    genres = deal(able, first, wanted, rng)
    return [
        _choose(inventory, _fresh(inventory, genre, group, usage, rng, wanted), group, usage, rng)
        for genre, group in zip(genres, shared, strict=True)
    ]


def _fresh(
    inventory: Inventory,
    genre: str,
    group: Sequence[Fact],
    usage: Usage,
    rng: Random,
    wanted: Mapping[str, float],
) -> str:
    """The genre, or if it has only words for a group that have served already, another that has
    fresh ones, by lot and by how much it is wanted."""

    def worn(genre_id: str) -> int:
        return min(usage.worn(cargo) for cargo in options(inventory, genre_id, group))

    if not any(usage.mentions[f.fact_id, n] for f in group for n in range(len(f.mentions))):
        return genre
    if not worn(genre):
        return genre
    others = genres_for(inventory, group, usage)
    order = sorted(others, key=lambda g: -(rng.random() ** (1 / max(wanted.get(g, 0.0), 0.002))))
    return next((g for g in order if not worn(g)), genre)


def quota(wanted: Mapping[str, float], count: int, rng: Random) -> list[str]:
    """So many genres in the wanted shares; what is left over falls by lot."""
    total = sum(wanted.values())
    exact = {genre: count * wanted[genre] / total for genre in sorted(wanted)}
    found = [genre for genre, share in exact.items() for _ in range(int(share))]
    rest = {genre: share % 1 + 1e-6 for genre, share in exact.items()}
    while len(found) < count:
        genre = rng.choices(list(rest), list(rest.values()))[0]
        found.append(genre)
        rest[genre] *= 0.01
    return found


def deal(
    able: Sequence[Sequence[str]], first: Sequence[str], wanted: Mapping[str, float], rng: Random
) -> list[str]:
    """A genre for each document out of those it is able to be, in the wanted shares as far as that
    goes; `first` is what each would be by choice."""
    slots = quota(wanted, len(able), rng)
    rng.shuffle(slots)
    held: dict[int, int] = {}  # slot -> document

    def seat(document: int, seen: set[int]) -> bool:
        order = sorted(range(len(slots)), key=lambda s: slots[s] != first[document])
        for slot in order:
            if slot in seen or slots[slot] not in able[document]:
                continue
            seen.add(slot)
            if slot not in held or seat(held[slot], seen):
                held[slot] = document
                return True
        return False

    # Documents that can be few things choose first.
    for document in sorted(range(len(able)), key=lambda d: len(able[d])):
        seat(document, set())
    found = {document: slots[slot] for slot, document in held.items()}
    used = Counter(found.values())
    for document in range(len(able)):
        if document not in found:
            genre = min(
                able[document], key=lambda g: (used[g] + 1) / max(wanted.get(g, 0.0), 0.002)
            )
            found[document] = genre
            used[genre] += 1
    return [found[document] for document in range(len(able))]


def _groups(
    inventory: Inventory,
    wanted: Sequence[Sequence[Fact]],
    documents: int,
    usage: Usage,
    rng: Random,
) -> list[list[Fact]]:
    apart = joins(inventory)
    whole: list[list[Fact]] = []
    for group in wanted:
        ids = {fact.fact_id for fact in group}
        fits = not any(p <= ids for p in apart) and genres_for(inventory, group, usage)
        whole += [list(group)] if fits else [[fact] for fact in group]
    facts = [fact for group in whole for fact in group]
    for _ in range(_TRIES):
        order = rng.sample(whole, len(whole))
        groups = [list(group) for group in order[:documents]]
        rest = [fact for group in order[documents:] for fact in group]
        if all(_add(inventory, groups, fact, apart, usage, rng) for fact in rest):
            break
    else:
        raise UnplaceableFact(
            f"{documents} documents cannot carry {len(facts)} facts: no genre "
            "takes enough of them together"
        )
    while len(groups) < documents:
        short = documents - len(groups)
        groups += [[fact] for fact in rng.sample(facts, min(short, len(facts)))]
    return groups


def _add(
    inventory: Inventory,
    groups: list[list[Fact]],
    fact: Fact,
    apart: Sequence[frozenset[str]],
    usage: Usage,
    rng: Random,
) -> bool:
    """Put a fact into the smallest group that can take it, of those the one that is left with most
    genres."""
    best: tuple[int, int] | None = None
    chosen: list[Fact] = []
    for group in rng.sample(groups, len(groups)):
        ids = {f.fact_id for f in (*group, fact)}
        if len(group) >= MOST_FACTS or len(ids) == len(group) or any(p <= ids for p in apart):
            continue
        if best and len(group) > best[0]:
            continue
        able = len(genres_for(inventory, [*group, fact], usage))
        if able and (best is None or (len(group), -able) < best):
            best, chosen = (len(group), -able), group
    if best is not None:
        chosen.append(fact)
    return best is not None


def _choose(
    inventory: Inventory, genre: str, group: list[Fact], usage: Usage, rng: Random
) -> Cargo:
    """The way whose wordings have served least and were meant for the genre."""

    def worn(cargo: Cargo) -> float:
        used = usage.worn(cargo)
        ahead = sum(usage.ahead(m.form) for _, m in cargo.load)
        strange = sum(bool(m.genres) and genre not in m.genres for _, m in cargo.load)
        cost = used * WORDING_WEIGHT + ahead * FORM_WEIGHT + strange
        if usage.same:
            cost += usage.same * len(_worded(cargo) & usage.surfaces)
        return cost + rng.random()

    best = min(options(inventory, genre, group), key=worn)
    for fact, mention in best.load:
        usage.mentions[fact.fact_id, fact.mentions.index(mention)] += 1
        usage.forms[mention.form] += 1
    usage.surfaces |= _worded(best)
    return best


def _worded(cargo: Cargo) -> set[tuple[str, str]]:
    """The values that a cargo names, with what a search for each as worded would look for."""
    found: set[tuple[str, str]] = set()
    for fact, mention in cargo.load:
        kinds = {anchor.value: anchor.kind for anchor in fact.anchors}
        for surface in mention.surfaces:
            match kinds[surface.anchor]:
                case "identifier" | "term":
                    found.add((surface.anchor, surface.text.casefold()))
                case "quantity" | "money" | "time":
                    digits = "".join(c for c in surface.text if c.isdigit())
                    found.add((surface.anchor, digits))
                case _:
                    pass
    return found

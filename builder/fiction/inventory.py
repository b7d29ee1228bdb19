"""What a planner has to work with: people by where they stand, genres, passages by kind.

In: entities, DAG and setting of a world. Out: an `Inventory`. No side effects.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache

from builder.fiction.carriage import Make, carries, make_of
from builder.genres import Genre, genre_ids, genre_module
from builder.matching.finder import Finder
from builder.schema import Background, Entity, Fact, HypothesisDag, Mention, Setting

_MONTH = re.compile(r"[A-Z][a-z]{2,}.* \d|\d[/-]\d|of [A-Z]")

# Genres in which more than one person speaks.
THREADS = frozenset({"email_thread", "chat_export", "minutes", "ticket"})
# Forms that a log or form holds whoever keeps it.
KEPT = frozenset({"row", "key_value"})


@dataclass(frozen=True)
class Inventory:
    """People, genres and passages of one world."""

    entities: tuple[Entity, ...]
    dag: HypothesisDag
    setting: Setting
    genres: Mapping[str, Genre]

    @cached_property
    def by_id(self) -> dict[str, Entity]:
        """Entities by id."""
        return {entity.entity_id: entity for entity in self.entities}

    @cached_property
    def companies(self) -> frozenset[str]:
        """Ids of the organizations of the dispute and of those that employ its people."""
        own = {e.entity_id for e in self.entities if e.kind == "organization" and e.in_dispute}
        own |= {e.employer_id for e in self.entities if e.in_dispute and e.employer_id}
        return frozenset(own)

    @cached_property
    def insiders(self) -> tuple[Entity, ...]:
        """The people of the dispute."""
        return tuple(e for e in self.entities if e.kind == "person" and e.in_dispute)

    @cached_property
    def colleagues(self) -> tuple[Entity, ...]:
        """Bystanders of the companies of the dispute."""
        return tuple(
            e
            for e in self.entities
            if e.kind == "person" and not e.in_dispute and e.employer_id in self.companies
        )

    @cached_property
    def strangers(self) -> tuple[Entity, ...]:
        """People who have nothing to do with the dispute or its companies."""
        return tuple(
            e
            for e in self.entities
            if e.kind == "person" and not e.in_dispute and e.employer_id not in self.companies
        )

    @cached_property
    def numbers(self) -> frozenset[str]:
        """The numbers and codes of the facts."""
        anchors = (anchor for fact in self.dag.facts for anchor in fact.anchors)
        return frozenset(a.value for a in anchors if a.kind == "identifier")

    @cached_property
    def firms(self) -> tuple[str, ...]:
        """The companies of the strangers, in the order in which their papers are wanted."""
        return tuple(dict.fromkeys(e.employer_id or "" for e in self.strangers))

    @cached_property
    def ends(self) -> dict[str, tuple[str, str]]:
        """The first and last word of each person's name, by id."""
        words = {e.entity_id: e.name.split() for e in self.entities if e.kind == "person"}
        return {entity_id: (name[0], name[-1]) for entity_id, name in words.items()}

    @cached_property
    def _employed(self) -> dict[str, list[Entity]]:
        found: dict[str, list[Entity]] = {}
        for entity in self.entities:
            if entity.kind == "person" and entity.employer_id is not None:
                found.setdefault(entity.employer_id, []).append(entity)
        return found

    def staff(self, entity: Entity) -> tuple[Entity, ...]:
        """The people of somebody's company but themselves."""
        everybody = self._employed.get(entity.employer_id or "", ())
        return tuple(e for e in everybody if e is not entity)

    def pieces(self, kind: str, target: str | None = None) -> list[Background]:
        """The passages of a kind (and target), in the order of the setting."""
        return [b for b in self.setting.background if b.kind == kind and b.target == target]

    @cached_property
    def court_papers(self) -> frozenset[str]:
        """The genres that are papers of a court."""
        return frozenset(genre for genre, made in self.genres.items() if made.court_paper)

    @cached_property
    def wordings(self) -> dict[tuple[str, str], list[Mention]]:
        """By genre and fact: those of the fact's mentions that the genre carries."""
        found: dict[tuple[str, str], list[Mention]] = {
            (genre, fact.fact_id): [] for genre in self.genres for fact in self.dag.facts
        }
        for fact in self.dag.facts:
            for mention in fact.mentions:
                for genre in carriers(make_of(mention)):
                    found[genre, fact.fact_id].append(mention)
        return found

    @cached_property
    def borne(self) -> dict[str, list[tuple[frozenset[str], Mention]]]:
        """By fact: its mentions, one for many that are alike for any document that is to hold them,
        each with the genres that carry it."""
        found: dict[str, list[tuple[frozenset[str], Mention]]] = {}
        for fact in self.dag.facts:
            alike: dict[object, tuple[frozenset[str], Mention]] = {}
            for m in fact.mentions:
                able = carriers(make_of(m))
                like = able, m.form, m.columns, m.speaker_id, m.until, self.is_vague(m)
                alike.setdefault(like, (able, m))
            found[fact.fact_id] = list(alike.values())
        return found

    @cached_property
    def _vague(self) -> frozenset[int]:
        return frozenset(
            id(m) for fact in self.dag.facts for m in fact.mentions if not says_months([fact], [m])
        )

    def is_vague(self, mention: Mention) -> bool:
        """Whether one of the facts' mentions words a date without its month."""
        return id(mention) in self._vague

    @cached_property
    def homes(self) -> dict[str, str]:
        """The company that a passage belongs to, by its home or the bystanders that it names."""
        found: dict[str, str] = {}
        people = [p for p in (*self.colleagues, *self.strangers) if p.employer_id]
        first: dict[str, int] = {}  # of the people, by the parts of their names
        for number, person in enumerate(people):
            for part in person.name.split():
                first.setdefault(part, number)
        finder = Finder(first)
        for piece in self.setting.background:
            if piece.home_id is not None:
                found[piece.background_id] = piece.home_id
                continue
            speaker = self.by_id.get(piece.speaker_id or "")
            if speaker is not None and speaker.employer_id and not speaker.in_dispute:
                found[piece.background_id] = speaker.employer_id
                continue
            named = min(map(first.__getitem__, finder.inside(piece.text)), default=None)
            if named is not None:
                found[piece.background_id] = people[named].employer_id or ""
        return found


def says_months(facts: Sequence[Fact], mentions: Sequence[Mention]) -> bool:
    """Whether every date of some facts is worded with its month."""
    dates = {a.value for fact in facts for a in fact.anchors if a.kind == "date"}
    return all(_MONTH.search(s.text) for m in mentions for s in m.surfaces if s.anchor in dates)


def names(piece: Background, person: Entity) -> bool:
    """Whether a passage names a person, by the full name or a part of it."""
    text = piece.text
    return any(part in text for part in person.name.split())


@cache
def _every_genre() -> Mapping[str, Genre]:
    return {genre_id: genre_module(genre_id).GENRE for genre_id in genre_ids()}


@lru_cache(maxsize=4096)
def carriers(make: Make) -> frozenset[str]:
    """The genres that can place a mention or passage of a make."""
    genres = _every_genre()
    return frozenset(genre for genre in genres if carries(genres, genre, make))


def take_inventory(entities: tuple[Entity, ...], dag: HypothesisDag, setting: Setting) -> Inventory:
    """The inventory of a world, with every genre there is."""
    return Inventory(entities, dag, setting, _every_genre())

"""The passages of a world, each used at most once.

In: an inventory. Out: passages that suit a document's genre and author, best first.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from random import Random

from builder.fiction.carriage import carries
from builder.fiction.inventory import THREADS, Inventory, names
from builder.fiction.passages import bank
from builder.fiction.screen import Screen
from builder.matching.text import normalize
from builder.schema import Background, Entity, Window

Kind = tuple[str, str | None]
DAYS: Kind = ("days", None)
_FOREIGN, _WORST = 4, 8  # ranks of a passage from another house, and of none


class Stock:
    """What is left of each kind of passage; `take` removes what it gives."""

    def __init__(self, inventory: Inventory, screen: Screen, rng: Random) -> None:
        self._inventory = inventory
        self._suits: dict[tuple[str, str], bool] = {}
        self._shelves: dict[Kind, list[Background]] = {}
        self._days = days_of(inventory.setting.window, rng)
        self._shelves[DAYS] = list(self._days.values())
        for piece in inventory.setting.background:
            if piece.kind == "chaff" and screen.chaff_faults(normalize(piece.text)):
                continue
            self._shelves.setdefault((piece.kind, piece.target), []).append(piece)
        for kind, shelf in self._shelves.items():
            if kind[0] in ("business", "chaff", "alternative"):
                rng.shuffle(shelf)
        # Few firms at a time, so that people elsewhere write more than one paper as well.
        place = {firm: rng.random() for firm in sorted(set(inventory.homes.values()))}
        self._shelves.get(("chaff", None), []).sort(
            key=lambda piece: place.get(inventory.homes.get(piece.background_id, ""), 1.0)
        )

    def take_day(self, genre: str, rng: Random) -> Background | None:
        """A passage that names a day inside the window, in the manner of the genre."""
        form = "qa" if "qa" in self._inventory.genres[genre].forms else "prose"
        shelf = self._shelves[DAYS]
        able = [number for number, piece in enumerate(shelf) if piece.form == form]
        return shelf.pop(rng.choice(able)) if able else None

    def count(self, kind: str, target: str | None = None) -> int:
        """How many passages of a kind are left."""
        return len(self._shelves.get((kind, target), []))

    def by_lot(self, kinds: Sequence[Kind], rng: Random) -> list[Kind]:
        """The kinds in an order drawn by what is left of each, so that all run out together."""
        weight = {kind: self.count(*kind) for kind in kinds}
        return sorted(kinds, key=lambda kind: -(rng.random() ** (1 / max(weight[kind], 1e-3))))

    def take(
        self,
        kinds: Sequence[Kind],
        genre: str,
        author: Entity | None,
        topic: str = "",
        voices: frozenset[str] | None = None,
        month: int = 0,
    ) -> Background | None:
        """The passage that suits best, or None. `kinds` in order of preference; `voices`, if given,
        are the only ones who may speak it; `month` is that of the document."""
        for kind in kinds:
            shelf = self._shelves.get(kind, [])
            best = self._best(shelf, genre, author, topic, voices, month)
            if best is not None:
                return shelf.pop(best)
        return None

    def _best(
        self,
        shelf: Sequence[Background],
        genre: str,
        author: Entity | None,
        topic: str,
        voices: frozenset[str] | None,
        month: int,
    ) -> int | None:
        """The place of the first passage of those that suit best: nothing from another house if it
        can be, made for the genre, and on the topic. Questions and answers are made for
        testimony."""
        homes = self._inventory.homes
        at_home = (None, author.employer_id) if author else None
        best, least = None, _WORST
        for number, piece in enumerate(shelf):
            foreign = at_home is not None and homes.get(piece.background_id) not in at_home
            if foreign and least <= _FOREIGN:
                continue
            apart = bool(topic) and piece.topic != topic
            strange = genre not in piece.genres and piece.form != "qa"
            rank = _FOREIGN * foreign + 2 * strange + apart
            if rank < least and self._able(piece, genre, author, voices, month):
                if rank == 0:
                    return number
                best, least = number, rank
        return best

    def give_back(self, pieces: Sequence[Background]) -> None:
        """Put passages back that a document does not use after all."""
        for piece in pieces:
            if piece.form == "row":
                continue
            own = DAYS if piece.background_id in self._days else (piece.kind, piece.target)
            self._shelves[own].append(piece)

    def _able(
        self,
        piece: Background,
        genre: str,
        author: Entity | None,
        voices: frozenset[str] | None,
        month: int,
    ) -> bool:
        """Whether an author may use a passage in a document of a genre and month."""
        if not self._suited(piece, genre) or (month and piece.months and month not in piece.months):
            return False
        speaker_id, chaff = piece.speaker_id, piece.kind == "chaff"
        if voices is not None and not chaff and speaker_id and speaker_id not in voices:
            return False
        if author is None:
            return True
        if piece.home_id not in (None, author.employer_id):
            return False
        # Nobody of the ordinary sort writes of themselves by name.
        if not author.in_dispute and names(piece, author):
            return False
        if speaker_id is None or speaker_id == author.entity_id:
            return True
        inventory = self._inventory
        if chaff:
            return inventory.homes.get(piece.background_id) == author.employer_id
        speaker = inventory.by_id.get(speaker_id)
        return (
            speaker is not None and genre in THREADS and (speaker.employer_id == author.employer_id)
        )

    def _suited(self, piece: Background, genre: str) -> bool:
        key = (genre, piece.background_id)
        if key not in self._suits:
            self._suits[key] = carries(self._inventory.genres, genre, piece)
        return self._suits[key]


def days_of(window: Window, rng: Random) -> dict[str, Background]:
    """The passages that name a day inside a window, each a day of its own, by id."""
    length = (window.end - window.start).days
    found: dict[str, Background] = {}
    for number, part in enumerate(rng.sample(bank("days"), len(bank("days"))), start=1):
        day = window.start + timedelta(days=rng.randint(0, length))
        words = rng.choice((f"{day:%B} {day.day}, {day.year}", f"{day.month}/{day.day}/{day:%y}"))
        background_id = f"day{number:03d}"
        found[background_id] = Background(
            background_id=background_id,
            kind="business",
            topic=part.topic,
            form=part.form,
            text=part.text.replace("{day}", words),
        )
    return found

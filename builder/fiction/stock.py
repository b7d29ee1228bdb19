"""The passages of a world, each used at most once.

In: an inventory. Out: passages that suit a document's genre and author, best first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import timedelta
from random import Random

from builder.fiction.carriage import Make, make_of
from builder.fiction.inventory import THREADS, Inventory, names
from builder.fiction.passages import bank, subject_of
from builder.fiction.recast import speaks_of
from builder.fiction.screen import Screen
from builder.matching.text import normalize
from builder.schema import Background, Entity, Window

Kind = tuple[str, str | None]
DAYS: Kind = ("days", None)
# Papers in which people write about whatever is on one subject.
LOOSE = frozenset({"email_thread", "memo", "chat_export", "minutes", "slide_deck"})


class Shelf:
    """The passages of one kind that are left, in order, and those of them that suit each genre."""

    def __init__(self, pieces: Iterable[Background], inventory: Inventory) -> None:
        self._inventory = inventory
        # By genre, and then by id: the passages made for it, and the others that it can hold.
        # Questions and answers are made for testimony.
        self.suiting: dict[str, tuple[dict[str, Background], dict[str, Background]]] = {
            genre: ({}, {}) for genre in inventory.genres
        }
        self.pieces: dict[str, Background] = {}
        self._subjects: dict[str, dict[str, Background]] = {}
        self._fitting: dict[Make, list[dict[str, Background]]] = {}
        for piece in pieces:
            self.put(piece)

    def put(self, piece: Background) -> None:
        """Put a passage at the end."""
        subject = self._subjects.setdefault(subject_of(piece.topic), {})
        for suiting in (self.pieces, subject, *self._suiting(piece)):
            suiting[piece.background_id] = piece

    def remove(self, piece: Background) -> None:
        """Take a passage off."""
        subject = self._subjects[subject_of(piece.topic)]
        for suiting in (self.pieces, subject, *self._suiting(piece)):
            del suiting[piece.background_id]

    def about(self, genre: str, topic: str) -> tuple[dict[str, Background], dict[str, Background]]:
        """Those on the subject of a topic that suit a genre: the passages made for it, and the
        others."""
        subject = self._subjects.get(subject_of(topic), {})
        own, others = self.suiting[genre]
        return (
            {number: piece for number, piece in subject.items() if number in own},
            {number: piece for number, piece in subject.items() if number in others},
        )

    def _suiting(self, piece: Background) -> list[dict[str, Background]]:
        """Where a passage stands by genre."""
        make = make_of(piece)
        if make not in self._fitting:
            self._fitting[make] = [
                self.suiting[genre][genre not in piece.genres and piece.form != "qa"]
                for genre in self._inventory.carriers(piece)
            ]
        return self._fitting[make]


class Stock:
    """What is left of each kind of passage; `take` removes what it gives."""

    def __init__(self, inventory: Inventory, screen: Screen, rng: Random) -> None:
        self._inventory = inventory
        self._days = days_of(inventory.setting.window, rng)
        shelves: dict[Kind, list[Background]] = {DAYS: list(self._days.values())}
        passages = inventory.setting.background
        chaff = {p.background_id: normalize(p.text) for p in passages if p.kind == "chaff"}
        telling = screen.telling(chaff)
        for piece in passages:
            if piece.background_id not in telling:
                shelves.setdefault((piece.kind, piece.target), []).append(piece)
        for kind, shelf in shelves.items():
            if kind[0] in ("business", "chaff", "alternative"):
                rng.shuffle(shelf)
        shelves.get(("chaff", None), []).sort(key=_turn(inventory))
        self._shelves = {kind: Shelf(shelf, inventory) for kind, shelf in shelves.items()}

    def take_day(self, genre: str, rng: Random) -> Background | None:
        """A passage that names a day inside the window, in the manner of the genre."""
        form = "qa" if "qa" in self._inventory.genres[genre].forms else "prose"
        shelf = self._shelves[DAYS]
        able = [
            piece
            for piece in shelf.pieces.values()
            if genre in piece.genres or (not piece.genres and piece.form == form)
        ]
        able = [piece for piece in able if genre in piece.genres] or able
        if not able:
            return None
        shelf.remove(piece := rng.choice(able))
        return piece

    def count(self, kind: str, target: str | None = None) -> int:
        """How many passages of a kind are left."""
        shelf = self._shelves.get((kind, target))
        return len(shelf.pieces) if shelf else 0

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
        cards: bool = True,
        apart: Sequence[Entity] = (),
    ) -> Background | None:
        """The passage that suits best, or None. `kinds` in order of preference; `voices`, if given,
        are the only ones who may speak it; `month` is that of the document. Without `cards` it is
        none of fields. It speaks of nobody of the dispute `apart`."""
        for shelf in filter(None, map(self._shelves.get, kinds)):
            best = self._best(shelf, genre, author, topic, voices, month, cards, apart)
            if best is not None:
                shelf.remove(best)
                return best
        return None

    def _best(
        self,
        shelf: Shelf,
        genre: str,
        author: Entity | None,
        topic: str,
        voices: frozenset[str] | None,
        month: int,
        cards: bool,
        apart: Sequence[Entity],
    ) -> Background | None:
        """The first passage of those that suit best: nothing from another house if it can be, made
        for the genre, and on the topic; of what people just write about, the topic comes first."""
        homes = self._inventory.homes
        at_home = (None, author.employer_id) if author else None

        def first(pieces: Iterable[Background], foreign: bool) -> Background | None:
            for piece in pieces:
                if at_home and (homes.get(piece.background_id) not in at_home) != foreign:
                    continue
                if not (cards or piece.form != "key_value"):
                    continue
                if self._able(piece, genre, author, voices, month) and not (
                    piece.kind in ("dispute", "alternative")
                    and any(speaks_of(piece.text, person) for person in apart)
                ):
                    return piece
            return None

        own, others = shelf.suiting[genre]
        near = shelf.about(genre, topic) if topic else ({}, {})
        order = (*near, own, others) if genre in LOOSE else (near[0], own, near[1], others)
        for foreign in (False, True) if author else (False,):
            for part in order:
                best = first(part.values(), foreign)
                if best is not None:
                    return best
        return None

    def give_back(self, pieces: Sequence[Background]) -> None:
        """Put passages back that a document does not use after all."""
        for piece in pieces:
            if piece.form == "row":
                continue
            own = DAYS if piece.background_id in self._days else (piece.kind, piece.target)
            self._shelves[own].put(piece)

    def _able(
        self,
        piece: Background,
        genre: str,
        author: Entity | None,
        voices: frozenset[str] | None,
        month: int,
    ) -> bool:
        """Whether an author may use a passage that suits a genre in a document of a month."""
        if month and piece.months and month not in piece.months:
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


def _turn(inventory: Inventory) -> Callable[[Background], tuple[int, bool]]:
    """The turn of a strange firm's passage: few firms at a time, and first what does not name the
    one who writes most there, so that people elsewhere write as many papers as others do."""
    place = {firm: number for number, firm in enumerate(inventory.firms)}
    busiest = {e.employer_id or "": e for e in reversed(inventory.strangers)}

    def turn(piece: Background) -> tuple[int, bool]:
        home = inventory.homes.get(piece.background_id, "")
        return place.get(home, len(place)), home in busiest and names(piece, busiest[home])

    return turn


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
            genres=part.genres,
        )
    return found

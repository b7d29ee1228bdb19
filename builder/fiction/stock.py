"""The passages of a world, each used at most once.

In: an inventory. Out: passages that suit a document's genre and author, best first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import timedelta
from heapq import merge
from itertools import count
from operator import itemgetter
from random import Random

from builder.fiction.carriage import Make, make_of
from builder.fiction.inventory import THREADS, Inventory, carriers, names
from builder.fiction.passages import bank, subject_of
from builder.fiction.recast import speaks_of
from builder.fiction.screen import Screen
from builder.schema import Background, Entity, Window

Kind = tuple[str, str | None]
CHAFF: Kind = ("chaff", None)
_OURS = ("dispute", "alternative")
# Papers in which people write about whatever is on one subject.
LOOSE = frozenset({"email_thread", "memo", "chat_export", "minutes", "slide_deck"})


Lot = dict[int, tuple[str, Background]]  # passages with their subjects, by place


class Shelf:
    """The passages of one kind that are left, in order, by make and then by house. What is told
    `abroad` may have happened at another house than the one that tells it."""

    def __init__(
        self, pieces: Iterable[Background], inventory: Inventory, abroad: bool = True
    ) -> None:
        self._inventory = inventory
        self._abroad = abroad
        self._places = count()
        self._place: dict[str, int] = {}  # of each passage that is left, by id
        self._left: dict[Make, dict[str | None, Lot]] = {}
        self._suiting: dict[tuple[str, str | None], list[tuple[list[Lot], list[Lot]]]] = {}
        for piece in pieces:
            self.put(piece)

    def __len__(self) -> int:
        return len(self._place)

    def put(self, piece: Background) -> None:
        """Put a passage at the end."""
        place = self._place[piece.background_id] = next(self._places)
        self._lot(piece)[place] = subject_of(piece.topic), piece

    def remove(self, piece: Background) -> None:
        """Take a passage off."""
        del self._lot(piece)[self._place.pop(piece.background_id)]

    def _lot(self, piece: Background) -> Lot:
        """Those of the make and house of a passage."""
        home = self._inventory.homes.get(piece.background_id)
        return self._left.setdefault(make_of(piece), {}).setdefault(home, {})

    def suiting(self, genre: str, house: str | None) -> list[tuple[list[Lot], list[Lot]]]:
        """What suits a genre, of a house or of none, and then of others: what is made for the
        genre, and what else it can hold. Questions and answers are made for testimony."""
        if (genre, house) not in self._suiting:
            found: list[tuple[list[Lot], list[Lot]]] = [([], []), ([], [])]
            for make, lots in self._left.items():
                if genre in carriers(make):
                    other = genre not in make.asked and make.form != "qa"
                    for home, lot in lots.items():
                        found[home not in (None, house)][other].append(lot)
            self._suiting[genre, house] = found if self._abroad else found[:1]
        return self._suiting[genre, house]


def _in_order(lots: Iterable[Lot]) -> Iterator[Background]:
    """The passages of some lots."""
    return (piece for _, (_, piece) in merge(*(lot.items() for lot in lots if lot)))


def _about(subject: str, lots: Iterable[Lot]) -> Iterator[Background]:
    """Those of the passages of some lots that are on a subject, in order."""
    found = [(n, piece) for lot in lots for n, (about, piece) in lot.items() if about == subject]
    yield from (piece for _, piece in sorted(found, key=itemgetter(0)))


class Stock:
    """What is left of each kind of passage; `take` removes what it gives."""

    def __init__(self, inventory: Inventory, screen: Screen, rng: Random) -> None:
        self._inventory = inventory
        self._screen = screen
        self._days = days_of(inventory.setting.window, rng)
        self._days_left = dict(self._days)
        shelves: dict[Kind, list[Background]] = {}
        for piece in inventory.setting.background:
            shelves.setdefault((piece.kind, piece.target), []).append(piece)
        for kind, shelf in shelves.items():
            if kind[0] in ("business", "chaff", "alternative"):
                rng.shuffle(shelf)
        shelves.get(("chaff", None), []).sort(key=_turn(inventory))
        self._shelves = {
            kind: Shelf(shelf, inventory, abroad=kind != CHAFF) for kind, shelf in shelves.items()
        }

    def take_day(self, genre: str, rng: Random) -> Background | None:
        """A passage that names a day inside the window, in the manner of the genre."""
        form = "qa" if "qa" in self._inventory.genres[genre].forms else "prose"
        able = [
            piece
            for piece in self._days_left.values()
            if genre in piece.genres or (not piece.genres and piece.form == form)
        ]
        able = [piece for piece in able if genre in piece.genres] or able
        return self._days_left.pop(rng.choice(able).background_id) if able else None

    def count(self, kind: str, target: str | None = None) -> int:
        """How many passages of a kind are left."""
        return len(self._shelves.get((kind, target), ()))

    def by_lot(self, kinds: Sequence[Kind], rng: Random) -> list[Kind]:
        """The kinds in an order drawn by what is left of each, so that all run out together."""
        weight = {kind: self.count(*kind) for kind in kinds}
        return sorted(kinds, key=lambda kind: -(rng.random() ** (1 / max(weight[kind], 1e-3))))

    def take(
        self,
        kinds: Sequence[Kind],
        genre: str,
        author: Entity,
        topic: str = "",
        voices: frozenset[str] | None = None,
        month: int = 0,
        cards: bool = True,
        apart: Sequence[Entity] = (),
        made: bool = False,
    ) -> Background | None:
        """The passage that suits best, or None. `kinds` in order of preference; `voices`, if given,
        are the only ones who may speak it; `month` is that of the document. Without `cards` it is
        none of fields. It speaks of nobody of the dispute `apart`; if it is to be `made` for the
        genre, no other will do. One of strange firms that names anything of the dispute is left
        out."""
        for kind in kinds:
            shelf = self._shelves.get(kind)
            while shelf:
                order = self._best_first(shelf, genre, author, topic)
                able = (
                    piece
                    for piece in order
                    if (cards or piece.form != "key_value")
                    and (not made or genre in piece.genres)
                    and self._able(piece, genre, author, voices, month)
                    and not (kind[0] in _OURS and any(speaks_of(piece.text, e) for e in apart))
                )
                best = next(able, None)
                if best is None:
                    break
                shelf.remove(best)
                if kind != CHAFF or not self._screen.tells(best.text):
                    return best
        return None

    def _best_first(
        self, shelf: Shelf, genre: str, author: Entity, topic: str
    ) -> Iterator[Background]:
        """The passages that suit a genre: nothing from another house if it can be, made for the
        genre, and on the topic; of what people just write about, the topic comes first."""
        subject = subject_of(topic)
        for own, others in shelf.suiting(genre, author.employer_id):
            if topic:
                yield from _about(subject, own)
            if topic and genre in LOOSE:
                yield from _about(subject, others)
            yield from _in_order(own)
            if topic and genre not in LOOSE:
                yield from _about(subject, others)
            yield from _in_order(others)

    def give_back(self, pieces: Sequence[Background]) -> None:
        """Put passages back that a document does not use after all."""
        for piece in pieces:
            if piece.background_id in self._days:
                self._days_left[piece.background_id] = piece
            elif piece.form != "row":
                self._shelves[piece.kind, piece.target].put(piece)

    def _able(
        self,
        piece: Background,
        genre: str,
        author: Entity,
        voices: frozenset[str] | None,
        month: int,
    ) -> bool:
        """Whether an author may use a passage that suits a genre in a document of a month."""
        if month and piece.months and month not in piece.months:
            return False
        speaker_id, chaff = piece.speaker_id, piece.kind == "chaff"
        if voices is not None and not chaff and speaker_id and speaker_id not in voices:
            return False
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

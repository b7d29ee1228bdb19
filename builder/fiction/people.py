"""Who makes a document, who speaks in it, who gets it.

In: an inventory, what is settled of a document, its passages. Out: people of the world. No side
effects.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest
from math import log
from random import Random

from builder.fiction.cargo import Cargo
from builder.fiction.carriage import manner
from builder.fiction.inventory import KEPT, THREADS, Inventory
from builder.fiction.recast import speaks_of
from builder.schema import Background, Entity, Mention, Role

_CALLED = re.compile(r"(?:^|[.!?]\s+)(M[rs]+\. )?([A-Z][^\s,]*),\s")  # title, and name
LIKENESS = 3.0  # what it counts against a stranger to make e times as many papers as another hand
OWN_HAND = 0.5  # of the sheets and forms: kept by whoever knows; the rest by a colleague


@dataclass(frozen=True)
class Sheet:
    """A document in the making: what is settled before its passages and people are drawn.

    One that states nothing is modelled on one that does, so that neither genre, day, author nor
    length tells them apart.
    """

    role: Role
    genre: str
    cargo: Cargo | None = None
    model: Cargo | None = None
    target: str | None = None
    exhibit: str | None = None

    @property
    def basis(self) -> Cargo | None:
        """What it states, or what the document that it is modelled on does."""
        return self.cargo or self.model

    @property
    def told(self) -> tuple[Mention, ...]:
        """The wordings of its basis."""
        return tuple(mention for _, mention in self.basis.load) if self.basis else ()

    def speakers(self, inventory: Inventory) -> list[str]:
        """Who speaks in it, by its basis; chaff has speakers of its own."""
        if self.role == "chaff":
            return []
        court_paper = inventory.genres[self.genre].court_paper
        return [
            m.speaker_id
            for m in self.told
            if m.speaker_id and (court_paper or not _told_by_another(inventory, m))
        ]


class Elsewhere:
    """Who makes the papers of other people's business: as many papers each as some of those make
    who write about the dispute, and papers such as those make, so that neither a busy hand nor a
    rare one tells chaff."""

    def __init__(
        self, inventory: Inventory, disputed: Sequence[Sheet], chaff: int, rng: Random
    ) -> None:
        self._inventory = inventory
        self._strangers = inventory.strangers
        self._left = {e.entity_id: 0.0 for e in self._strangers}
        self._busy = Counter(author_of(inventory, s, rng).entity_id for s in disputed)
        shares = _some(list(self._busy.values()), chaff, rng)
        # One of each firm, then the next of each: no firm runs out of passages before the others.
        rows = [[e for e in self._strangers if e.employer_id == firm] for firm in inventory.firms]
        order = [e for row in zip_longest(*rows) for e in row if e]
        for number, share in enumerate(shares):
            self._left[order[number % len(order)].entity_id] += share * chaff / sum(shares)
        self._whole = dict(self._left)

    def order(self, sheet: Sheet, rng: Random) -> list[Entity]:
        """The strangers, those first, as lots fall, who have most papers to make yet, and make
        about as many in all as who would make the paper that a sheet is modelled on."""
        made = self._busy[author_of(self._inventory, sheet, rng).entity_id]

        def lot(stranger: Entity) -> float:
            whole, left = self._whole[stranger.entity_id], self._left[stranger.entity_id]
            apart = abs(log((whole + 1) / (made + 1)))
            return rng.random() * max(left, 1e-3) / (1 + LIKENESS * apart)

        return sorted(self._strangers, key=lot, reverse=True)

    def signed(self, author_id: str) -> None:
        """Count a paper that is made."""
        self._left[author_id] -= 1


def _some(counts: Sequence[int], total: int, rng: Random) -> list[int]:
    """Some of the counts, about so many together: one out of a few of those nearest to each other,
    so that high and low ones are taken alike."""
    share, start = total / max(1, sum(counts)), rng.random()
    ranked = sorted(counts, reverse=True)
    found = [
        n for i, n in enumerate(ranked) if int((i + 1) * share + start) > int(i * share + start)
    ]
    return rng.sample(found, len(found)) or [1]


def models_of(stating: Sequence[Sheet], count: int, rng: Random) -> list[Cargo]:
    """So many of the cargos there are, each role's as often as its number, evenly and by lot."""
    cargos = [sheet.cargo for sheet in stating if sheet.cargo]
    found: list[Cargo] = []
    while len(found) < count:
        found += rng.sample(cargos, min(len(cargos), count - len(found)))
    return found


def author_of(inventory: Inventory, sheet: Sheet, rng: Random) -> Entity:
    """Who made a document of the dispute: who speaks in it, or somebody near what it is about."""
    told = [m for m in sheet.told if m.form not in KEPT]
    if not inventory.genres[sheet.genre].court_paper:
        for mention in told:
            if _told_by_another(inventory, mention):
                return _witness(inventory, inventory.by_id[mention.speaker_id or ""], told, rng)
    spoken = [m.speaker_id for m in told]
    kept = [m.speaker_id for m in sheet.told if m.form in KEPT]
    for speaker in spoken:
        if speaker in inventory.by_id:
            return inventory.by_id[speaker]
    for speaker in kept:
        if speaker in inventory.by_id:
            return _keeper(inventory, inventory.by_id[speaker], rng)
    named = {i for fact, _ in sheet.basis.load for i in fact.entity_ids} if sheet.basis else set()
    near = [e for e in inventory.insiders if e.entity_id in named and e.employer_id]
    employed = [e for e in inventory.insiders if e.employer_id]
    return rng.choice(near or employed or list(inventory.insiders))


def _told_by_another(inventory: Inventory, mention: Mention) -> bool:
    """Whether a wording tells of its own speaker as of a third person, so that somebody else must
    write it."""
    speaker = inventory.by_id.get(mention.speaker_id or "")
    if speaker is None or mention.form != "prose" or manner(mention.text):
        return False
    ends = "|".join(map(re.escape, speaker.name.split()))
    return speaks_of(re.sub(rf"(?:{ends}),? ?[\w/ ]*\.?$", "", mention.text), speaker)


def _witness(inventory: Inventory, person: Entity, told: Sequence[Mention], rng: Random) -> Entity:
    """A colleague of somebody who can write of them, and of whom nothing is told."""
    texts = " ".join(m.text for m in told)
    free = [e for e in inventory.staff(person) if not speaks_of(texts, e)]
    return rng.choice([e for e in free if e.in_dispute] or free or [person])


def _keeper(inventory: Inventory, knows: Entity, rng: Random) -> Entity:
    """Who keeps a sheet: the one who knows, or a bystander of the same company."""
    others = [e for e in inventory.colleagues if e.employer_id == knows.employer_id]
    return knows if not others or rng.random() < OWN_HAND else rng.choice(others)


def met(
    inventory: Inventory, sheet: Sheet, author: Entity, pieces: Sequence[Background]
) -> tuple[Entity, ...]:
    """The people of the dispute between whom a paper goes as far as that is settled."""
    speakers = (*sheet.speakers(inventory), *(piece.speaker_id for piece in pieces))
    others = speakers if sheet.genre == "email_thread" else ()
    found = {i: inventory.by_id[i] for i in (author.entity_id, *others) if i in inventory.by_id}
    return tuple(e for e in found.values() if e.in_dispute)


def likened(sheet: Sheet) -> str:
    """The genre whose passages suit a document: a letter that tells, or whose model does, what was
    not said to anybody outside goes between colleagues, and reads as a memorandum does."""
    said = any(m.form not in KEPT and "letter" not in m.genres for m in sheet.told)
    return "memo" if sheet.genre == "letter" and said else sheet.genre


def series_of(sheet: Sheet, pieces: Sequence[Background], document_id: str) -> str:
    """What a document belongs to: the first fact that it states, the topic that it begins with, or
    itself."""
    if sheet.cargo:
        return f"about {sheet.cargo.load[0][0].fact_id}"
    return pieces[0].topic if pieces and pieces[0].topic else document_id


def voices_of(
    inventory: Inventory, sheet: Sheet, author: Entity, pieces: Sequence[Background]
) -> frozenset[str] | None:
    """Who may still speak: in a mail the author and one other; elsewhere None, whoever works
    with the author."""
    if sheet.genre != "email_thread":
        return None
    speakers = [*sheet.speakers(inventory), *(piece.speaker_id for piece in pieces)]
    others = [s for s in speakers if s and s != author.entity_id]
    return frozenset((author.entity_id, others[0])) if others else None


def recipients_of(
    inventory: Inventory, sheet: Sheet, author: Entity, pieces: Sequence[Background], rng: Random
) -> list[Entity]:
    """Who gets it: the others who speak in a thread, or somebody to write to."""
    genre = inventory.genres[sheet.genre]
    speakers = [*sheet.speakers(inventory), *(piece.speaker_id for piece in pieces)]
    found = [
        inventory.by_id[s]
        for s in dict.fromkeys(speakers)
        if s in inventory.by_id and s != author.entity_id
    ]
    if sheet.genre not in THREADS or found:
        most = 1 if sheet.genre == "email_thread" else 2
        found = found[:most] if sheet.genre in THREADS else []
    if genre.court_paper:
        return []
    if not found:
        texts = [m.text for m in sheet.told] if sheet.cargo else []
        found = _addressed(inventory, author, [*texts, *(piece.text for piece in pieces)])
    if not found and (genre.letters or sheet.genre in THREADS or rng.random() < 0.6):
        told = " ".join(p.text for p in (*pieces, *(sheet.told if sheet.cargo else ())))
        outside = genre.letters and likened(sheet) == sheet.genre
        found = [_reader(inventory, sheet, author, outside, told, rng)]
        if not genre.letters and rng.random() < 0.25:
            staff = inventory.staff(author)
            more = [e for e in staff if e not in found and not speaks_of(told, e)]
            found += rng.sample(more, min(len(more), 1))
    return found


def _addressed(inventory: Inventory, author: Entity, texts: Sequence[str]) -> list[Entity]:
    """Whom the first text that addresses anybody speaks to by name."""
    for text in texts:
        called = set(_CALLED.findall(text)) if "," in text else ()
        if not called:
            continue
        for person in (*inventory.insiders, *inventory.staff(author)):
            first, last = inventory.ends[person.entity_id]
            if person is not author and (
                ("", first) in called or any(name == last for _, name in called)
            ):
                return [person]
    return []


def _reader(
    inventory: Inventory, sheet: Sheet, author: Entity, outside: bool, told: str, rng: Random
) -> Entity:
    """Somebody to write to: at another company for letters, else a colleague; whom the passages
    `told` name is spoken of, not to."""
    everyone = inventory.strangers if sheet.role == "chaff" else inventory.insiders
    abroad = [e for e in everyone if e.employer_id != author.employer_id and e.employer_id]
    abroad = _unnamed(abroad, told) or abroad
    staff = _unnamed(inventory.staff(author), told) or list(inventory.staff(author))
    inside = [e for e in staff if e.in_dispute]
    if outside and abroad:
        return rng.choice(abroad)
    if inside and rng.random() < 0.6:
        return rng.choice(inside)
    return rng.choice(staff or abroad or [author])


def _unnamed(people: Sequence[Entity], told: str) -> list[Entity]:
    """Those of some people whom a text does not speak of; or the bystanders, who can be recast."""
    free = [e for e in people if not speaks_of(told, e)]
    return free or [e for e in people if not e.in_dispute]

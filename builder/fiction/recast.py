"""Between whom a paper goes, nobody is spoken of as of a third person.

In: passages, and the people between whom a paper goes. Out: whether a text speaks of somebody; the
passages of ordinary life with colleagues in the place of those that they must not name. No side
effects.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from random import Random

from builder.fiction.inventory import Inventory
from builder.schema import Background, Entity, Fact, Mention, Statement

# Papers whose heads say, near all that stands in them, who writes.
_HEADED = frozenset({"email_thread", "memo"})
_TOLD = frozenset({"prose", "chat"})
_SIGNED = 80  # characters at the end of a text in which a name and job stand under it


def speaks_of(text: str, person: Entity) -> bool:
    """Whether a text names a person, but not to address them."""
    return any(
        not _addresses(text, start, end)
        for word in _called(person.name, person.aliases)
        for start, end in _spots(text, word)
    )


def _spots(text: str, word: str) -> Iterator[tuple[int, int]]:
    """Where a word stands in a text by itself."""
    end = 0
    while (start := text.find(word, end)) >= 0:
        end = start + len(word)
        if not (text[start - 1 : start].isalnum() or text[end : end + 1].isalnum()):
            yield start, end


@lru_cache(maxsize=4096)
def _called(name: str, aliases: tuple[str, ...]) -> tuple[str, ...]:
    """The words that a person goes by: the ends of the name, and other names with a capital."""
    ends = (name.split()[0], name.split()[-1])
    return tuple(dict.fromkeys((*ends, *(a for a in aliases if a[:1].isupper() and len(a) > 2))))


def _addresses(text: str, start: int, end: int) -> bool:
    """Whether a name at a place of a text calls somebody: "Luz, see below", "thanks, Luz."."""
    before, after = text[:start].rstrip(), text[end : end + 1]
    before = before.removesuffix("Mr.").removesuffix("Ms.").removesuffix("Mrs.").rstrip()
    opens = not before or before[-1] in ".!?:"
    return (opens and after == ",") or (before[-1:] == "," and after in (".", "!", "?", ""))


def stated(
    inventory: Inventory, genre: str, author: Entity, fact: Fact, mention: Mention
) -> Statement:
    """What a paper of a genre states of a fact, in the words of a mention."""
    speaker = inventory.by_id.get(mention.speaker_id or "")
    wording = _unsigned(mention, speaker, genre in _HEADED and speaker is author)
    return Statement(fact_id=fact.fact_id, surfaces=mention.surfaces, wording=wording)


def _unsigned(mention: Mention, speaker: Entity | None, headed: bool) -> Mention:
    """A mention without the name that its speaker put under it, if the paper it stands in has that
    name: nobody signs twice."""
    if speaker is None or mention.form not in _TOLD:
        return mention
    if not _names(mention.text[-_SIGNED:], speaker):
        return mention
    ends = "|".join(map(re.escape, (speaker.name, *_ends(speaker))))
    found = re.search(rf"(?<=[.!?]) (?:{ends})(?:, [a-z ]{{1,20}})?\.?$", mention.text)
    if found is None:
        return mention
    told = any(s.text in found[0] for s in mention.surfaces)
    said = mention.text[: found.start()]
    if told and not (headed or all(s.text in said for s in mention.surfaces)):
        return mention
    return mention.model_copy(update={"text": said})


def recast(
    inventory: Inventory, pieces: Sequence[Background], between: Sequence[Entity], rng: Random
) -> list[Background]:
    """The passages with colleagues in the place of bystanders `between` whom the paper goes, those
    first who have least to do in it; who has no colleague left over is named as before."""
    told: list[Background] = []
    for piece in pieces:
        text = piece.text
        for person in between:
            if not person.in_dispute and person.kind == "person" and _names(text, person):
                text = _given(inventory, text, person, piece, between, told, rng)
        told.append(piece if text is piece.text else piece.model_copy(update={"text": text}))
    return told


def _given(
    inventory: Inventory,
    text: str,
    person: Entity,
    piece: Background,
    between: Sequence[Entity],
    told: Sequence[Background],
    rng: Random,
) -> str:
    """A text about one of somebody's colleagues in their place, who has least to do in what is
    told before."""
    free = [
        e
        for e in inventory.staff(person)
        if not e.in_dispute and e not in between and e.entity_id != piece.speaker_id
        if not _names(text, e)
    ]
    if not free:
        return text
    busy = [sum(_names(before.text, e) for before in told) for e in free]
    other = rng.choice([e for e, times in zip(free, busy, strict=True) if times == min(busy)])
    for old, new in zip(_ends(person), _ends(other), strict=True):
        for start, end in reversed([*_spots(text, old)]):
            text = f"{text[:start]}{new}{text[end:]}"
    return text


def _names(text: str, person: Entity) -> bool:
    return any(end in text for end in _ends(person))


def _ends(person: Entity) -> tuple[str, str]:
    return _name_ends(person.name)


@lru_cache(maxsize=4096)
def _name_ends(name: str) -> tuple[str, str]:
    words = name.split()
    return words[0], words[-1]

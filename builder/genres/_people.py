"""How people and companies of a scene are named, greeted and signed.

In: entities. Out: forms of their names (those of the surrogate when there is one, so that a short
form never gives a real name away).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from random import Random
from typing import Literal

from builder.genres import Scene
from builder.schema import Entity

Manner = Literal["casual", "plain", "formal"]
_CASUAL = (
    "lowercase",
    "lower case",
    "curt",
    "breezy",
    "hurried",
    "chatty",
    "jok",
    "candid",
    "blunt",
    "terse",
    "casual",
    "slang",
    "warm",
    "funny",
    "capitals",
    "grumbl",
    "friendly",
    "short",
)
_FORMAL = (
    "formal",
    "courtly",
    "courteous",
    "measured",
    "exact",
    "literal",
    "stiff",
    "legal",
    "careful",
    "precise",
    "polite",
    "proper",
    "old-fashioned",
    "grand",
)
_SUFFIX = re.compile(r",? (Jr\.?|Sr\.?|II|III|Ph\.?D\.?|M\.?D\.?|P\.?E\.?|CPA|Esq\.?)$")
_TITLE = re.compile(r"^(Mr|Ms|Mrs|Dr|Prof|Sgt|Lt|Capt|Officer|Chief)\.? ")


def full(entity: Entity) -> str:
    """The name that stands in the corpus."""
    return entity.surrogate or entity.name


def _parts(entity: Entity) -> Sequence[str]:
    return _words(full(entity))


@lru_cache(maxsize=4096)
def _words(name: str) -> Sequence[str]:
    """The words of a name without titles."""
    return tuple(_TITLE.sub("", _SUFFIX.sub("", name)).split()) or (name,)


def first(entity: Entity) -> str:
    """The first name."""
    return _parts(entity)[0]


def last(entity: Entity) -> str:
    """The last name."""
    return _parts(entity)[-1]


def short(entity: Entity) -> str:
    """Initial and last name: J. Abara."""
    parts = _parts(entity)
    return f"{parts[0][0]}. {parts[-1]}" if len(parts) > 1 else parts[0]


def initials(entity: Entity) -> str:
    """The initials, without dots."""
    return "".join(part[0] for part in _parts(entity) if part[0].isalpha()).upper()


def turned(entity: Entity) -> str:
    """Last name first, as on lists: Abara, Julian."""
    parts = _parts(entity)
    return f"{parts[-1]}, {' '.join(parts[:-1])}" if len(parts) > 1 else parts[0]


def handle(entity: Entity, rng: Random) -> str:
    """The name a person goes by in a chat or a ticket."""
    login = (first(entity)[0] + last(entity)).lower().replace("'", "")
    return rng.choice((first(entity), short(entity), login, first(entity)))


def formal(entity: Entity) -> str:
    """With the title an alias gives, or else the full name."""
    if entity.surrogate is None:
        for alias in entity.aliases:
            if _TITLE.match(alias):
                return alias
    return full(entity)


def manner(entity: Entity) -> Manner:
    """How a person writes, from the words that describe the voice."""
    voice = entity.voice.casefold()
    casual = sum(word in voice for word in _CASUAL)
    stiff = sum(word in voice for word in _FORMAL)
    return "plain" if casual == stiff else "casual" if casual > stiff else "formal"


def brief(company: Entity) -> str:
    """The first word of a company's name that says anything, as it is called in its own papers."""
    words = [word.strip(",.") for word in full(company).split()]
    return next(
        (w for w in words if w.casefold() not in ("the", "a", "of", "city", "town")), words[0]
    )


def bystanders(scene: Scene) -> tuple[Entity, ...]:
    """Those of whom an ordinary row may say something: nobody of the dispute."""
    return tuple(e for e in scene.others if e.kind == "person" and not e.in_dispute)


def people(scene: Scene) -> tuple[Entity, ...]:
    """Who takes part: author, recipients, whoever speaks in the plan, and bystanders.

    Others of the dispute stay out: to be copied, present or in a chat is to know, and a frame
    must not say who knew.
    """
    spoken = [s.wording.speaker_id for s in scene.spec.statements if s.wording]
    heard = {*spoken, *(b.speaker_id for b in scene.spec.background)}
    speakers = tuple(e for e in scene.others if e.entity_id in heard)
    seen: dict[str, Entity] = {}
    for entity in (scene.author, *scene.recipients, *speakers, *bystanders(scene)):
        if entity.kind == "person" or entity is scene.author:
            seen.setdefault(entity.entity_id, entity)
    return tuple(seen.values())


def colleagues(scene: Scene) -> tuple[Entity, ...]:
    """Who may stand in ordinary rows and on stamps; the author when there is no bystander."""
    return bystanders(scene) or (scene.author,)


def somebody(scene: Scene, rng: Random) -> str:
    """A bystander's short name for an ordinary field, or a desk when there is none."""
    names = [short(e) for e in bystanders(scene)]
    return rng.choice(names or ("front desk", "office", "desk 2", "main office", "day desk"))


def by_id(scene: Scene, entity_id: str | None) -> Entity:
    """The person of the scene with this id, or else the author."""
    return next((e for e in people(scene) if e.entity_id == entity_id), scene.author)


def jobs(entity: Entity) -> str:
    """The job with a capital, or nothing."""
    return entity.job[:1].upper() + entity.job[1:]

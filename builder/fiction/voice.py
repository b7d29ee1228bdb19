"""The manner of people in what they write: lower case in chats and curt mails, a rare typo.

In: blocks and the scene they were composed for. Out: the same blocks, some words of their running
text changed. Never touches a word of an anchor, a name, a number or a capital.
"""

from __future__ import annotations

import re
from random import Random

from builder.genres import Scene
from builder.schema import Block, Message

HASTE = (
    "hurried",
    "lowercase",
    "lower case",
    "curt",
    "breezy",
    "rambling",
    "chatty",
    "talkative",
    "quick",
    "abbreviating",
    "short",
)
TYPO_CHANCE = 0.35  # that a hasty writer's message holds one

_WORD = re.compile(r"(?<![\w'.@/-])[a-z]{5,11}(?![\w'@/-])")


def voiced(blocks: tuple[Block, ...], scene: Scene, seed: str) -> tuple[Block, ...]:
    """The blocks with the slips of a hasty author; careful authors make none."""
    hasty = any(word in scene.author.voice.casefold() for word in HASTE)
    if not hasty or not any(isinstance(block, Message) for block in blocks):
        return blocks
    kept, rng = _kept(scene), Random(seed)
    return tuple(
        _slip(block, kept, rng)
        if isinstance(block, Message) and rng.random() < TYPO_CHANCE
        else block
        for block in blocks
    )


def _kept(scene: Scene) -> frozenset[str]:
    """Words that may not change: those of every surface and name of the document."""
    spec = scene.spec
    texts = [surface.text for s in spec.statements for surface in s.surfaces]
    everyone = (scene.author, scene.company, *scene.recipients, *scene.others)
    texts += [name for entity in everyone for name in entity.names]
    return frozenset(word for text in texts for word in re.findall(r"[a-z]+", text.casefold()))


def _slip(message: Message, kept: frozenset[str], rng: Random) -> Message:
    spots = [
        (i, m)
        for i, line in enumerate(message.body)
        for m in _WORD.finditer(line)
        if m.group() not in kept
    ]
    if not spots:
        return message
    index, match = rng.choice(spots)
    word, line = match.group(), message.body[index]
    at = rng.randrange(1, len(word) - 2)
    if rng.random() < 0.6:
        wrong = word[:at] + word[at + 1] + word[at] + word[at + 2 :]
    else:
        wrong = word[:at] + word[at + 1 :]
    body = list(message.body)
    body[index] = line[: match.start()] + wrong + line[match.end() :]
    return message.model_copy(update={"body": tuple(body)})

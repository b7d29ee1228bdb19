"""Which worlds tell the same story: those that grew from one scenario, by their public rows.

In: a published split. Out: a label a world. A dataset does not name its scenarios, but the accounts
of one scenario's worlds share most of their words, and those of two hardly any (of a hundred worlds
of twenty scenarios: over half, and under a fifth).
"""

from __future__ import annotations

from builder.audit._published import Published, PublishedWorld
from builder.audit._words import FUNCTION_WORDS, words

ALIKE = 0.35  # words that two worlds share, of those that either has


def kin(published: Published) -> list[str]:
    """For each world the id of the first world of its kind."""
    firsts: list[tuple[str, frozenset[str]]] = []
    found: list[str] = []
    for world in published.worlds:
        own = _bag(world)
        like = (name for name, bag in firsts if len(own & bag) > ALIKE * len(own | bag))
        name = next(like, world.world_id)
        if name == world.world_id:
            firsts.append((name, own))
        found.append(name)
    return found


def _bag(world: PublishedWorld) -> frozenset[str]:
    """The content words of the brief and the accounts, names and numbers left out."""
    names = {word for name in world.names for word in words(name)} | set(FUNCTION_WORDS)
    told = words(" ".join([world.brief, *world.accounts.values()]))
    return frozenset(word for word in told if word.isalpha() and word not in names)

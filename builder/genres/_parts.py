"""Forms with headed parts: units dealt to the parts in order.

In: units and the headings of the parts. Out: blocks; a part that got nothing has a short line.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from builder.genres._frame import body
from builder.genres._weave import Unit
from builder.schema import Block, Heading


def dealt(found: Sequence[Unit], count: int, rng: Random) -> list[list[Unit]]:
    """The units cut into `count` runs, in order, of about even length."""
    cuts = [round(len(found) * i / count + rng.uniform(-0.4, 0.4)) for i in range(1, count)]
    cuts = [max(0, min(len(found), cut)) for cut in sorted(cuts)]
    return [list(found[a:b]) for a, b in zip([0, *cuts], [*cuts, len(found)], strict=True)]


def parts(
    found: Sequence[Unit],
    heads: Sequence[str],
    fillers: Sequence[str],
    rng: Random,
    numbered: bool = False,
) -> list[Block]:
    """A heading for each part and its paragraphs, or the filler line of that part."""
    blocks = list[Block]()
    shares = dealt(found, len(heads), rng)
    for n, (head, share, filler) in enumerate(zip(heads, shares, fillers, strict=True), start=1):
        blocks.append(Heading(text=f"{n}. {head}" if numbered else head, level=2))
        blocks += body(share or [Unit(filler)])
    return blocks

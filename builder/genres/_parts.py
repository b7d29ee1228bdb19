"""Forms with headed parts: units dealt to the parts in order.

In: units and the headings of the parts. Out: blocks; a part that got nothing has a short line.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from builder.genres import Scene
from builder.genres._frame import body
from builder.genres._weave import Unit, made_for
from builder.schema import Block, Heading


def dealt(found: Sequence[Unit], count: int, rng: Random) -> list[list[Unit]]:
    """The units cut into `count` runs, in order, of about even length; the first has one."""
    cuts = [round(len(found) * i / count + rng.uniform(-0.4, 0.4)) for i in range(1, count)]
    cuts = [max(min(1, len(found)), min(len(found), cut)) for cut in sorted(cuts)]
    return [list(found[a:b]) for a, b in zip([0, *cuts], [*cuts, len(found)], strict=True)]


def one_case(scene: Scene, found: Sequence[Unit], head: str) -> tuple[list[Unit], list[Block]]:
    """The units without the passages about further cases of the genre, and those under a head of
    their own: a form is about one case."""
    cases = [piece.text for piece in scene.spec.background if made_for(scene, piece)]
    own = [unit for unit in found if any(case in unit.text for case in cases)]
    more = own[1:]
    rest = [unit for unit in found if unit not in more]
    # What the form is about stands first, other matters under the last heads.
    rest.sort(key=lambda unit: unit not in own and not unit.fact_ids)
    return rest, [Heading(text=head, level=2), *body(more)] if more else []


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

"""The heading of a court paper.

In: a scene. Out: the lines over the paper: those the scene holds, or a plain file number.
"""

from __future__ import annotations

from random import Random

from builder.genres import Scene
from builder.genres._frame import number
from builder.genres._text import pick
from builder.schema import Block, Paragraph


def heading(scene: Scene, rng: Random) -> list[Block]:
    """The court, the parties and the docket number."""
    lines = list(scene.caption) or [pick(rng, "court", "matter", number=number(rng, 1000, 99000))]
    if scene.look % 3 == 0:
        lines[0] = lines[0].upper()
    return [Paragraph(text="\n".join(lines), style="center" if scene.look % 2 else "body")]

"""What court papers share: the heading, and dates with their years.

In: a scene. Out: the lines over the paper: those the scene holds, or a plain file number; the same
scene with whole dates.
"""

from __future__ import annotations

import re
from random import Random

from builder.genres import Scene
from builder.genres._frame import number
from builder.genres._text import pick
from builder.schema import Block, Paragraph, Statement

_DATE = re.compile(r"(\d{4})-\d\d-\d\d")
_START = re.compile(r"(?:^|(?<=[.?!] ))[a-z]")
_BARE = re.compile(r"[A-Z][a-z]+\.? \d{1,2}")


def heading(scene: Scene, rng: Random) -> list[Block]:
    """The court, the parties and the docket number."""
    lines = list(scene.caption) or [pick(rng, "court", "matter", number=number(rng, 1000, 99000))]
    if scene.look % 3 == 0:
        lines[0] = lines[0].upper()
    return [Paragraph(text="\n".join(lines), style="center" if scene.look % 2 else "body")]


def with_years(scene: Scene) -> Scene:
    """The scene with the year behind each day that its statements name without one: a paper that is
    signed a year or two later must say which it means."""
    told = tuple(map(_whole, scene.spec.statements))
    return scene.model_copy(update={"spec": scene.spec.model_copy(update={"statements": told})})


def opened(text: str) -> str:
    """A text with a capital at the start of each sentence, whatever stands there."""
    return _START.sub(lambda found: found.group().upper(), text)


def _whole(statement: Statement) -> Statement:
    mention = statement.wording
    if mention is None:
        return statement
    text = mention.text
    for surface in mention.surfaces:
        found = _DATE.fullmatch(surface.anchor)
        if found and _BARE.fullmatch(surface.text):
            bare = rf"(?<!\w){re.escape(surface.text)}(?!\w|,? \d{{4}})"
            text = re.sub(bare, f"{surface.text}, {found[1]}", text, count=1)
    return statement.model_copy(update={"wording": mention.model_copy(update={"text": text})})

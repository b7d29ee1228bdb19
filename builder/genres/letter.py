"""A letter on letterhead: date, address, subject, paragraphs, sign-off, copies."""

from __future__ import annotations

from random import Random

from builder.genres import Genre, Scene
from builder.genres._frame import (
    body,
    copies,
    dated,
    house,
    letterhead,
    marks,
    number,
    signed,
)
from builder.genres._people import first, formal, full, jobs, manner, people
from builder.genres._tables import introduced, shown
from builder.genres._text import pick
from builder.genres._weave import SEVERAL, listed, units
from builder.schema import Block, Entity, Paragraph

GENRE = Genre(
    title="letter",
    formats=("pdf", "docx"),
    forms=("prose", "row"),
    names=(
        "ltr {month}-{day}",
        "letter to {recipient} {mon} {year}",
        "{subject} ltr",
        "Ltr {subject}",
        "{year}-{month}-{day} letter",
        "{recipient} re {subject}",
        "Scan_{month}{day}_{author}",
    ),
    letters=True,
    background=(2, 4),
)

MARKS = ("{}. ", "({}) ", "", "", "")  # with which people part the matters of a letter

BY_HAND = ("By hand", "By internal mail", "In the house mail", "Personal", "Into your tray")


def compose(scene: Scene, rng: Random) -> tuple[Block, ...]:
    """See the module docstring."""
    reader = scene.recipients[0] if scene.recipients else None
    blocks = [*letterhead(scene), Paragraph(text=dated(scene))]
    blocks.append(Paragraph(text=_addressed(scene, reader, rng)))
    blocks.append(Paragraph(text=_subject(scene, rng)))
    blocks.append(Paragraph(text=_greeting(scene, reader, rng)))
    slots = {"ext": rng.randint(11, 480), "company": full(scene.company)}
    found = units(scene, rng, ("row",))
    several = len(found) >= SEVERAL
    if rng.random() < (0.85 if several else 0.6):
        key = "several" if several else "opening"
        blocks.append(Paragraph(text=pick(rng, "letter", key, **slots)))
    paragraphs = body(listed(found, full(scene.author), manner(scene.author), rng, MARKS))
    own = introduced(shown(scene, rng, 0.25), rng)
    at = rng.randint(1, len(paragraphs)) if paragraphs else 0
    blocks += [*paragraphs[:at], *own, *paragraphs[at:]]
    if rng.random() < 0.7 or len(paragraphs) < 2:
        blocks.append(Paragraph(text=pick(rng, "letter", "closing", **slots)))
    blocks.append(signed(scene, rng))
    foot = [pick(rng, "letter", "enclosure")]
    if names := copies(scene, rng, 2):
        foot.append(f"{rng.choice(('cc:', 'Copy:', 'c:', 'cc.'))} {', '.join(names)}")
    if any(foot):
        blocks.append(Paragraph(text="\n".join(line for line in foot if line), style="small"))
    return (*blocks, *marks(scene, rng, 0.35))


def _addressed(scene: Scene, reader: Entity | None, rng: Random) -> str:
    company = scene.recipient_company
    lines = list[str]()
    if reader and reader.kind == "person":
        lines += [full(reader), jobs(reader)]
    if company is scene.company:
        lines.append(rng.choice(BY_HAND))
    elif company:
        there = house(company)
        lines += [full(company), there.street, there.town]
    elif reader is None:
        lines.append("To the file")
    return "\n".join(dict.fromkeys(line for line in lines if line))


def _subject(scene: Scene, rng: Random) -> str:
    word = rng.choice(("Re:", "RE:", "Subject:", "Regarding:", "In re:"))
    tail = f"\nOur file {number(rng, 200, 99999)}" if rng.random() < 0.35 else ""
    return f"{word} {scene.spec.title}{tail}"


def _greeting(scene: Scene, reader: Entity | None, rng: Random) -> str:
    if reader is None or reader.kind != "person":
        return rng.choice(("To whom it may concern:", "Dear friends,", "Good day,"))
    style = manner(scene.author)
    same = len(people(scene)) > 1 and scene.recipient_company in (None, scene.company)
    if style == "casual" or same:
        return f"Dear {first(reader)},"
    return pick(rng, "frame", "greeting_formal", first=first(reader), formal=formal(reader))

"""A design note: an engineer's or author's working paper under short headings."""

from __future__ import annotations

from random import Random

from builder.genres import Genre, Scene
from builder.genres._days import day, near
from builder.genres._frame import banner, body, dated, marks, number, title
from builder.genres._parts import dealt
from builder.genres._people import full, initials, short
from builder.genres._tables import captioned, shown
from builder.genres._text import bank, pick, some
from builder.genres._weave import units
from builder.schema import Block, Heading, ListBlock, Paragraph

GENRE = Genre(
    title="design note",
    formats=("docx", "pdf", "txt"),
    forms=("prose", "row"),
    names=(
        "DN {number} {subject}",
        "{subject} note",
        "note {month}-{day} {subject}",
        "{author} design note {mon}",
        "{subject} rev B",
        "tech note {number}",
        "notebook {number} {mon} {year}",
    ),
    background=(2, 5),
)


def compose(scene: Scene, rng: Random) -> tuple[Block, ...]:
    """See the module docstring."""
    slots = {
        "rev": rng.choice(("A", "B", "C", "0.2", "0.3", "1", "P2")),
        "number": number(rng, 11, 480),
        "page": rng.randint(3, 140),
    }
    naming = rng.choice((full, short))
    blocks: list[Block] = [
        banner(scene),
        title(scene),
        Paragraph(text=f"{naming(scene.author)}, {dated(scene)}"),
        Paragraph(text=pick(rng, "plant", "design_line", **slots), style="small"),
    ]
    found = units(scene, rng, ("row",))
    shares = [share for share in dealt(found, rng.randint(2, 4), rng) if share]
    order = bank("plant")["design_heads"]
    heads = sorted(rng.sample(order, len(shares) + 1), key=order.index)
    own = captioned(shown(scene, rng, 0.6), rng)
    at = rng.randint(0, max(0, len(shares) - 1))
    numbered = rng.random() < 0.5
    for n, (head, share) in enumerate(zip(heads[1:], shares, strict=True)):
        blocks.append(Heading(text=f"{n + 1}. {head}" if numbered else head, level=2))
        blocks += body(share)
        blocks += own if n == at else []
    blocks += [] if shares else own
    later = near(day(scene, rng.randint(2, 9), True), rng)
    opens = some(rng, "plant", "design_open", rng.randint(2, 3), later=later)
    blocks.append(Heading(text=rng.choice(("Open", "To do", "Questions", "Left over")), level=2))
    blocks += [ListBlock(items=tuple(opens)), Paragraph(text=initials(scene.author))]
    return (*blocks, *marks(scene, rng, 0.2))

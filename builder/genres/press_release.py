"""A press release: release line, dateline, paragraphs, about the company, contact."""

from __future__ import annotations

from random import Random

from builder.genres import Genre, Scene
from builder.genres._days import day, in_words
from builder.genres._frame import body, house, letterhead, marks, title
from builder.genres._people import full, jobs
from builder.genres._text import pick
from builder.genres._weave import Unit, units
from builder.schema import Block, Paragraph

GENRE = Genre(
    title="press release",
    formats=("docx", "pdf", "txt"),
    forms=("prose",),
    names=(
        "release {mon} {day}",
        "{subject} release",
        "news {month}-{day}-{yy}",
        "press {subject}",
        "PR {year}-{month}-{day}",
        "release draft {mon} {year}",
    ),
    background=(2, 5),
)


def compose(scene: Scene, rng: Random) -> tuple[Block, ...]:
    """See the module docstring."""
    own = house(scene.company)
    when = in_words(day(scene))
    slots = {"company": own.name, "town": own.town, "phone": own.phone, "day": when}
    opened = pick(rng, "desk", "news_open")
    blocks: list[Block] = [
        *letterhead(scene),
        Paragraph(text=f"{opened}\n{when}"),
        title(scene),
    ]
    lead = pick(rng, "desk", "news_lead", **slots)
    place = own.town.upper() if scene.look % 2 else own.town
    blocks += body([Unit(f"{place}, {when} - {lead}"), *units(scene, rng)])
    contact = "\n".join(
        line
        for line in (
            f"{rng.choice(('Contact', 'Press contact', 'For more'))}: {full(scene.author)}",
            jobs(scene.author),
            own.phone,
        )
        if line
    )
    blocks += [
        Paragraph(text=pick(rng, "desk", "news_about", **slots)),
        Paragraph(text=contact),
        Paragraph(text=rng.choice(("# # #", "###", "- end -", "-30-")), style="center"),
    ]
    return (*blocks, *marks(scene, rng, 0.15))

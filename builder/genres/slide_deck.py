"""A slide deck: a title slide, an agenda, slides of bullets and tables, speaker notes, an end."""

from __future__ import annotations

import re
from random import Random

from builder.genres import Genre, Scene
from builder.genres._days import day, near
from builder.genres._frame import dated
from builder.genres._lists import plural
from builder.genres._people import full, jobs, short
from builder.genres._tables import shown
from builder.genres._text import bank, pick, some, vary
from builder.genres._weave import pieces, sentences, statements, wording
from builder.schema import Background, Block, Break, ListBlock, Paragraph, Table

GENRE = Genre(
    title="slide deck",
    formats=("pptx", "pdf"),
    forms=("prose", "row"),
    names=(
        "{subject} slides",
        "{subject} deck",
        "slides {month}-{day}",
        "deck {mon} {day} draft",
        "{author} slides {year}-{month}",
        "review slides {mon} {yy}",
    ),
    background=(2, 5),
)
AGENDA_CHANCE, END_CHANCE, NOTE_CHANCE, ASIDE_CHANCE = 0.55, 0.45, 0.3, 0.25
_SUBJECT = re.compile(r"[a-z]+(?:[ -][a-z]+){1,2}")  # a topic that reads as the title of a slide
_MEETING = re.compile(r"meeting|heads|hands|review", re.IGNORECASE)
_Slide = tuple[str, list[Block]]


def compose(scene: Scene, rng: Random) -> tuple[Block, ...]:
    """See the module docstring."""
    titles = rng.sample(bank("desk")["slide_title"], len(bank("desk")["slide_title"]))
    slides = _told(scene, titles, rng)
    slides += [
        (_list_name(table, titles), [table.model_copy(update={"caption": ""})])
        for table in shown(scene, rng, 0.7)
    ]
    slides.insert(rng.randint(min(1, len(slides)), len(slides)), _items(scene, titles, rng))
    numbered = rng.random() < 0.3
    blocks: list[Block] = _opening(scene, rng)
    if len(slides) > 2 and rng.random() < AGENDA_CHANCE:
        names = tuple(dict.fromkeys(title for title, _ in slides))
        head = rng.choice(("Agenda", "Today", "Contents", "Outline", "Topics"))
        blocks += [Break(unit="slide", title=head), ListBlock(items=names)]
    for n, (name, slide) in enumerate(slides, start=1):
        blocks += [Break(unit="slide", title=f"{n}. {name}" if numbered else name), *slide]
        if rng.random() < NOTE_CHANCE:
            text = pick(rng, "desk", "slide_note")
            blocks.append(Paragraph(text=f"Speaker note: {text}", style="note"))
    return (*blocks, *_end(scene, rng))


def _opening(scene: Scene, rng: Random) -> list[Block]:
    """The title slide: what it is, for which meeting, who speaks and when."""
    author = scene.author
    who = rng.choice((full(author), short(author), f"Presented by {full(author)}"))
    if author.job and rng.random() < 0.7:
        who = f"{full(author)}, {jobs(author)}"
    lines = [full(scene.company)]
    if not _MEETING.search(scene.spec.title) and rng.random() < 0.6:
        lines.append(pick(rng, "desk", "slide_meeting"))
    lines.append(f"{rng.choice(('', '', '', 'Draft, ', 'Final, '))}{dated(scene)}")
    lines.append(who)
    return [
        Break(unit="slide", title=scene.spec.title),
        *(Paragraph(text=line) for line in lines[:1]),
        Paragraph(text="\n".join(lines[1:])),
    ]


def _told(scene: Scene, titles: list[str], rng: Random) -> list[_Slide]:
    """A slide for each passage, named after what it is about, its sentences as bullets."""
    found = [
        (_name(piece, titles), [ListBlock(items=tuple(sentences(piece.text)))])
        for piece in pieces(scene, rng)
    ]
    return [(name, list[Block](blocks)) for name, blocks in found]


def _name(piece: Background, titles: list[str]) -> str:
    if _SUBJECT.fullmatch(piece.topic):
        return piece.topic.capitalize()
    return titles.pop() if titles else "Notes"


def _list_name(table: Table, titles: list[str]) -> str:
    things = plural(table.header[0]) if table.header else ""
    return table.caption or things or (titles.pop() if titles else "List")


def _items(scene: Scene, titles: list[str], rng: Random) -> _Slide:
    """A slide of single items, among them what the deck states; some of that is in its notes."""
    lines = _lines(scene, rng, rng.randint(2, 4))
    lines[1:1] = some(rng, "desk", "slide_item", rng.randint(1, 2))
    notes, facts = list[Block](), list[str]()
    for statement, mention in statements(scene, "prose", "chat", "qa", "key_value"):
        if rng.random() < ASIDE_CHANCE:
            text = f"Speaker note: {wording(mention)}"
            notes.append(Paragraph(text=text, style="note", fact_ids=(statement.fact_id,)))
            continue
        facts.append(statement.fact_id)
        lines.insert(rng.randint(1, len(lines)), wording(mention))
    return titles.pop(), [ListBlock(items=tuple(lines), fact_ids=tuple(facts)), *notes]


def _end(scene: Scene, rng: Random) -> list[Block]:
    if rng.random() >= END_CHANCE:
        return []
    soon = near(day(scene, rng.randint(4, 10), True), rng)
    line = vary(rng, rng.choice(bank("desk")["slide_end"]), day=soon, who=short(scene.author))
    head = rng.choice(("Questions", "Questions?", "Thank you", "Next meeting", "Discussion"))
    return [Break(unit="slide", title=head), Paragraph(text=line)]


def _lines(scene: Scene, rng: Random, count: int) -> list[str]:
    soon = near(day(scene, rng.randint(3, 10), True), rng)
    return some(rng, "desk", "slide_bullet", count, day=soon, n=rng.randint(2, 40))

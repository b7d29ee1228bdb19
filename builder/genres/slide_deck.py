"""A slide deck: a title slide, slides of bullets and tables, speaker notes."""

from __future__ import annotations

from random import Random

from builder.genres import Genre, Scene
from builder.genres._days import day, near
from builder.genres._frame import dated
from builder.genres._people import full, short
from builder.genres._tables import shown
from builder.genres._text import pick, some
from builder.genres._weave import Unit, pieces, sentences, statements, wording
from builder.schema import Block, Break, Heading, ListBlock, Paragraph

GENRE = Genre(
    title="slide deck",
    formats=("pptx", "pdf"),
    forms=("prose", "row"),
    names=(
        "{subject} slides",
        "{subject} deck {mon} {year}",
        "slides {month}-{day}",
        "deck {mon} {day} draft",
        "{author} slides {year}-{month}",
        "review slides {mon} {yy}",
    ),
    background=(2, 5),
)
_Slide = list[Block]


def compose(scene: Scene, rng: Random) -> tuple[Block, ...]:
    """See the module docstring."""
    slides = [*_bullets(scene, rng), *([table] for table in shown(scene, rng, 0.7))]
    if rng.random() < 0.7:
        slides.insert(rng.randint(0, len(slides)), [_ordinary(scene, rng, rng.randint(3, 4))])
    titles = some(rng, "desk", "slide_title", len(slides))
    numbered = rng.random() < 0.4
    blocks: list[Block] = [
        Break(unit="slide", title=scene.spec.title),
        Paragraph(text=f"{full(scene.company)}\n{_draft(rng)}{dated(scene)}\n{_by(scene, rng)}"),
    ]
    for n, slide in enumerate(slides, start=2):
        name = titles[(n - 2) % len(titles)] if titles else "Notes"
        blocks += [Break(unit="slide", title=f"{n}. {name}" if numbered else name), *slide]
        if rng.random() < 0.35:
            text = pick(rng, "desk", "slide_note")
            blocks.append(Paragraph(text=f"Speaker note: {text}", style="note"))
    return tuple(blocks)


def _draft(rng: Random) -> str:
    return rng.choice(("", "", "Draft, ", "Final, ", f"Draft {rng.randint(2, 4)}, "))


def _by(scene: Scene, rng: Random) -> str:
    return rng.choice(
        (full(scene.author), short(scene.author), f"Presented by {full(scene.author)}")
    )


def _bullets(scene: Scene, rng: Random) -> list[_Slide]:
    """One slide for each piece, its sentences as bullets; facts are bullets or speaker notes."""
    around = pieces(scene, rng)
    items = [[Unit(line) for line in sentences(piece.text)] for piece in around]
    items = items or [[Unit(line) for line in _lines(scene, rng, 3)]]
    asides = dict[int, list[Unit]]()
    for statement, mention in statements(scene, "prose", "chat", "qa", "key_value"):
        fact = Unit(wording(mention), (statement.fact_id,))
        at = rng.randint(min(1, len(items) - 1), max(min(1, len(items) - 1), len(items) - 2))
        if rng.random() < 0.3:
            asides.setdefault(at, []).append(fact)
        else:
            items[at].insert(rng.randint(min(1, len(items[at])), len(items[at])), fact)
    slides = list[_Slide]()
    for n, bullets in enumerate(items):
        facts = tuple(f for unit in bullets for f in unit.fact_ids)
        slide: _Slide = [ListBlock(items=tuple(u.text for u in bullets), fact_ids=facts)]
        slide += [
            Paragraph(text=f"Speaker note: {u.text}", style="note", fact_ids=u.fact_ids)
            for u in asides.get(n, [])
        ]
        slides.append(slide)
    return slides


def _ordinary(scene: Scene, rng: Random, count: int) -> Block:
    lines = _lines(scene, rng, count)
    return ListBlock(items=tuple(lines)) if lines else Heading(text=scene.spec.title, level=2)


def _lines(scene: Scene, rng: Random, count: int) -> list[str]:
    soon = near(day(scene, rng.randint(3, 10), True), rng)
    return some(rng, "desk", "slide_bullet", count, day=soon, n=rng.randint(2, 40))

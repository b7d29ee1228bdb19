"""The frame of a company's papers: letterhead, form numbers, fields, notes, sign-offs, stamps.

In: a scene and a random source. Out: blocks. What belongs to a company (its address, form numbers,
disclaimer) is drawn from the company's name, so that all its papers agree.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from builder.genres import Scene
from builder.genres._days import cell, day, written
from builder.genres._people import (
    bystanders,
    colleagues,
    first,
    full,
    initials,
    jobs,
    manner,
    short,
)
from builder.genres._text import bank, pick, vary
from builder.genres._weave import Unit
from builder.schema import Block, Entity, Heading, KeyValues, ListBlock, Paragraph, Signature

Field = tuple[str, str]


class House(NamedTuple):
    """A company's address."""

    name: str
    street: str
    town: str
    phone: str


def house(company: Entity) -> House:
    """The address that all papers of a company give."""
    own = Random(f"{full(company)}/house")
    street = rng_street(own)
    return House(
        full(company),
        street,
        own.choice(bank("frame")["towns"]),
        f"({own.choice((207, 231, 304, 402, 507, 541, 608, 717, 802, 906))}) "
        f"555-01{own.randint(10, 99)}",
    )


def rng_street(rng: Random) -> str:
    """A street address."""
    if rng.random() < 0.25:
        return f"P.O. Box {rng.randint(12, 980)}"
    return f"{rng.randint(2, 1900)} {rng.choice(bank('frame')['streets'])}"


def letterhead(scene: Scene, office: str = "") -> list[Block]:
    """Name and address of the author's company, in its look."""
    own = house(scene.company)
    name = own.name.upper() if scene.look % 3 == 0 else own.name
    address = (
        f"{own.street}, {own.town}",
        f"{own.street} · {own.town} · {own.phone}",
        f"{own.street}\n{own.town}\nTel. {own.phone}",
        own.town,
    )[scene.look % 4]
    head = "\n".join(part for part in (name, office, address) if part)
    return [Paragraph(text=head, style="center" if scene.look % 2 == 0 else "body")]


def banner(scene: Scene, office: str = "") -> Paragraph:
    """The company's name over a form or a sheet."""
    name = full(scene.company)
    return Paragraph(
        text=", ".join(part for part in (name.upper() if scene.look % 2 else name, office) if part)
    )


def title(scene: Scene, text: str = "") -> Heading:
    """The title of the document, in the company's look."""
    words = text or scene.spec.title
    return Heading(text=words.upper() if scene.look in (0, 3, 6) else words)


def dated(scene: Scene, offset: int = 0) -> str:
    """The document's date, or one some days off, as the company writes it."""
    return written(day(scene, offset), scene.look)


def number(rng: Random, low: int = 1000, high: int = 99999) -> str:
    """A running number of a form or file."""
    return str(rng.randint(low, high))


def form_number(scene: Scene, stem: str) -> str:
    """The printed number of a form, the same on all of a company's forms of that kind."""
    own = Random(f"{full(scene.company)}/{stem}")
    return own.choice(
        (
            f"{stem}-{own.randint(2, 48)}",
            f"{own.randint(100, 990)}",
            f"{stem}-{own.randint(100, 480)} rev. {own.choice('ABCDE')}",
            f"No. {own.randint(2, 60)}",
        )
    )


def money(amount: float, sign: str = "$") -> str:
    """An amount with cents; negative in parentheses."""
    text = f"{sign}{abs(amount):,.2f}"
    return f"({text})" if amount < 0 else text


def form(
    rng: Random, own: Sequence[Field], more: Sequence[Field], fact_ids: tuple[str, ...] = ()
) -> list[Block]:
    """The fields of a form, and below them further ones that were entered on it."""
    blocks: list[Block] = [KeyValues(pairs=tuple(own))] if own else []
    if more:
        if own and rng.random() < 0.75:
            blocks.append(Heading(text=pick(rng, "sheets", "card_head"), level=3))
        blocks.append(KeyValues(pairs=tuple(more), fact_ids=fact_ids))
    return blocks


def notes(found: Sequence[Unit], rng: Random) -> list[Block]:
    """Units as the remarks at the foot of a sheet: each a paragraph, or all a numbered list."""
    if not found:
        return []
    blocks = list[Block]([Heading(text=pick(rng, "frame", "notes"), level=2)])
    if rng.random() < 0.5:
        facts = tuple(fact_id for unit in found for fact_id in unit.fact_ids)
        items = tuple(unit.text for unit in found)
        start = 1 if rng.random() < 0.7 else None
        return [*blocks, ListBlock(items=items, start=start, fact_ids=facts)]
    return [*blocks, *body(found)]


def body(found: Sequence[Unit]) -> list[Block]:
    """Units as paragraphs."""
    return [Paragraph(text=unit.text, fact_ids=unit.fact_ids) for unit in found]


def signed(scene: Scene, rng: Random) -> Signature:
    """The author's sign-off under a letter, which is plain at least."""
    author = scene.author
    style = "formal" if manner(author) == "formal" else "plain"
    lines = [jobs(author)] if author.job else []
    if rng.random() < 0.4:
        lines.append(full(scene.company))
    closing = pick(rng, "frame", f"closing_{style}")
    return Signature(name=full(author), lines=tuple(lines), closing=closing)


def mark(scene: Scene, rng: Random) -> Paragraph:
    """A stamp or a label at the edge of a paper."""
    whose = rng.choice((*colleagues(scene), scene.author))
    text = pick(
        rng,
        "frame",
        "marks",
        day=cell(day(scene, rng.randint(1, 6), work=True), 0),
        who=initials(whose),
        name=first(whose),
        number=rng.randint(11, 990),
    )
    return Paragraph(text=text, style="note")


def marks(scene: Scene, rng: Random, chance: float = 0.5) -> list[Block]:
    """None, one or two marks; only pages that may have been paper have any."""
    if scene.spec.format != "pdf":
        return []
    return [mark(scene, rng) for _ in range((rng.random() < chance) + (rng.random() < chance / 3))]


def copies(scene: Scene, rng: Random, most: int = 3) -> list[str]:
    """Which bystanders get a copy, by short name."""
    taken = {scene.author.entity_id, *(r.entity_id for r in scene.recipients)}
    others = [e for e in bystanders(scene) if e.entity_id not in taken]
    return [short(e) for e in rng.sample(others, min(len(others), rng.randint(0, most)))]


def disclaimer(scene: Scene) -> list[Block]:
    """The company's standing line under its mail; some companies have none."""
    own = Random(f"{full(scene.company)}/disclaimer")
    if own.random() < 0.45:
        return []
    text = vary(own, own.choice(bank("frame")["disclaimers"]), company=full(scene.company))
    return [Paragraph(text=text, style="small")]

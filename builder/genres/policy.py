"""A policy: numbered sections of rules, an acknowledgment line, and comments kept with it."""

from __future__ import annotations

from random import Random

from builder.genres import Genre, Scene
from builder.genres._frame import banner, body, dated, form_number, marks, title
from builder.genres._lists import laid_by
from builder.genres._people import full
from builder.genres._tables import shown
from builder.genres._text import pick, some
from builder.genres._weave import Unit, made_for, pieces, statements, wording
from builder.schema import Block, Heading, KeyValues, ListBlock, Paragraph

GENRE = Genre(
    title="policy",
    formats=("pdf", "docx"),
    forms=("prose", "row"),
    names=(
        "policy {number}",
        "{subject} policy",
        "procedure {number} rev",
        "{subject} rev {mon} {year}",
        "handbook {subject}",
        "SOP {number} {month}-{yy}",
        "rule {number} {year}",
    ),
    background=(1, 3),
)


def compose(scene: Scene, rng: Random) -> tuple[Block, ...]:
    """See the module docstring."""
    kind = pick(rng, "office", "policy_head")
    head = [
        (kind, form_number(scene, kind[:2].upper())),
        (rng.choice(("Printed", "This copy", "Date")), dated(scene)),
        (rng.choice(("Kept by", "Contact", "Copy of")), full(scene.author)),
    ]
    blocks: list[Block] = [banner(scene), title(scene), KeyValues(pairs=tuple(head))]
    blocks += _sections(scene, rng)
    apart = laid_by(shown(scene, rng, 0.7), scene, rng)
    around = [Unit(b.text) for b in pieces(scene, rng) if not made_for(scene, b)]
    if around:
        blocks.append(Heading(text=pick(rng, "office", "policy_comments"), level=2))
        if rng.random() < 0.5:
            blocks += body(around)
        else:
            blocks.append(ListBlock(items=tuple(unit.text for unit in around)))
    blocks.append(Paragraph(text=pick(rng, "office", "policy_ack"), style="small"))
    return (*blocks, *apart, *marks(scene, rng, 0.2))


def _sections(scene: Scene, rng: Random) -> list[Block]:
    """The clauses with their numbers; what the policy states stands among its rules."""
    n = rng.choice((50, 100, 250, 500, 1000))
    rules = [Unit(line) for line in some(rng, "office", "policy_rule", rng.randint(4, 6), n=n)]
    rules[2:2] = [Unit(b.text) for b in pieces(scene, rng) if made_for(scene, b)]
    for statement, mention in statements(scene, "prose", "chat", "qa", "key_value"):
        at = rng.randint(1, max(1, len(rules) - 1))
        rules.insert(at, Unit(wording(mention), (statement.fact_id,)))
    sections = [
        *(Unit(pick(rng, "office", key)) for key in ("policy_purpose", "policy_scope")),
        *([Unit(pick(rng, "office", "policy_duty"))] if rng.random() < 0.7 else []),
        *rules,
        *([Unit(pick(rng, "office", "policy_exception"))] if rng.random() < 0.7 else []),
    ]
    stem = rng.randint(2, 18)
    if rng.random() < 0.5:
        return body([Unit(f"{stem}.{i} {u.text}", u.fact_ids) for i, u in enumerate(sections, 1)])
    facts = tuple(f for unit in sections for f in unit.fact_ids)
    return [ListBlock(items=tuple(unit.text for unit in sections), start=1, fact_ids=facts)]

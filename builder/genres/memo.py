"""An internal memorandum: To, From, Date, Re, and numbered or plain paragraphs."""

from __future__ import annotations

from random import Random

from builder.genres import Genre, Scene
from builder.genres._days import day, in_words
from builder.genres._frame import banner, body, copies, dated, marks, number
from builder.genres._people import full, initials, jobs, manner, short
from builder.genres._tables import introduced, shown
from builder.genres._text import pick
from builder.genres._weave import SEVERAL, half_told, turned_to, units
from builder.schema import Block, Entity, Heading, KeyValues, ListBlock, Paragraph

GENRE = Genre(
    title="memorandum",
    formats=("docx", "pdf"),
    forms=("prose", "row"),
    names=(
        "memo {subject}",
        "{subject} memo",
        "Memo {month}-{day}-{yy}",
        "memo to {recipient} {mon}",
        "{author} memo {subject}",
        "Memo re {subject}",
        "{subject} {month}-{day}",
    ),
    background=(2, 6),
)


def compose(scene: Scene, rng: Random) -> tuple[Block, ...]:
    """See the module docstring."""
    name = rng.choice(("MEMORANDUM", "Memorandum", "INTERNAL MEMORANDUM", "Memo", "OFFICE MEMO"))
    blocks: list[Block] = [banner(scene)] if scene.look % 2 == 0 else []
    head = KeyValues(pairs=tuple(_head(scene, rng)), fact_ids=half_told(scene))
    blocks += [Heading(text=name), head]
    slots = {
        "later": in_words(day(scene, rng.randint(3, 10), True)),
        "ext": rng.randint(11, 480),
        "n": rng.choice(("several", "a few", "the usual")),
    }
    found = units(scene, rng, ("row",))
    several = len(found) >= SEVERAL
    if rng.random() < (0.8 if several else 0.5):
        key = "memo_several" if several else "memo_open"
        blocks.append(Paragraph(text=pick(rng, "letter", key, **slots)))
    own = introduced(shown(scene, rng, 0.08), rng)
    at = rng.randint(1, len(found)) if found else 0
    numbered = several and rng.random() < 0.75
    if not numbered:
        found = turned_to(found, manner(scene.author), rng)
    if numbered:
        for start, part in ((1, found[:at]), (at + 1, found[at:])):
            if part:
                blocks.append(
                    ListBlock(
                        items=tuple(u.text for u in part),
                        start=start,
                        fact_ids=tuple(f for u in part for f in u.fact_ids),
                    )
                )
            blocks += own if start == 1 else []
    else:
        blocks += [*body(found[:at]), *own, *body(found[at:])]
    if rng.random() < 0.6:
        blocks.append(Paragraph(text=pick(rng, "letter", "memo_close", **slots)))
    blocks.append(
        Paragraph(
            text=rng.choice(
                (
                    initials(scene.author),
                    short(scene.author),
                    f"{initials(scene.author)}/{number(rng, 2, 9)}",
                )
            )
        )
    )
    return (*blocks, *marks(scene, rng, 0.35))


def _head(scene: Scene, rng: Random) -> list[tuple[str, str]]:
    upper = scene.look % 3 != 1
    to = ", ".join(_title(e, scene.look) for e in scene.recipients) or rng.choice(
        ("File", "All department heads", "Distribution", "Supervisors", "All staff")
    )
    pairs = [
        ("To", to),
        ("From", _title(scene.author, scene.look)),
        ("Date", dated(scene)),
        (rng.choice(("Re", "Subject")), scene.spec.title),
    ]
    if names := copies(scene, rng):
        pairs.insert(2, (rng.choice(("Cc", "Copy")), ", ".join(names)))
    return [(label.upper() if upper else label, value) for label, value in pairs]


def _title(person: Entity, look: int) -> str:
    return f"{full(person)}, {jobs(person)}" if person.job and look % 2 else full(person)

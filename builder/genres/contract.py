"""A contract: parties, recitals, numbered sections, signatures, and often an addendum."""

from __future__ import annotations

from random import Random

from builder.genres import Genre, Scene
from builder.genres._days import day, in_words, written
from builder.genres._frame import banner, body, title
from builder.genres._people import brief, first, full, jobs, short
from builder.genres._tables import shown
from builder.genres._text import bank, pick, some, vary
from builder.genres._weave import Unit, pieces, wording
from builder.schema import Block, Break, Heading, Paragraph, Signature

GENRE = Genre(
    title="contract",
    formats=("pdf", "docx"),
    forms=("prose", "row"),
    names=(
        "{subject} executed",
        "Agmt {subject}",
        "{subject} signed copy",
        "{recipient} agreement {year}",
        "{subject} w addendum",
        "K {subject} {yy}",
        "agreement {month}-{day}-{yy}",
    ),
    letters=True,
    background=(0, 2),
)
_SECTIONS = (
    "interpretation",
    "captions",
    "schedules",
    "counterparts",
    "expenses",
    "publicity",
    "site",
    "paperwork",
    "contacts",
    "severability",
    "further",
)


def compose(scene: Scene, rng: Random) -> tuple[Block, ...]:
    """See the module docstring."""
    slots = _slots(scene, rng)
    amended = rng.random() < 0.55
    facts = [
        Unit(wording(s.wording), (s.fact_id,))
        for s in scene.spec.statements
        if s.wording and s.wording.form != "row"
    ]
    blocks = _cover(scene, rng)
    blocks += [
        title(scene, str(slots["kind"])),
        Paragraph(text=scene.spec.title),
        Paragraph(text=pick(rng, "contract", "opening", **slots)),
        Paragraph(text=pick(rng, "contract", "recital")),
        Paragraph(text=pick(rng, "contract", "agreed")),
    ]
    titled = scene.look % 3
    for number, (heading, clauses) in enumerate(_sections(facts, rng), start=1):
        if titled:
            blocks.append(Heading(text=f"{number}. {heading}", level=2))
        lead = "" if titled else f"{heading}. "
        blocks += body(
            [
                Unit(f"{number}.{k} {lead if k == 1 else ''}{unit.text}", unit.fact_ids)
                for k, unit in enumerate(clauses, start=1)
            ]
        )
    for letter, table in zip("ABCDEFG", shown(scene, rng, 0.6, grow=False), strict=False):
        blocks += [Heading(text=f"SCHEDULE {letter}", level=2), table]
    blocks += _signatures(scene, 0)
    if amended:
        blocks += _addendum(scene, slots, rng)
    return tuple(blocks)


def _slots(scene: Scene, rng: Random) -> dict[str, object]:
    other = scene.recipient_company
    return {
        "kind": pick(rng, "contract", "kind"),
        "a": full(scene.company),
        "b": full(other) if other else "the undersigned",
        "ra": brief(scene.company),
        "rb": brief(other) if other else "Signatory",
        "date": in_words(day(scene)),
        "n": rng.randint(2, 8),
        "k": rng.randint(1, 3),
    }


def _sections(facts: list[Unit], rng: Random) -> list[tuple[str, list[Unit]]]:
    """Title and clauses of each section; facts make one in the middle."""
    wanted = rng.sample(_SECTIONS, rng.randint(7, 10))
    sections = list[tuple[str, list[Unit]]]()
    for key in wanted:
        heading, *lines = bank("contract")[key]
        chosen = rng.sample(lines, min(len(lines), rng.choice((1, 2, 2, 3))))
        sections.append((heading, [Unit(vary(rng, line)) for line in chosen]))
    # What an agreement is about stands in every one, whatever else it states.
    clauses = [Unit(line) for line in some(rng, "contract", "terms", rng.randint(3, 5))]
    fillers = rng.sample(bank("contract")["particulars"][1:], rng.randint(0, 1))
    for unit in [*facts, *(Unit(vary(rng, line)) for line in fillers)]:
        clauses.insert(rng.randint(0, len(clauses)), unit)
    heading = vary(rng, bank("contract")["particulars"][0])
    sections.insert(rng.randint(2, len(sections) - 2), (heading, clauses))
    return sections


def _addendum(scene: Scene, slots: dict[str, object], rng: Random) -> list[Block]:
    """A later sheet that mends the typing of the first and changes nothing in it."""
    items = some(rng, "contract", "amend", rng.randint(3, 4), **slots)
    name = rng.choice(
        ("ADDENDUM", "CORRECTION SHEET", "Addendum 1", "RIDER (CORRECTIONS)", "Errata")
    )
    when = day(scene, rng.randint(2, 9), True)
    return [
        Break(unit="page"),
        Heading(text=name, level=2),
        Paragraph(text=f"{rng.choice(('Dated', 'Made', 'Added'))} {in_words(when)}"),
        *body([Unit(f"{n}. {text}") for n, text in enumerate(items, start=1)]),
        *_signatures(scene, when.toordinal() - day(scene).toordinal()),
    ]


def _signatures(scene: Scene, offset: int) -> list[Block]:
    when = written(day(scene, offset), scene.look)
    author = scene.author
    lines = tuple(x for x in (jobs(author), f"Date: {when}") if x)
    blocks: list[Block] = [
        Signature(closing=full(scene.company), name=f"/s/ {full(author)}", lines=lines)
    ]
    if scene.recipient_company:
        reader = scene.recipients[0] if scene.recipients else None
        name = f"/s/ {full(reader)}" if reader and reader.kind == "person" else "By: ______________"
        role = jobs(reader) if reader and reader.kind == "person" else ""
        blocks.append(
            Signature(
                closing=full(scene.recipient_company),
                name=name,
                lines=tuple(x for x in (role, f"Date: {when}") if x),
            )
        )
    return blocks


def _cover(scene: Scene, rng: Random) -> list[Block]:
    """The sheet before the paper, which carries what else the sender had to say."""
    if not scene.spec.background:
        return []
    to = first(scene.recipients[0]) if scene.recipients else rng.choice(("File", "All holders"))
    around = [Unit(b.text) for b in pieces(scene, rng)]
    return [
        banner(scene),
        Heading(
            text=rng.choice(("Transmittal", "Cover sheet", "Routing slip", "Cover note")), level=2
        ),
        Paragraph(
            text=f"To: {to}\nFrom: {short(scene.author)}\nDate: {written(day(scene), scene.look)}"
        ),
        *body(around),
        Paragraph(text=pick(rng, "contract", "cover")),
        Break(unit="page"),
    ]

"""A maintenance work order: what was called in, found, done, and what parts it took."""

from __future__ import annotations

from random import Random

from builder.genres import Genre, Scene
from builder.genres._frame import banner, body, dated, form, form_number, marks
from builder.genres._lines import dollars, priced
from builder.genres._people import short, somebody
from builder.genres._tables import shown
from builder.genres._text import pick
from builder.genres._weave import Unit, made_for, pairs, units
from builder.schema import Block, Heading, Paragraph, Table

GENRE = Genre(
    title="work order",
    formats=("pdf", "docx", "txt"),
    forms=("prose", "key_value", "row"),
    names=(
        "WO {mon} {day}",
        "WO {subject}",
        "work order {month}-{day}",
        "{subject} WO",
        "WO-{yy}-{month}{day}",
        "maint {month}-{day} {author}",
    ),
    background=(1, 3),
)
_HEADS = (
    ("As called", "Reported", "Request", "Complaint as given", "Problem stated"),
    ("Found", "Findings", "What was found", "Condition on arrival", "Observed"),
    ("Done", "Work done", "Action", "Work performed", "What was done"),
    ("Follow-up", "Remarks", "Left open", "Comments", "Notes"),
)


def compose(scene: Scene, rng: Random) -> tuple[Block, ...]:
    """See the module docstring."""
    fields, fact_ids = pairs(scene)
    head = rng.choice(
        ("WORK ORDER", "MAINTENANCE WORK ORDER", "Work order", "Service request", "JOB TICKET")
    )
    blocks: list[Block] = [
        banner(scene),
        Heading(text=head),
        *form(rng, _head(scene, rng), fields, fact_ids),
    ]
    for heads, part in zip(_HEADS, _parts(scene, rng), strict=True):
        text = list(part) or [Unit(pick(rng, "forms", f"wo_{_HEADS.index(heads)}"))]
        blocks += [Heading(text=rng.choice(heads), level=2), *body(text)]
        if heads is _HEADS[2]:
            blocks += shown(scene, rng, 0.7) or [_materials(rng)] * (rng.random() < 0.7)
    done = (
        f"{rng.choice(('Signed', 'Mechanic', 'Closed by', 'By'))}: {short(scene.author)}     "
        f"{rng.choice(('Desk', 'Filed', 'Office'))}: {somebody(scene, rng)}"
    )
    return (*blocks, Paragraph(text=done), *marks(scene, rng, 0.3))


def _parts(scene: Scene, rng: Random) -> list[list[Unit]]:
    """What stands in the four parts of the form: accounts of jobs are work done, one each; other
    matters are remarks, or what was called in or found."""
    found = units(scene, rng, ("key_value", "row"))
    jobs = [piece.text for piece in scene.spec.background if made_for(scene, piece)]
    done = [unit for unit in found if unit.text in jobs]
    others = [unit for unit in found if unit not in done]
    parts = list[list[Unit]]([[], [], done, []])
    for unit in others:
        parts[rng.choice((0, 1, 3, 3))].append(unit)
    return parts


def _head(scene: Scene, rng: Random) -> list[tuple[str, str]]:
    fields = [
        ("Subject", scene.spec.title),
        ("Date", dated(scene)),
        ("Requested by", somebody(scene, rng)),
        ("Priority", rng.choice(("1", "2", "3", "2, running", "routine", "next shutdown"))),
        ("Assigned", short(scene.author)),
        ("Form", form_number(scene, "MW")),
        ("Cost center", f"{rng.randint(10, 80)}-{rng.randint(100, 990)}"),
    ]
    return fields[:3] + [f for f in fields[3:] if rng.random() < 0.7]


def _materials(rng: Random) -> Table:
    lines = priced(rng, "supplies", rng.randint(1, 4))
    lines = [line._replace(quantity=rng.randint(1, 3)) for line in lines]
    rows = [(line.item, str(line.quantity), dollars(line.amount)) for line in lines]
    rows.append(("Total", "", dollars(sum(line.amount for line in lines))))
    return Table(
        header=(rng.choice(("Part", "Material", "From stock")), "Qty", "Cost"), rows=tuple(rows)
    )

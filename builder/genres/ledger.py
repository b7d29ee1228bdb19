"""A ledger or a register: postings with a balance that holds, or a list that somebody keeps."""

from __future__ import annotations

from random import Random

from builder.genres import Genre, Scene
from builder.genres._days import cell, workdays
from builder.genres._frame import banner, dated, marks, notes, title
from builder.genres._lines import dollars
from builder.genres._lists import called, laid_by, strange
from builder.genres._people import short
from builder.genres._tables import SHEET_CHANCE, USUAL_CHANCE, shown
from builder.genres._text import bank
from builder.genres._weave import units
from builder.schema import Block, Paragraph, Table

GENRE = Genre(
    title="ledger",
    formats=("xlsx", "pdf"),
    forms=("row", "prose"),
    names=(
        "ledger {mon} {year}",
        "book {number} {mon}",
        "list {mon} {day} {year}",
        "{author} list {month}-{yy}",
        "entries {year}-{month}",
        "{author} book {yy}",
        "register {month}-{day}-{yy}",
    ),
    background=(1, 3),
)


def compose(scene: Scene, rng: Random) -> tuple[Block, ...]:
    """See the module docstring."""
    kept = rng.choice(("Kept by", "Run by", "Posted by", "Prepared"))
    keeper = f"{kept} {short(scene.author)}, {dated(scene)}"
    found = shown(scene, rng, SHEET_CHANCE, grow=False)
    own = [table for table in found if not strange(table, "ledger")]
    if found and not own:
        # A book of something else than money.
        head = f"{scene.spec.title}\n{keeper}"
        names = [called(table, rng) for table in found]
        top, first = names[0].caption, names[0].model_copy(update={"caption": ""})
        blocks: list[Block] = [banner(scene), title(scene, top), Paragraph(text=head)]
        blocks += [first, *names[1:]]
    else:
        head = rng.choice(("General ledger detail", "Account detail", "Ledger", "Postings"))
        account = f"{rng.randint(10, 69)}{rng.choice('05')}0-{rng.randint(10, 99)}"
        sub = f"{scene.spec.title}\nAccount {account}\n{keeper}"
        blocks = [banner(scene), title(scene, head), Paragraph(text=sub), *own]
        if not own or rng.random() < USUAL_CHANCE:
            blocks.append(_postings(scene, rng))
    blocks += notes(units(scene, rng, ("row",)), rng)
    apart = laid_by([table for table in found if own and table not in own], scene, rng)
    return (*blocks, *apart, *marks(scene, rng, 0.25))


def _postings(scene: Scene, rng: Random) -> Table:
    balance = rng.randint(400_000, 900_000)
    days = workdays(scene, 10, 0)
    rows = [(cell(days[0], scene.look), "", "Brought forward", "", "", dollars(balance))]
    journal, payees = rng.randint(100, 900), list(bank("goods")["payee"])
    rng.shuffle(payees)
    for when in days:
        for _ in range(rng.choice((0, 1, 1, 2))):
            journal += rng.randint(1, 3)
            amount, credit = rng.randint(600, 38_000), rng.random() < 0.35
            balance += -amount if credit else amount
            debit_cell, credit_cell = ("", dollars(amount)) if credit else (dollars(amount), "")
            text = payees[journal % len(payees)]
            date_cell = cell(when, scene.look)
            rows.append(
                (date_cell, f"JE {journal}", text, debit_cell, credit_cell, dollars(balance))
            )
    header = ("Date", rng.choice(("Ref", "Source", "Journal")), "Description", "Debit", "Credit")
    caption = rng.choice(("Office sundries", "Sundry accounts", "Petty items", "Office account"))
    return Table(header=(*header, "Balance"), rows=tuple(rows), caption=caption)

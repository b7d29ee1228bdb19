"""A bank's paper: an account statement with a running balance, or an advice of transfers."""

from __future__ import annotations

from random import Random

from builder.genres import Genre, Scene
from builder.genres._days import cell, day, in_words, workdays
from builder.genres._frame import body, dated, form, house, marks
from builder.genres._lines import dollars
from builder.genres._lists import laid_by, strange
from builder.genres._people import full
from builder.genres._tables import SHEET_CHANCE, USUAL_CHANCE, card, shown
from builder.genres._text import bank, pick
from builder.genres._weave import units
from builder.schema import Block, Heading, KeyValues, Paragraph, Table

GENRE = Genre(
    title="bank record",
    formats=("pdf", "xlsx"),
    forms=("row", "key_value", "prose"),
    names=(
        "stmt {mon} {year}",
        "statement {month}-{yy}",
        "advice {mon} {day}",
        "bank {mon} {yy}",
        "acct {author} {mon}",
        "bank {year}-{month}-{day}",
        "advice {month}-{day}-{yy}",
    ),
    background=(1, 3),
)


def compose(scene: Scene, rng: Random) -> tuple[Block, ...]:
    """See the module docstring."""
    fields, fact_ids = card(scene, rng)
    advice = rng.random() < 0.45
    there = house(scene.company)
    head = rng.choice(
        ("ADVICE", "Transfer advice", "Customer advice", "Payment advice")
        if advice
        else ("ACCOUNT STATEMENT", "Statement of account", "Business checking", "Account activity")
    )
    blocks: list[Block] = [
        Heading(text=head),
        Paragraph(text=f"{there.name}\n{there.street}\n{there.town}"),
        Paragraph(text=scene.spec.title),
        *form(rng, _head(scene, rng), fields, fact_ids),
    ]
    found = shown(scene, rng, SHEET_CHANCE, grow=False)
    own = [table for table in found if not strange(table, scene.spec.genre)]
    apart = laid_by([table for table in found if table not in own], scene, rng)
    blocks += own
    if not own or rng.random() < USUAL_CHANCE:
        blocks += [_transfers(scene, rng)] if advice else _statement(scene, rng)
    found = units(scene, rng, ("row", "key_value"))
    if found:
        blocks += [Heading(text=pick(rng, "forms", "bank_notes_head"), level=2), *body(found)]
    foot = pick(rng, "forms", "wire_foot" if advice else "statement_foot", phone=there.phone)
    return (*blocks, Paragraph(text=foot, style="small"), *apart, *marks(scene, rng, 0.3))


def _head(scene: Scene, rng: Random) -> list[tuple[str, str]]:
    fields = [
        (rng.choice(("Statement date", "Date", "Printed")), dated(scene)),
        ("Customer", full(scene.company)),
        ("Mail code", rng.choice(("hold", "mail", "branch pick-up", "online"))),
        ("Page", f"1 of {rng.randint(1, 3)}"),
        ("Branch", f"{rng.randint(2, 88):03}"),
        ("Attention", full(scene.author)),
    ]
    return fields[:2] + rng.sample(fields[2:], rng.randint(2, 4))


def _transfers(scene: Scene, rng: Random) -> Table:
    """Small transfers between the customer's own accounts, with their sum."""
    rows, total = list[tuple[str, ...]](), 0
    for when in workdays(scene, 10, 0):
        if rng.random() < 0.7:
            amount = rng.randrange(2_500, 60_000, 500)
            total += amount
            purpose = rng.choice(
                ("postage meter", "petty cash", "coffee fund", "imprest", "card fees")
            )
            rows.append((cell(when, scene.look), purpose, dollars(amount)))
    rows.append(("Total", "", dollars(total)))
    caption = rng.choice(("Between own accounts", "Automatic top-ups", "Standing transfers, small"))
    return Table(header=("Date", "To", "Amount"), rows=tuple(rows), caption=caption)


def _statement(scene: Scene, rng: Random) -> list[Block]:
    """A page of the imprest account; opening balance and postings give the closing one."""
    balance = opening = rng.randint(180_000, 900_000)
    check, rows, paid, received = rng.randint(2000, 9000), list[tuple[str, ...]](), 0, 0
    payees = list(bank("goods")["payee"])
    rng.shuffle(payees)
    for when in workdays(scene, 10, 0):
        for _ in range(rng.choice((1, 1, 2, 2))):
            check += 1
            credit = rng.random() < 0.15 or balance < 30_000
            amount = rng.randrange(10_000, 90_000, 500) if credit else rng.randint(600, 24_000)
            balance += amount if credit else -amount
            paid, received = paid + (0 if credit else amount), received + (amount if credit else 0)
            text = "Transfer in" if credit else payees[check % len(payees)]
            sides = ("", dollars(amount)) if credit else (dollars(amount), "")
            ref = "" if credit else rng.choice((str(check), str(check), "ACH", "DBT"))
            rows.append((cell(when, scene.look), ref, text, *sides, dollars(balance)))
    sides = (rng.choice(("Debit", "Paid")), rng.choice(("Credit", "Received")))
    header = ("Date", rng.choice(("Check", "Ref")), "Description", *sides, "Balance")
    caption = rng.choice(("Imprest account", "Petty account", "Office account", "Sundry account"))
    since = in_words(day(scene, -10))
    summary = (
        (f"Balance on {since}", dollars(opening)),
        ("Credits", dollars(received)),
        ("Debits", dollars(paid)),
        ("Closing balance", dollars(balance)),
    )
    return [Table(header=header, rows=tuple(rows), caption=caption), KeyValues(pairs=summary)]

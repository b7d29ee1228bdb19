"""A bank's paper: an account statement with a running balance, or an advice of a wire."""

from __future__ import annotations

from random import Random

from builder.genres import Genre, Scene
from builder.genres._days import cell, clock, day, in_words, workdays
from builder.genres._frame import body, dated, house, marks, number
from builder.genres._lines import dollars
from builder.genres._people import full
from builder.genres._rows import tables
from builder.genres._text import pick
from builder.genres._weave import mixed, pairs, statements, units
from builder.schema import Block, Heading, KeyValues, Paragraph, Table

GENRE = Genre(
    title="bank record",
    formats=("pdf", "xlsx"),
    forms=("row", "key_value", "prose"),
    names=(
        "stmt {mon} {year}",
        "statement {month}-{yy}",
        "wire advice {number}",
        "bank {mon} {yy}",
        "acct {number} {mon}",
        "{subject} bank record",
        "advice {month}-{day}-{yy}",
    ),
    background=(1, 3),
)


def compose(scene: Scene, rng: Random) -> tuple[Block, ...]:
    """See the module docstring."""
    fields, fact_ids = pairs(scene)
    wire = bool(fields) or (not statements(scene, "row") and rng.random() < 0.4)
    own = house(scene.company)
    head = rng.choice(
        ("ADVICE OF TRANSFER", "Wire transfer advice", "Outgoing wire", "Payment advice")
        if wire
        else ("ACCOUNT STATEMENT", "Statement of account", "Business checking", "Account activity")
    )
    blocks: list[Block] = [
        Heading(text=head),
        Paragraph(text=f"{own.name}\n{own.street}\n{own.town}"),
        Paragraph(text=scene.spec.title),
    ]
    if wire:
        blocks.append(
            KeyValues(pairs=tuple(mixed(rng, _wire(scene, rng), fields)), fact_ids=fact_ids)
        )
    else:
        blocks.append(
            KeyValues(
                pairs=(
                    ("Account", f"ending {number(rng, 1000, 9999)}"),
                    ("Statement date", dated(scene)),
                    ("Page", f"1 of {rng.randint(1, 3)}"),
                )
            )
        )
    shown = tables(scene, rng, grow=False)
    blocks += shown
    if not wire and (not shown or rng.random() < 0.3):
        blocks += _statement(scene, rng)
    found = units(scene, rng, ("row", "key_value"))
    if found:
        blocks += [Heading(text=pick(rng, "forms", "bank_notes_head"), level=2), *body(found)]
    foot = pick(rng, "forms", "wire_foot" if wire else "statement_foot", phone=own.phone)
    return (*blocks, Paragraph(text=foot, style="small"), *marks(scene, rng, 0.3))


def _wire(scene: Scene, rng: Random) -> list[tuple[str, str]]:
    minute = rng.randint(8 * 60 + 30, 16 * 60 + 20)
    other = scene.recipient_company
    return [
        ("Reference", f"{day(scene):%y%m%d}{number(rng, 1000, 9999)}"),
        (rng.choice(("Value date", "Date")), dated(scene)),
        (rng.choice(("Entered", "Time")), clock(minute, scene.look)),
        ("By order of", full(scene.company)),
        ("From account", f"ending {number(rng, 1000, 9999)}"),
        (
            rng.choice(("Beneficiary", "Credit to")),
            full(other) if other else "own account, savings",
        ),
        ("To account", f"ending {number(rng, 1000, 9999)}"),
        ("Amount", dollars(rng.randint(40_000, 2_400_000))),
        ("Charge", dollars(rng.choice((1500, 1800, 2500, 3000)))),
        (
            rng.choice(("Details", "Text")),
            rng.choice(("on account", "per statement", "monthly", "as agreed")),
        ),
        ("Authorized", full(scene.author)),
    ]


def _statement(scene: Scene, rng: Random) -> list[Block]:
    """A page of postings and its summary; opening balance and postings give the closing one."""
    balance = opening = rng.randint(900_000, 14_000_000)
    check, rows, paid, received = rng.randint(2000, 9000), list[tuple[str, ...]](), 0, 0
    for when in workdays(scene, 10, 0):
        for _ in range(rng.choice((1, 1, 2, 2, 3))):
            check += 1
            text = pick(rng, "goods", "payee")
            credit = (
                "deposit" in text.casefold() or "remittance" in text.casefold() or text == "Refund"
            )
            amount = rng.randint(2_000, 480_000 if credit else 160_000)
            balance += amount if credit else -amount
            paid, received = paid + (0 if credit else amount), received + (amount if credit else 0)
            ref = "" if credit else rng.choice((str(check), "ACH", str(check), "DBT"))
            rows.append(
                (
                    cell(when, scene.look),
                    ref,
                    text,
                    "" if credit else dollars(amount),
                    dollars(amount) if credit else "",
                    dollars(balance),
                )
            )
    table = Table(
        header=(
            "Date",
            rng.choice(("Check", "Ref")),
            "Description",
            rng.choice(("Debit", "Paid")),
            rng.choice(("Credit", "Received")),
            "Balance",
        ),
        rows=tuple(rows),
    )
    since = in_words(day(scene, -10))
    return [
        KeyValues(
            pairs=(
                (f"Balance on {since}", dollars(opening)),
                ("Credits", dollars(received)),
                ("Debits", dollars(paid)),
                ("Closing balance", dollars(balance)),
            )
        ),
        table,
    ]

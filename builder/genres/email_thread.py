"""An e-mail thread: the newest message first, and under it what it answers or forwards."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import pairwise
from random import Random

from builder.genres import Genre, Scene
from builder.genres._days import back, day, near, sent, told_by
from builder.genres._frame import disclaimer
from builder.genres._people import (
    colleagues,
    first,
    formal,
    full,
    initials,
    jobs,
    manner,
    people,
    short,
)
from builder.genres._text import bank, pick, vary
from builder.genres._weave import SEVERAL, Unit, listed, units
from builder.schema import Block, Entity, Message

GENRE = Genre(
    title="e-mail thread",
    formats=("pdf", "txt", "docx"),
    forms=("prose",),
    names=(
        "{subject}",
        "{subject} ({author})",
        "{subject} {mon} {day}",
        "e-mail {author} {month}-{day}",
        "{year}-{month}-{day} {subject}",
        "{author} to {recipient} {month}-{day}-{yy}",
        "Mail - {subject}",
        "{subject} {month}{day}",
    ),
    background=(2, 5),
)


@dataclass
class _Mail:
    """One message of the thread while it is being filled."""

    author: Entity
    to: tuple[Entity, ...]
    when: datetime
    found: list[Unit] = field(default_factory=list[Unit])
    lead: str = ""
    ask: str = ""


def compose(scene: Scene, rng: Random) -> tuple[Block, ...]:
    """See the module docstring."""
    thread = _thread(scene, rng)
    _share(thread, units(scene, rng), scene, rng)
    _no_sooner(thread, scene)
    subject = scene.spec.title
    prefix = "FW: " if thread[0].lead else "RE: " if len(thread) > 1 else ""
    copied = tuple(_address(e, scene) for e in _copied(scene, rng))
    blocks = list[Block]()
    for depth, mail in enumerate(thread):
        head = prefix if depth == 0 else rng.choice(("RE: ", "")) if depth + 1 < len(thread) else ""
        blocks.append(
            Message(
                sender=_address(mail.author, scene),
                recipients=tuple(_address(e, scene) for e in mail.to),
                copied=copied if depth == 0 or rng.random() < 0.4 else (),
                sent=sent(mail.when, scene.look),
                subject=head + subject,
                body=tuple(_body(mail, scene, rng)),
                attachments=_attachments(scene, rng) if depth == 0 else (),
                depth=depth,
                fact_ids=tuple(f for unit in mail.found for f in unit.fact_ids),
            )
        )
    return (*blocks, *disclaimer(scene))


def _thread(scene: Scene, rng: Random) -> list[_Mail]:
    """The messages, newest first, without their text."""
    author, others = scene.author, tuple(e for e in people(scene) if e is not scene.author)
    to = scene.recipients or others[:1] or (author,)
    when = scene.spec.date
    thread = [_Mail(author, to, when)]
    partner = to[0]
    if partner is author:
        return thread
    speakers = {s.wording.speaker_id for s in scene.spec.statements if s.wording}
    speakers |= {piece.speaker_id for piece in scene.spec.background}
    need = 2 if partner.entity_id in speakers else 1
    # What is stated stands in messages of the document's own day: "on Tuesday" must mean one day.
    length = max(need, rng.choice((1, 2, 2, 2, 3, 3, 4)))
    elsewhere = [e for e in others if e not in to]
    if need == 1 and rng.random() < 0.15 and elsewhere:
        thread[0].lead = pick(rng, "mail", "forward")
        when -= timedelta(minutes=rng.randint(6, 150))
        thread.append(_Mail(author, (rng.choice(elsewhere),), when))
        return thread
    while len(thread) < length:
        last = thread[-1]
        near_min = need == 2 and len(thread) == 1
        when = (
            when - timedelta(minutes=rng.randint(6, 90)) if near_min else back(when, rng, 12, 1500)
        )
        thread.append(_Mail(partner if last.author is author else author, (last.author,), when))
    return thread


def _share(thread: list[_Mail], found: list[Unit], scene: Scene, rng: Random) -> None:
    """Gives each unit to a message of its speaker; those of nobody go to either side."""
    own = [m for m in thread if m.author is scene.author and not m.lead]
    theirs = [m for m in thread if m.author is not scene.author]
    mine, yours = list[Unit](), list[Unit]()
    for unit in found:
        partner = bool(theirs) and unit.speaker_id == theirs[0].author.entity_id
        loose = bool(theirs) and not unit.fact_ids and unit.speaker_id is None
        (yours if partner or (loose and rng.random() < 0.35) else mine).append(unit)
    if not mine:  # what somebody said stays theirs
        mine = [unit for unit in yours if unit.speaker_id is None]
        yours = [unit for unit in yours if unit.speaker_id is not None]
    for mails, chosen in ((own, mine), (theirs, yours)):
        if mails:
            cuts = sorted(rng.randint(0, len(chosen)) for _ in mails[1:])
            stated = max((i + 1 for i, unit in enumerate(chosen) if unit.fact_ids), default=1)
            cuts = [max(cut, stated) for cut in cuts]
            for mail, start, end in zip(mails, [0, *cuts], [*cuts, len(chosen)], strict=True):
                mail.found = chosen[start:end]
    for mail in thread:
        if not mail.found and not mail.lead:
            key = "ask" if mail is thread[-1] or rng.random() < 0.5 else "reply"
            mail.ask = pick(rng, "mail", key, day=near(day(scene, rng.randint(1, 5), True), rng))


def _no_sooner(thread: list[_Mail], scene: Scene) -> None:
    """Date no message of the document's own day before a time that it tells of."""
    made = scene.spec.date
    minutes = made.hour * 60 + made.minute
    for newer, mail in pairwise(thread):
        told = max((told_by(u.text, minutes) for u in mail.found if u.fact_ids), default=0)
        least = made.replace(hour=told // 60, minute=told % 60)
        if mail.when.date() == made.date() and mail.when <= least < newer.when:
            mail.when = least + (newer.when - least) / 2


def _body(mail: _Mail, scene: Scene, rng: Random) -> list[str]:
    style = manner(mail.author)
    reader = mail.to[0]
    lines = list[str]()
    if mail.to[0] is not mail.author and rng.random() < 0.75:
        names = (
            {"first": "All", "formal": "all"}
            if len(mail.to) > 2
            else {"first": first(reader), "formal": formal(reader)}
        )
        lines.append(pick(rng, "frame", f"greeting_{style}", **names))
    soon = near(day(scene, rng.randint(1, 5), True), rng)
    if mail.lead or mail.ask:
        lines.append(mail.lead or mail.ask)
    elif len(mail.found) >= SEVERAL and rng.random() < 0.75:
        lines.append(pick(rng, "mail", "several"))
    elif len(mail.found) < SEVERAL and rng.random() < 0.4:
        lines.append(pick(rng, "mail", "opening"))
    lines += [unit.text for unit in listed(mail.found, full(mail.author), style, rng)]
    if mail.found and rng.random() < 0.45:
        lines.append(pick(rng, "mail", "closing_line", day=soon))
    return [*lines, *_sign(mail.author, scene, rng)]


def _sign(author: Entity, scene: Scene, rng: Random) -> list[str]:
    style = manner(author)
    own = Random(f"{full(author)}/sign")
    name = (
        first(author) if style == "casual" else short(author) if style == "plain" else full(author)
    )
    if own.random() < 0.25:
        return [initials(author)]
    closing = vary(own, own.choice(bank("frame")[f"closing_{style}"]))
    tail = f"\n{jobs(author)}" if author.job and own.random() < 0.5 else ""
    company = f"\n{full(scene.company)}" if author is scene.author and own.random() < 0.4 else ""
    return [closing, name + tail + company] if rng.random() < 0.6 else [name]


def _copied(scene: Scene, rng: Random) -> list[Entity]:
    taken = {scene.author.entity_id, *(e.entity_id for e in scene.recipients)}
    free = [e for e in colleagues(scene) if e.entity_id not in taken]
    return rng.sample(free, min(len(free), rng.choice((0, 0, 1, 1, 2))))


def _address(person: Entity, scene: Scene) -> str:
    return f"{full(person)} <{person.email}>" if person.email and scene.look % 2 else full(person)


def _attachments(scene: Scene, rng: Random) -> tuple[str, ...]:
    if rng.random() < 0.6:
        return ()
    kind = rng.choice(("pdf", "xlsx", "docx", "jpg"))
    stem = pick(rng, "mail", "attachment")
    when = day(scene, -rng.randint(0, 6))
    return (
        rng.choice(
            (
                f"{stem}.{kind}",
                f"{stem} {when:%m%d}.{kind}",
                f"{stem}_v{rng.randint(2, 4)}.{kind}",
                f"{scene.spec.title[:24].strip()} {stem}.{kind}",
            )
        ),
    )

"""A chat export: one line a message, with time and speaker."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from itertools import pairwise
from random import Random

from builder.genres import Genre, Scene
from builder.genres._days import clock, told_by
from builder.genres._people import by_id, full, handle, people
from builder.genres._text import bank, pick, vary
from builder.genres._weave import sentences, wording
from builder.schema import Background, Block, Lines, Paragraph

GENRE = Genre(
    title="chat export",
    formats=("txt", "pdf"),
    forms=("chat",),
    names=(
        "chat {subject}",
        "chat export {mon}",
        "{subject} chat {month}-{day}",
        "{author} chat {mon}",
        "export {year}-{month}-{day}",
        "phone export {author}",
        "thread {subject}",
    ),
    background=(3, 6),
)
_Say = tuple[str, str, tuple[str, ...]]
_TIMES = {"morning": (0, 585), "noon": (675, 765), "late": (945, 1440)}
TALK = 4  # lines of a passage that two people say in turn


def compose(scene: Scene, rng: Random) -> tuple[Block, ...]:
    """See the module docstring."""
    crew = people(scene)[:6]
    names = {e.entity_id: handle(e, rng) for e in crew}
    told = _days_talk(scene, rng, names)
    group = pick(rng, "chat", "title")
    start = scene.spec.date - timedelta(days=len(told) - 1)
    style = rng.randrange(4)
    head = [
        rng.choice(
            (
                f'EXPORT: group "{group}"',
                f"Chat: {group}",
                f'Thread "{group}"',
                f"Channel export: {group.lower()}",
                f"Conversation: {group}",
            )
        ),
        f"{rng.choice(('members', 'participants', 'in this chat'))}: {', '.join(names.values())}",
        f"{rng.choice(('range', 'from', 'start'))}: {start:%Y-%m-%d}"
        + rng.choice(("", ", times local", ", not continuous", ", local time")),
    ]
    if rng.random() < 0.4:
        head.append(f"{rng.choice(('device', 'exported by', 'account'))}: {full(scene.author)}")
    blocks: list[Block] = [Paragraph(text=scene.spec.title)] if rng.random() < 0.5 else []
    blocks.append(Lines(lines=tuple(head)))
    small = _Small(rng)
    for offset, talks in enumerate(told):
        blocks += _day(start + timedelta(days=offset), talks, scene, style, small, rng)
    return tuple(blocks)


def _days_talk(scene: Scene, rng: Random, names: dict[str, str]) -> list[list[list[_Say]]]:
    """What is said, day by day and talk by talk; facts stand on the document's own day, the last
    one."""
    crew = list(names.values())

    def named(speaker_id: str | None) -> str:
        return names.get(by_id(scene, speaker_id).entity_id, crew[0])

    talk = list[list[_Say]]()
    for piece in rng.sample(scene.spec.background, len(scene.spec.background)):
        lines = piece.text.splitlines() if piece.form == "chat" else _typed(piece.text)
        voices = _voices(piece, lines, named, crew, rng)
        talk.append(
            [
                (voices[turn % len(voices)], line.strip(), ())
                for turn, line in enumerate(lines)
                if line.strip()
            ]
        )
    days = rng.randint(1, max(1, min(4, len(talk) - 1)))
    cuts = [len(talk) * i // days for i in range(days + 1)]
    parts = [talk[a:b] for a, b in pairwise(cuts)]
    for statement in rng.sample(scene.spec.statements, len(scene.spec.statements)):
        if statement.wording:
            who = named(statement.wording.speaker_id)
            lines = wording(statement.wording).splitlines()
            said = [(who, line, (statement.fact_id,)) for line in lines if line.strip()]
            parts[-1].insert(rng.randint(0, len(parts[-1])), said)
    return [
        [one for said in (*part, []) for one in (*_filler(rng, crew), said) if one]
        for part in parts
    ]


def _typed(text: str) -> list[str]:
    """Running text as somebody sends it: two sentences at a time."""
    said = sentences(text)
    return [" ".join(said[at : at + 2]) for at in range(0, len(said), 2)]


def _voices(
    piece: Background,
    lines: list[str],
    named: Callable[[str | None], str],
    crew: list[str],
    rng: Random,
) -> list[str]:
    """Who says the lines of a passage in turn: its speaker; of a longer talk among nobody in
    particular two, neither of whom it speaks of."""
    own = piece.kind in ("dispute", "alternative")
    if piece.form != "chat" or len(lines) < TALK or own:
        return [named(piece.speaker_id) if piece.speaker_id else rng.choice(crew)]
    first = named(piece.speaker_id) if piece.speaker_id else ""
    free = [n for n in crew if n != first and not any(w in piece.text for w in n.split())]
    others = rng.sample(free, min(len(free), 1 if first else 2))
    return [v for v in (first, *others) if v] or [rng.choice(crew)]


def _filler(rng: Random, crew: list[str]) -> list[list[_Say]]:
    """Small talk, of which what is said depends on when it is."""
    return [[(rng.choice(crew), "", ())] for _ in range(rng.choice((0, 1, 1, 2)))]


class _Small:
    """What is left to say in passing, by the time of day; little is said twice in a chat."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self._left = {
            key: rng.sample(bank("chat")[key], len(bank("chat")[key])) for key in (*_TIMES, "line")
        }

    def talk(self, minute: int) -> str:
        """Something to say at a minute of the day."""
        rng = self._rng
        fits = [key for key, (start, end) in _TIMES.items() if start <= minute < end]
        key = fits[0] if fits and rng.random() < 0.5 else "line"
        lines = self._left[key] or self._left["line"] or list(bank("chat")["line"])
        return vary(rng, lines.pop(), clock=clock(minute // 30 * 30 + 60, 1))


def _day(
    when: datetime,
    talks: list[list[_Say]],
    scene: Scene,
    style: int,
    small: _Small,
    rng: Random,
) -> list[Block]:
    """One day's messages, none after the document was made; answers follow within minutes. The
    lines that state facts stand in the same block as the rest."""
    made, last = scene.spec.date, 20 * 60
    if when.date() == made.date():
        last = min(last, made.hour * 60 + made.minute)
    minute = max(0, min(6 * 60 + rng.randint(10, 150), last - 2 * sum(map(len, talks))))
    step = max(2, (last - minute) // max(1, len(talks)))
    lines = [] if style else [f"--- {when:%a} {when.month}/{when.day}/{when:%y} ---"]
    if style == 1:
        lines = [f"{when:%Y-%m-%d} ({when:%a})"]
    facts = list[str]()
    turns = [(turn, at == 0) for talk in talks for at, turn in enumerate(talk)]
    for (who, text, fact_ids), first in turns:
        minute = min(last, minute + (rng.randint(1, step) if first else rng.randint(0, 3)))
        if fact_ids and when.date() == made.date():
            minute = max(minute, min(last, told_by(text, last) + 2))
        time = f"{minute // 60:02}:{minute % 60:02}"
        if style == 2:
            time = f"{when:%m/%d} {time}"
        elif style == 3:
            time = f"[{when.month}/{when.day}/{when:%y}, {clock(minute)}]"
        lines.append(f"{time} {who}: {text or small.talk(minute)}")
        facts += fact_ids
    return [Lines(lines=tuple(lines), fact_ids=tuple(dict.fromkeys(facts)))] if turns else []

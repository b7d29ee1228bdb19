"""A deposition transcript: excerpted pages with numbered lines, questions, answers, objections."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random

from builder.genres import Genre, Scene
from builder.genres._court import heading, with_years
from builder.genres._days import in_words
from builder.genres._people import full, jobs
from builder.genres._text import bank, pick, vary
from builder.genres._weave import wording
from builder.schema import Block, Break, Lines, Paragraph

GENRE = Genre(
    title="deposition transcript",
    formats=("pdf", "txt"),
    forms=("qa", "prose"),
    names=(
        "{author} tr {month}-{day}-{yy}",
        "{author} dep excerpts",
        "dep {author} {mon} {year}",
        "tr {month}-{day}-{yy} {author}",
        "{author} transcript {mon}",
        "{author} {year}-{month}-{day} tr",
    ),
    court_paper=True,
    background=(2, 5),
)
WIDTH, PAGE_LINES = 62, 25
_START = re.compile(r"(?:^|(?<=[.?!] ))[a-z]|\bi\b")
_SPLIT = re.compile(r"(?:^|(?<=\s))([QA])[.:] ")


@dataclass
class _Exchange:
    """Questions and answers that stay on one page: (mark, words) each."""

    turns: list[tuple[str, str]]
    fact_ids: tuple[str, ...] = ()
    keep: tuple[str, ...] = ()
    lines: list[str] = field(default_factory=list[str])


def compose(scene: Scene, rng: Random) -> tuple[Block, ...]:
    """See the module docstring."""
    scene = with_years(scene)
    flow = _flow(scene, rng)
    blocks = heading(scene, rng)
    when = f"{scene.spec.date:%A}, {in_words(scene.spec.date.date())}"
    excerpt = rng.choice((" (excerpt)", ", excerpts", "", ", selected pages"))
    blocks.append(
        Paragraph(
            text=f"Deposition of {full(scene.author).upper()}, {when}{excerpt}\n{scene.spec.title}"
        )
    )
    blocks.append(
        Paragraph(
            text=rng.choice(
                ("EXAMINATION BY COUNSEL", "Examination continued", "BY COUNSEL:", "EXAMINATION")
            )
        )
    )
    return (*blocks, *_pages(flow, rng))


def _flow(scene: Scene, rng: Random) -> list[_Exchange]:
    """All exchanges in order: the usual start, then pieces with facts and small questions among."""
    slots = {
        "name": full(scene.author),
        "Job": jobs(scene.author) or "Employee",
        "company": full(scene.company),
    }
    body = [
        _told(piece.text, piece.form == "qa", (), (), rng)
        for piece in rng.sample(scene.spec.background, len(scene.spec.background))
    ]
    for statement in rng.sample(scene.spec.statements, len(scene.spec.statements)):
        if statement.wording:
            keep = tuple(s.text for s in (*statement.wording.surfaces, *statement.surfaces))
            told = _told(
                wording(statement.wording),
                statement.wording.form == "qa",
                (statement.fact_id,),
                keep,
                rng,
            )
            body.insert(rng.randint(min(1, len(body)), max(1, len(body) - 1)), told)
    start = [
        _Exchange(_asked(line, rng, slots))
        for line in sorted(
            rng.sample(bank("court")["start"], rng.randint(2, 4)), key=bank("court")["start"].index
        )
    ]
    small = rng.sample(bank("court")["small"], min(len(bank("court")["small"]), len(body) + 2))
    flow = list[_Exchange]()
    for exchange in body:
        flow.append(exchange)
        if small and rng.random() < 0.7:
            flow.append(_Exchange(_asked(small.pop(), rng, slots)))
    return [*start, *flow, *(_Exchange(_asked(line, rng, slots)) for line in small[:1])]


def _asked(line: str, rng: Random, slots: Mapping[str, object]) -> list[tuple[str, str]]:
    question, _, answer = vary(
        rng, line.replace("]?|", "]?\t").replace("?|", "?\t").replace(".|", ".\t"), **slots
    ).partition("\t")
    return [("Q.", question), ("A.", answer)]


def _told(
    text: str, exchange: bool, fact_ids: tuple[str, ...], keep: tuple[str, ...], rng: Random
) -> _Exchange:
    text = _START.sub(lambda found: found.group().upper(), text)  # reporters write capitals
    keep = (*keep, *(surface[:1].upper() + surface[1:] for surface in keep))
    parts = _SPLIT.split(text)
    if exchange and len(parts) > 2:
        turns = [(f"{parts[i]}.", parts[i + 1].strip()) for i in range(1, len(parts) - 1, 2)]
    else:
        turns = [("Q.", pick(rng, "court", "lead")), ("A.", text)]
    if rng.random() < 0.3:
        turns.insert(1, (f"{pick(rng, 'court', 'speaker')}:", pick(rng, "court", "objection")))
    return _Exchange(turns, fact_ids, keep)


def _pages(flow: list[_Exchange], rng: Random) -> list[Block]:
    """Transcript pages; an exchange stays on one page, and pages of an excerpt may be skipped."""
    page, line = rng.randint(8, 140), rng.randint(1, 6)
    style = rng.randrange(3)
    blocks, lines, facts = list[Block](), list[str](), list[str]()
    for exchange in flow:
        laid = [
            text for mark, words in exchange.turns for text in _wrapped(mark, words, exchange.keep)
        ]
        if lines and line + len(laid) > PAGE_LINES + 1:
            blocks += _page(page, lines, facts, style, last=False)
            page, line, lines, facts = page + rng.choice((1, 1, 1, 2, 3)), 1, [], []
        for text in laid:
            lines.append(f"{page}:{line:<3} {text}" if style == 1 else f"{line:>3}  {text}")
            line += 1
        facts += exchange.fact_ids
        if rng.random() < 0.2:
            line += rng.randint(1, 2)
    return [*blocks, *_page(page, lines, facts, style, last=True)]


def _page(page: int, lines: list[str], facts: list[str], style: int, last: bool) -> list[Block]:
    head = [] if style == 1 else [f"Page {page}" if style == 0 else f"{page:>40}", ""]
    block = Lines(lines=(*head, *lines), fact_ids=tuple(dict.fromkeys(facts)))
    return [block] if last or style == 1 else [block, Break(unit="page")]


def _wrapped(mark: str, words: str, keep: tuple[str, ...]) -> list[str]:
    """Lines of a transcript; nothing in `keep` is broken over two of them."""
    text = f"     {mark} {words}" if len(mark) > 2 else f"{mark} {words}"
    for surface in sorted(set(keep), key=lambda s: (-len(s), s)):
        text = text.replace(surface, surface.replace(" ", "\u2007"))
    wrapped = textwrap.wrap(
        text,
        WIDTH,
        break_long_words=False,
        break_on_hyphens=False,
        drop_whitespace=True,
        initial_indent="",
    )
    return [line.replace("\u2007", " ") for line in wrapped]

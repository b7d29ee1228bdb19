"""A deposition transcript: excerpted pages with numbered lines, questions, answers, objections."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from builder.genres import Genre, Scene
from builder.genres._court import heading, with_years
from builder.genres._days import in_words
from builder.genres._people import formal, full, jobs
from builder.genres._text import bank, pick, vary
from builder.genres._weave import wording
from builder.genres._witness import Turn, addressed, in_own_words
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
    background=(3, 6),
)
WIDTH, PAGE_LINES = 62, 25
OPENING = 0.22  # that an excerpt has the first pages
OBJECTED, TURNED, ADDRESSED = 0.14, 0.2, 0.3  # of exchanges
SMALL = (0, 0, 1, 1, 1, 2)  # housekeeping in a transcript
FIRST_PAGES, LATER_PAGES = (4, 7), (11, 190)
_START = re.compile(r"(?:^|(?<=[.?!] ))[a-z]|\bi\b")
_SPLIT = re.compile(r"(?:^|(?<=\s))([QA])[.:] ")
_MARKED = re.compile(r"([QAC])\. |([A-Z][A-Z ]+): ")
# What a question must hold for an objection of a kind.
_GROUNDS = {
    "compound": re.compile(r"\band (?:who|what|when|how|did|was|were)\b"),
    "leading": re.compile(r"^(?:You|And you|So|That(?:'s| is| was)|It(?:'s| is| was))\b"),
    "guess": re.compile(r"\b(?:would|could|might|anyone|anybody|people)\b"),
    "vague": re.compile(r"\b(?:usual\w*|ever|then|as a rule|often|at the time)\b"),
    "paper": re.compile(r"\b(?:says?|read|page|sheet|list|record|letter|form|log)\b"),
}


@dataclass
class _Exchange:
    """What is said in one breath and stays on one page."""

    turns: list[Turn]
    fact_ids: tuple[str, ...] = ()
    keep: tuple[str, ...] = ()
    lines: list[str] = field(default_factory=list[str])


def compose(scene: Scene, rng: Random) -> tuple[Block, ...]:
    """See the module docstring."""
    scene = with_years(scene)
    opens = rng.random() < OPENING
    flow = [*(_start(scene, rng) if opens else ()), *_flow(scene, rng)]
    when = f"{scene.spec.date:%A}, {in_words(scene.spec.date.date())}"
    heads = ("EXAMINATION BY COUNSEL", "EXAMINATION", "DIRECT EXAMINATION", "BY COUNSEL:")
    later = ("Examination continued", "EXAMINATION (continued)", "BY COUNSEL:", "(continued)")
    name = full(scene.author).upper()
    sworn = rng.choice((f"Deposition of {name}", f"DEPOSITION OF {name}", f"Testimony of {name}"))
    return (
        *heading(scene, rng),
        Paragraph(text=f"{sworn}, {when}\n{scene.spec.title}"),
        Paragraph(text=rng.choice(heads if opens else later)),
        *_pages(flow, rng.randint(*(FIRST_PAGES if opens else LATER_PAGES)), rng),
    )


def _start(scene: Scene, rng: Random) -> list[_Exchange]:
    """The questions with which every examination begins."""
    slots = {
        "name": full(scene.author),
        "Job": jobs(scene.author) or "Employee",
        "company": full(scene.company),
    }
    lines = bank("court")["start"]
    chosen = sorted(rng.sample(range(1, len(lines)), rng.randint(2, 4)))
    return [_said(vary(rng, lines[i], **slots), "") for i in (0, *chosen)]


def _flow(scene: Scene, rng: Random) -> list[_Exchange]:
    """The passages, with the facts among them, some housekeeping, and counsel's objections."""
    counsel = pick(rng, "court", "speaker")
    body = [
        _told(piece.text, piece.form == "qa", (), (), rng)
        for piece in rng.sample(scene.spec.background, len(scene.spec.background))
        if piece.form != "row"
    ]
    for statement in rng.sample(scene.spec.statements, len(scene.spec.statements)):
        told = statement.wording
        if told is None:
            continue
        keep = tuple(s.text for s in (*told.surfaces, *statement.surfaces))
        exchange = _told(wording(told), told.form == "qa", (statement.fact_id,), keep, rng)
        body.insert(rng.randint(min(1, len(body)), max(1, len(body) - 1)), exchange)
    before = False
    for number, exchange in enumerate(body):
        exchange.turns, named = in_own_words(exchange.turns, formal(scene.author))
        asked = exchange.turns[0][1]
        # About as many of the exchanges that state something name the witness as they were noted.
        if named or (not exchange.fact_ids and rng.random() < ADDRESSED):
            asked = addressed(asked, formal(scene.author))
            exchange.turns[0] = ("Q.", asked)
        if number and rng.random() < TURNED:
            exchange.turns[0] = ("Q.", f"{pick(rng, 'court', 'turn')} {asked}")
        if rng.random() < OBJECTED:
            exchange.turns.insert(1, (f"{counsel}:", _objection(asked, before, rng)))
            before = True
    # Housekeeping stands between two exchanges, never twice in one place.
    gaps = range(1, len(body))
    chosen = rng.sample(gaps, min(rng.choice(SMALL), len(gaps)))
    lines = rng.sample(bank("court")["small"], len(chosen))
    for gap, line in zip(sorted(chosen, reverse=True), lines, strict=True):
        body.insert(gap, _said(vary(rng, line), counsel))
    return body


def _said(line: str, counsel: str) -> _Exchange:
    """Lines of a bank as an exchange."""
    turns = list[Turn]()
    for part in line.split(" / "):
        found = _MARKED.match(part)
        if found is None:
            turns.append(("", part))
            continue
        mark = f"{counsel}:" if found[1] == "C" else f"{found[1]}." if found[1] else f"{found[2]}:"
        turns.append((mark, part[found.end() :]))
    return _Exchange(turns)


def _objection(question: str, before: bool, rng: Random) -> str:
    """What counsel may say against a question; the plain form most of the time."""
    grounds = [name for name, words in _GROUNDS.items() if words.search(question)]
    if grounds and rng.random() < 0.5:
        return pick(rng, "court", rng.choice(grounds))
    plain = [line for line in bank("court")["objection"] if before or "Same" not in line]
    return rng.choice(plain)


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
    return _Exchange(turns, fact_ids, keep)


def _pages(flow: Sequence[_Exchange], page: int, rng: Random) -> list[Block]:
    """Transcript pages; an exchange stays on one page, and pages of an excerpt may be skipped."""
    line = rng.randint(1, 6)
    style = rng.randrange(3)
    blocks, lines, facts = list[Block](), list[str](), list[str]()
    for exchange in flow:
        laid = [
            text for mark, words in exchange.turns for text in _wrapped(mark, words, exchange.keep)
        ]
        if lines and line + len(laid) > PAGE_LINES + 1:
            blocks += _page(page, lines, facts, style, last=False)
            skipped = rng.choice((1, 1, 2, 3, 4, 7))
            page, lines, facts = page + skipped, [], []
            line = 1 if skipped == 1 else min(rng.randint(1, 7), PAGE_LINES + 1 - len(laid))
            line = max(1, line)
        for text in laid:
            lines.append(f"{page}:{line:<3} {text}" if style == 1 else f"{line:>3}  {text}")
            line += 1
        facts += exchange.fact_ids
    return [*blocks, *_page(page, lines, facts, style, last=True)]


def _page(page: int, lines: list[str], facts: list[str], style: int, last: bool) -> list[Block]:
    head = [] if style == 1 else [f"Page {page}" if style == 0 else f"{page:>40}", ""]
    block = Lines(lines=(*head, *lines), fact_ids=tuple(dict.fromkeys(facts)))
    return [block] if last or style == 1 else [block, Break(unit="page")]


def _wrapped(mark: str, words: str, keep: tuple[str, ...]) -> list[str]:
    """Lines of a transcript; nothing in `keep` is broken over two of them."""
    text = f"{mark} {words}" if len(mark) == 2 else f"     {mark} {words}".rstrip()
    if not mark:
        text = f"          {words}"
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

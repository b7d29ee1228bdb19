"""Names documents as people do: subject lines, titles, file names, folders.

In: a document's passages, genre and people. Out: a title and a path. Nothing in them tells a role:
titles come from the passages around a fact, never from its wording.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from datetime import datetime
from random import Random

from builder.genres import Genre
from builder.matching.text import normalize
from builder.schema import ROLES, Background, Entity, Format

PATH_CHARS = 80
SUBJECT_CHARS = 34
PAIRS = 0.2  # of the titles of papers on two matters name both

_PHRASE = re.compile(
    r"\b(?:the|a|an|our|my|your|his|her|their|this|that|no|two|three|four|every|some)\s+"
    r"(?P<noun>[a-z]{4,}(?:[ -][a-z]{4,})?)"
    r"(?=[,.;:?!]|\s+(?:is|was|are|were|has|had|in|on|at|of|for|and|that|which|to|from|with|by|"
    r"as|will|would|can|came|went|until|before|after|again|because|but|or)\b)"
)
_TOPIC = re.compile(r"[a-z]{4,}(?:[ -][a-z0-9]+){0,3}")
_EMPTY = frozenset(
    re.findall(
        r"\w+",
        """
    week weeks day days way ways time times morning afternoon evening night month year hour
    hours minute minutes thing things one same rest first second third last next other others
    lot bit kind sort part people person somebody anyone everyone nobody moment number numbers
    end half reason question answer point case fact matter word words name names place side
    weekend monday tuesday wednesday thursday friday saturday sunday more less most least only
    own man woman fellow wife husband mother father daughter sister brother cousin nephew hand
    hands head face back left right whole middle rule truth court counsel deposition witness
    wrong extra usual latter former above below further later earlier instead tomorrow today
    yesterday again once twice alone anyway already still ever here there then together either
    over except rather please best better worse worst harder easier little good bad much many
    such true sure certain bigger smaller longer shorter earlier later few whatever nobody
""",
    )
)
_TELLING = frozenset(ROLES)  # no path may hold the name of a role
_ALONE = ("{a}", "{a}", "{a}", "{a}", "{a}, update", "{a} and other items")
_PAIR = ("{a} and {c}", "{a}, {c}", "{a}; {c}")
_CASUAL = (
    "{a}",
    "{a}",
    "{a}",
    "{a}",
    "{a} again",
    "{a} question",
    "{a} etc.",
    "{a}, quick one",
    "{a} (2)",
    "{b}",
    "{b}?",
    "{a} - follow up",
)
_CASUAL_PAIR = ("{a} and {c}", "{a} / {c}", "{a}, {c}", "{a} & {c}", "{a} + {c}", "{b}, {c}")
_PLAIN = (
    "This week",
    "Odds and ends",
    "Notes",
    "Few things",
    "Catching up",
    "Monday items",
    "Loose ends",
    "Before I forget",
    "For the file",
    "Two items",
    "Checking in",
)
_FORMAL = (
    "General matters",
    "Current items",
    "Monthly summary",
    "For the record",
    "Open points",
    "Items in hand",
    "Arrangements",
    "Various",
    "Office copy",
    "Standing items",
)
_COURT = {
    "deposition transcript": (
        "Excerpts",
        "Volume I",
        "Selected pages",
        "Pages as designated",
        "Rough draft",
        "Certified copy",
        "Condensed transcript",
        "Volume II",
        "Read and signed",
        "Afternoon session",
    ),
    "declaration": (
        "Executed copy",
        "As served",
        "Exhibits omitted",
        "With papers attached",
        "In support of motion",
        "In opposition to motion",
        "Conformed copy",
        "Original to follow",
    ),
    "answers to interrogatories": (
        "As served",
        "Set One",
        "Set Two",
        "Verified",
        "Service copy",
        "Set One, continued",
        "Schedules omitted",
        "Original to follow",
    ),
}
_SHEET = (
    "{month} {year}",
    "Week {week}",
    "{mon} {year}, copy",
    "Page {page}",
    "Office copy",
    "{month}",
    "Sheet {page}",
    "{mon} {year}",
    "Working copy",
    "File copy {page}",
)
# Titles of papers that are not named after a passage that stands in them.
_NAMED = {
    "slide deck": (
        "{month} update",
        "Monthly review, {month} {year}",
        "Staff meeting {mon} {day}",
        "Department update, {month} {year}",
        "Weekly review, week {week}",
        "Operations update",
        "Supervisors' meeting, {month} {day}",
        "Quarterly update",
        "Meeting of {month} {day}",
        "Site update {mon} {year}",
        "All-hands, {month}",
        "Department heads, week {week}",
        "Management review {mon} {year}",
        "Status report, {month} {year}",
        "Team meeting {mon} {day}, {year}",
        "Planning meeting, {month}",
    ),
    "contract": (
        "Agreement of {month} {day}, {year}",
        "Agreement no. {page}",
        "Agreement {year}, copy",
        "Contract file {page}",
        "Agreement, {month} {year}",
    ),
    "press release": (
        "News for {month}",
        "Notice to customers and neighbors",
        "{month} news",
        "An update from our office",
        "News in brief, {month} {year}",
        "Changes this {month}",
    ),
    "performance review": (
        "Review for {year}",
        "Annual review, {month} {year}",
        "Mid-year review",
        "Review of {month} {day}",
        "{year}, first review",
    ),
}
_SHARED = ("Office", "Shared", "Front office", "General", "Admin", "Scans")


def subjects(pieces: Sequence[Background], avoid: frozenset[str]) -> list[str]:
    """What passages are about: their topics, or else short noun phrases; no word of `avoid`."""
    found: dict[str, None] = {}
    for piece in pieces:
        words = piece.topic.split()
        if _TOPIC.fullmatch(piece.topic) and not any(w in avoid or w in _TELLING for w in words):
            found.setdefault(piece.topic)
    # A topic says best what a passage is about; most scenarios only number theirs.
    for piece in () if found else pieces:
        for match in _PHRASE.finditer(piece.text):
            words = re.split(r"(?<=[ -])", match["noun"])
            if len(words) > 1 and words[-1] in _EMPTY:
                words.pop()
            bare = [word.strip(" -") for word in words]
            if not any(
                w in _EMPTY or w in avoid or w in _TELLING or w.endswith("ly") for w in bare
            ):
                found.setdefault("".join(words).strip(" -"))
    # Shapes of titles are alike for all papers when one word stands only where there is no better.
    return [about for about in found if " " in about] or list(found)


def title_of(
    genre: Genre,
    pieces: Sequence[Background],
    avoid: frozenset[str],
    when: datetime,
    casual: bool,
    rng: Random,
) -> str:
    """A subject line or title for a document; sheets and transcripts have none but their period,
    decks that of their meeting.

    `casual` is how people head mails to one another.
    """
    if genre.court_paper:
        return rng.choice(_COURT[genre.title])
    named = _SHEET if genre.forms[0] == "row" else _NAMED.get(genre.title)
    if named:
        return rng.choice(named).format(
            month=f"{when:%B}",
            mon=f"{when:%b}",
            day=when.day,
            year=when.year,
            week=when.isocalendar().week,
            page=rng.randint(2, 40),
        )
    about = subjects(pieces, avoid)
    rng.shuffle(about)
    if not about:
        return rng.choice(_PLAIN if casual else _FORMAL)
    alone, pair = (_CASUAL, _CASUAL_PAIR) if casual else (_ALONE, _PAIR)
    form = rng.choice(pair if len(about) > 1 and rng.random() < PAIRS else alone)
    return form.format(a=about[0].capitalize(), b=about[0], c=about[-1])


def avoided(texts: Sequence[str]) -> frozenset[str]:
    """The words of some texts, plain, four letters and more."""
    return frozenset(w for text in texts for w in re.findall(r"[a-z]{4,}", normalize(text)))


def ascii_name(text: str) -> str:
    """A text as file names may hold it."""
    text = unicodedata.normalize("NFKD", text.replace("ł", "l").replace("Ł", "L"))
    text = text.encode("ascii", "ignore").decode().replace("/", " ").replace("+", "&")
    return " ".join(re.sub(r"[^A-Za-z0-9 _.&()-]", "", text).split()).strip(" .-")


def folder_names(people: Sequence[Entity], count: int, rng: Random) -> list[tuple[str, str | None]]:
    """Folder names with the custodian whose folder it is; some belong to nobody."""
    shared = max(1, count // 5)
    own = [(ascii_name(p.name.split()[-1]), p.entity_id) for p in people[: count - shared]]
    return [*own, *((name, None) for name in rng.sample(_SHARED, shared))]


def file_name(
    genre: Genre,
    file_format: Format,
    title: str,
    when: datetime,
    author: Entity,
    recipient: Entity | None,
    rng: Random,
) -> str:
    """A file name after one of the genre's patterns, with its extension."""
    subject = title
    while len(subject) > SUBJECT_CHARS and " " in subject:
        subject = subject.rpartition(" ")[0]
    other = recipient or author
    stem = rng.choice(genre.names).format(
        month=f"{when:%m}",
        mon=f"{when:%b}",
        day=f"{when:%d}",
        year=f"{when:%Y}",
        yy=f"{when:%y}",
        author=author.name.split()[-1],
        recipient=other.name.split()[-1],
        subject=subject,
        number=rng.randint(1001, 9890),
    )
    return f"{ascii_name(stem)[:52].strip(' .-')}.{file_format}"

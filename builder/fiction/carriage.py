"""Which genre can carry which words: those an author asked for, and those of the same manner.

In: a genre and a mention or passage. Out: whether it fits. No side effects.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from builder.genres import Genre
from builder.schema import Background, Mention, MentionForm

# Sheets and papers in which a table about anything may stand.
_TABLES = frozenset(
    {
        "ledger",
        "memo",
        "slide_deck",
        "design_note",
        "forecast",
        "inspection_report",
        "spec_sheet",
    }
)
# Forms whose fields may be about anything.
_FIELDS = frozenset({"ticket", "inspection_report", "spec_sheet"})
_CARDS = _FIELDS - {"spec_sheet"}  # in which ordinary cards lie
# Sheets of one household: what one of them holds, the others may.
_KIN = (
    frozenset({"badge_log", "visitor_log"}),
    frozenset({"timesheet", "payroll"}),
    frozenset({"bank_record", "ledger"}),
    frozenset({"receiving_log", "purchase_order"}),
    frozenset({"phone_log", "calendar"}),
)
# Papers that speak to somebody, and so may say "you".
_SPEAKING = frozenset({"email_thread", "letter", "memo", "insurance_letter", "ticket"})
# Papers in which no person speaks of himself.
_IMPERSONAL = frozenset(
    {
        "press_release",
        "contract",
        "policy",
        "interrogatory_answers",
        "minutes",
        "slide_deck",
        "forecast",
        "spec_sheet",
        "bank_record",
        "payroll",
    }
)
# Papers that lay down or announce: what only happened does not stand in them.
_RULES = frozenset({"contract", "policy", "press_release"})

_AGREED = frozenset({"contract"})  # with a sheet before it that speaks of the paper only

_ORDINARY = ("business", "chaff")  # kinds of passage

_SECOND = re.compile(
    r"\b(?:[Yy]ou|[Yy]our|[Yy]ours|[Pp]lease|[Aa]ttached|[Ee]nclosed)\b"
    r"|(?:^|[.!?] )(?:[A-Z][\w'-]+|M[rs]+\. \w+), "
)
_FIRST = re.compile(r"\b(?:I|I'[a-z]+|me|my|mine|we|we'[a-z]+|us|our|ours)\b", re.IGNORECASE)


class Make(NamedTuple):
    """All that a genre goes by in a mention or passage; `kind` is that of a passage, else ""."""

    kind: str
    form: MentionForm
    asked: tuple[str, ...]
    manner: int


def make_of(words: Mention | Background) -> Make:
    """How a mention or passage is made; the manner matters only of prose of the dispute that is
    for certain genres."""
    kind = words.kind if isinstance(words, Background) else ""
    matters = words.form == "prose" and words.genres and kind not in _ORDINARY
    return Make(kind, words.form, words.genres, manner(words.text) if matters else 0)


def spoken(words: Mention | Background) -> str:
    """A wording or passage with all its cells."""
    own = isinstance(words, Mention)
    rows = (words.row, *words.other_rows) if own else words.rows
    return "\n".join((words.text, *words.columns, *chain.from_iterable(rows)))


def carries(genres: Mapping[str, Genre], genre_id: str, make: Make) -> bool:
    """Whether a genre can place a mention or passage of a make: it has its form, and its author
    asked for that genre, for none, or for one of the same manner. Ordinary prose can stand
    anywhere but in court papers and before agreements, which hold what was written for them."""
    formed = make.form in genres[genre_id].forms
    if genre_id in make.asked:
        return formed or bool(make.kind)
    asked = [g for g in make.asked if g in genres]
    own = genres[genre_id].court_paper or (genre_id in _AGREED and bool(make.kind))
    if own and (asked or make.kind):
        return formed and make.form == "qa" and not asked
    if not asked:
        if make.kind and make.form == "key_value":
            # A card about anything is a sheet's only where it asks.
            return genre_id in _CARDS
        return formed or (bool(make.kind) and make.form == "prose")
    # An ordinary passage made for a form reads as one and stands nowhere else.
    if not formed or make.kind in _ORDINARY:
        return False
    match make.form:
        case "row":
            return genre_id in _TABLES or any(
                genre_id in kin and not kin.isdisjoint(asked) for kin in _KIN
            )
        case "key_value":
            return genre_id in _FIELDS
        case "chat":
            return True
        case "prose":
            impersonal = genre_id in _IMPERSONAL
            return genre_id in _SPEAKING or (
                genre_id not in _RULES and make.manner <= (not impersonal)
            )
        case _:
            return False


@lru_cache(maxsize=1 << 14)
def manner(text: str) -> int:
    """How a text speaks: 0 of things only, 1 of oneself, 2 to somebody, or as a signed or hasty
    message does."""
    if text[:1].islower() or text.rstrip()[-1:].isalnum():
        return 2
    return 2 if _SECOND.search(text) else 1 if _FIRST.search(text) else 0

"""Do the files that a summary cites exist, were they opened, and do they hold what it says?

A citation is a corpus path or file name in the summary, or anything in brackets that looks like a
file name. A cited sentence's anchors are its dates (in any form), numbers, times, amounts and names
of two capitalized words or more; a document holds a name that it has every word of.
"""

from __future__ import annotations

import re
from collections import Counter
from datetime import date
from functools import lru_cache

from builder.schema import ROLES, CaseDocument, CaseFile
from eval.scorers import Evidence
from eval.scorers._dates import split_dates

KEYS = (
    "citations", "citations_exist", "citations_opened", "citations_glimpsed", "sentences",
    "sentences_cited", "anchors_cited", "anchors_held", "cited_sentences_held",
    *(f"cited_{role}" for role in ROLES),
)  # fmt: skip

_ENDING = r"\.(?:pdf|docx|xlsx|pptx|txt)"
_FILE = r"[^\[\]\n;|]{1,120}?" + _ENDING + r"\b"
_EXTENSION = re.compile(_ENDING, re.IGNORECASE)
_BRACKETED = re.compile(rf"\[({_FILE}[^\[\]\n]*)\]", re.IGNORECASE)
_NUMBER = re.compile(r"\$?\d[\d,./:-]*\d|\d")
_CAPITALIZED = r"[A-Z][\w'&-]*[a-z][\w'&-]*"
_NAME = re.compile(rf"{_CAPITALIZED}(?:\s+(?:{_CAPITALIZED}|[A-Z]\.?))+")
# words that begin a sentence and no name
_OPENER_TEXT = (
    "A After All Also Although An And As At Before Both But By Each For From He Her His However "
    "If In Its No Nor Not On One Or Our She Since So The Their Then There These They This Those "
    "Thus To Two Under Until When While With Yet"
)
_OPENERS = frozenset(_OPENER_TEXT.split())


def scores(evidence: Evidence) -> dict[str, float]:
    """Counts of distinct cited files, by fate and role, of cited sentences and their anchors."""
    case = evidence.case
    roles = {d.document_id: d.role for d in evidence.key.documents}
    shown = {d for look in evidence.looks for d in look.shown}
    glimpsed = {d for look in evidence.looks for d in look.glimpsed} - shown
    sentences = _sentences(evidence.summary)
    cited: dict[str, CaseDocument] = {}
    unknown: set[str] = set()
    n_cited = n_held_sentences = n_anchors = n_held = 0
    for sentence in sentences:
        documents, strangers = cited_in(sentence, case)
        unknown |= strangers
        cited |= {d.document_id: d for d in documents}
        if not documents:
            n_cited += bool(strangers)
            continue
        n_cited += 1
        anchors = _anchors(sentence, documents)
        held = sum(any(_holds(d.text, anchor) for d in documents) for anchor in anchors)
        n_anchors += len(anchors)
        n_held += held
        n_held_sentences += held == len(anchors)
    by_role = Counter(roles[d] for d in cited)
    return {
        "citations": len(cited) + len(unknown),
        "citations_exist": len(cited),
        "citations_opened": len(cited.keys() & shown),
        "citations_glimpsed": len(cited.keys() & glimpsed),
        "sentences": len(sentences),
        "sentences_cited": n_cited,
        "anchors_cited": n_anchors,
        "anchors_held": n_held,
        "cited_sentences_held": n_held_sentences,
        **{f"cited_{role}": by_role[role] for role in ROLES},
    }


def cited_in(text: str, case: CaseFile) -> tuple[list[CaseDocument], set[str]]:
    """The documents of a case that a text names, and the file names it makes up. A path names one
    document; a name alone names every document that has it."""
    if not _EXTENSION.search(text):
        return [], set()
    rest = text.casefold()
    by_path: set[str] = set()
    for document in sorted(case.documents, key=lambda d: -len(d.path)):
        if (path := document.path.casefold()) in rest:
            by_path.add(document.document_id)
            rest = rest.replace(path, " ")
    named = [
        d for d in case.documents
        if d.document_id in by_path or _as_word(d.path.rpartition("/")[2].casefold(), rest)
    ]  # fmt: skip
    known = [d.path.rpartition("/")[2].casefold() for d in named]
    strangers = {
        piece.strip().casefold()
        for inside in _BRACKETED.findall(text)
        for piece in re.findall(_FILE, inside, re.IGNORECASE)
        if not any(piece.strip().casefold().endswith(name) for name in known)
    }
    return named, strangers


def _as_word(name: str, text: str) -> bool:
    return name in text and re.search(rf"(?<![\w/.-]){re.escape(name)}|/{re.escape(name)}", text) \
        is not None  # fmt: skip


def _sentences(summary: str) -> list[str]:
    """Sentences, each with the citation that follows it; a full stop in a file name ends none."""
    pieces = re.split(r"\n+|(?<=[.!?\]])\s+(?=[A-Z0-9*#-])", summary)
    merged: list[str] = []
    for piece in (p.strip() for p in pieces):
        if merged and piece.startswith("["):
            merged[-1] = f"{merged[-1]} {piece}"
        elif piece:
            merged.append(piece)
    return merged


def _anchors(sentence: str, documents: list[CaseDocument]) -> list[date | str]:
    """What can be checked of a sentence, without its citations."""
    bare = re.sub(r"\[[^\]]*\]", " ", sentence)
    for document in documents:
        for name in (document.path, document.path.rpartition("/")[2]):
            bare = re.sub(re.escape(name), " ", bare, flags=re.IGNORECASE)
    dates, rest = split_dates(bare)
    numbers = [number.rstrip(".,:;-/") for number in _NUMBER.findall(rest)]
    return [*sorted(dates), *numbers, *filter(None, map(_name, _NAME.findall(rest)))]


def _name(found: str) -> str:
    """A run of capitalized words without sentence openers; empty when fewer than two are left."""
    words = found.split()
    while words and words[0] in _OPENERS:
        words.pop(0)
    return " ".join(words) if len(words) > 1 else ""


def _holds(text: str, anchor: date | str) -> bool:
    dates, words, flat = _contents(text)
    if isinstance(anchor, date):
        return anchor in dates
    if anchor[0].isalpha():
        return all(word.casefold().strip(".") in words for word in anchor.split())
    return re.search(rf"(?<!\w){re.escape(anchor)}(?!\w)", flat) is not None


@lru_cache(maxsize=128)
def _contents(text: str) -> tuple[frozenset[date], frozenset[str], str]:
    """Dates, words and flattened text of a document."""
    dates, _ = split_dates(text)
    flat = " ".join(text.split())
    return frozenset(dates), frozenset(re.findall(r"[\w'&-]+", flat.casefold())), flat

"""Finds in a record what a model says stands there.

In: a record and a quotation. Out: the place, in offsets of the page's own text; or None. Compared
with straight quotes and dashes, single spaces, casefolded, hyphens at line ends joined.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import lru_cache

from builder.authors._replay_file import Place
from builder.matching.text import normalize
from builder.schema import CaseRecord, Filing

SHARED_WORDS = 8
_CUT = re.compile(r"^[\s.…\"'“”]+|[\s.…\"'“”]+$")


def find_quote(
    record: CaseRecord, quote: str, filing: str = "", whole: bool = False
) -> Place | None:
    """Where a quotation stands, in the filing it names if it is there, else in any. `whole`: no
    letter or digit may touch its ends."""
    wanted, _ = _folded(_CUT.sub("", quote))
    if len(wanted) < 2:
        return None
    order = sorted(record.filings, key=lambda f: f.filing_id != filing)
    for one in order:
        for page in one.pages:
            text, offsets = _folded(page.text)
            start = _find(text, wanted, whole)
            if start >= 0:
                end = start + len(wanted)
                return Place(
                    filing=one.filing_id, page=page.number, start=offsets[start],
                    end=offsets[end - 1] + 1,
                )  # fmt: skip
    return None


def _find(text: str, wanted: str, whole: bool) -> int:
    start = text.find(wanted)
    while whole and start >= 0:
        before, after = text[start - 1 : start], text[start + len(wanted) :][:1]
        if not before.isalnum() and not after.isalnum():
            break
        start = text.find(wanted, start + 1)
    return start


@lru_cache(maxsize=2048)
def _folded(text: str) -> tuple[str, tuple[int, ...]]:
    """A text as it is compared, and for each character the offset it came from."""
    folded: list[str] = []
    offsets: list[int] = []
    joined = re.sub(r"(?<=[a-z])-\n(?=[a-z])", lambda m: "\0" * len(m.group()), text)
    for offset, char in enumerate(joined):
        if char == "\0":
            continue
        plain = " " if char.isspace() else normalize(unicodedata.normalize("NFKC", char))
        if plain == " " and (not folded or folded[-1] == " "):
            continue
        for one in plain:
            folded.append(one)
            offsets.append(offset)
    return "".join(folded), tuple(offsets)


def shared_run(record: CaseRecord, texts: Iterable[str]) -> str | None:
    """The first run of SHARED_WORDS words that one of some texts shares with the record."""
    known = _runs_of(record.filings)
    for text in texts:
        for run in _runs(text):
            if run in known:
                return run
    return None


@lru_cache(maxsize=4)
def _runs_of(filings: tuple[Filing, ...]) -> frozenset[str]:
    return frozenset(run for filing in filings for run in _runs(filing.text))


def _runs(text: str) -> Iterator[str]:
    # Slots stand for invented names: what they hold is no word of the record.
    words = re.findall(r"[a-z0-9']+|\{[^{}]*\}", normalize(text))
    for start in range(len(words) - SHARED_WORDS + 1):
        run = words[start : start + SHARED_WORDS]
        if not any(word.startswith("{") for word in run):
            yield " ".join(run)

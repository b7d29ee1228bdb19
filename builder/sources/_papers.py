"""Papers as filings: which are the same, and what a paper is by its title and name.

In: papers as read. Out: filings with ids of their own. No side effects.
"""

from __future__ import annotations

import re

from builder.filings.docket import kind_of
from builder.filings.pages import Paper
from builder.schema import Filing, FilingKind

_SHINGLE_WORDS = 6
_SAME_PAPER = 0.8


class Twins:
    """Remembers papers, and tells which earlier one a paper repeats."""

    def __init__(self) -> None:
        self._seen: list[tuple[str, frozenset[int]]] = []

    def of(self, name: str, paper: Paper) -> str | None:
        """The name of the earlier paper that this one repeats, or None; then it is remembered."""
        shingles = _shingles(paper)
        for earlier, other in self._seen:
            if len(shingles & other) >= _SAME_PAPER * max(len(shingles | other), 1):
                return earlier
        self._seen.append((name, shingles))
        return None


def kind_by(title: str, name: str) -> FilingKind:
    """The title decides; a file name that says more than a bare `Order` is asked next."""
    by_title, by_name = kind_of(title).kind, kind_of(re.sub(r"^[\d\W_]+", "", name)).kind
    if by_title == "procedural":
        return by_name
    if (
        by_name != by_title
        and by_name in ("opinion", "exhibit", "exhibit_list")
        and by_title in ("exhibit", "brief", "procedural", "motion", "statement_of_facts")
    ):
        return by_name
    return by_title


def distinct(filings: list[Filing]) -> list[Filing]:
    """The filings, with a number at an id that stood before."""
    seen: dict[str, int] = {}
    parted: list[Filing] = []
    for filing in filings:
        n = seen[filing.filing_id] = seen.get(filing.filing_id, 0) + 1
        parted.append(
            filing if n == 1 else filing.model_copy(update={"filing_id": f"{filing.filing_id}-{n}"})
        )
    return parted


def slug(text: str) -> str:
    """Words as an id."""
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-") or "filing"


def _shingles(paper: Paper) -> frozenset[int]:
    words = re.findall(r"\w+", " ".join(page.text for page in paper.pages).lower())
    runs = range(max(len(words) - _SHINGLE_WORDS + 1, 1))
    return frozenset(_stable_hash(words[i : i + _SHINGLE_WORDS]) for i in runs)


def _stable_hash(words: list[str]) -> int:
    return int.from_bytes(" ".join(words).encode(), "big") % (2**61 - 1)

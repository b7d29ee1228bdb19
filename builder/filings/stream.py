"""The bodies of a filing's pages as one text, and the way back to pages.

In: pages. Out: a `Stream`; passages of offsets in it. No side effects.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from builder.filings.cleaning import body_of, notes_of
from builder.schema import Page, Passage


@dataclass(frozen=True)
class Stream:
    """Page bodies joined by line feeds; `starts` and `lengths` are those of each page in `text`."""

    text: str
    starts: tuple[int, ...]
    lengths: tuple[int, ...]
    numbers: tuple[int, ...]
    notes: dict[str, str]

    def page_at(self, offset: int) -> int:
        """The number of the page on which an offset lies."""
        return self.numbers[bisect_right(self.starts, offset) - 1]

    def passage(self, filing_id: str, start: int, end: int) -> Passage:
        """The passage of a span; what runs over the page is cut off at its end."""
        i = bisect_right(self.starts, start) - 1
        first = self.starts[i]
        last = min(end - first, self.lengths[i])
        return Passage(filing_id=filing_id, page=self.numbers[i], start=start - first, end=last)


def stream_of(pages: Sequence[Page]) -> Stream:
    """Joins the bodies of pages."""
    bodies = [body_of(page) for page in pages]
    starts, at = list[int](), 0
    for body in bodies:
        starts.append(at)
        at += len(body) + 1
    return Stream(
        text="\n".join(bodies),
        starts=tuple(starts),
        lengths=tuple(len(body) for body in bodies),
        numbers=tuple(page.number for page in pages),
        notes={number: note for page in pages for number, note in notes_of(page).items()},
    )

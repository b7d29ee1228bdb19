"""Finds citations of cases and statutes in running text.

In: text. Out: the citations as written. No side effects. The grammar is eyecite's.
"""

from __future__ import annotations

import re

_LIKELY = re.compile(
    r"\b\d{1,4}\s+[A-Z][A-Za-z. ]{0,14}\.?\s?(?:\d[a-z]{1,2}\s)?(?:at\s)?\d{1,5}\b"
)


def case_citations(text: str) -> tuple[str, ...]:
    """Every reporter citation of a case in `text`, as it stands there."""
    if not _LIKELY.search(text):
        return ()
    # Takes long to import, and fiction never needs it.
    from eyecite import get_citations
    from eyecite.models import FullCaseCitation, ShortCaseCitation

    found = get_citations(text)
    return tuple(
        dict.fromkeys(
            citation.matched_text()
            for citation in found
            if isinstance(citation, FullCaseCitation | ShortCaseCitation)
        )
    )

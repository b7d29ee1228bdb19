"""Which documents' content a piece of shell output shows.

In: output text and a case file. Out: document ids. A document counts as shown when the output holds
`MIN_RUNS` of its runs of eight words that no other document has, or half of them if it has fewer.
Side effects: none (the index of a world is memoized).
"""

from __future__ import annotations

import re
from functools import lru_cache

from builder.schema import CaseFile

RUN_WORDS = 8
MIN_RUNS = 20
_WORLDS_IN_MEMORY = 8


def documents_in(output: str, case: CaseFile) -> list[str]:
    """Ids of the documents whose content stands in `output`, in the case file's order."""
    runs = _runs(output)
    if not runs:
        return []
    owners, sizes = _index(tuple((d.document_id, d.text) for d in case.documents))
    hits: dict[str, int] = {}
    for run in runs:
        owner = owners.get(run)
        if owner:
            hits[owner] = hits.get(owner, 0) + 1
    return [
        d.document_id
        for d in case.documents
        if (n := hits.get(d.document_id, 0)) and n >= min(MIN_RUNS, (sizes[d.document_id] + 1) // 2)
    ]


@lru_cache(maxsize=_WORLDS_IN_MEMORY)
def _index(documents: tuple[tuple[str, str], ...]) -> tuple[dict[int, str | None], dict[str, int]]:
    """The one document that owns each run (None: several), and how many runs each owns."""
    owners: dict[int, str | None] = {}
    for document_id, text in documents:
        for run in _runs(text):
            owners[run] = document_id if run not in owners else None
    sizes = dict.fromkeys((document_id for document_id, _ in documents), 0)
    for owner in owners.values():
        if owner:
            sizes[owner] += 1
    return owners, sizes


def _runs(text: str) -> set[int]:
    words = re.findall(r"\w+", text.casefold())
    if len(words) < RUN_WORDS:
        return {hash(tuple(words))} if words else set()
    return {hash(tuple(words[i : i + RUN_WORDS])) for i in range(len(words) - RUN_WORDS + 1)}

"""The lines over a world's court papers.

In: a dossier. Out: lines. Of a real case they name its parties, who are renamed with everybody
else, but neither its court nor a docket number of the same office and year. No side effects.
"""

from __future__ import annotations

from builder.authors import Dossier
from builder.fiction.docket import caption_lines
from builder.matching.dockets import invented_docket


def world_caption(dossier: Dossier) -> tuple[str, ...]:
    """The court, the parties and a docket number."""
    record = dossier.record
    if record.source.kind in ("fiction", "handwritten"):
        return caption_lines(record.caption)
    number = invented_docket(record, dossier.extraction.setting.window.end.year)
    own = {"court": "United States District Court", "docket_number": number}
    return caption_lines(record.caption.model_copy(update=own))

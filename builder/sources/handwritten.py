"""Case records of worlds written by hand.

In: `handwritten:` (the worlds that come with the package), `handwritten:NAME` (one of them) or
`handwritten:PATH` (a folder with `key.yaml` and `corpus/`, or a folder of such folders).
Out: one record a world. Such a source has as many worlds as it has: count and seed do not matter.
"""

from __future__ import annotations

from collections.abc import Iterator

from builder.errors import SourceUnusable
from builder.handwritten.dossier import case_record
from builder.handwritten.folders import world_digest, world_folders
from builder.handwritten.key import load_key
from builder.schema import CaseRecord
from builder.sources import SourceOptions

HANDS = "handwritten"


def records(locator: str, options: SourceOptions) -> Iterator[CaseRecord]:
    """One record for each world of the locator whose case type is wanted, by folder name.

    ConfigError when there is no world; SourceUnusable names the key and the entry that is wrong.
    """
    seen: set[str] = set()
    for where, folder in world_folders(locator):
        key = load_key(folder)
        if key.case_id in seen:
            raise SourceUnusable(f"{folder}: another world of {locator!r} is {key.case_id!r} too")
        seen.add(key.case_id)
        if not options.case_types or key.case_type in options.case_types:
            yield case_record(key, where, world_digest(folder))

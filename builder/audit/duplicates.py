"""Near-duplicate documents within a world, across worlds and across splits; canaries.

MinHash (datasketch) over runs of five words finds candidates, exact Jaccard decides. Documents of
one series may quote each other and are left out within a world. The per-world canary must be in the
public row and in the corpus, and the fixed one in the card where a root has one.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from typing import Any

from datasketch import MinHash, MinHashLSH

from builder.audit import GateResult, Panel
from builder.audit._intervals import rate
from builder.audit._published import Published
from builder.audit._words import shingles

TITLE = "Duplicates and contamination: near-duplicate documents, canaries"
THRESHOLD = (
    "under 1 % of documents with a near-duplicate (Jaccard over 0.8) in another world or split; "
    "none outside its series within a world; canaries there"
)

JACCARD = 0.8
RUN = 5
PERMUTATIONS = 64
SHARE = 0.01
FEWEST_RUNS = 20

Place = tuple[str, str, str, str]  # split, world, document, series


def measure(published: Published) -> GateResult:
    """Counts of documents with a twin by kind, and of worlds without their canary."""
    texts: dict[Place, str] = {
        (published.split, w.world_id, d.document_id, d.key.series): d.text
        for w in published.worlds
        for d in w.documents
    }
    texts |= dict(_other_splits(published))
    across: set[Place] = set()
    within: set[Place] = set()
    pairs: list[str] = []
    for first, second, likeness in twins(texts):
        same_world = first[:2] == second[:2]
        if same_world and first[3] and first[3] == second[3]:
            continue
        (within if same_world else across).update((first, second))
        pairs.append(f"{_name(first)} and {_name(second)}: {likeness:.2f}")
    mine = [p for p in texts if p[0] == published.split]
    repeated = rate(sum(p in across for p in mine), len(mine), SHARE)
    n_within = sum(p in within for p in mine)
    missing = _canaries(published)
    reasons = [
        *([f"{repeated.value:.1%} have a twin elsewhere"] if repeated.value >= SHARE else []),
        *([f"{n_within} have a twin in their world"] if n_within else []),
        *([f"{len(missing)} canaries are missing"] if missing else []),
    ]
    return GateResult(
        gate="duplicates",
        title=TITLE,
        threshold=THRESHOLD,
        passed=not reasons,
        figure=repeated.value,
        unit="of documents with a twin in another world or split",
        interval=(repeated.low, repeated.high),
        reason="; ".join(reasons),
        sentences=(
            f"{repeated.value:.1%} of {len(mine)} documents [{repeated.low:.1%}, "
            f"{repeated.high:.1%}] have a near-duplicate (Jaccard over {JACCARD} on runs of {RUN} "
            f"words) in another world or split, {n_within} in their own world.",
        ),
        offenders=(*missing[:6], *pairs[:12]),
        panels=(
            Panel(
                title="Documents with a near-duplicate",
                columns=("where", "documents", "of"),
                rows=(
                    ("another world or split", str(sum(p in across for p in mine)), str(len(mine))),
                    ("the same world, another series", str(n_within), str(len(mine))),
                ),
            ),
        ),
    )


def twins(texts: dict[Place, str]) -> Iterator[tuple[Place, Place, float]]:
    """Pairs of documents whose sets of runs of words overlap by more than JACCARD."""
    index: Any = MinHashLSH(threshold=JACCARD, num_perm=PERMUTATIONS)
    empty = MinHash(PERMUTATIONS, hashfunc=zlib.crc32)  # copied: drawing permutations is slow
    for place, text in texts.items():
        runs = _runs(text)
        if len(runs) < FEWEST_RUNS:
            continue
        sketch = empty.copy()
        sketch.update_batch([r.encode() for r in sorted(runs)])
        for other in sorted(index.query(sketch)):
            theirs = _runs(texts[other])
            likeness = len(runs & theirs) / len(runs | theirs)
            if likeness > JACCARD:
                yield other, place, likeness
        index.insert(place, sketch)


def _runs(text: str) -> set[str]:
    return {" ".join(s) for s in shingles(text, RUN)}


def _name(place: Place) -> str:
    return "/".join(place[:3])


def _other_splits(published: Published) -> Iterator[tuple[Place, str]]:
    from investigation_worlds import splits, table

    for split in splits(published.root):
        if split == published.split:
            continue
        columns = ["world_id", "document_id", "text"]
        for row in table("documents", split, None, columns, published.root).to_pylist():
            yield (split, row["world_id"], row["document_id"], ""), row["text"]


def _canaries(published: Published) -> list[str]:
    """What is missing: a world's canary in its row, or in one file of its corpus."""
    missing: list[str] = []
    for world in published.worlds:
        token = world.canary.rpartition(" ")[2]
        if len(token) < 32:
            missing.append(f"{world.world_id} has no canary")
        elif not any(token in d.text for d in world.documents):
            missing.append(f"{world.world_id}: no file of the corpus holds its canary")
    return missing

"""Whether a reader meets the same sentence again: repetition, variety, and the mix by role.

No sentence of eight words or more may stand in more than three documents of different series of a
world, quoted mail and disclaimers aside. Reported beside it: distinct n-grams, length and format by
role.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict

import numpy as np

from builder.audit import Bar, Chart, GateResult, Panel
from builder.audit._intervals import Array
from builder.audit._published import Published, PublishedWorld
from builder.audit._words import words
from builder.schema import FORMATS, ROLES

TITLE = "Repetition: the same sentence in many documents of a world"
THRESHOLD = "no sentence of 8 words in more than 3 documents of different series"

LONG = 8
FACTOR = np.uint64(0x9E3779B97F4A7C15)  # odd and large, so that runs spread over 64 bits
MOST = 3

_DISCLAIMER = re.compile(
    r"confidential|privileged|intended recipient|print this|unsubscribe|all rights reserved|"
    r"form \w*\d|page \d+ of|this (?:e-?mail|message)|in error|outside the company|scanned for|"
    r"before you print|answer for what happens|delete it|e-?mail unless|accepts? (?:no )?orders|"
    r"district court for|\d{3}[ .-]\d{4}\b",
    re.I,
)
_QUOTE_HEAD = re.compile(r"^(?:on .{8,80} wrote:?|from:|sent:|to:|subject:|cc:)", re.I)


def measure(published: Published) -> GateResult:
    """Repeated sentences by world, with the tables of variety."""
    repeated = [
        (len(where), f"{w.world_id}: {text[:110]!r} in {len(where)} series: {', '.join(where[:5])}")
        for w in published.worlds
        for text, where in _repeated(w).items()
    ]
    repeated.sort(key=lambda r: (-r[0], r[1]))
    n_sentences = len(repeated)
    hit = len({text.partition(":")[0] for _, text in repeated})
    return GateResult(
        gate="repetition",
        title=TITLE,
        threshold=THRESHOLD,
        passed=not repeated,
        figure=n_sentences,
        unit="sentences",
        reason=f"{n_sentences} sentences in {hit} of {len(published.worlds)} worlds"
        if repeated
        else "",
        sentences=(
            f"{n_sentences} sentences of eight words or more stand in more than three documents of "
            f"different series of a world ({hit} of {len(published.worlds)} worlds).",
        ),
        offenders=tuple(text for _, text in repeated[:20]),
        panels=(_variety(published), _mix(published)),
        chart=Chart(
            title="Median length by role, in words",
            bars=tuple(
                Bar(label=role, value=float(np.median(lengths)))
                for role, lengths in _lengths(published).items()
            ),
            high=max((float(np.median(v)) for v in _lengths(published).values()), default=1.0),
        ),
    )  # fmt: skip


def _repeated(world: PublishedWorld) -> dict[str, list[str]]:
    """Sentence -> one document of each series that has it, where those are too many."""
    where: dict[str, dict[str, str]] = defaultdict(dict)
    for document in world.documents:
        series = document.key.series or document.document_id
        for piece in document.pieces:
            if piece.count(" ") < LONG - 1 or _DISCLAIMER.search(piece) or _QUOTE_HEAD.match(piece):
                continue
            text = " ".join(words(piece))
            if text.count(" ") >= LONG - 1:
                where[text].setdefault(series, document.document_id)
    return {
        text: sorted(found.values()) for text, found in sorted(where.items()) if len(found) > MOST
    }


def _lengths(published: Published) -> dict[str, list[int]]:
    """Words of each document by role, in the order of the roles."""
    found: dict[str, list[int]] = {role: [] for role in ROLES}
    for world in published.worlds:
        for document in world.documents:
            found[document.role].append(document.text.count(" ") + 1)
    return {role: lengths for role, lengths in found.items() if lengths}


def _variety(published: Published) -> Panel:
    """Different runs of words over all runs, within a world (mean) and over all worlds."""
    rows: list[tuple[str, ...]] = []
    known: dict[str, int] = {}
    numbered = [
        [
            np.array([known.setdefault(w, len(known)) for w in d.words], dtype=np.uint64)
            for d in world.documents
        ]
        for world in published.worlds
    ]
    for n in (1, 2, 3, 4):
        shares: list[float] = []
        every: list[Array] = []
        total = 0
        for world in numbered:
            runs = [_runs(numbers, n) for numbers in world]
            count = sum(map(len, runs))
            every.append(np.unique(np.concatenate(runs)))
            shares.append(len(every[-1]) / max(1, count))
            total += count
        different = len(np.unique(np.concatenate(every)))
        rows.append((str(n), f"{np.mean(shares):.3f}", f"{different / max(1, total):.3f}"))
    return Panel(
        title="Distinct runs of n words",
        columns=("n", "within a world", "over all worlds"),
        rows=tuple(rows),
    )


def _runs(numbers: Array, n: int) -> Array:
    """A number for each run of `n` numbered words; two runs share one by chance only."""
    if len(numbers) < n:
        return numbers[:0]
    found = np.zeros(len(numbers) - n + 1, dtype=np.uint64)
    for place in range(n):
        found = found * FACTOR + numbers[place : len(numbers) - n + 1 + place] + np.uint64(1)
    return found


def _mix(published: Published) -> Panel:
    """Length and format by role."""
    formats: dict[str, Counter[str]] = defaultdict(Counter)
    for world in published.worlds:
        for document in world.documents:
            formats[document.role][document.format] += 1
    return Panel(
        title="Length and format by role",
        columns=("role", "documents", "words: quartile", "median", "quartile", *FORMATS),
        rows=tuple(
            (
                role,
                str(len(lengths)),
                *(f"{np.quantile(lengths, q):.0f}" for q in (0.25, 0.5, 0.75)),
                *(f"{formats[role][f] / len(lengths):.0%}" for f in FORMATS),
            )
            for role, lengths in _lengths(published).items()
        ),
    )

"""Scores of a sample, as plain numbers.

One file is one family. Each defines `scores(evidence) -> dict[str, float]`, counts beside ratios,
so that a mean over epochs loses nothing, and `KEYS`, the names it gives, always all of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module

from builder.schema import AnswerKey, CaseFile
from eval.answers import Verdict
from eval.desk import Look

FAMILIES = ("verdicts", "evidence", "citations", "cost")


@dataclass(frozen=True)
class Evidence:
    """What a sample left behind, beside the truth. `verdicts` (by hypothesis id) is empty when the
    answer is missing or could not be read."""

    case: CaseFile
    key: AnswerKey
    verdicts: dict[str, Verdict]
    order: tuple[str, ...]
    looks: tuple[Look, ...]
    summary: str
    calls: int = 0
    refused_calls: int = 0
    turns: int = 0
    replies: int = 1
    unparsed: bool = False
    hit_limit: bool = False
    tokens: tuple[int, ...] = ()
    seconds: tuple[float, ...] = ()


def all_scores(evidence: Evidence, families: Sequence[str] = FAMILIES) -> dict[str, float]:
    """The scores of every family, or of some."""
    return {
        name: value
        for family in families
        for name, value in import_module(f"eval.scorers.{family}").scores(evidence).items()
    }

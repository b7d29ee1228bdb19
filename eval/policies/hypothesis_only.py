"""`hypothesis_only`: believes the longest, most detailed account; looks at nothing else."""

from __future__ import annotations

import re
from collections.abc import Mapping
from random import Random

from eval.answers import Verdict
from eval.policies import Ballot, Peek, any_best, one_believed


def commit(ballot: Ballot, rng: Random, peek: Peek) -> Mapping[str, Verdict]:
    """About 1/4 where nothing in the wording gives the adopted account away."""
    detail = {label: _detail(text) for label, text in ballot.statements.items()}
    return one_believed(ballot.statements, any_best(detail, rng))


def _detail(text: str) -> tuple[int, int]:
    """Numbers, names and dates first, then words."""
    specifics = re.findall(r"\d[\d,./:]*|(?<![.!?] )\b[A-Z][a-z]+", text)
    return len(specifics), len(text.split())

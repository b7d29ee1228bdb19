"""`reject_all`: rejects every account."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from eval.answers import Verdict
from eval.policies import Ballot, Peek


def commit(ballot: Ballot, rng: Random, peek: Peek) -> Mapping[str, Verdict]:
    """Solves no case."""
    return dict.fromkeys(ballot.statements, "do_not_believe")

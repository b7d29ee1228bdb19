"""`party_coin`: believes one of the two parties' accounts, which it takes from the key."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from eval.answers import Verdict
from eval.policies import Ballot, Peek, one_believed


def commit(ballot: Ballot, rng: Random, peek: Peek) -> Mapping[str, Verdict]:
    """Solves 1/2 of the cases: what knowing the parties' accounts is worth without evidence."""
    _, key = peek()
    parties = {key.dag.adopted.statement, key.dag.rejected.statement}
    labels = [label for label, text in ballot.statements.items() if text in parties]
    return one_believed(ballot.statements, rng.choice(labels))

"""How hard a world is to solve: the named levels, and the dials that each of them sets.

In: a level. Out: its dials. What a level changes, no document shows on its outside: the castings of
a scenario, the wordings, how often a fact is stated and where.
"""

from __future__ import annotations

from dataclasses import dataclass

from builder.config import Level


@dataclass(frozen=True)
class Dials:
    """The dials of a level.

    `parted`: at how many of the links the accounts part. Each of these must be proven before the
    adopted account can be believed; at each, two accounts stand against two. `proofs` is how many
    joins prove the true answer there. `agreed`: whether the brief tells what all accounts have in
    common, and asks the rest.

    `signal_facts` is the most facts that a signal states, in the mean; each ground fact is stated
    again by one signal, and each on which the accounts part by so many as `decisive` says.
    `loose` is the share of the wordings that give values otherwise than lists do: a number in
    words, an identifier as people type it. `same` is what it costs to word a value as another
    document does, so that a search for the one finds the other; below 0, such wordings come first.
    `reissued`: whether lists of codes turn up in other issues too, which do not hold for the time
    in question.

    `pulls` is the share of the parties' own passages that are used. `apart` is what it costs to
    file two documents of a join in one folder.
    """

    parted: int
    proofs: int
    agreed: bool
    signal_facts: float
    decisive: int
    loose: float
    reissued: bool
    same: float
    pulls: float
    apart: float


LEVELS: dict[Level, Dials] = {
    "easy": Dials(
        parted=2,
        proofs=2,
        agreed=True,
        signal_facts=2.0,
        decisive=2,
        loose=0.0,
        reissued=False,
        same=-1.0,
        pulls=0.3,
        apart=0.0,
    ),
    "standard": Dials(
        parted=3,
        proofs=2,
        agreed=False,
        signal_facts=1.4,
        decisive=1,
        loose=0.25,
        reissued=False,
        same=0.0,
        pulls=1.0,
        apart=0.0,
    ),
    "hard": Dials(
        parted=4,
        proofs=1,
        agreed=False,
        signal_facts=1.1,
        decisive=0,
        loose=0.6,
        reissued=True,
        same=3.0,
        pulls=1.0,
        apart=1.5,
    ),
}

"""`silent`: says nothing at all, in either turn."""

from __future__ import annotations

from random import Random

from eval.policies import Ballot, Peek, Scene


def investigate(scene: Scene, rng: Random, peek: Peek) -> str:
    """No summary."""
    return ""


def commit(ballot: Ballot, rng: Random, peek: Peek) -> str:
    """No answer, and none when asked again: unparsed, so not solved."""
    return ""

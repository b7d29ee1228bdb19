"""What a sample cost: calls by tool, turns, tokens and seconds, per turn of the protocol."""

from __future__ import annotations

from collections import Counter

from eval.scorers import Evidence
from eval.tools import TOOLS

KEYS = (
    "tool_calls", "refused_calls", "failed_calls", *(f"calls_{tool}" for tool in TOOLS),
    "calls_unknown", "turns", "tokens_turn_1", "tokens_turn_2", "seconds_turn_1",
    "seconds_turn_2", "hit_limit", "summary_words",
)  # fmt: skip


def scores(evidence: Evidence) -> dict[str, float]:
    """Dollars are the log's to know, with its price list; they are no score."""
    tools = Counter(look.tool if look.tool in TOOLS else "unknown" for look in evidence.looks)
    tokens = (*evidence.tokens, 0, 0)
    seconds = (*evidence.seconds, 0.0, 0.0)
    return {
        "tool_calls": evidence.calls,
        "refused_calls": evidence.refused_calls,
        "failed_calls": sum(bool(look.error) for look in evidence.looks),
        **{f"calls_{tool}": tools[tool] for tool in TOOLS},
        "calls_unknown": tools["unknown"],
        "turns": evidence.turns,
        "tokens_turn_1": tokens[0],
        "tokens_turn_2": tokens[1],
        "seconds_turn_1": seconds[0],
        "seconds_turn_2": seconds[1],
        "hit_limit": int(evidence.hit_limit),
        "summary_words": len(evidence.summary.split()),
    }

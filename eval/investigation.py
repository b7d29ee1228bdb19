"""What one sample leaves behind: everything that scoring and analysis need, and no answer.

Kept in Inspect's per-sample store, so that an old log can be scored again.
"""

from __future__ import annotations

from typing import Any

from inspect_ai.util import StoreModel
from pydantic import Field

from eval.answers import Verdict
from eval.desk import Look


class Investigation(StoreModel):
    """One sample's two turns. `stop` says why turn 1 ended: submitted, calls, turns, context,
    limit:NAME or skipped. `order` holds the hypothesis id in slot H1, H2, ..."""

    world_id: str = ""
    harness: str = ""
    condition: str = "full"
    sandbox: str = ""
    n_documents: int = 0
    call_budget: int = 0
    turn_budget: int = 0
    calls: int = 0
    refused_calls: int = 0
    turns: int = 0
    looks: list[dict[str, Any]] = Field(default_factory=list)
    stop: str = ""
    stop_reason: str = ""
    summary: str = ""
    order: list[str] = Field(default_factory=list)
    replies: list[str] = Field(default_factory=list)
    verdicts: dict[str, Verdict] = Field(default_factory=dict)
    problem: str = ""
    limit: str = ""
    tokens: list[int] = Field(default_factory=list)
    seconds: list[float] = Field(default_factory=list)

    def read_looks(self) -> tuple[Look, ...]:
        """The looks as records."""
        return tuple(Look.model_validate(look) for look in self.looks)

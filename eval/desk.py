"""An investigator's desk: the case file, the budget, and a record of every look taken.

In: a `CaseFile` and the budget. Out: the looks (attempted tool calls with the documents they
showed) that scorers read. Side effects: none outside the object. One desk serves one sample.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field

from builder.schema import CaseFile, Record

CALLS = 30
TURNS = 25

ToolFunction = Callable[..., Awaitable[str]]
"""A tool as a harness runs it."""


class Shown(Record):
    """What a tool gives back: text, the documents whose content it shows, those only glimpsed."""

    text: str
    shown: tuple[str, ...] = ()
    glimpsed: tuple[str, ...] = ()


class Look(Record):
    """One attempted tool call. `call` and `turn` count from 1; `error` names what went wrong."""

    call: int
    turn: int
    tool: str
    target: str
    shown: tuple[str, ...] = ()
    glimpsed: tuple[str, ...] = ()
    error: str = ""


@dataclass
class Budget:
    """Tool calls and turns that are allowed, and those that were used."""

    calls: int = CALLS
    turns: int = TURNS
    calls_used: int = 0
    turns_used: int = 0

    @property
    def calls_left(self) -> int:
        """Tool calls that may still be attempted."""
        return max(0, self.calls - self.calls_used)

    @property
    def turns_left(self) -> int:
        """Turns that may still be taken."""
        return max(0, self.turns - self.turns_used)

    @property
    def spent(self) -> bool:
        """Whether nothing but the summary is left to do."""
        return self.calls_left == 0 or self.turns_left == 0

    def note(self, calls_left: int | None = None) -> str:
        """The line that tells an agent what is left."""
        left = self.calls_left if calls_left is None else calls_left
        return (
            f"[budget: {left} of {self.calls} tool calls and {self.turns_left} of {self.turns} "
            "turns left]"
        )


@dataclass
class Desk:
    """One sample's case file, budget, looks and what the tools returned; `has_shell` says whether
    there is a sandbox."""

    case: CaseFile
    budget: Budget = field(default_factory=Budget)
    has_shell: bool = False
    looks: list[Look] = field(default_factory=list)
    results: list[str] = field(default_factory=list)
    refused_calls: int = 0

    def record(self, tool: str, target: str, result: Shown) -> str:
        """Keeps what a call showed and returns its text."""
        self.results.append(f"{tool} {target[:200]}\n{result.text}")
        self._keep(tool, target, result.shown, result.glimpsed, "")
        return result.text

    def record_error(self, tool: str, target: str, error: str) -> None:
        """Keeps an attempted call that failed."""
        self._keep(tool, target, (), (), error)

    def _keep(
        self, tool: str, target: str, shown: Iterable[str], glimpsed: Iterable[str], error: str
    ) -> None:
        self.looks.append(
            Look(
                call=len(self.looks) + 1,
                turn=self.budget.turns_used,
                tool=tool[:40],
                target=target[:200],
                shown=tuple(shown),
                glimpsed=tuple(glimpsed),
                error=error[:200],
            )
        )

"""Wrong use of the evaluation, as Inspect shows it: one line, no traceback."""

from __future__ import annotations

from inspect_ai._util.error import PrerequisiteError


class WrongUse(PrerequisiteError):
    """A parameter, policy, harness, dataset or sandbox that does not exist or cannot work here."""

    def __str__(self) -> str:
        return str(self.message)

"""The commands of `python -m builder`. One file per command: its name, with `_` for `-`.

A command module defines

    SUMMARY: str                                        one line for the list of commands
    def add_arguments(parser: ArgumentParser) -> None   what it may be told, each with its help
    def run(options: Namespace) -> int                  does it, prints, and returns the exit code

Only these files and `__main__` print. What is heavy is imported inside `run`, so that help and
wrong use are answered at once.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import Protocol, cast

from builder.plugins import plugin, plugin_ids


class CommandModule(Protocol):
    """What each file of this folder provides."""

    SUMMARY: str

    def add_arguments(self, parser: ArgumentParser) -> None: ...

    def run(self, options: Namespace) -> int: ...


def commands() -> dict[str, CommandModule]:
    """Every command by its name, sorted."""
    found = ((name, plugin(__name__, name)) for name in plugin_ids(__name__))
    return {name.replace("_", "-"): cast(CommandModule, module) for name, module in found}

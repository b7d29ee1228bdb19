"""The prompts of the protocol, one Markdown file each; `$name` marks what is filled in.

In: a prompt's name and its values. Out: its text. Side effects: reads the file once.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from string import Template

NAMES = (
    "investigate", "begin", "summarize", "salvage", "commit", "accounts", "repair",
)  # fmt: skip


def prompt(name: str, **values: object) -> str:
    """A prompt with its values filled in; KeyError when one is missing."""
    return _template(name).substitute({key: str(value) for key, value in values.items()}).strip()


@lru_cache
def _template(name: str) -> Template:
    return Template(Path(__file__).with_name(f"{name}.md").read_text(encoding="utf-8"))

"""Phrase banks and their small grammar: `[a|b|c]` is a choice, `{name}` a slot.

In: a bank's file name and key, a random source, values for the slots. Out: one sentence or several.
Brackets without a bar (`[stamp]`, `[x]`) are text. Banks lie in `banks/<name>.yaml`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib import resources
from random import Random
from typing import cast

import yaml

_CHOICE = re.compile(r"\[([^\[\]|]*(?:\|[^\[\]|]*)+)\]")


@cache
def bank(name: str) -> Mapping[str, tuple[str, ...]]:
    """A bank's lists by key."""
    file = resources.files("builder.genres") / "banks" / f"{name}.yaml"
    loaded = cast(
        "dict[str, list[str]]", yaml.load(file.read_text(encoding="utf-8"), yaml.CSafeLoader)
    )
    return {key: tuple(str(line) for line in lines) for key, lines in loaded.items()}


def vary(rng: Random, text: str, /, **slots: object) -> str:
    """`text` with its choices made, innermost first, and its slots filled."""
    while "[" in text and (match := _CHOICE.search(text)):
        text = text[: match.start()] + rng.choice(match[1].split("|")) + text[match.end() :]
    # A slot may end in a stop of its own, as companies do.
    return text.format(**slots).replace("..", ".") if slots else text


def pick(rng: Random, name: str, key: str, /, **slots: object) -> str:
    """One line of a bank."""
    return vary(rng, rng.choice(bank(name)[key]), **slots)


def some(rng: Random, name: str, key: str, count: int, /, **slots: object) -> list[str]:
    """`count` different lines of a bank, or all of them when there are fewer."""
    lines = bank(name)[key]
    return [vary(rng, line, **slots) for line in rng.sample(lines, min(count, len(lines)))]

"""Reads the JSON out of a model's reply, however it is wrapped.

In: a reply. Out: the JSON object in it. Tolerant of code fences, prose around it, trailing commas,
Python literals and raw line feeds in strings; never completes what was cut. Side effects: none.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from typing import Any

_MAX_CHARS = 2_000_000


class NoJson(ValueError):
    """A reply without one whole JSON object; the message says why, for the model to read."""


def read_json(text: str) -> dict[str, Any]:
    """The last largest JSON object of a reply; NoJson when there is none."""
    if not text.strip():
        raise NoJson("the reply is empty")
    found = [value for chunk in _braced(text[:_MAX_CHARS]) if (value := _loaded(chunk)) is not None]
    if not found:
        opened = "{" in text
        raise NoJson(
            "the reply is cut short or no valid JSON" if opened else "the reply holds no JSON"
        )
    return max(reversed(found), key=lambda value: len(str(value)))


def _braced(text: str) -> Iterator[str]:
    """Outermost {...} stretches, in order; braces inside strings do not count."""
    depth, start, quoted, skip = 0, 0, False, False
    for position, char in enumerate(text):
        if skip:
            skip = False
        elif quoted:
            skip = char == "\\"
            quoted = char != '"'
        elif char == '"' and depth:
            quoted = True
        elif char == "{":
            start = position if depth == 0 else start
            depth += 1
        elif char == "}" and depth:
            depth -= 1
            if depth == 0:
                yield text[start : position + 1]


def _loaded(chunk: str) -> dict[str, Any] | None:
    tidy = re.sub(r",(\s*[}\]])", r"\1", chunk)
    for candidate in (chunk, tidy):
        try:
            value: Any = json.loads(candidate, strict=False)
        except (ValueError, RecursionError):
            continue
        return value if isinstance(value, dict) else None
    try:
        value = ast.literal_eval(tidy)
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        return None
    return value if isinstance(value, dict) else None

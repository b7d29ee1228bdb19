"""Whether the arguments of a tool call fit the tool, said in words. No side effects."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from inspect_ai.tool import ToolDef


def misfit(tool: ToolDef, arguments: Mapping[str, Any]) -> str:
    """What is wrong with the names of some arguments; empty when nothing is."""
    known = tool.parameters.properties
    if unknown := [name for name in arguments if name not in known]:
        return f"there is no argument {unknown[0]!r}; there are: {', '.join(known)}"
    if missing := [name for name in tool.parameters.required if name not in arguments]:
        return f"the argument {missing[0]!r} is missing"
    return ""

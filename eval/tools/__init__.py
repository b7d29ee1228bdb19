"""The investigator's four tools.

One file is one tool; the file's name is the tool's name. Each defines `bind(desk) -> ToolDef`,
whose function raises `ToolError` for anything an agent may do wrong, and a plain function of the
same name that does the work on a `CaseFile`. None of them can be handed an answer key.
"""

from __future__ import annotations

from importlib import import_module

from inspect_ai.tool import ToolDef

from eval.desk import Desk

TOOLS = ("read", "glob", "grep", "shell")


def bind_tools(desk: Desk) -> list[ToolDef]:
    """The tools of a desk, in a fixed order; without a sandbox there is no `shell`."""
    names = TOOLS if desk.has_shell else tuple(name for name in TOOLS if name != "shell")
    return [import_module(f"eval.tools.{name}").bind(desk) for name in names]

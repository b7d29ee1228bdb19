"""The investigator's four tools.

One file is one tool; the file's name is the tool's name. Each defines `bind(desk)`, whose result is
the tool: its docstring is what a model is told, and it raises `ToolError` for anything an agent may
do wrong. A plain function of the tool's name does the work on a `CaseFile`. None of them can be
handed an answer key.
"""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module

from inspect_ai.tool import ToolDef

from builder.schema import CaseFile
from eval.desk import Desk, ToolFunction

TOOLS = ("read", "glob", "grep", "shell")


def bind_tools(desk: Desk) -> list[ToolDef]:
    """The tools of a desk, in a fixed order; without a sandbox there is no `shell`."""
    names = TOOLS if desk.has_shell else tuple(name for name in TOOLS if name != "shell")
    described = [_described(name) for name in names]
    return [ToolDef(_tool(d.name, desk), d.name, d.description, d.parameters) for d in described]


def _tool(name: str, desk: Desk) -> ToolFunction:
    return import_module(f"eval.tools.{name}").bind(desk)


@lru_cache
def _described(name: str) -> ToolDef:
    """A tool with the description that Inspect reads from its docstring, at nobody's desk: Inspect
    keeps each function that it has read for good, and would keep every sample's desk with it."""
    return ToolDef(_tool(name, Desk(CaseFile.model_construct())), name)

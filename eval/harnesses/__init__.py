"""Agent loops for the investigation turn.

One file is one harness; the file's name is its id. Each defines `obstacle() -> str | None` (why it
cannot run here, in one line) and `harness(desk) -> Agent`, an Inspect agent that works on the given
desk with its tools and budget and ends with the summary as its last message. All see the same four
tools and one budget, counted by attempted call. A harness that drives a program of its own also
defines `program() -> Path`, the program's folder, which a second sandbox of the sample (`agent`)
mounts at /opt/bin.
"""

from __future__ import annotations

import pkgutil
from importlib import import_module
from types import ModuleType


def harness_ids() -> tuple[str, ...]:
    """The ids of the harnesses, sorted."""
    return tuple(sorted(m.name for m in pkgutil.iter_modules(__path__) if m.name[0] != "_"))


def harness_module(harness_id: str) -> ModuleType:
    """The module of one harness; LookupError names those that exist, or says what it lacks."""
    if harness_id not in harness_ids():
        known = ", ".join(harness_ids())
        raise LookupError(f"no harness named {harness_id!r}; there are: {known}")
    module = import_module(f"eval.harnesses.{harness_id}")
    if obstacle := module.obstacle():
        raise LookupError(f"harness {harness_id!r} cannot run here: {obstacle}")
    return module

"""Finds plug-ins by listing a folder: a module's file name is its id.

In: the dotted name of a package. Out: ids, or the module of one id. No registry to edit.
"""

from __future__ import annotations

import pkgutil
from functools import cache
from importlib import import_module
from types import ModuleType

from builder.errors import ConfigError


@cache
def plugin_ids(package: str) -> tuple[str, ...]:
    """The ids of a package's plug-ins, sorted; a module whose name starts with `_` is none."""
    path = import_module(package).__path__
    return tuple(sorted(m.name for m in pkgutil.iter_modules(path) if not m.name.startswith("_")))


def plugin(package: str, plugin_id: str) -> ModuleType:
    """The module of one plug-in; ConfigError names the ids that exist."""
    known = plugin_ids(package)
    if plugin_id not in known:
        kind = package.rpartition(".")[2].removesuffix("s")
        raise ConfigError(f"no {kind} named {plugin_id!r}; there are: {', '.join(known)}")
    return import_module(f"{package}.{plugin_id}")

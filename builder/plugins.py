"""Finds plug-ins by listing a folder: a module's file name is its id.

In: the dotted name of a package. Out: ids, or the module of one id. No registry to edit.
"""

from __future__ import annotations

import pkgutil
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

from builder.errors import ConfigError

_KINDS = {"builder.audit": "gate"}  # where the folder's name does not say what a file of it is


@cache
def plugin_ids(package: str) -> tuple[str, ...]:
    """The ids of a package's plug-ins, sorted; a module whose name starts with `_` is none."""
    spec = find_spec(package)  # the package itself stays unread, so that a list costs nothing
    path = (spec and spec.submodule_search_locations) or []
    return tuple(sorted(m.name for m in pkgutil.iter_modules(path) if not m.name.startswith("_")))


def plugin(package: str, plugin_id: str) -> ModuleType:
    """The module of one plug-in; ConfigError names the ids that exist."""
    return import_module(f"{package}.{known_plugin(package, plugin_id)}")


def known_plugin(package: str, plugin_id: str) -> str:
    """An id that is a plug-in of a package, without its module; ConfigError as for `plugin`."""
    known = plugin_ids(package)
    if plugin_id not in known:
        kind = _KINDS.get(package) or package.rpartition(".")[2].removesuffix("s")
        raise ConfigError(f"no {kind} named {plugin_id!r}; there are: {', '.join(known)}")
    return plugin_id

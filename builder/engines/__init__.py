"""Where worlds are built: in processes of this machine, on a Ray cluster. One file per engine.

An engine module defines

    def run(work: Callable[[T], R], tasks: Sequence[T], workers: int) -> Iterator[R]

`work` is a function of a module, tasks and results can be pickled. At most `workers` tasks are at
work at one time; results come as they end. Whatever ends the caller, also a kill, ends the workers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Protocol, TypeVar, cast

from builder.plugins import plugin

T = TypeVar("T")
R = TypeVar("R")


class Engine(Protocol):
    """What each file of this folder provides."""

    def run(self, work: Callable[[T], R], tasks: Sequence[T], workers: int) -> Iterator[R]: ...


def engine(engine_id: str) -> Engine:
    """The module of one engine; ConfigError names those that exist, or how to install one."""
    return cast(Engine, plugin("builder.engines", engine_id))

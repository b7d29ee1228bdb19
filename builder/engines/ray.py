"""Tasks on a Ray cluster: the one that RAY_ADDRESS names, else one made on this machine for them.

The nodes of a cluster see the build's folder under the same path, and have this package installed.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from typing import Any, TypeVar

from builder.errors import ConfigError

T = TypeVar("T")
R = TypeVar("R")


def run(work: Callable[[T], R], tasks: Sequence[T], workers: int) -> Iterator[R]:
    """The result of each task, as they end; ConfigError when Ray is not installed."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    try:
        ray: Any = import_module("ray")
        failed: type[Exception] = ray.exceptions.RayTaskError
    except ImportError as exc:
        raise ConfigError(
            "the engine 'ray' needs Ray: pip install 'investigation-worlds[ray]'"
        ) from exc
    local: dict[str, Any] = {} if os.environ.get("RAY_ADDRESS") else {"num_cpus": workers}
    ray.init(**local, include_dashboard=False, log_to_driver=False, logging_level=logging.ERROR)
    try:
        remote = ray.remote(num_cpus=1)(work)
        waiting = list(reversed(tasks))
        running: list[Any] = []
        while waiting or running:
            while waiting and len(running) < workers:
                running.append(remote.remote(waiting.pop()))
            ended, running = ray.wait(running)
            yield from ray.get(ended)
    except failed as exc:
        raise exc.cause from exc  # type: ignore[attr-defined]
    finally:
        ray.shutdown()

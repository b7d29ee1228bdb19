"""Tasks in processes of this machine; one worker is this process itself."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from typing import TypeVar

T = TypeVar("T")
R = TypeVar("R")


def run(work: Callable[[T], R], tasks: Sequence[T], workers: int) -> Iterator[R]:
    """The result of each task, as they end."""
    workers = min(workers, len(tasks))
    if workers <= 1:
        yield from map(work, tasks)
        return
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(workers, context, _end_with_parent, (os.getpid(),))
    try:
        for future in as_completed([pool.submit(work, task) for task in tasks]):
            yield future.result()
    except KeyboardInterrupt:
        for worker in multiprocessing.active_children():
            worker.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)  # what is under way is paid for, and comes in


def _end_with_parent(parent: int) -> None:
    """Ends this worker soon after its parent is gone, however the parent ended; an interrupt is
    the parent's."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(0.2)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()

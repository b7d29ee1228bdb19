"""Inspect logs, read for what the audit asks of them: what was shown, solved and opened.

In: log files or folders. Out: a `Shown` a sample; ConfigError names a log that cannot be read. The
only file of the audit that reads Inspect's logs; it takes the scores by name as the task writes
them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

from builder.errors import ConfigError

SLOTS = 4


@dataclass(frozen=True)
class Shown:
    """One sample of a log: who was asked, about which world, and what came of it.

    `order` holds the hypothesis ids as they were shown; `coverage` is the share of documents that
    were opened, None where the log does not say.
    """

    model: str
    world_id: str
    solved: bool
    order: tuple[str, ...]
    believed_slots: tuple[int, ...]
    coverage: float | None


def read_shown(paths: Sequence[Path]) -> list[Shown]:
    """Every scored sample of some logs; samples without our scores are passed over."""
    found: list[Shown] = []
    for path in paths:
        for log_path in _files(path):
            found += _samples(log_path)
    return found


def _files(path: Path) -> list[Path]:
    if path.is_dir():
        return sorted(p for p in path.rglob("*") if p.suffix in (".eval", ".json"))
    return [path]


def _samples(path: Path) -> Iterator[Shown]:
    from inspect_ai.log import read_eval_log

    try:
        log = read_eval_log(str(path))
    except (OSError, ValueError, BadZipFile, LookupError) as exc:
        raise ConfigError(f"log {str(path)!r} cannot be read: {exc}; leave it out") from exc
    for sample in log.samples or []:
        values = _values(sample.scores or {})
        if "case_solved" not in values:
            continue
        yield Shown(
            model=log.eval.model,
            world_id=str((sample.metadata or {}).get("world_id", sample.id)),
            solved=bool(values["case_solved"]),
            order=tuple(sample.store.get("Investigation:order", ())),
            believed_slots=tuple(
                s for s in range(1, SLOTS + 1) if values.get(f"believed_slot_{s}")
            ),
            coverage=values.get("coverage"),
        )


def _values(scores: dict[str, Any]) -> dict[str, float]:
    """Every number of every scorer, by name."""
    values: dict[str, float] = {}
    for name, score in scores.items():
        if isinstance(score.value, dict):
            values |= {k: v for k, v in score.value.items() if isinstance(v, int | float)}
        elif isinstance(score.value, int | float):
            values[name] = score.value
    return values

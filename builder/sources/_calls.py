"""Every call to an archive and its answer, on disk: what was asked once is never asked again.

In: a folder. Out: kept answers by call, the times of the calls that were made, and how long to wait
before the next one. Side effects: `calls.sqlite3` in the folder, one transaction a call, so that a
process may be killed at any moment; one process at a time. It never holds a token.
"""

from __future__ import annotations

import fcntl
import sqlite3
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from builder.errors import ConfigError
from builder.schema import Record

# With a log, a commit survives the death of the process without a flush of the disk.
_TABLES = """
pragma journal_mode = wal;
pragma synchronous = normal;
create table if not exists answers (call text primary key, status integer, body blob, at real);
create table if not exists made (at real);
create table if not exists rest (until real);
"""
MINUTE, HOUR, DAY = 60.0, 3600.0, 86400.0


class Limits(Record):
    """Calls that the archive lets a plain token make, and seconds between two files."""

    minute: int = 5
    hour: int = 50
    day: int = 125
    between_files: float = 1.0

    @property
    def windows(self) -> tuple[tuple[float, int], ...]:
        """Each window in seconds with the calls that fit in it."""
        return ((MINUTE, self.minute), (HOUR, self.hour), (DAY, self.day))

    def seconds(self, calls: int) -> float:
        """How long so many calls take, with nothing spent before."""
        days, rest = divmod(max(calls - 1, 0), self.day)
        hours, rest = divmod(rest, self.hour)
        return days * DAY + hours * HOUR + rest // self.minute * MINUTE


@dataclass(frozen=True)
class Answer:
    """What came back for a call: an HTTP status and the body."""

    status: int
    body: bytes


class Calls:
    """The calls of one folder."""

    def __init__(self, database: sqlite3.Connection, limits: Limits) -> None:
        self._database = database
        self.limits = limits

    def answer(self, call: str) -> Answer | None:
        """The kept answer to a call, or None."""
        row = self._database.execute(
            "select status, body from answers where call = ?", (call,)
        ).fetchone()
        return Answer(row[0], row[1]) if row else None

    def keep(self, call: str, answer: Answer, now: float) -> None:
        """Keeps an answer for good."""
        with self._database:
            self._database.execute(
                "insert or replace into answers values (?, ?, ?, ?)",
                (call, answer.status, answer.body, now),
            )

    def make(self, now: float) -> None:
        """Notes that a call is made; to be said before it, since a killed one has counted."""
        with self._database:
            self._database.execute("delete from made where at < ?", (now - DAY,))
            self._database.execute("insert into made values (?)", (now,))

    def rest(self, until: float) -> None:
        """Notes that the archive wants no call before a moment, so that no later run makes one."""
        with self._database:
            self._database.execute("delete from rest")
            self._database.execute("insert into rest values (?)", (until,))

    def wait(self, now: float) -> float:
        """Seconds until the next call is allowed."""
        waits = [0.0]
        if row := self._database.execute("select until from rest").fetchone():
            waits.append(row[0] - now)
        for window, most in self.limits.windows:
            made = self._database.execute(
                "select at from made where at > ? order by at desc", (now - window,)
            ).fetchall()
            if len(made) >= most:
                waits.append(made[most - 1][0] + window - now)
        return max(waits)

    def left_today(self, now: float) -> int:
        """Calls that are left of the day's."""
        made = self._database.execute(
            "select count(*) from made where at > ?", (now - DAY,)
        ).fetchone()
        return max(self.limits.day - made[0], 0)


@contextmanager
def open_calls(folder: Path, limits: Limits) -> Generator[Calls]:
    """The calls of a folder, for one process; ConfigError when another has it."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = (folder / ".lock").open("a")
    except OSError as exc:
        raise ConfigError(f"cannot write to {str(folder)!r}: {exc.strerror}") from exc
    with lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as exc:
            raise ConfigError(f"another crawl is running in {str(folder)!r}; wait for it") from exc
        database = sqlite3.connect(folder / "calls.sqlite3")
        try:
            database.executescript(_TABLES)
            yield Calls(database, limits)
        finally:
            database.close()

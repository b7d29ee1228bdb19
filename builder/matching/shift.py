"""The dice of a real case, and how its days are moved.

In: a case record under its build's salt. Out: dice, and a number of days that is whole weeks, so
that weekdays and intervals stay. Without the salt nobody can throw the dice again, though they know
the case.
"""

from __future__ import annotations

import hashlib
from random import Random

from builder.schema import CaseRecord

_WEEKS = (60, 400)


def salted(record: CaseRecord, purpose: str) -> Random:
    """The dice of a case for one purpose."""
    source = record.source
    return Random(digest_of(source.salt, source.kind, record.case_id, purpose))


def digest_of(*parts: str) -> str:
    """SHA-256 over parts that stay apart."""
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def shift_days(record: CaseRecord) -> int:
    """By how many days a case's dates are moved: back, by whole weeks."""
    return -7 * salted(record, "shift").randint(*_WEEKS)

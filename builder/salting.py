"""The salt of a build of real records: what is invented for them can be drawn again only with it.

In: a build's folder, the environment. Out: the salt; a record under it. Side effects:
`<out>/salt`, made once, for the owner alone; it is packed nowhere. `INVESTIGATION_WORLDS_SALT` goes
before it, so that builds in several folders draw the same names, days and world ids.
"""

from __future__ import annotations

import os
import secrets
from pathlib import Path
from typing import TypeVar

from builder.errors import ConfigError
from builder.schema import Case

SALT = "INVESTIGATION_WORLDS_SALT"
_FILE = "salt"
_LEAST = 16

C = TypeVar("C", bound=Case)


def salt_of(out: Path) -> str:
    """The salt of a build; ConfigError for one that is too short to be a secret."""
    said = os.environ.get(SALT, "").strip()
    path = out / _FILE
    if not said and not path.exists():
        _write_once(path, secrets.token_hex(32))
    salt = said or path.read_text(encoding="ascii", errors="replace").strip()
    if len(salt) < _LEAST:
        where = SALT if said else str(path)
        raise ConfigError(f"the salt in {where} has {len(salt)} characters; give {_LEAST} or more")
    return salt


def lend_salt(lender: Path, out: Path) -> None:
    """Gives another build the salt of `lender`, before it has drawn one of its own."""
    _write_once(out / _FILE, salt_of(lender))


def under_salt(case: C, salt: str) -> C:
    """The case, told or only named, with the build's salt."""
    source = case.source.model_copy(update={"salt": salt})
    return case.model_copy(update={"source": source})


def is_real(case: Case) -> bool:
    """Whether a case is of real people, who must not be told from its world."""
    return case.source.kind not in ("fiction", "handwritten")


def _write_once(path: Path, salt: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    part.touch(mode=0o600)
    part.write_text(salt + "\n", encoding="ascii")
    part.replace(path)

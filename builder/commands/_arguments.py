"""Arguments that several commands take, each read and checked while the command line is parsed.

In: the text of an argument. Out: its value; ArgumentTypeError says in words what is wrong with it.
Nothing heavy is imported here: wrong use is answered at once.
"""

from __future__ import annotations

import os
import re
from argparse import ArgumentTypeError
from collections.abc import Callable
from datetime import date
from pathlib import Path

from builder.errors import ConfigError
from builder.plugins import known_plugin

CASE_TYPES = ("contract", "torts", "civil_rights", "employment", "intellectual_property")
ROLES = ("merits", "signal", "pro_alternative", "alternative_noise", "noise", "chaff")
SHARES = ("scans",)
LEVELS = ("easy", "standard", "hard")


def whole(text: str) -> int:
    """A whole number of 0 or more."""
    try:
        value = int(text)
    except ValueError:
        raise ArgumentTypeError(f"{text!r} is not a whole number") from None
    if value < 0:
        raise ArgumentTypeError(f"{text} is below 0")
    return value


def positive(text: str) -> int:
    """A whole number of 1 or more."""
    value = whole(text)
    if value == 0:
        raise ArgumentTypeError("must be 1 or more")
    return value


def dollars(text: str) -> float:
    """A sum of US dollars above 0."""
    try:
        value = float(text)
    except ValueError:
        raise ArgumentTypeError(f"{text!r} is no sum of dollars") from None
    if not 0 < value < float("inf"):
        raise ArgumentTypeError(f"{text} is no sum of dollars")
    return value


def share(text: str) -> float:
    """A part of a whole, from 0 to 1."""
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value <= 1:
        raise ArgumentTypeError(f"{text!r} is no part between 0 and 1")
    return value


def day(text: str) -> date:
    """A day such as 2021-06-30."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise ArgumentTypeError(f"{text!r} is no day; write 2021-06-30") from None


def version(text: str) -> str:
    """Three numbers such as 1.2.0."""
    if not re.fullmatch(r"\d+\.\d+\.\d+", text):
        raise ArgumentTypeError(f"{text!r} is not three numbers such as 1.2.0")
    return text


def dial(text: str) -> tuple[str, float]:
    """NAME=NUMBER: documents of a role, or what part of the files is of a kind."""
    name, equals, value = text.partition("=")
    if not equals:
        raise ArgumentTypeError(f"{text!r} is not NAME=NUMBER")
    name = name.replace("-", "_")
    if name not in (*ROLES, *SHARES):
        raise ArgumentTypeError(f"no dial {name!r}; there are: {', '.join((*ROLES, *SHARES))}")
    return name, share(value) if name in SHARES else whole(value)


def split_name(text: str) -> str:
    """A name that a split can have."""
    if not re.fullmatch(r"[a-z][a-z0-9_]{0,30}", text):
        raise ArgumentTypeError(f"a split's name is lower-case letters, digits and _, not {text!r}")
    return text


def repo_id(text: str) -> str:
    """organization/name, by the Hub's rules."""
    part = r"(?!.*(--|\.\.))[A-Za-z0-9_](?:[\w.-]*[A-Za-z0-9_])?"
    if not re.fullmatch(f"{part}/{part}", text, re.ASCII) or len(text) > 96:
        raise ArgumentTypeError(f"no repository can be named {text!r}; write organization/name")
    return text


def there(text: str) -> Path:
    """A file or folder that is there."""
    if not Path(text).exists():
        raise ArgumentTypeError(f"no such file or folder: {text!r}")
    return Path(text)


def writable(text: str) -> Path:
    """A file that can be written, said before the work; its folder is made if need be."""
    path = Path(text)
    if text == "-":
        return path
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as exc:
        raise ArgumentTypeError(f"cannot write {text!r}: {exc.strerror}; give another") from None
    if path.is_dir() or not os.access(path if path.exists() else path.parent, os.W_OK):
        raise ArgumentTypeError(f"cannot write {text!r}: it is no file to write; give another")
    return path


def build_folder(text: str) -> Path:
    """A folder that is there."""
    if not Path(text).is_dir():
        raise ArgumentTypeError(f"no such build folder: {text!r}")
    return Path(text)


def plugin_of(package: str, before_colon: bool = False) -> Callable[[str], str]:
    """The id of a plug-in of a package, with a locator after it when `before_colon`."""

    def read(text: str) -> str:
        try:
            known_plugin(package, text.partition(":")[0] if before_colon else text)
        except ConfigError as exc:
            raise ArgumentTypeError(str(exc)) from None
        return text

    return read

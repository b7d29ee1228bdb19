"""Sealed splits: the key apart, and a commitment to it in public.

In: a world's key as JSON and a salt. Out: a commitment, the salts of a sealed split, and whether a
key is the one that was committed to. Side effects of `read_salts`: none; of `write_salts`: writes
`<seal>/salts.json`, which nobody but the key's holder may have before the seal is broken.
"""

from __future__ import annotations

import hashlib
import json
import secrets
import uuid
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from builder.errors import PackError
from builder.manifest import CANARY, Manifest
from investigation_worlds import table

SALTS = "salts.json"
GUESSABLE_SEED = 2**64
_SEALED_CANARY = "investigation-worlds sealed canary"


def commitment(salt: str, key: str) -> str:
    """SHA-256 over the salt, a line feed and the key's JSON: binds to the key, tells nothing."""
    return hashlib.sha256(f"{salt}\n{key}".encode()).hexdigest()


def private_canary(sealed: Manifest) -> str:
    """The canary of a sealed key: the one that it has, or a new one that is found nowhere else."""
    return f"{_SEALED_CANARY} {uuid.UUID(int=secrets.randbits(128), version=4)}" if (
        sealed.canary == CANARY
    ) else sealed.canary  # fmt: skip


def check_seeds(builds: Iterable[Mapping[str, Any]]) -> None:
    """PackError for a build whose seed can be guessed: who guesses it builds the key as well."""
    for build in builds:
        if build["source"] == "fiction" and build["seed"] < GUESSABLE_SEED:
            raise PackError(
                f"the seed {build['seed']} of a sealed split can be guessed; build with --seed "
                "from `python -c 'import secrets; print(secrets.randbits(128))'` and keep it"
            )


def read_salts(seal: Path, worlds: Iterable[str]) -> dict[str, str]:
    """World id -> salt: those that were drawn before, and new ones for the other worlds."""
    path = seal / SALTS
    try:
        known = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    except (OSError, ValueError) as exc:
        raise PackError(f"{str(path)!r} cannot be read; restore it, or seal elsewhere") from exc
    return known | {world: secrets.token_hex(32) for world in worlds if world not in known}


def write_salts(seal: Path, salts: Mapping[str, str]) -> None:
    """Writes the salts, readable by the owner alone."""
    path = seal / SALTS
    path.touch(mode=0o600)
    path.write_text(json.dumps(dict(sorted(salts.items())), indent=2) + "\n", encoding="utf-8")


def broken(public: Manifest, seal: Path) -> dict[str, tuple[str, ...]]:
    """Split -> worlds whose key in `seal` is not the one that the public manifest committed to.

    PackError when no split is sealed, FileNotFoundError when the seal has no key of one.
    """
    salts = read_salts(seal, ())
    sealed = {name: split for name, split in public.splits.items() if split.commitments}
    if not sealed:
        raise PackError("no split of this dataset is sealed")
    wrong: dict[str, tuple[str, ...]] = {}
    for name, split in sealed.items():
        rows = table("answers", name, None, ["world_id", "key"], seal).to_pylist()
        found = {row["world_id"]: commitment(salts.get(row["world_id"], ""), row["key"])
                 for row in rows}  # fmt: skip
        wrong[name] = tuple(w for w, hashed in split.commitments.items() if found.get(w) != hashed)
    return wrong

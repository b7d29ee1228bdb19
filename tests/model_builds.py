"""Builds by models for tests: the real command where the provider is a server on the loopback."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from tests.build_factories import SMALL, hashes, run
from tests.model_player import Player
from tests.model_server import MODEL, ModelServer, known

SEED = 3
SCENARIO = "torts_rink_fumes"
PRICE_IN, PRICE_OUT = 2.0, 8.0
FICTION = ("--source", f"fiction:{SCENARIO}", "--seed", str(SEED), *SMALL)


@cache
def player() -> Player:
    """The scripted model of the first world of SEED."""
    return Player.of_fiction(SCENARIO, SEED)


def prices(folder: Path, *models: str) -> tuple[str, str]:
    """The option that names a file with the scripted models' price."""
    path = folder / "prices.json"
    price = {"input": PRICE_IN, "output": PRICE_OUT}
    path.write_text(json.dumps(dict.fromkeys(models or (MODEL,), price)))
    return "--prices", str(path)


def ask(server: ModelServer, *arguments: str | Path, code: int = 0) -> tuple[str, str]:
    """Output and error output of `python -m builder` where the provider is this server."""
    with known(server):
        return run(*arguments, code=code)


def worlds(out: Path) -> dict[str, str]:
    """Files of the worlds of a build, by hash."""
    return {k: v for k, v in hashes(out / "worlds").items() if not k.endswith(".lock")}


def certified(out: Path, count: int = 1) -> None:
    """A build that came to its end with `count` worlds and no failure."""
    build = json.loads((out / "build.json").read_text())
    assert build["failed"] == {}
    assert len(build["worlds"]) == count


def step_of(out: Path, name: str) -> dict[str, Any]:
    """What a step of the first world of a build handed over."""
    path = min((out / "worlds").glob(f"*/{name}.json"))
    return json.loads(path.read_text())["value"]

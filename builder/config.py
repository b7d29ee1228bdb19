"""The settings of a build, checked before any work."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from pydantic import TypeAdapter, ValidationError

from builder.errors import ConfigError, in_short
from builder.schema import CaseType, Record

Level = Literal["easy", "standard", "hard"]  # how hard worlds are to solve


class Price(Record):
    """What a model asks for a million tokens, in US dollars."""

    input: float
    output: float


class ModelTerms(Record):
    """On what terms model hands call their providers.

    `answers` is the folder where every reply is kept. `prices` are by model name; a model without
    one costs an unknown sum. `timeout` is in seconds, for one try; `connections` calls run at once;
    `max_tokens` bounds every answer, where a model has little room.
    """

    answers: str = ""
    prices: tuple[tuple[str, Price], ...] = ()
    max_cost: float | None = None
    structured: bool = False
    batch: bool = False
    retries: int = 4
    timeout: int = 300
    patience: float = 1.0
    connections: int = 8
    max_tokens: int | None = None

    def price_of(self, model: str) -> Price | None:
        """The price of a model, or None when nobody said one."""
        return dict(self.prices).get(model)


NO_TERMS = ModelTerms()


class BuildSettings(Record):
    """What one `build` command asks for. Empty hands mean: those that suit the source."""

    source: str
    worlds: int = 5
    seed: int = 0
    case_types: tuple[CaseType, ...] = ()
    analyst: str = ""
    writer: str = ""
    judge: str = ""
    dials: tuple[tuple[str, float], ...] = ()
    level: Level = "standard"
    workers: int = 1
    engine: str = "processes"
    terms: ModelTerms = NO_TERMS

    @property
    def source_id(self) -> str:
        """What stands before the colon of the source."""
        return self.source.partition(":")[0]

    @property
    def locator(self) -> str:
        """What stands after the colon of the source."""
        return self.source.partition(":")[2]


def read_prices(path: Path) -> tuple[tuple[str, Price], ...]:
    """The prices of a JSON file, by model; ConfigError says what is wrong with it."""
    try:
        found = TypeAdapter(dict[str, Price]).validate_json(path.read_bytes())
    except OSError as exc:
        raise ConfigError(f"no file of prices: {str(path)!r}") from exc
    except ValidationError as exc:
        raise ConfigError(f"prices {path.name!r}: {in_short(exc)}") from exc
    if free := sorted(model for model, p in found.items() if p.input < 0 or p.output < 0):
        raise ConfigError(f"prices {path.name!r}: {free[0]!r} has a price below 0")
    return tuple(sorted(found.items()))

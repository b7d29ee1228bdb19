"""The settings of a build, checked before any work."""

from __future__ import annotations

from builder.schema import CaseType, Record


class Price(Record):
    """What a model asks for a million tokens, in US dollars."""

    input: float
    output: float


class ModelTerms(Record):
    """On what terms model hands call their providers.

    `answers` is the folder where every reply is kept. `prices` are by model name; a model without
    one costs an unknown sum. `timeout` is in seconds, for one try; `connections` calls run at once.
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
    dials: tuple[tuple[str, int], ...] = ()
    workers: int = 1
    terms: ModelTerms = NO_TERMS

    @property
    def source_id(self) -> str:
        """What stands before the colon of the source."""
        return self.source.partition(":")[0]

    @property
    def locator(self) -> str:
        """What stands after the colon of the source."""
        return self.source.partition(":")[2]

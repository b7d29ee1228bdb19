"""What calls cost: a journal of every call, the cap on spending, the sums by case and model.

In: the terms of a build. Out: entries, sums. Side effects: appends to `<answers>/spend.jsonl`, a
line when a call begins and one when it ends, under a lock that all processes share. A call that
began and never ended (a killed build, a timeout) may have been charged: it counts at its most.
"""

from __future__ import annotations

import fcntl
import json
import uuid
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import IO, Any

from builder.config import ModelTerms
from builder.errors import AuthorError, ConfigError
from builder.schema import Record


class Usage(Record):
    """Tokens that a provider counted."""

    input_tokens: int
    output_tokens: int


class Entry(Record):
    """A call as the journal has it. `most` are the tokens it cannot pass; `usage` those charged,
    None while nobody knows."""

    entry_id: str
    key: str
    case_id: str
    stage: str
    call: str
    model: str
    most: Usage
    usage: Usage | None = None

    def cost(self, terms: ModelTerms) -> float | None:
        """US dollars, at the most where the charge is not known; None without a price."""
        price, tokens = terms.price_of(self.model), self.usage or self.most
        if price is None:
            return None
        return (tokens.input_tokens * price.input + tokens.output_tokens * price.output) / 1e6


@dataclass(frozen=True)
class Purse:
    """Pays for calls out of the cap of a build."""

    terms: ModelTerms

    @property
    def path(self) -> Path:
        """The journal."""
        return Path(self.terms.answers) / "spend.jsonl"

    def check(self, model: str) -> None:
        """ConfigError when there is a cap and the model's price is not known."""
        if self.terms.max_cost is not None and self.terms.price_of(model) is None:
            raise ConfigError(
                f"--max-cost needs the price of {model!r}; give it with --prices FILE"
            )

    def begin(self, entry: Entry) -> None:
        """Enter a call before it is made; AuthorError when it could pass the cap."""
        with self._locked() as file:
            self._refuse(entry, file)
            _append(file, {"begin": entry.model_dump(mode="json")})

    def end(self, entry_id: str, usage: Usage) -> None:
        """Enter what a call was charged."""
        with self._locked() as file:
            _append(file, {"end": entry_id, "usage": usage.model_dump()})

    def entries(self) -> list[Entry]:
        """Every call that began, in order."""
        if not self.path.exists():
            return []
        with self._locked() as file:
            return list(_read(file))

    def _refuse(self, entry: Entry, file: IO[str]) -> None:
        cap = self.terms.max_cost
        if cap is None:
            return
        spent = sum(earlier.cost(self.terms) or 0.0 for earlier in _read(file))
        most = entry.cost(self.terms) or 0.0
        if spent + most > cap:
            raise AuthorError(
                f"--max-cost {cap:.4f} USD: {spent:.4f} are spent, and the next call "
                f"({entry.call}, {entry.model}) could cost {most:.4f}; raise the cap and the same "
                "command goes on"
            )

    @contextmanager
    def _locked(self) -> Generator[IO[str]]:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("a+", encoding="utf-8") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            yield file
            file.flush()


def _append(file: IO[str], line: dict[str, Any]) -> None:
    # A killed process may have left half a line: what follows must not be glued to it.
    file.write("\n" + json.dumps(line, sort_keys=True) + "\n")
    file.flush()


def _read(file: IO[str]) -> Iterator[Entry]:
    file.seek(0)
    begun: dict[str, Entry] = {}
    for text in file:
        try:
            line: Any = json.loads(text)
        except ValueError:
            continue  # blank, or cut by a kill
        if "begin" in line:
            entry = Entry.model_validate(line["begin"])
            begun[entry.entry_id] = entry
        elif line["end"] in begun:
            usage = Usage.model_validate(line["usage"])
            begun[line["end"]] = begun[line["end"]].model_copy(update={"usage": usage})
    yield from begun.values()


def new_entry_id() -> str:
    """An id for a call that no other process gives."""
    return uuid.uuid4().hex


class Cost(Record):
    """What the calls of one case, stage and model came to. `usd` None: the price is unknown.
    `uncertain` calls count at their most."""

    case_id: str
    stage: str
    model: str
    calls: int
    uncertain: int
    input_tokens: int
    output_tokens: int
    usd: float | None


def costs(terms: ModelTerms) -> list[Cost]:
    """The costs of all calls in the answers folder, by case, stage and model."""

    def of(entry: Entry) -> tuple[str, str, str]:
        return entry.case_id, entry.stage, entry.model

    found: list[Cost] = []
    for (case_id, stage, model), group in groupby(sorted(Purse(terms).entries(), key=of), key=of):
        entries = list(group)
        counted = [entry.usage or entry.most for entry in entries]
        known = terms.price_of(model) is not None
        found.append(
            Cost(
                case_id=case_id,
                stage=stage,
                model=model,
                calls=len(entries),
                uncertain=sum(entry.usage is None for entry in entries),
                input_tokens=sum(u.input_tokens for u in counted),
                output_tokens=sum(u.output_tokens for u in counted),
                usd=round(sum(e.cost(terms) or 0 for e in entries), 6) if known else None,
            )
        )
    return found

"""Calls a model through Inspect and keeps every reply.

In: the messages of one call. Out: a `Reply`, read back or asked for. Raises AuthorError when the
provider fails after all tries. Side effects: network; `<answers>/<key>.json`, written whole before
the reply is used, so that nothing is paid for twice.
"""

from __future__ import annotations

import hashlib
import json
import logging
import os
import threading
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import BaseModel, ValidationError

from builder.authors._call import Turn, generated, has_batch, in_short_of, model_of, settings
from builder.authors._spend import Entry, Purse, Usage, new_entry_id
from builder.config import ModelTerms
from builder.errors import AuthorError, ConfigError, in_short
from builder.schema import Record

if TYPE_CHECKING:
    from inspect_ai.model import ModelOutput

LOG = logging.getLogger(__name__)
LONGEST_WAIT = 60.0


class Reply(Record):
    """What a model answered. `stop` is Inspect's stop reason; `prompt` the prompt file's hash."""

    key: str
    call: str
    stage: str
    case_id: str
    model: str
    prompt: str
    text: str
    stop: str
    usage: Usage


@dataclass(frozen=True)
class Request:
    """One call: what it is for, its messages, and the most tokens that it may answer with."""

    call: str
    stage: str
    case_id: str
    prompt: str
    turns: tuple[Turn, ...]
    max_tokens: int
    schema: type[BaseModel] | None = None


@dataclass(frozen=True)
class Provider:
    """One model on given terms."""

    model: str
    terms: ModelTerms

    def check(self) -> None:
        """ConfigError when there is no such model, or no way to reach or pay it."""
        if not self.terms.answers:
            raise ConfigError(f"model {self.model!r} needs a folder for its answers")
        model_of(self.model)
        if self.terms.batch and not has_batch(self.model):
            raise ConfigError(
                f"model {self.model!r}: Inspect has no batch mode for its provider; "
                "leave --batch out"
            )
        Purse(self.terms).check(self.model)

    def reply(self, request: Request) -> Reply:
        """The model's reply, the stored one if this was ever asked."""
        key = self.key(request)
        path = Path(self.terms.answers) / f"{key}.json"
        stored = _stored(path)
        if stored is not None:
            return stored
        output, entry = self._tried(request, key)
        reply = Reply(
            key=key,
            call=request.call,
            stage=request.stage,
            case_id=request.case_id,
            model=self.model,
            prompt=request.prompt,
            text=output.completion,
            stop=output.stop_reason,
            usage=_usage(output, entry),
        )
        _store(path, reply)
        Purse(self.terms).end(entry.entry_id, reply.usage)
        return reply

    def key(self, request: Request) -> str:
        """A hash of all that decides a reply: model, settings, prompt file, messages."""
        turns = [turn.model_dump() for turn in request.turns]
        schema = request.schema.__name__ if request.schema and self.terms.structured else ""
        parts = [self.model, request.call, request.prompt, request.max_tokens, schema, turns]
        return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()

    def _tried(self, request: Request, key: str) -> tuple[ModelOutput, Entry]:
        """The provider's output, after as many tries as the terms allow."""
        model, purse, terms = model_of(self.model), Purse(self.terms), self.terms
        config = settings(terms, request.max_tokens, request.schema)
        # What is charged one by one is tried here, since each try is entered. What goes into a
        # batch is not: there the client tries to send and fetch the batch.
        tries, client_tries = (1, terms.retries) if terms.batch else (1 + terms.retries, 0)
        for number in range(1, tries + 1):
            entry = self._entry(request, key)
            purse.begin(entry)
            outcome = generated(model, request.turns, config, client_tries)
            if not isinstance(outcome, BaseException):
                return outcome, entry
            if isinstance(getattr(outcome, "status_code", None), int):
                purse.end(entry.entry_id, Usage(input_tokens=0, output_tokens=0))
            if number == tries or not model.should_retry(outcome):
                raise self._gave_up(request, number, outcome) from outcome
            LOG.warning("%s: %s: %s", self.model, request.call, in_short_of(outcome))
            time.sleep(min(LONGEST_WAIT, terms.patience * 2 ** (number - 1)))
        raise AssertionError("unreachable")  # the loop returns or raises

    def _gave_up(self, request: Request, tries: int, failure: BaseException) -> AuthorError:
        why, hint = in_short_of(failure).rstrip("."), ""
        if type(failure).__name__ == "AttemptTimeoutError":
            why, hint = f"no answer in {self.terms.timeout} seconds", "; raise --timeout"
        elif self.terms.structured:
            hint = "; if it takes no schema, leave --structured out"
        return AuthorError(
            f"{self.model} did not answer {request.call!r} for case {request.case_id!r} "
            f"({tries} tries): {why}{hint}; the same command goes on"
        )

    def _entry(self, request: Request, key: str) -> Entry:
        size = sum(len(turn.text.encode()) for turn in request.turns)
        return Entry(
            entry_id=new_entry_id(),
            key=key,
            case_id=request.case_id,
            stage=request.stage,
            call=request.call,
            model=self.model,
            # No tokenizer is known for every provider; English has three to five bytes a token.
            most=Usage(input_tokens=size // 2 + 200, output_tokens=request.max_tokens),
        )


def _usage(output: ModelOutput, entry: Entry) -> Usage:
    """The tokens charged; the most they can be when the provider does not count them."""
    used = output.usage
    if used is None or not used.total_tokens:
        return entry.most
    cached = (used.input_tokens_cache_read or 0) + (used.input_tokens_cache_write or 0)
    return Usage(input_tokens=used.input_tokens + cached, output_tokens=used.output_tokens)


def _stored(path: Path) -> Reply | None:
    if not path.exists():
        return None
    try:
        return Reply.model_validate_json(path.read_bytes())
    except ValidationError as exc:
        raise ConfigError(f"stored answer {path.name!r} cannot be read: {in_short(exc)}") from exc


def _store(path: Path, reply: Reply) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".{path.name}.{os.getpid()}-{threading.get_ident()}.part")
    with temporary.open("wb") as file:
        file.write(reply.model_dump_json(indent=1).encode())
        file.flush()
        os.fsync(file.fileno())
    temporary.replace(path)

"""Calls a model through Inspect and keeps every reply.

In: the messages of one call. Out: a `Reply`, read back or asked for. Raises AuthorError when the
provider fails after all tries. Side effects: network; `<answers>/<key>.json`, written whole before
the reply is used, so that nothing is paid for twice.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
import os
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from pydantic import BaseModel, ValidationError

from builder.authors._schema import flat_schema
from builder.authors._spend import Entry, Purse, Usage, new_entry_id
from builder.config import ModelTerms
from builder.errors import AuthorError, ConfigError, in_short
from builder.schema import Record

if TYPE_CHECKING:
    from inspect_ai.model import ChatMessage, GenerateConfig, Model, ModelOutput

LOG = logging.getLogger(__name__)
LONGEST_WAIT = 60.0


class Turn(Record):
    """A message to a model, or one of its own."""

    role: Literal["system", "user", "assistant"]
    text: str


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
        _model(self.model)
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
        model, purse = _model(self.model), Purse(self.terms)
        tries = 1 + self.terms.retries
        for number in range(1, tries + 1):
            entry = self._entry(request, key)
            purse.begin(entry)
            failure = _failure(model, request.turns, self._config(request))
            if not isinstance(failure, BaseException):
                return failure, entry
            if isinstance(getattr(failure, "status_code", None), int):
                purse.end(entry.entry_id, Usage(input_tokens=0, output_tokens=0))
            again = model.should_retry(failure)
            if not again or number == tries:
                raise AuthorError(
                    f"{self.model} did not answer {request.call!r} for case {request.case_id!r} "
                    f"({number} tries): {in_short_of(failure)}; the same command goes on"
                ) from failure
            LOG.warning("%s: %s: %s", self.model, request.call, in_short_of(failure))
            time.sleep(min(LONGEST_WAIT, self.terms.patience * 2 ** (number - 1)))
        raise AssertionError("unreachable")  # the loop returns or raises

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

    def _config(self, request: Request) -> GenerateConfig:
        from inspect_ai.model import GenerateConfig, ResponseSchema
        from inspect_ai.util import JSONSchema

        schema = None
        if request.schema is not None and self.terms.structured:
            schema = ResponseSchema(
                name=request.schema.__name__,
                json_schema=JSONSchema.model_validate(flat_schema(request.schema)),
            )
        return GenerateConfig(
            max_tokens=request.max_tokens,
            response_schema=schema,
            max_retries=0,  # each try is entered in the journal, so they are made here
            attempt_timeout=None if self.terms.batch else self.terms.timeout,
            max_connections=self.terms.connections,
            batch=True if self.terms.batch else None,
        )


@cache
def _model(name: str) -> Model:
    from inspect_ai._util.error import PrerequisiteError
    from inspect_ai.model import get_model

    try:
        return get_model(name)
    except (PrerequisiteError, ValueError, ImportError) as exc:
        raise ConfigError(f"model {name!r}: {in_short_of(exc)}") from exc


@cache
def _loop() -> asyncio.AbstractEventLoop:
    """The one event loop of this process: a provider's client belongs to the loop it began in."""
    loop = asyncio.new_event_loop()
    threading.Thread(target=loop.run_forever, name="providers", daemon=True).start()
    return loop


def _failure(
    model: Model, turns: Sequence[Turn], config: GenerateConfig
) -> ModelOutput | BaseException:
    """The output, or what the provider's client raised: each has a tree of its own, so that the
    error is looked at as a value here."""
    from inspect_ai.model import ChatMessageAssistant, ChatMessageSystem, ChatMessageUser
    from tenacity import RetryError

    kinds = {
        "system": ChatMessageSystem,
        "user": ChatMessageUser,
        "assistant": ChatMessageAssistant,
    }
    messages: list[ChatMessage] = [kinds[turn.role](content=turn.text) for turn in turns]
    client: Any = getattr(model.api, "client", None)
    if hasattr(client, "max_retries"):
        client.max_retries = 0  # a client's own tries would cost what nobody has entered
    future = asyncio.run_coroutine_threadsafe(model.generate(messages, config=config), _loop())
    failure = future.exception()
    if isinstance(failure, RetryError):
        failure = failure.last_attempt.exception() or failure
    return failure or future.result()


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


def in_short_of(exc: BaseException) -> str:
    """A provider's error on one line of bounded length."""
    return " ".join(f"{type(exc).__name__}: {exc}".split())[:300]

"""One call of a model through Inspect.

In: a model's Inspect name, messages, settings. Out: its output, or what its provider's client
raised: each client has a tree of errors of its own, so that an error is looked at as a value here.
Side effects: network; one event loop in a thread for the whole process.
"""

from __future__ import annotations

import asyncio
import re
import threading
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, Literal

from pydantic import BaseModel

from builder.authors._schema import flat_schema
from builder.config import ModelTerms
from builder.errors import ConfigError
from builder.schema import Record

if TYPE_CHECKING:
    from inspect_ai.model import ChatMessage, GenerateConfig, Model, ModelOutput

BATCH_SECONDS = 15  # between looks at a batch, and for which a batch is held open


class Turn(Record):
    """A message to a model, or one of its own."""

    role: Literal["system", "user", "assistant"]
    text: str


@cache
def model_of(name: str) -> Model:
    """The model of an Inspect name; ConfigError when there is none, or no way to reach it."""
    from inspect_ai._util.error import PrerequisiteError
    from inspect_ai.model import get_model

    try:
        return get_model(name)
    except (PrerequisiteError, ValueError, ImportError) as exc:
        raise ConfigError(f"model {name!r}: {in_short_of(exc)}") from exc


def has_batch(name: str) -> bool:
    """Whether Inspect has a batch mode for a model's provider."""
    # Inspect asks no provider for this: those that have the mode keep a batcher.
    return any("batcher" in attribute for attribute in vars(model_of(name).api))


def settings(
    terms: ModelTerms, max_tokens: int, schema: type[BaseModel] | None = None
) -> GenerateConfig:
    """What goes along with a call; `schema` where the terms want structured output."""
    from inspect_ai.model import BatchConfig, GenerateConfig, ResponseSchema
    from inspect_ai.util import JSONSchema

    wanted = batch = None
    if schema is not None and terms.structured:
        flat = JSONSchema.model_validate(flat_schema(schema))
        wanted = ResponseSchema(name=schema.__name__, json_schema=flat)
    if terms.batch:
        pause = BATCH_SECONDS * terms.patience
        batch = BatchConfig(size=terms.connections, send_delay=pause, tick=pause)
    return GenerateConfig(
        max_tokens=max_tokens,
        response_schema=wanted,
        max_retries=0,  # each try is entered in the journal, so whoever calls makes them
        attempt_timeout=None if terms.batch else terms.timeout,
        max_connections=terms.connections,
        batch=batch,
    )


def generated(
    model: Model, turns: Sequence[Turn], config: GenerateConfig, client_tries: int
) -> ModelOutput | BaseException:
    """The output, or the error. `client_tries` are those that the provider's client may make."""
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
        client.max_retries = client_tries
    future = asyncio.run_coroutine_threadsafe(model.generate(messages, config=config), _loop())
    failure = future.exception()
    if isinstance(failure, RetryError):
        failure = failure.last_attempt.exception() or failure
    return failure or future.result()


@cache
def _loop() -> asyncio.AbstractEventLoop:
    """The one event loop of this process: a provider's client belongs to the loop it began in."""
    loop = asyncio.new_event_loop()
    threading.Thread(target=loop.run_forever, name="providers", daemon=True).start()
    return loop


def in_short_of(exc: BaseException) -> str:
    """A provider's error on one line of bounded length."""
    plain = re.sub(r"\[/?bold(?: blue)?\]|\[/?blue\]", "", str(exc))  # Inspect writes for a screen
    return " ".join(f"{type(exc).__name__}: {plain}".split())[:300]

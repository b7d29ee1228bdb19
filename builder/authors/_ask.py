"""One question to a model: a prompt file, a typed answer, checks, and one repair.

In: a `Question` and what fills its prompt. Out: the checked answer. An answer that cannot be read
or does not hold goes back to the model once with what is wrong; then the question's `error` is
raised, which names the stored reply. Prompts are `builder/prompts/<name>.md.j2`.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, Generic, TypeVar

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from pydantic import BaseModel, ConfigDict, ValidationError

from builder.authors._call import Turn
from builder.authors._parse import NoJson, read_json
from builder.authors._provider import Provider, Reply, Request
from builder.errors import WorldError

MOST_FAULTS = 12


class Answer(BaseModel):
    """The base of what models answer: frozen; what was not asked for is passed over."""

    model_config = ConfigDict(frozen=True, extra="ignore")


A = TypeVar("A", bound=Answer)
Check = Callable[[A], list[str]]
Mend = Callable[[A], A]


def no_fault(_: Answer) -> list[str]:
    """A check for answers whose type says all."""
    return []


@dataclass(frozen=True)
class Question(Generic[A]):
    """A kind of call: the name of its prompt, its stage, its answer's type, what refusal means."""

    name: str
    stage: str
    kind: type[A]
    error: type[WorldError]
    max_tokens: int = 8000


def ask(
    provider: Provider,
    question: Question[A],
    case_id: str,
    inputs: Mapping[str, Any],
    check: Check[A] = no_fault,
    mend: Mend[A] | None = None,
) -> A:
    """The answer to a question. `check` gives the faults of an answer; after the repair, `mend` may
    drop what still does not hold, and what is left is checked again."""
    turns = [
        Turn(role="system", text=_render("system", {})),
        Turn(role="user", text=_render(question.name, {**inputs, "schema": schema_of(question)})),
    ]
    reply = _reply(provider, question, case_id, turns)
    answer, faults = _read(reply, question, check)
    if answer is not None and not faults:
        return answer
    turns += [
        Turn(role="assistant", text=reply.text or "(nothing)"),
        Turn(role="user", text=_render("repair", {"faults": faults[:MOST_FAULTS]})),
    ]
    reply = _reply(provider, question, case_id, turns)
    answer, faults = _read(reply, question, check)
    if answer is not None and faults and mend is not None:
        answer = mend(answer)
        faults = check(answer)
    if answer is None or faults:
        raise question.error(
            f"{provider.model}: {question.name!r} for {case_id!r} does not hold after a repair: "
            f"{'; '.join(faults[:3])} (stored as {reply.key[:12]}; remove it to ask anew)"
        )
    return answer


def _reply(provider: Provider, question: Question[A], case_id: str, turns: list[Turn]) -> Reply:
    return provider.reply(
        Request(
            call=question.name,
            stage=question.stage,
            case_id=case_id,
            prompt=prompt_hash(question.name),
            turns=tuple(turns),
            max_tokens=min(question.max_tokens, provider.terms.max_tokens or question.max_tokens),
            schema=question.kind,
        )
    )


def _read(reply: Reply, question: Question[A], check: Check[A]) -> tuple[A | None, list[str]]:
    if reply.stop == "content_filter":
        return None, ["a content filter withheld the reply; leave out what it may object to"]
    cut = ["the reply was cut at its longest; answer more briefly"] * (reply.stop == "max_tokens")
    if reply.stop == "model_length":
        return None, ["the prompt is longer than the model can read"]
    try:
        answer = question.kind.model_validate(read_json(reply.text))
    except NoJson as exc:
        return None, cut or [str(exc)]
    except ValidationError as exc:
        return None, [
            f"{'.'.join(map(str, error['loc']))}: {error['msg']}"
            for error in exc.errors(include_url=False, include_input=False)
        ]
    return answer, check(answer)


@cache
def _prompts() -> Environment:
    folder = str(resources.files("builder") / "prompts")
    # Prompts are plain text: nothing is to be escaped.
    return Environment(
        loader=FileSystemLoader(folder), undefined=StrictUndefined, trim_blocks=True,
        lstrip_blocks=True, keep_trailing_newline=True, autoescape=False,
    )  # fmt: skip


def _render(name: str, inputs: Mapping[str, Any]) -> str:
    return _prompts().get_template(f"{name}.md.j2").render(inputs).strip()


@cache
def prompt_hash(name: str) -> str:
    """The version of a call's prompts: a hash of its file and of those that it may include."""
    folder = Path(str(resources.files("builder") / "prompts"))
    parts = sorted(folder.glob("_*.md.j2"))
    files = [folder / f"{file}.md.j2" for file in ("system", "repair", name)]
    whole = b"\0".join(file.read_bytes() for file in (*files, *parts))
    return hashlib.sha256(whole).hexdigest()[:16]


def schema_of(question: Question[A]) -> str:
    """The JSON schema of a question's answer on one line, without titles."""
    return json.dumps(_untitled(question.kind.model_json_schema()), ensure_ascii=False)


def _untitled(value: Any) -> Any:
    if isinstance(value, dict):
        # A property may itself be called "title"; its value is then a schema, not a string.
        return {
            k: _untitled(v) for k, v in value.items() if not (k == "title" and isinstance(v, str))
        }
    return [_untitled(v) for v in value] if isinstance(value, list) else value

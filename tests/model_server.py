"""A loopback server that speaks as OpenAI does: it answers from a script and injects faults.

    with serving(player, faults) as server:
        run("build", ..., "--writer", MODEL, **server.environment)

A script is `(task, prompt, turn) -> text`; `faults` maps the number of a request (from 1) to what
goes wrong with it. Every request that a provider would charge for is counted, with its tokens.
"""

from __future__ import annotations

import hashlib
import http.server
import json
import re
import threading
import time
from collections import Counter
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import pytest

MODEL = "openai-api/loop/scripted"
Script = Callable[[str, str, int], str]
FREE = ("429", "500", "400")  # what a provider does not charge for


@dataclass
class Asked:
    """One request: its task, its messages, what went wrong, the tokens charged, the schema."""

    task: str
    digest: str
    fault: str
    input_tokens: int = 0
    output_tokens: int = 0
    schema: str = ""


@dataclass
class ModelServer:
    """The server's script and all it was asked."""

    script: Script
    faults: Callable[[int, str], str]
    port: int = 0
    asked: list[Asked] = field(default_factory=list[Asked])
    lock: threading.Lock = field(default_factory=threading.Lock)
    slow_seconds: float = 3.0
    delay: float = 0.0

    @property
    def environment(self) -> dict[str, str]:
        """Where Inspect finds the provider `loop`."""
        return {"LOOP_BASE_URL": f"http://127.0.0.1:{self.port}/v1", "LOOP_API_KEY": "none"}

    @property
    def charged(self) -> list[Asked]:
        """The requests that cost something."""
        return [one for one in self.asked if one.fault not in FREE]

    def twice(self) -> list[str]:
        """Tasks of requests that were answered whole more than once in the same words."""
        whole = Counter(
            (one.digest, one.task) for one in self.asked if one.fault in ("", "cut json")
        )
        return [task for (_, task), count in whole.items() if count > 1]

    def spent(self, price_in: float, price_out: float) -> float:
        """US dollars at prices for a million tokens."""
        return sum(
            (one.input_tokens * price_in + one.output_tokens * price_out) / 1e6
            for one in self.charged
        )


@contextmanager
def known(server: ModelServer) -> Generator[None]:
    """The server's address in the environment, as Inspect looks for it."""
    with pytest.MonkeyPatch.context() as patch:
        for name, value in server.environment.items():
            patch.setenv(name, value)
        yield


@contextmanager
def serving(
    script: Script, faults: Mapping[int, str] | Callable[[int, str], str] | None = None
) -> Generator[ModelServer]:
    """A server that answers until the block ends."""
    table = {} if faults is None else faults
    fault = table if callable(table) else lambda number, task: table.get(number, "")
    state = ModelServer(script, fault)

    class Handler(_Handler):
        server_state = state

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    state.port = server.server_address[1]
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield state
    finally:
        server.shutdown()
        server.server_close()


class _Handler(http.server.BaseHTTPRequestHandler):
    server_state: ModelServer

    def do_POST(self) -> None:
        raw = self.rfile.read(int(self.headers["Content-Length"]))
        body: dict[str, Any] = json.loads(raw)
        messages: list[dict[str, Any]] = body["messages"]
        prompt = str(next(m["content"] for m in messages if m["role"] == "user"))
        task = (re.search(r"# Task: (\w+)", prompt) or ["", "unknown"])[1]
        state = self.server_state
        with state.lock:
            number = len(state.asked) + 1
            asked = Asked(task, hashlib.sha256(raw).hexdigest(), state.faults(number, task))
            asked.schema = body.get("response_format", {}).get("json_schema", {}).get("name", "")
            state.asked.append(asked)
        time.sleep(state.delay)
        try:
            self._answer(asked, messages, prompt)
        except (BrokenPipeError, ConnectionResetError):
            asked.fault = asked.fault or "gone"  # the asker was killed or gave up

    def _answer(self, asked: Asked, messages: list[dict[str, Any]], prompt: str) -> None:
        state, fault = self.server_state, asked.fault
        if fault in FREE:
            self._send(int(fault), {"error": {"message": "not now", "code": fault}})
            return
        text, finish = state.script(asked.task, prompt, len(messages) // 2), "stop"
        if fault == "cut json":
            text, finish = text[: len(text) // 2], "length"
        elif fault == "wrong schema":
            text = json.dumps({"answer": 42})
        elif fault == "refusal":
            text, finish = "I cannot help with that.", "content_filter"
        elif fault == "prose":
            text = f"Surely! Here it is:\n```json\n{text}\n```\nAnything else?"
        asked.input_tokens = sum(len(str(m["content"])) for m in messages) // 4
        asked.output_tokens = len(text) // 4 + 1
        if fault == "slow":
            time.sleep(state.slow_seconds)
        self._send(200, _completion(text, finish, asked), cut=fault == "cut connection")

    def _send(self, status: int, answer: dict[str, Any], cut: bool = False) -> None:
        data = json.dumps(answer).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data[: len(data) // 2] if cut else data)
        self.close_connection = self.close_connection or cut

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        pass


def _completion(text: str, finish: str, asked: Asked) -> dict[str, Any]:
    total = asked.input_tokens + asked.output_tokens
    return {
        "id": "c", "object": "chat.completion", "created": 1, "model": "scripted",
        "choices": [{"index": 0, "finish_reason": finish,
                     "message": {"role": "assistant", "content": text}}],
        "usage": {"prompt_tokens": asked.input_tokens, "completion_tokens": asked.output_tokens,
                  "total_tokens": total},
    }  # fmt: skip

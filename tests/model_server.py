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
    """One request: its task, model and messages, what went wrong, tokens charged, the schema."""

    task: str
    model: str
    digest: str
    fault: str
    input_tokens: int = 0
    output_tokens: int = 0
    schema: str = ""
    messages: list[str] = field(default_factory=list[str])


Answered = Callable[[bytes], tuple[Asked, int, dict[str, Any]]]


class Batches:
    """Files of requests, answered together: not at once, but when they are looked at again."""

    def __init__(self) -> None:
        self.files: dict[str, bytes] = {}
        self.looks: Counter[str] = Counter()
        self.sizes: list[int] = []

    def upload(self, form: bytes) -> dict[str, Any]:
        """Keeps the lines of JSON out of a form."""
        lines = [line for line in form.splitlines() if line.startswith(b'{"custom_id"')]
        name = f"file-{len(self.files)}"
        self.files[name] = b"\n".join(lines)
        return {"id": name, "object": "file", "bytes": len(form), "created_at": 1,
                "filename": "x.jsonl", "purpose": "batch", "status": "processed"}  # fmt: skip

    def begin(self, body: dict[str, Any], answered: Answered) -> dict[str, Any]:
        """Answers every request of a file."""
        name = body["input_file_id"]
        requests = [json.loads(line) for line in self.files[name].splitlines()]
        self.sizes.append(len(requests))
        lines: list[bytes] = []
        for request in requests:
            _, status, answer = answered(json.dumps(request["body"]).encode())
            response = {"status_code": status, "request_id": "r", "body": answer}
            error = {"code": status, "message": "not now"} if status != 200 else None
            line = {"custom_id": request["custom_id"], "response": response, "error": error}
            lines.append(json.dumps(line).encode())
        self.files[f"{name}-answers"] = b"\n".join(lines)
        return self._batch(name)

    def get(self, path: str) -> dict[str, Any] | bytes:
        """The state of a batch, or the content of a file."""
        parts = path.split("/")
        if parts[-1] == "content":
            return self.files[parts[-2]]
        self.looks[parts[-1]] += 1
        return self._batch(parts[-1].removeprefix("batch-"))

    def _batch(self, name: str) -> dict[str, Any]:
        done = self.looks[f"batch-{name}"] > 1
        return {"id": f"batch-{name}", "object": "batch", "endpoint": "/v1/chat/completions",
                "created_at": 1, "completion_window": "24h", "input_file_id": name,
                "status": "completed" if done else "in_progress",
                "output_file_id": f"{name}-answers" if done else None}  # fmt: skip


@dataclass
class ModelServer:
    """The server's script and all it was asked."""

    script: Script
    faults: Callable[[int, str], str]
    port: int = 0
    asked: list[Asked] = field(default_factory=list[Asked])
    lock: threading.Lock = field(default_factory=threading.Lock)
    slow_seconds: float = 8.0
    delay: float = 0.0
    batches: Batches = field(default_factory=Batches)

    @property
    def environment(self) -> dict[str, str]:
        """Where Inspect finds the providers `loop` and `openai`."""
        url = f"http://127.0.0.1:{self.port}/v1"
        return {
            f"{name}_{key}": value
            for name in ("LOOP", "OPENAI")
            for key, value in (("BASE_URL", url), ("API_KEY", "none"))
        }

    @property
    def charged(self) -> list[Asked]:
        """The requests that cost something."""
        return [one for one in self.asked if one.fault not in FREE]

    def twice(self) -> list[str]:
        """Tasks of requests that were charged more than once in the same words."""
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
        if self.path.endswith("/files"):
            self._send(200, self.server_state.batches.upload(raw))
        elif self.path.endswith("/batches"):
            self._send(200, self.server_state.batches.begin(json.loads(raw), self._answered))
        else:
            self._complete(raw)

    def do_GET(self) -> None:
        """A batch, or the file with its answers."""
        found = self.server_state.batches.get(self.path)
        self._send(200, found)

    def _complete(self, raw: bytes) -> None:
        asked, status, answer = self._answered(raw)
        try:
            self._send(status, answer, cut=asked.fault == "cut connection")
        except (BrokenPipeError, ConnectionResetError):
            asked.fault = asked.fault or "gone"  # the asker was killed or gave up

    def _answered(self, raw: bytes) -> tuple[Asked, int, dict[str, Any]]:
        """What was asked, and the status and body of its answer."""
        state, body = self.server_state, json.loads(raw)
        messages: list[dict[str, Any]] = body["messages"]
        prompt = str(next(m["content"] for m in messages if m["role"] == "user"))
        task = (re.search(r"# Task: (\w+)", prompt) or ["", "unknown"])[1]
        with state.lock:
            number = len(state.asked) + 1
            digest = hashlib.sha256(raw).hexdigest()
            asked = Asked(task, str(body["model"]), digest, state.faults(number, task))
            asked.schema = body.get("response_format", {}).get("json_schema", {}).get("name", "")
            asked.messages = [str(m["content"]) for m in messages]
            state.asked.append(asked)
        time.sleep(state.delay)
        if asked.fault in FREE:
            return asked, int(asked.fault), {"error": {"message": "not now", "code": asked.fault}}
        text, finish = _spoiled(asked.fault, state.script(task, prompt, len(messages) // 2))
        asked.input_tokens = sum(len(one) for one in asked.messages) // 4
        asked.output_tokens = len(text) // 4 + 1
        if asked.fault == "slow":
            time.sleep(state.slow_seconds)
        return asked, 200, _completion(text, finish, asked)

    def _send(self, status: int, answer: dict[str, Any] | bytes, cut: bool = False) -> None:
        data = answer if isinstance(answer, bytes) else json.dumps(answer).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data[: len(data) // 2] if cut else data)
        self.close_connection = self.close_connection or cut

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        pass


def _spoiled(fault: str, text: str) -> tuple[str, str]:
    """An answer with what goes wrong with it, and the reason why it ended."""
    match fault:
        case "cut json":
            return text[: len(text) // 2], "length"
        case "wrong schema":
            return json.dumps({"answer": 42}), "stop"
        case "refusal":
            return "I cannot help with that.", "content_filter"
        case "prose":
            return f"Surely! Here it is:\n```json\n{text}\n```\nAnything else?", "stop"
        case _:
            return text, "stop"


def _completion(text: str, finish: str, asked: Asked) -> dict[str, Any]:
    total = asked.input_tokens + asked.output_tokens
    return {
        "id": "c", "object": "chat.completion", "created": 1, "model": "scripted",
        "choices": [{"index": 0, "finish_reason": finish,
                     "message": {"role": "assistant", "content": text}}],
        "usage": {"prompt_tokens": asked.input_tokens, "completion_tokens": asked.output_tokens,
                  "total_tokens": total},
    }  # fmt: skip

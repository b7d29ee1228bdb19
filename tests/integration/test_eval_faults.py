"""A provider with faults, over the loopback: every sample ends, scored or counted as missing."""

from __future__ import annotations

import http.server
import json
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from inspect_ai import eval as inspect_eval
from inspect_ai.log import EvalSample, read_eval_log
from inspect_ai.model import get_model

from eval._registry import investigation
from tests.eval_factories import write_dataset
from tests.integration.test_eval_task import VERDICTS, left_behind, values

pytest.importorskip("openai")
pytestmark = pytest.mark.slow

GLOB = {
    "id": "c1", "type": "function", "function": {"name": "glob", "arguments": '{"pattern": "**"}'}
}  # fmt: skip


class Faulty(http.server.BaseHTTPRequestHandler):
    """Answers chat completions; `fault` of the server says how badly."""

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        server: Any = self.server
        server.n += 1
        fault, n = server.fault, server.n
        if fault in ("429", "500") and n <= 2:
            self._send(int(fault), {"error": {"message": "not now"}})
        elif fault == "always 500":
            self._send(500, {"error": {"message": "never"}})
        elif fault == "bad request":
            self._send(400, {"error": {"message": "no such model"}})
        elif fault == "slow" and n <= 1:
            time.sleep(3)
            self._send(200, _completion(body))
        elif fault == "cut" and n <= 1:
            self.send_response(200)
            self.send_header("Content-Length", "5000")
            self.end_headers()
            self.wfile.write(b'{"choices": [')
            self.close_connection = True
        elif fault == "context" and len(body["messages"]) > 4:
            message = "This model's maximum context length is 100 tokens"
            error = {"message": message, "code": "context_length_exceeded"}
            self._send(400, {"error": error})
        else:
            self._send(200, _completion(body, fault))

    def _send(self, status: int, answer: dict[str, Any]) -> None:
        data = json.dumps(answer).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        pass


def _completion(body: dict[str, Any], fault: str = "") -> dict[str, Any]:
    text = json.dumps(body["messages"])
    message: dict[str, Any] = {"role": "assistant", "content": "Summary."}
    finish = "stop"
    if "<summary>" in text:
        message["content"] = VERDICTS
    elif fault == "context" or '"role": "tool"' not in text:
        message = {"role": "assistant", "content": None, "tool_calls": [GLOB]}
        finish = "tool_calls"
        if len(body["messages"]) == 1:
            message, finish = {"role": "assistant", "content": "Salvaged."}, "stop"
    if fault == "empty":
        message, finish = {"role": "assistant", "content": ""}, "stop"
    if fault == "no content":
        message, finish = {"role": "assistant", "content": None}, "stop"
    if fault == "refusal":
        message = {"role": "assistant", "content": None, "refusal": "I cannot help with that."}
        finish = "content_filter"
    if fault == "tools as text":
        call = '<tool_call>{"name": "glob", "arguments": {"pattern": "**"}}</tool_call>'
        message["content"] = VERDICTS if "<summary>" in text else call
        message.pop("tool_calls", None)
        finish = "stop"
    if fault == "bad arguments" and finish == "tool_calls":
        broken = {**GLOB, "function": {"name": "glob", "arguments": '{"pattern": '}}
        message["tool_calls"] = [broken]
    if fault == "length":
        finish = "length"
    return {
        "id": "x",
        "object": "chat.completion",
        "created": 1,
        "model": "faulty",
        "choices": [{"index": 0, "message": message, "finish_reason": finish}],
        "usage": {"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15},
    }


@pytest.fixture(scope="module")
def server() -> Iterator[Any]:
    httpd: Any = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Faulty)
    threading.Thread(target=httpd.serve_forever, daemon=True).start()
    yield httpd
    httpd.shutdown()


@pytest.mark.parametrize(
    ("fault", "answered"),
    [
        ("none", 1),
        ("429", 1),
        ("500", 1),
        ("always 500", None),
        ("bad request", None),
        ("slow", 1),
        ("cut", 1),
        ("context", 1),
        ("empty", 0),
        ("no content", 0),
        ("refusal", 0),
        ("tools as text", 1),
        ("bad arguments", 1),
        ("length", 1),
    ],
)
def test_every_sample_ends_scored_or_missing(
    server: Any, tmp_path: Path, fault: str, answered: int | None
) -> None:
    server.fault, server.n = fault, 0
    model = get_model(
        "openai-api/local/faulty",
        base_url=f"http://127.0.0.1:{server.server_port}/v1",
        api_key="none",
        memoize=False,
    )
    task = investigation(
        root=str(write_dataset(tmp_path / "worlds")), sandbox="none", worlds="tiny-1"
    )
    started = time.monotonic()
    (log,) = inspect_eval(
        task, model=model, log_dir=str(tmp_path), display="none", max_retries=3, timeout=20,
        attempt_timeout=2, fail_on_error=False,
    )  # fmt: skip
    assert time.monotonic() - started < 60
    samples: list[EvalSample] = read_eval_log(log.location).samples or []
    (sample,) = samples
    if answered is None:
        assert sample.error is not None
    else:
        assert sample.error is None
        assert values(sample)["answered"] == answered
        assert left_behind(sample)["stop"]

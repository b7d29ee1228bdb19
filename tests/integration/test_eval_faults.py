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
        elif fault == "never":
            server.closed.wait(30)
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
    if fault == "reasoning":
        message, finish = _reasoned(body, message)
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


def _reasoned(body: dict[str, Any], message: dict[str, Any]) -> tuple[dict[str, Any], str]:
    """Thinks aloud, with verdicts it takes back, and makes seven calls at once while it may."""
    if "<summary>" in json.dumps(body["messages"]):
        text = '<think>At first {"H1": "believe", "H2": "believe"} seems right.</think>' + VERDICTS
        return {"role": "assistant", "content": text}, "stop"
    thoughts = {"role": "assistant", "reasoning_content": "Which file first?"}
    if not body.get("tools") or body.get("tool_choice") == "none":
        return {**thoughts, "content": message["content"]}, "stop"
    asked = [{**GLOB, "id": f"c{len(body['messages'])}-{n}"} for n in range(7)]
    return {**thoughts, "content": None, "tool_calls": asked}, "tool_calls"


@pytest.fixture(scope="module")
def server() -> Iterator[Any]:
    httpd: Any = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Faulty)
    httpd.closed = threading.Event()
    threading.Thread(target=httpd.serve_forever, daemon=True).start()
    yield httpd
    httpd.closed.set()
    httpd.shutdown()


def run(
    server: Any, folder: Path, fault: str, options: dict[str, Any] | None = None, **arguments: Any
) -> EvalSample:
    """The one sample of a run on the server with a fault; `arguments` are the provider's."""
    server.fault, server.n = fault, 0
    model = get_model(
        "openai-api/local/faulty",
        base_url=f"http://127.0.0.1:{server.server_port}/v1",
        api_key="none",
        memoize=False,
        **arguments,
    )
    task = investigation(
        root=str(write_dataset(folder / "worlds")), sandbox="none", worlds="tiny-1"
    )
    settings: dict[str, Any] = {"max_retries": 3, "timeout": 20, "attempt_timeout": 2}
    (log,) = inspect_eval(
        task, model=model, log_dir=str(folder), display="none", fail_on_error=False,
        **{**settings, **(options or {})},
    )  # fmt: skip
    samples: list[EvalSample] = read_eval_log(log.location).samples or []
    (sample,) = samples
    return sample


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
    started = time.monotonic()
    sample = run(server, tmp_path, fault)
    assert time.monotonic() - started < 60
    if answered is None:
        assert sample.error is not None
    else:
        assert sample.error is None
        assert values(sample)["answered"] == answered
        assert left_behind(sample)["stop"]


def test_a_reasoning_model_with_parallel_calls_stays_in_its_budget(
    server: Any, tmp_path: Path
) -> None:
    kept = left_behind(sample := run(server, tmp_path, "reasoning"))
    assert (kept["turns"], kept["calls"], kept["refused_calls"], kept["stop"]) == (
        5,
        30,
        5,
        "calls",
    )
    assert kept["summary"] == "Summary."
    assert len(kept["replies"]) == 1
    assert values(sample)["answered"] == 1


def test_tools_as_text_are_calls_where_inspect_reads_them(server: Any, tmp_path: Path) -> None:
    kept = left_behind(run(server, tmp_path, "tools as text", emulate_tools=True))
    assert (kept["calls"], kept["stop"]) == (25, "turns")


def test_a_server_that_never_answers_ends_with_the_time_of_the_sample(
    server: Any, tmp_path: Path
) -> None:
    started = time.monotonic()
    sample = run(server, tmp_path, "never", {"time_limit": 6, "attempt_timeout": None})
    assert time.monotonic() - started < 25
    assert sample.limit is not None
    assert (values(sample)["hit_limit"], values(sample)["answered"]) == (1, 0)

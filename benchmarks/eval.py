"""How fast the evaluation is, as ratios within one run: `python -m benchmarks.eval [ROOT]`.

In: a dataset root (by default this checkout) whose first world is measured. Out: a table on the
terminal. Side effects: a temporary folder of logs. The floors are the same work without our code:
`re` over strings in memory, a slice of a text, a sample whose tools return a constant.
"""

from __future__ import annotations

import re
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from typing import Any

from inspect_ai import Epochs
from inspect_ai import eval as inspect_eval
from inspect_ai.model import ChatMessageTool, ModelOutput, ModelUsage, get_model
from inspect_ai.tool import ToolCall

from builder.schema import CaseFile
from eval._registry import investigation
from eval.dataset import open_source
from eval.policies import policy_ids
from eval.simulate import simulate
from eval.tools import glob as glob_tool
from eval.tools import grep as grep_tool
from eval.tools import read as read_tool
from eval.tools.grep import grep
from eval.tools.read import read

REPEATS = 7
PATTERNS = ("invoice", r"\bJune \d+", "agree(d|ment)?", r"\$\d[\d,.]+", "meeting")


def main() -> None:
    """Prints one line a measurement."""
    source = open_source(sys.argv[1] if len(sys.argv) > 1 else None)
    case = source.case_file(source.world_ids[0])
    rows = [
        ("30 greps / in-memory re", _greps(case)),
        ("176 reads / slices of the text", _reads(case)),
        ("two-turn sample, 30 calls / stubbed tools", _samples(source.root)),
    ]
    print(f"{len(case.documents)} files of {case.world_id}")
    for name, (ours, floor) in rows:
        print(f"{name:45s} {ours * 1e3:9.2f} ms {floor * 1e3:9.2f} ms  ratio {ours / floor:6.2f}")
    worlds = [(source.case_file(w), source.answer_key(w)) for w in source.world_ids]
    started = time.perf_counter()
    n = sum(1 for policy_id in policy_ids() for _ in simulate(policy_id, worlds))
    took = time.perf_counter() - started
    print(f"{'all policies without Inspect':45s} {n / took * 60:9.0f} samples a minute")


def _best(work: Callable[[], Any]) -> float:
    def once() -> float:
        started = time.perf_counter()
        work()
        return time.perf_counter() - started

    work()
    return statistics.median(once() for _ in range(REPEATS))


def _greps(case: CaseFile) -> tuple[float, float]:
    texts = [d.text for d in case.documents]

    def ours() -> None:
        for _ in range(6):
            for pattern in PATTERNS:
                grep(case, pattern)

    def floor() -> None:
        for _ in range(6):
            for pattern in PATTERNS:
                compiled = re.compile(pattern, re.IGNORECASE | re.MULTILINE)
                for text in texts:
                    list(compiled.finditer(text))

    return _best(ours), _best(floor)


def _reads(case: CaseFile) -> tuple[float, float]:
    def ours() -> None:
        for document in case.documents:
            read(case, document.path)

    def floor() -> None:
        for document in case.documents:
            "\n".join(document.text.split("\n")[:200])

    return _best(ours), _best(floor)


def _samples(root: str) -> tuple[float, float]:
    """Seconds of one sample with 30 calls, with our tools and with tools that return a constant."""
    steps = [("grep", {"pattern": p}) for p in PATTERNS] + [("glob", {"pattern": "**/*.pdf"})]

    def output(messages: list[Any], tools: Any, choice: Any, config: Any) -> ModelOutput:
        done = sum(isinstance(m, ChatMessageTool) for m in messages)
        result = ModelOutput.from_content("mockllm/model", '{"H1": "believe"}')
        if tools and choice != "none" and done < 30:
            name, arguments = steps[done % len(steps)]
            call = ToolCall(id=str(done), function=name, arguments=arguments)
            result.choices[0].message.tool_calls = [call]
        result.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
        return result

    def run() -> float:
        model = get_model("mockllm/model", custom_outputs=output, memoize=False)
        task = investigation(root=root, sandbox="none", turns=40)
        with tempfile.TemporaryDirectory() as folder:
            started = time.perf_counter()
            inspect_eval(
                task, model=model, limit=1, epochs=Epochs(8, "mean"), log_dir=folder,
                display="none", log_realtime=False,
            )  # fmt: skip
            return (time.perf_counter() - started) / 8

    ours: list[float] = []
    floor: list[float] = []
    originals = {m: getattr(m, n) for m, n in _TOOLS.items()}
    for turn in range(4):
        for module, name in _TOOLS.items():
            setattr(module, name, originals[module])
        ours.append(run())
        for module, name in _TOOLS.items():
            setattr(module, name, _constant)
        floor.append(run())
        if turn == 0:
            ours.clear(), floor.clear()
    for module, name in _TOOLS.items():
        setattr(module, name, originals[module])
    return min(ours), min(floor)


_TOOLS = {grep_tool: "grep", glob_tool: "glob", read_tool: "read"}


def _constant(*arguments: Any) -> Any:
    from eval.desk import Shown

    return Shown(text="constant " * 60)


if __name__ == "__main__":
    main()

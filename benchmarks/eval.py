"""How fast the evaluation is, as ratios of CPU time within one run.

    python -m benchmarks.eval [ROOT] [--memory N]

In: a dataset root (by default this checkout) whose first world is measured. Out: a table on the
terminal; with `--memory`, instead of it, the memory of this process while N samples run. Side
effects: a temporary folder of logs.

The floors are the same work without our code: `re` over strings in memory, a slice of a text, a
sample whose tools return at once what they returned before. Both kinds of sample hand Inspect the
same texts to log and are scored alike, eight at once, so that the ratio is that of the tools. They
are timed from the start to the end of the task, without what Inspect looks up once a run, which
would bring the ratio nearer to 1; in turn, in changing order, and by the median, because like runs
on a busy machine differ by a fifth. A world is opened once a process: its cost stands apart.
"""

from __future__ import annotations

import argparse
import gc
import re
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from inspect_ai import Epochs
from inspect_ai import eval as inspect_eval
from inspect_ai.hooks import Hooks, SampleEnd, TaskEnd, TaskStart, hooks
from inspect_ai.model import ChatMessageTool, Model, ModelOutput, ModelUsage, get_model
from inspect_ai.tool import ToolCall

from builder.schema import CaseFile
from eval._registry import investigation
from eval.dataset import Source, open_source
from eval.desk import Shown
from eval.policies import policy_ids
from eval.simulate import simulate
from eval.tools import glob as glob_tool
from eval.tools import grep as grep_tool
from eval.tools import read as read_tool
from eval.tools._pages import pages
from eval.tools.grep import grep
from eval.tools.read import read

REPEATS = 7
OPENED = 5
CALLS = 30
PATTERNS = ("invoice", r"\bJune \d+", "agree(d|ment)?", r"\$\d[\d,.]+", "meeting")
STEPS = [("grep", {"pattern": p}) for p in PATTERNS] + [("glob", {"pattern": "**/*.pdf"})]
TOOLS = {grep_tool: "grep", glob_tool: "glob", read_tool: "read"}


def main() -> None:
    """Prints one line a measurement."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.eval")
    parser.add_argument("root", nargs="?")
    parser.add_argument("--memory", type=int, metavar="N", default=0)
    options = parser.parse_args()
    source = open_source(options.root)
    if options.memory:
        _memory(source, options.memory)
    else:
        _speed(source)


def _speed(source: Source) -> None:
    opening = statistics.median(_opening(source, world) for world in source.world_ids[:OPENED])
    case = source.case_file(source.world_ids[0])
    rows = [
        (f"{CALLS} greps / in-memory re", *_greps(case)),
        (f"{len(case.documents)} reads / slices of the text", *_reads(case)),
        (f"two-turn sample, {CALLS} calls / stubbed tools", *_samples(source)),
    ]
    print(f"{len(case.documents)} files of {case.world_id}")
    for name, ours, floor in rows:
        print(f"{name:45s} {ours * 1e3:9.2f} ms {floor * 1e3:9.2f} ms  ratio {ours / floor:6.2f}")
    print(f"{'a world opened for the first time':45s} {opening * 1e3:9.2f} ms")
    worlds = [(source.case_file(w), source.answer_key(w)) for w in source.world_ids]
    started = time.process_time()
    n = sum(1 for policy_id in policy_ids() for _ in simulate(policy_id, worlds))
    took = time.process_time() - started
    print(f"{'all policies without Inspect':45s} {n / took * 60:9.0f} samples a minute")


def _opening(source: Source, world_id: str) -> float:
    """CPU seconds until a world that was never opened can be read and searched."""
    started = time.process_time()
    for document in source.case_file(world_id).documents:
        pages(document)
    return time.process_time() - started


def _seconds(work: Callable[[], Any]) -> float:
    """Median CPU time of a piece of work that was done once before."""

    def once() -> float:
        started = time.process_time()
        work()
        return time.process_time() - started

    work()
    return statistics.median(once() for _ in range(REPEATS))


def _greps(case: CaseFile) -> tuple[float, float]:
    texts = [d.text for d in case.documents]
    patterns = PATTERNS * (CALLS // len(PATTERNS))

    def ours() -> None:
        for pattern in patterns:
            grep(case, pattern)

    def floor() -> None:
        for pattern in patterns:
            compiled = re.compile(pattern, re.IGNORECASE | re.MULTILINE)
            for text in texts:
                list(compiled.finditer(text))

    return _seconds(ours), _seconds(floor)


def _reads(case: CaseFile) -> tuple[float, float]:
    def ours() -> None:
        for document in case.documents:
            read(case, document.path)

    def floor() -> None:
        for document in case.documents:
            "\n".join(document.text.split("\n")[:200])

    return _seconds(ours), _seconds(floor)


def _samples(source: Source) -> tuple[float, float]:
    """Seconds of one sample with our tools and with tools that repeat themselves."""
    originals = {module: getattr(module, name) for module, name in TOOLS.items()}
    stubs = {module: _repeating(work) for module, work in originals.items()}
    took: dict[str, list[float]] = {"ours": [], "floor": []}
    kinds = [("ours", originals), ("floor", stubs)]
    for _ in range(1 + REPEATS):
        for kind, tools in kinds:
            for module, name in TOOLS.items():
                setattr(module, name, tools[module])
            took[kind].append(_run(source))
        kinds.reverse()
    ours, floor = (statistics.median(took[kind][1:]) for kind in ("ours", "floor"))
    return ours, floor


def _repeating(work: Callable[..., Shown]) -> Callable[..., Shown]:
    kept: dict[tuple[Any, ...], Shown] = {}

    def stub(case: CaseFile, *arguments: Any) -> Shown:
        if arguments not in kept:
            kept[arguments] = work(case, *arguments)
        return kept[arguments]

    return stub


@hooks(name="watch", description="what a run costs")  # pyright: ignore[reportUntypedClassDecorator]
class Watch(Hooks):
    """Inspect makes the instance, so the class holds what was seen."""

    started = seconds = 0.0
    done = 0
    memory_every = 0

    async def on_task_start(self, data: TaskStart) -> None:
        """Starts the clock."""
        Watch.started = time.process_time()

    async def on_task_end(self, data: TaskEnd) -> None:
        """Stops it."""
        Watch.seconds = time.process_time() - Watch.started

    async def on_sample_end(self, data: SampleEnd) -> None:
        """Prints the resident memory, where asked to."""
        Watch.done += 1
        if Watch.memory_every and Watch.done % Watch.memory_every == 0:
            print(f"{Watch.done:6d} samples {_resident_mib():8.1f} MiB", flush=True)


def _run(source: Source, epochs: int = 8, limit: int = 1) -> float:
    """CPU seconds of a sample."""
    task = investigation(root=source.root, split=source.split, sandbox="none", turns=40)
    gc.collect()
    with tempfile.TemporaryDirectory() as folder:
        inspect_eval(
            task, model=_searcher(), limit=limit, epochs=Epochs(epochs, "mean"), log_dir=folder,
            display="none", log_realtime=False, max_samples=8,
        )  # fmt: skip
    return Watch.seconds / (epochs * limit)


def _searcher() -> Model:
    """A model that makes all calls, one in a turn, then answers nothing of use."""

    def output(messages: list[Any], tools: Any, choice: Any, config: Any) -> ModelOutput:
        done = sum(isinstance(m, ChatMessageTool) for m in messages)
        result = ModelOutput.from_content("mockllm/model", '{"H1": "believe"}')
        if tools and choice != "none" and done < CALLS:
            name, arguments = STEPS[done % len(STEPS)]
            call = ToolCall(id=str(done), function=name, arguments=arguments)
            result.choices[0].message.tool_calls = [call]
        result.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
        return result

    return get_model("mockllm/model", custom_outputs=output, memoize=False)


def _memory(source: Source, n: int) -> None:
    """Prints the resident memory at every 100 samples."""
    Watch.memory_every = 100
    worlds = len(source.world_ids)
    _run(source, epochs=-(-n // worlds), limit=worlds)


def _resident_mib() -> float:
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return int(status.partition("VmRSS:")[2].split()[0]) / 1024


if __name__ == "__main__":
    main()

"""`build`: worlds from a source, one after another, certified; interrupted, it goes on again."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from builder.commands._arguments import (
    CASE_TYPES,
    LEVELS,
    ROLES,
    dial,
    dollars,
    plugin_of,
    positive,
    whole,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from builder.config import BuildSettings

SUMMARY = "build worlds from a source"


def add_arguments(parser: ArgumentParser) -> None:
    """What is built, by whose hands, how large, and on what terms."""
    parser.add_argument(
        "--source",
        required=True,
        type=plugin_of("builder.sources", before_colon=True),
        metavar="S",
        help="fiction[:SCENARIO], handwritten[:PATH], folder:PATH, courtlistener:ID",
    )
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="the build folder")
    parser.add_argument("--worlds", type=positive, default=5, metavar="N", help="how many (5)")
    parser.add_argument("--seed", type=whole, default=0, metavar="K", help="seed of fiction (0)")
    parser.add_argument(
        "--case-type", action="append", default=[], choices=CASE_TYPES, help="only these case types"
    )
    for hand, work in (
        ("analyst", "reads the record"),
        ("writer", "plans and writes"),
        ("judge", "reviews"),
    ):
        parser.add_argument(
            f"--{hand}",
            default="",
            metavar="HAND",
            help=f"who {work}: procedural, handwritten, replay:FILE, or a model of Inspect such as "
            "openai/gpt-5 (what suits the source)",
        )
    parser.add_argument("--workers", type=positive, default=1, metavar="N", help="processes (1)")
    parser.add_argument(
        "--engine",
        type=plugin_of("builder.engines"),
        default="processes",
        metavar="E",
        help="where they run: processes of this machine, or ray, a cluster (processes)",
    )
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        type=dial,
        metavar="NAME=N",
        help=f"documents per role: {', '.join(ROLES)}; or the part of the PDFs that are scans: "
        "scans (0.1)",
    )
    parser.add_argument(
        "--level",
        choices=LEVELS,
        default="standard",
        help="how hard fictional worlds are to solve (standard)",
    )
    _add_terms(parser)


def _add_terms(parser: ArgumentParser) -> None:
    """The options for hands that are models."""
    group = parser.add_argument_group("hands that are models")
    group.add_argument(
        "--answers",
        type=Path,
        metavar="DIR",
        help="where replies are kept (<out>/answers); builds that share it pay an answer once, so "
        "that the same cases go through another --writer under the same analyst",
    )
    group.add_argument(
        "--prices",
        type=Path,
        metavar="FILE",
        help='JSON: {"openai/gpt-5": {"input": 1.25, "output": 10}}, USD per million tokens',
    )
    group.add_argument(
        "--max-cost", type=dollars, metavar="USD", help="stop before more than this is spent"
    )
    group.add_argument(
        "--estimate", action="store_true", help="say how many calls and tokens, and call nobody"
    )
    group.add_argument(
        "--structured", action="store_true", help="answers by schema, where the provider has it"
    )
    group.add_argument(
        "--batch",
        action="store_true",
        help="the provider's batch mode, where Inspect has it; give --prices of that mode",
    )
    group.add_argument("--retries", type=whole, default=4, metavar="N", help="for a call (4)")
    group.add_argument(
        "--timeout", type=positive, default=300, metavar="S", help="seconds for a try (300)"
    )
    group.add_argument(
        "--connections",
        type=positive,
        metavar="N",
        help="calls at one time (8, in batches 100)",
    )
    group.add_argument(
        "--max-tokens", type=positive, metavar="N", help="of any answer (what each task may need)"
    )


def run(options: Namespace) -> int:
    """Prints a line for each world as it ends; 1 when a world could not be built."""
    from builder.pipeline import build, costs_of, estimate

    settings = _settings(options)
    if options.estimate:
        print(estimate(settings))
        return 0
    failed = built = documents = 0
    with _progress() as advance:
        for outcome in build(settings, options.out):
            advance()
            if outcome.reason:
                failed += 1
                print(f"{outcome.world_id}: not built: {outcome.reason}", file=sys.stderr)
            else:
                built += 1
                documents += outcome.n_documents
                print(f"{outcome.world_id}: {outcome.n_documents} documents, certified")
    print(f"{built} worlds, {documents} documents in {options.out}; {failed} not built")
    if spent := costs_of(settings):
        print(spent)
    return 1 if failed else 0


def _settings(options: Namespace) -> BuildSettings:
    from builder.config import BuildSettings, ModelTerms, read_prices

    return BuildSettings(
        source=options.source,
        worlds=options.worlds,
        seed=options.seed,
        case_types=tuple(options.case_type),
        analyst=options.analyst,
        writer=options.writer,
        judge=options.judge,
        dials=tuple(options.set),
        level=options.level,
        workers=options.workers,
        engine=options.engine,
        terms=ModelTerms(
            answers=str(options.answers or options.out / "answers"),
            prices=read_prices(options.prices) if options.prices else (),
            max_cost=options.max_cost,
            structured=options.structured,
            batch=options.batch,
            retries=options.retries,
            timeout=options.timeout,
            connections=options.connections or (100 if options.batch else 8),
            max_tokens=options.max_tokens,
        ),
    )


@contextmanager
def _progress() -> Generator[Callable[[], None]]:
    """A bar over worlds where stderr is a terminal; lines that are printed stay above it."""
    from rich.console import Console
    from rich.progress import Progress

    console = Console(stderr=True)
    on_terminal = console.is_terminal
    with Progress(
        console=console,
        transient=True,
        disable=not on_terminal,
        redirect_stdout=on_terminal and sys.stdout.isatty(),
    ) as progress:
        bar = progress.add_task("worlds", total=None)
        yield lambda: progress.advance(bar)

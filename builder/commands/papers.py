"""`papers`: the court papers of fictional cases, as PDF, for reading and for trying `record`."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from builder.commands._arguments import plugin_of, positive, whole

SUMMARY = "the court papers of fictional cases, as PDF"


def add_arguments(parser: ArgumentParser) -> None:
    """Which cases, and where to."""
    parser.add_argument(
        "--source",
        default="fiction",
        type=plugin_of("builder.sources", before_colon=True),
        metavar="S",
        help="fiction[:SCENARIO] (fiction)",
    )
    parser.add_argument("--worlds", type=positive, default=1, metavar="N", help="how many (1)")
    parser.add_argument("--seed", type=whole, default=0, metavar="K", help="seed of fiction (0)")
    parser.add_argument(
        "--out", type=Path, required=True, metavar="DIR", help="gets a folder for each case"
    )


def run(options: Namespace) -> int:
    """Prints the path of each paper."""
    from builder.pipeline import world_id_of
    from builder.sources import SourceOptions, source_module
    from builder.stages.papers import papers

    source, _, locator = options.source.partition(":")
    wanted = SourceOptions(worlds=options.worlds, seed=options.seed)
    for record in source_module(source).records(locator, wanted):
        for path in papers(record, options.out / world_id_of(record)):
            print(path)
    return 0

"""`matrix`: the same cases through several writers, to see whether they rank systems alike.

All builds share the analyst's answers, the cap on costs and the salt, so that their worlds have the
same ids, accounts, facts and planned documents, and differ in who wrote them. Each is packed as a
split under its generator's name in one dataset, `<out>/data`, for the evaluation to be run on.
"""

from __future__ import annotations

import re
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace

from builder.commands import build
from builder.commands._arguments import split_name

TAKEN = ("answers", "data")  # folders beside those of the builds
SUMMARY = "build the same cases through several writers, each as a split of one dataset"


def add_arguments(parser: ArgumentParser) -> None:
    """What `build` takes, with several named writers in place of one."""
    build.add_arguments(parser)
    parser.add_argument(
        "--generator",
        action="append",
        required=True,
        type=_generator,
        metavar="NAME=WRITER",
        help="a writer and the name of its split; two or more: gpt=openai/gpt-5",
    )


def run(options: Namespace) -> int:
    """Prints what each build prints, then the splits; 1 when a world could not be built."""
    from builder.dataset import write_dataset
    from builder.errors import ConfigError
    from builder.salting import lend_salt

    generators: dict[str, str] = dict(options.generator)
    if options.writer or len(generators) < max(2, len(options.generator)):
        raise ConfigError("name two writers or more, each with a name of its own, by --generator")
    failed = 0
    for name, writer in generators.items():
        out = options.out / name
        shared = {"answers": options.answers or options.out / "answers"}
        if not options.estimate:
            lend_salt(options.out, out)
        print(f"{name}: {writer}", flush=True)
        failed |= build.run(Namespace(**{**vars(options), **shared, "writer": writer, "out": out}))
    if options.estimate:
        return 0
    data = options.out / "data"
    for name in generators:
        packed = write_dataset([options.out / name], name, data / "data_files").splits[name]
        print(f"{name}: split of {len(packed.worlds)} worlds in {data}")
    if failed:
        print("not every world was built by every writer: compare those that were", file=sys.stderr)
    return failed


def _generator(text: str) -> tuple[str, str]:
    name, equals, writer = text.partition("=")
    if not equals or not re.search(r"\S", writer):
        raise ArgumentTypeError(f"{text!r} is not NAME=WRITER")
    if name in TAKEN:
        raise ArgumentTypeError(f"a generator cannot be called {name!r}")
    return split_name(name), writer

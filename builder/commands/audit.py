"""`audit`: the attacks that a reviewer would make, measured on a build or a packed dataset."""

from __future__ import annotations

import sys
import tempfile
from argparse import ArgumentParser, Namespace
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from builder.commands._arguments import plugin_of, there, writable

if TYPE_CHECKING:
    from builder.audit import GateResult

SUMMARY = "measure the validity gates of a build or a dataset"


def add_arguments(parser: ArgumentParser) -> None:
    """What is measured, with what beside it, and where the figures go."""
    parser.add_argument(
        "source",
        type=Path,
        metavar="BUILD_OR_DATASET",
        help="a build folder, or one that holds data_files",
    )
    parser.add_argument("--split", default="", metavar="NAME", help="where there is more than one")
    parser.add_argument(
        "--gate",
        action="append",
        default=[],
        type=plugin_of("builder.audit"),
        metavar="ID",
        help="only this gate, and others that are named so (all)",
    )
    parser.add_argument("--answers", type=Path, metavar="ROOT", help="the key, if kept apart")
    for name, what in (
        ("logs", "logs of the evaluation"),
        ("sheets", "csv or xlsx filled in by people"),
        ("real", "folders of the real records"),
    ):
        parser.add_argument(
            f"--{name}", type=there, nargs="+", default=[], metavar="PATH", help=what
        )
    parser.add_argument(
        "--model", default="", metavar="NAME", help="asked about the cases without their files"
    )
    parser.add_argument(
        "--replies", type=Path, metavar="DIR", help="keeps what it answers (build/closed-book)"
    )
    parser.add_argument(
        "--json",
        nargs="?",
        const=Path("-"),
        type=writable,
        metavar="FILE",
        help="everything measured, as JSON, into a file or instead of the table; `card` puts the "
        "file DATASET/cards/audit.json into the card",
    )
    parser.add_argument("--html", type=writable, metavar="FILE", help="write the page")


def run(options: Namespace) -> int:
    """Prints what each gate measured; 1 when one fails."""
    from rich.console import Console

    from builder.audit import audit
    from builder.audit._page import page
    from builder.audit._terminal import details, summary
    from builder.manifest import read_manifest

    with _dataset(options.source, options.split) as (root, split):
        report = audit(
            root,
            split,
            options.answers,
            tuple(options.logs),
            tuple(options.sheets),
            tuple(options.real),
            options.model,
            tuple(options.gate),
            options.replies,
            _say,
        )
        packed = read_manifest(root / "data_files").splits.get(report.split)
        report = report.model_copy(update={"data": packed.data_hash if packed else ""})
    if options.html:
        options.html.write_text(page(report), encoding="utf-8")
    text = report.model_dump_json(indent=2)
    if options.json == Path("-"):
        print(text)
        return 1 if report.failed else 0
    if options.json:
        options.json.write_text(text + "\n", encoding="utf-8")
    console = Console()
    console.print(summary(report))
    for result in report.failed:
        console.print(details(result))
    return 1 if report.failed else 0


def _say(result: GateResult) -> None:
    from builder.audit._terminal import one_line

    print(one_line(result), file=sys.stderr)


@contextmanager
def _dataset(source: Path, split: str) -> Generator[tuple[Path, str]]:
    """A dataset and the split to measure; a build is packed first, as an outsider would get it."""
    if not (source / "build.json").is_file():
        yield source, split
        return
    from builder.manifest import write_manifest
    from builder.stages.pack import pack

    with tempfile.TemporaryDirectory(prefix="audit-") as folder:
        data, split = Path(folder) / "data_files", split or "build"
        write_manifest(pack([source], split, data), data)
        yield Path(folder), split

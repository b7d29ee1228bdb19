"""The command line of the analysis; the only place of `eval` that prints.

    python -m eval.analysis report LOGS... --out DIR [--root ROOT]
    python -m eval.analysis compare LOGS...
    python -m eval.analysis hub-result LOG --out DIR

Exit codes: 0 success, 2 wrong use.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.table import Table

from eval.analysis.frames import NoLogs, read_runs
from eval.analysis.hub_result import hub_result
from eval.analysis.report import Section, sections, summary, write_report

SHOWN = ("system", "cases", "solved, all cases", "closed form", "p against 25 %", "worst class")


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command and returns its exit code."""
    parser = argparse.ArgumentParser(prog="python -m eval.analysis", description="Reports on logs")
    commands = parser.add_subparsers(required=True, metavar="command")
    report = commands.add_parser("report", help="tables, figures and one HTML page")
    report.add_argument("logs", type=Path, nargs="+", metavar="LOGS", help=".eval files or folders")
    report.add_argument("--out", type=Path, required=True, metavar="DIR")
    report.add_argument(
        "--root", help="folder of the dataset with its key, if it is not where the logs say"
    )
    report.set_defaults(run=_report)
    compare = commands.add_parser("compare", help="paired comparison of models or conditions")
    compare.add_argument("logs", type=Path, nargs="+", metavar="LOGS")
    compare.set_defaults(run=_compare)
    hub = commands.add_parser("hub-result", help="a log's score as a file for a model's repository")
    hub.add_argument("log", type=Path, metavar="LOG", help="one .eval file")
    hub.add_argument("--out", type=Path, default=Path(".eval_results"), metavar="DIR")
    hub.add_argument("--source", default="", metavar="URL", help="where the log can be read")
    hub.set_defaults(run=_hub_result)
    options = parser.parse_args(arguments)
    try:
        return options.run(options)
    except (NoLogs, OSError) as exc:
        print(f"error: {exc}", file=sys.stderr)
        return 2


def _report(options: argparse.Namespace) -> int:
    if options.root and not Path(options.root).is_dir():
        raise NoLogs(f"no such folder: {options.root!r}; give the dataset's as --root")
    runs = read_runs(options.logs)
    page = write_report(runs, options.out, options.root)
    console = _console()
    console.print(summary(runs))
    _print(sections(runs, ("main",))[0], SHOWN, console)
    console.print(f"report: {page}", soft_wrap=True)
    return 0


def _compare(options: argparse.Namespace) -> int:
    runs = read_runs(options.logs)
    console = _console()
    for section in sections(runs, ("main", "pairs", "ladder", "flips")):
        _print(section, SHOWN if section.name == "main" else None, console)
    return 0


def _hub_result(options: argparse.Namespace) -> int:
    name, text = hub_result(options.log, options.source)
    options.out.mkdir(parents=True, exist_ok=True)
    (options.out / name).write_text(text, encoding="utf-8")
    print(options.out / name)
    return 0


def _console() -> Console:
    """A console as wide as the terminal, or wide enough for a table in a log."""
    console = Console()
    return console if console.is_terminal else Console(width=120)


def _print(section: Section, columns: Sequence[str] | None, console: Console) -> None:
    kept = [i for i, c in enumerate(section.columns) if columns is None or c in columns]
    table = Table(title=section.title, title_justify="left")
    for i in kept:
        table.add_column(section.columns[i], no_wrap=i == 0)
    for row in section.rows:
        table.add_row(*(row[i] for i in kept))
    console.print(table)


if __name__ == "__main__":
    sys.exit(main())

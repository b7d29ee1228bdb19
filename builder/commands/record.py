"""`record`: reads a case record, without any model, and says what is in it and what is missing."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from builder.commands._records import read_records

SUMMARY = "read a case record and say what is in it"


def add_arguments(parser: ArgumentParser) -> None:
    """Which record."""
    parser.add_argument(
        "path", metavar="S", help="a folder of court papers, a saved docket, or courtlistener:ID"
    )
    parser.add_argument(
        "--docket", type=Path, metavar="FILE", help="the case's docket, where it stands elsewhere"
    )
    parser.add_argument("--json", action="store_true", help="the whole record as JSON")


def run(options: Namespace) -> int:
    """Prints each record."""
    from builder.filings.describe import describe

    for record in read_records(options.path, options.docket):
        print(record.model_dump_json(indent=2) if options.json else describe(record))
    return 0

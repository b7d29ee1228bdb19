"""`cohort-report`: which case records qualify for a world, why the others do not, and balance."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from builder.commands._records import read_records
from builder.errors import SourceUnusable

SUMMARY = "which case records qualify, why not, and how they are balanced"


def add_arguments(parser: ArgumentParser) -> None:
    """Which records."""
    parser.add_argument(
        "sources", nargs="+", metavar="S", help="folder:PATH, a path, or courtlistener:ID"
    )
    parser.add_argument("--json", action="store_true", help="everything, as JSON")


def run(options: Namespace) -> int:
    """Prints the report; a record that cannot serve is a member with its reason."""
    from builder.cohort import Member, cohort, of_failure, of_record, text_of

    members: list[Member] = []
    for source in options.sources:
        try:
            members += [of_record(record) for record in read_records(source)]
        except SourceUnusable as exc:
            members.append(of_failure(source, str(exc)))
    found = cohort(members)
    print(found.model_dump_json(indent=2) if options.json else text_of(found))
    return 0

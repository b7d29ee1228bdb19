"""`card`: makes the card, its pages and Croissant of a packed dataset anew, from what is there."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

SUMMARY = "make the card, its pages and Croissant of a packed dataset anew"


def add_arguments(parser: ArgumentParser) -> None:
    """Which dataset."""
    parser.add_argument(
        "root",
        type=Path,
        metavar="DIR",
        help="the folder that holds data_files; an audit in cards/audit.json goes into the card",
    )


def run(options: Namespace) -> int:
    """Prints what the card says of each split."""
    from builder.audited import in_one_line
    from builder.dataset import describe_anew

    manifest = describe_anew(options.root)
    for name, split in manifest.splits.items():
        said = in_one_line(options.root, manifest, name)
        print(f"{name}: {len(split.worlds)} worlds, {split.documents} documents; {said}")
    return 0

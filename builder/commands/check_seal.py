"""`check-seal`: whether a key is the one that a sealed dataset has committed to in public."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

SUMMARY = "whether a key is the one that a dataset has committed to"


def add_arguments(parser: ArgumentParser) -> None:
    """The two sides."""
    parser.add_argument(
        "root", type=Path, metavar="DIR", help="the public folder, which holds data_files"
    )
    parser.add_argument("seal", type=Path, metavar="KEY", help="the folder given to pack --seal")


def run(options: Namespace) -> int:
    """Prints a line for each sealed split; 1 when a world's key is another one."""
    from builder.manifest import read_manifest
    from builder.sealing import broken

    wrong = broken(read_manifest(options.root / "data_files"), options.seal)
    for split, worlds in wrong.items():
        state = f"not as committed: {', '.join(worlds)}" if worlds else "as committed"
        print(f"{split}: the key in {options.seal} is {state}")
    return 1 if any(wrong.values()) else 0

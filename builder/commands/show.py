"""`show`: a world on the terminal, with its key."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

SUMMARY = "a world on the terminal"


def add_arguments(parser: ArgumentParser) -> None:
    """Which world, or which of its documents."""
    parser.add_argument("world", type=Path, metavar="WORLD", help="<build>/worlds/<world_id>")
    parser.add_argument("--document", metavar="ID", help="one document's text and proof")


def run(options: Namespace) -> int:
    """Prints the world, or the document."""
    from builder.show import show_document, show_world

    print(
        show_document(options.world, options.document)
        if options.document
        else show_world(options.world)
    )
    return 0

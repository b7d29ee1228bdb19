"""`pack`: certified worlds as a split of a dataset, with manifest, card, pages and Croissant."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from builder.commands._arguments import build_folder, split_name, version

SUMMARY = "pack certified worlds as a split of the dataset"


def add_arguments(parser: ArgumentParser) -> None:
    """Which builds become which split, where, and under which version."""
    parser.add_argument(
        "builds", type=build_folder, nargs="+", metavar="BUILD", help="folders of finished builds"
    )
    parser.add_argument(
        "--split", required=True, type=split_name, metavar="NAME", help="made, or replaced whole"
    )
    parser.add_argument(
        "--out", type=Path, required=True, metavar="DIR", help="a data_files folder"
    )
    parser.add_argument(
        "--seal", type=Path, metavar="KEY", help="keep the key apart, in this folder"
    )
    parser.add_argument(
        "--data-version",
        type=version,
        metavar="X.Y.Z",
        help="version of the data (as it was, or 0.1.0)",
    )


def run(options: Namespace) -> int:
    """Prints what was packed."""
    from builder.dataset import write_dataset

    manifest = write_dataset(
        options.builds, options.split, options.out, options.seal, options.data_version or ""
    )
    packed = manifest.splits[options.split]
    size = sum(file.size for file in packed.files.values())
    sealed = f"; the key is in {options.seal}" if options.seal else ""
    print(
        f"{options.split}: {len(packed.worlds)} worlds, {packed.documents} documents, "
        f"{size / 1e6:.1f} MB in {options.out}{sealed}"
    )
    return 0

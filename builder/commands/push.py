"""`push`: publishes a packed dataset on the Hub; without `--yes` it says what it would send."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from builder.commands._arguments import repo_id

SUMMARY = "publish a packed dataset on the Hub"


def add_arguments(parser: ArgumentParser) -> None:
    """What goes where, under which tag, and who may read it."""
    parser.add_argument(
        "--repo-id", required=True, type=repo_id, metavar="ID", help="organization/name"
    )
    parser.add_argument(
        "--folder", type=Path, default=Path(), metavar="DIR", help="README.md and data_files (.)"
    )
    parser.add_argument(
        "--tag", default="", metavar="vX.Y.Z", help="(v and the version of the data)"
    )
    parser.add_argument("--private", action="store_true", help="if the repository is made now")
    parser.add_argument("--gated", choices=("auto", "manual"), help="who may read it")
    parser.add_argument("--yes", action="store_true", help="do it; without, only say what would be")


def run(options: Namespace) -> int:
    """Prints the plan, or what was done."""
    from builder.stages.publish import plan_push, publish

    if options.yes:
        done = publish(options.folder, options.repo_id, options.tag, options.private, options.gated)
        print(f"{options.repo_id}: {done.outcome}, {done.tag} is {done.revision}")
        return 0
    plan = plan_push(options.folder, options.repo_id)
    for state, paths in (("new", plan.new), ("changed", plan.changed), ("deleted", plan.deleted)):
        for path in paths:
            print(f"{state:<8} {path}")
    print(
        f"{len(plan.unchanged)} unchanged; {plan.send_bytes / 1e6:.1f} MB to send to "
        f"{plan.repo_id}; nothing was sent, --yes does it"
    )
    return 0

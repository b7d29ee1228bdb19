"""`review`: audit sheets for attorneys (export), what they filled in (import), and agreement."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from builder.commands._arguments import positive, share, whole
from builder.commands._records import read_records
from builder.errors import ConfigError

SUMMARY = "audit sheets for attorneys, and what they say"


def add_arguments(parser: ArgumentParser) -> None:
    """The three steps."""
    steps = parser.add_subparsers(required=True, metavar="export|import|agreement")
    what = "write the sheets of a build"
    export = steps.add_parser("export", help=what, description=what)
    export.add_argument("build", type=Path, metavar="BUILD", help="the folder of a finished build")
    export.add_argument(
        "--out", type=Path, required=True, metavar="FILE.xlsx", help="gets each reviewer's name"
    )
    export.add_argument("--reviewers", type=positive, default=2, metavar="N", help="people (2)")
    export.add_argument(
        "--shared",
        type=share,
        default=0.2,
        metavar="PART",
        help="of the cases for everybody (0.2)",
    )
    export.add_argument(
        "--record", action="append", default=[], metavar="S", help="show its passages (folder:PATH)"
    )
    export.add_argument("--seed", type=whole, default=0, metavar="K", help="of the drawing (0)")
    export.set_defaults(step=_export)
    what = "read sheets that people filled in"
    taken = steps.add_parser("import", help=what, description=what)
    taken.add_argument(
        "sheets", type=Path, nargs="+", metavar="FILE.xlsx", help="as they came back"
    )
    taken.add_argument(
        "--out", type=Path, required=True, metavar="FILE.json", help="gets the grades"
    )
    taken.set_defaults(step=_import)
    what = "pass rates by stage, and how people agree"
    agreement = steps.add_parser("agreement", help=what, description=what)
    agreement.add_argument("grades", type=Path, metavar="FILE.json", help="what import has written")
    agreement.add_argument("--key", type=Path, metavar="FILE-key.json", help="tells decoys apart")
    agreement.add_argument("--json", action="store_true", help="everything, as JSON")
    agreement.set_defaults(step=_agreement)


def run(options: Namespace) -> int:
    """Does the step that was named."""
    return options.step(options)


def _export(options: Namespace) -> int:
    from builder.review.assign import assign
    from builder.review.files import with_files
    from builder.review.grades import Key
    from builder.review.questions import questions_of, read_build
    from builder.review.sheets import write_sheets

    if options.out.suffix.lower() != ".xlsx":
        raise ConfigError(f"--out {options.out.name!r} must end in .xlsx")
    records = [record for source in options.record for record in read_records(source)]
    cases = read_build(options.build, records)
    for reviewer, worlds in assign(cases, options.reviewers, options.shared, options.seed).items():
        path = options.out.with_name(f"{options.out.stem}-{reviewer}.xlsx")
        asked = questions_of([c for c in cases if c.world_id in worlds], options.seed)
        asked = with_files(asked, options.build, options.out)
        write_sheets(path, reviewer, asked)
        plural = "s" if len(worlds) != 1 else ""
        print(f"{path}: {len(worlds)} case{plural}, {len(asked)} questions")
    key = Key(asked=tuple(question.asked for question in questions_of(cases, options.seed)))
    path = options.out.with_name(f"{options.out.stem}-key.json")
    path.write_text(key.model_dump_json(indent=1) + "\n", encoding="utf-8")
    print(f"{path}: what each question is about; keep it from the reviewers")
    print(f"{options.out.stem}-files: the documents themselves; send them with the sheets")
    return 0


def _import(options: Namespace) -> int:
    from builder.review.grades import Grades
    from builder.review.sheets import read_sheets

    grades = Grades(grades=tuple(g for path in options.sheets for g in read_sheets(path)))
    options.out.write_text(grades.model_dump_json(indent=1) + "\n", encoding="utf-8")
    people = len({grade.reviewer for grade in grades.grades})
    print(f"{len(grades.grades)} grades of {people} reviewers in {options.out}")
    return 0


def _agreement(options: Namespace) -> int:
    from builder.review.agreement import agreement, text_of
    from builder.review.grades import read_grades, read_key

    key = read_key(options.key) if options.key else None
    found = agreement(read_grades(options.grades), key)
    print(found.model_dump_json(indent=2) if options.json else text_of(found))
    return 0

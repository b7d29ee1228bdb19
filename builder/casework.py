"""The commands on real cases: record, find, cohort-report, and review by attorneys.

In: parsed options. Out: lines for whoever prints, and an exit code. Side effects: those of the
crawl and of the sheets.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

from builder.errors import ConfigError, SourceUnusable
from builder.schema import CASE_TYPES, CaseRecord

Say = Callable[[str], None]


def add_commands(commands: Any, say: Say) -> None:
    """Adds the commands to a parser; `say` prints."""
    record = commands.add_parser("record", help="read a case record and say what is in it")
    record.add_argument("path", metavar="S", help="a folder of court papers, or courtlistener:ID")
    record.add_argument("--json", action="store_true", help="the whole record as JSON")
    record.set_defaults(run=lambda options: _record(options, say))
    _add_find(commands, say)
    report = commands.add_parser(
        "cohort-report", help="which case records qualify, why not, and how they are balanced"
    )
    report.add_argument("sources", nargs="+", metavar="S", help="folder:PATH or courtlistener:ID")
    report.add_argument("--json", action="store_true", help="everything, as JSON")
    report.set_defaults(run=lambda options: _report(options, say))
    _add_review(commands, say)


def read_records(source: str) -> list[CaseRecord]:
    """The records that `folder:PATH`, `courtlistener:ID` or a bare path names."""
    from builder.sources import SourceOptions, source_ids, source_module

    source_id, colon, locator = source.partition(":")
    if not colon or source_id not in source_ids():
        source_id, locator = "folder", source
    return list(source_module(source_id).records(locator, SourceOptions()))


def _add_find(commands: Any, say: Say) -> None:
    find = commands.add_parser(
        "find", help="search CourtListener for decided motions with all their papers"
    )
    find.add_argument("--court", action="append", default=[], metavar="ID", help="innd, nysd ...")
    find.add_argument("--after", type=_day, metavar="DATE", help="decided on or after")
    find.add_argument("--before", type=_day, metavar="DATE", help="decided on or before")
    find.add_argument("--nature", default="", metavar="TEXT", help="nature of suit")
    find.add_argument(
        "--case-type", action="append", default=[], choices=CASE_TYPES, help="only these case types"
    )
    find.add_argument(
        "--cases", type=_count, default=20, metavar="N", help="dockets to look into (20)"
    )
    find.add_argument("--plan", action="store_true", help="say what calls it would spend; ask none")
    find.add_argument("--report", action="store_true", help="the cohort report of what is known")
    find.add_argument("--json", action="store_true", help="the cohort report as JSON")
    find.add_argument("--cache", type=Path, metavar="DIR", help="where answers are kept")
    find.add_argument(
        "--wait", type=float, default=3600, metavar="S", help="longest sleep in seconds (3600)"
    )
    find.set_defaults(run=lambda options: _find(options, say))


def _add_review(commands: Any, say: Say) -> None:
    review = commands.add_parser("review", help="audit sheets for attorneys, and what they say")
    steps = review.add_subparsers(required=True, metavar="export|import|agreement")
    export = steps.add_parser("export", help="write the sheets of a build")
    export.add_argument("build", type=Path, metavar="BUILD")
    export.add_argument("--out", type=Path, required=True, metavar="FILE.xlsx")
    export.add_argument("--reviewers", type=_count, default=2, metavar="N", help="people (2)")
    export.add_argument(
        "--shared", type=float, default=0.2, metavar="PART", help="of the cases for everybody (0.2)"
    )
    export.add_argument(
        "--record", action="append", default=[], metavar="S", help="show its passages (folder:PATH)"
    )
    export.add_argument("--seed", type=int, default=0, metavar="K", help="of the drawing (0)")
    export.set_defaults(run=lambda options: _export(options, say))
    taken = steps.add_parser("import", help="read sheets that people filled in")
    taken.add_argument("sheets", type=Path, nargs="+", metavar="FILE.xlsx")
    taken.add_argument("--out", type=Path, required=True, metavar="FILE.json")
    taken.set_defaults(run=lambda options: _import(options, say))
    agreement = steps.add_parser("agreement", help="pass rates by stage, and how people agree")
    agreement.add_argument("grades", type=Path, metavar="FILE.json")
    agreement.add_argument("--key", type=Path, metavar="FILE-key.json", help="tells decoys apart")
    agreement.add_argument("--json", action="store_true", help="everything, as JSON")
    agreement.set_defaults(run=lambda options: _agreement(options, say))


def _find(options: argparse.Namespace, say: Say) -> int:
    from builder.cohort import cohort, of_candidate, text_of
    from builder.sources._crawl import open_crawl
    from builder.sources._survey import Query, survey

    query = Query(
        courts=tuple(options.court),
        after=options.after,
        before=options.before,
        nature_of_suit=options.nature,
        case_types=tuple(options.case_type),
        cases=options.cases,
    )
    spend = not (options.plan or options.report)
    with open_crawl(options.cache, spend=spend, patience=options.wait) as crawl:
        candidates = []
        for candidate in survey(crawl, query):
            candidates.append(candidate)
            if not (options.plan or options.report or options.json):
                reason = candidate.reasons[0] if candidate.reasons else "qualifies"
                say(f"courtlistener:{candidate.docket_id}  {candidate.case_name}: {reason}")
        if options.plan:
            say(plan_text(crawl, query, len(candidates)))
            return 0
        found = cohort(of_candidate(candidate) for candidate in candidates)
        if options.json:
            say(found.model_dump_json(indent=2))
        elif options.report:
            say(text_of(found))
        else:
            qualified = len(found.qualified)
            say(
                f"{qualified} of {len(candidates)} cases qualify; {crawl.made} calls made, "
                f"{crawl.kept} answers were kept before"
            )
    return 0


def _record(options: argparse.Namespace, say: Say) -> int:
    from builder.filings.describe import describe

    for record in read_records(options.path):
        say(record.model_dump_json(indent=2) if options.json else describe(record))
    return 0


def plan_text(crawl: Any, query: Any, known: int) -> str:
    """What a survey would spend: calls that are certain, and the most that may follow."""
    limits = crawl.calls.limits
    certain = len(crawl.unspent)
    # A docket has up to 60 available papers, three pages, as a rule; so has the search its pages.
    most = certain + 3 * max(query.cases - known, 0) + query.cases // 20 + 1
    days, rest = divmod(limits.seconds(most), 86400)
    hours = f"{rest / 3600:.1f} h" if rest >= 3600 else f"{rest / 60:.0f} min"
    took = f"{days:.0f} days and {hours}" if days else hours
    left = crawl.calls.left_today(crawl.clock())
    lines = [f"{crawl.kept} answers are kept; {certain} calls are certain:"]
    lines += [f"  {call}" for call in crawl.unspent]
    lines += [
        f"about {most} calls in all for {query.cases} cases; {known} cases are known already",
        f"limits: {limits.minute} a minute, {limits.hour} an hour, {limits.day} a day; {left} are "
        f"left of the day's; so many calls take about {took}",
        "nothing was asked; without --plan it is, and may be stopped at any time",
    ]
    return "\n".join(lines)


def _report(options: argparse.Namespace, say: Say) -> int:
    from builder.cohort import Member, cohort, of_record, text_of

    members: list[Member] = []
    for source in options.sources:
        try:
            members += [of_record(record) for record in read_records(source)]
        except SourceUnusable as exc:
            said = " ".join(str(exc).split())
            members.append(Member(case=source, name="", case_type=None, reasons=(said,)))
    found = cohort(members)
    say(found.model_dump_json(indent=2) if options.json else text_of(found))
    return 0


def _export(options: argparse.Namespace, say: Say) -> int:
    from builder.review.assign import assign
    from builder.review.grades import Key
    from builder.review.questions import questions_of, read_build
    from builder.review.sheets import write_sheets

    if not 0 <= options.shared <= 1:
        raise ConfigError(f"--shared {options.shared} is no part between 0 and 1")
    if options.out.suffix.lower() != ".xlsx":
        raise ConfigError(f"--out {options.out.name!r} must end in .xlsx")
    records = [record for source in options.record for record in read_records(source)]
    cases = read_build(options.build, records)
    for reviewer, worlds in assign(cases, options.reviewers, options.shared, options.seed).items():
        path = options.out.with_name(f"{options.out.stem}-{reviewer}.xlsx")
        asked = questions_of([c for c in cases if c.world_id in worlds], options.seed)
        write_sheets(path, reviewer, asked)
        say(f"{path}: {len(worlds)} cases, {len(asked)} questions")
    key = Key(asked=tuple(question.asked for question in questions_of(cases, options.seed)))
    path = options.out.with_name(f"{options.out.stem}-key.json")
    path.write_text(key.model_dump_json(indent=1) + "\n", encoding="utf-8")
    say(f"{path}: what each question is about; keep it from the reviewers")
    return 0


def _import(options: argparse.Namespace, say: Say) -> int:
    from builder.review.grades import Grades
    from builder.review.sheets import read_sheets

    grades = Grades(grades=tuple(g for path in options.sheets for g in read_sheets(path)))
    options.out.write_text(grades.model_dump_json(indent=1) + "\n", encoding="utf-8")
    people = len({grade.reviewer for grade in grades.grades})
    say(f"{len(grades.grades)} grades of {people} reviewers in {options.out}")
    return 0


def _agreement(options: argparse.Namespace, say: Say) -> int:
    from builder.review.agreement import agreement, text_of
    from builder.review.grades import read_grades, read_key

    key = read_key(options.key) if options.key else None
    found = agreement(read_grades(options.grades), key)
    say(found.model_dump_json(indent=2) if options.json else text_of(found))
    return 0


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no day; write 2021-06-30") from None


def _count(text: str) -> int:
    if not text.isdigit() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of 1 or more")
    return int(text)

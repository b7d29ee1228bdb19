"""`find`: searches CourtListener for decided motions with what a world needs, within its limits."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path
from textwrap import shorten
from typing import TYPE_CHECKING
from urllib.parse import unquote_plus

from builder.commands._arguments import CASE_TYPES, day, positive

if TYPE_CHECKING:
    from builder.sources._crawl import Crawl
    from builder.sources._survey import Query

SUMMARY = "search CourtListener for decided motions with all their papers"


def add_arguments(parser: ArgumentParser) -> None:
    """What is looked for, how much may be asked, and what is printed."""
    parser.add_argument("--court", action="append", default=[], metavar="ID", help="innd, nysd ...")
    parser.add_argument("--after", type=day, metavar="DATE", help="decided on or after")
    parser.add_argument("--before", type=day, metavar="DATE", help="decided on or before")
    parser.add_argument("--nature", default="", metavar="TEXT", help="nature of suit")
    parser.add_argument(
        "--case-type", action="append", default=[], choices=CASE_TYPES, help="only these case types"
    )
    parser.add_argument(
        "--cases", type=positive, default=20, metavar="N", help="dockets to look into (20)"
    )
    parser.add_argument(
        "--plan", action="store_true", help="say what calls it would spend; ask none"
    )
    parser.add_argument("--report", action="store_true", help="the cohort report of what is known")
    parser.add_argument("--json", action="store_true", help="the cohort report as JSON")
    parser.add_argument("--cache", type=Path, metavar="DIR", help="where answers are kept")
    parser.add_argument(
        "--wait", type=float, default=3600, metavar="S", help="longest sleep in seconds (3600)"
    )


def run(options: Namespace) -> int:
    """Prints each case as it is found, or the plan, or the report."""
    from builder.cohort import cohort, of_candidate, text_of
    from builder.sources._crawl import open_crawl
    from builder.sources._survey import survey

    query = _query(options)
    spend = not (options.plan or options.report)
    with open_crawl(options.cache, spend=spend, patience=options.wait) as crawl:
        candidates = []
        for candidate in survey(crawl, query):
            candidates.append(candidate)
            if not (options.plan or options.report or options.json):
                reason = candidate.reasons[0] if candidate.reasons else "qualifies"
                print(f"courtlistener:{candidate.docket_id}  {candidate.case_name}: {reason}")
        if options.plan:
            print(plan_text(crawl, query, len(candidates)))
            return 0
        found = cohort(of_candidate(candidate) for candidate in candidates)
        if options.json:
            print(found.model_dump_json(indent=2))
        elif options.report:
            print(text_of(found))
        else:
            print(
                f"{len(found.qualified)} of {len(candidates)} cases qualify; {crawl.made} calls "
                f"made, {crawl.kept} answers were kept before"
            )
    return 0


def _query(options: Namespace) -> Query:
    from builder.sources._survey import Query

    return Query(
        courts=tuple(options.court),
        after=options.after,
        before=options.before,
        nature_of_suit=options.nature,
        case_types=tuple(options.case_type),
        cases=options.cases,
    )


def plan_text(crawl: Crawl, query: Query, known: int) -> str:
    """What a survey would spend: calls that are certain, and the most that may follow."""
    limits = crawl.calls.limits
    certain = len(crawl.unspent)
    # A docket has up to 60 available papers, three pages, as a rule; so has the search its pages.
    most = certain + 3 * max(query.cases - known, 0) + query.cases // 20 + 1
    days, rest = divmod(limits.seconds(most), 86400)
    hours = f"{rest / 3600:.1f} h" if rest >= 3600 else f"{rest / 60:.0f} min"
    took = f"{days:.0f} days and {hours}" if days else hours
    left = crawl.calls.left_today(crawl.clock())
    are = "call is" if certain == 1 else "calls are"
    lines = [f"{crawl.kept} answers are kept; {certain} {are} certain{':' if certain else ''}"]
    lines += [f"  {shorten(unquote_plus(call), 150)}" for call in crawl.unspent]
    lines += [
        f"about {most} calls in all for {query.cases} cases; {known} cases are known already",
        f"limits: {limits.minute} a minute, {limits.hour} an hour, {limits.day} a day; {left} are "
        f"left of the day's; so many calls take about {took}",
        "nothing was asked; without --plan it is, and may be stopped at any time",
    ]
    return "\n".join(lines)

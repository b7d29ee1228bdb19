"""The clerk's stamps on court papers: found, read and taken out.

In: the text of pages. Out: text without stamps, or what a stamp says. No side effects.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date

from builder.schema import Record

_NUMBER = r"\d{1,2}:\d{2}-[a-z]{2,4}-\d{2,6}(?:-[A-Za-z]{2,5})*|\d{2}-\d{3,6}(?:-[A-Za-z]{2,5})*"
_DAY = r"\d{1,2}/\d{1,2}/\d{2,4}"
_STAMP = re.compile(
    rf"""(?:USDC\s+\S+\s+)?
    \bcase:?[ ]+(?:no\.[ ]*)?(?P<number>{_NUMBER})[ ,]*
    (?:(?:doc(?:ument)?|dkt|ecf|de)\.?(?:[ ](?:no\.|\#))?:?[ ]*
        (?P<entry>\d{{1,4}}(?:-\d{{1,3}})?)[ ,]*
      |(?:date[ ])?(?:filed|entered):?[ ]*(?:on[ ]\w+[ ]\w+[ ])?(?P<filed>{_DAY})[ ,]*
      |entered[ ]\d\d/\d\d/\d\d[ ]\d\d:\d\d:\d\d[ ,]*
      |pages?:?[ ]*\d+(?:[ ]*(?:of|/)[ ]*\d+)?[ ,]*
      |page[ ]?id(?:[ ]?\#:?|\.)?[ ]*\#?:?[ ]*\d+[ ,]*
      |main[ ]document[ ,]*|desc[ ]*){{2,}}""",
    re.IGNORECASE | re.VERBOSE,
)
_ELECTRONIC = re.compile(
    r"^[ \t]*(?:ELECTRONICALLY FILED|E-?FILED|FILED|Filed)\b[^\n]{0,60}\d{1,2}[/-]\d{1,2}[/-]\d{2,4"
    r"}"
    r"[^\n]{0,40}$",
    re.MULTILINE,
)


class Stamp(Record):
    """What a clerk's stamp says."""

    docket_number: str | None = None
    entry: str | None = None
    filed: date | None = None


def without_stamps(text: str) -> str:
    """The text with every stamp taken out, also where one stands inside a line."""
    return _ELECTRONIC.sub("", _STAMP.sub("", text))


def first_stamp(texts: Sequence[str]) -> Stamp | None:
    """What the first stamp of a paper says, or None."""
    for text in texts:
        if found := _STAMP.search(text):
            filed = found.group("filed")
            return Stamp(
                docket_number=found.group("number"),
                entry=found.group("entry"),
                filed=_day(filed) if filed else None,
            )
    return None


def _day(text: str) -> date | None:
    month, day, year = (int(part) for part in text.split("/"))
    try:
        return date(year + 2000 if year < 100 else year, month, day)
    except ValueError:
        return None

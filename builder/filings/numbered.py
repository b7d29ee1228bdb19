"""Finds the numbered paragraphs of a statement or of a response to one.

In: a text. Out: `Part`s, each with its numbers and the span of its words. Numbers run on: of all
markers at line starts the chain is taken that counts up best and leaves each paragraph with its
citation, so that a quoted clause with numbers of its own starts nothing. No side effects.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass

_LABEL = (
    r"(?:(?P<prefix>[A-Z]{0,4}(?:SOF|SUF|SMF|UMF|SAF|MF|UF|AF)|Facts?|FACTS?|Undisputed Fact"
    r"|UNDISPUTED FACT"
    r"|Statement|STATEMENT|Paragraph|PARAGRAPH|Response to(?: Fact| Statement| Paragraph)?"
    r"|RESPONSE TO(?: FACT)?|No\.?|NO\."
    r"|¶)[ \t]*(?:(?:NO|No|Number|NUMBER)\.?|#|¶)?[ \t]*)"
)
_MARKER = re.compile(
    rf"^[ \t]*(?:\*[ \t]*)?(?:{_LABEL})?(?P<n>\d{{1,3}})(?P<sub>\.\d{{1,2}}(?!\d)|\([a-z]\)"
    rf"|(?<=\d)[a-z](?=[.)]))?"
    rf"(?P<sep>[.):]+(?!\d)|[ \t]*[-–—](?=[ \t])|(?=[ \t]*$)|(?=[ \t]))[ \t]*",
    re.MULTILINE,
)
_ROMAN = re.compile(r"^[ \t]*(?P<n>[IVXLC]{1,7})[.)][ \t]*(?=\S|$)", re.MULTILINE)
_LIST = (
    r"\d{1,3}(?:\([a-z]\))?"
    r"(?:\s*(?:,\s*and|[-–,&]|and|through|to)\s*(?:¶¶?\s*)?\d{1,3}(?:\([a-z]\))?)+"
)
_GROUP = re.compile(
    rf"^[ \t]*(?:(?:Responses? to |Response to Facts? )?(?:(?:[A-Z]{{0,4}}(?:SOF|SUF|SMF"
    rf"|UMF)\s*)?¶¶?|[Pp]aragraphs?"
    rf"|PARAGRAPHS?|Nos?\.|Facts?(?: Nos?\.)?|FACTS?(?: NOS?\.)?"
    rf"|Statements?)\s*(?P<list>{_LIST})(?P<sep>\s*[:.)]\s*|(?=\s+(?:are|is|were)\b))"
    rf"|(?P<bare>{_LIST})\s*[:.)]\s+)",
    re.MULTILINE,
)
_CITED = re.compile(
    r"\b(?:Ex|Exs|Exh|Doc|Docs|ECF|DE|Dkt|Dep|Decl|Aff|Tr|Compl|Resp|SOF|SUF|Interrog|Stip)\b\.?"
    r"|¶ ?\d|\b[A-Z]{3,}[-_ ]?\d{4,}|\d:\d\d?\b"
)
_ANSWERED = re.compile(
    r"\b(?:un)?(?:disputed|contested|controverted)\b|\bRESPONSE\b|\bResponse:|\b(?:admit(?:s|ted)?"
    r"|den(?:ied|ies))\b|\bagreed?\b",
    re.IGNORECASE,
)
_UNFINISHED = re.compile(
    r"(?:\b(?:Aff|Decl|Dep|Exs?|Exh|Docs?|Dkt|ECF|DE|Nos?|Resp|Compl|Answer|Tr|SOF|SUF|SMF|Stip"
    r"|56\.1|56\(b\))\.?"
    r"(?:[ \t]*(?:No\.|\#)?[ \t]*\d[\d-]*)?,?|\bat|¶|[,;(])[ \t]*\n[ \t]*$"
)
_ADDITIONAL = re.compile(
    r"^[^\n]{0,80}\b(?:ADDITIONAL|Additional|COUNTER-?STATEMENT"
    r"|Counter-?statement)\b[^\n]{0,80}$",
    re.MULTILINE,
)


@dataclass(frozen=True)
class Part:
    """A numbered paragraph: the numbers it goes by, where its words start and end, its series
    (`""`, or the prefix of a second run of numbers such as `PSAF`)."""

    numbers: tuple[str, ...]
    start: int
    end: int
    series: str = ""


@dataclass(frozen=True)
class _Mark:
    at: int
    end: int
    number: int
    sub: str
    prefix: str


def numbered_parts(text: str) -> list[Part]:
    """The numbered paragraphs of `text`, in order; groups answered together are one part."""
    groups = [
        (m, _expand(m["list"] or m["bare"]))
        for m in _GROUP.finditer(text)
        if not _unfinished(text, m.start())
    ]
    groups = [
        (m, numbers)
        for m, numbers in groups
        if m["list"] or _ANSWERED.search(text[m.end() : m.end() + 90])
    ]
    covered = {int(re.sub(r"\D", "", n)) for _, numbers in groups for n in numbers}
    inside = [(m.start(), m.end()) for m, _ in groups]
    marks = [m for m in _marks(text) if not any(s <= m.at < e for s, e in inside)]
    chain = _chain(text, marks, covered)
    if len(chain) < 3 and not groups:
        roman = _chain(text, list(_roman_marks(text)), covered)
        chain = roman if len(roman) > len(chain) else chain
    return list(_parts(text, chain, groups))


def expand_numbers(text: str) -> tuple[str, ...]:
    """`4-6, 9 and 11` as single numbers."""
    return _expand(text)


def _expand(text: str) -> tuple[str, ...]:
    numbers: list[str] = []
    for found in re.finditer(
        r"(\d{1,3})(?:\s*(?:[-–]|through|to)\s*(?:¶¶?\s*)?(\d{1,3}))?(\([a-z]"
        r"\))?",
        text,
    ):
        first, last = int(found[1]), int(found[2] or found[1])
        numbers += [str(n) + (found[3] or "") for n in range(first, min(last, first + 300) + 1)]
    return tuple(numbers)


def _marks(text: str) -> Iterator[_Mark]:
    for found in _MARKER.finditer(text):
        sep = found["sep"].strip()
        alone = text[found.end() : found.end() + 1] in ("\n", "")
        prefix = (found["prefix"] or "").strip()
        if not (sep or alone or (prefix and prefix not in ("No", "No."))):
            continue
        if prefix and _unfinished(text, found.start()):
            continue
        yield _Mark(
            found.start(),
            found.end(),
            int(found["n"]),
            (found["sub"] or "").strip(".()"),
            re.sub(
                r"(?i)^(?:facts?|statement|paragraph|undisputed fact|response to.*"
                r"|no\.?|¶)$",
                "",
                prefix,
            ),
        )


def _unfinished(text: str, at: int) -> bool:
    """Whether the line before `at` breaks off inside a citation."""
    return _UNFINISHED.search(text[max(at - 60, 0) : at]) is not None


def _roman_marks(text: str) -> Iterator[_Mark]:
    for found in _ROMAN.finditer(text):
        yield _Mark(found.start(), found.end(), _roman(found["n"]), "", "")


def _roman(text: str) -> int:
    values = [{"I": 1, "V": 5, "X": 10, "L": 50, "C": 100}[c] for c in text]
    return sum(-v if i + 1 < len(values) and v < values[i + 1] else v for i, v in enumerate(values))


def _chain(text: str, marks: list[_Mark], covered: set[int]) -> list[_Mark]:
    """The best chain of markers, by dynamic programming over pairs that may follow each other."""
    cited = [m.start() for m in _CITED.finditer(text)]
    answered = [m.start() for m in _ANSWERED.finditer(text)]
    extra = [m.start() for m in _ADDITIONAL.finditer(text)]

    def worth(start: int, end: int) -> float:
        return 1 + 0.6 * _any_in(cited, start, end) + 0.3 * _any_in(answered, start, end)

    best: list[float] = []
    before: list[int | None] = []
    for j, mark in enumerate(marks):
        start = -0.4 * len([n for n in range(1, mark.number) if n not in covered][:40])
        score, chosen = start + _break(text, mark.at), None
        for i in range(j - 1, -1, -1):
            step = _step(marks[i], mark, covered, extra)
            if step is None:
                continue
            value = best[i] + worth(marks[i].end, mark.at) + step + _break(text, mark.at)
            if value > score + 1e-9:
                score, chosen = value, i
        best.append(score)
        before.append(chosen)
    if not marks:
        return []
    finals = [best[j] + worth(m.end, len(text)) for j, m in enumerate(marks)]
    at: int | None = max(range(len(marks)), key=lambda j: (finals[j], j))
    chain: list[_Mark] = []
    while at is not None:
        chain.append(marks[at])
        at = before[at]
    return chain[::-1]


def _any_in(places: list[int], start: int, end: int) -> bool:
    at = bisect_left(places, start)
    return at < len(places) and places[at] < end


def _break(text: str, at: int) -> float:
    """How well a paragraph may begin here: after a full stop rather than after a colon."""
    line = text[:at].rstrip()[-1:]
    return (
        0.3
        if line in '.)]”"?!' or text[max(at - 2, 0) : at] == "\n\n"
        else -0.4
        if line in ":,;"
        else 0.0
    )


def _step(earlier: _Mark, later: _Mark, covered: set[int], extra: list[int]) -> float | None:
    """What it costs that `later` follows `earlier`; None when it cannot."""
    if later.number == earlier.number:
        follows = later.sub and (not earlier.sub or _order(later.sub) == _order(earlier.sub) + 1)
        return 0.2 if follows else None
    if later.number == 1 and not later.sub and earlier.number > 1:
        if later.prefix and later.prefix != earlier.prefix:
            return 0.0
        return -0.2 if _any_in(extra, earlier.end, later.at) else None
    skipped = [n for n in range(earlier.number + 1, later.number) if n not in covered]
    if later.number <= earlier.number or len(skipped) > 3:
        return None
    if later.sub and _order(later.sub) != 1:
        return None
    return -0.9 * len(skipped)


def _order(sub: str) -> int:
    return int(sub) if sub.isdigit() else ord(sub) - ord("a") + 1


def _parts(
    text: str, chain: list[_Mark], groups: list[tuple[re.Match[str], tuple[str, ...]]]
) -> Iterator[Part]:
    starts: list[tuple[int, int, tuple[str, ...], str]] = []
    series, last = "", 0
    for mark in chain:
        if mark.number == 1 and last > 1:
            series = mark.prefix or "additional"
        elif mark.prefix and not last:
            series = ""
        last = mark.number
        sub = f".{mark.sub}" if mark.sub.isdigit() else f"({mark.sub})" if mark.sub else ""
        starts.append((mark.at, mark.end, (f"{mark.number}{sub}",), series))
    starts += [(m.start(), m.end(), numbers, "") for m, numbers in groups]
    starts.sort()
    for i, (_, end, numbers, part_series) in enumerate(starts):
        stop = starts[i + 1][0] if i + 1 < len(starts) else len(text)
        yield Part(numbers, end, max(stop, end), part_series)

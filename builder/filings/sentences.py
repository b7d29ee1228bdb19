"""Parts legal prose into sentences: abbreviations, citations and quotations do not end one.

In: text. Out: spans of offsets. No side effects.
"""

from __future__ import annotations

import re
from collections.abc import Iterator


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_NEVER = _words(
    """v vs no nos mr mrs ms dr prof hon rev messrs jr sr st ave blvd rd dep deps decl decls aff
    affs affid ex exs exh exhs pl pls def defs resp opp mot br mem memo tr hr hrg compl ans
    rep fed r civ p cir f supp reg dkt doc docs ct dist div bankr dept gen stat art arts sec
    secs ch para paras pp n nn vol bros assoc assn natl intl mfg commn app adv proc servs bd
    govt cnty sch found enters broad const mktg prod e.g i.e cf al id ibid op cit j jj jan feb
    mar apr jun jul aug sept oct nov dec attach ariz cal colo conn del fla ga ill ind kan ky
    la md mass mich minn miss mo mont neb nev okla or ore pa tenn tex utah va vt wash wis wyo
    u.s.c c.f.r l.p.r.a approx et seq rptr evid crim stmt supp'l interrog interrogs stip stips
    req reqs admis prelim undisp fact dir lt sgt capt col opp'n hr'g comm'n ass'n nat'l int'l
    mem'l gov't dep't cont'l eng'g sav prods univ"""
)
_SOMETIMES = _words(
    """inc corp co ltd llc l.p lp plc a.m p.m u.s d.c n.a s.a c.s.p l.l.c l.l.p ph.d m.d usa
    etc"""
)
_STARTERS = _words(
    """The A An On In At By For From After Before When While As It Its He His She Her They Their
    This That These Those There Then Thereafter Although However Because Since If Under
    Pursuant Plaintiff Plaintiffs Defendant Defendants Both Neither Each No Not One Two Three
    During Upon With Without Following Later Meanwhile See Also"""
)
_ANSWERS = re.compile(
    r"(?:Un)?(?:[Dd]isputed|[Cc]ontroverted|[Cc]ontested)\b|Admitted\b|Denied\b"
    r"|Agree"
    r"|Objection|RESPONSE\b|Response\b"
)
_END = re.compile(r"[.?!][\"'”’]*(?:\[n\.(?:\d+|\*)\])?(?=\s|$|[)\]])")
_PAREN_CHARS = 1500


def sentence_spans(text: str) -> Iterator[tuple[int, int]]:
    """Start and end of each sentence, in order; a citation in parentheses after a sentence is a
    sentence of its own."""
    start = _skip(text, 0)
    while start < len(text):
        end = _sentence_end(text, start)
        yield start, len(text[:end].rstrip())
        start = _skip(text, end)


def rest_of_sentence(before: str, after: str, limit: int) -> int | None:
    """How much of `after` belongs to the sentence that `before` leaves open, if that is at most
    `limit` characters."""
    tail = before[-1500:]
    *_, (start, _) = sentence_spans(tail)
    joined = tail + "\n" + after[: limit + 60]
    end = _sentence_end(joined, start) - len(tail) - 1
    if not 0 < end <= limit or end >= len(after):
        return None
    return end if joined[: end + len(tail) + 1].rstrip()[-1:] in ".?!)]\"”’'" else None


def cited_after(text: str) -> int:
    """The length of a short citation in parentheses with which `text` begins, or 0."""
    found = re.match(r"\s*\((?:[^()]|\([^()]*\)){2,300}?\.\)", text)
    return found.end() if found and re.search(r"\d|[Ii]d\.", found.group()) else 0


def ends_sentence(text: str) -> bool:
    """Whether `text` ends where a sentence does."""
    tail = re.sub(r"(?:\[n\.(?:\d+|\*)\])+$", "", text.rstrip())
    if not re.search(r"[.?!][\"'”’)\]]*$", tail):
        return False
    if re.search(r"[)\]][\"'”’]*$", tail):
        return True
    return not _is_abbreviation(tail, len(re.sub(r"[.?!\"'”’)\]]*$", "", tail)))


def _skip(text: str, at: int) -> int:
    while at < len(text) and text[at].isspace():
        at += 1
    return at


def _sentence_end(text: str, start: int) -> int:
    opened = text[start : start + 1] in "(["
    depth, opened_at, i = 0, start, start
    while i < len(text):
        char = text[i]
        if char in "([" and not text.startswith("[n.", i):
            opened_at = i if depth == 0 else opened_at
            depth += 1
        elif char in ")]":
            depth = max(depth - 1, 0)
            if depth == 0 and opened and _closes_sentence(text, start, i):
                return i + 1
        elif char == "\n" and text[i : i + 2] == "\n\n":
            if depth == 0 or i - opened_at > _PAREN_CHARS:
                return i
        elif char in ".?!" and (depth == 0 or i - opened_at > _PAREN_CHARS):
            found = _END.match(text, i)
            if found and _is_end(text, i, found.end()):
                return found.end()
        i += 1
    return len(text)


def _closes_sentence(text: str, start: int, close: int) -> bool:
    """Whether the parenthesis that opened at `start` is a sentence: it ends inside with a stop, or
    what follows it begins a new one."""
    inner = text[start:close].rstrip()
    if inner.endswith((".", ".”", '."', ".’", ".'")):
        return True
    rest = text[close + 1 : close + 40].lstrip()
    return bool(re.match(r"[.;]?\s*(?:$|\()", rest)) and close - start > 3


def _is_end(text: str, stop: int, end: int) -> bool:
    rest = text[end : end + 60].lstrip(")] \t\n")
    if text[stop] == "." and _is_abbreviation(text, stop):
        word = _word_before(text, stop)
        first = re.match(r"[\"'“‘]?([A-Za-z]+)", rest)
        if _ANSWERS.match(rest) or (_is_letter_of_exhibit(text, stop) and _starts(first)):
            return True
        if word.lower() not in _SOMETIMES or not rest:
            return not rest and text[end:].strip() == ""
        return _starts(first) or cited_after(text[end:]) > 0
    return not rest or not rest[0].islower()


def _starts(first: re.Match[str] | None) -> bool:
    return first is not None and first.group(1) in _STARTERS


def _is_letter_of_exhibit(text: str, stop: int) -> bool:
    """Whether the capital before a stop names an exhibit: `Ex. C.`"""
    return (
        re.search(r"\bEx(?:s|h|hibit)?\.? [A-Z]{1,2}$", text[max(stop - 14, 0) : stop]) is not None
    )


def _word_before(text: str, stop: int) -> str:
    found = re.search(r"[A-Za-z'’.&]+$", text[max(stop - 14, 0) : stop])
    return found.group().strip(".") if found else ""


def _is_abbreviation(text: str, stop: int) -> bool:
    """Whether the stop at `stop` belongs to an abbreviation, an initial or a list number."""
    word = _word_before(text, stop).replace("’", "'")
    if not word:
        before = text[max(stop - 6, 0) : stop]
        return bool(re.search(r"(?:^|\n)\s*\d{1,3}$", before))
    before = text[max(stop - len(word) - 1, 0) : max(stop - len(word), 0)]
    if before.isdigit():
        return False
    bare = word.lower()
    if bare in _NEVER or bare in _SOMETIMES or bare.replace("'", "") in _NEVER:
        return True
    return bool(re.fullmatch(r"(?:[A-Za-z]\.)*[A-Z]", word))

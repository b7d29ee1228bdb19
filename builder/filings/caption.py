"""Reads the head of a court paper: court, parties, docket number, title.

In: the text of a first page. Out: a `Caption` with empty fields for what is not there; the title of
the paper. No side effects.
"""

from __future__ import annotations

import re

from builder.schema import Caption

_COURT = re.compile(
    r"(?:IN THE\s+)?UNITED STATES\s+(?:DISTRICT|BANKRUPTCY)\s+COURT[, ]*\n?\s*"
    r"(?:(?:FOR|IN)\s+THE\s+)?(?:(?:(?:NORTHERN|SOUTHERN|EASTERN|WESTERN|MIDDLE"
    r"|CENTRAL)\s+)?DISTRICT\s+OF\s+"
    r"(?:THE\s+)?[A-Z][A-Za-z]+(?: (?!DIVISION)[A-Z][A-Za-z]+)?"
    r"|(?:[NSEWMC]\. ?)?D\.\s*(?:[A-Z][a-z]+ ?){1,3})?"
    r"|(?:IN THE\s+)?UNITED STATES COURT OF FEDERAL CLAIMS",
    re.IGNORECASE,
)
_DOCKET = re.compile(
    r"(?P<kind>Adv(?:ersary|\.)?\s*Proc(?:eeding|\.)?\s*)?(?:Civil Action|Civ\.?|Case|Cause|C\.A\."
    r"|Action)?\s*"
    r"(?:Nos?\.?|#|:)\s*:?\s*(?P<number>(?:\d{1,2}:)?\d{2}[- ](?:(?:[A-Z]{2,3}"
    r"|[a-z]{2})[- ])?\d{2,6}"
    r"(?:(?:[-: ]|\s\(|\()[A-Z][A-Za-z]{1,4}\b\)?)*)(?!\d)"
)
_VERSUS = r"\s*[-–]*\s*(?:v\.|vs\.?|versus|against)\s*[-–]*\s+"
_PLAINTIFF = r"(?:counter)?(?:plaintiff|petitioner|claimant|relator)s?"
_DEFENDANT = r"(?:counter)?(?:defendant|respondent)s?"
_PARTIES = re.compile(
    rf"(?P<p>[^\x00]+?)[,;.]?\s+{_PLAINTIFF}(?:[-/, ]+[A-Za-z]+-[A-Za-z]+)?\s*[,;.]?{_VERSUS}"
    rf"(?P<d>[^\x00]+?)[,;.]?\s+{_DEFENDANT}\b",
    re.IGNORECASE,
)
_BARE_PARTIES = re.compile(rf"(?P<p>[A-Z][^\n]+?),?{_VERSUS}(?P<d>[A-Z][^\n]+?)\.?(?:\n|$)")
_TITLE = re.compile(
    r"^\W*(?=.*(?:\b(?:OPINION|MEMORANDUM|ORDER|STATEMENT|RESPONSES?|MOTION|COMPLAINT|REPLY|BRIEF"
    r"|EXHIBITS?"
    r"|DECLARATION|AFFIDAVIT|OBJECTIONS?|ANSWER|NOTICE|REPORT|INDEX|STIPULATION|JUDGMENT|FINDINGS"
    r"|SUR-?REPLY"
    r"|COUNTERSTATEMENT|DEPOSITION|LIST)\b))[^\n]{4,160}$",
    re.MULTILINE | re.IGNORECASE,
)
_SMALL = frozenset(
    {"of", "and", "the", "for", "in", "on", "by", "de", "la", "a", "an", "to", "dba"}
)
_SUFFIX = r"(?:Corporation|Corp\.|Inc\.|LLC|L\.L\.C\.|Ltd\.|L\.P\.|LP|LLP|Co\.|Company|Limited)"


def read_caption(text: str) -> Caption:
    """The caption of a paper; what it does not show is empty."""
    head = _without_columns(text[:6000])
    plaintiffs, defendants = _parties(head)
    return Caption(
        court=_court(head),
        plaintiffs=plaintiffs,
        defendants=defendants,
        docket_number=_docket_number(head),
    )


def read_title(text: str) -> str:
    """The title of a paper: the first line under the caption that names a kind of paper."""
    head = _without_columns(text[:6000])
    after = max(
        (m.end() for m in re.finditer(rf"(?i)\b{_DEFENDANT}\.?[ \t]*(?:\n|$)", head[:3500])),
        default=0,
    )
    found = _TITLE.search(head, after) or _TITLE.search(head)
    if not found:
        return ""
    lines = [found.group().strip()]
    for line in head[found.end() :].strip("\n").split("\n")[:3]:
        if not line.strip() or not _is_upper(line) or not _is_upper(lines[0]):
            break
        lines.append(line.strip())
    return " ".join(lines)


def _is_upper(text: str) -> bool:
    letters = [c for c in text if c.isalpha()]
    return bool(letters) and sum(c.isupper() for c in letters) > 0.85 * len(letters)


def _without_columns(text: str) -> str:
    """The text without the signs that part the two columns of a caption."""
    text = re.sub(
        r"[ \t]*[)§|*:]+[ \t]*$",
        lambda m: m.group() if ")" in m.group() and _is_closed(m.string, m.start()) else "",
        text,
        flags=re.MULTILINE,
    )
    text = re.sub(r"(?m)^[ \t]*[)§|]+[ \t]+", "", text)
    return re.sub(r"\n{2,}", "\n", text)


def _is_closed(text: str, at: int) -> bool:
    line = text[text.rfind("\n", 0, at) + 1 : at]
    return line.count("(") > line.count(")")


def _court(head: str) -> str:
    found = _COURT.search(head)
    if not found:
        return ""
    name = re.sub(r"\s+", " ", found.group()).strip(" ,.")
    name = re.sub(r"(?i)^in the ", "", name)
    if re.search(r"\bD\.", name) and not _is_upper(name):
        return name
    parts = re.split(r"(?i)(?<=court)[, ]+(?:(?:for|in) the )?", name, maxsplit=1)
    return " for the ".join(title_case(part) for part in parts if part)


def _docket_number(head: str) -> str:
    found = list(_DOCKET.finditer(head))
    chosen = next((m for m in found if m["kind"]), found[0] if found else None)
    return re.sub(r"\s+", " ", chosen["number"]).strip() if chosen else ""


def _parties(head: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    court = _COURT.search(head)
    start = court.end() if court and court.start() < 400 else 0
    block = re.sub(r"(?im)^.*\bdivision\b.*$", "", head[start:])
    block = re.sub(r"(?m)^[ \t]*(?:Honorable|Hon\.|Judge|Magistrate)\b.*$", "", block)
    block = re.sub(r"(?i)\b(?:case|civil|civil action) nos?\.?\s*_{4,}", "", _DOCKET.sub("", block))
    flat = re.sub(r"\s+", " ", block)
    found = _PARTIES.search(flat)
    if found:
        return _names(_last_party(found["p"])), _names(found["d"])
    bare = _BARE_PARTIES.search(block)
    return (_names(bare["p"]), _names(bare["d"])) if bare else ((), ())


def _last_party(text: str) -> str:
    """What stands behind an earlier block of the caption, such as the debtors'."""
    return re.split(r"(?i)\bdebtors?\s*[,.]?\d?\s*|\bin re:?\s+[^,]+,\s*(?=[A-Z])", text)[-1]


def _names(text: str) -> tuple[str, ...]:
    text = re.sub(r"(?i)\bet al\.?|\bCase No\.?\s*|\bCivil No\.?\s*_*|\bNo\.\s*$", "", text)
    text = re.sub(rf"({_SUFFIX}),? and (?=[A-Z])", r"\1; ", text, flags=re.IGNORECASE)
    parts = re.split(r";\s*(?:and\s+)?|,\s+and\s+", text)
    return tuple(name for part in parts if (name := _name(part)))


def _name(text: str) -> str:
    text = re.split(
        r"(?i),\s+(?:as representative|individually|in (?:his|her|their|its)"
        r"|a (?:delaware|corporation"
        r"|new|california|texas|limited|municipal)|on behalf|by and through"
        r"|an? individual)",
        text,
    )[0]
    text = re.sub(r"^[\W_]+|[\s,;:]+$", "", re.sub(r"\s+", " ", text))
    text = re.sub(r"\s+,", ",", text)
    return title_case(text) if len(text) > 1 else ""


def title_case(text: str) -> str:
    """A name printed in capitals as it is usually written; other names as they are."""
    if not _is_upper(text):
        return text
    words = text.split(" ")
    return " ".join(_cased(word, i == 0) for i, word in enumerate(words))


def _cased(word: str, first: bool) -> str:
    if re.fullmatch(r"(?:LLC|LLP|LP|USA|US|NA|II|III|IV|PLC|(?:[A-Z]\.)+,?|[^A-Z]*\d.*),?", word):
        return word
    if not first and word.lower() in _SMALL:
        return word.lower()
    return re.sub(
        r"[A-Za-z]+(?:['’][A-Za-z]+)?", lambda m: m.group()[0].upper() + m.group()[1:].lower(), word
    )

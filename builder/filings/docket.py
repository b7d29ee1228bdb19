"""Tells what kind of paper a filing is, from its title, its file name or its docket text.

In: words. Out: a `FilingKind` with the reason; entry number, exhibit and side where the words say
them; the case type of a case. No side effects.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from builder.schema import CaseType, FilingKind, Record, Side

_FACTS = (
    r"(?:statements?\b[^.;]{0,80}\bfacts?|concise statement|separate statement"
    r"|56\.1(?:\([a-z]\))?(?: counter-?)? ?statement"
    r"|(?:local )?rule (?:56|7)\.1(?! corporate| disclosure)|56\(b\) statement"
    r"|statement of (?:genuine|material|undisputed|uncontested|contested|disputed)"
    r"|(?:un)?controverted facts?|statement of material|uncontested facts"
    r"|undisputed (?:material )?facts|factual statements?|issues of material fact"
    r"|material undisputed facts|\b[dp]?(?:sof|suf|smf|umf)\b|facts? (?:and|&) law)"
)
_PATTERNS: tuple[tuple[FilingKind, str, str], ...] = (
    (
        "expert",
        r"\bexpert\b.{0,30}\b(?:report|opinion|disclosure|declaration|affidavit"
        r"|rebuttal)|\brule 26\(a\)\(2\)|\brebuttal report",
        "answer-revealing: an expert weighs the accounts",
    ),
    (
        "exhibit_list",
        r"\b(?:exhibits? (?:list|index)|(?:index|list|table|schedule) (?:of"
        r"|to) (?:the )?exhibits|appendix of exhibits)\b",
        "merits: lists the exhibits",
    ),
    (
        "exhibit",
        r"^\W*exhibits? [^.;]{0,40}\b(?:to|in support of) (?:\w+ ){0,3}"
        r"(?:statement|so?[umf]f|motion|response|declaration)",
        "merits: evidence",
    ),
    (
        "exhibit",
        r"^\W*(?:(?:rule 56|supplemental|sworn|attorney|plaintiffs?'?s?|defendants?'?s?)\s+){0,2}"
        r"(?:declaration|affidavit|affirmation|deposition) (?:of|by)\b",
        "merits: evidence",
    ),
    (
        "response_to_statement",
        rf"\b(?:respon(?:ses?|sive|ds?)|repl(?:y|ies)|objections?|opposition|oppos(?:es|ing)"
        rf"|answers?|controvert\w*|disput(?:es|ing))\b.{{0,120}}{_FACTS}"
        r"|counter-?statement|statement of (?:genuine (?:issues?|disputes?)|disputed)"
        r"|counter-?statement"
        r"|(?:contested|disputed)(?: material)? facts(?: in opposition)|additional (?:disputed"
        r"|material|undisputed) (?:ma|facts)",
        "merits: answers a statement of facts",
    ),
    (
        "statement_of_facts",
        rf"(?:joint )?(?:stipulat\w+|admissions?) of (?:undisputed "
        rf"|uncontested |material )*facts?|{_FACTS}"
        r"|proposed findings of|statement of facts",
        "merits: states the facts",
    ),
    (
        "motion",
        r"^\W*(?:notice of )?(?:[\w.,'’&-]+\s+){0,9}?(?:cross-?)?motions?\b"
        r"|\bmotion (?:of|by) |\bmotion for (?:partial )?summary",
        "procedural: asks for the ruling",
    ),
    (
        "brief",
        r"\b(?:memorandum (?:of law|of points|in (?:support|opposition))|brief"
        r"|memo(?:randum)? in|reply|opposition|response (?:to|in))\b",
        "answer-revealing: argues an account",
    ),
    (
        "opinion",
        r"\bopinion\b|memorandum (?:and|decision|order|&)"
        r"|\border\b.{0,40}\b(?:granting|denying|on|re)\b.{0,80}\bsummary judg"
        r"|findings of fact and conclusions"
        r"|report (?:and|&) recommendation|^\W*memorandum\W*$|\bdecision (?:and|&) order",
        "answer-revealing: the court decides",
    ),
    (
        "complaint",
        r"\b(?:complaint|petition for|third-party complaint|counterclaims?)\b",
        "merits: pleads an account",
    ),
    (
        "exhibit",
        r"\bexhibits?\b|\bexh?s?\.? ?[\dA-Z]{1,3}\b|\bdeposition\b|\bdecl(?:aration"
        r"|\.)|\baffidavit|\battachment|\btranscript|\bappendix\b|\bdep(?:\.|o)",
        "merits: evidence",
    ),
)
_KINDS: tuple[tuple[FilingKind, re.Pattern[str], str], ...] = tuple(
    (k, re.compile(p, re.IGNORECASE), why) for k, p, why in _PATTERNS
)
_OPINION_FIRST = re.compile(
    r"^\W*(?:amended )?(?:memorandum (?:opinion|decision|order|and order)|opinion"
    r"|order (?:granting|denying|and opinion|on)"
    r"|decision|report and recommendation|findings of fact and conclusions)",
    re.IGNORECASE,
)
_ATTACHED = re.compile(r"\(Attachments?: ?(?P<list>.*?)(?:\)[\s.]*(?=\(|Modified|$)|$)", re.DOTALL)
_MARKED = re.compile(r"(?:^|,?\s*)#\s*\(?(\d{1,3})\)?\s+")
_ATTACHMENT = re.compile(r"(?:^|,\s*|(?<=[a-z])|\s)(?:# ?|\()?(\d{1,3})\)? +(?=[A-Z])")
_RESPONDS_TO_MOTION = re.compile(
    r"\b(?:response|reply|opposition|brief"
    r"|memorandum)\b.{0,60}\bmotion\b|\bin (?:support|opposition)\b",
    re.I,
)
_WORDS: dict[CaseType, str] = {
    "employment": r"title vii|eeoc|equal employment|wrongful(?:ly)? terminat|retaliat|fmla|flsa"
    r"|adea|overtime|discharg|grievance|employ(?:ee|er|ed|ment)|payroll|personnel"
    r"|wages?\b|supervisor|shift",
    "contract": r"breach(?:ed)? (?:of )?(?:the )?(?:contract|agreement)|agreement|contract|invoice"
    r"|purchase order|warranty|security interest|bonds?\b|lease|ucc",
    "civil_rights": r"§ ?1983|section 1983|excessive force|(?:first|fourth|fourteenth"
    r"|eighth) amendment|qualified immunity|officers?|arrest|deputy|zoning",
    "torts": r"negligen|product(?:s)? liability|defect|injur|duty of care|wrongful death|premises"
    r"|collision|malpractice",
    "intellectual_property": r"patent|trademark|copyright|infring|trade secret|lanham act"
    r"|claim construction|license",
}
_WEIGHTS: dict[CaseType, float] = {
    "employment": 1.0,
    "contract": 0.7,
    "civil_rights": 1.0,
    "torts": 1.0,
    "intellectual_property": 1.0,
}
_SUITS: tuple[tuple[CaseType, range | tuple[int, ...]], ...] = (
    ("contract", range(110, 197)),
    ("torts", range(310, 386)),
    ("civil_rights", (440, 443, 444, 446, 448, 550, 555)),
    ("employment", (442, 445, 710, 720, 740, 751, 790, 791)),
    ("intellectual_property", range(820, 841)),
)
# CourtListener's texts are not normalised, and many have no code.
_SUIT_WORDS: tuple[tuple[CaseType, str], ...] = (
    ("employment", r"jobs?\b|employ|labor|erisa|e\.r\.i\.s\.a|family and medical leave"),
    ("civil_rights", r"civil rights|prison condition|voting|housing/accommodations"),
    ("intellectual_property", r"patent|trademark|copyright|trade secret"),
    ("torts", r"personal inj|personal injury|tort\b|product liability|malpractice|motor vehicle"),
    ("contract", r"contract|insurance|negotiable instrument|franchise|marine"),
)


class Kind(Record):
    """The kind of a paper and why it is thought to be that."""

    kind: FilingKind
    reason: str


def kind_of(*names: str) -> Kind:
    """The kind of a paper by the first of its names that tells: title, file name, docket text."""
    for name in names:
        words = re.sub(r"[_\s]+", " ", name.replace("’", "'")).strip()
        if words and (kind := _kind(words)):
            return kind
    return Kind(kind="procedural", reason="procedural: nothing says that it holds facts")


def entry_kinds(text: str) -> tuple[tuple[str | None, Kind], ...]:
    """The kinds of a docket entry and of its attachments, by attachment number; the entry's own
    number is None. A motion's attachment may hold the statement of facts."""
    found = _ATTACHED.search(text)
    main = text[: found.start()] if found else text
    return ((None, kind_of(main)), *((n, kind_of(title)) for n, title in attachments_of(text)))


def attachments_of(text: str) -> tuple[tuple[str, str], ...]:
    """The attachments that a docket entry's text lists: number and title."""
    found = _ATTACHED.search(text)
    listed = found["list"] if found else ""
    parts = (_MARKED if "#" in listed else _ATTACHMENT).split(listed)[1:]
    return tuple(zip(parts[::2], (p.strip(" ,()") for p in parts[1::2]), strict=True))


def _kind(words: str) -> Kind | None:
    opinion = next(k for k in _KINDS if k[0] == "opinion")
    if _OPINION_FIRST.match(words) and not re.search(
        r"\b(?:proposed|in support|in opposition)\b", words, re.I
    ):
        return Kind(kind="opinion", reason=opinion[2])
    for kind, pattern, reason in _KINDS:
        found = pattern.search(words)
        if not found:
            continue
        if (
            kind == "motion"
            and _RESPONDS_TO_MOTION.search(words[:160])
            and not re.match(r"(?i)^\W*(?:notice of )?(?:cross-?)?motion", words)
        ):
            continue
        return Kind(kind=kind, reason=reason)
    return None


def entry_of(name: str) -> str | None:
    """The docket entry that a file name starts with: `104_motion.pdf`, `46-3 exhibit.pdf`."""
    if re.match(r"\d+[ _][A-Z.]{1,8}[ _]?\d?[a-z]*[ _]\d+", name):
        return None
    found = re.match(
        r"(?:ECF|DE|Dkt|Doc)?[ _.-]*(\d{1,4}(?:[-.]\d{1,3})?)(?=[ _.-]+[A-Za-z])", name
    )
    return found.group(1).replace(".", "-") if found else None


def exhibit_of(*names: str) -> str | None:
    """The number or letter of an exhibit, as its title or file name gives it."""
    for name in names:
        found = re.search(
            r"(?i)\b(?:exhibit|exh?)[ _.-]*(?:no[ _.]*)?([A-Z]{1,2}\b"
            r"|\d{1,3}(?:-?[A-Z])?\b)",
            name.replace("_", " "),
        )
        if found:
            return found.group(1).upper()
    return None


def side_of(*names: str) -> Side | None:
    """The side that filed a paper: the first party that its title or name mentions."""
    for name in names:
        found = re.search(r"(?i)\b(plaintiff|defendant|movant|pltf|deft)", name.replace("_", " "))
        if found:
            return "plaintiff" if found.group(1).lower().startswith("pl") else "defendant"
    return None


def case_type_of(texts: Sequence[str], nature_of_suit: str = "") -> CaseType | None:
    """The case type by the code of its nature of suit, or by the words of its papers."""
    if by_suit := case_type_of_suit(nature_of_suit):
        return by_suit
    text = " ".join(texts).lower()
    scores: dict[CaseType, float] = {
        t: _WEIGHTS[t] * len(re.findall(words, text)) for t, words in _WORDS.items()
    }
    best: CaseType = max(_WORDS, key=lambda t: scores[t])
    return best if scores[best] >= 2 else None


def case_type_of_suit(nature_of_suit: str) -> CaseType | None:
    """The case type of a nature of suit, by its code or else by its words; None for another."""
    if code := re.search(r"\b(\d{3})\b", nature_of_suit):
        return next((t for t, codes in _SUITS if int(code.group(1)) in codes), None)
    words = nature_of_suit.lower()
    return next((t for t, pattern in _SUIT_WORDS if re.search(pattern, words)), None)

"""Reads record citations: what they point to, and where in it.

In: text, in the order of the paper. Out: `Citation`s with a normalized target: `ECF 115`,
`ECF 92 Ex. 6`, `Ex. 12`, `Lindqvist Dep.`, `Defs.' 56(b)`, `CARVER-0273477-82`; `Id.` points to
what was cited before it, a name given in quotation marks to what it was given to. No side effects.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from builder.schema import Citation

_SOURCES = (
    r"Dep(?:o|osition)?|Decl(?:aration)?|Aff(?:id|idavit)?|Tr(?:anscript)?|Test(?:imony)?"
    r"|Rep(?:ort)?"
    r"|Compl(?:aint)?|Answers? and Counterclaims?|Answer|Ans|Counterclaims?|Resps?|Responses?"
    r"|Mot(?:ion)?|Mem|Memo|Br(?:ief)?"
    r"|Opp(?:osition|['’]n)?|Reply|Statement|Stmt|Stip(?:ulation)?s?|Interrogs?|RFAs?"
    r"|Admis(?:sions)?"
    r"|[A-Z]{0,3}(?:SOF|SUF|SMF|UMF|SAF|SOMF|SUMF|MF)|56(?:\.1|\([a-z]\))(?:\([a-z]\))?|7\.1"
    r"|Agreement|Contract|Resolution|Notice|Petition|Charge|Policy|Order|Minutes|Log|Records?"
    r"|Letter"
    r"|App(?:x|endix)?|A\.?R\.?|J\.?A\.?|Pet|Verdict|Lease|Manual|Handbook"
)
_SIGNAL = re.compile(
    r"^(?:[\s,]*(?:(?:[Bb]ut )?[Ss]ee(?:,? also|,? generally)?,?(?: e\.g\.,?)?|[Aa]ccord|[Cc]f\."
    r"|[Ee]\.g\.,?"
    r"|[Cc]iting|[Qq]uoting|and|or|also|compare|[Cc]itations?:|[Ee]vidence:|[Ss]ource:|&)\s+)+"
)
_DOCKET = re.compile(
    r"(?:CM/ECF|ECF|D\.?E\.?|Dkt\.?(?: Entry)?|Docket(?: Entry)?|Docs?\.?|Rec\.? Docs?\.?"
    r"|R\. Doc\.?"
    r"|Docket Entries)\s*(?P<plural>Nos\.|##|s\b)?(?:No\.|no\.|#)?\s*"
    r"(?P<entry>\d{1,4}(?:-\d{1,3})?)(?![\d:])"
)
_MORE_ENTRIES = re.compile(
    r"\s*(?:,|and|&|, and)\s*(?:(?:No\.|#)\s*)?(\d{1,4}(?:-\d{1,3})?)(?![\d:"
    r"\w])"
)
_EXHIBIT = re.compile(
    r"(?:(?P<whose>(?:Pls?|Defs?|Opp|Joint|Jt|Tr|[A-Z][a-z]+(?: Dep| Decl"
    r"| Aff)?)\.?['’]?s?['’]?),?\s+)?"
    r"(?:Exhibits?|Exhs?\.?|Exs?\.?|[PDJG]T?X[- ]?(?=\d))\s*(?:No\.\s*)?(?P<number>\d{1,4}(?:-?[A-Z"
    r"])?(?![\d:])|[A-Z]{1,3}(?:-?\d{1,3})?(?![a-z]))"
)
_MORE_EXHIBITS = re.compile(
    r"\s*(?:,? and|,|&|[-–])\s*(\d{1,4}(?![\d:\w])|[A-Z]{1,2}(?:-?\d{1,3})?(?![\w.]))(?!\s*(?:Dep"
    r"|Decl))"
)
_BATES = re.compile(
    r"[A-Z][A-Za-z]{1,14}[-_ ]?\d{4,9}(?:\s?[-–]\s?(?:[A-Z]+[-_ ]?)?\d{1,9})?(?![\w"
    r":])"
)
_ID = re.compile(r"(?:[Ii]d|[Ii]bid)\.")
_NAMED = re.compile(
    rf"(?P<head>(?:[A-Z0-9][\w.'’()&-]*\s+(?:(?:of|the|in|to|and|for"
    rf"|re)\s+)*){{0,6}}?(?:{_SOURCES})(?:\b|(?<=\)))\.?"
    rf"(?:\s+(?:{_SOURCES})(?:\b|(?<=\)))\.?)*(?:\s+(?:of"
    rf"|to)\s+(?:[A-Z][\w.'’-]*\s?){{1,4}})?)(?![\w'’(])"
)
_PAPER = re.compile(
    r"\s*,\s+(?:the\s+)?(?:[A-Z][\w.'’]*\s+){0,3}?(?:Answer|Compl|Complaint|Counterclaims?|Mot"
    r"|Motion|Mem|Br"
    r"|Brief|Resp|Response|Reply|Statement|[A-Z]{0,3}SOF|[A-Z]{0,3}SMF|56\.1"
    r"|Order)\b\.?(?:\s+and\s+[A-Z]\w+)?"
)
_PIN_VALUE = (
    r"(?:¶¶?|§§?|n\.|[Ll]ines?|[Nn]os?\.)?\s*(?:[IVXLC]+-)?\d[\w():.–/-]*(?<![.:–])"
    r"(?:(?:\s*[-–]\s*|\s*,\s*|,? (?:and|&) )(?:¶¶?\s*|n\.\s*)?(?:\d[\w():–/-]*(?:\.\d+)?"
    r"|\([a-z]\))(?<![:–])(?! ?[A-Z][a-z])| n\.\s?\d+)*"
)
_PIN = re.compile(
    rf"\s*,?\s*(?:(?:at|pp?\.|[Pp]ages?)\s+(?:pp?\.\s*)?(?P<at>{_PIN_VALUE}|[A-Z]{{1,4}}-\d+"
    rf"|¶ ?[A-Z])"
    rf"|(?P<sign>(?:¶|§|[Pp]aras?\.|[Pp]aragraphs?)(?:¶|§)?\s*{_PIN_VALUE}|¶¶?\s*\d\S*)"
    rf"|(?P<bare>\d{{1,4}}(?:[:.]\d{{1,2}})?[\w:–-]*{_PIN_VALUE[_PIN_VALUE.index('(?:(?:') :]}))"
)
_DEFINED = re.compile(
    r"\s*,?\s*(?:\(?(?:hereinafter |the )*[\"“](?P<name>[^\"”]{2,50}?),?[\"”]\)?)"
    r",?"
)
AUTHORITY = re.compile(
    r"\b\d{1,4}\s+(?:U\.\s?S\.|S\.\s?Ct|L\.\s?Ed|F\.\s?\d?|F\.\s?Supp|F\.\s?App|B\.R|WL|U\.S\.C"
    r"|C\.F\.R|L\.P\.R\.A"
    r"|Fed\. Cl|A\.\d|P\.\d|[NS]\.[EWY]|So\.|Cal\.|D\.P\.R)|\bFed\. R\.|\bRule \d|\bL\.?R\.? \d"
    r"|\bU\.S\.C\."
)
_MARK = re.compile(r"\[n\.(?:\d+|\*)\]")


@dataclass
class Known:
    """What a reader of citations keeps in mind: the last target, and names given to targets."""

    last: str | None = None
    pinpoint: str | None = None
    names: dict[str, str] = field(default_factory=dict)

    def cite(self, target: str | None, pinpoint: str | None) -> None:
        """Notes what `Id.` means from here on."""
        self.last, self.pinpoint = target, pinpoint


@dataclass(frozen=True)
class Group:
    """Citations that stand together, at `start` to `end` of the text."""

    start: int
    end: int
    citations: tuple[Citation, ...]


def cite_groups(text: str, known: Known) -> list[Group]:
    """The groups of record citations in parentheses, in order."""
    groups: list[Group] = []
    for start, end in _parentheses(text):
        citations = parse_citations(text[start + 1 : end - 1], known)
        if citations:
            groups.append(Group(start, end, citations))
    return groups


def parse_citations(text: str, known: Known) -> tuple[Citation, ...]:
    """The record citations of a text that is nothing but citations; () when it is not."""
    flat = re.sub(r"\s+", " ", _MARK.sub("", text)).strip()
    if AUTHORITY.search(flat) and not _DOCKET.search(flat):
        known.cite(None, None)
        return ()
    found: list[Citation] = []
    for item in _items(flat):
        cited = list(_item(item, known))
        if not cited and not found:
            return ()
        found += cited
    return tuple(found)


def name_key(name: str) -> str:
    """The form under which a name given to a target is kept and looked up."""
    name = name.replace("’", "'").strip(" .,").lower()
    name = re.sub(r"^the ", "", name)
    for long, short in (
        ("declaration", "decl"),
        ("deposition", "dep"),
        ("affidavit", "aff"),
        ("plaintiff's", "pl.'s"),
        ("defendants'", "defs.'"),
        ("opposition", "opp'n"),
        ("defendant's", "def.'s"),
        ("complaint", "compl"),
        ("motion", "mot"),
    ):
        name = name.replace(long, short)
    return re.sub(r"[\s.]+", " ", name).strip()


def _parentheses(text: str) -> Iterator[tuple[int, int]]:
    """Outermost parentheses; one that is never closed is passed over."""
    at = 0
    while (start := text.find("(", at)) >= 0:
        depth, end = 0, None
        for i in range(start, min(len(text), start + 1500)):
            depth += {"(": 1, ")": -1}.get(text[i], 0)
            if depth == 0:
                end = i + 1
                break
        if end is not None:
            yield start, end
        at = end if end is not None else start + 1


def _items(text: str) -> Iterator[str]:
    """The text parted at semicolons outside parentheses."""
    depth, start = 0, 0
    for i, char in enumerate(text):
        depth += {"(": 1, ")": -1}.get(char, 0)
        if char == ";" and depth <= 0:
            yield text[start:i]
            start = i + 1
    if text[start:].strip(" .,"):
        yield text[start:]


def _item(text: str, known: Known) -> Iterator[Citation]:
    rest = _SIGNAL.sub("", text.strip())
    first = True
    while rest.strip(" .,"):
        step = _one(rest.lstrip(" ,."), known)
        if step is None:
            if first or not rest.strip(" .,"):
                return
            rest = _skip_words(rest)
            continue
        citations, rest = step
        yield from citations
        first = False
        rest = _SIGNAL.sub("", rest)


def _skip_words(rest: str) -> str:
    """Goes on behind a description or an aside: to the next comma, or to the end."""
    rest = rest.lstrip(" ,.")
    if rest.startswith("("):
        ends = [end for start, end in _parentheses(rest) if start == 0]
        return rest[ends[0] :] if ends else ""
    comma = re.search(r"(?:,|\band\b)\s+(?=[A-Z])", rest)
    return rest[comma.end() :] if comma else ""


def _one(text: str, known: Known) -> tuple[list[Citation], str] | None:
    for read in (_read_id, _read_docket, _read_known, _read_named, _read_exhibit, _read_bates):
        step = read(text, known)
        if step is not None:
            return step
    return None


def _read_id(text: str, known: Known) -> tuple[list[Citation], str] | None:
    found = _ID.match(text)
    if not found:
        return None
    end = found.end()
    nested = _EXHIBIT.match(text[end:].lstrip(" ,"))
    target, pin = known.last, None
    if nested:
        end = text.index(nested.group(), end) + len(nested.group())
        target = f"{(target or '').split(' Ex. ')[0]} Ex. {nested['number']}".strip()
    pin, end = _pin(text, end)
    known.cite(target, pin or known.pinpoint)
    return [Citation(text=text[:end].strip(), target=target, pinpoint=known.pinpoint)], text[end:]


def _read_docket(text: str, known: Known) -> tuple[list[Citation], str] | None:
    found = _DOCKET.match(text)
    if not found:
        return None
    entries, end = [found["entry"]], found.end()
    plural = found["plural"] or re.match(r"Docs\.?|Docket Entries", text)
    while plural and (more := _MORE_ENTRIES.match(text, end)):
        entries.append(more.group(1))
        end = more.end()
    return _finish(text, end, [f"ECF {entry}" for entry in entries], known)


def _read_known(text: str, known: Known) -> tuple[list[Citation], str] | None:
    """A name that was given to a target before: `PSMF ¶ 2`."""
    for cut in re.finditer(r"[.,]?(?=\s|$|[.,;])", text[:70]):
        target = known.names.get(name_key(text[: cut.start()])) if cut.start() else None
        if target:
            return _finish(text, cut.end(), [target], known)
    return None


def _read_named(text: str, known: Known) -> tuple[list[Citation], str] | None:
    found = _NAMED.match(text)
    if not found:
        return None
    head = re.sub(r"\bDeposition\b", "Dep.", found["head"].replace("’", "'"))
    head = re.sub(r"\bDeclaration\b", "Decl.", re.sub(r"\bAffidavit\b", "Aff.", head)).strip(" ,")
    return _finish(text, found.end(), [head], known)


def _read_exhibit(text: str, known: Known) -> tuple[list[Citation], str] | None:
    found = _EXHIBIT.match(text)
    if not found:
        return None
    numbers, end = _more_exhibits(text, found.end(), found["number"])
    whose = f"{found['whose'].replace('’', chr(39))} " if found["whose"] else ""
    whose = "" if whose.startswith(("See", "Cite")) else whose
    series = re.match(r"[PDJG]T?X", found.group())
    label = series.group() if series else f"{whose}Ex."
    return _finish(text, end, [f"{label} {number}" for number in numbers], known)


def _read_bates(text: str, known: Known) -> tuple[list[Citation], str] | None:
    found = _BATES.match(text)
    if not found:
        return None
    return _finish(text, found.end(), [re.sub(r"\s", "", found.group()).replace("–", "-")], known)


def _finish(text: str, end: int, targets: list[str], known: Known) -> tuple[list[Citation], str]:
    """Reads on behind a head: a name given to it, exhibits inside it, the pinpoint."""
    defined = _DEFINED.match(text, end)
    if defined:
        end = _define(text, defined, targets[-1], known)
    inner = re.match(r"\s*,?\s*(?:at )?(?=Ex)", text[end:])
    nested = _EXHIBIT.match(text, end + inner.end()) if inner else None
    if nested and not nested["whose"]:
        numbers, end = _more_exhibits(text, nested.end(), nested["number"])
        targets = [f"{targets[-1]} Ex. {number}" for number in numbers]
        again = _DEFINED.match(text, end)
        if again:
            end = _define(text, again, targets[-1], known)
    paper = _PAPER.match(text, end) if targets[-1].startswith("ECF") else None
    if paper and _PIN.match(text, paper.end()):
        end = paper.end()
    pin, end = _pin(text, end)
    known.cite(targets[-1], pin)
    texts = [text[:end].strip(" ,")] * len(targets)
    return [
        Citation(text=t, target=target, pinpoint=pin)
        for t, target in zip(texts, targets, strict=True)
    ], text[end:]


def _define(text: str, found: re.Match[str], target: str, known: Known) -> int:
    """Keeps the names given to a target (`the "First Lease" or the "Lease"`); where they end."""
    end = found.start()
    while (name := _DEFINED.match(text, end)) and name.end() > end:
        known.names[name_key(name["name"])] = target
        either = re.match(r"\s*or(?= the [\"“])", text[name.end() :])
        end = name.end() + (either.end() if either else 0)
        if not either:
            break
    return end


def _more_exhibits(text: str, end: int, first: str) -> tuple[list[str], int]:
    numbers = [first]
    plural = re.search(r"(?:Exhibits|Exhs|Exs)\.?\s*\S+$", text[:end])
    while plural and (more := _MORE_EXHIBITS.match(text, end)):
        numbers.append(more.group(1))
        end = more.end()
    return numbers, end


def _pin(text: str, end: int) -> tuple[str | None, int]:
    found = _PIN.match(text, end)
    if not found:
        return None, end
    pin = next(value for value in found.group("at", "sign", "bare") if value)
    return re.sub(r"\s+", " ", pin).replace("–", "-").strip(" .,"), found.end()

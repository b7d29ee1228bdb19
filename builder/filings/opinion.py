"""Reads a court's opinion: the facts it found, each with its passage, citations and status.

In: a filing of kind `opinion`. Out: `Finding`s in the order of the opinion. A finding is a sentence
of the facts section that carries a record citation, or one elsewhere that does and argues nothing,
or that says in the court's words how it stands. No side effects.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from builder.filings.citations import AUTHORITY, Group, Known, cite_groups, parse_citations
from builder.filings.sentences import sentence_spans
from builder.filings.stream import Stream, stream_of
from builder.schema import Citation, Filing, Finding

SectionKind = Literal["facts", "standard", "other", "end"]
_SECTION_KINDS: tuple[SectionKind, ...] = ("facts", "standard", "other", "end")
Status = Literal["found", "undisputed", "disputed", "alleged", "assumed"]
_FACTS = (
    r"(?:FACTUAL|RELEVANT|MATERIAL|UNDISPUTED|UNCONTESTED|GENERAL|STATEMENT OF|THE|AND"
    r"|PROCEDURAL"
    r"|FINDINGS? OF|UNCONTROVERTED|HISTORY|\s)*(?:BACKGROUND|FACTS?|FACTUAL ALLEGATIONS"
    r"|FACTUAL HISTORY)"
    r"(?:\s+AND\s+PROCEDURAL\s+(?:HISTORY|BACKGROUND))?"
)
_STANDARD = (
    r"(?:SUMMARY JUDGMENT |LEGAL |APPLICABLE |GOVERNING )*(?:STANDARDS?"
    r"|LAW)(?: OF REVIEW)?"
    r"(?: FOR SUMMARY JUDGMENT)?"
)
_OTHER = (
    r"(?:LEGAL )?(?:DISCUSSION|ANALYSIS|ARGUMENTS?)|CONCLUSIONS? OF LAW"
    r"|PROCEDURAL (?:HISTORY|BACKGROUND"
    r"|POSTURE)|JURISDICTION|INTRODUCTION|OVERVIEW"
)
_END = r"CONCLUSIONS?|DISPOSITION|ORDER|DECRETAL ORDER"
_SECTION = re.compile(
    rf"^[ \t]*(?:(?:[IVX]+|[A-Z]|\d)\.?[ \t]*\n?[ \t]*)?(?:(?P<facts>{_FACTS})"
    rf"|(?P<standard>{_STANDARD})"
    rf"|(?P<other>{_OTHER})|(?P<end>{_END}))[ \t]*[:.]?(?:\[n\.\d+\])?[ \t]*$",
    re.MULTILINE | re.IGNORECASE,
)
_SUBHEAD = re.compile(
    r"^[ \t]*(?:(?:[IVX]+|[A-Z]|\d{1,2}|[a-z])\.[ \t]*\n?[ \t]*(?![^\n]*[a-z]{3}[.;:][ \t]*$)(?=[A-"
    r"Z“\"])[^\n]{3,90}"
    r"|(?:[IVX]+|[A-Z]|\d{1,2})\.)[ \t]*$",
    re.MULTILINE,
)
_STATES: tuple[tuple[Status, re.Pattern[str]], ...] = (
    (
        "undisputed",
        re.compile(
            r"\b(?:un(?:disputed|contested|controverted|challenged|rebutted)|not (?:in dispute"
            r"|disputed|contested)"
            r"|(?:does|do|did) not (?:dispute|contest|deny)|no(?:body| one| party) disputes"
            r"|parties (?:do not dispute"
            r"|agree|stipulat\w+)|deemed admitted|admit(?:s|ted)\b(?! into)|conced(?:es?|ed)"
            r"|(?:have"
            r"|has) stipulated|stipulated (?:that|facts?)"
            r"|there is no dispute)",
            re.I,
        ),
    ),
    (
        "disputed",
        re.compile(
            r"\b(?:parties (?:sharply |hotly |also )?(?:dispute|disagree)"
            r"|(?:plaintiffs?|defendants?"
            r"|[A-Z]\w+) (?:disputes?"
            r"|disagrees?|denies|deny)\b|is disputed|are disputed|in dispute|disputed (?:issue"
            r"|question|fact))",
            re.I,
        ),
    ),
    (
        "assumed",
        re.compile(
            r"\b(?:even (?:assuming|if the court (?:assumes|accepts|credits))|assum(?:es?"
            r"|ing)\b(?! (?:the|a) (?:role|position|duties|lease|risk))"
            r"|tak(?:es?|ing|en) as true|accept(?:s|ing|ed) as true"
            r"|for (?:the )?purposes? of (?:this"
            r"|the) (?:motion|opinion)"
            r"|(?:in|viewed in) the light most favorable)",
            re.I,
        ),
    ),
    (
        "alleged",
        re.compile(
            r"\b(?:alleg(?:es?|ed(?!ly))|claim(?:s|ed)\b|contend(?:s|ed)?|argu(?:es?|ed)|assert(?:s"
            r"|ed)?|maintain(?:s|ed) that"
            r"|insists?|(?:plaintiffs?|defendants?|he|she)(?: also| further)? (?:testif(?:ies|ied)"
            r"|states?|stated|says|said|believes?)\b"
            r"|according to (?:plaintiff|defendant|him|her|[A-Z]\w+['’]?s? (?:testimony|account)))",
            re.I,
        ),
    ),
)
_MOTION_PRACTICE = re.compile(
    r"mov(?:es?|ed|ing) (?:this court )?for (?:partial )?summary judgment|fully briefed|ripe for"
    r"|motions? (?:is|are|was|were) (?:now )?"
    r"|(?:filed|submitted) (?:a|an|its|his|her|their|the)?\s*(?:single |joint "
    r"|timely )?(?:response|reply|opposition|sur-?reply|motion"
    r"|brief|cross-motion)|filed a reply|motions? for summary judgment",
    re.I,
)
_ARGUES = re.compile(
    r"\b(?:argu(?:es?|ed|ing|ments?)|asks?\b|seeks?\b|mov(?:es?|ing)\b|relies|rely on|cites?\b"
    r"|citing|takes? the position|in support of"
    r"|points? to|devotes?|submits? that|summary judgment|motions?\b|counts? [IVX\d]"
    r"|establish(?:es)? pretext|these facts show|contradicts"
    r"|sought|causes? of action|sections? \d|counterclaims?(?! ¶)|supplemental briefs?|definition"
    r"|the court|declaration that)",
    re.I,
)
_SAYS = re.compile(r"\b(?:states?|stated|testif(?:ies|ied)|says|said) that\b", re.IGNORECASE)
_SWORN = ("Dep.", "Aff.", "Decl.", "Tr.")
_CITED_ALONE = re.compile(
    r"^(?:See|Cf\.|Accord|\(|Id\.|Ex|Doc|DE|ECF|Dkt|[A-Z][\w'’.]+ (?:Dep"
    r"|Decl|Aff|Tr)\.)"
)


@dataclass(frozen=True)
class _Section:
    kind: SectionKind
    start: int
    end: int


@dataclass
class _Candidate:
    start: int
    end: int
    in_facts: bool
    default: Status
    authority: bool
    citations: tuple[Citation, ...] = ()


def read_findings(filing: Filing, known: Known | None = None) -> tuple[Finding, ...]:
    """The findings of an opinion. `known` names targets, as `Id.` and defined names need them."""
    stream = stream_of(filing.pages)
    known = known or names_in(filing)
    found: list[Finding] = []
    for candidate in _candidates(stream, known):
        status = _is_finding(stream.text[candidate.start : candidate.end], candidate)
        if status is None:
            continue
        where = stream.passage(filing.filing_id, candidate.start, candidate.end)
        if where.start < where.end:
            found.append(
                Finding(
                    finding_id=f"{filing.filing_id}-{len(found) + 1}",
                    passage=where,
                    citations=candidate.citations,
                    status=status,
                )
            )
    return tuple(found)


def names_in(filing: Filing) -> Known:
    """The names that an opinion gives to parts of the record, in its text and footnotes."""
    known = Known()
    for page in filing.pages:
        cite_groups(page.text, known)
    return Known(names=known.names)


def _sections(text: str) -> list[_Section]:
    heads = list(_SECTION.finditer(text))
    if not any(h["facts"] for h in heads):
        standard = re.search(
            r"(?i)^[^\n]*summary judgment is (?:appropriate|proper|warranted)", text, re.M
        )
        stop = min(
            [h.start() for h in heads if h["standard"] or h["other"]]
            + ([standard.start()] if standard else [])
            + [len(text)]
        )
        first = [_Section("facts", 0, stop)]
    else:
        first = [_Section("other", 0, heads[0].start())]
    ends = [*(h.start() for h in heads[1:]), len(text)]
    rest: list[_Section] = []
    for head, end in zip(heads, ends, strict=False):  # an opinion may have no heading at all
        kind: SectionKind = next(k for k in _SECTION_KINDS if head[k])
        if "procedural" in (head["other"] or "").lower():
            kind = "facts"
        if kind == "facts" and any(s.kind in ("standard",) for s in rest):
            kind = "other"
        rest.append(_Section(kind, head.end(), end))
    return [
        s
        for s in [*first, *rest]
        if s.end > s.start
        and not (first[0].kind == "facts" and s in rest and s.end <= first[0].end)
    ]


def _candidates(stream: Stream, known: Known) -> Iterator[_Candidate]:
    for section in _sections(stream.text):
        body = stream.text[section.start : section.end]
        default: Status = "found"
        if section.kind == "facts" and re.search(
            r"following (?:facts|background)[^.]{0,60}(?:undisputed|not in dispute|uncontested)"
            r"|facts (?:set forth )?(?:below|recited here)[^.]{0,40}undisputed",
            body,
            re.I,
        ):
            default = "undisputed"
        held: _Candidate | None = None
        for start, end in _units(body):
            step = _step(
                stream, section, default, (section.start + start, section.start + end), known
            )
            if isinstance(step, tuple):
                if held is not None:
                    held.citations += step
                continue
            if held is not None:
                yield held
            held = step
        if held is not None:
            yield held


def _step(
    stream: Stream, section: _Section, default: Status, span: tuple[int, int], known: Known
) -> _Candidate | tuple[Citation, ...]:
    """A sentence as a candidate, or the citations of a sentence that is nothing else."""
    text = stream.text[span[0] : span[1]]
    if _CITED_ALONE.match(text):
        inner = text.removeprefix("(").removesuffix(")") if text.startswith("(") else text
        tried = replace(known, names=dict(known.names))
        cited = parse_citations(inner, tried)
        if cited and (text.startswith("(") or _only_cites(text, cited)):
            known.names.update(tried.names)
            known.cite(tried.last, tried.pinpoint)
            return _resolved(cited)
    authority = AUTHORITY.search(_outside(text)) is not None
    groups = cite_groups(text, known)
    if authority:
        known.cite(None, None)
    end = span[0] + len(text[: _cut(text, groups)].rstrip(" .,;"))
    end += 1 if stream.text[end : end + 1] in ".,;" and _cut(text, groups) == len(text) else 0
    return _Candidate(
        span[0],
        end,
        section.kind == "facts" and bool(text),
        default,
        (authority and section.kind != "facts") or section.kind in ("standard", "end"),
        _resolved(tuple(c for g in groups for c in g.citations)),
    )


def _cut(text: str, groups: list[Group]) -> int:
    """Where the sentence ends without the citation in parentheses that closes it."""
    if groups and not re.search(r"\w", text[groups[-1].end :]):
        return groups[-1].start
    return len(text)


def _resolved(citations: tuple[Citation, ...]) -> tuple[Citation, ...]:
    return tuple(c for c in citations if c.target)


def _only_cites(text: str, cited: tuple[Citation, ...]) -> bool:
    """Whether a sentence without parentheses consists of its citations."""
    return sum(len(t) for t in {c.text for c in cited}) + 12 * (1 + text.count(";")) >= len(text)


def _outside(text: str) -> str:
    return re.sub(r"\((?:[^()]|\([^()]*\))*\)", "", text)


def _units(body: str) -> Iterator[tuple[int, int]]:
    """Sentences between headings; a list or quotation that a sentence announces belongs to it."""
    cuts = [(m.start(), m.end()) for m in _SUBHEAD.finditer(body) if _is_heading(body, m)]
    at = 0
    for start, end in [*cuts, (len(body), len(body))]:
        yield from _with_quotations(body, at, start)
        at = end


def _is_heading(body: str, found: re.Match[str]) -> bool:
    before = body[: found.start()].rstrip()
    words = re.findall(r"[A-Za-z]+", found.group())
    capital = sum(w[0].isupper() for w in words)
    titled = capital * 10 >= len(words) * 5 or len(words) <= 2
    return titled and (
        not before
        or before[-1] in '.)”"?!]'
        or (before.endswith(":") is False and "\n\n" in body[len(before) : found.start() + 1])
    )


def _with_quotations(body: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    lead: tuple[int, int] | None = None
    for first, last in sentence_spans(body[start:end]):
        span = (start + first, start + last)
        text = body[span[0] : span[1]]
        if lead is not None:
            quoted = not (text.startswith("(") and body[: span[0]].rstrip(" ").endswith("\n"))
            if quoted and span[1] - lead[0] < 4000:
                lead = (lead[0], span[1])
                continue
            yield lead
            lead = None
        if re.search(r":\s*$|:\s*\n+\s*(?:\(?[1a]\)|1\.|[“\"•])", text):
            lead = span
            continue
        yield span
    if lead is not None:
        yield lead


def _is_finding(text: str, candidate: _Candidate) -> Status | None:
    """The status of a sentence that is a finding; None for one that is not."""
    text = " ".join(text.split())
    if candidate.authority or len(text.split()) < 3 or (text[0] in "*[" and len(text) < 20):
        return None
    if _MOTION_PRACTICE.search(text):
        return None
    status: Status | None = next((s for s, p in _STATES if p.search(text)), None)
    if candidate.in_facts:
        return (status or candidate.default) if candidate.citations else None
    sworn = any((c.target or "").endswith(_SWORN) for c in candidate.citations)
    if _ARGUES.search(text) and not (sworn and _SAYS.search(text)):
        return None
    if not candidate.citations and status not in ("undisputed", "assumed"):
        return None
    return status or "found"

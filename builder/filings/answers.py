"""Reads one answer to an asserted fact: status, grounds, objection.

In: the text of an answer. Out: an `Answer` with one of the statuses of the schema. What lacks
knowledge disputes nothing and is kept as an objection. No side effects.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from builder.filings.citations import Known
from builder.filings.sentences import sentence_spans
from builder.filings.wording import unwrap, without_headings, words_and_citations
from builder.schema import Citation, ResponseStatus

_WHOSE = (
    r"(?:(?:[A-Z][\w&]*\s+){0,2}[A-Z][\w&-]*(?:['’]s|s['’])\s+"
    r"|(?:PLAINTIFF|DEFENDANT)S?['’]?S?\s+)?"
)
_LABEL = re.compile(
    rf"(?:^|(?<=[.)\]”\"\s])){_WHOSE}(?:RESPONSES?|Responses?|ANSWER|Answer|RESP\.|Resp\.)"
    rf"(?:\s+(?:to|TO)\s+[^:\n.]{{1,40}}|\s+(?:No\.|NO\.)\s*\d+|\s+¶\s*\d+)?\s*(?::|[-–—]\s)\s*",
    re.MULTILINE,
)
_REPLY = re.compile(
    rf"(?:^|(?<=[.)\]”\"\s])){_WHOSE}(?:REPLY|Reply|SUR-?REPLY"
    rf"|Sur-?reply)(?:\s+to[^:\n.]{{1,40}})?\s*:\s*",
    re.MULTILINE,
)
_PARTY = (
    r"(?:plaintiffs?|defendants?|respondents?|movants?|non-?movants?|petitioners?"
    r"|[A-Z][\w.&]+(?: [A-Z][\w.&]+)?)"
)
_NOT_DISPUTED = re.compile(
    r"\b(?:un(?:disputed|contested|controverted|challenged|contradicted)|(?:not"
    r"|never) (?:in dispute|disputed|contested|controverted"
    r"|denied|challenged)|(?:does|do|did) not (?:dispute|contest|controvert|deny|challenge"
    r"|disagree)|no dispute|no objection"
    r"|admit(?:s|ted)?|agree[sd]?|concede[sd]?|accept(?:s|ed)?|stipulated?|acknowledge[sd]?|true"
    r"|correct)\b",
    re.I,
)
_DISPUTED = re.compile(
    r"\b(?:disput(?:ed?|es)|den(?:ied|ies|y)|controvert(?:ed|s)?|disagree(?:s|d)?|contest(?:ed|s)?"
    r"|refute[sd]?|incorrect|false|untrue"
    r"|not (?:admitted|undisputed|true|accurate|correct)|mis(?:states?|characterizes?|leading)"
    r"|rejects?|inaccurate)\b",
    re.I,
)
_PARTLY = re.compile(
    r"\b(?:in part|partially|partly|only (?:to the extent|that|insofar)|except|but (?:incomplete"
    r"|misleading|subject to|clarif|qualif|disput|den)"
    r"|incomplete|otherwise (?:disputed|denied)|the remainder|qualified"
    r"|with (?:the )?(?:qualification|clarification)"
    r"|to the extent|insofar as|however)",
    re.I,
)
_IMMATERIAL = re.compile(r"\bbut (?:\w+ )?(?:immaterial|irrelevant|not material)\b[^.]*", re.I)
_LACKS = re.compile(
    r"\b(?:lacks? (?:sufficient )?(?:knowledge|information)|without (?:sufficient )?(?:knowledge"
    r"|information)|insufficient (?:knowledge|information)"
    r"|(?:unable|cannot) (?:to )?(?:either )?(?:admit|confirm)(?: or deny)?"
    r"|neither admits? nor den(?:y|ies)|no (?:personal )?knowledge)",
    re.I,
)
_OBJECTS = re.compile(r"\b(?:objections?|objects?(?: to)?)\b", re.I)
_SUBJECT_TO = re.compile(
    r"\b(?:subject to|without waiving|notwithstanding|over)\b[^,.;]{0,60}?\b(?:objections?"
    r"|foregoing|same|these|this)\b[^,.;]{0,30}[,;]?\s*",
    re.I,
)
_STARTS = re.compile(
    rf"^(?:\W*)(?:(?:are|is|was|were)\s+(?:all\s+|each\s+)?)?(?:(?:{_PARTY})\s+(?:also "
    rf"|further )?(?:admits?|den(?:y|ies)|disputes?|agrees?|disagrees?|objects?|lacks?|concedes?"
    rf"|do(?:es)? not"
    rf"|cannot|contests?|controverts?|is without|neither|has no)\b|(?:un)?(?:disputed|contested"
    rf"|controverted)\b|admit(?:s|ted)?\b|den(?:ied|y|ies)\b"
    rf"|agreed?\b|objections?\b|not (?:disputed|in dispute|contested)|partially|no (?:dispute"
    rf"|response)|subject to|qualified|lacks\b|neither)",
    re.I,
)


@dataclass(frozen=True)
class Answer:
    """What an opponent said of an asserted fact."""

    status: ResponseStatus
    text: str
    citations: tuple[Citation, ...] = ()
    objection: str = ""


@dataclass(frozen=True)
class Cut:
    """A paragraph parted into the fact restated before the answer, the answer, and whether no
    label but its wording told where the answer starts."""

    before: str
    answer: str
    unlabelled: bool = False


def split_answer(text: str) -> Cut:
    """Parts a paragraph at its answer; a reply to the answer is left out."""
    text = without_headings(text)
    reply = _REPLY.search(text)
    body = text[: reply.start()] if reply else text
    label = _LABEL.search(body)
    if label:
        return Cut(body[: label.start()].strip(), body[label.end() :].strip())
    flat = unwrap(body)
    for start, end in sentence_spans(flat):
        if _STARTS.match(flat[start:end]):
            return Cut(flat[:start].strip(), flat[start:].strip(), unlabelled=True)
    return Cut(body.strip(), "")


def read_answer(text: str, notes: dict[str, str], known: Known) -> Answer:
    """The answer that a text gives."""
    words, citations = words_and_citations(text, notes, known)
    status, objection = status_of(words)
    return Answer(
        status=status, text=unwrap(without_headings(text)), citations=citations, objection=objection
    )


def status_of(words: str) -> tuple[ResponseStatus, str]:
    """The status that the words of an answer give a fact, and the objection they raise."""
    objection, rest = _part_objection(words)
    status = _plain_status(rest)
    if status == "no_response" and _LACKS.search(words):
        return "objection", words.strip()
    if status == "no_response" and objection:
        return "objection", objection
    if status == "undisputed" and (aside := _IMMATERIAL.search(rest)):
        return status, f"{objection} {aside.group()}".strip()
    return status, objection


def _part_objection(words: str) -> tuple[str, str]:
    """The objection that opens an answer, and what is said subject to it."""
    spans = list(sentence_spans(words))
    if not spans or not _OBJECTS.search(words[: spans[0][1]]) or _SUBJECT_TO.match(words):
        subject = _SUBJECT_TO.match(words)
        return "", words[subject.end() :] if subject else words
    subject = _SUBJECT_TO.search(words)
    if subject:
        return words[: subject.start()].strip(), words[subject.end() :]
    for i, (start, end) in enumerate(spans):
        sentence = words[start:end]
        if i and _STARTS.match(sentence) and not _OBJECTS.search(sentence):
            return words[:start].strip(), words[start:]
    return words.strip(), ""


def _plain_status(words: str) -> ResponseStatus:
    sentences = [words[s:e] for s, e in sentence_spans(words)]
    if not sentences:
        return "no_response"
    if _LACKS.search(sentences[0]):
        return "no_response"
    for i, sentence in enumerate(sentences[:4]):
        if i and not _STARTS.match(sentence):
            continue
        status = _sentence_status(sentence)
        if status is None:
            continue
        following = sentences[i + 1] if i + 1 < len(sentences) else ""
        other = _sentence_status(following) if _STARTS.match(following) else None
        if other is not None and other != status and not _LACKS.search(following):
            return "disputed_in_part"
        return status
    return (
        "disputed"
        if re.search(r"(?i)\bin fact\b|\brather\b|\bcontrary\b", words)
        else "no_response"
    )


def _sentence_status(sentence: str) -> ResponseStatus | None:
    immaterial = _IMMATERIAL.sub("", sentence)
    agreed = _NOT_DISPUTED.search(immaterial)
    disputed = _DISPUTED.search(_NOT_DISPUTED.sub(" ", immaterial))
    if agreed and disputed and disputed.group().lower().startswith("not "):
        agreed = None
    if not agreed and not disputed:
        return None
    if (agreed and disputed) or _PARTLY.search(immaterial):
        only_purposes = re.search(r"(?i)for (?:the )?purposes? of (?:this|the|summary)", immaterial)
        if not (
            only_purposes
            and not disputed
            and not re.search(r"(?i)\bin part\b|except|otherwise", immaterial)
        ):
            return "disputed_in_part"
    return "undisputed" if agreed else "disputed"

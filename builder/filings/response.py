"""Reads a response to a statement of facts, and joins answers to the facts they answer.

In: a filing of kind `response_to_statement`; asserted facts. Out: answers by number; the facts with
their answers. A fact without an answer keeps `no_response`: whether that admits it is the court's
to say. No side effects.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from builder.filings.answers import Answer, read_answer, split_answer
from builder.filings.citations import Known
from builder.filings.numbered import Part, expand_numbers, numbered_parts
from builder.filings.sentences import sentence_spans
from builder.filings.stream import Stream, stream_of
from builder.filings.wording import unwrap, words_and_citations
from builder.schema import AssertedFact, Citation, Filing, ResponseStatus

_STIPULATED = re.compile(
    r"[^.]*\bstipulat\w+\b[^.]{0,120}?(?:¶¶?|[Pp]aragraphs?|[Nn]os?\."
    r"|[Ff]acts?)\s*(?P<list>\d[\d\s,and&–-]*(?<=\d))"
    r"[^.]{0,60}?\b(?P<word>undisputed|admitted|not disputed|agreed|withdrawn|disputed)\b[^.]*\.",
    re.IGNORECASE,
)


def read_responses(filing: Filing, facts: Mapping[str, str] | None = None) -> dict[str, Answer]:
    """Answers by the number of the fact they answer. `facts` are the words of the facts, by number:
    they tell a restated fact from its answer."""
    stream = stream_of(filing.pages)
    text, stipulated = _without_stipulations(stream.text)
    known = Known()
    answers: dict[str, Answer] = {}
    waiting: list[str] = []
    for part in numbered_parts(text):
        raw = text[part.start : part.end]
        if part.series == "additional" or part.series.startswith(("PSAF", "PSOF", "SAF")):
            continue
        waiting += part.numbers
        answer = _answer(raw, (facts or {}).get(part.numbers[0], ""), stream, known)
        if answer is None:
            if raw.strip():
                waiting = []
            continue
        answers.update(dict.fromkeys(waiting, answer))
        waiting = []
    for number, (status, words) in stipulated.items():
        earlier = answers.get(number)
        answers[number] = Answer(
            status,
            f"{earlier.text} {words}" if earlier else words,
            earlier.citations if earlier else (),
        )
    return answers


def additional_facts(filing: Filing) -> tuple[AssertedFact, ...]:
    """The facts that a response adds to those it answers."""
    stream = stream_of(filing.pages)
    known = Known()
    found: list[AssertedFact] = []
    for part in numbered_parts(stream.text):
        if part.series:
            words, citations = words_and_citations(
                stream.text[part.start : part.end], stream.notes, known
            )
            if words:
                found.append(_additional(part, words, citations, stream))
    return tuple(found)


def _additional(
    part: Part, words: str, citations: tuple[Citation, ...], stream: Stream
) -> AssertedFact:
    return AssertedFact(
        number=f"{part.series} {part.numbers[0]}",
        text=words,
        citations=citations,
        page=stream.page_at(part.start),
    )


def with_answers(
    facts: tuple[AssertedFact, ...], answers: Mapping[str, Answer]
) -> tuple[AssertedFact, ...]:
    """The facts with the answers to their numbers."""
    return tuple(_with_answer(fact, answers.get(fact.number)) for fact in facts)


def _with_answer(fact: AssertedFact, answer: Answer | None) -> AssertedFact:
    if answer is None:
        return fact
    return fact.model_copy(
        update={
            "response": answer.status,
            "response_text": answer.text,
            "response_citations": answer.citations,
            "objection": answer.objection,
        }
    )


def _answer(raw: str, fact: str, stream: Stream, known: Known) -> Answer | None:
    """The answer in a paragraph, or None where there is none."""
    cut = split_answer(raw)
    if cut.answer and not cut.unlabelled:
        return read_answer(cut.answer, stream.notes, known)
    flat = unwrap(raw)
    restated = _restated(flat, fact)
    if restated:
        rest = _behind_citations(flat[restated:])
        return (
            read_answer(rest, stream.notes, known)
            if re.search(r"[A-Za-z]{3}", _uncited(rest))
            else None
        )
    if cut.answer:
        return read_answer(cut.answer, stream.notes, known)
    return None


def _behind_citations(text: str) -> str:
    """What follows the citations of the restated fact."""
    for start, end in sentence_spans(text):
        if _uncited(text[start:end]):
            return text[start:]
    return ""


def _uncited(text: str) -> str:
    words, _ = words_and_citations(text, {}, Known())
    return words


def _restated(text: str, fact: str) -> int:
    """How much of `text` restates `fact`, in characters; 0 when it does not begin with it."""
    ours, theirs = _letters(text), _letters(fact)
    if len(theirs) < 12 or ours[: len(theirs)] != theirs:
        return 0
    seen = 0
    for i, char in enumerate(text):
        seen += char.isalnum()
        if seen == len(theirs):
            end = i + 1
            while end < len(text) and text[end] in ".”\"'’)":
                end += 1
            return end
    return 0


def _letters(text: str) -> str:
    return "".join(c.lower() for c in text if c.isalnum())


def _without_stipulations(text: str) -> tuple[str, dict[str, tuple[ResponseStatus, str]]]:
    """The text without later stipulations, and what they say of which facts."""
    said: dict[str, tuple[ResponseStatus, str]] = {}
    for found in _STIPULATED.finditer(text):
        word = found["word"].lower()
        status: ResponseStatus = "disputed" if word == "disputed" else "undisputed"
        for number in expand_numbers(found["list"]):
            said[number] = (status, " ".join(found.group().split()))
    return (_STIPULATED.sub("\n", text) if said else text), said

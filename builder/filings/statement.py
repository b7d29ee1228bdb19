"""Reads a statement of facts: its numbered paragraphs as asserted facts.

In: a filing of kind `statement_of_facts`. Out: `AssertedFact`s in order, answered where the paper
is a joint statement or carries the answers in a column. Numbers of a second run carry its name:
`PSAF 1`. No side effects.
"""

from __future__ import annotations

import re

from builder.filings.answers import Answer, Cut, read_answer, split_answer
from builder.filings.citations import Known
from builder.filings.numbered import numbered_parts
from builder.filings.stream import stream_of
from builder.filings.wording import words_and_citations
from builder.schema import AssertedFact, Citation, Filing

_AGREED = re.compile(r"^\s*\[(?P<word>[A-Za-z][^\]]{3,40})\]\s*")
_ADOPTS = re.compile(
    r"[^.\n]*\b(?:adopts?|incorporates?(?: by reference)?|joins? in)\b[^.]{0,60}?(?:¶¶?"
    r"|[Pp]aragraphs?)\s*[\d\s,and–-]+"
    r"[^.]*\.",
    re.MULTILINE,
)


def read_statement(filing: Filing) -> tuple[AssertedFact, ...]:
    """The asserted facts of a statement."""
    stream = stream_of(filing.pages)
    known = Known()
    parts = numbered_parts(stream.text)
    split = [_split(stream.text[p.start : p.end]) for p in parts]
    columns = sum(s.unlabelled for s in split) * 2 >= len(split)
    facts: list[AssertedFact] = []
    for part, cut in zip(parts, split, strict=True):
        raw = stream.text[part.start : part.end]
        answered = cut.answer and (columns or not cut.unlabelled)
        asserted, answer_text = (cut.before, cut.answer) if answered else (raw, "")
        agreed = _AGREED.match(asserted)
        words, citations = words_and_citations(
            asserted[agreed.end() :] if agreed else asserted, stream.notes, known
        )
        answer = (
            read_answer(answer_text, stream.notes, known)
            if answer_text
            else (read_answer(agreed["word"], {}, known) if agreed else None)
        )
        if not words:
            continue
        for number in part.numbers:
            facts.append(
                _fact(
                    _name(part.series, number), words, citations, answer, stream.page_at(part.start)
                )
            )
    return tuple(facts)


def _split(raw: str) -> Cut:
    return Cut(raw, "") if _AGREED.match(raw) else split_answer(raw)


def adoptions(filing: Filing) -> tuple[str, ...]:
    """Sentences in which a statement adopts paragraphs of another."""
    text = stream_of(filing.pages).text
    return tuple(" ".join(found.group().split()) for found in _ADOPTS.finditer(text))


def _name(series: str, number: str) -> str:
    return f"{series} {number}" if series else number


def _fact(
    number: str, words: str, citations: tuple[Citation, ...], answer: Answer | None, page: int
) -> AssertedFact:
    if answer is None:
        return AssertedFact(number=number, text=words, citations=citations, page=page)
    return AssertedFact(
        number=number,
        text=words,
        citations=citations,
        page=page,
        response=answer.status,
        response_text=answer.text,
        response_citations=answer.citations,
        objection=answer.objection,
    )

"""What a build by models will ask for, said before anybody is asked.

In: records, hands, sizes. Out: calls and tokens by stage and model, with the price where it is
known. An estimate: pages are measured, the length of answers is taken from what answers are like;
the tests hold it within a factor of three of what is spent.
No side effects.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from builder.authors import Sizes, is_model
from builder.authors import _analysis as analysis
from builder.authors._titles import DOCUMENTS_PER_CALL
from builder.config import ModelTerms
from builder.schema import ROLES, CaseRecord

CHARS_PER_TOKEN = 4
PROMPT_TOKENS = 2000  # of the words around the papers, with the schema
FACTS = 30  # of a ledger, tilt facts among them
ALTERNATIVE_CALLS = 3  # for passages about the departures of the alternatives
TRIES = 1.3  # calls for a document, with what is written again


@dataclass(frozen=True)
class Expected:
    """Calls of one stage to one model, with their tokens in all."""

    stage: str
    model: str
    calls: int
    input_tokens: int
    output_tokens: int

    def usd(self, terms: ModelTerms) -> float | None:
        """The price; None when it is not known."""
        price = terms.price_of(self.model)
        if price is None:
            return None
        return (self.input_tokens * price.input + self.output_tokens * price.output) / 1e6


def expected(
    records: Sequence[CaseRecord], analyst: str, writer: str, judge: str, sizes: Sizes
) -> list[Expected]:
    """What all records together will ask for."""
    found: list[Expected] = []
    documents = len(records) * sum(sizes.of(role) for role in ROLES)
    if is_model(analyst):
        found += [_reading(records, analyst), _accounts(records, analyst)]
    if is_model(writer):
        calls = len(records) * -(-documents // max(len(records), 1) // DOCUMENTS_PER_CALL)
        found.append(Expected("plan", writer, calls, calls * 3000, calls * 1200))
        calls = round(documents * TRIES)
        found.append(Expected("write", writer, calls, calls * 3500, calls * 700))
    if is_model(judge):
        calls = round(documents * TRIES)
        found.append(Expected("write", judge, calls, calls * 1500, calls * 100))
    return found


def _reading(records: Sequence[CaseRecord], model: str) -> Expected:
    """Findings page by page, entities, questions, ledger, wordings, passages."""
    calls = tokens = 0
    wordings = -(-FACTS // analysis.FACTS_PER_CALL)
    passages = analysis.DISPUTE_CALLS + ALTERNATIVE_CALLS
    for record in records:
        opinion = sum(len(text) for *_, text in analysis.opinion_pages(record))
        papers = min(sum(len(text) for *_, text in analysis.all_pages(record)), 120_000)
        parts = -(-opinion // analysis.PAGE_CHARS)
        calls += parts + 3 + wordings + passages
        tokens += (opinion + papers + 2 * min(papers, 60_000)) // CHARS_PER_TOKEN
    return Expected("extract", model, calls, tokens + calls * PROMPT_TOKENS, calls * 1800)


def _accounts(records: Sequence[CaseRecord], model: str) -> Expected:
    """Parties, alternatives, statements."""
    calls = 3 * len(records)
    papers = sum(
        min(sum(len(text) for *_, text in analysis.all_pages(record)), 60_000) for record in records
    )
    tokens = papers // CHARS_PER_TOKEN + calls * 2 * PROMPT_TOKENS
    return Expected("hypothesize", model, calls, tokens, calls * 1500)

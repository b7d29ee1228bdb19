"""The hands of a language model: any that Inspect can reach, by its Inspect name.

    --analyst openai/gpt-5   --writer anthropic/claude-sonnet-4-5   --judge google/gemini-2.5-pro

In: records and dossiers. Out: extraction, DAG, plan, documents, reviews. The analyst answers what
`replay` plays; the planner matches roles procedurally and the model names the papers; the writer's
and judge's word counts only for what passes the mechanical checks. Raises AuthorError when the
provider fails or the cap is reached: the same command goes on. Side effects: network, answers.

The same cases through several families of models are a matrix of builds, which share the analyst's
answers, so that their worlds have the same ids, accounts and facts:

    builder matrix --source S --analyst A --out DIR \\
        --generator x=openai/x --generator y=anthropic/y
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from builder.authors import Dossier, Sizes
from builder.authors._analysis import Analysis
from builder.authors._ask import A, Answer, Question, ask
from builder.authors._drafting import (
    Judged,
    Written,
    content_of,
    document_inputs,
    faults,
    judge_inputs,
)
from builder.authors._provider import Provider
from builder.authors._replay_file import ReplayFile
from builder.authors._titles import retitled
from builder.authors.procedural import ProceduralWriter
from builder.authors.replay import dag_of, extraction_of
from builder.config import ModelTerms
from builder.errors import ConfigError, DocumentRejected, ExtractionFailed
from builder.matching.blocks import block_text
from builder.schema import (
    CaseRecord,
    DocumentContent,
    DocumentPlan,
    DocumentSpec,
    Extraction,
    HypothesisDag,
    Review,
)

DOCUMENT = Question("document", "write", Written, DocumentRejected, 6000)
JUDGE = Question("judge", "write", Judged, DocumentRejected, 1500)


ModelAnswer = Answer  # the base of what an `Asker` is answered


class Asker(Protocol):
    """Puts one question to a model: a prompt file's name, the answer's type, a case, what fills the
    prompt, the most tokens. ExtractionFailed when no answer holds, AuthorError as the hands."""

    def __call__(
        self, prompt: str, kind: type[A], case_id: str, inputs: Mapping[str, Any], most: int
    ) -> A: ...


def asker(argument: str, terms: ModelTerms) -> Asker:
    """Questions of the audit, by a model's name; ConfigError when it cannot be reached or paid."""
    provider = _provider(argument, terms)

    def put(prompt: str, kind: type[A], case_id: str, inputs: Mapping[str, Any], most: int) -> A:
        question = Question(prompt, "audit", kind, ExtractionFailed, most)
        return ask(provider, question, case_id, inputs)

    return put


def _file(provider: Provider, record: CaseRecord) -> ReplayFile:
    # Extraction and hypotheses come out of the same answers; the second time they are stored.
    return Analysis(provider, record).file()


@dataclass(frozen=True)
class ModelAnalyst:
    """Reads a record question by question."""

    provider: Provider

    @property
    def name(self) -> str:
        """The model's name."""
        return self.provider.model

    def extract(self, record: CaseRecord) -> Extraction:
        """What the model reads in the record, under invented names."""
        return extraction_of(_file(self.provider, record), record)

    def hypothesize(self, record: CaseRecord, extraction: Extraction) -> HypothesisDag:
        """The four accounts, with the tilt facts and what refutes whom."""
        return dag_of(_file(self.provider, record), record, extraction)


@dataclass(frozen=True)
class ModelWriter:
    """Names the planned papers and writes them."""

    provider: Provider

    @property
    def name(self) -> str:
        """The model's name."""
        return self.provider.model

    def plan(self, dossier: Dossier, sizes: Sizes) -> DocumentPlan:
        """The procedural plan under the model's titles and series."""
        return retitled(self.provider, dossier, ProceduralWriter().plan(dossier, sizes))

    def write(
        self, dossier: Dossier, spec: DocumentSpec, reasons: tuple[str, ...]
    ) -> DocumentContent:
        """The document; DocumentRejected when it cannot have its role even after a repair."""
        answer = ask(
            self.provider,
            DOCUMENT,
            dossier.record.case_id,
            document_inputs(dossier, spec, reasons),
            lambda a: faults(dossier, spec, content_of(spec, a.blocks)),
        )
        return content_of(spec, answer.blocks)


@dataclass(frozen=True)
class ModelJudge:
    """Grades what the mechanical checks let through."""

    provider: Provider

    @property
    def name(self) -> str:
        """The model's name."""
        return self.provider.model

    def review(self, dossier: Dossier, spec: DocumentSpec, content: DocumentContent) -> Review:
        """`fail` with the mechanical faults if there are any, else the model's grade."""
        wrong = faults(dossier, spec, content)
        if wrong:
            return Review(document_id=spec.document_id, grade="fail", reasons=tuple(wrong))
        text = "\n\n".join(block_text(block) for block in content.blocks)
        judged = ask(
            self.provider,
            JUDGE,
            dossier.record.case_id,
            {**judge_inputs(dossier, spec), "text": text},
            lambda a: ["a fail needs its reasons"] if a.grade == "fail" and not a.reasons else [],
        )
        return Review(document_id=spec.document_id, grade=judged.grade, reasons=judged.reasons)


def _provider(argument: str, terms: ModelTerms) -> Provider:
    if "/" not in argument:
        raise ConfigError(f"{argument!r} is no model; name it as Inspect does: openai/gpt-5")
    provider = Provider(argument, terms)
    provider.check()
    return provider


def analyst(argument: str, terms: ModelTerms) -> ModelAnalyst:
    """The analyst by a model's name; ConfigError when it cannot be reached or paid."""
    return ModelAnalyst(_provider(argument, terms))


def writer(argument: str, terms: ModelTerms) -> ModelWriter:
    """The writer by a model's name; ConfigError when it cannot be reached or paid."""
    return ModelWriter(_provider(argument, terms))


def judge(argument: str, terms: ModelTerms) -> ModelJudge:
    """The judge by a model's name; ConfigError when it cannot be reached or paid."""
    return ModelJudge(_provider(argument, terms))

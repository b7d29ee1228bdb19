"""Files -> a world with its certificate: every check of the design, on the extracted text.

The certificate says what held and what did not; whoever packs a world looks at `passed`. Hypotheses
get the neutral ids h1..h4 here, in a seeded order, so that no id tells an account's role.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

from builder.authors import Dossier
from builder.canaries import world_canary
from builder.checks.residue import CorpusFile, check_residue
from builder.checks.roles import Ground, check_document
from builder.checks.traces import traces
from builder.checks.worlds import check_world
from builder.matching.text import normalize
from builder.schema import (
    Account,
    AnswerKey,
    CaseDocument,
    CaseFile,
    Certificate,
    CheckResult,
    Corpus,
    DocumentKey,
    DocumentPlan,
    DocumentProof,
    DocumentSpec,
    Generator,
    HypothesisDag,
    RenderedFile,
    World,
)


def certify(
    dossier: Dossier, plan: DocumentPlan, corpus: Corpus, folder: Path, generator: Generator
) -> World:
    """The world of a corpus, with the proof of its roles and DAG."""
    rendered = {file.document_id: file for file in corpus.files}
    standing = DocumentPlan(specs=tuple(s for s in plan.specs if s.document_id in rendered))
    ids = neutral_ids(dossier)
    return World(
        case_file=_case_file(dossier, corpus, ids, generator),
        answer_key=AnswerKey(
            world_id=dossier.world_id,
            dag=_relabel(dossier.dag, ids),
            documents=tuple(_document_key(spec, ids) for spec in standing.specs),
        ),
        certificate=Certificate(
            world_id=dossier.world_id,
            world=(
                *check_world(dossier.dag, standing),
                _accounts_unquoted(dossier.dag, corpus),
                *_residue(dossier, corpus, folder),
            ),
            documents=_proofs(dossier, standing, rendered, folder),
        ),
    )


def neutral_ids(dossier: Dossier) -> dict[str, str]:
    """The analyst's hypothesis ids -> h1..h4 in an order seeded by the world."""
    order = sorted(h.hypothesis_id for h in dossier.dag.hypotheses)
    Random(f"{dossier.world_id}/hypotheses").shuffle(order)
    return {hypothesis_id: f"h{n}" for n, hypothesis_id in enumerate(order, start=1)}


def _proofs(
    dossier: Dossier, plan: DocumentPlan, rendered: dict[str, RenderedFile], folder: Path
) -> tuple[DocumentProof, ...]:
    ground = Ground(dossier.dag, dossier.extraction.setting, dossier.extraction.entities)
    return tuple(
        DocumentProof(
            document_id=spec.document_id,
            role=spec.role,
            results=(
                *check_document(spec, rendered[spec.document_id].text, ground),
                _untraced(spec, folder),
            ),
        )
        for spec in plan.specs
    )


def _untraced(spec: DocumentSpec, folder: Path) -> CheckResult:
    found = traces((folder / spec.path).read_bytes(), spec.path, spec.format, spec.date)
    return CheckResult(check="no trace of its making", passed=not found, detail="; ".join(found))


def _accounts_unquoted(dag: HypothesisDag, corpus: Corpus) -> CheckResult:
    """No sentence of an account may stand in a document."""
    # What the accounts have in common is looked for once.
    sentences = {
        normalize(sentence)
        for hypothesis in dag.hypotheses
        for sentence in hypothesis.statement.split(". ")
    }
    quoting = [
        file.document_id
        for file in corpus.files
        if (text := normalize(file.text)) and any(sentence in text for sentence in sentences)
    ]
    return CheckResult(
        check="no document quotes an account", passed=not quoting, detail=", ".join(quoting)
    )


def _residue(dossier: Dossier, corpus: Corpus, folder: Path) -> tuple[CheckResult, ...]:
    """Of a real record, whether anything of it is left in files or public texts."""
    if dossier.record.source.kind in ("fiction", "handwritten"):
        return ()
    files = (
        CorpusFile(file.path, file.format, (folder / file.path).read_bytes(), file.text)
        for file in corpus.files
    )
    dag, setting = dossier.dag, dossier.extraction.setting
    public = [
        ("the brief", setting.brief),
        *((f"account {h.hypothesis_id}", h.statement) for h in dag.hypotheses),
        *((f"fact {f.fact_id}", f"{f.text} {f.innocent}") for f in dag.facts),
        *((f"inference {i.inference_id}", i.text) for i in dag.inferences),
    ]
    return (check_residue(dossier.record, dossier.extraction, files, public),)


def _relabel(dag: HypothesisDag, ids: dict[str, str]) -> HypothesisDag:
    """The DAG under neutral ids; ways of mentioning stay behind, a key does not need them."""
    by_id = {ids[h.hypothesis_id]: h for h in dag.hypotheses}
    return HypothesisDag(
        hypotheses=tuple(
            by_id[new].model_copy(update={"hypothesis_id": new}) for new in sorted(by_id)
        ),
        facts=tuple(
            fact.model_copy(
                update={"tilts": ids[fact.tilts] if fact.tilts else None, "mentions": ()}
            )
            for fact in dag.facts
        ),
        inferences=dag.inferences,
        edges=tuple(
            edge.model_copy(update={"hypothesis_id": ids[edge.hypothesis_id]}) for edge in dag.edges
        ),
    )


def _document_key(spec: DocumentSpec, ids: dict[str, str]) -> DocumentKey:
    return DocumentKey(
        document_id=spec.document_id,
        role=spec.role,
        series=spec.series,
        genre=spec.genre,
        fact_ids=tuple(s.fact_id for s in spec.statements if not s.partial),
        partial_fact_ids=tuple(s.fact_id for s in spec.statements if s.partial),
        target=ids[spec.target] if spec.target else None,
    )


def _case_file(
    dossier: Dossier, corpus: Corpus, ids: dict[str, str], generator: Generator
) -> CaseFile:
    statements = {ids[h.hypothesis_id]: h.statement for h in dossier.dag.hypotheses}
    return CaseFile(
        world_id=dossier.world_id,
        case_type=dossier.record.case_type,
        brief=dossier.extraction.setting.brief,
        hypotheses=tuple(
            Account(hypothesis_id=new, statement=statements[new]) for new in sorted(statements)
        ),
        documents=tuple(
            CaseDocument(**file.model_dump(exclude={"notes"}))
            for file in sorted(corpus.files, key=lambda file: file.document_id)
        ),
        entities=tuple(
            sorted(
                (e for e in dossier.extraction.entities if e.in_dispute), key=lambda e: e.entity_id
            )
        ),
        generator=generator,
        canary=world_canary(dossier.world_id),
    )

"""Drafts and plan -> the same under invented names: no identity of a real case is left in them.

In: what was written and planned, the analyst's extraction with its identities, the record. Out: a
plan and drafts in which names in every form, logins, initials, e-mail and street addresses, phone
and file numbers, the docket number, the court and reporter citations are replaced or gone, and the
map of what stands for what, which stays with the key. Raises IdentityLeak that says what is left
and where. A fictional or handwritten case has no identity to hide and passes as it is.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from builder.checks.disguise import Disguise, make_disguise
from builder.errors import IdentityLeak
from builder.schema import (
    Anonymized,
    CaseRecord,
    DocumentContent,
    DocumentPlan,
    DocumentSpec,
    Drafts,
    Extraction,
    HypothesisDag,
    Surrogate,
)

_KEPT = frozenset(
    {
        "kind",
        "unit",
        "style",
        "role",
        "genre",
        "format",
        "document_id",
        "fact_ids",
        "fact_id",
        "anchor",
        "form",
        "series",
        "target",
        "author_id",
        "recipient_ids",
        "custodian_id",
        "speaker_id",
        "background_id",
        "date",
        "genres",
        "exhibit",
    }
)


def anonymize(
    drafts: Drafts,
    plan: DocumentPlan,
    extraction: Extraction,
    record: CaseRecord,
    dag: HypothesisDag | None = None,
) -> Anonymized:
    """Plan and drafts under invented names; IdentityLeak when anything real is left, in what the
    `dag` will publish as well."""
    if record.source.kind in ("fiction", "handwritten"):
        return Anonymized(plan=plan, drafts=drafts)
    disguise = make_disguise(extraction, record)
    specs = tuple(
        DocumentSpec.model_validate(_reword(spec.model_dump(), disguise)) for spec in plan.specs
    )
    accepted = tuple(
        draft.model_copy(
            update={
                "content": DocumentContent.model_validate(
                    _reword(draft.content.model_dump(), disguise)
                )
            }
        )
        for draft in drafts.drafts
    )
    anonymous = Anonymized(
        plan=DocumentPlan(specs=specs),
        drafts=drafts.model_copy(update={"drafts": accepted}),
        surrogates=_map_of(disguise),
    )
    _check(anonymous, disguise)
    _check_setting(extraction, disguise)
    if dag is not None:
        _check_dag(dag, disguise)
    return anonymous


def _map_of(disguise: Disguise) -> tuple[Surrogate, ...]:
    """What was said for what. It stays beside the answer key: no packed file is made of it."""
    said = {**disguise.words, **disguise.initials}
    contacts = {real: new for (_, real), new in disguise.contacts.instead.items()}
    return tuple(Surrogate(real=real, said=new) for real, new in {**said, **contacts}.items())


def _reword(value: Any, disguise: Disguise) -> Any:
    """A dumped record with every text reworded; ids and closed sets stay."""
    match value:
        case str():
            return disguise.reword(value)
        case dict():
            return {
                key: inner if key in _KEPT else _reword(inner, disguise)
                for key, inner in value.items()
            }
        case list() | tuple():
            return tuple(_reword(inner, disguise) for inner in value)
        case _:
            return value


def _texts(value: Any) -> Iterator[str]:
    match value:
        case str():
            yield value
        case dict():
            yield from (t for key, v in value.items() if key not in _KEPT for t in _texts(v))
        case list() | tuple():
            yield from (text for inner in value for text in _texts(inner))
        case _:
            return


def _check(anonymous: Anonymized, disguise: Disguise) -> None:
    for spec in anonymous.plan.specs:
        _refuse(
            f"document {spec.document_id!r} (plan)", "\n".join(_texts(spec.model_dump())), disguise
        )
    for draft in anonymous.drafts.drafts:
        text = "\n".join(_texts(draft.content.model_dump()))
        _refuse(f"document {draft.content.document_id!r}", text, disguise)


def _check_setting(extraction: Extraction, disguise: Disguise) -> None:
    """Brief and the names of entities are public as well."""
    _refuse("the brief", extraction.setting.brief, disguise)
    for entity in extraction.entities:
        public = (entity.surrogate, *entity.alias_surrogates) if entity.surrogate else entity.names
        _refuse(f"entity {entity.entity_id!r}", "\n".join(public), disguise)


def _check_dag(dag: HypothesisDag, disguise: Disguise) -> None:
    """Accounts, facts and inferences stand in the case file and the answer key."""
    for hypothesis in dag.hypotheses:
        _refuse(f"account {hypothesis.hypothesis_id!r}", hypothesis.statement, disguise)
    for fact in dag.facts:
        text = "\n".join(_texts(fact.model_dump(exclude={"mentions"})))
        _refuse(f"fact {fact.fact_id!r}", text, disguise)
    for inference in dag.inferences:
        _refuse(f"inference {inference.inference_id!r}", inference.text, disguise)


def _refuse(where: str, text: str, disguise: Disguise) -> None:
    for left in disguise.residue(text):
        raise IdentityLeak(f"{where} still holds {left!r}")

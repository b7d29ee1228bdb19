"""The fiction source and the procedural hands."""

from __future__ import annotations

from collections import Counter

import pytest

from builder.authors import Dossier, analyst, judge, writer
from builder.errors import ConfigError
from builder.fiction.passages import surround
from builder.fiction.scenario import load_scenario, scenario_ids
from builder.fiction.staging import stage
from builder.schema import CaseRecord, DocumentContent, DocumentSpec, Paragraph, Statement
from builder.sources import SourceOptions, source_module
from tests import factories

FIRST = scenario_ids()[0]


def records(locator: str = "", **options: object) -> list[CaseRecord]:
    asked = SourceOptions.model_validate(options)
    return list(source_module("fiction").records(locator, asked))


def test_the_same_record_whatever_the_number() -> None:
    assert records(FIRST, worlds=3)[:2] == records(FIRST, worlds=2)


def test_seeds_and_turns_give_other_cases() -> None:
    found = [record.case_id for seed in (0, 1) for record in records(FIRST, worlds=3, seed=seed)]
    assert len(set(found)) == 6


def test_sides_alternate_within_a_case_type() -> None:
    case_type = load_scenario(FIRST).case_type
    plays = [
        record.source.locator.split("/") for record in records(worlds=8, case_types=(case_type,))
    ]
    sides = [stage(scenario_id, int(seed)).dag.adopted.side for scenario_id, seed in plays]
    assert Counter(sides) == {"plaintiff": 4, "defendant": 4}


@pytest.mark.parametrize(
    ("locator", "options", "said"),
    [
        ("no_such_scenario", {}, "no scenario 'no_such_scenario'"),
        (FIRST, {"worlds": -1}, "cannot be negative"),
        (FIRST, {"case_types": ("torts", "contract")}, "no scenario of case type"),
    ],
)
def test_wrong_use(locator: str, options: dict[str, object], said: str) -> None:
    with pytest.raises(ConfigError, match=said):
        records(locator, **options)


def dossier() -> Dossier:
    record = records(FIRST, worlds=1)[0]
    hand = analyst("procedural")
    extraction = hand.extract(record)
    return Dossier(
        world_id="w", record=record, extraction=extraction, dag=hand.hypothesize(record, extraction)
    )


def test_every_ground_fact_rests_on_a_finding() -> None:
    found = dossier()
    known = {finding.finding_id for finding in found.extraction.findings}
    for fact in found.dag.facts:
        assert bool(set(fact.finding_ids) & known) == (fact.kind == "ground")


def test_a_real_record_needs_another_analyst() -> None:
    record = records(FIRST, worlds=1)[0]
    real = record.model_copy(update={"source": record.source.model_copy(update={"kind": "folder"})})
    with pytest.raises(ConfigError, match="replay"):
        analyst("procedural").extract(real)


@pytest.mark.parametrize("hand", [analyst, writer, judge])
def test_procedural_hands_take_no_argument(hand: object) -> None:
    with pytest.raises(ConfigError, match="no argument"):
        hand("procedural:x")  # type: ignore[operator]


def _spec(found: Dossier) -> DocumentSpec:
    fact = next(f for f in found.dag.facts if f.kind == "ground")
    wording = fact.mentions[0]
    return factories.spec(
        role="signal",
        statements=(Statement(fact_id=fact.fact_id, surfaces=wording.surfaces, wording=wording),),
        author_id=found.extraction.entities[0].entity_id,
        recipient_ids=(),
        custodian_id=None,
    )


def test_the_judge_fails_what_loses_a_fact() -> None:
    found = dossier()
    spec = _spec(found)
    wording = spec.statements[0].wording
    assert wording is not None
    fact_id = spec.statements[0].fact_id
    whole = Paragraph(text=wording.text, fact_ids=(fact_id,))
    for block, grade in (
        (whole, "pass"),
        (whole.model_copy(update={"fact_ids": ()}), "fail"),
        (whole.model_copy(update={"text": "Nothing."}), "fail"),
        (whole.model_copy(update={"fact_ids": (fact_id, "another")}), "fail"),
    ):
        content = DocumentContent(document_id=spec.document_id, title="t", blocks=(block,))
        review = judge("procedural").review(found, spec, content)
        assert review.grade == grade, review.reasons


def test_surroundings_add_people_and_passages_to_a_bare_record() -> None:
    found = dossier().extraction
    bare = found.model_copy(
        update={
            "entities": tuple(e for e in found.entities if e.in_dispute),
            "setting": found.setting.model_copy(update={"background": ()}),
        }
    )
    full = surround(bare, "seed")
    added = [e for e in full.entities if e not in bare.entities]
    assert surround(bare, "seed") == full
    assert all(not e.in_dispute and e.entity_id.startswith("x") for e in added)
    assert any(e.kind == "organization" for e in added)
    taken = {word for e in bare.entities for word in e.name.split()}
    assert not any(set(e.name.split()) & taken for e in added if e.kind == "person")

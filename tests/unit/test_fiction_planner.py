"""Plans: the asked numbers, roles that hold, nothing that gives a role away."""

from __future__ import annotations

from functools import cache

import pytest

from builder.checks.roles import Ground, check_document
from builder.checks.worlds import check_world
from builder.errors import UnplaceableFact, WorldError
from builder.fiction.cargo import joins
from builder.fiction.inventory import take_inventory
from builder.fiction.planner import plan
from builder.fiction.staging import stage_scenario
from builder.fiction.vocabulary import common_words
from builder.fiction.writer import write
from builder.matching.blocks import block_text
from builder.schema import ROLES, DocumentPlan, Role
from tests.fiction_factories import scenario

SIZES: dict[Role, int] = {
    "merits": 6,
    "signal": 6,
    "pro_alternative": 6,
    "alternative_noise": 6,
    "noise": 10,
    "chaff": 8,
}
SMALL = scenario()
PLAY = stage_scenario("small", SMALL, 1, common_words(SMALL))


def planned(**sizes: int) -> DocumentPlan:
    wanted = {**SIZES, **sizes}
    return plan("w", PLAY.entities, PLAY.dag, PLAY.setting, lambda role: wanted[role])


@cache
def the_plan() -> DocumentPlan:
    return planned()


def test_as_many_documents_as_asked() -> None:
    for role in ROLES:
        assert sum(spec.role == role for spec in the_plan().specs) == SIZES[role]
    ids = [spec.document_id for spec in the_plan().specs]
    assert ids == [f"d{n:03d}" for n in range(1, 43)]


def test_the_same_input_gives_the_same_plan() -> None:
    assert planned() == the_plan()


def test_no_document_holds_a_whole_join() -> None:
    paths = joins(take_inventory(PLAY.entities, PLAY.dag, PLAY.setting))
    for spec in the_plan().specs:
        stated = {s.fact_id for s in spec.statements}
        assert not any(path <= stated for path in paths)


def test_every_document_passes_its_role() -> None:
    ground = Ground(PLAY.dag, PLAY.setting, PLAY.entities)
    for spec in the_plan().specs:
        content = write("w", PLAY.entities, spec)
        text = "\n".join(block_text(block) for block in content.blocks)
        failed = [r for r in check_document(spec, text, ground) if not r.passed]
        assert not failed, (spec.document_id, spec.role, spec.genre, failed)


def test_the_world_holds() -> None:
    failed = [r.check for r in check_world(PLAY.dag, the_plan()) if not r.passed]
    # So few documents cannot show every genre in two roles.
    assert [f for f in failed if f not in ("genre tells no role", "folder tells no role")] == []


def test_no_passage_twice() -> None:
    used = [piece.background_id for spec in the_plan().specs for piece in spec.background]
    assert len(used) == len(set(used))


def test_writing_again_gives_the_same_document() -> None:
    spec = the_plan().specs[0]
    assert write("w", PLAY.entities, spec) == write("w", PLAY.entities, spec)
    assert write("w", PLAY.entities, spec, attempt=1).document_id == spec.document_id


def test_too_many_facts_for_the_documents() -> None:
    with pytest.raises(UnplaceableFact, match="1 documents cannot carry"):
        planned(merits=1)


def test_too_few_passages() -> None:
    with pytest.raises(WorldError, match="chaff passages"):
        planned(chaff=4000)

"""Every scenario is sound, and stages to worlds that hold."""

from __future__ import annotations

from datetime import date
from random import Random

import pytest

from builder.checks.roles import Ground, check_document
from builder.checks.worlds import check_world
from builder.fiction.docket import caption_lines
from builder.fiction.issues import codes
from builder.fiction.lint import lint
from builder.fiction.planner import plan
from builder.fiction.record import record_of
from builder.fiction.scenario import load_scenario, scenario_ids
from builder.fiction.screen import block_text
from builder.fiction.staging import stage
from builder.fiction.values import draw_values
from builder.fiction.writer import write
from builder.schema import CASE_TYPES, Role

SEEDS = range(2)
SIZES: dict[Role, int] = {
    "merits": 10,
    "signal": 10,
    "pro_alternative": 8,
    "alternative_noise": 8,
    "noise": 18,
    "chaff": 16,
}


@pytest.mark.parametrize("scenario_id", scenario_ids())
def test_a_scenario_has_no_fault(scenario_id: str) -> None:
    assert lint(load_scenario(scenario_id), most=4) == []


@pytest.mark.slow
@pytest.mark.parametrize("scenario_id", scenario_ids())
def test_no_casting_contradicts_itself(scenario_id: str) -> None:
    assert lint(load_scenario(scenario_id), most=400) == []


@pytest.mark.parametrize("scenario_id", scenario_ids())
def test_no_list_is_younger_than_the_trace_that_it_reads(scenario_id: str) -> None:
    scenario = load_scenario(scenario_id)
    draws = [draw_values(scenario.values, date(2018, 3, 5), Random(seed)) for seed in range(4)]
    late = {
        (fact, trace)
        for link, question in scenario.links.items()
        for answer in question.answers.values()
        for join in answer.joins
        for fact in join.premises
        for trace in join.premises
        if fact != trace
        and set(codes(scenario, link, fact).values()) & set(scenario.facts[trace].anchors)
        and any(
            slots[scenario.facts[fact].when].value > slots[scenario.facts[trace].when].value
            for slots in draws
        )
    }
    assert late == set()


@pytest.mark.parametrize("scenario_id", scenario_ids())
def test_a_scenario_stages(scenario_id: str) -> None:
    sides = {stage(scenario_id, seed).dag.adopted.side for seed in SEEDS}
    assert sides == {"plaintiff", "defendant"}
    record = record_of(stage(scenario_id, 1))
    assert len(record.findings) == len(stage(scenario_id, 1).facts)


@pytest.mark.parametrize("scenario_id", scenario_ids())
def test_a_play_becomes_a_world_that_holds(scenario_id: str) -> None:
    play = stage(scenario_id, 2)
    caption = caption_lines(record_of(play).caption)
    plan_ = plan(scenario_id, play.entities, play.dag, play.setting, lambda r: SIZES[r], caption)
    assert [r for r in check_world(play.dag, plan_) if not r.passed] == []
    ground = Ground(play.dag, play.setting, play.entities)
    for spec in plan_.specs:
        content = write(scenario_id, play.entities, spec, caption=caption)
        text = "\n".join(block_text(block) for block in content.blocks)
        failed = [r for r in check_document(spec, text, ground) if not r.passed]
        assert not failed, (spec.document_id, spec.role, spec.genre, failed)


def test_every_case_type_has_a_scenario() -> None:
    assert {load_scenario(i).case_type for i in scenario_ids()} == set(CASE_TYPES)

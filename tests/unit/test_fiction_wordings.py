"""Rows among others, values in other words, lists in other issues, and what decides."""

from __future__ import annotations

from collections import Counter
from datetime import date, time
from decimal import Decimal
from random import Random

import pytest

from builder.fiction.cargo import decisive_facts
from builder.fiction.issues import codes
from builder.fiction.scenario import load_scenario, scenario_ids
from builder.fiction.slots import date_slot, quantity_slot, text_slot, time_slot
from builder.fiction.staging import stage
from builder.fiction.tables import set_among
from builder.fiction.templates import Binding
from builder.fiction.wordings import listed, other_forms, reworded

SLOTS = {
    slot.name: slot
    for slot in (
        text_slot("slip", "identifier", "MS-253"),
        text_slot("clock", "identifier", "clock 417"),
        text_slot("twin", "identifier", "room 253"),
        date_slot("day", date(2018, 6, 19)),
        *(date_slot(f"day_b{n}", date(2018, 6, 19 - 3 * n)) for n in (1, 2, 3)),
    )
}
OTHERS = [[f"MS-1{{int 1 9}}{n}", f"{{day_b{n}:numeric}}", "yard"] for n in (3, 2, 1)]


def placed(seed: int) -> tuple[list[list[str]], date | None]:
    binding = Binding(other_forms(SLOTS))
    stating = ["MS-253", "6/19/18", "packing"]
    rows, until = set_among(
        ["{slip}", "{day:numeric}", "packing"], OTHERS, stating, binding, Random(seed)
    )
    return [list(row) for row in rows], until


def test_a_row_stands_anywhere_among_the_others() -> None:
    before = Counter[int]()
    for seed in range(40):
        rows, until = placed(seed)
        numbers = [int(row[0].removeprefix("MS-")) for row in rows]
        days = [date(2018, *map(int, row[1].split("/")[:2])) for row in rows]
        assert numbers == sorted(numbers)
        assert days == sorted(days)
        assert [n < 253 for n in numbers] == [day < date(2018, 6, 19) for day in days]
        assert until == max(*days, date(2018, 6, 19))
        before[sum(n < 253 for n in numbers)] += 1
    assert set(before) == {0, 1, 2, 3}


def test_rows_that_count_up_stay_in_their_days() -> None:
    binding = Binding(other_forms(SLOTS))
    others = [[f"{n}00 cases", f"{{day_b{4 - n}:numeric}}"] for n in (1, 2, 3)]
    for seed in range(8):
        rows, _ = set_among(
            ["400 cases", "{day:numeric}"], others, ["400 cases", "6/19/18"], binding, Random(seed)
        )
        assert [row[1] for row in rows] == ["6/10/18", "6/13/18", "6/16/18"]


def test_values_have_other_words_that_mean_nothing_else() -> None:
    slots = other_forms(
        SLOTS
        | {
            "grams": quantity_slot("grams", Decimal(231), "grams"),
            "noon": time_slot("noon", time(14, 5)),
        }
    )
    assert "other" not in {form for form, text in slots["slip"].forms.items() if text == "253"}
    assert slots["slip"].forms["other2"] == "MS 253"
    assert slots["grams"].forms["other_unit"] == "two hundred thirty-one grams"
    assert slots["noon"].forms["other"] == "five past two in the afternoon"
    assert reworded("{grams:unit} in {{grams}}", slots, Random(1)) == (
        "{grams:other_unit} in {{grams}}"
    )
    assert listed("{clock}, {grams:unit}", slots) == "{clock:other}, {grams:unit}"


def test_another_issue_gives_two_codes_the_other_way_round() -> None:
    play = stage("employment_night_audit", 2, "hard")
    again = [f for f in play.dag.facts if "not in force" in f.innocent]
    assert again
    for fact in again:
        kept = {a.value for a in fact.anchors if a.kind == "identifier" or a.kind == "term"}
        ground = next(
            g
            for g in play.facts
            if kept and kept == {a.value for a in g.anchors if a.kind in ("identifier", "term")}
        )
        assert fact.when != ground.when
        assert {m.form for m in fact.mentions} <= {"row", "key_value"}
    assert not [f for f in stage("employment_night_audit", 2).dag.facts if "force" in f.innocent]


@pytest.mark.parametrize("scenario_id", scenario_ids())
def test_a_list_that_is_issued_again_is_in_force_for_what_it_explains(scenario_id: str) -> None:
    scenario, slots = load_scenario(scenario_id), stage(scenario_id, 1).binding.slots
    for name, fact in scenario.facts.items():
        links = [n for n in scenario.links if fact.reissued and codes(scenario, n, name)]
        assert bool(links) == fact.reissued, name
        days = [slots[a].value for a in fact.anchors if slots[a].kind == "date"]
        for join in (j for n in links for a in scenario.links[n].answers.values() for j in a.joins):
            if name in join.premises:
                told = [slots[scenario.facts[p].when].value for p in join.premises if p != name]
                assert min(days) <= min(told), join


def test_what_decides_is_no_premise_of_what_all_accounts_share() -> None:
    play = stage("torts_rink_fumes", 3)
    decisive = decisive_facts(play.dag)
    refuting = {edge.source for edge in play.dag.edges if edge.relation == "refutes"}
    ground = {fact.fact_id for fact in play.facts}
    assert decisive
    assert decisive < ground
    for inference in play.dag.inferences:
        if ground.issuperset(inference.premises) and inference.inference_id not in refuting:
            assert decisive.isdisjoint(inference.premises)


@pytest.mark.parametrize("scenario_id", scenario_ids())
def test_hard_proves_a_link_once_and_still_refutes_each_account_twice(scenario_id: str) -> None:
    for seed in (0, 1):
        play = stage(scenario_id, seed, "hard")
        dag, casting = play.dag, play.casting
        every = play.scenario.every_account
        refuting = {edge.source for edge in dag.edges if edge.relation == "refutes"}
        parted = {
            link
            for link, answer in every[casting.adopted].answers.items()
            if any(every[account].answers[link] != answer for account in casting.others)
        }
        assert len(parted) <= len(refuting) < 2 * len(parted)
        for hypothesis in dag.hypotheses:
            if hypothesis != dag.adopted:
                assert len(dag.paths(hypothesis.hypothesis_id, "refutes")) > 1

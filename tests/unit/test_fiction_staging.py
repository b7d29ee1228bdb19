"""Staging: a pure function of scenario and seed, balanced, free of contradiction; and its lint."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from builder.errors import ConfigError
from builder.fiction.accounts import castings, ground_names, pleadable, tilt_names
from builder.fiction.cast import make_cast
from builder.fiction.lint import lint
from builder.fiction.scenario import load_scenario
from builder.fiction.staging import Play, stage, stage_scenario
from builder.fiction.vocabulary import common_words
from tests.fiction_factories import scenario, scenario_parts

SMALL = scenario()
COMMON = common_words(SMALL)


def staged(seed: int) -> Play:
    return stage_scenario("small", SMALL, seed, COMMON)


def test_a_play_is_a_function_of_its_seed() -> None:
    assert staged(3) == staged(3)
    assert staged(3).entities != staged(5).entities


def test_sides_and_places_rotate_and_accounts_are_drawn() -> None:
    plays = [staged(seed) for seed in range(16)]
    assert Counter(p.dag.adopted.side for p in plays) == {"plaintiff": 8, "defendant": 8}
    assert {p.casting.adopted for p in plays} == {"a0", "a1", "a2", "a3"}
    places = Counter(p.dag.adopted.hypothesis_id for p in plays)
    assert places == dict.fromkeys(("h1", "h2", "h3", "h4"), 4)


def test_ground_and_tilt_facts_follow_the_casting() -> None:
    for casting in castings(SMALL, "a0"):
        ground, tilts = ground_names(SMALL, "a0"), tilt_names(SMALL, casting)
        assert ground == ("base", "valve_a", "valve_b", "early_a", "early_b")
        assert casting.rejected in ("a2", "a3")
        for account, names in tilts.items():
            false = set(SMALL.every_account[account].answers.values()) - {"valve", "early"}
            assert {name.partition("_")[0] for name in names} <= false
            assert len(names) >= 2


def test_no_account_is_adopted_when_what_tilts_is_true_anyway() -> None:
    links = {
        name: link.model_copy(
            update={
                "answers": {
                    answer: part.model_copy(update={"tilts": ("base", "base")})
                    for answer, part in link.answers.items()
                }
            }
        )
        for name, link in SMALL.links.items()
    }
    assert all(pleadable(SMALL).values())
    assert not any(pleadable(SMALL.model_copy(update={"links": links})).values())


def test_each_account_is_refuted_where_it_differs() -> None:
    play = staged(0)
    for hypothesis in play.dag.hypotheses:
        paths = play.dag.paths(hypothesis.hypothesis_id, "refutes")
        assert (hypothesis.role == "adopted") == (not paths)
    assert play.dag.paths(play.dag.adopted.hypothesis_id, "supports") == (
        frozenset(fact.fact_id for fact in play.facts),
    )


def test_mentions_word_every_anchor_once() -> None:
    for fact in staged(1).dag.facts:
        for mention in fact.mentions:
            assert [s.anchor for s in mention.surfaces] == [a.value for a in fact.anchors]
            said = " ".join((mention.text, *mention.row))
            assert all(surface.text in said for surface in mention.surfaces)


def test_background_names_only_whom_it_may() -> None:
    play = staged(2)
    inside = {n for e in play.entities if e.in_dispute for n in e.names}
    for piece in play.setting.background:
        named = any(name in piece.text for name in inside)
        assert named == (piece.kind in ("dispute", "alternative")), piece.text


def test_names_recur_rarely() -> None:
    people: Counter[str] = Counter()
    companies: Counter[str] = Counter()
    for seed in range(100):
        entities = make_cast(SMALL, Random(f"world {seed}"), COMMON).entities
        assert len({e.name.split()[-1] for e in entities if e.kind == "person"}) == len(
            {e.name for e in entities if e.kind == "person"}
        )
        people.update(e.name for e in entities if e.kind == "person")
        companies.update(e.name for e in entities if e.kind == "organization")
    assert max(people.values()) <= 3
    assert max(companies.values()) <= 3


def test_the_small_scenario_is_sound() -> None:
    assert lint(SMALL) == []


def _spoil(parts: dict[str, Any], path: str, value: Any) -> dict[str, Any]:
    *way, last = path.split("/")
    node: Any = parts
    for step in way:
        node = node[int(step)] if isinstance(node, list) else node[step]
    if isinstance(node, list):
        node[int(last)] = value
    else:
        node[last] = value
    return parts


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        ("brief", "{ghost} sues.", "unknown slot 'ghost'"),
        ("facts/base/mentions/0/text", "Nothing of note on {day}.", "does not name the anchor"),
        ("facts/base/mentions/2/row", ["{n_base}", "{day}"], "2 cells for 4 columns"),
        ("facts/base/when", "n_base", "no date value"),
        ("facts/base/mentions/0/speaker", "ghost", "unknown speaker"),
        (
            "background/1/text",
            "{who:last} and a word or two about the chairs and the lamps that we "
            "have here at the plant",
            "names ['who']",
        ),
        (
            "background/2/text",
            "The kiln of tulips needs a new mirror, and the window of the shop "
            "should be washed before noon on Tuesday.",
            "uses 'kiln'",
        ),
        ("links/cause/answers/valve/clause", "it was this, " * 14, "clauses of"),
        ("statement", "The kiln failed {cause}.", "does not name the link 'notice'"),
        ("people/who/employer", "ghosts", "no organization"),
        ("values/n_base/pattern", "##", "too short"),
        (
            "facts/valve_t/claims/0",
            {"subject": "{n_base}", "attribute": "base", "value": "{other}"},
            "ledger slot",
        ),
    ],
)
def test_lint_finds(path: str, value: Any, said: str) -> None:
    faults = lint(scenario(**_spoil(scenario_parts(), path, value)))
    assert any(said in fault for fault in faults), faults


def test_a_mention_that_lacks_an_anchor_cannot_be_staged() -> None:
    parts = _spoil(scenario_parts(), "facts/base/mentions/0/text", "Nothing on {day}.")
    spoiled = scenario(**parts)
    with pytest.raises(ConfigError, match="does not name its anchor 'who'"):
        stage_scenario("small", spoiled, 0, common_words(spoiled))


def answers_of(scenario_id: str, play: Play) -> tuple[dict[str, str], dict[str, set[str]]]:
    """The true answer to each link, and all that are given to it."""
    every = load_scenario(scenario_id).every_account
    true, *others = (every[a].answers for a in (play.casting.adopted, *play.casting.others))
    return dict(true), {link: {true[link], *(o[link] for o in others)} for link in true}


def test_the_brief_of_easy_answers_what_all_agree_on_and_asks_the_rest() -> None:
    for scenario_id in ("civil_rights_reading_class", "contract_ripening_room"):
        play = stage(scenario_id, 5, "easy")
        told, _, left = play.setting.brief.partition("These questions are left.")
        for link, given in answers_of(scenario_id, play)[1].items():
            question = play.scenario.links[link].question
            assert (question in told, question in left) == (len(given) == 1, len(given) > 1)
        brief = stage(scenario_id, 5, "standard").setting.brief
        assert not any(link.question in brief for link in play.scenario.links.values())


def test_what_is_written_for_an_answer_is_heard_whether_it_is_true_or_false() -> None:
    for scenario_id in ("civil_rights_reading_class", "contract_ripening_room"):
        play = stage(scenario_id, 5)
        true, given = answers_of(scenario_id, play)
        parted = {f"{link}.{a}" for link, two in given.items() if len(two) > 1 for a in two}
        parts = [p for p in play.scenario.background if p.kind in ("dispute", "alternative")]
        heard = [p for p in parts if (p.pull or p.target) in {*parted, None}]
        false = parted - {f"{link}.{answer}" for link, answer in true.items()}
        pieces = [p.kind for p in play.setting.background if p.kind in ("dispute", "alternative")]
        true_ones = [part for part in heard if (part.pull or part.target) not in false]
        assert 0.6 * len(heard) < len(pieces) < len(heard)
        assert pieces.count("dispute") >= len(true_ones)
        assert any(part.target in parted - false for part in heard)


def test_what_was_there_for_a_proof_that_is_gone_goes_with_it() -> None:
    gone = 0
    for scenario_id in ("civil_rights_meeting_room", "contract_pay_run"):
        whole, play = load_scenario(scenario_id), stage(scenario_id, 3, "hard")
        true = answers_of(scenario_id, play)[0]
        before, after = (
            {
                premise
                for link, answer in true.items()
                for join in links[link].answers[answer].joins
                for premise in join.premises
            }
            for links in (whole.links, play.scenario.links)
        )
        lost = [fact for fact in whole.common if fact in before - after]
        assert set(play.scenario.common) == set(whole.common) - set(lost)
        gone += len(lost)
    assert gone

"""What keeps roles alike in planning, and what levels change."""

from __future__ import annotations

from collections import Counter
from datetime import date
from random import Random

import pytest

from builder.config import Level
from builder.fiction.accounts import draw_casting, false_answers
from builder.fiction.cargo import deal, quota
from builder.fiction.carriage import carries, make_of, manner
from builder.fiction.inventory import take_inventory
from builder.fiction.levels import LEVELS
from builder.fiction.mix import shares
from builder.fiction.planner import plan
from builder.fiction.record import play_of, record_of
from builder.fiction.scenario import Scenario, load_scenario, scenario_ids
from builder.fiction.screen import make_screen
from builder.fiction.staging import stage_scenario
from builder.fiction.stock import Stock
from builder.fiction.vocabulary import common_words
from builder.fiction.writer import Composer
from builder.genres import genre_ids, genre_module
from builder.matching.dates import find_dates
from builder.schema import Background, DocumentPlan, Mention, MentionForm, Role, Window
from tests.fiction_factories import scenario

GENRES = {genre_id: genre_module(genre_id).GENRE for genre_id in genre_ids()}
SMALL = scenario()
PLAY = stage_scenario("small", SMALL, 1, common_words(SMALL))
SIZES: dict[Role, int] = {
    "merits": 6,
    "signal": 6,
    "pro_alternative": 6,
    "alternative_noise": 6,
    "noise": 12,
    "chaff": 8,
}
CAPTION = ("Court of Somewhere", "A v. B", "No. 1:20-cv-12345")


def planned(level: Level = "standard") -> DocumentPlan:
    return plan(
        "w", PLAY.entities, PLAY.dag, PLAY.setting, SIZES.__getitem__, CAPTION, LEVELS[level]
    )


@pytest.mark.parametrize(
    ("text", "how"),
    [
        ("The gate was shut at nine.", 0),
        ("I shut the gate at nine.", 1),
        ("Your gate was shut at nine.", 2),
        ("Rosa, the gate was shut.", 2),
        ("gate was shut", 2),
        ("The gate was shut at nine. Solberg", 2),
    ],
)
def test_manner(text: str, how: int) -> None:
    assert manner(text) == how


@pytest.mark.parametrize(
    ("form", "text", "asked", "genre", "able"),
    [
        ("prose", "I shut it.", ("memo",), "memo", True),
        ("prose", "I shut it.", ("memo",), "incident_report", True),
        ("prose", "I shut it.", ("memo",), "press_release", False),
        ("prose", "Please shut it.", ("memo",), "incident_report", False),
        ("prose", "Please shut it.", ("memo",), "letter", True),
        ("row", "", ("badge_log",), "visitor_log", True),
        ("row", "", ("badge_log",), "payroll", False),
        ("row", "", ("badge_log",), "memo", True),
        ("key_value", "A: b", ("invoice",), "ticket", True),
        ("key_value", "A: b", ("invoice",), "memo", False),
        ("qa", "Q. A?\nA. B.", ("deposition",), "declaration", False),
        ("prose", "Please shut it.", (), "badge_log", True),
    ],
)
def test_which_genre_carries_which_words(
    form: MentionForm, text: str, asked: tuple[str, ...], genre: str, able: bool
) -> None:
    mention = Mention(form=form, text=text, genres=asked, surfaces=())
    assert carries(GENRES, genre, make_of(mention)) == able


def test_quotas_keep_the_shares() -> None:
    mix = shares(GENRES)
    drawn = Counter(g for n in range(200) for g in quota(mix, 10, Random(n)))
    assert set(drawn) == set(GENRES)
    assert all(abs(drawn[g] / 2000 - mix[g]) < 0.02 for g in GENRES)


def test_dealing_fills_slots_and_keeps_to_what_each_can_be() -> None:
    able = [("a", "b"), ("a",), ("b", "c"), ("c",)]
    dealt = deal(able, ["b", "", "", ""], {"a": 0.25, "b": 0.5, "c": 0.25}, Random(1))
    assert dealt == ["b", "a", "b", "c"]
    lacking = deal([("z",), ("z",)], ["", ""], {"a": 1.0, "z": 0.0}, Random(1))
    assert lacking == ["z", "z"]


def test_what_states_nothing_takes_its_genre_from_what_does() -> None:
    specs = planned().specs
    stating = {s.genre for s in specs if s.statements}
    # A document that meets a fault may fall back on another model, never on another genre.
    assert {s.genre for s in specs if not s.statements} <= stating


def test_pages_of_tables_state_nothing_and_come_without_the_stating_row() -> None:
    pages = [b for s in planned().specs for b in s.background if b.form == "row"]
    stating = {m.row for f in PLAY.dag.facts for m in f.mentions if m.row}
    assert pages
    assert not any(row in stating for page in pages for row in page.rows)


def test_what_is_made_after_the_window_names_a_day_inside_it() -> None:
    late = [
        s for s in planned().specs if s.role != "chaff" and s.date.date() not in PLAY.setting.window
    ]
    assert late
    for spec in late:
        days = [d for piece in spec.background for d in find_dates(piece.text)]
        assert any(day in PLAY.setting.window for day in days), spec.document_id


def test_seasonal_passages_wait_for_their_months() -> None:
    piece = Background(background_id="b1", kind="business", text="Snow again.", months=(1, 2))
    setting = PLAY.setting.model_copy(update={"background": (piece,)})
    inventory = take_inventory(PLAY.entities, PLAY.dag, setting)
    stock = Stock(inventory, make_screen(PLAY.entities, PLAY.dag, setting), Random(1))
    kinds, author = (("business", None),), inventory.insiders[0]
    assert stock.take(kinds, "memo", author, month=7) is None
    assert stock.take(kinds, "memo", author, month=2) == piece


def test_court_papers_of_chaff_belong_to_another_case() -> None:
    specs = planned().specs
    chaff = next(s for s in specs if s.role == "chaff")
    chaff = chaff.model_copy(update={"genre": "deposition"})
    other = next(s for s in specs if s.role == "noise")
    assert Composer("w", PLAY.entities, CAPTION).scene(other).caption == CAPTION
    court, versus, number = Composer("w", PLAY.entities, CAPTION).scene(chaff).caption
    assert court == CAPTION[0]
    assert versus != CAPTION[1]
    assert " v. " in versus
    assert number != CAPTION[2]
    assert number.startswith("No. 1:20-cv-")


@pytest.mark.parametrize("scenario_id", scenario_ids())
def test_accounts_part_at_more_links_at_harder_levels(scenario_id: str) -> None:
    found = load_scenario(scenario_id)

    def parted(level: Level) -> int:
        return sum(_parted(found, seed, level) for seed in range(8))

    assert parted("easy") < parted("standard") < parted("hard")


@pytest.mark.parametrize("scenario_id", scenario_ids())
def test_no_account_shares_more_with_the_others(scenario_id: str) -> None:
    found = load_scenario(scenario_id)
    for seed in range(8):
        casting = draw_casting(found, seed, Random(seed), LEVELS["standard"])
        four = [
            list(found.every_account[a].answers.items()) for a in (casting.adopted, *casting.others)
        ]
        given = Counter(answer for answers in four for answer in answers)
        assert len({sum(given[answer] for answer in answers) for answers in four}) == 1


def _parted(found: Scenario, seed: int, level: Level) -> int:
    casting = draw_casting(found, seed, Random(seed), LEVELS[level])
    false = [set(false_answers(found, casting.adopted, a)) for a in casting.others]
    return len(set().union(*false))


def test_a_level_is_another_case() -> None:
    scenario_id = scenario_ids()[0]
    plain, hard = play_of(f"{scenario_id}/3"), play_of(f"{scenario_id}/3/hard")
    assert (plain.level, hard.level) == ("standard", "hard")
    assert hard.key == f"{scenario_id}/3/hard"
    assert record_of(plain).case_id != record_of(hard).case_id
    assert play_of(record_of(hard).source.locator) == hard


def test_hard_signals_restate_fewer_facts() -> None:
    def restated(level: Level) -> int:
        return len(
            {s.fact_id for d in planned(level).specs if d.role == "signal" for s in d.statements}
        )

    assert restated("hard") < restated("easy")


def test_days_named_in_passing_lie_in_the_window() -> None:
    window = Window(start=date(2015, 3, 1), end=date(2015, 3, 20))
    setting = PLAY.setting.model_copy(update={"window": window})
    inventory = take_inventory(PLAY.entities, PLAY.dag, setting)
    stock = Stock(inventory, make_screen(PLAY.entities, PLAY.dag, setting), Random(1))
    for genre in ("deposition", "memo"):
        piece = stock.take_day(genre, Random(2))
        assert piece is not None
        assert next(find_dates(piece.text)) in window

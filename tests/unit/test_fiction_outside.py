"""What makes papers alike from outside, whatever their role: days, hands, lengths, folders."""

from __future__ import annotations

from collections import Counter
from datetime import date, datetime, timedelta
from random import Random

from builder.fiction.cargo import Cargo
from builder.fiction.dating import CHAFF_GAP_DAYS, Clock
from builder.fiction.filing import CROWD, file_all
from builder.fiction.inventory import take_inventory
from builder.fiction.lengths import Lengths, bulk
from builder.fiction.people import Elsewhere, Sheet, author_of
from builder.fiction.planner import plan
from builder.fiction.staging import stage_scenario
from builder.fiction.vocabulary import common_words
from builder.genres import genre_module
from builder.schema import ROLES, Background, DocumentSpec, Role
from tests.fiction_factories import scenario

SMALL = scenario()
PLAY = stage_scenario("small", SMALL, 1, common_words(SMALL))
INVENTORY = take_inventory(PLAY.entities, PLAY.dag, PLAY.setting)
CARGOS = [Cargo("memo", ((f, f.mentions[0]),)) for f in PLAY.dag.facts]
SHEETS = [Sheet("noise", "memo", model=cargo) for cargo in CARGOS * 4]


def passage(words: int = 30, **given: object) -> Background:
    fields = {"background_id": "b1", "kind": "business", "text": "words " * words, **given}
    return Background.model_validate(fields)


def spec_with(*passages: Background, genre: str = "ledger") -> DocumentSpec:
    return DocumentSpec(
        document_id="d001",
        role="noise",
        genre=genre,
        format="pdf",
        path="d001.pdf",
        title="T",
        date=datetime(2019, 3, 4, 9, 0),
        author_id=INVENTORY.insiders[0].entity_id,
        background=passages,
    )


def test_chaff_has_days_like_those_of_the_dispute_but_outside_its_window() -> None:
    clock = Clock(PLAY.setting.window)
    clock.know(CARGOS)
    clock.lay_out(CARGOS * 4, len(CARGOS) * 2, Random("days"))
    memo = genre_module("memo").GENRE
    rng = Random("dates")
    days = [clock.date_for("chaff", memo, None, rng).date() for _ in range(len(CARGOS) * 2)]
    gap = timedelta(days=CHAFF_GAP_DAYS - 1)
    window = PLAY.setting.window
    assert all(day < window.start - gap or day > window.end + gap for day in days)
    assert all(day.weekday() < 5 for day in days)
    own = Counter(clock.date_for("noise", memo, c, rng).date() for c in CARGOS * 4)
    busiest = Counter(days).most_common(1)[0][1]
    assert 0.5 <= busiest / max(own.values()) <= 2


def test_no_chaff_needs_no_days() -> None:
    clock = Clock(PLAY.setting.window)
    clock.lay_out([], 0, Random(1))
    clock.lay_out([None], 3, Random(1))
    memo = genre_module("memo").GENRE
    assert isinstance(clock.date_for("chaff", memo, None, Random(1)).date(), date)


def test_people_elsewhere_make_as_many_papers_each() -> None:
    rng = Random("hands")
    elsewhere = Elsewhere(INVENTORY, SHEETS, len(SHEETS) // 2, rng)
    made: Counter[str] = Counter()
    for sheet in SHEETS[::2][: len(SHEETS) // 2]:
        author = elsewhere.order(sheet, rng)[0].entity_id
        elsewhere.signed(author)
        made[author] += 1
    own = Counter(author_of(INVENTORY, sheet, rng).entity_id for sheet in SHEETS)
    assert set(made) <= {e.entity_id for e in INVENTORY.strangers}
    assert 0.4 <= max(made.values()) / max(own.values()) <= 2
    assert abs(len(made) - len(own) / 2) <= 2


def test_what_states_much_has_room_for_less() -> None:
    lengths = Lengths([passage(genres=("memo",)), passage(90)])
    assert lengths.piece("memo") < lengths.piece("letter")
    empty, full = (lengths.room("memo", 3.0, held) for held in ((), (passage(),)))
    assert empty - full == bulk(passage())
    told = Lengths([passage()], CARGOS)
    assert told.room("memo", 3.0, ()) > Lengths([passage()]).room("memo", 3.0, ())


def test_a_table_of_the_genre_takes_the_room_of_passages() -> None:
    lengths, rows = Lengths([passage()]), passage(form="row", text="", rows=(("1", "2"),))
    before = lengths.room("ledger", 3.0, ())
    lengths.learn(spec_with(), 900)
    assert lengths.room("ledger", 3.0, ()) == before
    lengths.learn(spec_with(rows), 500 + bulk(rows))
    assert lengths.room("ledger", 3.0, ()) == before - 200
    assert lengths.room("ledger", 3.0, (rows,)) == before + 200 - bulk(rows)
    assert lengths.room("memo", 3.0, ()) == before


def test_where_a_paper_lies_does_not_depend_on_its_role() -> None:
    sizes: dict[Role, int] = dict.fromkeys(ROLES, 6)
    specs = plan("w", PLAY.entities, PLAY.dag, PLAY.setting, sizes.__getitem__).specs
    disputed = [s for s in specs if s.role != "chaff"]
    roles: tuple[Role, Role] = ("merits", "noise")
    alike = [[s.model_copy(update={"role": role}) for s in disputed] for role in roles]
    paths = [[s.path for s in file_all(of, INVENTORY, Random(1))] for of in alike]
    assert paths[0] == paths[1]


def test_no_folder_is_of_one_role() -> None:
    sizes: dict[Role, int] = dict.fromkeys(ROLES, 6)
    specs = plan("w", PLAY.entities, PLAY.dag, PLAY.setting, sizes.__getitem__).specs
    for seed in range(20):
        held: dict[str, list[Role]] = {}
        for spec in file_all(specs, INVENTORY, Random(seed)):
            held.setdefault(spec.path.partition("/")[0], []).append(spec.role)
        crowds = [set(roles) for roles in held.values() if len(roles) >= CROWD]
        assert all(len(roles) > 1 and not roles <= {"merits", "signal"} for roles in crowds)

"""What all genres share: weaving, rows in order, dates, names, the phrase grammar."""

from __future__ import annotations

from datetime import datetime
from random import Random

import pytest

from builder.genres import Scene, genre_ids
from builder.genres._days import clock, in_words, ordinal, written
from builder.genres._lines import priced, table_sum
from builder.genres._people import brief, initials, last, manner, short, turned
from builder.genres._rows import arranged, sort_key
from builder.genres._tables import fill
from builder.genres._text import bank, vary
from builder.genres._weave import Unit, sentences, weave
from builder.schema import DocumentSpec, Entity, Table


def someone(name: str, **more: str) -> Entity:
    return Entity(entity_id="e", kind="person", name=name, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("One. Two.", ["One.", "Two."]),
        ("Mr. Abara left at 2 p.m. He drove.", ["Mr. Abara left at 2 p.m. He drove."]),
        ("No. 3 is weak. Gerry knows!", ["No. 3 is weak.", "Gerry knows!"]),
        ("J. Abara said so. Yes.", ["J. Abara said so.", "Yes."]),
        ("It cost $3.50. She paid.", ["It cost $3.50.", "She paid."]),
        ("", []),
    ],
)
def test_sentences(text: str, parts: list[str]) -> None:
    assert sentences(text) == parts
    assert " ".join(sentences(text)) == text


@pytest.mark.parametrize("n_pieces", [2, 3, 5])
@pytest.mark.parametrize("n_facts", [1, 2, 4])
def test_a_fact_stands_neither_first_nor_last(n_pieces: int, n_facts: int) -> None:
    pieces = [Unit(f"Piece {i} begins. Boxes came. Piece {i} ends.") for i in range(n_pieces)]
    facts = [Unit(f"Fact {i} is so.", (f"F{i}",)) for i in range(n_facts)]
    for seed in range(40):
        woven = weave(list(pieces), list(facts), Random(seed))
        text = " ".join(unit.text for unit in woven)
        assert text.startswith("Piece")
        assert text.endswith("ends.")
        assert sorted(f for unit in woven for f in unit.fact_ids) == [
            f"F{i}" for i in range(n_facts)
        ]
        for fact in facts:
            assert sum(fact.text in u.text and fact.fact_ids[0] in u.fact_ids for u in woven) == 1


def test_the_place_of_a_fact_varies() -> None:
    pieces = [Unit(f"Piece {i} begins. Boxes came. Piece {i} ends.") for i in range(4)]
    fact = Unit("Fact is so.", ("F",))
    texts = [" ".join(u.text for u in weave(pieces, [fact], Random(s))) for s in range(40)]
    assert len({text.index(fact.text) for text in texts}) > 2


def test_a_passage_is_not_broken_into() -> None:
    pieces = [Unit(f"Piece {i} begins. Boxes came. Piece {i} ends.") for i in range(3)]
    for count in (1, 3):
        for seed in range(30):
            woven = weave(pieces[:count], [Unit("A fact.", ("F",))], Random(seed))
            assert {*pieces[:count], Unit("A fact.", ("F",))} == set(woven)


@pytest.mark.parametrize(
    ("cells", "kind"),
    [
        (("6/9/18", "6/12/18", "10/1/18"), "date"),
        (("2018-06-09", "2018-06-12"), "date"),
        (("Jun 9", "Jun 12"), "date"),
        (("Tue 6/9", "Wed 6/10", "Fri 6/12"), "date"),
        (("June 9, 2018", "June 12, 2018"), "date"),
        (("6:05", "11:40", "14:00"), "clock"),
        (("9:05 a.m.", "2:05 p.m."), "clock"),
        (("2", "11", "1,240"), "number"),
        (("$9.50", "$1,200.00"), "number"),
        (("EL-0099", "EL-0531"), "serial EL-"),
    ],
)
def test_sort_key_orders_cells(cells: tuple[str, ...], kind: str) -> None:
    keys = [sort_key(cell) for cell in cells]
    assert all(key and key[0] == kind for key in keys)
    assert sorted(keys, key=lambda key: key or ("", 0)) == keys


@pytest.mark.parametrize("cell", ["", "bay 15", "Mon", "18-B67", "1st shift"])
def test_words_have_no_sort_key(cell: str) -> None:
    assert sort_key(cell) is None


def test_a_stating_row_stands_where_its_date_puts_it() -> None:
    others = [("6/12/18", "a"), ("6/29/18", "b"), ("Total", "")]
    for seed in range(10):
        rows = arranged([("6/20/18", "x")], list(others), Random(seed))
        assert rows == [("6/12/18", "a"), ("6/20/18", "x"), ("6/29/18", "b"), ("Total", "")]


def test_a_stating_row_without_order_stands_in_the_middle() -> None:
    others = [(f"item {i}", "") for i in range(5)]
    places = {arranged([("x", "")], list(others), Random(s)).index(("x", "")) for s in range(60)}
    assert places == {1, 2, 3, 4}


def test_a_stating_row_keeps_the_order_of_a_later_column() -> None:
    others = [("jaws", "6:17 a.m."), ("door", "7:32 a.m."), ("air", "8:12 a.m.")]
    rows = arranged([("ribbon", "7:50 a.m.")], others, Random(1))
    assert [row[0] for row in rows] == ["jaws", "door", "ribbon", "air"]


def test_priced_lines_add_up() -> None:
    for line in priced(Random(3), "supplies", 12):
        assert line.amount == line.quantity * line.price
        assert line.price > 0


@pytest.mark.parametrize(
    ("rows", "total"),
    [
        ((("a", "$1.50"), ("b", "$2,000.25")), 200175),
        ((("a", "$10.00"), ("b", "($2.50)")), 750),
        ((("a", "10"), ("b", "$2.50")), None),
        ((("a", "$1.00"), ("Total", "$1.00")), None),
    ],
)
def test_table_sum(rows: tuple[tuple[str, ...], ...], total: int | None) -> None:
    assert table_sum(Table(rows=rows)) == total


def test_choices_and_slots() -> None:
    found = {vary(Random(s), "[a|b [c|d]] {x} [stamp]", x=1) for s in range(40)}
    assert found == {"a 1 [stamp]", "b c 1 [stamp]", "b d 1 [stamp]"}


def test_a_company_with_a_stop_of_its_own_gets_no_second() -> None:
    assert vary(Random(1), "By {company}.", company="Kestrel Co.") == "By Kestrel Co."


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Julian Abara", ("J. Abara", "JA", "Abara, Julian")),
        ("Marguerite S. Haldane", ("M. Haldane", "MSH", "Haldane, Marguerite S.")),
        ("Dr. Sean O'Neill, Jr.", ("S. O'Neill", "SO", "O'Neill, Sean")),
        ("Prince", ("Prince", "P", "Prince")),
    ],
)
def test_forms_of_a_name(name: str, expected: tuple[str, str, str]) -> None:
    entity = someone(name)
    assert (short(entity), initials(entity), turned(entity)) == expected


def test_a_surrogate_is_the_name() -> None:
    assert last(someone("Real Person", surrogate="Other Name")) == "Name"


def test_brief_name_of_a_company() -> None:
    company = Entity(entity_id="c", kind="organization", name="City of Lorne Ferry")
    assert brief(company) == "Lorne"


@pytest.mark.parametrize(
    ("voice", "expected"),
    [("lowercase, curt, weather", "casual"), ("courtly, exact", "formal"), ("", "plain")],
)
def test_manner(voice: str, expected: str) -> None:
    assert manner(someone("A B", voice=voice)) == expected


def test_dates_have_their_year_in_every_look() -> None:
    when = datetime(2018, 6, 5).date()
    assert all("18" in written(when, look) for look in range(8))
    assert in_words(when) == "June 5, 2018"
    assert [ordinal(n) for n in (1, 2, 3, 11, 22, 30)] == [
        "1st",
        "2nd",
        "3rd",
        "11th",
        "22nd",
        "30th",
    ]
    assert (clock(0), clock(725, 1), clock(725, 2)) == ("12:00 AM", "12:05", "12:05 p.m.")


@pytest.mark.parametrize(
    "name", ["frame", "mail", "letter", "minutes", "chat", "court", "contract"]
)
def test_banks_have_many_variants(name: str) -> None:
    assert all(len(set(lines)) >= 2 for lines in bank(name).values())


def test_sheets_of_their_own_are_those_of_genres() -> None:
    assert set(bank("tables")) - {"kinds", "desks", "vague"} < set(genre_ids())
    assert set(bank("cards")) < set(genre_ids())


@pytest.mark.parametrize("which", sorted(set(bank("tables")) - {"desks", "vague"}))
def test_every_kind_of_ordinary_table_fills(which: str) -> None:
    author = someone("Renata Voss", employer_id="c")
    bystander = Entity(entity_id="b", kind="person", name="Luz Arrieta", in_dispute=False)
    spec = DocumentSpec(
        document_id="D",
        role="noise",
        genre="ledger",
        format="pdf",
        path="a/b.pdf",
        title="T",
        date=datetime(2018, 6, 20, 9),
        author_id="e",
    )
    company = Entity(entity_id="c", kind="organization", name="Lakebed LLC")
    scene = Scene(spec=spec, author=author, company=company, others=(bystander,))
    for line in bank("tables")[which]:
        columns = [column.partition("=") for column in line.split(";")]
        assert len({name for name, _, _ in columns}) == len(columns) > 2
        for _, _, what in columns:
            cells = fill(what, 6, scene, Random(line))
            assert len(cells) == 6
            assert "Voss" not in " ".join(cells)
            if what.startswith("up "):
                keys = [sort_key(cell) or ("", 0.0) for cell in cells]
                assert sorted(keys) == keys

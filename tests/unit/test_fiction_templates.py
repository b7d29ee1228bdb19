"""Templates: every form of every kind of slot, small choices, surfaces, errors."""

from __future__ import annotations

from datetime import date, time
from decimal import Decimal
from random import Random

import pytest

from builder.errors import ConfigError
from builder.fiction.slots import (
    PersonName,
    date_slot,
    money_slot,
    number_words,
    ordinal_words,
    organization_forms,
    person_forms,
    quantity_slot,
    text_slot,
    thing_forms,
    time_slot,
)
from builder.fiction.templates import Binding, Slot, Used, realize

PERSON = PersonName("Julian", "Abara", "m", "Jules", "jabara", "director of operations")
BINDING = Binding(
    {
        "day": date_slot("day", date(2018, 6, 19)),
        "noon": time_slot("noon", time(14, 5)),
        "early": time_slot("early", time(11, 40)),
        "sum": money_slot("sum", Decimal("12840.00")),
        "qty": quantity_slot("qty", Decimal(1240), "cases"),
        "ref": text_slot("ref", "identifier", "CSA-2291"),
        "who": Slot("who", "person", PERSON.full, person_forms(PERSON)),
        "org": Slot(
            "org",
            "organization",
            "Lakebed Canning LLC",
            organization_forms("Lakebed Canning LLC", ("the cannery",)),
        ),
        "deal": Slot("deal", "term", "the deed", thing_forms("the deed", ("the paper", "it"))),
    },
    ({"": "Kit Marlow", "first": "Kit"}, {"": "Ann Bell", "first": "Ann"}),
)


@pytest.mark.parametrize(
    ("template", "text"),
    [
        ("{day}", "June 19, 2018"),
        ("{day:numeric} {day:us} {day:iso}", "6/19/18 06/19/2018 2018-06-19"),
        ("{day:short}; {day:month_day}", "Jun 19; June 19"),
        ("{day:weekday} {day:dow} {day:full}", "Tuesday Tue Tuesday, June 19, 2018"),
        ("{day:day} {day:ordinal}", "19 the 19th"),
        ("on {day:spoken}", "on the nineteenth of June"),
        ("{noon} {noon:24} {noon:clock}", "2:05 p.m. 14:05 2:05"),
        ("at {early:spoken}", "at twenty to twelve"),
        ("{sum} {sum:whole} {sum:bare} {sum:bare_whole}", "$12,840.00 $12,840 12,840.00 12,840"),
        ("{qty} {qty:unit}", "1,240 1,240 cases"),
        ("for {qty:words}", "for one thousand two hundred forty"),
        ("{ref} {ref:tail} {ref:lower}", "CSA-2291 2291 csa-2291"),
        ("{who} {who:first} {who:last} {who:initials}", "Julian Abara Julian Abara J.A."),
        ("{who:nick} {who:formal} {who:login}", "Jules Mr. Abara jabara"),
        ("the {who:job}", "the director of operations"),
        ("{org}, {org:short}", "Lakebed Canning LLC, Lakebed Canning"),
        ("by {org:nick} ({org:initials})", "by the cannery (LC)"),
        ("see {deal:alias} and {deal:alias2}", "see the paper and it"),
        ("Done. {deal:alias} is here", "Done. The paper is here"),
        ("done. {deal:alias} is here", "done. the paper is here"),
        ("{{literal}}", "{literal}"),
        ("Come at {noon}. Or {early}", "Come at 2:05 p.m. Or 11:40 a.m."),
        ("Wait...{day:day}.", "Wait...19."),
    ],
)
def test_forms(template: str, text: str) -> None:
    assert realize(template, BINDING, Random(0)).text == text


def test_surfaces_name_each_use() -> None:
    realized = realize("{ref} on {day:short}, {ref:tail}", BINDING, Random(0))
    assert realized.surfaces == (
        Used("ref", "", "CSA-2291"),
        Used("day", "short", "Jun 19"),
        Used("ref", "tail", "2291"),
    )


def test_pronouns_name_nobody() -> None:
    realized = realize("says {who:he} lost {who:his} key", BINDING, Random(0))
    assert (realized.text, realized.surfaces) == ("says he lost his key", ())


@pytest.mark.parametrize(
    ("template", "allowed"),
    [
        ("{pick red|blue}", {"red", "blue"}),
        ("{int 3 5}", {"3", "4", "5"}),
        ("{bystander:first}", {"Kit", "Ann"}),
    ],
)
def test_small_choices(template: str, allowed: set[str]) -> None:
    drawn = [realize(template, BINDING, Random(seed)) for seed in range(30)]
    assert {one.text for one in drawn} == allowed
    assert not any(one.surfaces for one in drawn)


def test_two_bystanders_differ() -> None:
    for seed in range(10):
        text = realize("{bystander}/{bystander}", BINDING, Random(seed)).text
        assert len(set(text.split("/"))) == 2


def test_money_and_clock_choices_read_as_such() -> None:
    text = realize("{money 20 400} at {clock}", BINDING, Random(4)).text
    amount, _, clock = text.partition(" at ")
    assert 20 <= float(amount.removeprefix("$")) <= 400
    assert clock.endswith((" a.m.", " p.m."))


@pytest.mark.parametrize(
    ("template", "said"),
    [
        ("{nobody} came", "'nobody'"),
        ("{day:roman}", "'roman'"),
        ("a { b", "lone"),
        ("{int 9 2}", "whole numbers"),
        ("{bystander} {bystander} {bystander}", "more bystanders"),
        ("{bystander:shoe}", "'shoe'"),
    ],
)
def test_errors_name_template_and_slot(template: str, said: str) -> None:
    with pytest.raises(ConfigError, match=said) as raised:
        realize(template, BINDING, Random(0))
    assert repr(template) in str(raised.value)


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (0, "zero"),
        (21, "twenty-one"),
        (300, "three hundred"),
        (2_015_000, "two million fifteen thousand"),
    ],
)
def test_number_words(number: int, words: str) -> None:
    assert number_words(number) == words


@pytest.mark.parametrize(
    ("number", "words"), [(1, "first"), (12, "twelfth"), (20, "twentieth"), (31, "thirty-first")]
)
def test_ordinal_words(number: int, words: str) -> None:
    assert ordinal_words(number) == words

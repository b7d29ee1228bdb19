"""Witnesses speak of themselves as "I", whatever name their words were noted under."""

from __future__ import annotations

import pytest

from builder.genres._witness import addressed, in_own_words, in_person


@pytest.mark.parametrize(
    ("asked", "answer", "told"),
    [
        ("Whose list?", "Mine, Abara.", "Mine."),
        ("Who signed?", "Ms. Abara.", "Me."),
        ("Whose hand?", "Abara. March 3.", "Mine. March 3."),
        ("Was it hung?", "It was. Ms. Abara. In the hall.", "It was. In the hall."),
        ("What of coats?", "Abara doesn't lose coats.", "I don't lose coats."),
        ("What is it?", "Three pages, signed Abara.", "Three pages, signed by me."),
        ("Where?", "In Abara's book.", "In my book."),
        ("Who paid?", "I, Ms. Abara, counted it.", "I counted it."),
        ("Who came?", "Mr. Abarat and a dog.", "Mr. Abarat and a dog."),
    ],
)
def test_an_answer_does_not_name_the_witness(asked: str, answer: str, told: str) -> None:
    turns, named = in_own_words([("Q.", asked), ("A.", answer)], "Ms. Abara")
    assert turns == [("Q.", asked), ("A.", told)]
    assert named == (answer != told)


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("What is it?", "Ms. Abara, what is it?"),
        ("Batch 4 was yours?", "Ms. Abara, Batch 4 was yours?"),
        ("Is that you, Ms. Abara?", "Is that you, Ms. Abara?"),
    ],
)
def test_a_question_addresses_the_witness_once(question: str, told: str) -> None:
    assert addressed(question, "Ms. Abara") == told


@pytest.mark.parametrize(
    ("told", "sworn"),
    [
        ("By the list of Ann Abara, ten.", "By my list, ten."),
        ("Ann Abara has the galley.", "I have the galley."),
        ("It was read by Ann Abara.", "It was read by me."),
        ("Ann Abara, who fed it, saw it.", "Ann Abara, who fed it, saw it."),
    ],
)
def test_a_declaration_is_in_the_first_person_where_grammar_allows(told: str, sworn: str) -> None:
    assert in_person(told, "Ann Abara") == sworn

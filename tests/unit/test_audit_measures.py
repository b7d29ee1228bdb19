"""The measures behind the gates: AUCs within worlds, verdicts, words, masks, smallest sets."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from builder.audit._intervals import Auc, Trained, keeps_below, rate, within_auc
from builder.audit._kin import kin
from builder.audit._learning import rates_elsewhere
from builder.audit._masking import masked
from builder.audit._published import Published, read
from builder.audit._ranking import credit
from builder.audit._words import patterns, plain, sentences, shingles
from builder.audit.certificate_sample import draw, sample_size
from builder.audit.corpus_statistics import gained
from builder.audit.minimal_evidence import smallest
from builder.audit.position import uneven
from tests.audit_factories import make_worlds, write


@pytest.fixture(scope="module")
def few(tmp_path_factory: pytest.TempPathFactory) -> Published:
    return read(write(make_worlds(3), tmp_path_factory.mktemp("few")), "test")


def test_an_auc_compares_within_worlds_only() -> None:
    """One world's scores all stand above the other's; inside each, positives are on top."""
    scores = np.array([3.0, 1.0, 2.0, 30.0, 10.0, 20.0])
    positive = np.array([True, False, False, True, False, False])
    worlds = np.array(["a", "a", "a", "b", "b", "b"])
    assert within_auc("x", scores, positive, worlds).value == 1.0
    shifted = within_auc("x", np.array([1.0, 1.0, 1.0, 9.0, 9.0, 9.0]), positive, worlds)
    assert (shifted.value, shifted.p) == (0.5, 1.0)


def test_the_chance_of_an_auc_is_that_of_shuffled_labels() -> None:
    rng = np.random.default_rng(1)
    worlds = np.repeat(np.arange(10), 30)
    scores = rng.normal(size=300)
    positive = np.tile(np.arange(30) < 8, 10)
    values = []
    for _ in range(300):
        for world in range(10):
            rng.shuffle(positive[world * 30 : world * 30 + 30])
        values.append(within_auc("x", scores, positive, worlds))
    assert np.std([a.value for a in values]) == pytest.approx(values[0].spread, rel=0.15)
    assert np.mean([a.p < 0.05 for a in values]) < 0.10


def test_features_that_tell_nothing_seldom_seem_to() -> None:
    """Rates learned from other worlds: the chance of the trained AUC holds its level."""
    rng = np.random.default_rng(2)
    worlds = np.repeat(np.arange(12), 30)
    seen = []
    for _ in range(200):
        values = rng.integers(0, 5, size=360)
        positive = rng.random(360) < 0.2
        score = rates_elsewhere(values, positive, worlds)
        seen.append(within_auc("x", score, positive, worlds, Trained(5)).p < 0.01)
    assert np.mean(seen) < 0.04


def auc(value: float, p: float, spread: float = 0.01) -> Auc:
    return Auc("x", value, value - 0.02, value + 0.02, p, spread, 50)


@pytest.mark.parametrize(
    ("aucs", "passed"),
    [
        ([auc(0.51, 0.4), auc(0.53, 0.01)], True),
        ([auc(0.51, 0.4), auc(0.70, 1e-9)], False),
        ([auc(0.51, 0.4), auc(0.58, 0.2)], None),
        ([auc(0.51, 0.4, spread=0.05)], None),
        ([auc(0.30, 1e-9)], True),
    ],
)
def test_a_verdict_fails_on_leaks_and_never_passes_blindly(
    aucs: list[Auc], passed: bool | None
) -> None:
    assert keeps_below(aucs, 0.55).passed is passed


def test_an_undirected_verdict_sees_both_sides() -> None:
    assert keeps_below([auc(0.30, 1e-9)], 0.55, directed=False).passed is False


def test_a_rate_has_a_wilson_interval() -> None:
    found = rate(29, 87, 0.25)
    assert (found.low, found.high) == (
        pytest.approx(0.243, abs=0.001),
        pytest.approx(0.438, abs=0.001),
    )
    assert found.p > 0.05
    assert rate(0, 0).n == 0


@pytest.mark.parametrize(
    ("surface", "text", "there"),
    [
        ("40", "about 40 cases", True),
        ("40", "about 40,000 cases", False),
        ("40", "about 40.", True),
        ("840.00", "$12,840.00", False),
        ("Mr. O’Hara", "so mr. o'hara said", True),
        ("KX-1", "see KX-12", False),
        ("June 19, 2018", "on June\n19, 2018", True),
    ],
)
def test_surfaces_are_found_as_whole_tokens(surface: str, text: str, there: bool) -> None:
    pattern = patterns([surface])
    assert pattern is not None
    assert bool(pattern.search(plain(text))) is there


def test_sentences_leave_quoted_mail_out() -> None:
    assert sentences("One here. Two there!\n> quoted line\nThree") == [
        "One here.", "Two there!", "Three",
    ]  # fmt: skip
    assert list(shingles("A b, c d", 3)) == [("a", "b", "c"), ("b", "c", "d")]


def test_a_mask_takes_the_passage_and_as_much_from_those_that_state_nothing(
    few: Published,
) -> None:
    for world in few.worlds:
        marks = {a.value.lower() for f in world.dag.facts for a in f.anchors}
        taken: dict[bool, list[int]] = {True: [], False: []}
        for document, one in zip(world.documents, masked(world), strict=True):
            gone = {i for first, last in one.runs for i in range(first, last)}
            assert not any(
                mark in piece
                for i, piece in enumerate(document.plain_pieces)
                for mark in marks
                if i not in gone
            )
            assert len(one.kept) == len(one.pieces) - len(gone)
            words = sum(len(document.plain_pieces[i].split()) for i in gone)
            taken[bool(document.key.fact_ids)].append(words)
        assert np.mean(taken[False]) == pytest.approx(np.mean(taken[True]), rel=0.2)


def test_names_and_numbers_are_blotted(few: Published) -> None:
    world = few.worlds[0]
    name = world.names[0]
    document = replace(world.documents[0], text=f"Ask {name} for 12 of 14.")
    assert masked(replace(world, documents=(document,)))[0].pieces == ["ask Name for 9 of 9."]


def test_worlds_of_one_scenario_are_kin(few: Published) -> None:
    first, second, third = few.worlds
    retold = {h: f"{text[:-1]} for {n}." for n, (h, text) in enumerate(first.accounts.items())}
    again = replace(third, accounts=retold, brief=first.brief)
    found = kin(replace(few, worlds=(first, second, again)))
    assert found == [first.world_id, second.world_id, first.world_id]


def test_the_smallest_evidence_is_smallest(few: Published) -> None:
    """The factory's accounts fall to facts 1, 2, 3 and 5, each in a document of its own."""
    assert [smallest(world) for world in few.worlds] == [4, 4, 4]
    assert smallest(few.worlds[0], merits_only=True) == 4


def test_credit_is_shared_by_ties() -> None:
    assert credit({"h1": 2.0, "h2": 2.0, "h3": 1.0}, "h1") == 0.5
    assert credit({"h1": 2.0, "h2": 2.0, "h3": 1.0}, "h3", lowest=True) == 1.0


@pytest.mark.parametrize(("rate", "solved"), [(0.25, 0.25), (0.4, 0.4), (0.1, 0.3), (0.0, 1 / 3)])
def test_a_policy_is_worth_what_it_or_its_contrary_solves(rate: float, solved: float) -> None:
    assert gained(rate) == pytest.approx(solved)


def test_uneven_counts_are_unlikely() -> None:
    assert uneven([25, 25, 25, 25]) == 1.0
    assert uneven([60, 20, 10, 10]) < 1e-6
    assert uneven([8, 0, 0, 0]) < 0.01


def test_a_sample_is_proportional_and_seeded(few: Published) -> None:
    assert sample_size(17_600) == 138
    drawn = draw(few, 38)
    assert len({(w, d.document_id) for w, d in drawn}) == 38
    assert drawn == draw(few, 38)
    roles = [d.role for _, d in drawn]
    counts = {role: roles.count(role) for role in set(roles)}
    assert counts == dict.fromkeys(counts, 6) | {"pro_alternative": 8}


def test_reading_says_what_is_missing(tmp_path: Path) -> None:
    from builder.audit import audit
    from builder.errors import ConfigError

    with pytest.raises(ConfigError, match="no build and no dataset"):
        audit(tmp_path)
    root = write(make_worlds(1), tmp_path)
    write(make_worlds(1), tmp_path, "second")
    with pytest.raises(ConfigError, match="give --split"):
        audit(root)
    with pytest.raises(ConfigError, match="no gate named 'nothing'"):
        audit(root, "test", gates=("nothing",))

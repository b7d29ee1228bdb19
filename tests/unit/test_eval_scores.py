"""Scores by hand-worked examples, and what must not change them."""

from __future__ import annotations

import itertools
import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eval.answers import VERDICTS, Verdict
from eval.desk import Look
from eval.scorers import Evidence, all_scores
from eval.scorers.citations import cited_in
from eval.scorers.citations import scores as citation_scores
from eval.scorers.cost import KEYS as COST_KEYS
from eval.scoring import pooled_rates
from tests.eval_factories import answer_key, case_file

CASE, KEY = case_file(), answer_key()
B, D, K = VERDICTS


def evidence(verdicts: str = "", **changes: object) -> Evidence:
    """A sample with one letter a hypothesis H1 .. H4: b(elieve), d(o not), k(now not)."""
    words = dict(zip("bdk", VERDICTS, strict=True))
    by_id = {f"H{n}": words[letter] for n, letter in enumerate(verdicts, start=1)}
    values = {"verdicts": by_id, "order": ("H2", "H1", "H4", "H3"), "looks": (), "summary": ""}
    return Evidence(CASE, KEY, **{**values, **changes})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("verdicts", "solved", "accuracy", "commits", "adopted", "rest"),
    [
        ("bddd", 1, 1.0, 4, 1, 3),
        ("bkkk", 1, 0.25, 1, 1, 0),
        ("bdkd", 1, 0.75, 3, 1, 2),
        ("bbdd", 0, 0.75, 4, 1, 2),
        ("dbdd", 0, 0.5, 4, 0, 2),
        ("bbbb", 0, 0.25, 4, 1, 0),
        ("dddd", 0, 0.75, 4, 0, 3),
        ("kkkk", 0, 0.0, 0, 0, 0),
        ("kddd", 0, 0.75, 3, 0, 3),
        ("", 0, 0.0, 0, 0, 0),
    ],
)
def test_verdicts(
    verdicts: str, solved: int, accuracy: float, commits: int, adopted: int, rest: int
) -> None:
    scores = all_scores(evidence(verdicts))
    assert scores["case_solved"] == solved
    assert scores["verdict_accuracy"] == accuracy
    assert scores["commits"] == commits
    assert scores["adopted_correct"] == adopted
    assert scores["rest_correct"] == rest
    assert scores["answered"] == bool(verdicts)


def test_unparsed_and_missing_are_told_apart() -> None:
    assert all_scores(evidence(""))["missing"] == 1
    unparsed = all_scores(evidence("", unparsed=True))
    assert (unparsed["unparsed"], unparsed["missing"]) == (1, 0)


def test_believed_by_class_and_slot() -> None:
    scores = all_scores(evidence("dbbd"))
    assert scores["rejected_believed"] == 1
    assert scores["alternative_believed"] == 0.5
    assert [scores[f"believed_slot_{n}"] for n in (1, 2, 3, 4)] == [1, 0, 0, 1]


def test_case_solved_over_all_81_answers_is_the_closed_form() -> None:
    answers = ["".join(letters) for letters in itertools.product("bdk", repeat=4)]
    solved = sum(all_scores(evidence(answer))["case_solved"] for answer in answers)
    assert solved == 8


def test_pooled_rates_are_ratios_of_sums() -> None:
    samples = [all_scores(evidence(v)) for v in ("bddd", "kkkk", "bbkk", "")]
    rates = pooled_rates(lambda name: sum(s.get(name, 0) for s in samples), len(samples))
    assert rates["adopted_accuracy"] == 2 / 4
    assert rates["rest_accuracy"] == 3 / 12
    assert rates["worst_class_accuracy"] == 3 / 12
    assert rates["committed_accuracy"] == 5 / 6
    assert rates["complete_case_solved"] == 1 / 3
    assert (rates["coverage"], rates["merits_recall"]) == (0, 0)
    assert math.isnan(rates["merits_recall_to_uniform"])


ANSWER = st.just("") | st.text("bdk", min_size=4, max_size=4)


@settings(max_examples=20, deadline=None)
@given(
    st.integers(1, 3).flatmap(lambda epochs: st.lists(st.tuples(*[ANSWER] * epochs), min_size=1))
)
def test_means_over_epochs_pool_like_single_samples(cases: list[tuple[str, ...]]) -> None:
    """One to three epochs of each case, reduced to their mean as Inspect does before a metric."""
    by_case = [[all_scores(evidence(answer)) for answer in epochs] for epochs in cases]
    means = [{k: sum(s[k] for s in epochs) / len(epochs) for k in epochs[0]} for epochs in by_case]
    samples = [scores for epochs in by_case for scores in epochs]
    single = pooled_rates(lambda name: sum(s[name] for s in samples), len(samples))
    reduced = pooled_rates(lambda name: sum(m[name] for m in means), len(means))
    assert reduced == pytest.approx(single, nan_ok=True)
    answers = [answer for epochs in cases for answer in epochs if answer]
    solved = sum(answer[0] == "b" and "b" not in answer[1:] for answer in answers)
    assert sum(s["case_solved"] for s in samples) == solved
    expected = solved / len(answers) if answers else math.nan
    assert single["complete_case_solved"] == pytest.approx(expected, nan_ok=True)


def look(tool: str = "read", shown: tuple[str, ...] = (), **changes: object) -> Look:
    values = {"call": 1, "turn": 1, "tool": tool, "target": "x", "shown": shown}
    return Look(**{**values, **changes})  # type: ignore[arg-type]


def test_coverage_recall_and_their_ratio_to_uniform() -> None:
    looks = (
        look(shown=("d001",)),
        look(shown=("d004", "d005", "d001")),
        look("grep", glimpsed=("d002", "d004")),
        look("shell", shown=("d010",)),
        look("nonsense", error="parsing"),
    )
    scores = all_scores(evidence("bddd", looks=looks, calls=5))
    assert scores["coverage"] == 4 / 13
    assert scores["documents_glimpsed"] == 1
    assert scores["signal_recall"] == 1
    assert scores["recall_merits"] == 1 / 3
    assert scores["pro_alternative_exposure"] == 1 / 2
    assert (scores["calls_read"], scores["calls_grep"], scores["calls_shell"]) == (2, 1, 1)
    assert (scores["calls_unknown"], scores["failed_calls"], scores["tool_calls"]) == (1, 1, 5)
    rates = pooled_rates(lambda name: scores[name], 1)
    assert rates["signal_recall_to_uniform"] == pytest.approx(1 / (4 / 13))


def test_cost() -> None:
    looks = (look("read"), look("read", error="parsing"), look("glob"), look("open", error="x"))
    scores = all_scores(
        evidence(
            "bddd", looks=looks, calls=4, refused_calls=2, turns=3, replies=2, hit_limit=True,
            tokens=(900, 100), seconds=(3.5, 0.5), summary="Five words are in here.",
        )
    )  # fmt: skip
    expected = {
        "tool_calls": 4, "refused_calls": 2, "failed_calls": 2, "calls_read": 2, "calls_glob": 1,
        "calls_grep": 0, "calls_shell": 0, "calls_unknown": 1, "turns": 3, "tokens_turn_1": 900,
        "tokens_turn_2": 100, "seconds_turn_1": 3.5, "seconds_turn_2": 0.5, "hit_limit": 1,
        "summary_words": 5,
    }  # fmt: skip
    assert {name: scores[name] for name in COST_KEYS} == expected
    assert scores["repaired"] == 1
    assert all_scores(evidence("bddd", tokens=(7,)))["tokens_turn_2"] == 0


def test_uniform_retrieval_has_ratio_one() -> None:
    looks = (look(shown=tuple(d.document_id for d in CASE.documents)),)
    scores = all_scores(evidence("bddd", looks=looks))
    rates = pooled_rates(lambda name: scores[name], 1)
    assert rates["chaff_recall_to_uniform"] == 1


def test_a_path_names_one_document_and_a_name_all_that_have_it() -> None:
    case = case_file()
    paths = ("Sales/Notes.txt", "Post Sales/Notes.txt", "Ops/Notes.txt")
    documents = [
        d.model_copy(update={"path": p}) for d, p in zip(case.documents[:3], paths, strict=True)
    ]
    case = case.model_copy(update={"documents": tuple(documents)})
    for text, cited in (
        ("Paid late [Post Sales/Notes.txt].", ["Post Sales/Notes.txt"]),
        ("Paid late [sales/notes.TXT]; see Ops/Notes.txt", ["Sales/Notes.txt", "Ops/Notes.txt"]),
        ("Paid late, says Notes.txt.", list(paths)),
        ("Paid late, say the notes.", []),
    ):
        found, strangers = cited_in(text, case)
        assert [d.path for d in found] == cited
        assert strangers == set()


def test_citations() -> None:
    summary = (
        "K-107 and 140 pumps were noted. [Weiss/Paper 01.txt]\n"
        "The pump had 999 hours [Paper 02.pdf; Weiss/Paper 77.docx]. Nothing else is known.\n"
        "Compare Yard Office/Paper 04.docx.\n"
    )
    looks = (look(shown=("d001",)), look("grep", glimpsed=("d002",)))
    scores = citation_scores(evidence("bddd", summary=summary, looks=looks))
    assert scores["citations"] == 4
    assert scores["citations_exist"] == 3
    assert scores["citations_opened"] == 1
    assert scores["citations_glimpsed"] == 1
    assert (scores["cited_merits"], scores["cited_signal"]) == (2, 1)
    assert scores["sentences"] == 4
    assert scores["sentences_cited"] == 3
    assert scores["anchors_cited"] == 3
    assert scores["anchors_held"] == 2
    assert scores["cited_sentences_held"] == 2


@pytest.mark.parametrize(
    "written",
    ["June 9, 2018", "9 June 2018", "2018-06-09", "6/9/18", "06/09/2018", "Jun. 9th, 2018"],
)
def test_dates_are_compared_whatever_way_they_are_written(written: str) -> None:
    document = CASE.documents[0].model_copy(update={"text": f"Sent {written} by Ada B. Weiss."})
    case = CASE.model_copy(update={"documents": (document,)})
    summary = f"On June 9, 2018 Ada Weiss sent 3 letters. [{document.path}]"
    sample = Evidence(case, KEY, {}, (), (), summary)
    scores = citation_scores(sample)
    assert (scores["anchors_cited"], scores["anchors_held"]) == (3, 2)


@settings(max_examples=30, deadline=None)
@given(
    verdicts=st.dictionaries(
        st.sampled_from(["H1", "H2", "H3", "H4"]), st.sampled_from(VERDICTS), min_size=4
    ),
    order=st.permutations(["H1", "H2", "H3", "H4"]),
)
def test_the_order_shown_changes_no_score_but_the_slots(
    verdicts: dict[str, Verdict], order: list[str]
) -> None:
    here = all_scores(Evidence(CASE, KEY, verdicts, tuple(order), (), ""))
    there = all_scores(Evidence(CASE, KEY, verdicts, ("H1", "H2", "H3", "H4"), (), ""))
    for name, value in here.items():
        if "slot" not in name:
            assert value == there[name]


@settings(max_examples=30, deadline=None)
@given(st.sets(st.sampled_from([d.document_id for d in CASE.documents])))
def test_dropping_documents_changes_no_verdict_score(kept: set[str]) -> None:
    documents = tuple(d for d in CASE.documents if d.document_id in kept)
    case = CASE.model_copy(update={"documents": documents})
    full, less = evidence("bdkd"), evidence("bdkd", looks=(look(shown=("d001", "d009")),))
    dropped = Evidence(case, KEY, less.verdicts, less.order, less.looks, "")
    for name in ("case_solved", "verdict_accuracy", "commits", "adopted_correct", "rest_correct"):
        assert all_scores(dropped)[name] == all_scores(full)[name]
    assert 0 <= all_scores(dropped)["coverage"] <= 1


@settings(max_examples=30, deadline=None)
@given(
    verdicts=st.lists(st.sampled_from(VERDICTS), min_size=4, max_size=4),
    names=st.permutations(["x7", "a", "H2", "zz"]),
)
def test_relabelling_the_hypotheses_changes_no_score(
    verdicts: list[Verdict], names: list[str]
) -> None:
    new = dict(zip(("H1", "H2", "H3", "H4"), names, strict=True))
    dag = KEY.dag.model_copy(
        update={
            "hypotheses": tuple(
                h.model_copy(update={"hypothesis_id": new[h.hypothesis_id]})
                for h in KEY.dag.hypotheses
            )
        }
    )
    given_ids = dict(zip(new, verdicts, strict=True))
    plain = Evidence(CASE, KEY, given_ids, ("H2", "H1", "H4", "H3"), (), "")
    renamed = Evidence(
        CASE,
        KEY.model_copy(update={"dag": dag}),
        {new[h]: v for h, v in given_ids.items()},
        tuple(new[h] for h in plain.order),
        (),
        "",
    )
    assert all_scores(renamed) == all_scores(plain)

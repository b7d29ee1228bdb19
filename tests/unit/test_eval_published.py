"""Given verdict tables of the published counts, our statistics return the published figures."""

from __future__ import annotations

import json
from importlib import resources
from typing import Any

import pytest
import yaml

from eval.analysis import statistics
from eval.analysis.tables import percent, table_module
from tests.unit.test_eval_tables import runs, sample

PUBLISHED: dict[str, Any] = yaml.safe_load(
    (resources.files("eval.analysis") / "published.yaml").read_text(encoding="utf-8")
)
MOVES = {"from_believe": "believe", "from_do_not_believe": "do_not_believe"}


@pytest.mark.parametrize("figure", PUBLISHED["solved"], ids=lambda f: f["what"])
def test_solved(figure: dict[str, Any]) -> None:
    rows = [sample(n, n < figure["solved"]) for n in range(figure["cases"])]
    main = table_module("main").table(runs(rows)).to_dict("records")[0]
    assert main["solved, all cases"].startswith(f"{figure['percent']} %")
    differs = statistics.against_chance(figure["solved"], figure["cases"]) < 0.05
    assert differs is figure["differs_from_chance"]


def test_baselines() -> None:
    known = PUBLISHED["baselines"]
    assert percent((1 / 3) * (2 / 3) ** 3) == f"{known['random_case_solved']} %"
    assert percent(1 / 4) == f"{known['believe_one_case_solved']} %"
    assert percent(1 / 3) == f"{known['random_worst_class']} %"


def verdicts(before: dict[str, int], after: dict[str, int]) -> tuple[list[str], list[str]]:
    """Verdicts before and after, in one order, that have the published counts."""
    moves = [("believe", "do_not_know")] * after["from_believe"]
    moves += [("do_not_believe", "do_not_know")] * after["from_do_not_believe"]
    moves += [("do_not_know", "do_not_know")] * after["from_do_not_know"]
    moves += [("do_not_know", "believe")] * (before["do_not_know"] - after["from_do_not_know"])
    moves += [("do_not_believe", "do_not_believe")] * (before["of"] - len(moves))
    return [a for a, _ in moves], [b for _, b in moves]


def test_flips() -> None:
    before, after = PUBLISHED["flips"]["before"], PUBLISHED["flips"]["after"]
    first, second = verdicts(before, after)
    assert len(first) == before["of"]
    assert first.count("do_not_know") == before["do_not_know"]
    assert second.count("do_not_know") == after["do_not_know"]
    names = [f"h{n}" for n in range(len(first))]
    rows = [
        sample(1, True, condition=c, verdicts=json.dumps(dict(zip(names, v, strict=True))))
        for c, v in (("full", first), ("closed_book", second))
    ]
    flips = table_module("flips").table(runs(rows)).to_dict("records")[0]
    assert flips["believe -> do not know"] == str(after["from_believe"])
    assert flips["do not -> do not know"] == str(after["from_do_not_believe"])
    assert flips["do not know -> do not know"] == str(after["from_do_not_know"])


def test_rank_correlation_of_tied_tables() -> None:
    """Five systems of 30 cases each, two tied on one generator: rho 0.97; one swap more: below."""
    first = [8 / 30, 6 / 30, 3 / 30, 2 / 30, 2 / 30]
    tied = statistics.rank_correlation(first, [9 / 30, 6 / 30, 4 / 30, 3 / 30, 1 / 30])
    assert tied.rho == pytest.approx(0.9747, abs=1e-4)
    six = statistics.rank_correlation([8, 3, 2, 2, 1, 0], [9, 4, 3, 2, 0, 1])
    assert round(six.rho, 2) == 0.93
    assert statistics.rank_correlation([1, 2, 3, 4, 5, 6], [1, 2, 3, 4, 6, 5]).rho == pytest.approx(
        PUBLISHED["generator_swap"]["rho"], abs=0.005
    )

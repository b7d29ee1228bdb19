"""The main table: how often each system solved a case, and what it believed."""

from __future__ import annotations

import pandas as pd

from eval.analysis import statistics
from eval.analysis.frames import Frame, Runs
from eval.analysis.tables import (
    dollars,
    interval,
    number,
    p_value,
    percent,
    rates,
    total_dollars,
)

TITLE = "Cases solved"
NOTE = (
    "Solved over all cases, a missing answer counting as not solved, with Wilson's 95 % interval; "
    "beside it the rate among answered samples and, where some are missing, the bounds were all of "
    "them lost or won. p: exact binomial against 25 %, a mean over epochs rounded to whole cases "
    "towards it. Systems of one tier are not told apart by their intervals. Beliefs and commitment "
    "are shares of verdicts, a missing one being none."
)

CLOSED_FORMS = {
    "policy/random": 8 / 81,
    "policy/believe_one": 1 / 4,
    "policy/party_coin": 1 / 2,
    "policy/believe_all": 0.0,
    "policy/reject_all": 0.0,
    "policy/abstain_all": 0.0,
    "policy/silent": 0.0,
    "policy/oracle": 1.0,
}


def table(runs: Runs) -> pd.DataFrame:
    """A row per system, best first."""
    solved = [statistics.mean_rate(runs.cases(s, "case_solved").tolist()) for s in runs.systems]
    rows = zip(runs.systems, solved, statistics.tiers(solved), strict=True)
    return pd.DataFrame([_row(runs, system, rate, tier) for system, rate, tier in rows])


def _row(runs: Runs, system: str, rate: statistics.Rate, tier: int) -> dict[str, str]:
    samples = runs.of(system)
    answered = samples[samples["answered"] == 1]
    low, high = statistics.bounds(
        float(samples["case_solved"].fillna(0).sum()), len(answered), len(samples)
    )
    n = len(samples)
    pooled = rates(samples)
    model = str(samples["model"].iloc[0])
    closed = CLOSED_FORMS.get(model)
    return {
        "system": system,
        "tier": str(tier),
        "cases": str(rate.of),
        "epochs": str(samples["epoch"].nunique()),
        "solved, all cases": interval(rate),
        "closed form": percent(closed) if closed is not None else "",
        "solved, answered": percent(pooled["complete_case_solved"]),
        "answered": f"{len(answered)} of {n}",
        "bounds": f"{percent(low)} to {percent(high)}" if len(answered) < n else "–",
        "p against 25 %": p_value(statistics.against_chance(rate.value * rate.of, rate.of)),
        "adopted believed": _mean(samples, "adopted_believed"),
        "rejected believed": _mean(samples, "rejected_believed"),
        "alternative believed": _mean(samples, "alternative_believed"),
        "committed": _mean(samples, "commit_rate"),
        "committed accuracy": percent(pooled["committed_accuracy"]),
        "worst class": percent(pooled["worst_class_accuracy"]),
        "tokens a case": number(float(samples["tokens"].mean()), 0),
        "dollars a case": dollars(total_dollars(samples) / n),
        "harness": str(samples["harness"].iloc[0]),
        "dates": " to ".join(sorted({str(samples["date"].min()), str(samples["date"].max())})),
    }


def _mean(samples: Frame, score: str) -> str:
    return percent(float(samples[score].fillna(0).mean()))

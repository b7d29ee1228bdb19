"""Was the adopted account believed, and nothing else? Verdict by verdict, and in all."""

from __future__ import annotations

from eval.scorers import Evidence

KEYS = (
    "case_solved", "verdict_accuracy", "answered", "unparsed", "missing", "repaired",
    "commits", "commits_correct", "commit_rate", "adopted_believed", "rejected_believed",
    "alternative_believed", "alternatives_believed", "adopted_correct", "rest_correct",
    "believed", "disbelieved", "not_known", "believed_slot_1", "believed_slot_2", "believed_slot_3",
    "believed_slot_4",
)  # fmt: skip


def scores(evidence: Evidence) -> dict[str, float]:
    """Of a sample without a readable answer, every verdict counts as wrong and as no commitment.

    `alternative_believed` is the share of the two alternatives, `alternatives_believed` their
    number; `rest_correct` counts the three accounts beside the adopted one.
    """
    dag, verdicts = evidence.key.dag, evidence.verdicts
    adopted = dag.adopted.hypothesis_id
    rest = [h.hypothesis_id for h in dag.hypotheses if h.hypothesis_id != adopted]
    alternatives = [h.hypothesis_id for h in dag.alternatives]
    believed = {h for h, verdict in verdicts.items() if verdict == "believe"}
    adopted_correct = int(adopted in believed)
    rest_correct = sum(verdicts.get(h) == "do_not_believe" for h in rest)
    commits = sum(verdict != "do_not_know" for verdict in verdicts.values())
    correct = adopted_correct + rest_correct
    n_alternatives = sum(h in believed for h in alternatives)
    order = evidence.order
    return {
        "case_solved": int(believed == {adopted}),
        "verdict_accuracy": correct / 4,
        "answered": int(bool(verdicts)),
        "unparsed": int(evidence.unparsed),
        "missing": int(not verdicts and not evidence.unparsed),
        "repaired": int(bool(verdicts) and evidence.replies > 1),
        "commits": commits,
        "commits_correct": correct,
        "commit_rate": commits / 4,
        "adopted_believed": adopted_correct,
        "rejected_believed": int(dag.rejected.hypothesis_id in believed),
        "alternative_believed": n_alternatives / 2,
        "alternatives_believed": n_alternatives,
        "adopted_correct": adopted_correct,
        "rest_correct": rest_correct,
        "believed": len(believed),
        "disbelieved": sum(v == "do_not_believe" for v in verdicts.values()),
        "not_known": sum(v == "do_not_know" for v in verdicts.values()),
        **{
            f"believed_slot_{slot}": int(len(order) >= slot and order[slot - 1] in believed)
            for slot in (1, 2, 3, 4)
        },
    }

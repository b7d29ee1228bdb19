"""Which documents was the agent shown, in all and by role; which did it only glimpse?"""

from __future__ import annotations

from collections import Counter

from builder.schema import ROLES
from eval.scorers import Evidence

_COUNTS = ("shown", "glimpsed", "total")
KEYS = (
    "coverage", "documents", "documents_shown", "documents_glimpsed", "signal_recall",
    "pro_alternative_exposure", *(f"{count}_{role}" for role in ROLES for count in _COUNTS),
    *(f"recall_{role}" for role in ROLES),
)  # fmt: skip


def scores(evidence: Evidence) -> dict[str, float]:
    """Shown: by `read`, or by `shell` output that holds the content. Glimpsed: named with a line by
    `grep`, and not shown. A role without documents has recall 0 and total 0."""
    roles = {d.document_id: d.role for d in evidence.key.documents}
    present = [d.document_id for d in evidence.case.documents]
    shown = {d for look in evidence.looks for d in look.shown} & set(present)
    glimpsed = ({d for look in evidence.looks for d in look.glimpsed} & set(present)) - shown
    totals = Counter(roles[d] for d in present)
    shown_by, glimpsed_by = (Counter(roles[d] for d in ids) for ids in (shown, glimpsed))
    found: dict[str, float] = {
        "coverage": len(shown) / max(1, len(present)),
        "documents": len(present),
        "documents_shown": len(shown),
        "documents_glimpsed": len(glimpsed),
    }
    for role in ROLES:
        found[f"shown_{role}"] = shown_by[role]
        found[f"glimpsed_{role}"] = glimpsed_by[role]
        found[f"total_{role}"] = totals[role]
        found[f"recall_{role}"] = shown_by[role] / max(1, totals[role])
    found["signal_recall"] = found["recall_signal"]
    found["pro_alternative_exposure"] = found["recall_pro_alternative"]
    return found

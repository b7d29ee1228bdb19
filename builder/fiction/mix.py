"""What a company's files consist of: shares of genres and formats, the same for every role."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from builder.schema import Format

FORMAT_MIX: Mapping[Format, float] = {
    "pdf": 0.40,
    "docx": 0.20,
    "xlsx": 0.12,
    "pptx": 0.06,
    "txt": 0.22,
}
GENRE_MIX: Mapping[str, float] = {
    "email_thread": 18.5,
    "memo": 9.5,
    "letter": 4,
    "chat_export": 8,
    "deposition": 7,
    "ledger": 7,
    "ticket": 4,
    "receiving_log": 3.5,
    "slide_deck": 4.5,
    "calendar": 2.5,
    "phone_log": 2.5,
    "work_order": 3,
    "timesheet": 2.5,
    "invoice": 2.5,
    "purchase_order": 2,
    "bank_record": 1.7,
    "inspection_report": 2.2,
    "hr_form": 2,
    "spec_sheet": 1.5,
    "design_note": 2,
    "forecast": 1.7,
    "badge_log": 2,
    "incident_report": 2,
    "minutes": 4,
    "declaration": 2.6,
    "complaint_form": 1.8,
    "interrogatory_answers": 4,
    "performance_review": 2,
    "policy": 3,
    "lab_sheet": 1.4,
    "insurance_letter": 1.1,
    "contract": 2,
    "payroll": 1.6,
    "visitor_log": 1.4,
    "press_release": 1.5,
}
USUAL = 1.0  # for a genre that the mix does not know
KEPT_TO = 0.6  # how far later roles keep to the genres of those before, against the mix


def shares(genres: Iterable[str]) -> dict[str, float]:
    """The wanted share of each of some genres."""
    weights = {genre: GENRE_MIX.get(genre, USUAL) for genre in genres}
    total = sum(weights.values())
    return {genre: weight / total for genre, weight in weights.items()}


def after(found: Counter[str], mix: Mapping[str, float]) -> dict[str, float]:
    """The shares for a role that is to look like what is there already."""
    total = found.total()
    if not total:
        return dict(mix)
    return {
        genre: KEPT_TO * found[genre] / total + (1 - KEPT_TO) * share
        for genre, share in mix.items()
    }


def furthest_behind(
    formats: Iterable[Format], own: Counter[Format], every: Counter[Format]
) -> Format:
    """The format that is furthest behind the wanted mix, within a role and over all."""

    def behind(file_format: Format) -> float:
        share = FORMAT_MIX[file_format]
        return (
            share * (every.total() + 1)
            - every[file_format]
            + share * (own.total() + 1)
            - own[file_format]
        )

    return max(formats, key=behind)

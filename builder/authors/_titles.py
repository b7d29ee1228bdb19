"""Titles and series of planned documents, as a model would give them.

In: a plan by the procedural planner, which matches roles, genres, dates and lengths. Out: the plan
under the model's titles and series, filed anew. Titles that cannot be read, or hold what they may
not, are dropped, and the planner's own stay. Side effects: those of the provider.
"""

from __future__ import annotations

import logging
import re
from random import Random

from builder.authors import Dossier
from builder.authors._ask import Answer, Question, ask
from builder.authors._provider import Provider
from builder.errors import UnplaceableFact
from builder.fiction.filing import file_all
from builder.fiction.inventory import take_inventory
from builder.fiction.titles import avoided
from builder.genres import genre_module
from builder.matching.text import holds, normalize
from builder.schema import ROLES, DocumentPlan, DocumentSpec

LOG = logging.getLogger(__name__)
DOCUMENTS_PER_CALL = 40
MOST_CHARS = 70


class Titled(Answer):
    """The title of one document; `series` it belongs to, if any."""

    document_id: str
    title: str
    series: str = ""


class Titles(Answer):
    """Titles of some documents."""

    titles: tuple[Titled, ...]


TITLES = Question("titles", "plan", Titles, UnplaceableFact)


def retitled(provider: Provider, dossier: Dossier, plan: DocumentPlan) -> DocumentPlan:
    """The plan under the model's titles."""
    found: dict[str, Titled] = {}
    banned = _banned(dossier, plan)
    for start in range(0, len(plan.specs), DOCUMENTS_PER_CALL):
        specs = plan.specs[start : start + DOCUMENTS_PER_CALL]
        try:
            answer = ask(
                provider,
                TITLES,
                dossier.record.case_id,
                {"documents": [_described(spec) for spec in specs]},
                lambda a: _faults(a, banned),
                lambda a: Titles(titles=tuple(t for t in a.titles if not _fault(t, banned))),
            )
        except UnplaceableFact as exc:
            LOG.warning("the planner's own titles stay: %s", exc)
            continue
        found |= {t.document_id: t for t in answer.titles}
    specs = [_titled(spec, found.get(spec.document_id)) for spec in plan.specs]
    inventory = take_inventory(dossier.extraction.entities, dossier.dag, dossier.extraction.setting)
    rng = Random(f"{dossier.world_id}/plan/filing")
    return DocumentPlan(specs=file_all(specs, inventory, rng))


def _described(spec: DocumentSpec) -> dict[str, str]:
    topics = dict.fromkeys(piece.topic for piece in spec.background if piece.topic)
    return {
        "document_id": spec.document_id,
        "genre": genre_module(spec.genre).GENRE.title,
        "date": f"{spec.date:%B %Y}",
        "about": ", ".join(topics) or "office matters",
    }


def _titled(spec: DocumentSpec, titled: Titled | None) -> DocumentSpec:
    if titled is None:
        return spec
    series = titled.series.strip() or spec.series
    return spec.model_copy(update={"title": titled.title.strip(), "series": series})


def _banned(dossier: Dossier, plan: DocumentPlan) -> tuple[tuple[str, ...], frozenset[str]]:
    """Names and terms that no title may hold, and words that would tell what a paper states."""
    names = [n for e in dossier.extraction.entities for n in e.names]
    worded = [s.text for spec in plan.specs for st in spec.statements for s in st.surfaces]
    terms = (*names, *dossier.extraction.setting.dispute_terms, *ROLES)
    return terms, avoided(worded)


def _fault(titled: Titled, banned: tuple[tuple[str, ...], frozenset[str]]) -> str:
    names, words = banned
    text = normalize(titled.title)
    if not text or len(titled.title) > MOST_CHARS or re.search(r"\d", text):
        return f"{titled.document_id}: a title needs words, no digit, at most {MOST_CHARS} signs"
    held = [name for name in names if holds(text, name)] or sorted(avoided([text]) & words)
    return f"{titled.document_id}: its title may not hold {held[0]!r}" if held else ""


def _faults(answer: Titles, banned: tuple[tuple[str, ...], frozenset[str]]) -> list[str]:
    return [fault for titled in answer.titles if (fault := _fault(titled, banned))]

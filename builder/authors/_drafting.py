"""Documents by a model: what it is told, and what of its answer is taken.

In: a dossier and a spec. Out: the inputs of a prompt; content whose blocks are marked with the
facts they state; the mechanical faults of a document, which no grade of a model outweighs. No side
effects.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from builder.authors import Dossier
from builder.authors._ask import Answer
from builder.authors._caption import world_caption
from builder.errors import BuilderError
from builder.fiction.judge import review
from builder.fiction.screen import Screen, blocks_text, make_screen
from builder.fiction.writer import write
from builder.genres import genre_module
from builder.matching.blocks import block_text
from builder.matching.text import holds, normalize, spans, together
from builder.schema import (
    Block,
    Break,
    DocumentContent,
    DocumentSpec,
    Entity,
    Fact,
    Grade,
    Role,
    Statement,
)

QUIET: tuple[Role, ...] = ("noise", "alternative_noise", "chaff")
MOST_AVOIDED = 40
WORDS = (120, 420)


class Written(Answer):
    """A document as typed blocks."""

    blocks: tuple[Block, ...]


class Judged(Answer):
    """A judge's grade with its reasons."""

    grade: Grade
    reasons: tuple[str, ...] = ()


def document_inputs(
    dossier: Dossier, spec: DocumentSpec, reasons: Sequence[str] = ()
) -> dict[str, Any]:
    """What a writer is told of a planned document."""
    people = {e.entity_id: e for e in dossier.extraction.entities}
    author = people[spec.author_id]
    setting = dossier.extraction.setting
    disputed = [n for e in dossier.extraction.entities if e.in_dispute for n in e.names]
    return {
        **judge_inputs(dossier, spec),
        "company": people.get(author.employer_id or ""),
        "recipients": [people[r] for r in spec.recipient_ids],
        "least": WORDS[0],
        "most": WORDS[1],
        "about": [piece.text for piece in spec.background if piece.text],
        "quiet": spec.role in QUIET,
        "avoid": "; ".join(_avoided(dossier, spec)) or "none",
        "banned": ", ".join([*disputed, *setting.dispute_terms]),
        "named": ", ".join(disputed[:12]),
        "window": setting.window,
        "reasons": list(reasons),
    }


def judge_inputs(dossier: Dossier, spec: DocumentSpec) -> dict[str, Any]:
    """What a judge is told of a planned document."""
    people: dict[str, Entity] = {e.entity_id: e for e in dossier.extraction.entities}
    facts = {fact.fact_id: fact for fact in dossier.dag.facts}
    return {
        "spec": spec,
        "genre": genre_module(spec.genre).GENRE.title,
        "date": f"{spec.date:%A, %B} {spec.date.day}, {spec.date.year}",
        "author": people[spec.author_id],
        "must": [_point(s, facts[s.fact_id]) for s in spec.statements],
        "outside": spec.role == "chaff",
        "brief": dossier.extraction.setting.brief,
        "accounts": sorted(h.statement for h in dossier.dag.hypotheses),  # in no telling order
    }


def _point(statement: Statement, fact: Fact) -> dict[str, Any]:
    wording = statement.wording
    words = wording.text if wording and wording.text else fact.text
    if wording and wording.row:
        pairs = zip(wording.columns, wording.row, strict=False)
        words = ", ".join(f"{column}: {cell}" for column, cell in pairs)
    return {"words": words, "surfaces": [s.text for s in statement.surfaces]}


def _avoided(dossier: Dossier, spec: DocumentSpec) -> list[str]:
    planned = {s.fact_id for s in spec.statements}
    others = [f for f in dossier.dag.facts if f.fact_id not in planned]
    return [" with ".join(a.surfaces[0] for a in f.anchors) for f in others][:MOST_AVOIDED]


def content_of(spec: DocumentSpec, blocks: tuple[Block, ...]) -> DocumentContent:
    """Blocks as a document; each block is marked with the facts that it states."""
    marks: list[set[str]] = [set() for _ in blocks]
    texts = [normalize(block_text(block)) for block in blocks]
    for statement in spec.statements:
        found = [{s.text for s in statement.surfaces if holds(t, s.text)} for t in texts]
        missing = {s.text for s in statement.surfaces}
        # The block that says most comes first; others are marked for what it leaves out only.
        for place in sorted(range(len(blocks)), key=lambda i: -len(found[i])):
            if missing & found[place] and not isinstance(blocks[place], Break):
                marks[place].add(statement.fact_id)
                missing -= found[place]
    marked = tuple(
        block
        if isinstance(block, Break)
        else block.model_copy(update={"fact_ids": tuple(sorted(marks[place]))})
        for place, block in enumerate(blocks)
    )
    return DocumentContent(document_id=spec.document_id, title=spec.title, blocks=marked)


def faults(dossier: Dossier, spec: DocumentSpec, content: DocumentContent) -> list[str]:
    """Why a document cannot have its role, whatever anybody thinks of it."""
    found = review(_screen(dossier), spec, content).reasons
    text = blocks_text(content.blocks)
    leaked = [] if spec.role in QUIET else _leaked(dossier, spec, text)
    return [*found, *leaked, *_apart(spec, content), *_quoted(dossier, text)]


def _leaked(dossier: Dossier, spec: DocumentSpec, text: str) -> list[str]:
    """Facts that a stating document states beside its own. What its planned words say by chance
    (a name and a small number) says the procedural draft as well, and is no leak."""
    planned = frozenset(s.fact_id for s in spec.statements)
    screen = _screen(dossier)
    stated = screen.stated(text, planned)
    if not stated:
        return []
    try:
        caption = world_caption(dossier)
        draft = write(dossier.world_id, dossier.extraction.entities, spec, caption=caption)
        by_chance = screen.stated(blocks_text(draft.blocks), planned)
    except BuilderError:
        by_chance = []
    facts = {f.fact_id: f for f in dossier.dag.facts}
    return [
        "it states what it may not: " + " with ".join(a.surfaces[0] for a in facts[i].anchors)
        for i in stated
        if i not in by_chance
    ]


def _apart(spec: DocumentSpec, content: DocumentContent) -> list[str]:
    text = normalize("\n".join([content.title, *(block_text(b) for b in content.blocks)]))
    return [
        "these words stand too far apart: " + ", ".join(s.text for s in statement.surfaces)
        for statement in spec.statements
        if not together([spans(text, normalize(s.text)) for s in statement.surfaces])
    ]


def _quoted(dossier: Dossier, text: str) -> list[str]:
    return [
        f"it quotes an account of the case: {sentence!r}"
        for hypothesis in dossier.dag.hypotheses
        for sentence in hypothesis.statement.split(". ")
        if normalize(sentence) in text
    ]


def _screen(dossier: Dossier) -> Screen:
    return make_screen(dossier.extraction.entities, dossier.dag, dossier.extraction.setting)

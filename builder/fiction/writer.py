"""Writes a planned document: its genre composes it, in the voices of its people.

In: the entities of a world and a spec. Out: `DocumentContent`, the same for the same world, spec
and try.
"""

from __future__ import annotations

import hashlib
import re
from random import Random

from builder.fiction.familiar import familiar
from builder.fiction.voice import voiced
from builder.genres import Scene, genre_module
from builder.schema import DocumentContent, DocumentSpec, Entity

LOOKS = 8
OTHERS = 6
CAPTION_LINES = 3


def write(
    world_id: str,
    entities: tuple[Entity, ...],
    spec: DocumentSpec,
    attempt: int = 0,
    caption: tuple[str, ...] = (),
) -> DocumentContent:
    """One written document of a world; whoever wants many keeps a `Composer`."""
    return Composer(world_id, entities, caption).write(spec, attempt)


class Composer:
    """Writes the documents of one world; `caption` heads the dispute's papers.

    What it wrote of a document last is kept, so that a planner's trial need not be written again.
    """

    def __init__(
        self, world_id: str, entities: tuple[Entity, ...], caption: tuple[str, ...] = ()
    ) -> None:
        self.entities = entities
        self._world_id = world_id
        self._caption = caption
        self._by_id = {entity.entity_id: entity for entity in entities}
        self._order = {entity_id: number for number, entity_id in enumerate(self._by_id)}
        busy = {e.employer_id for e in entities if e.in_dispute}
        self._elsewhere = [
            e
            for e in entities
            if e.kind == "organization" and not e.in_dispute and e.entity_id not in busy
        ]
        self._bystanders: dict[str | None, list[Entity]] = {}
        for entity in entities:
            if entity.kind == "person" and not entity.in_dispute:
                self._bystanders.setdefault(entity.employer_id, []).append(entity)
        self._written: dict[str, tuple[DocumentSpec, DocumentContent]] = {}

    def write(self, spec: DocumentSpec, attempt: int = 0) -> DocumentContent:
        """The written document, the same for the same world, spec and try; a later `attempt` draws
        anew. Where the document is filed makes no difference."""
        if attempt:
            return self._compose(spec, f"/{attempt}")
        unfiled = spec.model_copy(update={"path": "", "custodian_id": None})
        known = self._written.get(spec.document_id)
        if known is None or known[0] != unfiled:
            known = self._written[spec.document_id] = unfiled, self._compose(spec, "")
        return known[1]

    def _compose(self, spec: DocumentSpec, again: str) -> DocumentContent:
        rng = Random(f"{self._world_id}/write/{spec.document_id}{again}")
        scene = self.scene(spec)
        blocks = genre_module(spec.genre).compose(scene, rng)
        blocks = familiar(blocks, scene)
        blocks = voiced(blocks, scene, f"{self._world_id}/voice/{spec.document_id}{again}")
        return DocumentContent(document_id=spec.document_id, title=spec.title, blocks=blocks)

    def scene(self, spec: DocumentSpec) -> Scene:
        """The people and companies around a planned document; chaff belongs to another case."""
        author = self._by_id[spec.author_id]
        company = self._by_id.get(author.employer_id or "", author)
        recipients = tuple(self._by_id[r] for r in spec.recipient_ids)
        partner = self._by_id.get(recipients[0].employer_id or "") if recipients else None
        return Scene(
            spec=spec,
            author=author,
            company=company,
            recipients=recipients,
            recipient_company=partner,
            look=look_of(company),
            others=self._others(spec, company),
            caption=self._other_case(spec, company) if spec.role == "chaff" else self._caption,
        )

    def _other_case(self, spec: DocumentSpec, company: Entity) -> tuple[str, ...]:
        """The lines over a court paper of a case of other people, in the same court."""
        others = [e for e in self._elsewhere if e is not company]
        court_paper = genre_module(spec.genre).GENRE.court_paper
        if not court_paper or len(self._caption) < CAPTION_LINES or not others:
            return ()
        court, *_, number = self._caption
        rng = Random(f"{self._world_id}/caption/{spec.document_id}")
        docket = re.sub(r"\d+$", lambda digits: f"{rng.randrange(10 ** len(digits[0]))}", number)
        return (court, f"{company.name} v. {rng.choice(others).name}", docket)

    def _others(self, spec: DocumentSpec, company: Entity) -> tuple[Entity, ...]:
        """The speakers of the document first, then bystanders of the author's company."""
        speakers = {s.wording.speaker_id or "" for s in spec.statements if s.wording}
        speakers.update(piece.speaker_id or "" for piece in spec.background)
        taken = {spec.author_id, *spec.recipient_ids}
        known = [s for s in speakers if s in self._order and s not in taken]
        speaking = [self._by_id[s] for s in sorted(known, key=self._order.__getitem__)]
        near = [e for e in self._bystanders.get(company.entity_id, ()) if e.entity_id not in taken]
        Random(f"{self._world_id}/others/{spec.document_id}").shuffle(near)
        others = {entity.entity_id: entity for entity in (*speaking, *near)}
        return tuple(others.values())[: max(OTHERS, len(speaking))]


def look_of(company: Entity) -> int:
    """The style of a company's papers, the same that its rendered files have."""
    return hashlib.sha256(company.name.encode()).digest()[0] % LOOKS

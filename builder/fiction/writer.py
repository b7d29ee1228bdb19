"""Writes a planned document: its genre composes it, in the voices of its people.

In: the entities of a world and a spec. Out: `DocumentContent`, the same for the same world, spec
and try.
"""

from __future__ import annotations

import hashlib
import re
from random import Random

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
    """The written document; a later `attempt` draws anew. `caption` heads the dispute's papers."""
    again = f"/{attempt}" if attempt else ""
    rng = Random(f"{world_id}/write/{spec.document_id}{again}")
    scene = scene_of(world_id, entities, spec, caption)
    blocks = genre_module(spec.genre).compose(scene, rng)
    voice_rng = Random(f"{world_id}/voice/{spec.document_id}{again}")
    return DocumentContent(
        document_id=spec.document_id, title=spec.title, blocks=voiced(blocks, scene, voice_rng)
    )


def look_of(company: Entity) -> int:
    """The style of a company's papers, the same that its rendered files have."""
    return hashlib.sha256(company.name.encode()).digest()[0] % LOOKS


def scene_of(
    world_id: str, entities: tuple[Entity, ...], spec: DocumentSpec, caption: tuple[str, ...] = ()
) -> Scene:
    """The people and companies around a planned document; chaff belongs to another case."""
    by_id = {entity.entity_id: entity for entity in entities}
    author = by_id[spec.author_id]
    company = by_id.get(author.employer_id or "", author)
    recipients = tuple(by_id[r] for r in spec.recipient_ids)
    partner = by_id.get(recipients[0].employer_id or "") if recipients else None
    return Scene(
        spec=spec,
        author=author,
        company=company,
        recipients=recipients,
        recipient_company=partner,
        look=look_of(company),
        others=_others(world_id, entities, spec, company),
        caption=caption
        if spec.role != "chaff"
        else _other_case(world_id, entities, spec, company, caption),
    )


def _other_case(
    world_id: str,
    entities: tuple[Entity, ...],
    spec: DocumentSpec,
    company: Entity,
    caption: tuple[str, ...],
) -> tuple[str, ...]:
    """The lines over a court paper of a case of other people, in the same court."""
    busy = {e.employer_id for e in entities if e.in_dispute}
    others = [
        e
        for e in entities
        if e.kind == "organization"
        and not e.in_dispute
        and e is not company
        and e.entity_id not in busy
    ]
    if len(caption) < CAPTION_LINES or not others:
        return ()
    rng = Random(f"{world_id}/caption/{spec.document_id}")
    docket = re.sub(r"\d+$", lambda number: f"{rng.randrange(10 ** len(number[0]))}", caption[-1])
    return (caption[0], f"{company.name} v. {rng.choice(others).name}", docket)


def _others(
    world_id: str, entities: tuple[Entity, ...], spec: DocumentSpec, company: Entity
) -> tuple[Entity, ...]:
    """The speakers of the document first, then bystanders of the author's company."""
    speakers = [s.wording.speaker_id for s in spec.statements if s.wording]
    speakers += [piece.speaker_id for piece in spec.background]
    taken = {spec.author_id, *spec.recipient_ids}
    speaking = [e for e in entities if e.entity_id in speakers and e.entity_id not in taken]
    near = [
        e
        for e in entities
        if e.kind == "person"
        and not e.in_dispute
        and e.employer_id == company.entity_id
        and e.entity_id not in taken
    ]
    Random(f"{world_id}/others/{spec.document_id}").shuffle(near)
    return tuple(dict.fromkeys((*speaking, *near)))[: max(OTHERS, len(speaking))]

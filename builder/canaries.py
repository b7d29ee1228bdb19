"""Canaries: strings that must never be found in training data, in three tiers.

- `DOCS_CANARY` stands in the card's pages only: whoever knows it has read about the worlds.
- A world's own stands in its row and as a reference line in one file of its corpus: whoever knows
  it has read that corpus. It depends on the world's id alone, and the file is drawn among all files
  that can carry such a line, so neither tells anything of roles.
- The key's (`builder.manifest.CANARY`, or a private one for a sealed key) stands in the answers:
  whoever knows it has read the key.
"""

from __future__ import annotations

import random
import uuid
from collections.abc import Sequence

from builder.schema import DocumentContent, DocumentSpec, Paragraph

DOCS_CANARY = "investigation-worlds docs canary 8a1f5c0e-37b2-4c58-8d35-1b0f6f2a9e74"
NAMESPACE = uuid.UUID("6f1c8a52-4d0e-5b7a-9a63-2f7f5d1c0e94")
CARRIERS = ("docx", "pdf", "txt")


def world_canary(world_id: str) -> str:
    """The canary of a world, as its row has it."""
    return f"investigation-worlds canary {uuid.uuid5(NAMESPACE, world_id)}"


def carrier(world_id: str, specs: Sequence[DocumentSpec]) -> str:
    """Id of the document that carries the world's canary; empty when none can."""
    able = sorted(spec.document_id for spec in specs if spec.format in CARRIERS)
    return random.Random(f"{world_id}/canary").choice(able) if able else ""


def with_canary(world_id: str, content: DocumentContent) -> DocumentContent:
    """A document with the world's canary below it, as an office's reference line."""
    line = Paragraph(text=f"Ref. {uuid.uuid5(NAMESPACE, world_id)}", style="small")
    return content.model_copy(update={"blocks": (*content.blocks, line)})

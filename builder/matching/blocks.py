"""All the words of a block, in reading order."""

from __future__ import annotations

from builder.schema import Block, Break


def block_text(block: Block) -> str:
    """The words that a reader sees, one piece a line."""
    if isinstance(block, Break):
        return block.title
    parts: list[str] = []
    for name, value in vars(block).items():
        if name not in ("kind", "fact_ids", "style"):
            _gather(value, parts)
    return "\n".join(parts)


def _gather(value: object, parts: list[str]) -> None:
    if isinstance(value, str):
        parts.append(value)
    elif isinstance(value, tuple):
        for one in value:
            _gather(one, parts)

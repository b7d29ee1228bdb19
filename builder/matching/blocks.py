"""All the words of a block, in reading order."""

from __future__ import annotations

from collections.abc import Iterable

from builder.schema import Block, Break


def block_text(block: Block) -> str:
    """The words that a reader sees, one piece a line."""
    if isinstance(block, Break):
        return block.title
    parts: list[str] = []
    _gather((v for k, v in vars(block).items() if k not in ("kind", "fact_ids", "style")), parts)
    return "\n".join(parts)


def _gather(values: Iterable[object], parts: list[str]) -> None:
    for value in values:
        if isinstance(value, str):
            parts.append(value)
        elif value and isinstance(value, tuple):
            if isinstance(value[0], str):  # then so are the others
                parts += value
            else:
                _gather(value, parts)

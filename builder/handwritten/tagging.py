"""Marks the blocks of a document with the facts they state.

In: blocks and the statements of their document. Out: the same blocks with `fact_ids`. A statement
marks the blocks of its tightest passage only: a "14" elsewhere on the page is another 14.
"""

from __future__ import annotations

from collections.abc import Sequence

from builder.matching.blocks import block_text
from builder.matching.text import HEAD_CHARACTERS, NEAR_CHARACTERS, holds, normalize
from builder.schema import Block, Break, Statement


def tag(blocks: Sequence[Block], statements: Sequence[Statement]) -> tuple[Block, ...]:
    """`blocks` with the ids of the facts that each of them helps to state, sorted."""
    texts = [normalize(block_text(block)) for block in blocks]
    marks: list[set[str]] = [set() for _ in blocks]
    for statement in statements:
        for index in _passage(texts, [s.text for s in statement.surfaces]):
            marks[index].add(statement.fact_id)
    return tuple(
        block
        if isinstance(block, Break) or not mark
        else block.model_copy(update={"fact_ids": tuple(sorted(mark))})
        for block, mark in zip(blocks, marks, strict=True)
    )


def _passage(texts: Sequence[str], surfaces: Sequence[str]) -> set[int]:
    """The blocks of the shortest run that holds all surfaces, with the head's help if it must."""
    where = [{i for i, text in enumerate(texts) if holds(text, s)} for s in surfaces]
    return _shortest(texts, where, set()) or _shortest(texts, where, _head(texts))


def _shortest(texts: Sequence[str], where: Sequence[set[int]], head: set[int]) -> set[int]:
    best: tuple[int, set[int]] = (NEAR_CHARACTERS + 1, set())
    for first in range(len(texts)):
        length = 0
        for last in range(first, len(texts)):
            length += len(texts[last])
            found = [(near & set(range(first, last + 1))) or near & head for near in where]
            if all(found):
                best = min(best, (length, set[int]().union(*found)), key=lambda run: run[0])
                break
    return best[1]


def _head(texts: Sequence[str]) -> set[int]:
    head: set[int] = set()
    length = 0
    for index, text in enumerate(texts):
        if length >= HEAD_CHARACTERS:
            break
        head.add(index)
        length += len(text) + 1
    return head

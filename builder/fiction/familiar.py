"""How people name their colleagues: in full once, then as they call them.

In: blocks and the scene they were composed for. Out: the same blocks, in which bystanders go by a
part of their name. Nobody of the dispute is touched, since such names are evidence.
"""

from __future__ import annotations

from collections.abc import Callable

from builder.genres import Scene
from builder.genres._people import bystanders, first, full, last, manner
from builder.schema import Block, Lines, ListBlock, Message, Paragraph

_SPOKEN = frozenset({"email_thread", "memo", "chat_export"})


def familiar(blocks: tuple[Block, ...], scene: Scene) -> tuple[Block, ...]:
    """The blocks of a paper between colleagues, with the names they use; others as they are."""
    if scene.spec.genre not in _SPOKEN:
        return blocks
    style = "casual" if scene.spec.genre == "chat_export" else manner(scene.author)
    everyone = (scene.author, *scene.recipients, *scene.others)
    words = [word for person in everyone for word in set(full(person).split())]
    called: dict[str, str] = {}
    for person in bystanders(scene):
        short = last(person) if style == "formal" else first(person)
        if words.count(short) == 1 and short != full(person):
            called[full(person)] = short
    if not called:
        return blocks
    known = set(called) if style == "casual" else set[str]()

    def said(text: str) -> str:
        for whole, short in called.items():
            if whole in text:
                before = ""
                if whole not in known:
                    known.add(whole)
                    before, _, text = text.partition(whole)
                    before += whole
                text = before + text.replace(whole, short)
        return text

    return tuple(_renamed(block, said) for block in blocks)


def _renamed(block: Block, said: Callable[[str], str]) -> Block:
    match block:
        case Message():
            return block.model_copy(update={"body": tuple(map(said, block.body))})
        case Paragraph():
            return block.model_copy(update={"text": said(block.text)})
        case ListBlock():
            return block.model_copy(update={"items": tuple(map(said, block.items))})
        case Lines():
            return block.model_copy(update={"lines": tuple(map(said, block.lines))})
        case _:
            return block

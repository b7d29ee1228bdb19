"""What all formats do to text before they hold it.

In: a document's content. Out: the same content with what cannot be held taken out or spelled out,
and a note for each such thing.
"""

from __future__ import annotations

import re
import unicodedata
import zlib
from collections.abc import Callable

from builder.matching.blocks import block_text
from builder.schema import Block, DocumentContent, Message, Table

# What XML 1.0 cannot hold, in every format, so that they all say the same.
_ILLEGAL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufffe\uffff]")
_NUMBER = re.compile(r"[-(]?[$€£]?[\d,.]+%?\)?")


def named(char: str) -> str:
    """Code point and Unicode name: `U+682A CJK UNIFIED IDEOGRAPH-682A`."""
    return f"U+{ord(char):04X} {unicodedata.name(char, 'CONTROL CHARACTER')}"


def deflated(data: bytes, window: int) -> bytes:
    """The data as zlib packs it, bare if `window` is negative; with so little of its memory as
    small data need, since most of the time would go into making it ready. Its usual level takes
    twice as long for a fiftieth less."""
    packer = zlib.compressobj(3, zlib.DEFLATED, window, 7)
    return packer.compress(data) + packer.flush()


def fitted(
    content: DocumentContent, spell: Callable[[str], str] | None = None
) -> tuple[DocumentContent, tuple[str, ...]]:
    """The content as a format can hold it, and what was changed.

    `spell` gives, for one character, what to write for it: itself, or a replacement.
    """
    if _plain(content):
        return content, ()
    notes: dict[str, None] = {}
    blocks: list[Block] = []
    for number, block in enumerate(content.blocks, 1):
        where = f"block {number} ({block.kind})"

        def fit(text: str, where: str = where) -> str:
            return _fit(text, where, spell, notes)

        blocks.append(_mapped(block, fit))
    title = _fit(content.title, "title", spell, notes)
    return content.model_copy(update={"blocks": tuple(blocks), "title": title}), tuple(notes)


def _plain(content: DocumentContent) -> bool:
    """Whether all that it says is ASCII without control characters, as most of it is."""
    told = "".join((content.title, *map(block_text, content.blocks)))
    return told.isascii() and told.replace("\n", "").isprintable()


def _fit(text: str, where: str, spell: Callable[[str], str] | None, notes: dict[str, None]) -> str:
    if text.isascii() and text.isprintable():
        return text
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\t", "    ")
    for char in dict.fromkeys(_ILLEGAL.findall(text)):
        notes[f"{named(char)} in {where}, left out"] = None
    text = unicodedata.normalize("NFC", _ILLEGAL.sub("", text))
    if spell is None:
        return text
    for char in dict.fromkeys(text):
        written = spell(char)
        if written != char:
            notes[f"{named(char)} in {where}, written {written}"] = None
            text = text.replace(char, written)
    return text


def _mapped(block: Block, fit: Callable[[str], str]) -> Block:
    """The block with `fit` applied to every text it holds."""
    changed = {
        field: _mapped_value(value, fit)
        for field, value in block
        if field not in ("kind", "fact_ids", "style", "unit") and isinstance(value, str | tuple)
    }
    same = all(changed[field] == getattr(block, field) for field in changed)
    return block if same else block.model_copy(update=changed)


def _mapped_value(value: object, fit: Callable[[str], str]) -> object:
    if isinstance(value, tuple):
        return tuple(_mapped_value(one, fit) for one in value)
    return fit(value) if isinstance(value, str) else value


def message_fields(message: Message, sent_label: str) -> list[tuple[str, str]]:
    """The labelled lines above an e-mail's body, in the order in which they are printed."""
    fields = [
        ("From", message.sender),
        (sent_label, message.sent),
        ("To", "; ".join(message.recipients)),
        ("Cc", "; ".join(message.copied)),
        ("Subject", message.subject),
        ("Attachments", "; ".join(message.attachments)),
    ]
    return [(label, text) for label, text in fields if text]


def numeric(column: list[str]) -> bool:
    """Whether a column holds numbers, so that it is set to the right."""
    return all(_NUMBER.fullmatch(text) or not text for text in column) and any(column)


def column_shares(table: Table) -> list[float]:
    """What part of a table's width each column takes, judged by the length of its texts."""
    needs = [max(min(longest, 38), min(word, 24), 3) + 2.5 for longest, word in _lengths(table)]
    return [need / sum(needs) for need in needs]


def table_width(table: Table) -> int:
    """The characters in a row of the table, were nothing wrapped that is shorter than 38."""
    return sum(min(longest, 38) + 2 for longest, _ in _lengths(table))


def _lengths(table: Table) -> list[tuple[int, int]]:
    """For each column its longest text and its longest word, in characters."""
    rows = [*([table.header] if table.header else []), *table.rows]
    return [
        (max(map(len, column)), max(len(word) for text in column for word in text.split(" ")))
        for column in zip(*rows, strict=True)
    ]

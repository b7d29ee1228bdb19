"""Reads the e-mails of a handwritten document: header lines, body, and quoted mail below it.

In: lines and where an e-mail begins. Out: a `Message` and where it ends. No side effects.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from builder.schema import Message

_QUOTE = re.compile(r"((?:> ?)*)(.*)")
_FIELD = re.compile(r"\**(From|To|Cc|Date|Sent|Subject):\**\s*(.*)")
_DATED = re.compile(r"(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, .*\d{4}.*")


def _split(line: str) -> tuple[int, str]:
    found = _QUOTE.fullmatch(line)
    return (found[1].count(">"), found[2]) if found else (0, line)


def is_header(lines: Sequence[str], at: int) -> bool:
    """Whether an e-mail begins at a line: `From:` with another header line of its depth below."""
    depth, text = _split(lines[at])
    field = _FIELD.fullmatch(text)
    if field is None or field[1] != "From" or at + 1 == len(lines):
        return False
    below, following = _split(lines[at + 1])
    return below == depth and bool(_FIELD.fullmatch(following) or _DATED.fullmatch(following))


def read_message(
    lines: Sequence[str], at: int, unmarked: Callable[[str], str]
) -> tuple[Message, int]:
    """The e-mail that begins at a line, and the line after it.

    It ends before the next header and before an unquoted line when it is itself quoted; deeper
    quotes without a header of their own are part of it and keep their marks.
    """
    depth, _ = _split(lines[at])
    fields: dict[str, str] = {}
    while at < len(lines):
        level, text = _split(lines[at])
        field = _FIELD.fullmatch(text)
        if level != depth:
            break
        if field:
            fields[field[1]] = field[2].strip()
        elif "Sent" not in fields and _DATED.fullmatch(text):
            fields["Sent"] = text
        else:
            break
        at += 1
    body, at = _body(lines, at, depth)
    return (
        Message(
            sender=unmarked(fields["From"]),
            recipients=_names(fields.get("To", "")),
            copied=_names(fields.get("Cc", "")),
            sent=fields.get("Sent") or fields.get("Date", ""),
            subject=fields.get("Subject", ""),
            body=tuple(unmarked(text) for text in body),
            depth=depth,
        ),
        at,
    )


def _body(lines: Sequence[str], at: int, depth: int) -> tuple[list[str], int]:
    """The paragraphs of an e-mail, each with its own line ends, and the line after them."""
    body: list[list[str]] = [[]]
    while at < len(lines) and not is_header(lines, at):
        level, text = _split(lines[at])
        if level < depth and text.strip():
            break
        if text.strip():
            body[-1].append("> " * max(0, level - depth) + text.rstrip())
        else:
            body.append([])
        at += 1
    return ["\n".join(paragraph) for paragraph in body if paragraph], at


def _names(field: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in field.split(";") if name.strip())

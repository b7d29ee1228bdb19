"""Reads the verdicts out of an agent's reply, however it is wrapped.

In: the reply and the labels it must judge. Out: `Reply`, with a verdict per label or the problem in
words. Tolerant of code fences, prose around, single quotes, trailing commas, other names of the
verdicts, numbers for labels and lists of objects. Never guesses: a label judged twice in different
ways, or not at all, is a problem. Side effects: none.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator, Sequence
from typing import Any, Literal, get_args

from builder.schema import Record

Verdict = Literal["believe", "do_not_believe", "do_not_know"]
VERDICTS: tuple[Verdict, ...] = get_args(Verdict)

_MAX_CHARS = 200_000
_WORDS: dict[str, Verdict] = {
    "believe": "believe",
    "believed": "believe",
    "i believe": "believe",
    "believe it": "believe",
    "true": "believe",
    "yes": "believe",
    "do not believe": "do_not_believe",
    "dont believe": "do_not_believe",
    "i do not believe": "do_not_believe",
    "not believe": "do_not_believe",
    "not believed": "do_not_believe",
    "disbelieve": "do_not_believe",
    "disbelieved": "do_not_believe",
    "reject": "do_not_believe",
    "rejected": "do_not_believe",
    "false": "do_not_believe",
    "no": "do_not_believe",
    "do not know": "do_not_know",
    "dont know": "do_not_know",
    "i do not know": "do_not_know",
    "not know": "do_not_know",
    "unknown": "do_not_know",
    "unsure": "do_not_know",
    "uncertain": "do_not_know",
    "undecided": "do_not_know",
    "cannot tell": "do_not_know",
}


class Reply(Record):
    """The verdicts by label; `problem` is empty when every label has exactly one."""

    verdicts: dict[str, Verdict]
    problem: str = ""


class _Conflict(ValueError):
    """A label that was judged twice, in different ways."""


def read_reply(text: str, labels: Sequence[str]) -> Reply:
    """The verdicts in a reply. Of several JSON objects the last that judges every label counts;
    without JSON, lines such as `H1: believe` do."""
    if not text.strip():
        return Reply(verdicts={}, problem="it is empty")
    best: dict[str, Verdict] = {}
    problem = "it holds no JSON object with the verdicts"
    for pairs in _candidates(text[:_MAX_CHARS]):
        try:
            verdicts = _verdicts(pairs, labels)
        except _Conflict as exc:
            problem, best = str(exc), {}
            continue
        if len(verdicts) == len(labels):
            return Reply(verdicts=verdicts)
        if len(verdicts) >= len(best):
            best = verdicts
            problem = f"no verdict for {', '.join(x for x in labels if x not in verdicts)}"
    return Reply(verdicts=best, problem=problem)


def _candidates(text: str) -> Iterator[list[tuple[str, Any]]]:
    """Lists of (key, value) that may be the answer, the likeliest first."""
    for chunks in (list(_braced(text)), re.findall(r"\{[^{}]*\}", text)):
        yield from reversed([pairs for chunk in chunks if (pairs := _loaded(chunk))])
    if lines := re.findall(
        r"^[\s>*\-\"'`|]*(H?\d{1,2})\b[\"'`*|)\]]*\s*(?:[:=|\-]|->|\.|is)\s*[\"'`*]*([^\n\"`*|]+)",
        text,
        re.MULTILINE | re.IGNORECASE,
    ):
        yield [(label, value.strip(" .,;'")) for label, value in lines]


def _braced(text: str) -> Iterator[str]:
    """Outermost {...} and [...] stretches, in order; quoted braces do not count."""
    depth, start, quote, skip = 0, 0, "", False
    for position, char in enumerate(text):
        if skip:
            skip = False
        elif quote and depth:
            skip = char == "\\"
            quote = "" if char == quote else quote
        elif char == '"' and depth:
            quote = char
        elif char in "{[":
            start = position if depth == 0 else start
            depth += 1
        elif char in "}]" and depth:
            depth -= 1
            if depth == 0:
                yield text[start : position + 1]


def _loaded(chunk: str) -> list[tuple[str, Any]] | None:
    pairs: list[tuple[str, Any]] = []

    def keep(found: list[tuple[str, Any]]) -> dict[str, Any]:
        pairs.extend(found)
        return {"__pairs__": found}

    cleaned = re.sub(r",(\s*[}\]])", r"\1", chunk.translate({0x201C: '"', 0x201D: '"'}))
    try:
        json.loads(cleaned, object_pairs_hook=keep)
    except (ValueError, RecursionError):
        try:
            value = ast.literal_eval(cleaned)
        except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
            return None
        return list(value.items()) if isinstance(value, dict) else None
    return _labelled(pairs)


def _labelled(pairs: list[tuple[str, Any]]) -> list[tuple[str, Any]]:
    """Pairs as they are, and those of rows such as {"hypothesis": "H1", "verdict": "believe"}."""
    found = list(pairs)
    label = ""
    for key, value in pairs:
        if key.lower() in ("hypothesis", "account", "id", "label", "name"):
            label = str(value)
        elif key.lower() in ("verdict", "answer", "judgment", "belief") and label:
            found.append((label, value))
    for key, value in pairs:
        if isinstance(value, dict):
            inner: list[tuple[str, Any]] = value.get("__pairs__", [])
            found += [
                (key, v)
                for k, v in inner
                if k.lower() in ("verdict", "answer", "judgment", "belief")
            ]
    return found


def _verdicts(pairs: list[tuple[str, Any]], labels: Sequence[str]) -> dict[str, Verdict]:
    found: dict[str, Verdict] = {}
    for key, value in pairs:
        label = _label(str(key), labels)
        verdict = _verdict(value)
        if label is None or verdict is None:
            continue
        if found.setdefault(label, verdict) != verdict:
            raise _Conflict(f"{label} has two different verdicts")
    return {label: found[label] for label in labels if label in found}


def _label(key: str, labels: Sequence[str]) -> str | None:
    match = re.fullmatch(r"(?:h|hypothesis|account)?[\s_#]*(\d{1,2})", key.strip().lower())
    wanted = f"H{int(match[1])}" if match else key.strip().upper()
    return wanted if wanted in labels else None


def _verdict(value: Any) -> Verdict | None:
    if isinstance(value, bool):
        return "believe" if value else "do_not_believe"
    if not isinstance(value, str):
        return None
    words = re.sub(r"[^a-z ]+", " ", re.sub(r"['\u2019]", "", value.lower()))
    return _WORDS.get(" ".join(words.split()))

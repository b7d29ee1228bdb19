"""`keyword`: greps the brief's distinctive words, reads the files with most hits, believes the
account that its excerpts overlap most."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from random import Random

from eval.answers import Verdict
from eval.policies import Ballot, Call, Peek, Scene, any_best, one_believed
from eval.policies._words import content_words, support

GREPS = 10
EXCERPT_CHARS = 1_500


def investigate(scene: Scene, rng: Random, peek: Peek) -> Call | str:
    """Ten searches, then reading, most hits first, then excerpts as the summary."""
    words = _distinctive(scene.brief)[:GREPS]
    if scene.calls_left == 0:
        return _summary(scene)
    done = len(scene.results)
    if done < len(words):
        return Call("grep", {"pattern": re.escape(words[done])})
    read = {call.arguments["path"] for call, _ in scene.results if call.tool == "read"}
    waiting = [path for path in _most_hit(scene) if path not in read]
    return Call("read", {"path": waiting[0]}) if waiting else _summary(scene)


def commit(ballot: Ballot, rng: Random, peek: Peek) -> Mapping[str, Verdict]:
    """Believes the account with the best support in the summary."""
    supported = support(ballot.summary, ballot.statements)
    return one_believed(ballot.statements, any_best(supported, rng))


def _distinctive(text: str) -> list[str]:
    """Rarer words first: long and capitalized ones."""
    capitals = {w.lower() for w in re.findall(r"(?<![.!?] )\b[A-Z][a-z]{2,}", text)}
    words = list(dict.fromkeys(w for w in content_words(text) if len(w) > 3))
    return sorted(words, key=lambda w: (w not in capitals, -len(w)))


def _most_hit(scene: Scene) -> list[str]:
    hits: Counter[str] = Counter()
    for call, result in scene.results:
        if call.tool == "grep":
            for path, n in re.findall(r"^(\S.*\.\w{3,4}) \((\d+)\)$", result, re.MULTILINE):
                hits[path] += min(int(n), 5)
    return sorted(hits, key=lambda path: (-hits[path], path))


def _summary(scene: Scene) -> str:
    excerpts = [
        f"[{call.arguments['path']}] {' '.join(result.split())[:EXCERPT_CHARS]}"
        for call, result in scene.results
        if call.tool == "read"
    ]
    return "\n".join(excerpts) or "Nothing found."

"""`bm25`: ranks files by BM25 of the brief's words over search hits, reads the best, keeps the
sentences that say most about the brief, and believes the account they support best."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from random import Random

from eval.answers import Verdict
from eval.policies import Ballot, Call, Peek, Scene, any_best, one_believed
from eval.policies._words import K1, bm25, content_words, support

GREPS = 12
KEPT = 60


def investigate(scene: Scene, rng: Random, peek: Peek) -> Call | str:
    """One search a word, then the best-ranked files, then the best passages as the summary."""
    words = list(dict.fromkeys(w for w in content_words(scene.brief) if len(w) > 3))[:GREPS]
    if scene.calls_left == 0:
        return _summary(scene)
    done = len(scene.results)
    if done < len(words):
        return Call("grep", {"pattern": rf"\b{re.escape(words[done])}\b"})
    read = {call.arguments["path"] for call, _ in scene.results if call.tool == "read"}
    waiting = [path for path in _ranked(scene) if path not in read]
    return Call("read", {"path": waiting[0]}) if waiting else _summary(scene)


def commit(ballot: Ballot, rng: Random, peek: Peek) -> Mapping[str, Verdict]:
    """Believes the account with the best support in the summary."""
    supported = support(ballot.summary, ballot.statements)
    return one_believed(ballot.statements, any_best(supported, rng))


def _ranked(scene: Scene) -> list[str]:
    scores: dict[str, float] = {}
    for call, result in scene.results:
        head = re.match(r"[\d,]+ hits in ([\d,]+) of ([\d,]+) files", result)
        if call.tool != "grep" or head is None:
            continue
        n, total = (int(group.replace(",", "")) for group in head.groups())
        weight = math.log(1 + (total - n + 0.5) / (n + 0.5))
        named = re.findall(r"^(\S.*\.\w{3,4}) \((\d+)\)$", result, re.MULTILINE)
        for path, hits in named:
            scores[path] = scores.get(path, 0) + weight * int(hits) * (K1 + 1) / (int(hits) + K1)
    return sorted(scores, key=lambda path: (-scores[path], path))


def _summary(scene: Scene) -> str:
    passages = [
        (str(call.arguments["path"]), line.strip())
        for call, result in scene.results
        if call.tool == "read"
        for line in result.splitlines()[1:]
        if len(line.split()) > 4
    ]
    scores = bm25(content_words(scene.brief), [content_words(line) for _, line in passages])
    best = sorted(range(len(passages)), key=lambda i: (-scores[i], i))[:KEPT]
    lines = [f"{passages[i][1]} [{passages[i][0]}]" for i in sorted(best)]
    return "\n".join(lines) or "Nothing found."

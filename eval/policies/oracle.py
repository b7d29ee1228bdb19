"""`oracle`: reads the merits documents with the tools, looks for the anchors of their facts in what
it was shown, and derives by the key's DAG. The ceiling: 100 % if the tools and the worlds hold."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from random import Random

from builder.schema import AnswerKey, CaseFile, Fact
from eval.answers import Verdict
from eval.policies import Ballot, Call, Peek, Scene

_TABLE = str.maketrans(
    "\u2018\u2019\u201c\u201d\u2010\u2011\u2012\u2013\u2014\u2212", "''\"\"------"
)
ESTABLISHED, REFUTED = "Established: ", "Refuted: "


def investigate(scene: Scene, rng: Random, peek: Peek) -> Call | str:
    """Reads until every fact that a merits document states was seen, or the calls are spent."""
    case, key = peek()
    seen = _seen_facts(scene, case, key)
    if scene.calls_left:
        for path, wanted in _merits(case, key):
            if wanted - seen and (offset := _next_offset(scene, path)):
                return Call("read", {"path": path, "offset": offset, "limit": 400})
    return _conclusions(key, seen)


def commit(ballot: Ballot, rng: Random, peek: Peek) -> Mapping[str, Verdict]:
    """What the summary says was established or refuted; the rest it does not know."""
    lines = set(ballot.summary.splitlines())
    verdicts: dict[str, Verdict] = {}
    for label, statement in ballot.statements.items():
        flat = " ".join(statement.split())
        if ESTABLISHED + flat in lines:
            verdicts[label] = "believe"
        else:
            verdicts[label] = "do_not_believe" if REFUTED + flat in lines else "do_not_know"
    return verdicts


def _merits(case: CaseFile, key: AnswerKey) -> list[tuple[str, set[str]]]:
    """Path and stated facts of each merits document, those that state most first."""
    paths = {d.document_id: d.path for d in case.documents}
    merits = [
        (paths[d.document_id], set(d.fact_ids))
        for d in key.documents
        if d.role == "merits" and d.document_id in paths
    ]
    return sorted(merits, key=lambda one: (-len(one[1]), one[0]))


def _next_offset(scene: Scene, path: str) -> int:
    """The line to go on reading a file at; 0 when it was read to its end."""
    offset = 1
    for call, result in scene.results:
        if call.tool == "read" and call.arguments["path"] == path:
            more = re.search(r"ask for more with offset=(\d+)", result.partition("\n")[0])
            offset = int(more[1]) if more else 0
    return offset


def _seen_facts(scene: Scene, case: CaseFile, key: AnswerKey) -> set[str]:
    """Facts all of whose anchors stand in what was shown of one document that states them."""
    shown: dict[str, str] = {}
    for call, result in scene.results:
        if call.tool == "read":
            path = str(call.arguments["path"])
            shown[path] = f"{shown.get(path, '')} {_normal(result.partition(chr(10))[2])}"
    facts = {fact.fact_id: fact for fact in key.dag.facts}
    return {
        fact_id
        for path, stated in _merits(case, key)
        for fact_id in stated
        if path in shown and _states(shown[path], facts[fact_id])
    }


def _states(text: str, fact: Fact) -> bool:
    return all(
        any(_stands_in(text, _normal(surface)) for surface in (*anchor.surfaces, anchor.value))
        for anchor in fact.anchors
    )


def _stands_in(text: str, surface: str) -> bool:
    return re.search(rf"(?<![^\W_]){re.escape(surface)}(?![^\W_])", text) is not None


def _normal(text: str) -> str:
    flat = unicodedata.normalize("NFKC", text).translate(_TABLE)
    return " ".join(flat.split()).casefold()


def _conclusions(key: AnswerKey, seen: set[str]) -> str:
    dag = key.dag
    lines: list[str] = []
    for hypothesis in dag.hypotheses:
        flat = " ".join(hypothesis.statement.split())
        if any(path <= seen for path in dag.paths(hypothesis.hypothesis_id, "refutes")):
            lines.append(REFUTED + flat)
        elif any(path <= seen for path in dag.paths(hypothesis.hypothesis_id, "supports")):
            lines.append(ESTABLISHED + flat)
    return "\n".join(lines) or "Nothing established."

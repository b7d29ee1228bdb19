"""A flaw planted in sound worlds makes its gate fail, and no other."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from builder.audit import AuditReport, audit, gate_ids
from tests.audit_factories import (
    ROLES,
    World,
    make_worlds,
    office_file,
    sentence,
    vocabulary,
    write,
)

SLOW_GATES = ("outside", "style")
QUICK_GATES = tuple(g for g in gate_ids() if g not in SLOW_GATES)
DECOYS = ("noise", "alternative_noise", "pro_alternative")

Flaw = Callable[[list[World]], None]


def of_roles(worlds: list[World], *roles: str) -> list[dict[str, Any]]:
    return [d for w in worlds for d in w["documents"] if d["role"] in roles]


def library_left_in(worlds: list[World]) -> None:
    for document in of_roles(worlds, *ROLES):
        document["format"] = "docx"
        document["content"] = office_file(document["text"], creator="python-docx")


def key_word_in_a_property(worlds: list[World]) -> None:
    for document in of_roles(worlds, *ROLES):
        document["format"] = "docx"
        document["content"] = office_file(document["text"], creator="A. Clerk")
    document = worlds[3]["documents"][5]
    document["content"] = office_file(document["text"], creator="pro_alternative")


def account_quoted(worlds: list[World]) -> None:
    document = worlds[0]["documents"][0]
    document["text"] += "\n" + worlds[0]["accounts"][worlds[0]["adopted"]]


def decoys_shorter(worlds: list[World]) -> None:
    """Every third sentence of a decoy is gone."""
    for document in of_roles(worlds, "noise", "alternative_noise"):
        document["text"] = "\n".join(
            line
            for index, line in enumerate(document["text"].split("\n"))
            if index % 3 or "canary" in line
        )


def dates_by_role(worlds: list[World]) -> None:
    for document in of_roles(worlds, *ROLES):
        decoy = document["role"] in DECOYS
        document["date"] = document["date"].replace(year=2019 if decoy else 2018)


def adopted_longer(worlds: list[World]) -> None:
    for index, world in enumerate(worlds):
        rng = Random(f"longer/{index}")
        world["accounts"][world["adopted"]] += " " + sentence(rng, vocabulary(rng, 50), 6)


def tilt_contradicts(worlds: list[World]) -> None:
    ground, tilt = worlds[2]["facts"][0], worlds[2]["facts"][-1]
    tilt["claims"] = [{**ground["claims"][0], "value": "another"}]


def decoy_states_a_fact(worlds: list[World]) -> None:
    document = next(d for d in worlds[1]["documents"] if d["role"] == "noise")
    document["text"] += f"\nSee {worlds[1]['facts'][0]['anchors'][0]['value']} there."


def one_document_world(worlds: list[World]) -> None:
    """One merits document says it all, in truth and by the key, beside those that say a part."""
    document = next(d for d in worlds[4]["documents"] if d["role"] == "merits")
    ground = [f for f in worlds[4]["facts"] if f["kind"] == "ground"]
    document["fact_ids"] = [f["fact_id"] for f in ground]
    marks = " and ".join(f["anchors"][0]["value"] for f in ground)
    document["text"] = document["text"].replace(" here.", f" and {marks} here.")


def defendants_win(worlds: list[World]) -> None:
    for world in worlds:
        world["sides"] = {world["adopted"]: "defendant", world["rejected"]: "plaintiff"}


def adopted_first(worlds: list[World]) -> None:
    """The published list is sorted by id: the adopted account takes h1."""
    for world in worlds:
        old = world["adopted"]
        swap = {old: "h1", "h1": old}
        rename = {h: swap.get(h, h) for h in ("h1", "h2", "h3", "h4")}
        world["accounts"] = {rename[h]: t for h, t in world["accounts"].items()}
        world["sides"] = {rename[h]: s for h, s in world["sides"].items()}
        world["adopted"], world["rejected"] = rename[old], rename[world["rejected"]]
        for item in (*world["edges"],):
            item["hypothesis_id"] = rename[item["hypothesis_id"]]
        for item in (*world["facts"],):
            item["tilts"] = rename.get(item["tilts"])
        for item in world["documents"]:
            item["target"] = rename.get(item["target"])


def adopted_most_mentioned(worlds: list[World]) -> None:
    for world in worlds:
        rng = Random(world["world_id"])
        own = world["accounts"][world["adopted"]][:-1].lower().split()
        for document in world["documents"]:
            document["text"] += "\n" + sentence(rng, own, 9)


def copied_across_worlds(worlds: list[World]) -> None:
    for world in worlds[1:]:
        source = next(d for d in worlds[0]["documents"] if d["role"] == "chaff")
        copy = next(d for d in world["documents"] if d["role"] == "chaff")
        kept = [line for line in copy["text"].split("\n") if "canary" in line]
        copy["text"] = "\n".join([*source["text"].split("\n")[:7], *kept])


def canary_missing(worlds: list[World]) -> None:
    for document in worlds[7]["documents"]:
        document["text"] = document["text"].replace(worlds[7]["canary"], "")


def sentence_everywhere(worlds: list[World]) -> None:
    rng = Random("everywhere")
    said = sentence(rng, vocabulary(rng, 60), 11)
    for document in worlds[5]["documents"][:6]:
        document["text"] += "\n" + said


def clerk_everywhere(worlds: list[World]) -> None:
    for world in worlds[:4]:
        world["entities"][0]["name"] = "Adelaide Thornbury"


def nothing_but_the_fact(worlds: list[World]) -> None:
    """Papers that state a fact say nothing else."""
    for world in worlds:
        marks = [f["anchors"][0]["value"] for f in world["facts"]]
        for document in (d for d in world["documents"] if d["fact_ids"]):
            document["text"] = "\n".join(
                line
                for line in document["text"].split("\n")
                if "canary" in line or any(mark in line for mark in marks)
            )


def phrases_of_one_role(worlds: list[World]) -> None:
    """A stock of twelve phrases, of which every decoy's and every signal's half has three."""
    rng = Random("phrases")
    words = vocabulary(rng, 200)
    stock = [sentence(rng, words, 7) for _ in range(12)]
    for document in of_roles(worlds, *ROLES):
        half = stock[:6] if document["role"] in DECOYS else stock[6:]
        document["text"] += "\n" + "\n".join(rng.sample(half, 2))


FLAWS: tuple[tuple[Flaw, str], ...] = (
    (library_left_in, "key_leak"),
    (key_word_in_a_property, "key_leak"),
    (account_quoted, "key_leak"),
    (decoys_shorter, "outside"),
    (dates_by_role, "outside"),
    (adopted_longer, "hypotheses_only"),
    (tilt_contradicts, "ledger"),
    (decoy_states_a_fact, "ledger"),
    (one_document_world, "minimal_evidence"),
    (defendants_win, "outcome_prior"),
    (adopted_first, "position"),
    (adopted_most_mentioned, "corpus_statistics"),
    (copied_across_worlds, "duplicates"),
    (canary_missing, "duplicates"),
    (sentence_everywhere, "repetition"),
    (phrases_of_one_role, "style"),
    (clerk_everywhere, "recurring_names"),
    (nothing_but_the_fact, "about_the_fact"),
)

# What a flaw cannot help showing elsewhere: a document that says it all is a refutation from one
# document; the first place is a rule on the accounts too; short texts have a manner of their own.
COMPANIONS = {
    one_document_world: {"ledger"},
    adopted_first: {"hypotheses_only"},
    decoys_shorter: {"style"},
    nothing_but_the_fact: {"outside", "style"},
    clerk_everywhere: {"style"},
}


def audited(flaw: Flaw | None, root: Path, gates: tuple[str, ...]) -> AuditReport:
    worlds = make_worlds()
    if flaw is not None:
        flaw(worlds)
    return audit(write(worlds, root), gates=gates)


def failing(report: AuditReport) -> list[str]:
    return [result.gate for result in report.failed]


def test_sound_worlds_fail_no_quick_gate(tmp_path: Path) -> None:
    assert failing(audited(None, tmp_path, QUICK_GATES)) == []


@pytest.mark.slow
def test_sound_worlds_fail_no_gate(tmp_path: Path) -> None:
    assert failing(audited(None, tmp_path, gate_ids())) == []


@pytest.mark.parametrize(
    ("flaw", "gate"),
    [pytest.param(f, g, id=f.__name__) for f, g in FLAWS if g not in SLOW_GATES],
)
def test_a_flaw_fails_its_gate(flaw: Flaw, gate: str, tmp_path: Path) -> None:
    assert failing(audited(flaw, tmp_path, (gate,))) == [gate]


@pytest.mark.slow
@pytest.mark.parametrize(("flaw", "gate"), [pytest.param(f, g, id=f.__name__) for f, g in FLAWS])
def test_a_flaw_fails_no_other_gate(flaw: Flaw, gate: str, tmp_path: Path) -> None:
    found = set(failing(audited(flaw, tmp_path, gate_ids())))
    assert found - COMPANIONS.get(flaw, set()) == {gate}

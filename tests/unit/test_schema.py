"""Records refuse what does not hang together, and say what."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from builder.schema import (
    Claim,
    DocumentPlan,
    Edge,
    Inference,
    Page,
    Table,
    Window,
)
from tests import factories


def with_claims(*values: str) -> dict[str, Any]:
    claims = [(Claim(subject="pump", attribute="cause", value=v),) for v in values]
    facts = [factories.fact(f"G{n}", claims=c) for n, c in enumerate(claims, start=1)]
    return {"facts": (*facts, *factories.dag().facts[len(facts) :])}


def edges(*pairs: tuple[str, str]) -> dict[str, Any]:
    refuting = tuple(Edge(source=s, hypothesis_id=h, relation="refutes") for s, h in pairs)
    return {"edges": (Edge(source="I1", hypothesis_id="H1", relation="supports"), *refuting)}


TWO_ADOPTED = tuple(
    h.model_copy(update={"role": "adopted"}) if h.hypothesis_id == "H2" else h
    for h in factories.dag().hypotheses
)
WHOLE = [("I1", h) for h in ("H2", "H3", "H4")] + [("I2", h) for h in ("H2", "H3", "H4")]


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        (with_claims("drop", "wear"), "ledger slot"),
        ({"hypotheses": TWO_ADOPTED}, "one adopted"),
        (edges(*WHOLE[1:]), "'H2' is not refuted along two"),
        (edges(*WHOLE, ("I2", "H1")), "adopted account 'H1' is refuted"),
        (edges(*WHOLE, ("I9", "H2")), "points nowhere"),
        (
            {
                "inferences": (
                    Inference(inference_id="I1", text="x", premises=("I2", "G1")),
                    Inference(inference_id="I2", text="x", premises=("I1", "G2")),
                )
            },
            "circle",
        ),
        (
            {
                "inferences": (
                    Inference(inference_id="I1", text="x", premises=("T5", "G1")),
                    factories.dag().inferences[1],
                )
            },
            "no ground fact",
        ),
    ],
)
def test_the_dag_refuses(changes: dict[str, Any], says: str) -> None:
    with pytest.raises(ValidationError, match=says):
        factories.dag(**changes)


def test_grounds_follow_inferences_to_facts() -> None:
    chain = (
        *factories.dag().inferences,
        Inference(inference_id="I3", text="x", premises=("I1", "I2")),
    )
    assert factories.dag(inferences=chain).grounds("I3") == {"G1", "G2", "G3", "G4"}


def test_a_tilt_fact_names_an_alternative() -> None:
    with pytest.raises(ValidationError, match="no alternative"):
        factories.dag(facts=(*factories.dag().facts, factories.fact("T9", "H2")))
    with pytest.raises(ValidationError, match="a tilt fact, and only it"):
        factories.fact("G1", kind="tilt")


def test_claims_may_repeat_but_not_differ() -> None:
    assert factories.dag(**with_claims("drop", "drop"))


def test_specs_know_their_role() -> None:
    for role, changes, says in (
        ("noise", {"target": "H3"}, "cannot have a target"),
        ("pro_alternative", {}, "needs a target"),
        ("signal", {}, "states no fact"),
        ("noise", {"statements": (factories.statement(factories.fact("G1")),)}, "states a fact"),
    ):
        with pytest.raises(ValidationError, match=says):
            factories.spec(role=role, **changes)


def test_a_plan_has_no_path_twice() -> None:
    one, two = (
        factories.spec("d001", "chaff"),
        factories.spec("d002", "chaff", path="weiss/D001.txt"),
    )
    with pytest.raises(ValidationError, match="stands twice"):
        DocumentPlan(specs=(one, two))


def test_records_are_frozen_and_closed() -> None:
    page = Page(number=1, text="x")
    with pytest.raises(ValidationError):
        page.text = "y"  # type: ignore[misc]
    with pytest.raises(ValidationError):
        Page(number=1, text="x", colour="red")  # type: ignore[call-arg]


def test_tables_and_windows() -> None:
    with pytest.raises(ValidationError, match="differ in length"):
        Table(header=("a", "b"), rows=(("1",),))
    with pytest.raises(ValidationError, match="before it starts"):
        Window(start=factories.WINDOW.end, end=factories.WINDOW.start)
    assert factories.WINDOW.start in factories.WINDOW

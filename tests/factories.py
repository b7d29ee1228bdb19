"""Small valid records to vary in tests: a ledger of eight facts, four accounts, documents.

The story: a pump was dropped (ground), worn out, misread or misfiled (accounts). Words are plain on
purpose: tests look for single surfaces.
"""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

from builder.schema import (
    Anchor,
    DocumentSpec,
    Edge,
    Entity,
    Fact,
    Hypothesis,
    HypothesisDag,
    Inference,
    Setting,
    Statement,
    Surface,
    Window,
)

WINDOW = Window(start=date(2018, 3, 1), end=date(2018, 8, 31))
ENTITIES = (
    Entity(entity_id="o1", kind="organization", name="Carver Pumps LLC", aliases=("Carver",)),
    Entity(entity_id="p1", kind="person", name="Ada Weiss", aliases=("Weiss",), employer_id="o1"),
    Entity(entity_id="p9", kind="person", name="Tom Bly", in_dispute=False),
)


def fact(fact_id: str, tilts: str | None = None, **changes: Any) -> Fact:
    """A fact with two anchors, `<id>-code` and a quantity; its number is that of its id."""
    number = int(fact_id[1:])
    anchors = (
        Anchor(kind="identifier", value=f"{fact_id}-code", surfaces=(f"K-{number}07",)),
        Anchor(kind="quantity", value=f"{fact_id}-qty", surfaces=(f"{number}40 pumps",)),
    )
    values: dict[str, Any] = {
        "fact_id": fact_id,
        "kind": "tilt" if tilts else "ground",
        "text": f"Fact {number}.",
        "anchors": anchors,
        "tilts": tilts,
    }
    return Fact(**{**values, **changes})


def dag(**changes: Any) -> HypothesisDag:
    """H1 adopted, H2 rejected, H3 and H4 alternatives with two tilt facts each."""
    roles = {"H1": "adopted", "H2": "rejected", "H3": "alternative", "H4": "alternative"}
    values: dict[str, Any] = {
        "hypotheses": tuple(
            Hypothesis(
                hypothesis_id=i, statement=f"The pump failed by cause {i}. Nobody saw.", role=r
            )  # type: ignore[arg-type]
            for i, r in roles.items()
        ),
        "facts": (
            *(fact(f"G{n}") for n in range(1, 5)),
            *(fact(f"T{n}", "H3") for n in (5, 6)),
            *(fact(f"T{n}", "H4") for n in (7, 8)),
        ),
        "inferences": (
            Inference(inference_id="I1", text="One.", premises=("G1", "G2")),
            Inference(inference_id="I2", text="Two.", premises=("G3", "G4")),
        ),
        "edges": (
            Edge(source="I1", hypothesis_id="H1", relation="supports"),
            *(
                Edge(source=i, hypothesis_id=h, relation="refutes")
                for h in ("H2", "H3", "H4")
                for i in ("I1", "I2")
            ),
        ),
    }
    return HypothesisDag(**{**values, **changes})


def setting(**changes: Any) -> Setting:
    """A setting with one dispute term, `impeller`."""
    values: dict[str, Any] = {
        "brief": "A pump failed.",
        "window": WINDOW,
        "dispute_terms": ("impeller",),
    }
    return Setting(**{**values, **changes})


def statement(of: Fact, **changes: Any) -> Statement:
    """A full statement of a fact by the first surface of each anchor."""
    surfaces = tuple(Surface(anchor=a.value, text=a.surfaces[0]) for a in of.anchors)
    return Statement(**{"fact_id": of.fact_id, "surfaces": surfaces, **changes})


def spec(document_id: str = "d001", role: str = "signal", **changes: Any) -> DocumentSpec:
    """A letter of 9 June 2018 by Ada Weiss."""
    values: dict[str, Any] = {
        "document_id": document_id,
        "role": role,
        "genre": "letter",
        "format": "txt",
        "path": f"Weiss/{document_id}.txt",
        "title": "Letter",
        "date": datetime(2018, 6, 9, 10, 14),
        "author_id": "p1",
    }
    return DocumentSpec(**{**values, **changes})

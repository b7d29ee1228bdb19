"""A world is proven only if its documents, joined, give the adopted account and refute the rest."""

from __future__ import annotations

from builder.checks.worlds import check_world
from builder.schema import DocumentPlan, DocumentSpec, HypothesisDag
from tests import factories

DAG = factories.dag()
FACTS = {f.fact_id: f for f in DAG.facts}
FOLDERS = ("Weiss", "Yard", "Office")


def document(number: int, role: str, *fact_ids: str, **changes: object) -> DocumentSpec:
    statements = tuple(factories.statement(FACTS[f]) for f in fact_ids)
    return factories.spec(
        f"d{number:03d}",
        role,
        statements=statements,
        path=f"{FOLDERS[number % 3]}/d{number:03d}.txt",
        **changes,
    )


def plan(*extra: DocumentSpec, merits: tuple[tuple[str, ...], ...]) -> DocumentPlan:
    stating = [document(n, "merits", *facts) for n, facts in enumerate(merits)]
    tilting = [
        document(20 + n, "pro_alternative", f"T{n}", target="H3" if n < 7 else "H4")
        for n in range(5, 9)
    ]
    return DocumentPlan(specs=(*stating, *tilting, *extra))


def failed(plan: DocumentPlan, dag: HypothesisDag = DAG) -> list[str]:
    return [r.check for r in check_world(dag, plan) if not r.passed]


def test_a_sound_world_passes() -> None:
    assert failed(plan(merits=(("G1",), ("G2",), ("G3",), ("G4",)))) == []


def test_one_document_may_not_hold_a_whole_path() -> None:
    found = failed(plan(merits=(("G1", "G2"), ("G3",), ("G4",))))
    assert "adopted account follows from merits alone" in found
    assert "H2 refuted along two independent joins" in found


def test_merits_alone_must_suffice() -> None:
    signal = document(40, "signal", "G2")
    found = failed(plan(signal, merits=(("G1",), ("G3",), ("G4",))))
    assert found == ["adopted account follows from merits alone"]


def test_alternatives_need_two_placed_tilt_facts() -> None:
    whole = plan(merits=(("G1",), ("G2",), ("G3",), ("G4",)))
    fewer = DocumentPlan(specs=tuple(s for s in whole.specs if s.document_id != "d025"))
    assert failed(fewer) == ["H3 has its tilt facts"]


def test_a_crowded_folder_may_not_tell_its_role() -> None:
    merits = [document(n, "merits", f"G{1 + n % 4}") for n in range(8)]
    moved = [s.model_copy(update={"path": f"Court/{s.document_id}.txt"}) for s in merits]
    rest = plan(merits=()).specs
    assert failed(DocumentPlan(specs=(*moved, *rest))) == ["folder tells no role"]


def test_accounts_must_be_alike() -> None:
    longer = DAG.hypotheses[0].model_copy(
        update={"statement": "The pump failed by a cause that nobody at all had seen. Nobody saw."}
    )
    dag = factories.dag(hypotheses=(longer, *DAG.hypotheses[1:]))
    sound = plan(merits=(("G1",), ("G2",), ("G3",), ("G4",)))
    assert failed(sound, dag) == ["accounts of like length"]

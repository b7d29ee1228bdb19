"""Every gate keeps its contract: a title, a threshold, a result under its own name."""

from __future__ import annotations

import pytest

from builder.audit import GateResult, audit, gate_ids
from builder.audit._page import page
from builder.audit._terminal import details, summary
from builder.plugins import plugin
from tests.audit_factories import make_worlds, write


@pytest.fixture(scope="module")
def few(tmp_path_factory: pytest.TempPathFactory) -> dict[str, GateResult]:
    root = write(make_worlds(3), tmp_path_factory.mktemp("few"))
    return {result.gate: result for result in audit(root).gates}


@pytest.mark.parametrize("gate", gate_ids())
def test_a_gate_says_what_it_measures(gate: str) -> None:
    module = plugin("builder.audit", gate)
    assert module.__doc__
    assert module.TITLE
    assert module.THRESHOLD


@pytest.mark.parametrize("gate", gate_ids())
def test_a_gate_gives_a_result_that_can_be_read(gate: str, few: dict[str, GateResult]) -> None:
    result = few[gate]
    module = plugin("builder.audit", gate)
    assert (result.title, result.threshold) == (module.TITLE, module.THRESHOLD)
    assert result.passed is True or result.reason, "what fails or is not measured says why"
    for panel in result.panels:
        assert {len(row) for row in panel.rows} <= {len(panel.columns)}


@pytest.mark.parametrize(
    "gate", ["corpus_statistics", "hypotheses_only", "outcome_prior", "outside", "position"]
)
def test_a_gate_that_needs_many_worlds_never_passes_on_three(
    gate: str, few: dict[str, GateResult]
) -> None:
    assert few[gate].passed is not True


def test_the_page_stands_alone_and_names_every_gate(few: dict[str, GateResult]) -> None:
    from builder.audit import AuditReport

    report = AuditReport(split="few", worlds=3, documents=108, gates=tuple(few.values()))
    html = page(report)
    assert all(f'id="{gate}"' in html for gate in few)
    assert "http://" not in html
    assert "https://" not in html
    assert "<script" not in html
    assert AuditReport.model_validate_json(report.model_dump_json()) == report
    assert summary(report).row_count == len(few)
    assert all(result.gate in details(result).plain for result in few.values())

"""Each role's check bites on what its role forbids and passes what it asks for."""

from __future__ import annotations

import pytest

from builder.checks.roles import Ground, check_document, stated_facts
from builder.schema import DocumentSpec
from tests import factories

GROUND = Ground(factories.dag(), factories.setting(), factories.ENTITIES)
FILLER = "The usual things about the yard were said at length. " * 40


def failed(spec: DocumentSpec, text: str) -> list[str]:
    return [r.check for r in check_document(spec, text, GROUND) if not r.passed]


def stating(role: str, fact_id: str, **changes: object) -> DocumentSpec:
    statement = factories.statement(GROUND.facts[fact_id])
    return factories.spec(role=role, statements=(statement,), **changes)


@pytest.mark.parametrize("role", ["merits", "signal"])
@pytest.mark.parametrize(
    ("text", "passes"),
    [
        ("Skid K-107 held 140 pumps.", True),
        ("Skid K-107 held a lot of pumps.", False),
        ("Skid K-1077 held 140 pumps.", False),
        (f"K-107 {FILLER} 140 pumps", True),
        (f"{FILLER} K-107 {FILLER} 140 pumps", False),
    ],
)
def test_stating_roles(role: str, text: str, passes: bool) -> None:
    assert failed(stating(role, "G1"), text) == ([] if passes else ["states G1"])


def test_a_statement_must_word_every_anchor() -> None:
    whole = factories.statement(GROUND.facts["G1"])
    half = whole.model_copy(update={"surfaces": whole.surfaces[:1]})
    spec = factories.spec(role="signal", statements=(half,))
    assert failed(spec, "K-107 and 140 pumps") == ["states G1"]
    partial = half.model_copy(update={"partial": True})
    assert failed(factories.spec(role="signal", statements=(partial,)), "K-107") == []


@pytest.mark.parametrize(
    ("text", "failures"),
    [
        ("Weiss called on June 9, 2018 about hoses.", []),
        ("Somebody called on June 9, 2018 about hoses.", ["names the dispute"]),
        ("Weiss called on June 9, 2019 about hoses.", ["dated inside the window"]),
        ("Weiss, June 9, 2018: K-107 with 140 pumps", ["states no fact"]),
        ("Weiss, June 9, 2018: T on K-507 with 540 pumps", ["states no fact"]),
    ],
)
def test_noise(text: str, failures: list[str]) -> None:
    assert failed(factories.spec(role="noise"), text) == failures
    assert failed(factories.spec(role="alternative_noise", target="H3"), text) == failures


@pytest.mark.parametrize(
    ("text", "failures"),
    [
        ("Tom Bly painted the lot on June 9, 2019.", []),
        ("Carver's lot was painted on June 9, 2019.", ["names nobody of the dispute"]),
        ("Tom Bly bought an impeller.", ["off the topic"]),
        ("Tom Bly painted the lot on June 9, 2018.", ["dated outside the window"]),
    ],
)
def test_chaff(text: str, failures: list[str]) -> None:
    assert failed(factories.spec(role="chaff"), text) == failures


def test_pro_alternative_tilts_its_own_alternative_only() -> None:
    text = "K-507 had 540 pumps"
    assert failed(stating("pro_alternative", "T5", target="H3"), text) == []
    assert failed(stating("pro_alternative", "T5", target="H4"), text) == ["tilts its alternative"]


def test_stated_facts_need_every_anchor() -> None:
    standing = GROUND.finder.spans("k-107 and 140 pumps, k-207 and some")
    assert stated_facts(standing, GROUND.anchor_keys) == ["G1"]

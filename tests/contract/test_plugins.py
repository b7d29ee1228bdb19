"""Every source and every author is one file that keeps its contract; no list names it."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import get_type_hints

import pytest

from builder import authors
from builder.authors import MODEL, Dossier, Sizes
from builder.config import ModelTerms
from builder.errors import ConfigError, SourceUnusable
from builder.plugins import plugin, plugin_ids
from builder.schema import (
    CaseRecord,
    DocumentContent,
    DocumentPlan,
    DocumentSpec,
    Extraction,
    HypothesisDag,
    Review,
)
from builder.sources import SourceOptions, source_ids, source_module

HANDS: dict[str, dict[str, tuple[tuple[object, ...], object]]] = {
    "analyst": {
        "extract": ((CaseRecord,), Extraction),
        "hypothesize": ((CaseRecord, Extraction), HypothesisDag),
    },
    "writer": {
        "plan": ((Dossier, Sizes), DocumentPlan),
        "write": ((Dossier, DocumentSpec, tuple[str, ...]), DocumentContent),
    },
    "judge": {"review": ((Dossier, DocumentSpec, DocumentContent), Review)},
}
AUTHORS = plugin_ids("builder.authors")
FACTORIES = [
    (author, hand)
    for author in AUTHORS
    for hand in HANDS
    if hasattr(import_module(f"builder.authors.{author}"), hand)
]
READY = [(author, hand) for author, hand in FACTORIES if author in ("handwritten", "procedural")]


def signature(function: Callable[..., object]) -> tuple[tuple[object, ...], object]:
    """Types of the parameters but `self`, and the type of what is returned."""
    hints = get_type_hints(function)
    returned = hints.pop("return")
    return tuple(hints.values()), returned


@pytest.mark.parametrize("package", ["builder.sources", "builder.authors"])
def test_a_plug_in_is_a_file_of_its_folder(package: str) -> None:
    folder = Path(str(import_module(package).__file__)).parent
    files = {path.stem for path in folder.glob("[!_]*.py")}
    assert set(plugin_ids(package)) == files
    assert {"fiction", "folder", "handwritten"} <= files or {"procedural", "replay"} <= files


@pytest.mark.parametrize("package", ["builder.sources", "builder.authors"])
@pytest.mark.parametrize("name", ["nobody", "_replay_file", "..config", ""])
def test_an_unknown_plug_in_is_named_with_those_that_exist(package: str, name: str) -> None:
    with pytest.raises(ConfigError, match="there are: ") as caught:
        plugin(package, name)
    assert repr(name) in str(caught.value)
    assert all(known in str(caught.value) for known in plugin_ids(package))


@pytest.mark.parametrize("source_id", source_ids())
def test_a_source_says_what_it_is_and_gives_records(source_id: str) -> None:
    module = source_module(source_id)
    documented = inspect.getdoc(import_module(f"builder.sources.{source_id}"))
    assert documented
    assert len(documented) > 80
    assert module.HANDS.partition(":")[0] in AUTHORS
    assert signature(module.records) == ((str, SourceOptions), Iterator[CaseRecord])
    assert list(inspect.signature(module.records).parameters) == ["locator", "options"]


@pytest.mark.parametrize("source_id", source_ids())
def test_a_source_names_a_locator_that_cannot_be_one(source_id: str) -> None:
    with pytest.raises((ConfigError, SourceUnusable), match="nowhere-at-all") as caught:
        list(source_module(source_id).records("/nowhere-at-all", SourceOptions()))
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("source_id", ["fiction", "handwritten"])
def test_a_source_gives_the_same_records_again_and_only_what_is_wanted(source_id: str) -> None:
    options = SourceOptions(worlds=1, seed=4, case_types=("torts",))
    records = list(source_module(source_id).records("", options))
    assert records == list(source_module(source_id).records("", options))
    assert {record.case_type for record in records} == {"torts"}
    assert len({record.case_id for record in records}) == len(records)
    assert {record.source.kind for record in records} == {source_id}


@pytest.mark.parametrize("author", AUTHORS)
def test_an_author_says_what_it_is_and_has_a_hand(author: str) -> None:
    assert len(inspect.getdoc(import_module(f"builder.authors.{author}")) or "") > 80
    assert [hand for name, hand in FACTORIES if name == author]


@pytest.mark.parametrize(("author", "hand"), FACTORIES)
def test_a_hand_is_made_from_its_argument(author: str, hand: str) -> None:
    make = getattr(import_module(f"builder.authors.{author}"), hand)
    parameters, made = signature(make)
    assert parameters == ((str, ModelTerms) if author == MODEL else (str,))
    for method, expected in HANDS[hand].items():
        assert signature(getattr(made, method)) == expected
        assert inspect.getdoc(getattr(made, method))


@pytest.mark.parametrize(("author", "hand"), READY)
def test_a_hand_has_a_name_and_keeps_no_state(author: str, hand: str) -> None:
    one, two = getattr(authors, hand)(author), getattr(authors, hand)(author)
    assert one.name == author
    assert one == two
    with pytest.raises(AttributeError):
        one.name = "other"


@pytest.mark.parametrize(
    ("author", "hand"), [(a, h) for a in AUTHORS for h in HANDS if (a, h) not in FACTORIES]
)
def test_a_hand_that_an_author_lacks_is_named(author: str, hand: str) -> None:
    with pytest.raises(ConfigError, match=f"'{author}' has no {hand}"):
        getattr(authors, hand)(author)


@pytest.mark.parametrize(
    ("author", "hand"), [pair for pair in FACTORIES if pair != ("handwritten", "judge")]
)
def test_a_hand_refuses_an_argument_that_leads_nowhere(author: str, hand: str) -> None:
    with pytest.raises(ConfigError, match="/nowhere-at-all") as caught:
        getattr(authors, hand)(f"{author}:/nowhere-at-all")
    assert "\n" not in str(caught.value)

"""The shipped handwritten worlds, and what anyone's own world must say to be read."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from builder.authors import Dossier, Sizes, analyst, judge, writer
from builder.checks.roles import Ground, check_document
from builder.checks.worlds import check_world
from builder.errors import ConfigError, InvalidDag, SourceUnusable
from builder.formats import format_module
from builder.handwritten import dossier as handwritten
from builder.handwritten.folders import shipped_worlds, world_folders
from builder.handwritten.key import WorldKey, load_key
from builder.matching.blocks import block_text
from builder.schema import CASE_TYPES, DocumentContent, DocumentPlan, FileProperties
from builder.sources import SourceOptions, source_module

SHIPPED = shipped_worlds()


@cache
def world(name: str) -> tuple[WorldKey, Dossier, DocumentPlan, tuple[DocumentContent, ...]]:
    """A shipped world as far as its written documents, made by its hands."""
    ((_, folder),) = world_folders(name)
    key = load_key(folder)
    (record,) = source_module("handwritten").records(name, SourceOptions())
    extraction = handwritten.extraction(key)
    dossier = Dossier(world_id="w1", record=record, extraction=extraction, dag=handwritten.dag(key))
    plan = handwritten.plan(key, "w1")
    return key, dossier, plan, tuple(handwritten.content(folder, spec) for spec in plan.specs)


def test_one_world_ships_for_each_case_type() -> None:
    records = source_module("handwritten").records("", SourceOptions())
    assert sorted(record.case_type for record in records) == sorted(CASE_TYPES)


def test_a_source_can_be_asked_for_one_case_type() -> None:
    options = SourceOptions(case_types=("torts",))
    assert [r.case_id for r in source_module("handwritten").records("", options)] == [
        "torts-corran-bend"
    ]


@pytest.mark.parametrize("name", SHIPPED)
def test_dag_and_roles_hold(name: str) -> None:
    _, dossier, plan, _ = world(name)
    assert [r for r in check_world(dossier.dag, plan) if not r.passed] == []


@pytest.mark.parametrize("name", SHIPPED)
def test_each_document_does_what_its_role_says(name: str) -> None:
    _, dossier, plan, contents = world(name)
    ground = Ground(dossier.dag, dossier.extraction.setting, dossier.extraction.entities)
    failures = [
        f"{spec.path}: {result.check}: {result.detail}"
        for spec, content in zip(plan.specs, contents, strict=True)
        for result in check_document(spec, "\n".join(map(block_text, content.blocks)), ground)
        if not result.passed
    ]
    assert failures == []


@pytest.mark.parametrize("name", SHIPPED)
def test_the_judge_finds_the_words_on_the_marked_blocks(name: str) -> None:
    _, dossier, plan, contents = world(name)
    reviews = [
        judge("handwritten").review(dossier, spec, content)
        for spec, content in zip(plan.specs, contents, strict=True)
    ]
    assert [reason for review in reviews for reason in review.reasons] == []


@pytest.mark.parametrize("name", SHIPPED)
def test_no_markup_is_left(name: str) -> None:
    *_, contents = world(name)
    left = [
        f"{content.title}: {line}"
        for content in contents
        for block in content.blocks
        for line in block_text(block).splitlines()
        if "**" in line or "`" in line or line.startswith(("# ", "|", ">>"))
    ]
    assert left == []


@pytest.mark.parametrize("name", SHIPPED)
def test_accounts_name_no_label(name: str) -> None:
    key, dossier, _, _ = world(name)
    labels = {*key.facts, *key.inferences, *key.hypotheses}
    words = {w.strip(".,;") for h in dossier.dag.hypotheses for w in h.statement.split()}
    assert words & labels == set()


@pytest.mark.slow
@pytest.mark.parametrize("name", SHIPPED)
def test_each_file_does_what_its_role_says(name: str) -> None:
    _, dossier, plan, contents = world(name)
    ground = Ground(dossier.dag, dossier.extraction.setting, dossier.extraction.entities)
    failures: list[str] = []
    for spec, content in zip(plan.specs, contents, strict=True):
        module = format_module(spec.format)
        properties = FileProperties(
            title=spec.title, author="A. Clerk", company="Acme", created=spec.date
        )
        text = module.extract(module.render(content, properties).data).text
        failures += [
            f"{spec.path}: {result.check}: {result.detail}"
            for result in check_document(spec, text, ground)
            if not result.passed
        ]
    assert failures == []


def test_hands_read_the_folder_of_the_record_or_of_their_argument() -> None:
    (record,) = source_module("handwritten").records("contract", SourceOptions())
    folder = str(world_folders("contract")[0][1].parent)
    for name in ("handwritten", f"handwritten:{folder}"):
        extraction = analyst(name).extract(record)
        dossier = Dossier(
            world_id="w1",
            record=record,
            extraction=extraction,
            dag=analyst(name).hypothesize(record, extraction),
        )
        assert dossier.dag.adopted.hypothesis_id == "H2"
        plan = writer(name).plan(dossier, Sizes())
        content = writer(name).write(dossier, plan.specs[0], ())
        assert content.document_id == "d001"


def test_document_ids_follow_the_world_and_tell_nothing() -> None:
    key, *_ = world("contract")
    one, two = handwritten.plan(key, "w1"), handwritten.plan(key, "w2")
    assert [s.path for s in one.specs] != [s.path for s in two.specs]
    assert sorted(s.path for s in one.specs) == sorted(s.path for s in two.specs)
    assert [s.document_id for s in one.specs[:2]] == ["d001", "d002"]


def test_the_judge_misses_words_that_were_cut() -> None:
    _, dossier, plan, contents = world("contract")
    spec, content = next(
        (s, c) for s, c in zip(plan.specs, contents, strict=True) if s.role == "merits"
    )
    bare = content.model_copy(update={"blocks": content.blocks[:1]})
    review = judge("handwritten").review(dossier, spec, bare)
    assert review.grade == "fail"
    assert spec.statements[0].fact_id in review.reasons[0]


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A copy of a shipped world, to be spoiled."""
    folder = tmp_path / "mine"
    shutil.copytree(world_folders("contract")[0][1], folder)
    return folder


def spoil(folder: Path, old: str, new: str) -> None:
    """Changes the key of a world."""
    path = folder / "key.yaml"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


WRONG_KEYS = {
    "unknown field": ("case_type: contract", "case_type: contract\nmood: sad", "mood"),
    "unknown role": ("role: noise", "role: nosie", r"documents > .*\.md > role"),
    "unknown author": ("author: sorrell", "author: sorell", r"Scan_0508_CP\.md.*'sorell'"),
    "unknown fact": ("states: {T1b:", "states: {T9:", r"WO 20615\.md.*'T9'"),
    "anchor not worded": ("K-46: K-46, ", "", r"Scan_0508_CP\.md > states > G03.*K-46"),
    "entity twice": ("  abt: {", "  abara: {", "'abara' stands twice"),
    "not YAML": ("window: {", "window: {{", r"key\.yaml"),
    "bad date": ("date: 2018-06-22T18:00:00", "date: 22 June", r"floor chat.*date"),
    "missing document": ("Wexley/D-18-07.md", "Wexley/D-18-08.md", r"D-18-07\.md"),
}


@pytest.mark.parametrize("case", WRONG_KEYS)
def test_a_wrong_key_is_refused_with_its_place(own: Path, case: str) -> None:
    old, new, told = WRONG_KEYS[case]
    spoil(own, old, new)
    with pytest.raises(SourceUnusable, match=told):
        load_key(own)


def test_a_key_whose_accounts_do_not_stand_is_refused(own: Path) -> None:
    spoil(own, "premises: [G17, G16, G09], refutes: [H4]", "premises: [G17, G16, G09]")
    with pytest.raises(InvalidDag, match="'H4' is not refuted along two"):
        handwritten.dag(load_key(own))


def test_an_edited_document_changes_the_record(own: Path) -> None:
    records = source_module("handwritten").records
    (before,) = records(str(own), SourceOptions())
    path = own / "corpus" / "Wexley" / "D-18-07.md"
    path.write_text(path.read_text(encoding="utf-8") + "\nP.S.\n", encoding="utf-8")
    (after,) = records(str(own), SourceOptions())
    assert before.case_id == after.case_id
    assert before != after


def test_a_folder_of_worlds_may_not_hold_one_twice(own: Path) -> None:
    shutil.copytree(own, own.parent / "again")
    with pytest.raises(SourceUnusable, match="contract-widdershins"):
        list(source_module("handwritten").records(str(own.parent), SourceOptions()))


def test_a_locator_without_a_world_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"key\.yaml.*contract"):
        list(source_module("handwritten").records(str(tmp_path), SourceOptions()))


@pytest.mark.parametrize("hand", [analyst, writer])
def test_a_hand_without_a_world_is_refused_before_any_work(
    hand: Callable[[str], object], tmp_path: Path
) -> None:
    with pytest.raises(ConfigError, match="no key"):
        hand(f"handwritten:{tmp_path}")

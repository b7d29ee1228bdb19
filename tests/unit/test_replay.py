"""The replay analyst: wrong files of answers, and the genuine record where it is present."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from builder.authors import Dossier, analyst
from builder.authors._replay_file import load_replay
from builder.config import BuildSettings
from builder.errors import ConfigError, ExtractionFailed
from builder.pipeline import build
from builder.schema import CaseRecord, Extraction, HypothesisDag, Page
from builder.sources.folder import read_record

FILE = Path(__file__).parents[1] / "fixtures" / "replay" / "gipson.yaml"
SHARED = Path(os.environ.get("IW_SHARED") or Path(__file__).parents[3] / "shared")
CASE = SHARED / "records" / "cases" / "gipson-v-us-steel"
genuine = pytest.mark.skipif(not CASE.is_dir(), reason="the genuine record is not here")


@cache
def world() -> tuple[CaseRecord, Extraction, HypothesisDag]:
    record = read_record(CASE)
    hand = analyst(f"replay:{FILE}")
    extraction = hand.extract(record)
    return record, extraction, hand.hypothesize(record, extraction)


def changed(tmp_path: Path, **updates: Any) -> Path:
    answers = yaml.safe_load(FILE.read_text(encoding="utf-8")) | updates
    path = tmp_path / "answers.yaml"
    path.write_text(yaml.safe_dump(answers, allow_unicode=True), encoding="utf-8")
    return path


@genuine
def test_the_dag_holds_and_is_solved_by_joins() -> None:
    _, extraction, dag = world()
    ground = [fact for fact in dag.facts if fact.kind == "ground"]
    assert len(ground) >= 8
    assert set(extraction.facts) == set(ground)
    for hypothesis in (dag.rejected, *dag.alternatives):
        assert all(len(p) > 1 for p in dag.paths(hypothesis.hypothesis_id, "refutes"))
    for alternative in dag.alternatives:
        tilts = [f for f in dag.facts if f.tilts == alternative.hypothesis_id]
        assert len(tilts) >= 2
        assert all(f.innocent for f in tilts)


@genuine
def test_accounts_are_alike_in_length_and_sentences() -> None:
    statements = [h.statement for h in world()[2].hypotheses]
    words = [len(statement.split()) for statement in statements]
    assert max(words) <= 1.15 * min(words)
    assert len({statement.count(". ") for statement in statements}) == 1


@genuine
def test_every_ground_fact_rests_on_a_finding_and_can_be_mentioned() -> None:
    record, extraction, dag = world()
    known = {finding.finding_id for finding in extraction.findings}
    for fact in extraction.facts:
        assert fact.finding_ids
        assert set(fact.finding_ids) <= known
    assert all(len(fact.mentions) >= 3 for fact in dag.facts)
    assert {m.form for f in dag.facts for m in f.mentions} >= {"prose", "row", "chat", "qa"}
    assert all(record.passage_text(finding.passage) for finding in extraction.findings)


@genuine
def test_no_real_name_is_in_what_is_public() -> None:
    record, extraction, dag = world()
    public = " ".join(
        [extraction.setting.brief, *(h.statement for h in dag.hypotheses)]
        + [name for e in extraction.entities for name in e.names]
        + [m.text for f in dag.facts for m in f.mentions]
    ).lower()
    for identity in extraction.identities:
        for name in identity.names:
            assert name.lower() not in public
    assert Dossier(world_id="w", record=record, extraction=extraction, dag=dag)


@genuine
def test_days_are_moved_by_whole_weeks() -> None:
    file = load_replay(FILE)
    _, extraction, _ = world()
    assert (extraction.setting.window.start - file.window[0]).days % 7 == 0
    assert all(f.when in extraction.setting.window for f in extraction.facts if f.when)


@genuine
def test_a_place_outside_the_record_is_named(tmp_path: Path) -> None:
    record = world()[0]
    short = record.model_copy(
        update={
            "findings": (),
            "filings": tuple(
                f.model_copy(update={"pages": (*f.pages[:2], Page(number=3, text="short"))})
                for f in record.filings
            ),
        }
    )
    with pytest.raises(ExtractionFailed, match=r"page (3|4|5|12)"):
        analyst(f"replay:{FILE}").extract(short)


@genuine
def test_answers_for_another_case_are_refused(tmp_path: Path) -> None:
    path = changed(tmp_path, case="another-case")
    with pytest.raises(ExtractionFailed, match="answers for case 'another-case'"):
        analyst(f"replay:{path}").extract(world()[0])


@pytest.mark.parametrize(
    ("updates", "said"),
    [
        ({"case_type": "divorce"}, "case_type"),
        ({"extra": 1}, "extra"),
        ({"values": {"d": {"kind": "date", "amount": 4.0}}}, "values"),
    ],
)
def test_a_wrong_file_is_refused_in_one_line(
    tmp_path: Path, updates: dict[str, Any], said: str
) -> None:
    with pytest.raises(ConfigError, match=said) as caught:
        analyst(f"replay:{changed(tmp_path, **updates)}")
    assert "\n" not in str(caught.value)


@pytest.mark.slow
@genuine
def test_the_genuine_record_becomes_a_certified_world(tmp_path: Path) -> None:
    settings = BuildSettings(
        source=f"folder:{CASE}", analyst=f"replay:{FILE}", writer="procedural", judge="procedural"
    )
    (outcome,) = build(settings, tmp_path)
    assert (outcome.reason, outcome.n_documents) == ("", 176)
    real = [name for i in world()[1].identities for name in i.names if " " in name]
    texts = "\n".join(p.read_text(errors="ignore") for p in tmp_path.rglob("*.txt"))
    assert len(texts) > 10_000
    assert not [name for name in real if name.lower() in texts.lower()]


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="no file of recorded answers"):
        analyst(f"replay:{tmp_path / 'none.yaml'}")


def test_the_file_copies_no_sentence_of_the_record() -> None:
    words = FILE.read_text(encoding="utf-8").lower()
    for real in ("gipson v.", "steel corporation", "baltz", "canzoreni", "moody"):
        assert real not in words

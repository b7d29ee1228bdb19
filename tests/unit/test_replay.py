"""The replay analyst: a case read from its papers, wrong files of answers, and the genuine record
where it and answers for it are at hand."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import pytest
import yaml

from builder.authors import Dossier, analyst
from builder.authors._replay_file import load_replay
from builder.errors import ConfigError, ExtractionFailed
from builder.matching.shift import shift_days
from builder.schema import CaseRecord, Extraction, HypothesisDag, Page
from builder.sources.folder import read_record
from tests.recorded_answers import fictional_case, genuine_case


class Read(NamedTuple):
    """A case, and what the recorded analyst says of it."""

    answers: Path
    record: CaseRecord
    extraction: Extraction
    dag: HypothesisDag


@pytest.fixture(scope="module", params=["fictional", "genuine"])
def read(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Read:
    made = request.param == "fictional"
    case, answers = fictional_case(tmp_path_factory.mktemp("case")) if made else genuine_case()
    record, hand = read_record(case), analyst(f"replay:{answers}")
    extraction = hand.extract(record)
    return Read(answers, record, extraction, hand.hypothesize(record, extraction))


@pytest.fixture(scope="module")
def fictional(tmp_path_factory: pytest.TempPathFactory) -> tuple[CaseRecord, Path]:
    case, answers = fictional_case(tmp_path_factory.mktemp("case"))
    return read_record(case), answers


def changed(answers_file: Path, tmp_path: Path, **updates: Any) -> Path:
    answers = yaml.load(answers_file.read_text("utf-8"), yaml.CSafeLoader) | updates
    path = tmp_path / "answers.yaml"
    path.write_text(yaml.dump(answers, Dumper=yaml.CSafeDumper, allow_unicode=True), "utf-8")
    return path


def test_the_dag_holds_and_is_solved_by_joins(read: Read) -> None:
    dag = read.dag
    ground = [fact for fact in dag.facts if fact.kind == "ground"]
    assert len(ground) >= 8
    assert set(read.extraction.facts) == set(ground)
    for hypothesis in (dag.rejected, *dag.alternatives):
        assert all(len(p) > 1 for p in dag.paths(hypothesis.hypothesis_id, "refutes"))
    for alternative in dag.alternatives:
        tilts = [f for f in dag.facts if f.tilts == alternative.hypothesis_id]
        assert len(tilts) >= 2
        assert all(f.innocent for f in tilts)


def test_accounts_are_alike_in_length_and_sentences(read: Read) -> None:
    statements = [h.statement for h in read.dag.hypotheses]
    words = [len(statement.split()) for statement in statements]
    assert max(words) <= 1.15 * min(words)
    assert len({statement.count(". ") for statement in statements}) == 1


def test_every_ground_fact_rests_on_a_finding_and_can_be_mentioned(read: Read) -> None:
    known = {finding.finding_id for finding in read.extraction.findings}
    for fact in read.extraction.facts:
        assert fact.finding_ids
        assert set(fact.finding_ids) <= known
    assert all(len(fact.mentions) >= 3 for fact in read.dag.facts)
    assert {m.form for f in read.dag.facts for m in f.mentions} >= {"prose", "row", "chat", "qa"}
    assert all(read.record.passage_text(f.passage) for f in read.extraction.findings)


def test_no_real_name_is_in_what_is_public(read: Read) -> None:
    public = " ".join(
        [read.extraction.setting.brief, *(h.statement for h in read.dag.hypotheses)]
        + [name for e in read.extraction.entities for name in e.names]
        + [m.text for f in read.dag.facts for m in f.mentions]
    ).lower()
    names = [name for identity in read.extraction.identities for name in identity.names]
    assert len(names) > 5
    assert not [name for name in names if name.lower() in public]
    dossier = Dossier(world_id="w", record=read.record, extraction=read.extraction, dag=read.dag)
    assert dossier.record.filings


def test_days_are_moved_by_whole_weeks(read: Read) -> None:
    file, window = load_replay(read.answers), read.extraction.setting.window
    assert (window.start - file.window[0]).days == shift_days(read.record)
    assert all(f.when in window for f in read.extraction.facts if f.when)


def test_a_place_outside_the_record_is_named(fictional: tuple[CaseRecord, Path]) -> None:
    record, answers = fictional
    short = record.model_copy(
        update={
            "findings": (),
            "filings": tuple(
                f.model_copy(update={"pages": (Page(number=1, text="short"),)})
                for f in record.filings
            ),
        }
    )
    with pytest.raises(ExtractionFailed, match=r"page 1 has 5 characters"):
        analyst(f"replay:{answers}").extract(short)


def test_answers_for_another_case_are_refused(
    fictional: tuple[CaseRecord, Path], tmp_path: Path
) -> None:
    record, answers = fictional
    path = changed(answers, tmp_path, case="another-case")
    with pytest.raises(ExtractionFailed, match="answers for case 'another-case'"):
        analyst(f"replay:{path}").extract(record)


@pytest.mark.parametrize(
    ("updates", "said"),
    [
        ({"case_type": "divorce"}, "case_type"),
        ({"extra": 1}, "extra"),
        ({"shift_days": -7}, "shift_days"),
        ({"values": {"d": {"kind": "date", "amount": 4.0}}}, "values"),
    ],
)
def test_a_wrong_file_is_refused_in_one_line(
    fictional: tuple[CaseRecord, Path], tmp_path: Path, updates: dict[str, Any], said: str
) -> None:
    with pytest.raises(ConfigError, match=said) as caught:
        analyst(f"replay:{changed(fictional[1], tmp_path, **updates)}")
    assert "\n" not in str(caught.value)


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="no file of recorded answers"):
        analyst(f"replay:{tmp_path / 'none.yaml'}")

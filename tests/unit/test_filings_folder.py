"""A folder of invented court papers as one case record."""

from __future__ import annotations

from pathlib import Path

import pytest

from builder.authors import analyst
from builder.errors import ConfigError, SourceUnusable
from builder.filings.describe import describe
from builder.sources import SourceOptions, source_module
from builder.sources.folder import read_record

HEAD = """UNITED STATES DISTRICT COURT
WESTERN DISTRICT OF OREGANA
ORRIN VALE,
Plaintiff,
v. No. 3:17-cv-00412
CARVER PUMP CO.,
Defendant.
"""
PAPERS = {
    "31 motion.txt": "DEFENDANT'S MOTION FOR SUMMARY JUDGMENT\nCarver moves for judgment.",
    "31-2 facts.txt": "DEFENDANT'S STATEMENT OF UNDISPUTED FACTS\n"
    "1. Carver employed Vale. (Ex. 1 at 2.)\n2. Vale left in May. (Ex. 2.)\n"
    "3. Vale wrote. (Ex. 3.)",
    "40 response.txt": "PLAINTIFF'S RESPONSE TO DEFENDANT'S STATEMENT OF FACTS\n"
    "1. Admitted.\n2. Disputed. Vale was dismissed. (Vale Aff. ¶ 2.)\nADDITIONAL MATERIAL FACTS\n"
    "1. Vale was the only one. (Vale Aff. ¶ 9.)\n2. Nobody asked. (Vale Aff. ¶ 11.)",
    "52 opinion.txt": "OPINION AND ORDER\nBACKGROUND\nCarver employed Vale. (DE 31-2 ¶ 1.)\n"
    "CONCLUSION\nDefendant's motion for summary judgment is GRANTED. (DE 31.)",
}


def folder(path: Path, **more: str) -> Path:
    for name, text in PAPERS.items():
        (path / name).write_text(HEAD + text, encoding="utf-8")
    for name, text in more.items():
        (path / name).write_text(text, encoding="utf-8")
    return path


def test_papers_are_told_apart_and_read(tmp_path: Path) -> None:
    record = read_record(folder(tmp_path))
    assert [(f.entry, f.kind, f.side) for f in record.filings] == [
        ("31", "motion", "defendant"),
        ("31-2", "statement_of_facts", "defendant"),
        ("40", "response_to_statement", "plaintiff"),
        ("52", "opinion", None),
    ]
    assert record.case_type == "employment"
    assert [(f.number, f.response) for f in record.asserted_facts] == [
        ("1", "undisputed"),
        ("2", "disputed"),
        ("3", "no_response"),
        ("additional 1", "no_response"),
        ("additional 2", "no_response"),
    ]
    assert [(m.movant, m.disposition, m.entry) for m in record.motions] == [
        ("Carver Pump Co.", "granted", "31")
    ]
    assert record.passage_text(record.findings[0].passage) == "Carver employed Vale."
    assert record.missing == ("no exhibits",)


def test_toml_names_what_captions_do_not(tmp_path: Path) -> None:
    toml = 'case_type = "contract"\n[filings."40 response.txt"]\nkind = "exhibit"\nexhibit = "7"\n'
    record = read_record(folder(tmp_path, **{"record.toml": toml}))
    assert record.case_type == "contract"
    assert [f.exhibit for f in record.filings if f.kind == "exhibit"] == ["7"]


def test_the_same_paper_twice_is_kept_once(tmp_path: Path) -> None:
    body = PAPERS["52 opinion.txt"].replace("\n", "</p><p>")
    record = read_record(folder(tmp_path, **{"53 copy.html": f"<div><p>{HEAD}{body}</p></div>"}))
    assert sum(f.kind == "opinion" for f in record.filings) == 1
    assert any("'53 copy.html' is the same paper as '52 opinion.txt'" in m for m in record.missing)


def test_an_unreadable_paper_is_named_and_the_rest_read(tmp_path: Path) -> None:
    record = read_record(folder(tmp_path, **{"60 order.pdf": "not one"}))
    assert "not read: '60 order.pdf': is not a PDF" in record.missing


@pytest.mark.parametrize(
    ("toml", "said"),
    [
        ("kind = ", "record.toml"),
        ('case_type = "divorce"', "case_type"),
        ('[filings."99.pdf"]\nkind = "motion"', "files that are not there: 99.pdf"),
    ],
)
def test_a_wrong_toml_is_refused(tmp_path: Path, toml: str, said: str) -> None:
    with pytest.raises(ConfigError, match=said):
        read_record(folder(tmp_path, **{"record.toml": toml}))


def test_a_folder_that_cannot_serve_says_why(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="no such folder"):
        read_record(tmp_path / "absent")
    with pytest.raises(SourceUnusable, match="holds no readable court paper"):
        read_record(tmp_path)
    (tmp_path / "a.txt").write_text("The weather was fine.", encoding="utf-8")
    with pytest.raises(SourceUnusable, match="case_type"):
        read_record(tmp_path)


def test_description_shows_facts_with_answers(tmp_path: Path) -> None:
    text = describe(read_record(folder(tmp_path)))
    assert "Asserted facts (5): 1 undisputed, 1 disputed, 3 no response" in text
    assert "disputed: Disputed. Vale was dismissed. (Vale Aff. ¶ 2.)  <Vale Aff. at ¶ 2>" in text


def test_the_source_gives_one_record_and_asks_for_an_analyst(tmp_path: Path) -> None:
    module = source_module("folder")
    (record,) = module.records(str(folder(tmp_path)), SourceOptions())
    assert record.source.kind == "folder"
    with pytest.raises(ConfigError, match="a real record needs an analyst"):
        analyst(module.HANDS)

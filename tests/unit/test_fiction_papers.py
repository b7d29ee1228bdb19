"""Court papers: three local forms rendered to PDF, and our own readers parse them back."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from builder.errors import ConfigError
from builder.fiction.courtpapers import LOCAL_FORMS, LocalForm, court_papers, write_papers
from builder.fiction.docket import court_case, court_name
from builder.fiction.record import play_of, record_of
from builder.fiction.staging import stage_scenario
from builder.fiction.vocabulary import common_words
from builder.filings.pages import read_paper
from builder.filings.reading import read_filings
from builder.schema import Filing
from tests.fiction_factories import scenario

SMALL = scenario()
PLAY = stage_scenario("small", SMALL, 4, common_words(SMALL))
CASE = court_case(PLAY)


def folded(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize("form", LOCAL_FORMS)
def test_our_readers_read_what_was_rendered(form: LocalForm, tmp_path: Path) -> None:
    papers = court_papers(PLAY, CASE, form)
    files = write_papers(PLAY, CASE, tmp_path, form)
    filings = [
        Filing(
            filing_id=paper.paper_id,
            kind=paper.kind,
            title=paper.title,
            entry=paper.entry,
            side=paper.side,
            pages=read_paper(file).pages,
        )
        for paper, file in zip(papers, files, strict=True)
    ]
    reading = read_filings(filings)
    assert reading.caption == CASE.caption
    assert {(m.movant, m.disposition, m.entry) for m in reading.motions} == {
        (m.movant, m.disposition, m.entry) for m in CASE.motions
    }
    read = [(f.number, folded(f.text), f.response) for f in reading.asserted_facts]
    assert read == [(str(f.number), folded(f.text), f.status) for f in CASE.asserted]
    assert [[c.target for c in f.citations] for f in reading.asserted_facts] == [
        [c.target for c in f.cites] for f in CASE.asserted
    ]
    pages = {(f.filing_id, p.number): p.text for f in filings for p in f.pages}
    found = [
        folded(pages[f.passage.filing_id, f.passage.page][f.passage.start : f.passage.end])
        for f in reading.findings
    ]
    for fact in CASE.asserted:
        assert any(folded(fact.text).rstrip(".") in text for text in found), fact.text


def test_the_same_papers_give_the_same_bytes(tmp_path: Path) -> None:
    first, second = (write_papers(PLAY, CASE, tmp_path / name) for name in "ab")
    assert [p.read_bytes() for p in first] == [p.read_bytes() for p in second]


def test_a_record_finds_every_ground_fact_in_its_opinion() -> None:
    record = record_of(PLAY)
    facts = {fact.text for fact in CASE.asserted}
    assert {record.passage_text(f.passage) for f in record.findings} == facts
    assert [f.kind for f in record.filings] == [
        "opinion",
        "statement_of_facts",
        "response_to_statement",
        "exhibit_list",
    ]
    assert record.source.locator == "small/4"


@pytest.mark.parametrize("locator", ["small", "small/", "small/x", ""])
def test_a_locator_that_is_no_play(locator: str) -> None:
    with pytest.raises(ConfigError, match="is no play"):
        play_of(locator)


@pytest.mark.parametrize(
    ("place", "courts"),
    [
        ("Nebraska", {"United States District Court for the District of Nebraska"}),
        (
            "Northern District of Ohio",
            {"United States District Court for the Northern District of Ohio"},
        ),
        (
            "Ohio",
            {
                "United States District Court for the Northern District of Ohio",
                "United States District Court for the Southern District of Ohio",
            },
        ),
    ],
)
def test_court_names(place: str, courts: set[str]) -> None:
    assert {court_name(place, Random(seed)) for seed in range(20)} == courts

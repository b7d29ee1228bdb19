"""Recorded answers for a fictional case that is read from its court papers, as a real one is.

So that the whole road of a real record can be gone where no real record is: the papers of a play,
the opinion in a court's own words, and a file of answers that points into them.
"""

from __future__ import annotations

import os
import re
import textwrap
from pathlib import Path
from random import Random

import pytest
import yaml

from builder.authors import _answers as answers
from builder.authors._assembly import Reading, assemble
from builder.authors._quotes import find_quote
from builder.authors._replay_file import Place, ReplayFile
from builder.authors.replay import words_at
from builder.fiction.accounts import false_answers, ground_names
from builder.fiction.record import play_of
from builder.fiction.staging import Play
from builder.fiction.templates import realize
from builder.filings.pages import read_paper
from builder.schema import CaseRecord
from builder.sources import SourceOptions
from builder.sources.fiction import records
from builder.sources.folder import read_record
from builder.stages.papers import papers
from tests.courtlistener_server import pdf
from tests.model_player import Player

SCENARIO = "employment_dispatch_desk"
DIALS = (
    ("merits", 10),
    ("signal", 10),
    ("pro_alternative", 8),
    ("alternative_noise", 8),
    ("noise", 18),
    ("chaff", 16),
)
_TWO_WORDS = re.compile(r"((?:\b[a-z]+\b[ \n]){2})(?=[a-z])")
LINES_A_PAGE = 44


def court_words(text: str) -> str:
    """The words of a play as a court has them: no run of eight is the same, and no name changes."""
    return _TWO_WORDS.sub(r"\1indeed ", text)


def court_pages(pages: tuple[str, ...]) -> list[str]:
    """An opinion's pages in the court's words, with lines and pages of their own."""
    lines = [
        line
        for page in pages
        for paragraph in court_words(page).split("\n")
        for line in textwrap.wrap(paragraph, 88) or [""]
    ]
    return ["\n".join(lines[i : i + LINES_A_PAGE]) for i in range(0, len(lines), LINES_A_PAGE)]


class PapersPlayer(Player):
    """The scripted analyst of a play whose record was read from its papers."""

    def __init__(self, play: Play, record: CaseRecord) -> None:
        super().__init__(play, record)
        self.opinion = next(f.filing_id for f in record.filings if f.kind == "opinion")
        self.ground = ground_names(play.scenario, play.casting.adopted)
        self.found = {name: self._place(name) for name in self.ground}

    def _place(self, name: str) -> Place:
        """Where a paper states a fact; one that a page break cuts, by the words before it."""
        part = self.play.scenario.facts[name]
        text = realize(part.text.strip(), self.play.binding, Random(0)).text
        words = court_words(text).split()
        for cut in range(len(words), 3, -1):
            if place := find_quote(self.record, " ".join(words[:cut]), self.opinion):
                return place
        raise AssertionError(f"no paper says: {text}")

    def _known(self) -> list[dict[str, str]]:
        quotes = [(p.filing, words_at(self.record, p)) for p in self.found.values()]
        return [{"filing": filing, "quote": quote, "says": quote} for filing, quote in quotes]

    def _numbers(self, fact: str) -> list[int]:
        return [self.ground.index(fact) + 1] if fact in self.ground else []

    def answers(self) -> ReplayFile:
        """Every answer, put together."""
        scenario = self.play.scenario
        facts = {*self.ground, *self._tilts()}
        false = {
            answer
            for account in self.play.casting.alternatives
            for answer in false_answers(scenario, self.play.casting.adopted, account)
        }
        reading = Reading(
            record=self.record,
            findings=tuple(answers.FoundPassage(**f) for f in self._known()),
            entities=answers.Entities(**self._entities("")),
            questions=answers.Questions(**self._questions("")),
            ledger=answers.Ledger(**self._ledger("")),
            parties=answers.Parties(**self._parties("")),
            alternatives=answers.Alternatives(**self._alternatives("")),
            statements=answers.Statements(**self._statements("")),
            wordings=tuple(
                answers.Wording(fact=name, **mention.model_dump())
                for name in sorted(facts)
                for mention in scenario.facts[name].mentions
            ),
            pieces=tuple(
                (answers.Piece(**p.model_dump(include=set(answers.Piece.model_fields))), target)
                for p in scenario.background
                if p.speaker and p.kind in ("dispute", "alternative")
                for target in [p.target or ""]
                if not target or target in false
            ),
        )
        return assemble(reading)

    def _tilts(self) -> list[str]:
        given = self._alternatives("")["alternatives"]
        return [t["slot"] for a in given for d in a["departures"] for t in d["tilts"]]


def written_papers(folder: Path) -> tuple[Play, Path]:
    """A play's papers in a folder, the opinion in the court's own words."""
    (fiction,) = records(SCENARIO, SourceOptions(worlds=1))
    (opinion,) = (p for p in papers(fiction, folder) if "opinion" in p.name)
    pages = read_paper(opinion).pages
    opinion.write_bytes(pdf(*court_pages(tuple(page.text for page in pages))))
    return play_of(fiction.source.locator), folder


def fictional_case(folder: Path) -> tuple[Path, Path]:
    """A folder of court papers, and a file of recorded answers for them."""
    play, case = written_papers(folder / "pell-v-orrin")
    file = PapersPlayer(play, read_record(case)).answers()
    return case, write_answers(file, folder / "answers.yaml")


def genuine_case() -> tuple[Path, Path]:
    """The genuine record, and recorded answers for it; they tell its world from the record, so they
    stay out of the project. Skips where either is not here (IW_SHARED, IW_ANSWERS)."""
    shared = Path(os.environ.get("IW_SHARED") or Path(__file__).parents[2] / "shared")
    case = shared / "records" / "cases" / "gipson-v-us-steel"
    answers = Path(os.environ.get("IW_ANSWERS") or "no answers") / "gipson.yaml"
    if not case.is_dir() or not answers.is_file():
        pytest.skip("no genuine record with recorded answers (IW_SHARED, IW_ANSWERS)")
    return case, answers


def write_answers(file: ReplayFile, path: Path) -> Path:
    """The answers as a file of them stands on disk."""
    path.write_text(yaml.dump(file.model_dump(mode="json"), Dumper=yaml.CSafeDumper), "utf-8")
    return path

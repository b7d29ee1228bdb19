"""A record built with recorded answers: nothing of it is left, by a search of its own.

The search knows nothing of the anonymizer: it takes every word of the record's papers that is
written as a name there, and every number that stands for something, and looks for them, and for
eight words of the court's in a row, in files that are taken apart by other means than the
certificate's. The genuine record is searched for where it and answers for it are at hand, a
fictional one everywhere.
"""

from __future__ import annotations

import calendar
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import pytest

from builder.config import BuildSettings
from builder.fiction.staging import Play
from builder.filings.pages import read_paper
from builder.pipeline import build
from builder.salting import SALT
from builder.schema import World
from builder.show import read_world
from tests.integration.test_build_traces import parts
from tests.recorded_answers import DIALS, fictional_case, genuine_case, written_papers

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.slow
QUOTE = 8


@dataclass(frozen=True)
class Sought:
    """What may be left nowhere: `text` of the papers, and `people` if they are known anyway."""

    text: str
    ordinary: frozenset[str]
    people: frozenset[str] = frozenset()

    @cached_property
    def names(self) -> frozenset[str]:
        """Words that the record writes as names: capitals where they stand, never small, and no
        word of any invented world."""
        small = set(re.findall(r"\b[a-z]+\b", self.text))
        capital = {word.lower() for word in re.findall(r"\b[A-Z][A-Za-z]{3,}\b", self.text)}
        return frozenset(((capital - self.ordinary) | self.people) - small)

    @cached_property
    def numbers(self) -> frozenset[str]:
        """Docket, charge, telephone and reporter numbers, as the record writes them."""
        patterns = (
            r"\d:\d\d-?[A-Za-z]{2}-?\d{2,6}\b",
            r"\b\d:\d\d [A-Z]{2} \d+\b",
            r"\b\d{3}-\d{4}-\d{5}\b",
            r"\b\d{3}[-.]\d{3}[-.]\d{4}\b",
            r"\b\d+ (?:F\.\dd|F\.4th|U\.S\.|S\. Ct\.|F\. Supp\. \dd) \d+\b",
        )
        return frozenset(hit for pattern in patterns for hit in re.findall(pattern, self.text))


def invented_texts() -> str:
    """What invented worlds are made of."""
    patterns = ("builder/fiction/**/*.yaml", "builder/genres/**/*.*", "builder/formats/*.py")
    paths = [path for pattern in patterns for path in ROOT.glob(pattern)]
    return "\n".join(p.read_text("utf-8") for p in paths if p.suffix in (".py", ".yaml"))


def ordinary_words(answers: Path) -> frozenset[str]:
    """Words of invented worlds: what stands there gives no real case away."""
    texts = [invented_texts(), answers.read_text("utf-8"), *calendar.month_name]
    return frozenset(re.findall("[a-z]+", "\n".join(texts).lower()))


def people_in(play: Play, text: str) -> frozenset[str]:
    """The names of a play that its papers print, without those that are everyday words."""
    small = set(re.findall(r"\b[a-z]+\b", invented_texts()))
    names = {w for e in play.entities if e.kind == "person" for w in re.findall(r"\w{4,}", e.name)}
    return frozenset(n.lower() for n in names if n in text and n.lower() not in small)


def runs(text: str) -> Iterator[str]:
    words = re.findall(r"[a-z0-9']+", text.lower())
    return (" ".join(words[i : i + QUOTE]) for i in range(len(words) - QUOTE + 1))


def residue(world: World, folder: Path, sought: Sought) -> list[str]:
    names = re.compile(rf"\b(?:{'|'.join(sorted(sought.names))})s?\b", re.I)
    squashed = re.compile("|".join(sorted(n for n in sought.names if len(n) > 6)), re.I)
    numbers = re.compile("|".join(map(re.escape, sorted(sought.numbers))), re.I)
    quotes = frozenset(
        run for run in runs(sought.text) if sum(w.isalpha() for w in run.split()) >= QUOTE - 1
    )
    found: list[str] = []

    def search(where: str, text: str) -> None:
        for pattern in (names, numbers, squashed):
            found.extend(f"{where}: {hit}" for hit in pattern.findall(text))
        found.extend(f"{where}: {run!r}" for run in runs(text) if run in quotes)

    case = world.case_file
    search("public rows", json.dumps(case.model_dump(mode="json", exclude={"documents"})))
    for document in case.documents:
        search(document.path, document.path + "\n" + document.text)
        for name, part in parts((folder / document.path).read_bytes(), document.format):
            if name == "bytes" and document.format != "txt":
                continue  # packed: what is in it comes as parts, and chance makes words of the rest
            search(f"{document.path} ({name})", part.decode("utf-8", "ignore"))
    return found


@pytest.fixture(scope="module", params=["fictional", "genuine"])
def built(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Path, Sought]:
    """The folder of a world, and what may not be left in it."""
    out = tmp_path_factory.mktemp("case")
    made = request.param == "fictional"
    case, answers = fictional_case(out) if made else genuine_case()
    text = "\n".join(
        page.text for path in sorted(case.iterdir()) for page in read_paper(path).pages
    )
    people = people_in(written_papers(out / "again")[0], text) if made else frozenset[str]()
    dials = DIALS if made else ()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(SALT, "a salt of the tests")
        settings = BuildSettings(source=f"folder:{case}", analyst=f"replay:{answers}", dials=dials)
        (outcome,) = build(settings, out / "build")
    assert (outcome.reason, outcome.n_documents) == ("", sum(n for _, n in dials) or 176)
    return out / "build" / "worlds" / outcome.world_id, Sought(
        text, ordinary_words(answers), people
    )


def test_what_is_sought_is_there_in_the_record(built: tuple[Path, Sought]) -> None:
    _, sought = built
    assert len(sought.names) > 10
    assert len(sought.numbers) >= 1


def test_the_certificate_holds_and_nothing_of_the_record_is_left(
    built: tuple[Path, Sought],
) -> None:
    folder, sought = built
    world = read_world(folder)
    assert world.certificate.passed
    assert any(c.check == "nothing of the real case is left" for c in world.certificate.world)
    assert residue(world, folder / "corpus", sought) == []


def test_what_is_planted_is_found(built: tuple[Path, Sought]) -> None:
    folder, sought = built
    world = read_world(folder)
    document = next(d for d in world.case_file.documents if d.format == "txt")
    sentence = " ".join(sought.text.split()[300:320])
    name = max(sought.names, key=len)
    planted = document.model_copy(update={"text": f"{document.text} {sentence} {name}"})
    only = world.case_file.model_copy(update={"documents": (planted,)})
    found = residue(world.model_copy(update={"case_file": only}), folder / "corpus", sought)
    assert len(found) >= 2


def test_the_map_stays_with_the_key(built: tuple[Path, Sought]) -> None:
    folder, _ = built
    stored = json.loads((folder / "anonymized.json").read_bytes())["value"]
    assert stored["surrogates"]
    public = (folder / "world.json").read_text(encoding="utf-8")
    assert not [s["real"] for s in stored["surrogates"] if f" {s['real']} " in f" {public} "]

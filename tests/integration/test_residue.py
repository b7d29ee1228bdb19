"""The genuine record, built with recorded answers: nothing of it is left, by a search of its own.

The search knows nothing of the anonymizer: it takes every word of the record that is written as a
name there, and every number that stands for something, and looks for them in files that are taken
apart by other means than the certificate's.
"""

from __future__ import annotations

import calendar
import json
import os
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from builder.config import BuildSettings
from builder.pipeline import build
from builder.schema import World
from builder.show import read_world
from tests.integration.test_build_traces import parts

ROOT = Path(__file__).parents[2]
FILE = ROOT / "tests" / "fixtures" / "replay" / "gipson.yaml"
SHARED = Path(os.environ.get("IW_SHARED") or ROOT.parent / "shared")
CASE = SHARED / "records" / "cases" / "gipson-v-us-steel"
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not CASE.is_dir(), reason="the genuine record is not here"),
]
QUOTE = 8


@cache
def record_text() -> str:
    return "\n".join(path.read_text(encoding="utf-8") for path in sorted(CASE.glob("*.txt")))


@cache
def ordinary_words() -> frozenset[str]:
    """Words of invented worlds: what stands there gives no real case away."""
    patterns = ("builder/fiction/**/*.yaml", "builder/genres/banks/*.yaml", "builder/genres/*.py")
    banks = [path for pattern in patterns for path in ROOT.glob(pattern)]
    text = "\n".join(path.read_text(encoding="utf-8") for path in [*banks, FILE])
    words = [*re.findall(r"[A-Za-z]+", text), *calendar.month_name]
    return frozenset(word.lower() for word in words)


def real_names() -> frozenset[str]:
    """Words that the record writes as names: capitals where they stand, never small, and no word of
    any invented world."""
    text = record_text()
    small = set(re.findall(r"\b[a-z]+\b", text))
    capital = {word.lower() for word in re.findall(r"\b[A-Z][A-Za-z]{3,}\b", text)}
    return frozenset(capital - small - ordinary_words())


def real_numbers() -> frozenset[str]:
    """Docket, charge, telephone and reporter numbers, as the record writes them."""
    patterns = (
        r"\d:\d\d-?[A-Za-z]{2}-?\d{2,6}\b",
        r"\b\d:\d\d [A-Z]{2} \d+\b",
        r"\b\d{3}-\d{4}-\d{5}\b",
        r"\b\d{3}[-.]\d{3}[-.]\d{4}\b",
        r"\b\d+ (?:F\.\dd|F\.4th|U\.S\.|S\. Ct\.|F\. Supp\. \dd) \d+\b",
    )
    return frozenset(hit for pattern in patterns for hit in re.findall(pattern, record_text()))


def runs(text: str) -> Iterator[str]:
    words = re.findall(r"[a-z0-9']+", text.lower())
    return (" ".join(words[i : i + QUOTE]) for i in range(len(words) - QUOTE + 1))


def residue(world: World, folder: Path) -> list[str]:
    names = re.compile(rf"\b(?:{'|'.join(sorted(real_names()))})s?\b", re.I)
    squashed = re.compile("|".join(sorted(n for n in real_names() if len(n) > 6)), re.I)
    numbers = re.compile("|".join(map(re.escape, sorted(real_numbers()))), re.I)
    quotes = frozenset(
        run for run in runs(record_text()) if sum(w.isalpha() for w in run.split()) >= QUOTE - 1
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


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("genuine")
    (outcome,) = build(BuildSettings(source=f"folder:{CASE}", analyst=f"replay:{FILE}"), out)
    assert (outcome.reason, outcome.n_documents) == ("", 176)
    return out / "worlds" / outcome.world_id


def test_what_is_sought_is_there_in_the_record() -> None:
    assert len(real_names()) > 50
    assert len(real_numbers()) > 20


def test_the_certificate_holds_and_nothing_of_the_record_is_left(folder: Path) -> None:
    world = read_world(folder)
    assert world.certificate.passed
    assert any(c.check == "nothing of the real case is left" for c in world.certificate.world)
    assert residue(world, folder / "corpus") == []


def test_what_is_planted_is_found(folder: Path) -> None:
    world = read_world(folder)
    document = next(d for d in world.case_file.documents if d.format == "txt")
    sentence = " ".join(record_text().split()[300:320])
    name = max(real_names(), key=len)
    planted = document.model_copy(update={"text": f"{document.text} {sentence} {name}"})
    only = world.case_file.model_copy(update={"documents": (planted,)})
    found = residue(world.model_copy(update={"case_file": only}), folder / "corpus")
    assert len(found) >= 2


def test_the_map_stays_with_the_key(folder: Path) -> None:
    stored = json.loads((folder / "anonymized.json").read_bytes())["value"]
    assert stored["surrogates"]
    public = (folder / "world.json").read_text(encoding="utf-8")
    assert not [s["real"] for s in stored["surrogates"] if f" {s['real']} " in f" {public} "]

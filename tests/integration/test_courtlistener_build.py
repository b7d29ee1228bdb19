"""A case of CourtListener, from its docket to a certified world: planned, cut off, gone on with."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from builder.__main__ import main
from builder.salting import SALT
from builder.show import read_world
from builder.sources._crawl import open_crawl
from builder.sources.courtlistener import read_case
from tests.courtlistener_cases import WHOLE, archive
from tests.courtlistener_server import Archive, serve
from tests.integration.test_courtlistener_kill import environment
from tests.recorded_answers import DIALS, PapersPlayer, write_answers, written_papers

pytestmark = pytest.mark.slow
MANY = "1000,1000,1000,0"


@pytest.fixture
def served(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Archive]:
    monkeypatch.delenv(SALT, raising=False)
    with serve(archive()) as found:
        for name, value in environment(found, tmp_path / "cache").items():
            monkeypatch.setenv(name, value)
        yield found


@pytest.fixture
def answers(served: Archive, tmp_path: Path) -> Path:
    """Recorded answers for the docket, made from a crawl of its own."""
    play, _ = written_papers(tmp_path / "papers")
    with open_crawl(tmp_path / "another cache") as crawl:
        record = read_case(crawl, WHOLE)
    served.asked.clear()
    served.answered.clear()
    return write_answers(PapersPlayer(play, record).answers(), tmp_path / "answers.yaml")


def test_a_docket_becomes_a_certified_world_though_the_crawl_is_cut_off(
    served: Archive,
    answers: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    out = tmp_path / "build"
    dials = [f"--set={name}={n}" for name, n in DIALS]
    command = ["build", "--source", f"courtlistener:{WHOLE}", "--analyst", f"replay:{answers}"]
    command += ["--writer", "procedural", "--out", str(out), *dials]
    for day in (1, 2, 3):
        monkeypatch.setenv("COURTLISTENER_LIMITS", f"1000,1000,{day},0")
        assert main(command) == 1
        assert "the same command goes on from here" in capsys.readouterr().err
        assert len(served.answered) == day
    monkeypatch.setenv("COURTLISTENER_LIMITS", MANY)
    assert main(command) == 0
    assert "1 worlds, 70 documents" in capsys.readouterr().out
    assert served.repeated == []
    built = json.loads((out / "build.json").read_text())
    (world_id,) = built["worlds"]
    world = read_world(out / "worlds" / world_id)
    assert world.certificate.passed
    assert "nothing of the real case is left" in [c.check for c in world.certificate.world]

    # Built again there is nothing to ask, and nothing changes; nothing public names the docket.
    asked = len(served.asked)
    before = (out / "worlds" / world_id / "world.json").read_bytes()
    assert main(command) == 0
    assert len(served.asked) == asked
    assert (out / "worlds" / world_id / "world.json").read_bytes() == before
    salt = (out / "salt").read_text().strip()
    public = world.case_file.model_dump_json() + json.dumps(built)
    for secret in (
        salt,
        f"courtlistener-{WHOLE}",
        f":{WHOLE}",
        "Montefusco",
        "Rajagopal",
        "Abara",
        "Wexley",
    ):
        assert secret not in public


def test_the_salt_decides_the_world_and_nothing_else_does(
    served: Archive, answers: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dials = [f"--set={name}={n}" for name, n in DIALS]
    command = ["build", "--source", f"courtlistener:{WHOLE}", "--analyst", f"replay:{answers}"]

    def built(out: Path) -> tuple[str, bytes]:
        assert main([*command, "--out", str(out), *dials]) == 0
        (world,) = json.loads((out / "build.json").read_text())["worlds"]
        return world, (out / "worlds" / world / "world.json").read_bytes()

    monkeypatch.setenv(SALT, "one salt for all")
    one, again = built(tmp_path / "one"), built(tmp_path / "again")
    assert one == again
    # In the same folder another salt makes another world, though the sources are the same.
    monkeypatch.setenv(SALT, "another salt for all")
    other = built(tmp_path / "one")
    assert other[0] != one[0]
    people = [
        {e["name"] for e in json.loads(world)["value"]["case_file"]["entities"] if e["employer_id"]}
        for world in (one[1], other[1])
    ]
    assert people[0]
    assert not people[0] & people[1]

"""A killed build goes on with the same command and ends with the same bytes (Linux: uses /proc)."""

from __future__ import annotations

import shutil
import sys
import time
from pathlib import Path
from random import Random

import pytest

from tests.build_factories import hashes, run, run_killed

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="looks for orphans in /proc"),
]
KILLS = 20


@pytest.mark.parametrize("workers", ["1", "2"])
def test_kill_9_at_random_moments_of_a_build(tmp_path: Path, workers: str) -> None:
    # fmt: off
    command = ("build", "--source", "handwritten", "--case-type", "torts", "--case-type",
               "contract", "--workers", workers, "--out")
    # fmt: on
    started = time.monotonic()
    run(*command, tmp_path / "whole")
    whole, duration = hashes(tmp_path / "whole"), time.monotonic() - started
    rng, killed_at_work = Random(f"kill/{workers}"), 0
    out = tmp_path / "killed"
    for _ in range(KILLS // 2):
        moment = rng.uniform(0.15, 0.95) * duration
        was_alive = run_killed(moment, *command, out)
        partly = out.exists() and not (out / "build.json").exists()
        killed_at_work += was_alive and partly
        if rng.random() < 0.5:  # half of the builds are killed again as they go on
            run_killed(rng.uniform(0.15, 0.95) * duration, *command, out)
        run(*command, out)
        assert hashes(out) == whole
        shutil.rmtree(out)
    assert killed_at_work >= KILLS // 4


def test_kill_9_at_random_moments_of_pack(tmp_path: Path, all_handwritten: Path) -> None:
    command = ("pack", all_handwritten / "build", "--split", "validation", "--out")
    started = time.monotonic()
    run(*command, tmp_path / "whole" / "data_files")
    whole, duration = hashes(tmp_path / "whole"), time.monotonic() - started
    rng = Random("kill/pack")
    for _ in range(8):
        root = tmp_path / "killed"
        run_killed(rng.uniform(0.4, 0.98) * duration, *command, root / "data_files")
        run(*command, root / "data_files")
        assert hashes(root) == whole
        shutil.rmtree(root)


def test_kill_9_while_a_split_is_packed_over_leaves_the_other_split(
    tmp_path: Path, all_handwritten: Path
) -> None:
    build, out = all_handwritten / "build", tmp_path / "data_files"
    (tmp_path / "README.md").write_text("Words of a person.\n")
    run("pack", build, "--split", "other", "--out", out)
    others = {path: sha for path, sha in hashes(out).items() if "/other-" in path}
    started = time.monotonic()
    run("pack", build, "--split", "validation", "--out", out)
    whole, duration = hashes(tmp_path), time.monotonic() - started
    rng = Random("kill/over")
    for _ in range(4):
        run_killed(
            rng.uniform(0.4, 0.98) * duration, "pack", build, "--split", "validation", "--out", out
        )
        assert others.items() <= hashes(out).items()
        assert (tmp_path / "README.md").read_text().endswith("Words of a person.\n")
    run("pack", build, "--split", "validation", "--out", out)
    assert hashes(tmp_path) == whole

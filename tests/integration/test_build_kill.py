"""A killed build goes on with the same command and ends with the same bytes (Linux: uses /proc)."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from random import Random

import pytest

from tests.build_factories import hashes, run, run_killed

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="looks for orphans in /proc"),
]


@pytest.mark.parametrize(("workers", "kills"), [("1", 12), ("2", 8)])
def test_kill_9_at_random_moments_of_a_build(tmp_path: Path, workers: str, kills: int) -> None:
    # fmt: off
    command = ("build", "--source", "handwritten", "--case-type", "torts", "--case-type",
               "contract", "--workers", workers, "--out")
    # fmt: on
    run(*command, tmp_path / "whole")
    whole = hashes(tmp_path / "whole")
    rng, at_work, out = Random(f"kill/{workers}"), 0, tmp_path / "killed"
    for _ in range(kills):
        files, pause = rng.randint(0, len(whole) - 1), rng.uniform(0, 0.1)
        at_work += run_killed(files, pause, out, *command, out)
        run(*command, out)
        assert hashes(out) == whole
        shutil.rmtree(out)
    assert at_work >= kills // 2


def test_a_build_that_is_killed_again_and_again_comes_to_its_end(tmp_path: Path) -> None:
    command = ("build", "--source", "handwritten:torts", "--out")
    run(*command, tmp_path / "whole")
    whole, rng, out = hashes(tmp_path / "whole"), Random("again"), tmp_path / "killed"
    for files in (1, 4, 9, 30, len(whole) - 1):
        run_killed(files, rng.uniform(0, 0.05), out, *command, out)
    run(*command, out)
    assert hashes(out) == whole


def test_kill_9_at_random_moments_of_pack(tmp_path: Path, all_handwritten: Path) -> None:
    command = ("pack", all_handwritten / "build", "--split", "validation", "--out")
    run(*command, tmp_path / "whole" / "data_files")
    whole, rng, root = hashes(tmp_path / "whole"), Random("kill/pack"), tmp_path / "killed"
    at_work = 0
    for _ in range(8):
        files, pause = rng.randint(1, len(whole) - 1), rng.uniform(0, 0.2)
        at_work += run_killed(files, pause, root, *command, root / "data_files")
        run(*command, root / "data_files")
        assert hashes(root) == whole
        shutil.rmtree(root)
    assert at_work >= 4


def test_kill_9_while_a_split_is_packed_over_leaves_the_other_split(
    tmp_path: Path, all_handwritten: Path
) -> None:
    build, out = all_handwritten / "build", tmp_path / "data_files"
    (tmp_path / "README.md").write_text("Words of a person.\n")
    run("pack", build, "--split", "other", "--out", out)
    others = {path: sha for path, sha in hashes(out).items() if "/other-" in path}
    command = ("pack", build, "--split", "validation", "--out", out)
    run(*command)
    whole, rng = hashes(tmp_path), Random("kill/over")
    for _ in range(5):
        run_killed(len(whole) + rng.randint(1, 5), rng.uniform(0, 0.3), tmp_path, *command)
        assert others.items() <= hashes(out).items()
        assert (tmp_path / "README.md").read_text().endswith("Words of a person.\n")
    run(*command)
    assert hashes(tmp_path) == whole

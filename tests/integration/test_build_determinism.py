"""The same seed gives the same bytes, whatever the machine around it looks like."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from builder.__main__ import main
from tests.build_factories import HOSTILE, SMALL, hashes, run


def test_another_process_hash_seed_time_zone_and_locale_give_the_same_bytes(
    built: Path, tmp_path: Path
) -> None:
    (tmp_path / "elsewhere").mkdir()
    environment = {**HOSTILE, "TMPDIR": str(tmp_path / "elsewhere")}
    run("build", "--source", "handwritten:torts", "--out", tmp_path / "again", **environment)
    assert hashes(tmp_path / "again") == hashes(built)
    assert list((tmp_path / "elsewhere").iterdir()) == []


def test_a_build_that_stands_is_left_as_it_is(world_folder: Path, built: Path) -> None:
    before = {path: path.stat().st_mtime_ns for path in world_folder.rglob("*.json")}
    assert main(["build", "--source", "handwritten:torts", "--out", str(built)]) == 0
    assert {path: path.stat().st_mtime_ns for path in world_folder.rglob("*.json")} == before


@pytest.mark.parametrize("damage", ["changed", "missing", "added"])
def test_a_corpus_that_was_touched_is_put_right(built: Path, tmp_path: Path, damage: str) -> None:
    shutil.copytree(built, tmp_path / "copy")
    file = next(path for path in sorted((tmp_path / "copy").rglob("*.txt")))
    match damage:
        case "changed":
            file.write_bytes(file.read_bytes() + b".")
        case "missing":
            file.unlink()
        case _:
            file.with_name("stray.txt").write_text("stray")
    assert main(["build", "--source", "handwritten:torts", "--out", str(tmp_path / "copy")]) == 0
    assert hashes(tmp_path / "copy") == hashes(built)


@pytest.mark.slow
def test_workers_and_environment_change_no_byte_of_builds_and_parquet(tmp_path: Path) -> None:
    (tmp_path / "t").mkdir()
    environments = {
        "plain": ("1", {"PYTHONHASHSEED": "0", "TZ": "UTC", "LC_ALL": "C.UTF-8"}),
        "other": ("2", {**HOSTILE, "TMPDIR": str(tmp_path / "t")}),
        "third": ("3", {"PYTHONHASHSEED": "1234", "TZ": "America/St_Johns", "LANG": "tr_TR.UTF-8"}),
    }
    seen: list[dict[str, str]] = []
    for name, (workers, environment) in environments.items():
        # fmt: off
        run("build", "--source", "handwritten", "--case-type", "torts", "--case-type", "contract",
            "--workers", workers, "--out", tmp_path / name / "hand", **environment)
        run("build", "--source", "fiction", "--worlds", "2", "--seed", "11", *SMALL,
            "--workers", workers, "--out", tmp_path / name / "fiction", **environment)
        run("pack", tmp_path / name / "hand", tmp_path / name / "fiction", "--split", "validation",
            "--out", tmp_path / name / "data_files", **environment)
        # fmt: on
        seen.append(hashes(tmp_path / name))
    assert len([path for path in seen[0] if path.endswith(".parquet")]) == 5
    assert seen[0] == seen[1] == seen[2]

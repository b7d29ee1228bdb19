"""What the tests of builds share: one handwritten world, built and packed once in a session."""

from __future__ import annotations

from pathlib import Path

import pytest

from builder.__main__ import main


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The build folder of one handwritten world."""
    out = tmp_path_factory.mktemp("built") / "build"
    assert main(["build", "--source", "handwritten:torts", "--out", str(out)]) == 0
    return out


@pytest.fixture(scope="session")
def world_folder(built: Path) -> Path:
    """The folder of the one world of `built`."""
    (folder,) = (built / "worlds").iterdir()
    return folder


@pytest.fixture(scope="session")
def packed(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A root with that world as the splits `validation` and `test`."""
    root = tmp_path_factory.mktemp("packed") / "investigation-worlds"
    for split in ("validation", "test"):
        out = str(root / "data_files")
        assert main(["pack", str(built), "--split", split, "--out", out]) == 0
    return root


@pytest.fixture(scope="session")
def all_handwritten(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A root with all handwritten worlds as the split `validation`, and their build beside it."""
    root = tmp_path_factory.mktemp("all") / "investigation-worlds"
    build = str(root / "build")
    assert main(["build", "--source", "handwritten", "--out", build]) == 0
    out = str(root / "data_files")
    assert main(["pack", build, "--split", "validation", "--out", out]) == 0
    return root

"""Reading one world out of several, from row groups, without their key, as files."""

from __future__ import annotations

from pathlib import Path

import datasets
import pytest

from builder.manifest import write_manifest
from builder.stages.pack import pack
from investigation_worlds import CONFIGS, load, materialize, splits, table
from tests.build_factories import tiny_world, write_build

IDS = ("w-a", "w-b", "w-c")


@pytest.fixture(autouse=True)
def _fresh_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(datasets.config, "HF_DATASETS_CACHE", str(tmp_path / "cache"))
    datasets.disable_progress_bars()


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two worlds in the split `test`, one in `train`."""
    tmp_path = tmp_path_factory.mktemp("tiny")
    worlds = [tiny_world(w, {f"Weiss/{w}.txt": f"Of {w}.", "Bly/e.txt": "Soup."}) for w in IDS]
    out = tmp_path / "root" / "data_files"
    write_manifest(pack([write_build(tmp_path / "1", *worlds[:2])], "test", out), out)
    write_manifest(pack([write_build(tmp_path / "2", worlds[2])], "train", out), out)
    return tmp_path / "root"


@pytest.mark.parametrize("config", CONFIGS)
@pytest.mark.parametrize("wanted", [("w-a",), ("w-b",), ("w-b", "w-a")])
def test_world_ids_narrow_every_config(root: Path, config: str, wanted: tuple[str, ...]) -> None:
    rows = load(config, "test", world_ids=wanted, root=root)
    assert set(rows["world_id"]) == set(wanted)
    assert rows.to_list() == table(config, "test", wanted, root=root).to_pylist()


def test_a_world_is_found_in_its_split(root: Path, tmp_path: Path) -> None:
    assert splits(root) == ("test", "train")
    assert list(load("worlds", world_ids=["w-c"], root=root)) == ["train"]
    paths = materialize("w-c", tmp_path / "out", root=root)
    assert [p.relative_to(tmp_path / "out").as_posix() for p in paths] == [
        "Bly/e.txt",
        "Weiss/w-c.txt",
    ]
    with pytest.raises(ValueError, match="no world 'w-c' in split test"):
        materialize("w-c", tmp_path / "out", "test", root=root)


@pytest.mark.parametrize(
    ("roles", "n"), [(["merits"], 1), (["chaff"], 1), (["chaff", "merits"], 2)]
)
def test_roles_narrow_documents_and_files(
    root: Path, tmp_path: Path, roles: list[str], n: int
) -> None:
    assert load("documents", "test", roles=roles, root=root).num_rows == 2 * n
    assert len(materialize("w-a", tmp_path / "out", roles=roles, root=root)) == n


def test_columns_are_read_alone(root: Path) -> None:
    rows = table("documents", "test", ["w-b"], ["path", "world_id"], root)
    assert rows.column_names == ["path", "world_id"]
    assert rows["path"].to_pylist() == ["Weiss/w-b.txt", "Bly/e.txt"]


def test_narrowed_and_whole_loads_share_no_cache(root: Path) -> None:
    assert load("documents", "test", world_ids=["w-a"], root=root).num_rows == 2
    assert load("documents", "test", root=root).num_rows == 4
    assert load("documents", "test", roles=["merits"], root=root).num_rows == 2

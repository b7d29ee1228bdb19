"""The packed dataset, read with everything that people read it with."""

from __future__ import annotations

import hashlib
import json
import shutil
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import datasets
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import yaml

from builder.__main__ import main
from builder.columns import DESCRIPTIONS
from builder.schema import ROLES
from builder.show import read_world
from investigation_worlds import (
    CONFIGS,
    FEATURES,
    KEY_CONFIGS,
    data_hash,
    load,
    materialize,
    splits,
    table,
)
from tests.build_factories import tiny_world, write_build


@pytest.fixture(autouse=True)
def _fresh_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(datasets.config, "HF_DATASETS_CACHE", str(tmp_path / "cache"))
    datasets.disable_progress_bars()


@pytest.fixture
def world_id(world_folder: Path) -> str:
    return world_folder.name


@pytest.fixture
def copied(packed: Path, tmp_path: Path) -> Path:
    """A root of one's own to change."""
    return Path(shutil.copytree(packed, tmp_path / "investigation-worlds"))


@pytest.mark.parametrize("config", CONFIGS)
def test_load_dataset_of_an_absolute_path_gives_the_columns_of_the_contract(
    packed: Path, tmp_path: Path, config: str
) -> None:
    for split in ("validation", "test"):
        rows = datasets.load_dataset(
            str(packed), config, split=split, cache_dir=str(tmp_path / "fresh")
        )
        assert rows.features == FEATURES[config]
        assert rows.num_rows == table(config, split, root=packed).num_rows > 0


def test_the_default_config_is_worlds(packed: Path, tmp_path: Path) -> None:
    rows = datasets.load_dataset(str(packed), cache_dir=str(tmp_path / "fresh"))
    assert rows["test"].features == FEATURES["worlds"]
    assert sorted(rows) == ["test", "validation"]


@pytest.mark.parametrize("config", CONFIGS)
def test_load_table_and_streaming_give_the_same_rows(packed: Path, config: str) -> None:
    rows = load(config, "validation", root=packed)
    assert rows.features == FEATURES[config]
    assert rows.to_list() == table(config, "validation", root=packed).to_pylist()
    streamed = load(config, "validation", streaming=True, root=packed)
    assert list(streamed) == rows.to_list()


@pytest.mark.parametrize("config", CONFIGS)
def test_every_column_is_described(config: str) -> None:
    assert list(DESCRIPTIONS[config]) == list(FEATURES[config])
    assert all(text.endswith((".", "h.")) for text in DESCRIPTIONS[config].values())


def test_without_a_split_every_split_is_given(packed: Path) -> None:
    assert sorted(load("worlds", root=packed)) == ["test", "validation"] == list(splits(packed))


@pytest.mark.parametrize("role", ROLES)
def test_documents_of_a_role_are_those_of_the_key(
    packed: Path, world_folder: Path, world_id: str, role: str
) -> None:
    key = read_world(world_folder).answer_key
    wanted = {d.document_id for d in key.documents if d.role == role}
    rows = load("documents", "test", roles=[role], world_ids=[world_id], root=packed)
    assert set(rows["document_id"]) == wanted


@pytest.mark.slow
def test_world_ids_narrow_every_config(all_handwritten: Path) -> None:
    ids = table("worlds", "validation", columns=["world_id"], root=all_handwritten)[0].to_pylist()
    assert len(ids) == 5
    for config in CONFIGS:
        for world_ids in (ids[1:2], [ids[4], ids[0]]):
            rows = load(config, "validation", world_ids=world_ids, root=all_handwritten)
            assert set(rows["world_id"]) == set(world_ids)
            direct = table(config, "validation", world_ids, root=all_handwritten)
            assert rows.to_list() == direct.to_pylist()


@pytest.mark.slow
def test_one_row_group_is_one_world_and_worlds_are_sorted(all_handwritten: Path) -> None:
    ids = table("worlds", "validation", columns=["world_id"], root=all_handwritten)[0].to_pylist()
    assert ids == sorted(ids)
    for config in CONFIGS:
        (path,) = (all_handwritten / "data_files" / config).glob("validation-*.parquet")
        with pq.ParquetFile(path) as file:
            groups = [
                set(file.read_row_group(i, ["world_id"])[0].to_pylist())
                for i in range(file.num_row_groups)
            ]
            assert groups == [{world_id} for world_id in ids]
            assert file.schema_arrow == FEATURES[config].arrow_schema.remove_metadata()
            assert file.schema_arrow.metadata is None
            for column in range(file.metadata.num_columns):
                chunk = file.metadata.row_group(0).column(column)
                assert chunk.compression == "ZSTD"
                assert chunk.has_offset_index


def test_pandas_and_pyarrow_read_the_files(packed: Path) -> None:
    (path,) = (packed / "data_files" / "documents").glob("test-*.parquet")
    frame = pd.read_parquet(path)
    assert list(frame.columns) == list(FEATURES["documents"])
    assert (frame["content"].map(len) == frame["size"]).all()
    assert frame["date"].dt.year.between(1990, 2026).all()
    assert pq.read_table(path).num_rows == len(frame)


def test_the_case_file_side_holds_nothing_of_the_key(packed: Path, world_folder: Path) -> None:
    telling = {"role", "series", "genre", "fact_ids", "target", "adopted", "side", "kind_of"}
    for config in set(CONFIGS) - set(KEY_CONFIGS):
        assert telling.isdisjoint(FEATURES[config])
    rows = table("documents", "test", root=packed).drop_columns(["content", "text"]).to_pylist()
    key = read_world(world_folder).answer_key
    said = json.dumps(rows, default=str)
    assert not any(
        f'"{word}"' in said for word in (*ROLES, *(d.series for d in key.documents)) if word
    )
    for row in table("worlds", "test", root=packed).to_pylist():
        assert [sorted(h) for h in row["hypotheses"]] == [["hypothesis_id", "statement"]] * 4


def test_materialize_writes_the_files_with_their_dates(
    packed: Path, world_folder: Path, world_id: str, tmp_path: Path
) -> None:
    paths = materialize(world_id, tmp_path / "out", "test", root=packed)
    assert paths == sorted(p for p in (tmp_path / "out").rglob("*") if p.is_file())
    for document in read_world(world_folder).case_file.documents:
        path = tmp_path / "out" / document.path
        assert hashlib.sha256(path.read_bytes()).hexdigest() == document.sha256
        assert (
            datetime.fromtimestamp(path.stat().st_mtime, UTC).replace(tzinfo=None) == document.date
        )
    some = materialize(world_id, tmp_path / "some", roles=["merits", "signal"], root=packed)
    assert 0 < len(some) < len(paths)
    (tmp_path / "some" / "of another case.txt").touch()
    with pytest.raises(ValueError, match=r"holds 1 other files, such as 'of another case.txt'"):
        materialize(world_id, tmp_path / "some", roles=["merits", "signal"], root=packed)


def test_a_changed_build_is_never_served_from_the_cache(copied: Path, tmp_path: Path) -> None:
    before = {c: load(c, "test", root=copied).to_list() for c in ("worlds", "documents")}
    by_path = datasets.load_dataset(str(copied), "worlds", split="test").to_list()
    build = str(write_build(tmp_path / "build", tiny_world("w-a", {"Bly/a.txt": "A valve."})))
    assert main(["pack", build, "--split", "test", "--out", str(copied / "data_files")]) == 0
    for config, rows in before.items():
        now = load(config, "test", root=copied).to_list()
        assert now == table(config, "test", root=copied).to_pylist() != rows
    again = datasets.load_dataset(str(copied), "worlds", split="test").to_list()
    assert again == table("worlds", "test", root=copied).to_pylist() != by_path


def test_the_manifest_says_what_the_files_are(packed: Path) -> None:
    manifest = json.loads((packed / "data_files" / "manifest.json").read_text())
    named = {name for split in manifest["splits"].values() for name in split["files"]}
    there = {
        p.relative_to(packed / "data_files").as_posix()
        for p in (packed / "data_files").rglob("*.parquet")
    }
    assert named == there
    for name, split in manifest["splits"].items():
        for file_name, file in split["files"].items():
            path = packed / "data_files" / file_name
            assert file["sha256"] == hashlib.sha256(path.read_bytes()).hexdigest()
            assert file["size"] == path.stat().st_size
            assert file["rows"] == pq.read_metadata(path).num_rows
        worlds = table("worlds", name, root=packed).to_pylist()
        assert split["worlds"] == [row["world_id"] for row in worlds]
        assert split["canaries"] == {row["world_id"]: row["canary"] for row in worlds}
        assert split["documents"] == sum(row["n_documents"] for row in worlds)
        assert sum(split["formats"].values()) == split["documents"]


def test_the_front_matter_says_what_the_manifest_says(packed: Path) -> None:
    _, head, _ = (packed / "README.md").read_text().split("---\n", 2)
    card: dict[str, Any] = yaml.safe_load(head)
    manifest = json.loads((packed / "data_files" / "manifest.json").read_text())
    assert [c["config_name"] for c in card["configs"]] == list(CONFIGS)
    assert [c["config_name"] for c in card["configs"] if c.get("default")] == ["worlds"]
    for config in card["configs"]:
        assert [f["split"] for f in config["data_files"]] == sorted(manifest["splits"])
        for entry in config["data_files"]:
            assert len(list(packed.glob(entry["path"]))) == 1
    for info in card["dataset_info"]:
        assert set(info) == {"config_name", "features"}, "sizes break filtered loading"


@pytest.mark.parametrize("config", KEY_CONFIGS)
def test_a_sealed_split_says_where_its_key_is_not(copied: Path, config: str) -> None:
    for key_config in KEY_CONFIGS:
        shutil.rmtree(copied / "data_files" / key_config)
    assert load("documents", "test", root=copied).num_rows == 36
    with pytest.raises(FileNotFoundError, match=r"sealed split keeps its key elsewhere"):
        load(config, "test", root=copied)
    with pytest.raises(FileNotFoundError, match=r"sealed split keeps its key elsewhere"):
        table(config, "test", root=copied)
    with pytest.raises(FileNotFoundError, match=r"sealed split keeps its key elsewhere"):
        load("documents", "test", roles=["merits"], root=copied)


def test_a_checkout_named_like_the_module_is_refused_by_datasets(
    packed: Path, tmp_path: Path
) -> None:
    """Documented in README: clone into `investigation-worlds`; `load(root=...)` works anyway."""
    root = shutil.copytree(packed, tmp_path / "investigation_worlds")
    (root / "investigation_worlds.py").write_text("")
    with pytest.raises(RuntimeError, match="scripts are no longer supported"):
        datasets.load_dataset(str(root), "worlds")
    assert load("worlds", "test", root=root).num_rows == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"config": "world"}, r"no config 'world'; there are: worlds, documents"),
        ({"split": "train"}, r"no split 'train' under .*; there are: test, validation"),
        ({"split": "te.t"}, r"no split 'te.t'"),
        ({"world_ids": ["torts-0"]}, r"no world 'torts-0' in split test or validation"),
        ({"split": "test", "world_ids": ["torts-0"]}, r"no world 'torts-0' in split test"),
        ({"config": "documents", "roles": ["merit"]}, r"no role 'merit'; there are: alt.*merits"),
        ({"roles": ["merits"]}, r"roles narrow the documents config only, not 'worlds'"),
    ],
)
@pytest.mark.parametrize("streaming", [False, True])
def test_what_is_not_there_is_named(
    packed: Path, arguments: dict[str, Any], message: str, streaming: bool
) -> None:
    with pytest.raises(ValueError, match=message) as caught:
        load(**arguments, streaming=streaming, root=packed)
    assert "\n" not in str(caught.value)


def test_a_root_without_data_says_how_to_make_some(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"build and pack worlds first"):
        load("worlds", root=tmp_path)


def test_table_and_materialize_name_what_is_not_there(packed: Path, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"no config 'world'"):
        table("world", "test", root=packed)
    with pytest.raises(ValueError, match=r"no column 'role' in 'documents'; there are: world_id"):
        table("documents", "test", columns=["role"], root=packed)
    with pytest.raises(FileNotFoundError, match=r"no data_files/worlds/train-"):
        table("worlds", "train", root=packed)
    assert table("worlds", "test", ["torts-0"], root=packed).num_rows == 0
    with pytest.raises(ValueError, match=r"no world 'torts-0' in split test or validation"):
        materialize("torts-0", tmp_path, root=packed)
    with pytest.raises(ValueError, match=r"no split 'train'"):
        materialize("torts-0", tmp_path, "train", root=packed)


@pytest.mark.parametrize(
    ("column", "value", "message"),
    [
        ("content", b"other", r"document 'd001': content does not fit its sha256"),
        ("path", "../out.txt", r"document 'd001': path '../out.txt' leaves the folder"),
        ("path", "/out.txt", r"document 'd001': path '/out.txt' leaves the folder"),
        ("path", "a\\..\\out.txt", r"document 'd001': path .* leaves the folder"),
    ],
)
def test_tampered_rows_are_refused(
    copied: Path, tmp_path: Path, world_id: str, column: str, value: object, message: str
) -> None:
    (path,) = (copied / "data_files" / "documents").glob("test-*.parquet")
    rows = pq.read_table(path)
    changed = [value, *rows[column].to_pylist()[1:]]
    index = rows.column_names.index(column)
    array = pa.array(changed, rows.schema.field(column).type)
    pq.write_table(rows.set_column(index, rows.schema.field(column), array), path)
    with pytest.raises(ValueError, match=message):
        materialize(world_id, tmp_path / "out", "test", root=copied)
    assert not (tmp_path / "out.txt").exists()


def test_the_hash_of_the_data_follows_the_manifest(copied: Path) -> None:
    before = data_hash(copied)
    assert data_hash(copied) == before
    path = copied / "data_files" / "manifest.json"
    path.write_text(path.read_text() + "\n")
    assert data_hash(copied) != before

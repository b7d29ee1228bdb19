"""Packing: a row group for each world, in order; the same bytes again; a split replaced whole."""

from __future__ import annotations

import json
from pathlib import Path

import pyarrow.parquet as pq
import pytest
import yaml

from builder.errors import ConfigError, PackError
from builder.manifest import CANARY, Manifest, read_manifest, write_manifest
from builder.schema import Certificate, CheckResult
from builder.stages import pack as stage
from builder.stages.card import with_front_matter
from builder.stages.pack import pack
from investigation_worlds import CONFIGS
from tests.build_factories import hashes, tiny_world, write_build

TEXTS = {"Weiss/letter.txt": "The pump fell. Łukasz saw it.", "Weiss/lunch.txt": "Soup today."}
OTHER = {"Bly/note.txt": "A dry valve.", "Bly/menu.txt": "Bread.", "Bly/b.txt": "Salt."}


def build_of(folder: Path, *world_ids: str) -> Path:
    return write_build(folder, *(tiny_world(w, OTHER if w == "w-b" else TEXTS) for w in world_ids))


def test_a_row_group_is_a_world_in_order_of_ids(tmp_path: Path) -> None:
    one, two = build_of(tmp_path / "1", "w-c", "w-a"), build_of(tmp_path / "2", "w-b")
    manifest = pack([one, two], "train", tmp_path / "out")
    assert manifest.splits["train"].worlds == ("w-a", "w-b", "w-c")
    for config in CONFIGS:
        with pq.ParquetFile(tmp_path / "out" / config / "train-00000-of-00001.parquet") as file:
            ids = [
                sorted(set(file.read_row_group(i, ["world_id"])[0].to_pylist()))
                for i in range(file.num_row_groups)
            ]
            assert ids == [["w-a"], ["w-b"], ["w-c"]]
            name = f"{config}/train-00000-of-00001.parquet"
            assert manifest.splits["train"].files[name].rows == file.metadata.num_rows


def test_packing_again_and_in_another_order_gives_the_same_bytes(tmp_path: Path) -> None:
    one, two = build_of(tmp_path / "1", "w-c", "w-a"), build_of(tmp_path / "2", "w-b")
    for out in ("x", "y", "y"):
        write_manifest(pack([one, two], "train", tmp_path / out), tmp_path / out)
    assert hashes(tmp_path / "x") == hashes(tmp_path / "y")


def test_shards_are_bounded_and_a_smaller_split_leaves_none_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stage, "SHARD_BYTES", 1)
    three = build_of(tmp_path / "3", "w-a", "w-b", "w-c")
    pack([three], "train", tmp_path / "out")
    names = sorted(p.name for p in (tmp_path / "out" / "documents").iterdir())
    assert names == [f"train-0000{i}-of-00003.parquet" for i in range(3)]
    pack([build_of(tmp_path / "1", "w-b")], "train", tmp_path / "out")
    names = sorted(p.name for p in (tmp_path / "out" / "documents").iterdir())
    assert names == ["train-00000-of-00001.parquet"]


def test_splits_stand_side_by_side(tmp_path: Path) -> None:
    out = tmp_path / "out"
    write_manifest(pack([build_of(tmp_path / "1", "w-a")], "train", out), out)
    before = hashes(out / "documents")
    write_manifest(pack([build_of(tmp_path / "2", "w-b")], "test", out), out)
    assert before.items() <= hashes(out / "documents").items()
    assert list(read_manifest(out).splits) == ["test", "train"]
    assert read_manifest(out).splits["test"].builds == (
        {"source": "tests", "seed": 3, "hands": {"analyst": "a"}, "sizes": {"noise": 1},
         "level": "standard", "version": "1"},
    )  # fmt: skip


def test_every_answer_carries_the_canary(tmp_path: Path) -> None:
    manifest = pack([build_of(tmp_path / "1", "w-a", "w-b")], "train", tmp_path / "out")
    rows = pq.read_table(tmp_path / "out" / "answers" / "train-00000-of-00001.parquet")
    assert rows["canary"].to_pylist() == [CANARY, CANARY] == [manifest.canary] * 2
    assert manifest.splits["train"].canaries["w-a"] == "canary of w-a"


def test_the_key_in_a_row_is_the_key(tmp_path: Path) -> None:
    world = tiny_world("w-a", TEXTS)
    pack([write_build(tmp_path / "1", world)], "train", tmp_path / "out")
    (row,) = pq.read_table(tmp_path / "out" / "answers").to_pylist()
    assert json.loads(row["key"]) == world.answer_key.model_dump(mode="json")
    assert (row["adopted"], row["rejected"], row["alternatives"]) == ("H1", "H2", ["H3", "H4"])
    assert [d["role"] for d in row["documents"]] == ["merits", "chaff"]
    assert {f["fact_id"]: f["tilts"] for f in row["facts"]}["T7"] == "H4"
    (graph,) = pq.read_table(tmp_path / "out" / "hypotheses").to_pylist()
    kinds = {node["node_id"]: node["kind"] for node in graph["nodes"]}
    assert (kinds["G1"], kinds["I1"], kinds["H1"]) == ("fact", "inference", "hypothesis")
    assert {"source": "G1", "target": "I1", "relation": "premise"} in graph["edges"]
    assert {"source": "I2", "target": "H4", "relation": "refutes"} in graph["edges"]


@pytest.mark.parametrize("name", ["", "Train", "1st", "a-b", "a b", "../x", "a" * 40, "tést"])
def test_a_split_has_a_plain_name(tmp_path: Path, name: str) -> None:
    with pytest.raises(ConfigError, match="a split's name is"):
        pack([tmp_path], name, tmp_path / "out")


def test_a_world_in_two_builds_is_refused(tmp_path: Path) -> None:
    builds = [build_of(tmp_path / name, "w-a") for name in "12"]
    with pytest.raises(PackError, match="world 'w-a' stands in two of the builds"):
        pack(builds, "train", tmp_path / "out")


def test_an_uncertified_world_is_refused_and_nothing_is_left(tmp_path: Path) -> None:
    failed = CheckResult(check="roots", passed=False, detail="none")
    world = tiny_world(
        "w-b", TEXTS, certificate=Certificate(world_id="w-b", world=(failed,), documents=())
    )
    build = write_build(tmp_path / "1", tiny_world("w-a", OTHER), world)
    with pytest.raises(PackError, match="world 'w-b' is not certified: world: roots: none"):
        pack([build], "train", tmp_path / "out")
    assert list((tmp_path / "out").iterdir()) == []


def test_the_hash_of_a_config_follows_its_files_only(tmp_path: Path) -> None:
    one = pack([build_of(tmp_path / "1", "w-a")], "train", tmp_path / "out")
    two = pack([build_of(tmp_path / "2", "w-b")], "train", tmp_path / "out")
    assert one.data_hash("documents") != two.data_hash("documents")
    assert one.data_hash("documents") != one.data_hash("worlds")
    assert Manifest().data_hash("documents") == Manifest().data_hash("worlds")


def test_front_matter_is_made_anew_and_what_is_the_authors_stays(tmp_path: Path) -> None:
    text = "# Title\n\n---\n\nA rule above is no front matter.\n"
    manifest = pack([build_of(tmp_path / "1", "w-a")], "test", tmp_path / "out")
    once = with_front_matter(text, manifest)
    both = manifest.with_split("val", manifest.splits["test"].model_copy(update={"files": {
        name.replace("test", "val"): file for name, file in manifest.files.items()
    }}))  # fmt: skip
    mine = once.replace("license: other", "license: mit")
    assert mine != once, "worlds that are neither fiction nor by hand get no licence of ours"
    twice = with_front_matter(mine, both)
    assert once.endswith(f"---\n{text}")
    assert twice.endswith(f"---\n{text}")
    assert twice.count("configs:") == 1
    card = yaml.safe_load(twice.split("---\n")[1])
    assert (card["pretty_name"], card["license"]) == ("Title", "mit")
    assert [c["description"] for c in card["configs"]] == [
        f"data {both.data_hash(config)}" for config in CONFIGS
    ]
    assert card["configs"][1]["data_files"] == [
        {"split": "test", "path": "data_files/documents/test-*.parquet"},
        {"split": "val", "path": "data_files/documents/val-*.parquet"},
    ]
    assert "splits" not in str(card["dataset_info"])


def test_front_matter_that_is_no_yaml_is_refused() -> None:
    with pytest.raises(PackError, match="front matter"):
        with_front_matter("---\na: [\n---\n# Title\n", Manifest())

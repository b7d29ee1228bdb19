"""A release as a whole: sealed keys, versions, canaries, pages, Croissant, a full disk."""

from __future__ import annotations

import importlib.metadata
import json
import os
import resource
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import datasets
import pytest
import yaml
from datasets import Features
from inspect_ai import eval as inspect_eval
from inspect_ai import score
from inspect_ai.log import EvalLog, read_eval_log

from builder.__main__ import main
from builder.canaries import DOCS_CANARY, world_canary
from builder.manifest import CANARY, read_manifest
from builder.rows import ROWS
from builder.schema import SCHEMA_VERSION, Role, World
from builder.show import read_world
from eval._registry import investigation
from eval.scoring import world as scorer
from investigation_worlds import FEATURES, KEY_CONFIGS, load, materialize, splits, table
from investigation_worlds import SCHEMA_VERSION as READ_SCHEMA
from tests.build_factories import ROOT, tiny_world, write_build
from tests.eval_factories import answer_key, case_file

IDS = ("w-a", "w-b")


@pytest.fixture(scope="module", autouse=True)
def _quick_start() -> Iterator[None]:
    """Inspect lists every installed package anew at each run's start; once is enough."""
    with pytest.MonkeyPatch.context() as patch:
        listed = importlib.metadata.packages_distributions()
        patch.setattr(importlib.metadata, "packages_distributions", lambda: listed)
        yield


def build_of(folder: Path, role: Role = "chaff", seed: int = 2**100) -> Path:
    """A build of two tiny worlds of fiction; the last document of each is of a role."""
    build = write_build(folder, *(with_role(w, role) for w in IDS))
    settled = json.loads((build / "build.json").read_text())
    (build / "build.json").write_text(json.dumps({**settled, "source": "fiction", "seed": seed}))
    return build


def with_role(world_id: str, role: Role) -> World:
    texts = {"Weiss/letter.txt": f"The pump of {world_id} fell.", "Bly/lunch.txt": "Soup today."}
    world = tiny_world(world_id, texts)
    *kept, last = world.answer_key.documents
    documents = (*kept, last.model_copy(update={"role": role}))
    key = world.answer_key.model_copy(update={"documents": documents})
    return world.model_copy(update={"answer_key": key})


def pack(build: Path, root: Path, *more: str | Path, code: int = 0) -> Path:
    arguments = ("pack", build, "--split", "test", "--out", root / "data_files", *more)
    assert main([str(a) for a in arguments]) == code
    return root


@pytest.fixture
def sealed(tmp_path: Path) -> tuple[Path, Path]:
    """The public root and the key of a sealed split."""
    build = build_of(tmp_path / "build")
    return pack(build, tmp_path / "public", "--seal", tmp_path / "key"), tmp_path / "key"


def test_a_sealed_split_has_no_key_in_public(sealed: tuple[Path, Path]) -> None:
    public, key = sealed
    manifest = read_manifest(public / "data_files")
    private = read_manifest(key / "data_files")
    assert set(manifest.splits["test"].commitments) == set(IDS)
    assert {name.split("/")[0] for name in private.files} == set(KEY_CONFIGS)
    assert not any((public / "data_files" / config).exists() for config in KEY_CONFIGS)
    salts = json.loads((key / "salts.json").read_text())
    assert private.canary != CANARY
    secrets = [private.canary.split()[-1], str(2**100), *salts.values()]
    for path in public.rglob("*"):
        if path.is_file():
            assert not [s for s in secrets if s.encode() in path.read_bytes()], path
    assert set(table("answers", "test", root=key)["canary"].to_pylist()) == {private.canary}


def test_sealing_again_changes_nothing(sealed: tuple[Path, Path], tmp_path: Path) -> None:
    public, key = sealed
    before = {p: p.read_bytes() for root in sealed for p in root.rglob("*") if p.is_file()}
    pack(tmp_path / "build", public, "--seal", key)
    assert before == {p: p.read_bytes() for root in sealed for p in root.rglob("*") if p.is_file()}


def test_a_seal_tells_a_changed_key(
    sealed: tuple[Path, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    public, key = sealed
    assert main(["check-seal", str(public), str(key)]) == 0
    assert "as committed" in capsys.readouterr().out
    other = pack(build_of(tmp_path / "other", role="noise"), tmp_path / "changed", "--seal",
                 tmp_path / "other-key")  # fmt: skip
    shutil.copy(key / "salts.json", tmp_path / "other-key" / "salts.json")
    assert main(["check-seal", str(public), str(tmp_path / "other-key")]) == 1
    assert "not as committed: w-a, w-b" in capsys.readouterr().out
    commitments = [
        read_manifest(r / "data_files").splits["test"].commitments for r in (public, other)
    ]
    assert not set(commitments[0].values()) & set(commitments[1].values())


def test_the_key_of_an_open_split_is_read_beside_a_sealed_one(
    sealed: tuple[Path, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(datasets.config, "HF_DATASETS_CACHE", str(tmp_path / "cache"))
    public, key = sealed
    arguments = ("--split", "open", "--out", str(public / "data_files"))
    assert main(["pack", str(tmp_path / "build"), *arguments]) == 0
    for config in KEY_CONFIGS:
        assert load(config, "open", root=public).num_rows == 2
        assert list(load(config, root=public)) == ["open"]
        assert load(config, "test", root=key).num_rows == 2
        with pytest.raises(FileNotFoundError, match="keeps its key elsewhere"):
            load(config, "test", root=public)
    assert sorted(load("documents", root=public)) == ["open", "test"]


def test_a_split_that_is_sealed_later_leaves_no_key(tmp_path: Path) -> None:
    build = build_of(tmp_path / "build")
    root = pack(build, tmp_path / "public")
    assert list((root / "data_files" / "answers").iterdir())
    pack(build, root, "--seal", tmp_path / "key")
    assert not [p for config in KEY_CONFIGS for p in (root / "data_files" / config).glob("*")]
    card = yaml.safe_load((root / "README.md").read_text().split("---\n")[1])
    assert {c["config_name"] for c in card["configs"]} == {"worlds", "documents", "entities"}


@pytest.mark.parametrize(
    ("seed", "seal", "code", "reason"),
    [
        (7, "key", 1, "the seed 7 of a sealed split can be guessed"),
        (2**100, "public", 2, "holds the public folder"),
        (2**100, "public/data_files", 2, "holds the public folder"),
    ],
)
def test_what_would_be_no_seal_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], seed: int, seal: str, code: int, reason: str
) -> None:
    build = build_of(tmp_path / "build", seed=seed)
    pack(build, tmp_path / "public", "--seal", tmp_path / seal, code=code)
    assert reason in capsys.readouterr().err


def packed_of_eval(folder: Path, *more: str | Path, mend: bool = False) -> Path:
    """A root with a world that the policies can investigate; `mend` changes labels of it."""
    case, key = case_file("tiny-1"), answer_key("tiny-1")
    if mend:
        roles = [d.model_copy(update={"role": "noise", "fact_ids": (), "target": None})
                 if d.role == "merits" else d for d in key.documents]  # fmt: skip
        key = key.model_copy(update={"documents": tuple(roles)})
    certificate = tiny_world("x", {"a/b.txt": "x"}).certificate.model_copy(
        update={"world_id": case.world_id}
    )
    world = World.model_construct(case_file=case, answer_key=key, certificate=certificate)
    build = write_build(folder / "build", world)
    return pack(build, folder / "public", *more)


def evaluated(root: Path, logs: Path, model: str = "policy/oracle", **parameters: str) -> EvalLog:
    task = investigation(root=str(root), sandbox="none", **parameters)
    log = inspect_eval(task, model=model, log_dir=str(logs), display="none")[0]
    return read_eval_log(log.location)


def values(log: EvalLog) -> dict[str, float]:
    assert log.samples
    return log.samples[0].scores["world"].value  # type: ignore


def solved(log: EvalLog) -> list[float]:
    assert log.samples
    return [s.scores["world"].value["case_solved"] for s in log.samples if s.scores]  # type: ignore


@pytest.mark.slow
def test_the_key_gives_the_score_of_an_open_run_and_nothing_leaks_without(tmp_path: Path) -> None:
    key = tmp_path / "key"
    public = packed_of_eval(tmp_path / "sealed", "--seal", key)
    opened = packed_of_eval(tmp_path / "open")
    bare = evaluated(public, tmp_path / "logs", "policy/believe_one")
    assert bare.status == "success"
    assert solved(bare) == []
    told = bare.model_dump_json()
    for secret in [f.text for f in answer_key("tiny-1").dag.facts if f.kind == "tilt"]:
        assert secret not in told
    later = score(bare, scorer(answers=str(key)), action="append")
    run = evaluated(opened, tmp_path / "logs", "policy/believe_one")
    assert solved(later) == solved(run) != []
    with_key = evaluated(public, tmp_path / "logs", answers=str(key))
    assert solved(with_key) == solved(evaluated(opened, tmp_path / "logs")) == [1]


@pytest.mark.slow
def test_an_old_log_is_scored_again_after_a_label_was_mended(tmp_path: Path) -> None:
    root = packed_of_eval(tmp_path / "data")
    old = evaluated(root, tmp_path / "logs")
    assert solved(old) == [1]
    mended = packed_of_eval(tmp_path / "mended", "--data-version", "0.1.1", mend=True)
    assert read_manifest(mended / "data_files").data_version == "0.1.1"
    again = score(old, scorer(root=str(mended)), action="overwrite")
    before, after = (values(log) for log in (old, again))
    assert (before["total_merits"], after["total_merits"]) == (3, 0)
    assert after["total_noise"] == before["total_noise"] + 3


def test_data_of_a_newer_schema_is_refused(tmp_path: Path) -> None:
    assert READ_SCHEMA == SCHEMA_VERSION
    root = pack(build_of(tmp_path / "build"), tmp_path / "public")
    path = root / "data_files" / "manifest.json"
    text = path.read_text()
    path.write_text(
        text.replace(f'"schema_version": "{SCHEMA_VERSION}"', '"schema_version": "1.9"')
    )
    assert splits(root) == ("test",), "a later minor version adds columns at most"
    path.write_text(
        text.replace(f'"schema_version": "{SCHEMA_VERSION}"', '"schema_version": "2.0"')
    )
    for read in (
        lambda: load("worlds", root=root),
        lambda: materialize("w-a", tmp_path / "x", root=root),
        lambda: splits(root),
    ):
        with pytest.raises(ValueError, match=r"the data has schema 2\.0.*update the code"):
            read()


def test_the_data_keeps_its_version_until_it_is_given_another(tmp_path: Path) -> None:
    build = build_of(tmp_path / "build")
    root = pack(build, tmp_path / "public", "--data-version", "0.3.0")
    pack(build, root)
    assert read_manifest(root / "data_files").data_version == "0.3.0"
    with pytest.raises(SystemExit) as caught:
        pack(build, root, "--data-version", "next")
    assert caught.value.code == 2


def test_one_file_of_a_corpus_carries_its_canary(world_folder: Path) -> None:
    world = read_world(world_folder)
    token = world_canary(world_folder.name).split()[-1]
    assert world.case_file.canary.split()[-1] == token
    holders = [d for d in world.case_file.documents if token in d.text]
    assert len(holders) == 1
    rows = ROWS["answers"](world, world_folder)
    assert token not in json.dumps(rows[0]["documents"])
    docs = [p for p in (ROOT / "cards").glob("*.md") if DOCS_CANARY in p.read_text()]
    assert docs, "no page carries the canary of the docs"


def test_pages_and_features_are_those_of_the_data(packed: Path) -> None:
    card = yaml.safe_load((packed / "README.md").read_text().split("---\n")[1])
    for info in card["dataset_info"]:
        assert set(info) == {"config_name", "features"}
        assert Features._from_yaml_list(info["features"]) == FEATURES[info["config_name"]]  # pyright: ignore[reportPrivateUsage]
    roles = (packed / "cards" / "roles.md").read_text()
    texts = table("documents", "test", root=packed)["text"].to_pylist()
    for section in roles.split("\n## ")[1:]:
        shown = [line[4:] for line in section.splitlines() if line.startswith("    ")]
        assert any(shown[0] in text for text in texts), section[:80]
    assert str(len(texts)) in (packed / "cards" / "figures.md").read_text()


def test_croissant_names_every_file(packed: Path) -> None:
    croissant = json.loads((packed / "croissant.json").read_text())
    files = {f["@id"]: f["sha256"] for f in croissant["distribution"]}
    manifest = read_manifest(packed / "data_files")
    assert files == {name: file.sha256 for name, file in manifest.files.items()}
    mlcroissant = pytest.importorskip("mlcroissant", reason="pip install mlcroissant[parquet]")
    read = mlcroissant.Dataset(str(packed / "croissant.json"))
    assert not read.metadata.ctx.issues.errors
    rows = list(read.records("documents-test-00000-of-00001"))
    assert len(rows) == manifest.splits["test"].documents


@pytest.mark.slow
def test_datasets_cli_accepts_the_folder(packed: Path, tmp_path: Path) -> None:
    copied = shutil.copytree(packed, tmp_path / "investigation-worlds")
    ran = subprocess.run(
        [Path(sys.executable).parent / "datasets-cli", "test", copied, "--all_configs"],
        capture_output=True, text=True, env={"HF_HOME": str(tmp_path / "home"), "PATH": "/usr/bin"},
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr[-2000:]


@pytest.mark.parametrize("limit", [3_000, 24_000])
def test_a_full_disk_is_one_line_and_the_same_command_puts_it_right(
    tmp_path: Path, limit: int
) -> None:
    root = pack(build_of(tmp_path / "build"), tmp_path / "public")
    before = {p: p.read_bytes() for p in (root / "data_files").rglob("*") if p.is_file()}
    build = build_of(tmp_path / "other", role="noise")
    ran = subprocess.run(
        [sys.executable, "-m", "builder", "pack", build, "--split", "test", "--out",
         root / "data_files"],
        capture_output=True, text=True, cwd=ROOT,
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},  # Python would keep half a file
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)),
    )  # fmt: skip
    assert ran.returncode == 1, ran.stdout + ran.stderr
    assert ran.stderr.startswith("error: ")
    assert ran.stderr.count("\n") == 1
    assert not list(root.rglob("*.part"))
    if limit == 3_000:  # the tables did not fit, the old ones stay
        assert before == {p: p.read_bytes() for p in before}
    pack(build, root)
    other = pack(build, tmp_path / "fresh")
    assert (root / "croissant.json").read_bytes() == (other / "croissant.json").read_bytes()


def test_an_audit_beside_the_data_goes_into_the_card_while_it_fits(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    root = pack(build_of(tmp_path / "build"), tmp_path / "root")
    said = root / "cards" / "audit.json"
    assert "| not audited |" in (root / "README.md").read_text()
    assert main(["audit", str(root), "--gate", "key_leak", "--json", str(said)]) == 0
    assert main(["card", str(root)]) == 0
    assert "1 hold" in capsys.readouterr().out
    assert "| 1 hold |" in (root / "README.md").read_text()
    assert "**holds**" in (root / "cards" / "audit.md").read_text()
    assert "1 hold" in (root / "cards" / "figures.md").read_text()
    pack(build_of(tmp_path / "other", role="noise"), root)
    assert "| not audited |" in (root / "README.md").read_text()
    assert "is on other data" in (root / "cards" / "audit.md").read_text()
    said.write_text("{}")
    assert main(["card", str(root)]) == 1
    assert "is no audit of this version" in capsys.readouterr().err


def test_the_card_of_a_folder_without_data_is_wrong_use(tmp_path: Path) -> None:
    assert main(["card", str(tmp_path)]) == 2


def test_what_an_author_wrote_in_a_card_stays(tmp_path: Path) -> None:
    root = pack(build_of(tmp_path / "build"), tmp_path / "root")
    readme = root / "README.md"
    readme.write_text(readme.read_text() + "\nWorlds of our firm.\n")
    pack(build_of(tmp_path / "build"), root)
    text = readme.read_text()
    assert "Worlds of our firm." in text
    assert text.count("| `test` | 2: ") == 1

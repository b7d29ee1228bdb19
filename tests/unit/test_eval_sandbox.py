"""Choosing a sandbox, and what goes into a container."""

from __future__ import annotations

import io
import subprocess
import tarfile
from pathlib import Path

import pytest
import yaml

from eval import bwrap, cgroups, docker, namespaces
from eval.dataset import Source
from eval.sandbox import SandboxError, choose
from tests.eval_factories import write_dataset


@pytest.fixture
def source(tmp_path: Path) -> Source:
    return Source(str(write_dataset(tmp_path)), "validation")


@pytest.mark.parametrize(
    ("wish", "no_bwrap", "no_docker", "chosen"),
    [
        ("auto", None, "x", "bwrap"),
        ("auto", "x", None, "docker"),
        ("bwrap", None, None, "bwrap"),
        ("docker", None, None, "docker"),
        ("none", None, None, "none"),
    ],
)
def test_the_first_sandbox_that_works_is_chosen(
    source: Source,
    monkeypatch: pytest.MonkeyPatch,
    wish: str,
    no_bwrap: str | None,
    no_docker: str | None,
    chosen: str,
) -> None:
    monkeypatch.setattr(namespaces, "obstacle", lambda: no_bwrap)
    monkeypatch.setattr(docker, "obstacle", lambda: no_docker)
    choice = choose(wish, source, source.root)  # type: ignore[arg-type]
    assert choice.name == chosen
    assert (choice.spec is None) == (chosen == "none")


@pytest.mark.parametrize("wish", ["auto", "bwrap", "docker"])
def test_without_any_the_message_names_the_way_out(
    source: Source, monkeypatch: pytest.MonkeyPatch, wish: str
) -> None:
    monkeypatch.setattr(namespaces, "obstacle", lambda: "no user namespaces")
    monkeypatch.setattr(docker, "obstacle", lambda: "no daemon")
    with pytest.raises(SandboxError, match="-T sandbox=none"):
        choose(wish, source, source.root)  # type: ignore[arg-type]


def test_a_log_that_left_out_what_is_none_can_be_read(
    source: Source, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(namespaces, "obstacle", lambda: None)
    choice = choose("bwrap", source, None)
    assert choice.spec is not None
    assert choice.spec.config is not None
    kept = choice.spec.config.model_dump(exclude_none=True)
    assert "root" not in kept
    assert bwrap.BwrapSandbox.config_deserialize(kept) == choice.spec.config


@pytest.mark.skipif(namespaces.obstacle() is not None, reason=f"bwrap: {namespaces.obstacle()}")
def test_the_default_choice_is_bwrap_where_it_works(source: Source) -> None:
    assert choose("auto", source, source.root).name == "bwrap"


def test_a_sample_gets_a_group_with_limits_where_the_kernel_makes_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = tmp_path / "own"
    own.write_text("4:memory:/x\n0::/user.slice/run.scope\n")
    (tmp_path / "user.slice/run.scope").mkdir(parents=True)
    monkeypatch.setattr(cgroups, "ROOT", tmp_path)
    monkeypatch.setattr(cgroups, "OWN", own)
    group = cgroups.make(tmp_path / "user.slice", memory_mib=1, processes=9)
    done = subprocess.run([*cgroups.entry(group), "/bin/echo", "in"], capture_output=True)
    assert done.stdout == b"in\n"
    kept = {file.name: file.read_text().strip() for file in group.iterdir()}
    assert kept == {"memory.max": "1048576", "pids.max": "9", "cgroup.procs": "0"}
    cgroups.home.cache_clear()
    assert cgroups.home() is None
    cgroups.home.cache_clear()


def test_a_packed_corpus_tells_document_dates_and_nothing_else(source: Source) -> None:
    packed = docker.pack(source, "tiny-1")
    assert packed == docker.pack(source, "tiny-1")
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        members = archive.getmembers()
    files = [m for m in members if m.isfile()]
    assert len(files) == 13
    assert [m.name for m in files] == sorted(m.name for m in files)
    assert {(m.uid, m.gid, m.uname, m.mode) for m in files} == {(0, 0, "", 0o444)}
    assert len({m.mtime for m in files}) == 13


def test_the_container_has_no_network_and_bounded_means() -> None:
    service = yaml.safe_load(docker.COMPOSE.read_text())["services"]["default"]
    assert service["network_mode"] == "none"
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert service["user"] != "root"
    assert "volumes" not in service
    assert (docker.COMPOSE.parent / service["build"]["dockerfile"]).is_file()

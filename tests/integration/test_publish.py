"""Publishing with the real client against a Hub on loopback."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.hub_server import TOKEN, Hub, serve

REPO = "investigation-worlds/investigation-worlds"
WORLDS = ("contract", "torts")


def command(*arguments: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "builder", *map(str, arguments)],
        capture_output=True,
        text=True,
        env={**os.environ, **environment},
    )


@pytest.fixture(scope="module")
def packed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A card and a split of two handwritten worlds."""
    folder = tmp_path_factory.mktemp("packed")
    builds: list[Path] = []
    for world in WORLDS:
        builds.append(folder / world)
        made = command("build", "--source", f"handwritten:{world}", "--out", builds[-1])
        assert made.returncode == 0, made.stderr
    data = folder / "dataset" / "data_files"
    assert command("pack", *builds, "--split", "validation", "--out", data).returncode == 0
    return data.parent


@pytest.fixture
def folder(packed: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(packed, tmp_path / "dataset"))


@pytest.fixture
def hub(tmp_path: Path) -> Iterator[Hub]:
    with serve() as running:
        yield running


def push(hub: Hub, folder: Path, *more: str, token: str = TOKEN) -> Any:
    home = folder.parent / "home"
    return command(
        "push", "--repo-id", REPO, "--folder", folder, *more,
        HF_ENDPOINT=hub.url, HF_TOKEN=token, HF_HUB_DISABLE_XET="1", HF_HOME=str(home),
    )  # fmt: skip


def load(hub: Hub, folder: Path, code: str) -> str:
    """What a fresh Python process prints that talks to this Hub."""
    ran = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        env={
            **os.environ, "HF_ENDPOINT": hub.url, "HF_HUB_DISABLE_XET": "1",
            "HF_HOME": str(folder.parent / "home"),
        },
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


@pytest.mark.slow
def test_a_dry_run_sends_nothing(hub: Hub, folder: Path) -> None:
    ran = push(hub, folder)
    assert ran.returncode == 0, ran.stderr
    assert "data_files/documents/validation-00000-of-00001.parquet" in ran.stdout
    assert "--yes" in ran.stdout
    assert REPO not in hub.repos


@pytest.mark.slow
def test_push_verify_merge_tag_and_load(hub: Hub, folder: Path) -> None:
    ran = push(hub, folder, "--yes", "--tag", "v0.1.0")
    assert ran.returncode == 0, ran.stderr
    repo = hub.repos[REPO]
    assert repo.tags["v0.1.0"] == repo.refs["main"]
    printed = load(hub, folder, (
        "import datasets\n"
        f"d = datasets.load_dataset('{REPO}', 'documents', split='validation', revision='v0.1.0')\n"
        "print(d.num_rows, d[0]['path'])"
    ))  # fmt: skip
    assert int(printed.split()[0]) == 72


@pytest.mark.slow
def test_pushing_again_unchanged_commits_nothing(hub: Hub, folder: Path) -> None:
    push(hub, folder, "--yes", "--tag", "v0.1.0")
    commits = len(hub.repos[REPO].log)
    ran = push(hub, folder, "--yes", "--tag", "v0.1.0")
    assert ran.returncode == 0, ran.stderr
    assert "unchanged" in ran.stdout
    assert len(hub.repos[REPO].log) == commits


@pytest.mark.slow
def test_stale_shards_go_and_a_tag_is_never_moved(hub: Hub, folder: Path) -> None:
    push(hub, folder, "--yes", "--tag", "v0.1.0")
    build = folder.parent / "one"
    command("build", "--source", "handwritten:torts", "--out", build)
    shutil.rmtree(folder / "data_files")
    packed = command("pack", build, "--split", "test", "--out", folder / "data_files")
    assert packed.returncode == 0, packed.stderr
    refused = push(hub, folder, "--yes", "--tag", "v0.1.0")
    assert refused.returncode == 1
    assert "v0.1.0" in refused.stderr
    ran = push(hub, folder, "--yes", "--tag", "v0.2.0")
    assert ran.returncode == 0, ran.stderr
    names = hub.repos[REPO].commits[hub.repos[REPO].refs["main"]]
    assert not [n for n in names if "validation-" in n]
    assert "data_files/worlds/test-00000-of-00001.parquet" in names


@pytest.mark.slow
@pytest.mark.parametrize(
    ("fault", "status"), [(("PUT", "/_large/"), 507), (("POST", "/commit/"), 503)]
)
def test_a_fault_leaves_main_alone_and_the_push_goes_on(
    hub: Hub, folder: Path, fault: tuple[str, str], status: int
) -> None:
    push(hub, folder, "--yes", "--tag", "v0.1.0")
    before = hub.repos[REPO].refs["main"]
    (folder / "README.md").write_text((folder / "README.md").read_text() + "\nMore.\n")
    table = folder / "cards" / "more.pdf"
    table.parent.mkdir()
    table.write_bytes(b"%PDF more")
    hub.refuse = {fault: status}
    failed = push(hub, folder, "--yes", "--tag", "v0.1.1")
    assert failed.returncode == 1
    assert "Traceback" not in failed.stderr
    assert hub.repos[REPO].refs["main"] == before
    hub.refuse = {}
    ran = push(hub, folder, "--yes", "--tag", "v0.1.1")
    assert ran.returncode == 0, ran.stderr
    assert len(hub.repos[REPO].pulls) == 2, "the interrupted push's pull request is used again"


@pytest.mark.slow
def test_kill_in_mid_push_never_half_updates_main(hub: Hub, folder: Path) -> None:
    for number in range(3):
        process = subprocess.Popen(
            [sys.executable, "-m", "builder", "push", "--repo-id", REPO, "--folder", str(folder),
             "--yes", "--tag", "v0.1.0"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            env={**os.environ, "HF_ENDPOINT": hub.url, "HF_TOKEN": TOKEN,
                 "HF_HUB_DISABLE_XET": "1", "HF_HOME": str(folder.parent / "home")},
        )  # fmt: skip
        wanted = 6 + 5 * number
        start = len(hub.requests)
        deadline = time.monotonic() + 60
        while len(hub.requests) - start < wanted and time.monotonic() < deadline:
            if process.poll() is not None:
                break
            time.sleep(0.005)
        process.send_signal(signal.SIGKILL)
        process.wait()
        if REPO in hub.repos:
            main = hub.repos[REPO].commits[hub.repos[REPO].refs["main"]]
            held = [n for n in main if n.startswith("data_files/")]
            assert len(held) in (0, 6)
    ran = push(hub, folder, "--yes", "--tag", "v0.1.0")
    assert ran.returncode == 0, ran.stderr
    assert len(hub.repos[REPO].pulls) == 1


@pytest.mark.slow
def test_a_wrong_token_is_one_line_without_the_token(hub: Hub, folder: Path) -> None:
    ran = push(hub, folder, "--yes", token="hf_wrong_secret")
    assert ran.returncode == 1
    assert ran.stderr.count("\n") == 1
    assert "HF_TOKEN" in ran.stderr
    assert "wrong_secret" not in ran.stderr + ran.stdout


@pytest.mark.slow
def test_files_that_do_not_fit_the_manifest_are_not_sent(hub: Hub, folder: Path) -> None:
    table = next((folder / "data_files" / "worlds").glob("*.parquet"))
    table.write_bytes(table.read_bytes()[:-1] + b"x")
    ran = push(hub, folder, "--yes")
    assert ran.returncode == 1
    assert "does not fit the manifest" in ran.stderr
    assert hub.requests == []


@pytest.mark.slow
def test_one_world_is_streamed_without_the_rest(hub: Hub, folder: Path) -> None:
    push(hub, folder, "--yes", "--tag", "v0.1.0")
    total = (
        (folder / "data_files" / "documents" / "validation-00000-of-00001.parquet").stat().st_size
    )
    hub.sent = 0
    printed = load(hub, folder, (
        "import investigation_worlds as iw\n"
        f"w = iw.table('worlds', 'validation', root='{REPO}@v0.1.0')['world_id'].to_pylist()\n"
        f"t = iw.table('documents', 'validation', [w[0]], ['path'], root='{REPO}@v0.1.0')\n"
        "print(t.num_rows)"
    ))  # fmt: skip
    assert int(printed) == 36
    assert hub.sent < total

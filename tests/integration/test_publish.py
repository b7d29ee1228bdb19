"""Publishing with the real client against a Hub on loopback."""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from builder.__main__ import main
from builder.schema import Role, World
from tests.build_factories import ROOT, tiny_world, write_build
from tests.hub_server import TOKEN, Hub, serve

REPO = "investigation-worlds/investigation-worlds"
WORLDS = ("w-a", "w-b", "w-c", "w-d")
DOCUMENTS = "data_files/documents/validation-00000-of-00001.parquet"
FILES = 6  # five configs and the manifest


def text(world: str, number: int) -> str:
    """Words that do not compress well, so that bytes that were sent can be told."""
    rng = random.Random(f"{world}/{number}")
    return rng.randbytes(60_000).hex() if number else f"Of {world}."


def packed_at(folder: Path, *worlds: str, split: str = "validation", role: Role = "chaff") -> Path:
    """A card and a split of tiny worlds; their last document is of a role."""
    made = [tiny_world(w, {f"Weiss/{n}.txt": text(w, n) for n in range(3)}) for w in worlds]
    build = write_build(folder / "build", *(with_role(world, role) for world in made))
    data = folder / "dataset" / "data_files"
    assert main(["pack", str(build), "--split", split, "--out", str(data)]) == 0
    return data.parent


def with_role(world: World, role: Role) -> World:
    *kept, last = world.answer_key.documents
    documents = (*kept, last.model_copy(update={"role": role}))
    key = world.answer_key.model_copy(update={"documents": documents})
    return world.model_copy(update={"answer_key": key})


@pytest.fixture(scope="module")
def packed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return packed_at(tmp_path_factory.mktemp("packed"), *WORLDS)


@pytest.fixture
def folder(packed: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(packed, tmp_path / "dataset"))


@pytest.fixture
def hub() -> Iterator[Hub]:
    with serve() as running:
        yield running


def environment(hub: Hub, folder: Path, token: str = TOKEN) -> dict[str, str]:
    return {
        **os.environ, "HF_ENDPOINT": hub.url, "HF_TOKEN": token, "HF_HUB_DISABLE_XET": "1",
        "HF_HOME": str(folder.parent / "home"),
    }  # fmt: skip


def push(
    hub: Hub, folder: Path, *more: str, token: str = TOKEN, repo: str = REPO, code: int = 0
) -> str:
    """What `push` says; it must end with `code`, and never tell the token."""
    ran = subprocess.run(
        [sys.executable, "-m", "builder", "push", "--repo-id", repo, "--folder", folder, *more],
        capture_output=True, text=True, env=environment(hub, folder, token), cwd=ROOT,
    )  # fmt: skip
    assert ran.returncode == code, ran.stdout + ran.stderr
    assert token not in ran.stdout + ran.stderr
    assert "Traceback" not in ran.stderr
    if code:
        assert ran.stderr.startswith("error: ")
        assert ran.stderr.count("\n") == 1
    return ran.stdout + ran.stderr


def load(hub: Hub, folder: Path, code: str) -> str:
    """What a fresh Python process prints that talks to this Hub."""
    ran = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True,
        env=environment(hub, folder), cwd=ROOT,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


def held(hub: Hub, repo: str = REPO) -> set[str]:
    return set(hub.repos[repo].commits[hub.repos[repo].refs["main"]])


@pytest.mark.slow
def test_a_dry_run_sends_nothing(hub: Hub, folder: Path) -> None:
    said = push(hub, folder)
    assert DOCUMENTS in said
    assert "--yes" in said
    assert REPO not in hub.repos
    assert {request.method for request in hub.requests} == {"GET"}


@pytest.mark.slow
def test_push_verify_merge_tag_load_and_push_again(hub: Hub, folder: Path) -> None:
    (folder / "cards" / "audit.json").write_text("not for the public: may tell of a key")
    push(hub, folder, "--yes")
    repo = hub.repos[REPO]
    assert "cards/audit.md" in held(hub)
    assert "cards/audit.json" not in held(hub)
    assert repo.tags == {"v0.1.0": repo.refs["main"]}
    assert [pull.status for pull in repo.pulls.values()] == ["merged"]
    printed = load(hub, folder, (
        "import datasets\n"
        f"d = datasets.load_dataset('{REPO}', 'documents', split='validation', revision='v0.1.0')\n"
        "print(d.num_rows, d[0]['path'])"
    ))  # fmt: skip
    assert printed == "12 Weiss/0.txt\n"
    commits = len(repo.log)
    assert "unchanged" in push(hub, folder, "--yes")
    assert len(repo.log) == commits


@pytest.mark.slow
def test_a_fix_sends_little_under_a_tag_of_its_own(hub: Hub, folder: Path, tmp_path: Path) -> None:
    push(hub, folder, "--yes")
    fixed = packed_at(tmp_path / "fixed", *WORLDS, role="noise")
    said = push(hub, fixed, "--yes", code=1)
    assert "'v0.1.0' already names other data" in said
    before = hub.taken
    push(hub, fixed, "--yes", "--tag", "v0.1.1")
    sent = [request.path for request in hub.requests if request.method == "PUT"]
    assert len(sent) == FILES - 1 + 1, "five tables, then the one that was mended"
    assert hub.taken - before < before / 5
    assert set(hub.repos[REPO].tags) == {"v0.1.0", "v0.1.1"}


@pytest.mark.slow
def test_stale_shards_go(hub: Hub, folder: Path, tmp_path: Path) -> None:
    push(hub, folder, "--yes")
    other = packed_at(tmp_path / "other", "w-x", split="test")
    push(hub, other, "--yes", "--tag", "v0.2.0")
    names = {name for name in held(hub) if name.startswith("data_files/")}
    assert DOCUMENTS.replace("validation", "test") in names
    assert not [name for name in names if "validation" in name]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("fault", "status", "reason"),
    [
        (("PUT", "/_large/"), 507, "HTTP 507"),
        (("POST", "/commit/"), 403, "HTTP 403"),
        (("POST", "/merge"), 409, "HTTP 409"),
        (("POST", "/tag/"), 403, "the data is there, the tag 'v0.1.1' is not"),
    ],
)
def test_a_fault_leaves_main_whole_and_the_push_goes_on(
    hub: Hub, folder: Path, fault: tuple[str, str], status: int, reason: str
) -> None:
    push(hub, folder, "--yes")
    before = held(hub)
    (folder / "cards" / "more.pdf").write_bytes(b"%PDF more")
    hub.refuse = {fault: status}
    assert reason in push(hub, folder, "--yes", "--tag", "v0.1.1", code=1)
    assert held(hub) in (before, before | {"cards/more.pdf"})
    assert (held(hub) == before) == ("/tag/" not in fault)
    hub.refuse = {}
    push(hub, folder, "--yes", "--tag", "v0.1.1")
    assert "cards/more.pdf" in held(hub)
    assert hub.repos[REPO].tags["v0.1.1"] == hub.repos[REPO].refs["main"]
    assert len(hub.repos[REPO].pulls) == 2, "the interrupted push's pull request is used again"


@pytest.mark.slow
@pytest.mark.parametrize("wanted", [3, 9, 14])
def test_kill_in_mid_push_never_half_updates_main(hub: Hub, folder: Path, wanted: int) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "builder", "push", "--repo-id", REPO, "--folder", str(folder),
         "--yes"],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment(hub, folder),
        cwd=ROOT,
    )  # fmt: skip
    deadline = time.monotonic() + 60
    while len(hub.requests) < wanted and process.poll() is None and time.monotonic() < deadline:
        time.sleep(0.002)
    assert process.poll() is None, "it ended before it was killed"
    process.send_signal(signal.SIGKILL)
    process.wait()
    if REPO in hub.repos:
        assert len([n for n in held(hub) if n.startswith("data_files/")]) in (0, FILES)
    push(hub, folder, "--yes")
    assert len([n for n in held(hub) if n.startswith("data_files/")]) == FILES
    assert len(hub.repos[REPO].pulls) == 1


@pytest.mark.slow
def test_a_wrong_token_is_one_line_without_the_token(hub: Hub, folder: Path) -> None:
    assert "HF_TOKEN" in push(hub, folder, "--yes", token="hf_wrong_secret", code=1)
    assert hub.repos == {}


@pytest.mark.slow
def test_a_repository_that_holds_something_else_is_left_alone(hub: Hub, folder: Path) -> None:
    push(hub, folder, "--yes")
    del hub.repos[REPO].commits[hub.repos[REPO].refs["main"]]["data_files/manifest.json"]
    before = len(hub.repos[REPO].log)
    assert "holds something else" in push(hub, folder, "--yes", "--tag", "v9", code=1)
    assert len(hub.repos[REPO].log) == before


@pytest.mark.slow
@pytest.mark.parametrize("repo", ["a b/c", "x--y/z", "a/b/c"])
def test_an_id_that_cannot_be_is_wrong_use(hub: Hub, folder: Path, repo: str) -> None:
    assert "no repository can be named" in push(hub, folder, "--yes", repo=repo, code=2)
    assert hub.repos == {}


@pytest.mark.slow
def test_a_build_of_ones_own_private_and_gated_with_its_own_card(hub: Hub, folder: Path) -> None:
    card = folder / "README.md"
    head, below = card.read_text().split("\n---\n", 1)
    head = head.replace("license: other", "license: mit")
    card.write_text(f"{head}\n---\n{below}\nWorlds of our firm.\n")
    push(hub, folder, "--yes", "--private", "--gated", "manual", repo="firm/worlds")
    repo = hub.repos["firm/worlds"]
    assert (repo.settings["private"], repo.settings["gated"]) == (True, "manual")
    sent = repo.commits[repo.refs["main"]]["README.md"].data.decode()
    assert "Worlds of our firm." in sent
    assert "license: mit" in sent


@pytest.mark.slow
def test_files_that_do_not_fit_the_manifest_are_not_sent(hub: Hub, folder: Path) -> None:
    table = folder / DOCUMENTS
    table.write_bytes(table.read_bytes()[:-1] + b"x")
    assert "does not fit the manifest" in push(hub, folder, "--yes", code=1)
    assert hub.requests == []


@pytest.mark.slow
def test_no_hub_is_one_line(folder: Path) -> None:
    with serve() as hub:
        pass
    assert "cannot read" in push(hub, folder, "--yes", code=1)


@pytest.mark.slow
def test_one_world_is_read_without_the_rest(hub: Hub, folder: Path) -> None:
    push(hub, folder, "--yes")
    total = (folder / DOCUMENTS).stat().st_size
    hub.sent = 0
    printed = load(hub, folder, (
        "import investigation_worlds as iw\n"
        f"root = '{REPO}@v0.1.0'\n"
        "t = iw.table('documents', 'validation', ['w-b'], root=root)\n"
        "print(t.num_rows, len(iw.materialize('w-b', 'x' , root=root)))\n"
        "d = iw.load('documents', 'validation', world_ids=['w-b'], streaming=True, root=root)\n"
        "print(next(iter(d))['world_id'])\n"
    ).replace("'x'", repr(str(folder.parent / "files"))))  # fmt: skip
    assert printed == "3 3\nw-b\n"
    read = sum(int(r.headers["Range"].count("bytes=")) for r in hub.requests if _is_data(r))
    assert read > 0
    assert hub.sent < 0.9 * total * 3, f"{hub.sent} of {total} bytes, three times"


def _is_data(request: object) -> bool:
    return "documents/" in getattr(request, "path", "") and getattr(request, "method", "") == "GET"

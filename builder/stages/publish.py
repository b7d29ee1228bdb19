"""Packed worlds -> a dataset repository on the Hub, never half updated.

In: a folder with README.md and data_files/, a repo id. Out: a `PushPlan`, then a `Published`. Side
effects of `publish`: creates the repository if need be, uploads to a pull request, reads it back,
compares it with what stands here, merges, tags. An interrupted push is taken up again: its pull
request has the manifest's hash in its title. The token is the client's to find, and never shown.
"""

from __future__ import annotations

import hashlib
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Literal

from huggingface_hub import HfApi
from huggingface_hub.errors import HfHubHTTPError, RepositoryNotFoundError

from builder.errors import ConfigError, PackError
from builder.manifest import Manifest, read_manifest
from builder.schema import Record

DATA = ("README.md", "LICENSE", "eval.yaml", "croissant.json", "cards", "data_files")


class PushPlan(Record):
    """What a push would send: paths by what would become of them, and the bytes of it."""

    repo_id: str
    new: tuple[str, ...]
    changed: tuple[str, ...]
    unchanged: tuple[str, ...]
    deleted: tuple[str, ...]
    send_bytes: int

    @property
    def is_empty(self) -> bool:
        """Whether the repository already holds just this."""
        return not (self.new or self.changed or self.deleted)


class Published(Record):
    """What a push did."""

    outcome: Literal["published", "unchanged"]
    revision: str
    tag: str


def plan_push(folder: Path, repo_id: str) -> PushPlan:
    """Compares a folder with the repository's main branch; sends nothing.

    PackError when a data file does not fit the manifest or the Hub cannot be reached.
    """
    _checked_manifest(folder)
    api = HfApi()
    local = dict(_local_files(folder))
    try:
        remote = _remote_files(api, repo_id, "main")
    except HfHubHTTPError as exc:
        raise PackError(f"cannot read {repo_id!r} on the Hub: {_reason(exc)}") from exc
    changed = [p for p, path in local.items() if p in remote and not _same(path, remote[p])]
    new = [p for p in local if p not in remote]
    stale = [p for p in remote if p.startswith("data_files/") and p not in local]
    return PushPlan(
        repo_id=repo_id,
        new=tuple(sorted(new)),
        changed=tuple(sorted(changed)),
        unchanged=tuple(sorted(set(local) - {*changed, *new})),
        deleted=tuple(sorted(stale)),
        send_bytes=sum(local[p].stat().st_size for p in (*new, *changed)),
    )


def publish(
    folder: Path,
    repo_id: str,
    tag: str,
    private: bool = False,
    gated: Literal["auto", "manual"] | None = None,
) -> Published:
    """Publishes a folder as `repo_id`; PackError says what went wrong, and main is as it was."""
    manifest = _checked_manifest(folder)
    api = HfApi()
    try:
        _known(api)
        api.create_repo(repo_id, repo_type="dataset", private=private, exist_ok=True)
        if gated is not None:
            api.update_repo_settings(repo_id, repo_type="dataset", gated=gated)
        pushing = plan_push(folder, repo_id)
        if pushing.is_empty:
            sha = str(api.dataset_info(repo_id).sha)
            _tag(api, repo_id, tag, sha)
            return Published(outcome="unchanged", revision=sha, tag=tag)
        if tag in _tags(api, repo_id):
            raise PackError(f"tag {tag!r} already names other data; give a new one with --tag")
        number = _pull_request(api, repo_id, manifest)
        revision = f"refs/pr/{number}"
        api.upload_folder(
            repo_id=repo_id,
            repo_type="dataset",
            folder_path=folder,
            revision=revision,
            allow_patterns=[*pushing.new, *pushing.changed, *pushing.unchanged],
            delete_patterns=list(pushing.deleted) or None,
            commit_message=_title(manifest),
        )
        _compare(api, repo_id, revision, folder)
        api.change_discussion_status(repo_id, number, "open", repo_type="dataset")
        api.merge_pull_request(repo_id, number, repo_type="dataset")
        sha = str(api.dataset_info(repo_id).sha)
        _tag(api, repo_id, tag, sha)
    except HfHubHTTPError as exc:
        raise PackError(
            f"push to {repo_id!r} stopped: {_reason(exc)}; main is as it was, and the same command "
            "goes on from here"
        ) from exc
    return Published(outcome="published", revision=sha, tag=tag)


def _checked_manifest(folder: Path) -> Manifest:
    """The manifest of a folder whose files fit it."""
    if not (folder / "data_files" / "manifest.json").is_file():
        raise ConfigError(f"no data_files/manifest.json in {str(folder)!r}; pack worlds first")
    manifest = read_manifest(folder / "data_files")
    for split in manifest.splits.values():
        for name, packed in split.files.items():
            path = folder / "data_files" / name
            if not path.is_file() or _sha256(path) != packed.sha256:
                raise PackError(f"{str(path)!r} does not fit the manifest; pack again")
    if not manifest.splits:
        raise PackError(f"the manifest in {str(folder)!r} names no split; pack worlds first")
    if not (folder / "README.md").is_file():
        raise PackError(f"no README.md (the dataset card) in {str(folder)!r}; pack again")
    return manifest


def _local_files(folder: Path) -> Iterator[tuple[str, Path]]:
    """What belongs to the dataset: the tracked files of a checkout, or card and data of a build."""
    listed = subprocess.run(
        ["git", "-C", str(folder), "ls-files", "--full-name"], capture_output=True, text=True
    )
    tracked = listed.stdout.splitlines() if (folder / ".git").exists() else []
    names = tracked or [
        p.relative_to(folder).as_posix()
        for top in DATA
        for p in sorted([folder / top, *(folder / top).rglob("*")])
    ]
    for name in names:
        if (folder / name).is_file() and not Path(name).name.startswith(".git"):
            yield name, folder / name


def _remote_files(api: HfApi, repo_id: str, revision: str) -> dict[str, Any]:
    try:
        entries = api.list_repo_tree(
            repo_id, repo_type="dataset", revision=revision, recursive=True
        )
        return {entry.path: entry for entry in entries if hasattr(entry, "blob_id")}
    except RepositoryNotFoundError:
        return {}


def _same(path: Path, remote: Any) -> bool:
    if remote.lfs is not None:
        return str(remote.lfs.sha256) == _sha256(path)
    data = path.read_bytes()
    blob = hashlib.sha1(b"blob %d\0" % len(data) + data, usedforsecurity=False)
    return str(remote.blob_id) == blob.hexdigest()


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _known(api: HfApi) -> None:
    try:
        api.whoami()
    except (HfHubHTTPError, OSError) as exc:
        raise PackError(
            "the Hub does not know you: set HF_TOKEN to a token with write access, or log in "
            "(hf auth login)"
        ) from exc


def _title(manifest: Manifest) -> str:
    digest = hashlib.sha256(manifest.model_dump_json().encode()).hexdigest()[:12]
    return f"Data {digest}"


def _pull_request(api: HfApi, repo_id: str, manifest: Manifest) -> int:
    """The number of the pull request for this very data: an interrupted push's, or a new one."""
    title = _title(manifest)
    for pull in api.get_repo_discussions(
        repo_id, repo_type="dataset", discussion_type="pull_request"
    ):
        if pull.title == title and pull.status in ("draft", "open"):
            return int(pull.num)
    made = api.create_pull_request(repo_id, title=title, repo_type="dataset")
    return int(made.num)


def _compare(api: HfApi, repo_id: str, revision: str, folder: Path) -> None:
    """Reads the pull request back: every file must be there with the bytes that stand here."""
    remote: Mapping[str, Any] = _remote_files(api, repo_id, revision)
    local = dict(_local_files(folder))
    wrong = [p for p, path in local.items() if p not in remote or not _same(path, remote[p])]
    wrong += [p for p in remote if p.startswith("data_files/") and p not in local]
    if wrong:
        raise PackError(f"{repo_id!r} at {revision}: {wrong[0]!r} is not what was sent; not merged")


def _tags(api: HfApi, repo_id: str) -> dict[str, str]:
    """Tag -> commit."""
    refs = api.list_repo_refs(repo_id, repo_type="dataset")
    return {ref.name: ref.target_commit for ref in refs.tags}


def _tag(api: HfApi, repo_id: str, tag: str, sha: str) -> None:
    named = _tags(api, repo_id).get(tag)
    if named is None:
        api.create_tag(repo_id, tag=tag, revision=sha, repo_type="dataset")
    elif named != sha:
        raise PackError(f"tag {tag!r} already names other data; give a new one with --tag")


def _reason(exc: HfHubHTTPError) -> str:
    """What the Hub said, in one line, without headers."""
    status = getattr(exc.response, "status_code", "no answer")
    return f"HTTP {status}: {(exc.server_message or str(exc)).splitlines()[0]}"

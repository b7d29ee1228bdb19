"""Packed worlds -> a dataset repository on the Hub, never half updated.

In: a folder with README.md and data_files/, a repo id. Out: a `PushPlan`, then a `Published`. Side
effects of `publish`: creates the repository if need be, uploads to a pull request, reads it back,
compares it with what stands here, merges, tags. An interrupted push is taken up again: its pull
request has the manifest's hash in its title. The token is the client's to find, and never shown.
"""

from __future__ import annotations

import hashlib
import subprocess
import sys
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path
from typing import Any, Literal

from huggingface_hub import HfApi
from huggingface_hub.errors import HfHubHTTPError, HFValidationError, RepositoryNotFoundError
from huggingface_hub.utils import disable_progress_bars, logging

import investigation_worlds
from builder.errors import ConfigError, PackError
from builder.manifest import MANIFEST, Manifest, read_manifest
from builder.schema import Record

BESIDE = ("README.md", "LICENSE", "CITATION.cff", "eval.yaml", "croissant.json", "cards")
AUDITS = "cards/audit*.json"
MADE_BY_THE_HUB = (".gitattributes", "README.md")
# what its client raises: its own error's base, which differs between its versions, no connection
# (an OSError in some), and what it wraps a failed upload in
HUB_ERRORS: tuple[type[Exception], ...] = (
    HfHubHTTPError,
    next(c for c in reversed(HfHubHTTPError.__mro__) if c.__name__ == "HTTPError"),  # type: ignore[misc]
    ConnectionError,
    RuntimeError,
)


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

    PackError when a data file does not fit the manifest, the repository holds something else, or
    the Hub cannot be reached; ConfigError for an id that no repository can have.
    """
    manifest = _checked_manifest(folder)
    logging.set_verbosity_error()  # we say ourselves what went wrong, once
    api = HfApi()
    try:
        remote = _remote_files(api, repo_id, "main")
    except HFValidationError as exc:
        raise ConfigError(f"no repository can be named {repo_id!r}: {exc}") from exc
    except HUB_ERRORS as exc:
        raise PackError(f"cannot read {repo_id!r} on the Hub: {_reason(exc)}") from exc
    if f"data_files/{MANIFEST}" not in remote and set(remote) - set(MADE_BY_THE_HUB):
        raise PackError(
            f"{repo_id!r} exists and holds something else ({len(remote)} files, no "
            f"data_files/{MANIFEST}); give another --repo-id"
        )
    local = dict(_local_files(folder, manifest))
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
    tag: str = "",
    private: bool = False,
    gated: Literal["auto", "manual"] | None = None,
) -> Published:
    """Publishes a folder as `repo_id`; PackError says what went wrong, and main is as it was.

    The tag is by default `v` and the manifest's version of the data. It names one commit for good.
    """
    pushing = plan_push(folder, repo_id)
    manifest = _checked_manifest(folder)
    tag = tag or f"v{manifest.data_version}"
    if not sys.stderr.isatty():
        disable_progress_bars()
    api = HfApi()
    _known(api)
    merged = False
    try:
        api.create_repo(repo_id, repo_type="dataset", private=private, exist_ok=True)
        if gated is not None:
            api.update_repo_settings(repo_id, repo_type="dataset", gated=gated)
        if not pushing.is_empty:
            if tag in _tags(api, repo_id):
                raise PackError(f"tag {tag!r} already names other data; give a new one with --tag")
            _merge(api, _pull_request(api, repo_id, manifest), pushing, folder, manifest)
            merged = True
        sha = str(api.dataset_info(repo_id).sha)
        _tag(api, repo_id, tag, sha)
    except HUB_ERRORS as exc:
        state = f"the data is there, the tag {tag!r} is not" if merged else "main is as it was"
        raise PackError(
            f"push to {repo_id!r} stopped: {_reason(exc)}; {state}, and the same command goes on "
            "from here"
        ) from exc
    outcome = "published" if merged else "unchanged"
    return Published(outcome=outcome, revision=sha, tag=tag)


def _merge(api: HfApi, number: int, pushing: PushPlan, folder: Path, manifest: Manifest) -> None:
    """Fills a pull request, reads it back, and merges it if it holds what stands here."""
    repo_id, revision = pushing.repo_id, f"refs/pr/{number}"
    api.upload_folder(
        repo_id=repo_id,
        repo_type="dataset",
        folder_path=folder,
        revision=revision,
        allow_patterns=[_literal(p) for p in (*pushing.new, *pushing.changed, *pushing.unchanged)],
        delete_patterns=[_literal(p) for p in pushing.deleted] or None,
        commit_message=_title(manifest),
    )
    _compare(api, repo_id, revision, folder, manifest)
    api.change_discussion_status(repo_id, number, "open", repo_type="dataset")
    api.merge_pull_request(repo_id, number, repo_type="dataset")


def _checked_manifest(folder: Path) -> Manifest:
    """The manifest of a folder whose files fit it."""
    if not (folder / "data_files" / MANIFEST).is_file():
        raise ConfigError(f"no data_files/{MANIFEST} in {str(folder)!r}; pack worlds first")
    manifest = read_manifest(folder / "data_files")
    for name, packed in manifest.files.items():
        path = folder / "data_files" / name
        if not path.is_file() or _sha256(path) != packed.sha256:
            raise PackError(f"{str(path)!r} does not fit the manifest; pack again")
    if not manifest.splits:
        raise PackError(f"the manifest in {str(folder)!r} names no split; pack worlds first")
    if not (folder / "README.md").is_file():
        raise PackError(f"no README.md (the dataset card) in {str(folder)!r}; pack again")
    return manifest


def _local_files(folder: Path, manifest: Manifest) -> Iterator[tuple[str, Path]]:
    """What belongs to the dataset: the files of the manifest, and the card and what goes with it,
    or all tracked files of a checkout; never an audit's report, which may tell of a sealed key."""
    data = {f"data_files/{name}" for name in (MANIFEST, *manifest.files)}
    beside = set(_tracked(folder)) or {
        p.relative_to(folder).as_posix()
        for top in BESIDE
        for p in (folder / top, *(folder / top).rglob("*"))
        if p.is_file()
    }
    for name in sorted(data | {n for n in beside if not n.startswith("data_files/")}):
        kept = Path(name).name.startswith(".git") or fnmatch(name, AUDITS)
        if (folder / name).is_file() and not kept:
            yield name, folder / name


def _tracked(folder: Path) -> list[str]:
    if not (folder / ".git").exists():
        return []
    listed = subprocess.run(
        ["git", "-C", str(folder), "ls-files", "--full-name", "-z"], capture_output=True, text=True
    )
    return listed.stdout.split("\0")[:-1]


def _literal(path: str) -> str:
    """A path as a pattern that matches nothing but it."""
    return "".join(f"[{c}]" if c in "*?[" else c for c in path)


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
    except (*HUB_ERRORS, OSError) as exc:
        raise PackError(
            "the Hub does not know you: set HF_TOKEN to a token with write access, or log in "
            "(hf auth login)"
        ) from exc


def _title(manifest: Manifest) -> str:
    digest = hashlib.sha256(manifest.model_dump_json().encode()).hexdigest()[:12]
    return f"Data {manifest.data_version} {digest}"


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


def _compare(api: HfApi, repo_id: str, revision: str, folder: Path, manifest: Manifest) -> None:
    """Reads the pull request back: every file with the bytes that stand here, the worlds loaded."""
    remote = _remote_files(api, repo_id, revision)
    local = dict(_local_files(folder, manifest))
    wrong = [p for p, path in local.items() if p not in remote or not _same(path, remote[p])]
    wrong += [p for p in remote if p.startswith("data_files/") and p not in local]
    if wrong:
        raise PackError(f"{repo_id!r} at {revision}: {wrong[0]!r} is not what was sent; not merged")
    for split, packed in manifest.splits.items():
        config = next(iter(packed.files)).split("/")[0]
        where = f"{repo_id}@{revision}"
        found = investigation_worlds.table(config, split, columns=["world_id"], root=where)[0]
        if set(found.to_pylist()) != set(packed.worlds):
            raise PackError(f"{where!r} does not load the worlds of {split!r}; not merged")


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


def _reason(exc: Exception) -> str:
    """What the Hub said, in one line, without headers; of a wrapped error, the cause."""
    cause = exc.__cause__ if isinstance(exc, RuntimeError) and exc.__cause__ else exc
    if isinstance(cause, HfHubHTTPError):
        status = getattr(cause.response, "status_code", "no answer")
        return f"HTTP {status}: {(cause.server_message or str(cause)).splitlines()[0]}"
    return (str(cause) or type(cause).__name__).splitlines()[0]

"""What a Hub holds and says: files, commits, pull requests, one request and its answer."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import unquote


@dataclass
class File:
    """A file of a commit."""

    data: bytes
    lfs: bool

    @property
    def sha256(self) -> str:
        return hashlib.sha256(self.data).hexdigest()

    @property
    def oid(self) -> str:
        """What the client compares to know that a file has not changed."""
        return self.sha256 if self.lfs else self.blob

    @property
    def blob(self) -> str:
        return hashlib.sha1(b"blob %d\0" % len(self.data) + self.data).hexdigest()


Tree = dict[str, File]


@dataclass
class Pull:
    """A pull request."""

    ref: str
    title: str
    status: str = "draft"


@dataclass
class Repo:
    """A dataset repository; refs name commits, commits are whole trees."""

    refs: dict[str, str] = field(default_factory=dict)
    tags: dict[str, str] = field(default_factory=dict)
    commits: dict[str, Tree] = field(default_factory=dict)
    log: list[tuple[str, str, str]] = field(default_factory=list)
    settings: dict[str, Any] = field(default_factory=dict)
    pulls: dict[int, Pull] = field(default_factory=dict)

    def commit(self, ref: str, tree: Tree, message: str) -> str:
        names = "".join(f"{p}{f.oid}" for p, f in sorted(tree.items()))
        sha = hashlib.sha1(f"{ref}{message}{len(self.log)}{names}".encode()).hexdigest()
        self.commits[sha], self.refs[ref] = tree, sha
        self.log.append((ref, sha, message))
        return sha

    def resolve(self, revision: str) -> str | None:
        name = unquote(revision).removeprefix("refs/heads/").removeprefix("refs/tags/")
        if name in self.commits:
            return name
        return self.refs.get(name) or self.tags.get(name)


@dataclass
class Request:
    """One request as it came in."""

    method: str
    path: str
    query: dict[str, str]
    body: bytes
    headers: Any

    def json(self) -> Any:
        return json.loads(self.body or b"{}")


@dataclass
class Reply:
    """One answer."""

    status: int = 200
    value: Any = None
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes | None = None


def missing(code: str, message: str, sha: str = "") -> Reply:
    headers = {"X-Error-Code": code, "X-Error-Message": message}
    return Reply(404, {"error": message}, headers | ({"X-Repo-Commit": sha} if sha else {}))

"""A Hub on loopback that the real `huggingface_hub` and `datasets` clients talk to.

It keeps repositories, commits, branches, pull requests and tags in memory, takes files the way the
Hub does without Xet (small ones in the commit, large ones by LFS), serves byte ranges, and notes
every request. Tests set HF_ENDPOINT to its address and HF_HUB_DISABLE_XET=1.

By hand: `python -m tests.hub_server` prints its address; its token is `hf_test_token`.

Faults can be planted: `hub.refuse = {("POST", "commit"): 507}` answers that kind of request so.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from tests.hub_repos import File, Pull, Reply, Repo, Request, missing

LFS_SUFFIXES = (".parquet", ".pdf", ".docx", ".xlsx", ".pptx", ".zip")
TOKEN = "hf_test_token"
NOW = "2026-01-01T00:00:00.000Z"


class Hub:
    """The state of the server and what it answers."""

    def __init__(self) -> None:
        self.repos: dict[str, Repo] = {}
        self.large: dict[str, bytes] = {}
        self.requests: list[Request] = []
        self.refuse: dict[tuple[str, str], int] = {}
        self.sent = 0
        self.taken = 0
        self.url = ""
        self.lock = threading.RLock()

    def answer(self, request: Request) -> Reply:
        with self.lock:
            self.requests.append(request)
            self.taken += len(request.body)
            for (method, part), status in self.refuse.items():
                if request.method == method and part in request.path:
                    return Reply(status, {"error": f"planted fault {status}"})
            for pattern, handler in self._routes():
                if match := re.fullmatch(pattern, request.path):
                    return handler(request, *match.groups())
        return missing("EntryNotFound", f"no route {request.method} {request.path}")

    def _routes(self) -> tuple[tuple[str, Any], ...]:
        repo = r"([^/]+/[^/]+?)"
        api = rf"/api/datasets/{repo}"
        return (
            (r"/api/whoami-v2", self._whoami),
            (r"/api/validate-yaml", lambda r: Reply(value={"errors": [], "warnings": []})),
            (r"/api/repos/create", self._create),
            (r"/_large/([0-9a-f]{64})", self._store),
            (rf"/datasets/{repo}\.git/info/lfs/objects/batch", self._batch),
            (rf"{api}/preupload/(.+)", self._preupload),
            (rf"{api}/commit/(.+)", self._commit),
            (rf"{api}/tag/(.+)", self._tag),
            (rf"{api}/refs", self._refs),
            (rf"{api}/tree/([^/]+)/?(.*)", self._tree),
            (rf"{api}/paths-info/([^/]+)", self._paths_info),
            (rf"{api}/commits/([^/]+)", self._commits),
            (rf"{api}/settings", self._settings),
            (rf"{api}/discussions/(\d+)/merge", self._merge),
            (rf"{api}/discussions/(\d+)/status", self._status),
            (rf"{api}/discussions/(\d+)", self._discussion),
            (rf"{api}/discussions", self._discussions),
            (rf"{api}(?:/revision/(.+))?", self._info),
            (rf"/datasets/{repo}/resolve/([^/]+)/(.+)", self._resolve),
        )

    def _allowed(self, request: Request) -> bool:
        return request.headers.get("Authorization") == f"Bearer {TOKEN}"

    def _whoami(self, request: Request) -> Reply:
        if not self._allowed(request):
            return Reply(401, {"error": "Invalid username or password."})
        token = {"type": "access_token", "accessToken": {"role": "write"}}
        return Reply(value={"type": "user", "name": "tester", "orgs": [], "auth": token})

    def _create(self, request: Request) -> Reply:
        if not self._allowed(request):
            return Reply(401, {"error": "Invalid username or password."})
        asked = request.json()
        name = f"{asked.get('organization') or 'tester'}/{asked['name']}"
        found = {"url": f"{self.url}/datasets/{name}", "name": name, "id": name}
        if name in self.repos:
            return Reply(409, {"error": "You already created this dataset repo", **found})
        private = asked.get("private") or asked.get("visibility") == "private"
        made = self.repos[name] = Repo(settings={**asked, "private": bool(private)})
        made.commit("main", {".gitattributes": File(b"*.parquet filter=lfs\n", False)}, "initial")
        return Reply(value=found)

    def _store(self, request: Request, sha256: str) -> Reply:
        if hashlib.sha256(request.body).hexdigest() != sha256:
            return Reply(400, {"error": "content does not fit its sha256"})
        self.large[sha256] = request.body
        return Reply()

    def _batch(self, request: Request, name: str) -> Reply:
        objects = [
            {
                "oid": o["oid"],
                "size": o["size"],
                "authenticated": True,
                **(
                    {}
                    if o["oid"] in self.large
                    else {"actions": {"upload": {"href": f"{self.url}/_large/{o['oid']}"}}}
                ),
            }
            for o in request.json()["objects"]
        ]
        return Reply(value={"transfer": "basic", "objects": objects})

    def _at(self, name: str, revision: str) -> tuple[Repo, str] | Reply:
        repo = self.repos.get(name)
        if repo is None:
            return missing("RepoNotFound", "Repository not found")
        sha = repo.resolve(revision)
        return (repo, sha) if sha else missing("RevisionNotFound", "Invalid rev id")

    def _info(self, request: Request, name: str, revision: str | None) -> Reply:
        at = self._at(name, revision or "main")
        if isinstance(at, Reply):
            return at
        repo, sha = at
        return Reply(
            value={
                "_id": "x", "id": name, "author": name.split("/")[0], "sha": sha,
                "private": bool(repo.settings.get("private")),
                "gated": repo.settings.get("gated", False), "disabled": False, "tags": [],
                "downloads": 0, "likes": 0, "lastModified": NOW, "createdAt": NOW,
                "siblings": [{"rfilename": path} for path in sorted(repo.commits[sha])],
            }
        )  # fmt: skip

    def _preupload(self, request: Request, name: str, revision: str) -> Reply:
        at = self._at(name, revision)
        if isinstance(at, Reply):
            return at
        tree = at[0].commits[at[1]]
        files = [
            {
                "path": f["path"],
                "uploadMode": "lfs" if f["path"].endswith(LFS_SUFFIXES) else "regular",
                "shouldIgnore": False,
                **({"oid": tree[f["path"]].oid} if f["path"] in tree else {}),
            }
            for f in request.json()["files"]
        ]
        return Reply(value={"files": files, "commitOid": at[1]})

    def _commit(self, request: Request, name: str, revision: str) -> Reply:
        if not self._allowed(request):
            return Reply(401, {"error": "Invalid username or password."})
        at = self._at(name, revision)
        if isinstance(at, Reply):
            return at
        repo, sha = at
        ref = unquote(revision)
        number = None
        if request.query.get("create_pr"):
            number = len(repo.pulls) + 1
            ref = f"refs/pr/{number}"
            repo.pulls[number] = Pull(ref, "Upload", "open")
        tree, message = dict(repo.commits[sha]), ""
        for line in filter(None, request.body.splitlines()):
            entry = json.loads(line)
            kind, value = entry["key"], entry["value"]
            if kind == "header":
                message = value.get("summary", "")
                parent = value.get("parentCommit")
                if parent and not sha.startswith(parent):
                    return Reply(412, {"error": "A commit has happened since. Please refresh."})
            elif kind == "file":
                tree[value["path"]] = File(base64.b64decode(value["content"]), False)
            elif kind == "lfsFile":
                if value["oid"] not in self.large:
                    return Reply(400, {"error": f"large object {value['oid']} missing"})
                tree[value["path"]] = File(self.large[value["oid"]], True)
            elif kind == "deletedFile":
                tree.pop(value["path"], None)
            elif kind == "deletedFolder":
                folder = value["path"].rstrip("/") + "/"
                tree = {p: f for p, f in tree.items() if not p.startswith(folder)}
        made = repo.commit(ref, tree, message)
        pull = f"{self.url}/datasets/{name}/discussions/{number}" if number else None
        return Reply(
            value={
                "success": True, "commitOid": made, "hookOutput": "", "pullRequestUrl": pull,
                "commitUrl": f"{self.url}/datasets/{name}/commit/{made}",
            }
        )  # fmt: skip

    def _merge(self, request: Request, name: str, number: str) -> Reply:
        repo = self.repos[name]
        pull = repo.pulls[int(number)]
        if pull.status != "open":
            return Reply(400, {"error": f"cannot merge a pull request that is {pull.status}"})
        repo.commit("main", dict(repo.commits[repo.refs[pull.ref]]), f"merge {number}")
        pull.status = "merged"
        return Reply(value={})

    def _status(self, request: Request, name: str, number: str) -> Reply:
        status = request.json().get("status", "open")
        self.repos[name].pulls[int(number)].status = status
        event = {
            "id": "x", "type": "status-change", "createdAt": NOW, "author": {"name": "tester"},
            "data": {"status": status},
        }  # fmt: skip
        return Reply(value={"newStatus": event})

    def _discussion(self, request: Request, name: str, number: str) -> Reply:
        return Reply(value=self._pull(name, int(number)))

    def _pull(self, name: str, number: int) -> dict[str, Any]:
        pull = self.repos[name].pulls[number]
        return {
            "title": pull.title, "status": pull.status, "num": number, "createdAt": NOW,
            "author": {"name": "tester"}, "isPullRequest": True, "events": [], "diff": "",
            "repo": {"name": name, "type": "dataset"}, "filesWithConflicts": [],
            "changes": {"base": "refs/heads/main", "mergeCommitId": None}, "endpoint": self.url,
        }  # fmt: skip

    def _discussions(self, request: Request, name: str) -> Reply:
        repo = self.repos[name]
        if request.method == "POST":
            if not self._allowed(request):
                return Reply(401, {"error": "Invalid username or password."})
            number = len(repo.pulls) + 1
            pull = repo.pulls[number] = Pull(f"refs/pr/{number}", request.json()["title"])
            repo.refs[pull.ref] = repo.refs["main"]
            return Reply(value={"num": number, "pullRequest": True})
        found = [self._pull(name, number) for number in sorted(repo.pulls)]
        return Reply(value={"discussions": found, "count": len(found), "start": 0})

    def _tag(self, request: Request, name: str, tail: str) -> Reply:
        repo = self.repos[name]
        if request.method == "DELETE":
            known = repo.tags.pop(unquote(tail), None)
            return Reply() if known else missing("RevisionNotFound", "no such tag")
        at = self._at(name, tail)
        if isinstance(at, Reply):
            return at
        tag = request.json()["tag"]
        if tag in repo.tags:
            return Reply(409, {"error": "Tag reference exists already"})
        repo.tags[tag] = at[1]
        return Reply()

    def _refs(self, request: Request, name: str) -> Reply:
        repo = self.repos.get(name)
        if repo is None:
            return missing("RepoNotFound", "Repository not found")

        def listed(refs: dict[str, str], prefix: str) -> list[dict[str, str]]:
            return [{"name": k, "ref": f"{prefix}{k}", "targetCommit": v} for k, v in refs.items()]

        pulls = {k: v for k, v in repo.refs.items() if k.startswith("refs/pr/")}
        heads = {k: v for k, v in repo.refs.items() if k not in pulls}
        return Reply(
            value={
                "branches": listed(heads, "refs/heads/"),
                "tags": listed(repo.tags, "refs/tags/"),
                "converts": [],
                "pullRequests": listed(pulls, ""),
            }
        )

    def _commits(self, request: Request, name: str, revision: str) -> Reply:
        log = self.repos[name].log
        return Reply(
            value=[
                {"id": sha, "title": text, "message": "", "date": NOW, "authors": []}
                for ref, sha, text in reversed(log)
                if ref == unquote(revision)
            ]
        )

    def _settings(self, request: Request, name: str) -> Reply:
        self.repos[name].settings.update(request.json())
        return Reply(value={})

    def _tree(self, request: Request, name: str, revision: str, folder: str) -> Reply:
        at = self._at(name, revision)
        if isinstance(at, Reply):
            return at
        tree = at[0].commits[at[1]]
        prefix = unquote(folder).strip("/")
        prefix = f"{prefix}/" if prefix else ""
        inside = {p: f for p, f in sorted(tree.items()) if p.startswith(prefix)}
        if prefix and not inside:
            return missing("EntryNotFound", f"{folder} does not exist")
        deep = request.query.get("recursive", "").lower() in ("1", "true")
        listed: dict[str, dict[str, Any]] = {}
        for path, file in inside.items():
            parts = path[len(prefix) :].split("/")
            for depth in range(1, len(parts) if deep else min(2, len(parts))):
                above = prefix + "/".join(parts[:depth])
                listed[above] = {"type": "directory", "path": above, "oid": "0" * 40, "size": 0}
            if deep or len(parts) == 1:
                listed[path] = _entry(path, file)
        return Reply(value=list(listed.values()))

    def _paths_info(self, request: Request, name: str, revision: str) -> Reply:
        at = self._at(name, revision)
        if isinstance(at, Reply):
            return at
        tree = at[0].commits[at[1]]
        if "json" in (request.headers.get("Content-Type") or ""):
            paths = request.json()["paths"]
        else:
            paths = [value for key, value in parse_qsl(request.body.decode()) if key == "paths"]
        found: list[dict[str, Any]] = []
        for path in (p.strip("/") for p in paths):
            if path in tree:
                found.append(_entry(path, tree[path]))
            elif any(p.startswith(f"{path}/") for p in tree):
                found.append({"type": "directory", "path": path, "oid": "0" * 40, "size": 0})
        return Reply(value=found)

    def _resolve(self, request: Request, name: str, revision: str, path: str) -> Reply:
        at = self._at(name, revision)
        if isinstance(at, Reply):
            return at
        repo, sha = at
        file = repo.commits[sha].get(unquote(path))
        if file is None:
            return missing("EntryNotFound", "Entry not found", sha)
        headers = {
            "ETag": f'"{file.oid}"', "X-Repo-Commit": sha, "Accept-Ranges": "bytes",
            "Content-Type": "application/octet-stream",
            **({"X-Linked-Size": str(len(file.data)), "X-Linked-ETag": f'"{file.oid}"'}
               if file.lfs else {}),
        }  # fmt: skip
        part = re.match(r"bytes=(\d+)-(\d*)", request.headers.get("Range", ""))
        if part and request.method == "GET":
            start, stop = int(part[1]), min(int(part[2] or len(file.data)), len(file.data) - 1)
            body = file.data[start : stop + 1]
            span = f"bytes {start}-{stop}/{len(file.data)}"
            return Reply(206, headers={**headers, "Content-Range": span}, body=body)
        return Reply(headers=headers, body=file.data)


def _entry(path: str, file: File) -> dict[str, Any]:
    size = len(file.data)
    entry = {"type": "file", "path": path, "size": size, "oid": file.blob}
    if file.lfs:
        entry["lfs"] = {"oid": file.sha256, "size": size, "pointerSize": 130}
    return entry


def _handler(hub: Hub) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *_: Any) -> None:
            pass

        def _body(self) -> bytes:
            if self.headers.get("Transfer-Encoding") != "chunked":
                return self.rfile.read(int(self.headers.get("Content-Length") or 0))
            body = b""
            while size := int(self.rfile.readline().strip() or b"0", 16):
                body += self.rfile.read(size)
                self.rfile.readline()
            self.rfile.readline()
            return body

        def _serve(self) -> None:
            split = urlsplit(self.path)
            query = dict(parse_qsl(split.query))
            request = Request(self.command, split.path, query, self._body(), self.headers)
            reply = hub.answer(request)
            body = reply.body
            if body is None:
                body = b"" if reply.value is None else json.dumps(reply.value).encode()
            self.send_response(reply.status)
            headers = {"Content-Type": "application/json", **reply.headers}
            for name, value in {**headers, "Content-Length": str(len(body))}.items():
                self.send_header(name, value)
            self.end_headers()
            if self.command != "HEAD":
                self.wfile.write(body)
                hub.sent += len(body)

        do_GET = do_POST = do_PUT = do_HEAD = do_DELETE = _serve  # noqa: N815

    return Handler


class _Server(ThreadingHTTPServer):
    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that was killed is no news."""


@contextmanager
def serve() -> Iterator[Hub]:
    """A running Hub on a free port of loopback; `hub.url` is its address."""
    hub = Hub()
    server = _Server(("127.0.0.1", 0), _handler(hub))
    hub.url = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield hub
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


if __name__ == "__main__":
    with serve() as running:
        print(running.url, flush=True)  # noqa: T201
        threading.Event().wait()

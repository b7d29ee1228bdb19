"""A CourtListener on loopback that the official client talks to.

It serves rows of dockets (genuine payloads where they are present, else invented ones of the same
form), by cursor pages, and files of a storage. It refuses a wrong token, counts calls by minute,
hour and day and answers 429 with Retry-After, and notes every call. Tests point
COURTLISTENER_API_BASE_URL and COURTLISTENER_STORAGE_URL at it.

Faults can be planted: `archive.fail = {3: 503}` answers the third call so; `archive.on_call` is
told the number of each call before it is answered; a path left out of `files` is a missing file.
"""

from __future__ import annotations

import base64
import hashlib
import io
import json
import re
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, parse_qsl, urlencode, urlsplit

from reportlab.pdfgen.canvas import Canvas

TOKEN = "cl-test-token"
API = "/api/rest/v4"
PUBLIC = "https://www.courtlistener.com"
Row = dict[str, Any]


@dataclass
class Docket:
    """A docket: its own row and those of its papers."""

    docket_id: int
    case_name: str
    court_id: str
    nature: str
    papers: list[Row] = field(default_factory=list)
    docket_number: str = "2:19-cv-00871"
    filed: str = "2019-03-01"

    @property
    def row(self) -> Row:
        return {
            "id": self.docket_id,
            "court": f"{PUBLIC}{API}/courts/{self.court_id}/",
            "court_id": self.court_id,
            "case_name": self.case_name,
            "docket_number": self.docket_number,
            "nature_of_suit": self.nature,
            "date_filed": self.filed,
        }


@dataclass
class Archive:
    """What the server knows, and what it was asked."""

    dockets: dict[int, Docket] = field(default_factory=dict)
    files: dict[str, bytes] = field(default_factory=dict)
    sealed: set[int] = field(default_factory=set)
    sha1: dict[int, str] = field(default_factory=dict)
    limits: tuple[tuple[float, int], ...] = ()
    clock: Callable[[], float] = time.time
    page_size: int = 20
    fail: dict[int, int] = field(default_factory=dict)
    on_call: Callable[[int], None] = lambda number: None
    asked: list[str] = field(default_factory=list)
    answered: list[str] = field(default_factory=list)
    tokens: set[str] = field(default_factory=set)
    storage_headers: list[dict[str, str]] = field(default_factory=list)
    refused: int = 0
    base: str = ""
    storage: str = ""
    _made: list[float] = field(default_factory=list)

    def add(self, docket: Docket) -> Docket:
        self.dockets[docket.docket_id] = docket
        return docket

    @property
    def repeated(self) -> list[str]:
        """Calls that were answered more than once."""
        return [call for call, n in Counter(self.answered).items() if n > 1]

    def wait(self) -> float | None:
        """Seconds until the limits allow a call; None when they do now."""
        now = self.clock()
        waits = [
            sorted(made)[-most] + window - now
            for window, most in self.limits
            if len(made := [at for at in self._made if at > now - window]) >= most
        ]
        return max(waits) if waits else None

    def answer(self, path: str, query: dict[str, list[str]]) -> tuple[int, Any]:
        if path == "/search/":
            return 200, self._search(query)
        if path == "/recap-documents/":
            return 200, self._details(query)
        if found := re.fullmatch(r"/dockets/(\d+)/", path):
            docket = self.dockets.get(int(found[1]))
            return (200, docket.row) if docket else (404, {"detail": "Not found."})
        return 404, {"detail": "Not found."}

    def _search(self, query: dict[str, list[str]]) -> Row:
        q, only = query.get("q", [""])[0], query.get("available_only") in (["on"], ["true"])
        if query.get("type") == ["rd"]:
            asked = re.fullmatch(r"docket_id:(\d+)", q)
            docket = self.dockets.get(int(asked[1])) if asked else None
            rows = [r for r in docket.papers if r["is_available"] or not only] if docket else []
            return self._page(rows, query)
        courts = set(" ".join(query.get("court", [])).split())
        rows = [
            self._case(docket, only)
            for docket in self.dockets.values()
            if not courts or docket.court_id in courts
        ]
        return self._page([row for row in rows if row["recap_documents"]], query)

    def _case(self, docket: Docket, only: bool) -> Row:
        said = [
            paper
            for paper in docket.papers
            if re.search(
                "summary judgment", f"{paper['description']} {paper['short_description']}", re.I
            )
            and re.search(
                "order|opinion", f"{paper['description']} {paper['short_description']}", re.I
            )
            and (paper["is_available"] or not only)
        ]
        return {
            "caseName": docket.case_name,
            "court_id": docket.court_id,
            "docketNumber": docket.docket_number,
            "docket_id": docket.docket_id,
            "dateFiled": docket.filed,
            "suitNature": docket.nature,
            "meta": {"more_docs": len(said) > 3},
            "recap_documents": said[:3],
        }

    def _details(self, query: dict[str, list[str]]) -> Row:
        docket = self.dockets[int(query["docket_entry__docket"][0])]
        rows: list[Row] = []
        for paper in docket.papers:
            content = self.files.get(paper["filepath_local"] or "")
            sha1 = self.sha1.get(paper["id"]) or (
                hashlib.sha1(content).hexdigest() if content else ""
            )
            rows += [{
                "id": paper["id"],
                "sha1": sha1,
                "is_sealed": paper["id"] in self.sealed or None,
                "page_count": paper["page_count"],
                "filepath_local": paper["filepath_local"] or "",
            }] if paper["is_available"] else []  # fmt: skip
        return self._page(rows, query, count=False)

    def _page(self, rows: list[Row], query: dict[str, list[str]], count: bool = True) -> Row:
        cursor = query.get("cursor", [""])[0]
        start = int(base64.b64decode(cursor).decode().removeprefix("p=")) if cursor else 0
        end = start + self.page_size
        kept = [(k, v) for k, vs in query.items() for v in vs if k != "cursor"]
        mark = base64.b64encode(f"p={end}".encode()).decode()
        path = "search" if count else "recap-documents"
        following = f"{PUBLIC}{API}/{path}/?{urlencode([('cursor', mark), *kept])}"
        return {
            "count": len(rows)
            if count
            else f"{PUBLIC}{API}/{path}/?{urlencode([*kept, ('count', 'on')])}",
            "next": following if end < len(rows) else None,
            "previous": None,
            "results": rows[start:end],
        }


@contextmanager
def serve(archive: Archive) -> Iterator[Archive]:
    """The archive on a free port of loopback."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            parts = urlsplit(self.path)
            if parts.path.startswith("/storage/"):
                self._file(parts.path.removeprefix("/storage/"))
                return
            call = f"{parts.path.removeprefix(API)}?{urlencode(sorted(parse_qsl(parts.query)))}"
            archive.asked.append(call)
            archive.on_call(len(archive.asked))
            archive.tokens.add(self.headers.get("Authorization", ""))
            if self.headers.get("Authorization") != f"Token {TOKEN}":
                self._say(401, {"detail": "Invalid token."})
            elif (status := archive.fail.get(len(archive.asked))) is not None:
                self._say(status, {"detail": "planted"})
            elif (wait := archive.wait()) is not None:
                archive.refused += 1
                self._say(
                    429, {"detail": "Request was throttled."}, {"Retry-After": str(int(wait) + 1)}
                )
            else:
                archive._made.append(archive.clock())
                status, body = archive.answer(parts.path.removeprefix(API), parse_qs(parts.query))
                archive.answered.append(call)
                self._say(status, body)

        def _file(self, path: str) -> None:
            archive.storage_headers.append(dict(self.headers))
            archive.answered.append(f"FILE {path}")
            content = archive.files.get(path)
            self._send(200 if content is not None else 404, content or b"", {})

        def _say(self, status: int, body: Any, headers: dict[str, str] | None = None) -> None:
            self._send(status, json.dumps(body).encode(), headers or {})

        def _send(self, status: int, content: bytes, headers: dict[str, str]) -> None:
            self.send_response(status)
            for name, value in {"Content-Length": str(len(content)), **headers}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *args: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    address = f"http://127.0.0.1:{server.server_address[1]}"
    archive.base, archive.storage = f"{address}{API}", f"{address}/storage"
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield archive
    finally:
        server.shutdown()
        server.server_close()


def paper(
    docket_id: int,
    number: int | None,
    text: str = "",
    title: str = "",
    attachment: int | None = None,
    pages: int | None = 3,
    available: bool = True,
    filed: str = "2020-05-04",
    copy: str = "",
) -> Row:
    """An invented row of a paper, in the form of the genuine ones."""
    name = f"gov.uscourts.oraa.{docket_id}"
    path = f"recap/{name}/{name}.{number}.{attachment or 0}{copy}.pdf"
    place = f"{number or 0:04d}{attachment or 0:02d}{len(copy)}"
    return {
        "absolute_url": f"/docket/{docket_id}/{number}/a-v-b/" if number else "",
        "attachment_number": attachment,
        "cites": [],
        "description": text,
        "docket_entry_id": docket_id * 10_000 + (number or 0),
        "docket_id": docket_id,
        "document_number": number,
        "document_type": "Attachment" if attachment else "PACER Document",
        "entry_date_filed": filed,
        "entry_number": number,
        "filepath_local": path if available and number else None,
        "id": int(f"{docket_id}{place}"),
        "is_available": available and number is not None,
        "meta": {"timestamp": "2024-05-26T09:15:50.981959Z", "score": {"bm25": 2.0}},
        "pacer_doc_id": f"{docket_id}{number or ''}",
        "page_count": pages if available else None,
        "short_description": title,
        "snippet": "",
    }


def genuine_docket(shared: Path, docket_id: int, court_id: str, nature: str) -> Docket:
    """A docket of the genuine payloads."""
    (path,) = (shared / "records" / "api").glob(f"search_rd_docket_{docket_id}*.json")
    payload = json.loads(path.read_text(encoding="utf-8"))
    rows = payload["results"] if isinstance(payload, dict) else payload
    return Docket(docket_id, f"Docket {docket_id}", court_id, nature, rows)


def pdf(*pages: str) -> bytes:
    """A plain PDF of some pages of text."""
    buffer = io.BytesIO()
    canvas = Canvas(buffer, invariant=1)
    for page in pages:
        for i, line in enumerate(page.split("\n")):
            canvas.drawString(72, 740 - 14 * i, line)
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()

"""Asks CourtListener, within its limits, for what is not on disk yet.

In: filters of its endpoints, paths of its files. Out: rows and files. Waiting is said before it is
done. Raises CrawlPaused when a wait is longer than allowed or the archive fails: the same command
goes on from there. ConfigError for a token that is missing or refused. Side effects: the folder of
kept answers and files; the token comes from the environment and goes nowhere but to the archive.
"""

from __future__ import annotations

import hashlib
import logging
import os
import re
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlencode

import httpx
from courtlistener import CourtListener, CourtListenerAPIError
from pydantic import ValidationError

from builder.errors import ConfigError, CrawlPaused, in_short
from builder.sources._calls import Answer, Calls, Limits, open_calls

API = "https://www.courtlistener.com/api/rest/v4"
STORAGE = "https://storage.courtlistener.com"
TOKEN = "COURTLISTENER_API_TOKEN"
_TRIES = 5
_KEPT = (200, 404)
_FILE = re.compile(r"[\w.-]+(?:/[\w.-]+)*")
_MOST_BYTES = 300_000_000
_log = logging.getLogger(__name__)


class Unspent(Exception):
    """A call that is not kept and may not be made."""


@dataclass
class Crawl:
    """A conversation with the archive. Without `spend` nothing is asked: what would be asked is
    listed in `unspent`."""

    calls: Calls
    folder: Path
    base: str = API
    storage: str = STORAGE
    spend: bool = True
    patience: float = 3600.0
    clock: Callable[[], float] = time.time
    sleep: Callable[[float], None] = time.sleep
    unspent: list[str] = field(default_factory=list)
    made: int = 0
    kept: int = 0
    _client: CourtListener | None = None
    _files: httpx.Client | None = None

    def search(self, **filters: Any) -> Iterator[dict[str, Any]]:
        """Rows of /search/, page by page; ends early where a page may not be asked for."""
        yield from self._rows("search", filters)

    def papers(self, **filters: Any) -> Iterator[dict[str, Any]]:
        """Rows of /recap-documents/."""
        yield from self._rows("recap_documents", filters)

    def docket(self, docket_id: int) -> dict[str, Any] | None:
        """A docket's own row; None when there is none, or it may not be asked for."""
        try:
            return self.client.dockets.get(docket_id)
        except Unspent:
            return None
        except CourtListenerAPIError as exc:
            if exc.status_code == 404:
                return None
            raise _refusal(exc) from exc

    def pages(self, filters: dict[str, Any]) -> Iterator[list[dict[str, Any]]]:
        """Pages of /search/."""
        yield from self._pages("search", filters)

    def _rows(self, endpoint: str, filters: dict[str, Any]) -> Iterator[dict[str, Any]]:
        for page in self._pages(endpoint, filters):
            yield from page

    def _pages(self, endpoint: str, filters: dict[str, Any]) -> Iterator[list[dict[str, Any]]]:
        try:
            resource = getattr(self.client, endpoint)
            found = resource.list(**filters)
        except ValidationError as exc:
            said = in_short(exc).partition(" MCP ")[0]  # its hint is for others than us
            raise ConfigError(f"CourtListener has no such filter: {said}") from exc
        try:
            yield found.get_results()
            while found.has_next():
                found.next()
                yield found.get_results()
        except Unspent:
            return
        except CourtListenerAPIError as exc:
            raise _refusal(exc) from exc

    @property
    def client(self) -> CourtListener:
        """The official client, on a wire that keeps answers and minds the limits."""
        if self._client is None:
            token = os.environ.get(TOKEN) or ("" if self.spend else "none")
            if not token:
                raise ConfigError(f"CourtListener wants a token: set {TOKEN}")
            self._client = _Client(self, token)
        return self._client

    def file(self, path: str, sha1: str = "") -> Path | None:
        """A file of the storage, fetched once; None when the archive lacks it.

        A file whose sha1 is not the one given is fetched once more; the caller checks the rest.
        """
        if not _FILE.fullmatch(path) or ".." in path:
            raise ConfigError(f"{path!r} is no path of a file")
        kept = self.folder / "files" / path
        if kept.is_file() and (not sha1 or sha1_of(kept) == sha1):
            return kept
        answer = self.calls.answer(f"FILE {path}")
        if answer and answer.status == 404:
            return None
        if not self.spend:
            self.unspent.append(f"FILE {path}")
            return None
        if kept.is_file() and answer and answer.status == 200:
            return kept  # fetched twice already, and as it is
        return self._fetch(path, kept, sha1)

    def _fetch(self, path: str, kept: Path, sha1: str) -> Path | None:
        for tries in (1, 2):
            response = self._try(lambda: self._get_file(path), f"file {path}")
            if response.status_code == 404:
                self.calls.keep(f"FILE {path}", Answer(404, b""), self.clock())
                return None
            if response.status_code != 200:
                raise CrawlPaused(f"file {path!r}: the storage says {response.status_code}")
            content = response.content
            self.sleep(self.calls.limits.between_files)
            if tries == 2 or not sha1 or hashlib.sha1(content).hexdigest() == sha1:
                break
            _log.warning("file %s is not the one its sha1 names; fetching it once more", path)
        _write(kept, content)
        self.calls.keep(f"FILE {path}", Answer(200, b""), self.clock())
        return kept

    def _get_file(self, path: str) -> httpx.Response:
        if self._files is None:
            self._files = httpx.Client(timeout=120, follow_redirects=True)
        with self._files.stream("GET", f"{self.storage}/{path}") as response:
            if int(response.headers.get("content-length") or 0) > _MOST_BYTES:
                raise CrawlPaused(f"file {path!r} is larger than {_MOST_BYTES // 10**6} MB")
            response.read()
        return response

    def _try(self, get: Callable[[], httpx.Response], what: str) -> httpx.Response:
        """A response that is neither a refusal for haste nor a failure of the archive."""
        said = ""
        for tries in range(_TRIES):
            try:
                response = get()
            except httpx.TransportError as exc:
                said = f"{type(exc).__name__}: {exc}"
                self._pause(5.0 * 2**tries, f"{what}: {said}")
                continue
            if response.status_code == 429:
                said = "429, too many calls"
                self._pause(_retry_after(response, 60.0 * 2**tries), f"{what}: {said}", rest=True)
            elif response.status_code >= 500:
                said = f"status {response.status_code}"
                self._pause(5.0 * 2**tries, f"{what}: {said}")
            else:
                return response
        raise CrawlPaused(
            f"{what}: {said}, {_TRIES} times; the same command goes on from here later"
        )

    def pace(self) -> None:
        """Waits until the limits allow a call."""
        while (seconds := self.calls.wait(self.clock())) > 0:
            left = self.calls.left_today(self.clock())
            self._pause(seconds, f"the limits ({left} calls are left of the day's)")

    def _pause(self, seconds: float, why: str, rest: bool = False) -> None:
        until = self.clock() + seconds
        at = datetime.fromtimestamp(until).strftime("%Y-%m-%d %H:%M:%S")
        if rest:
            self.calls.rest(until)
        if seconds > self.patience:
            raise CrawlPaused(
                f"{why}: nothing may be asked before {at}; every answer is kept, the same command "
                "goes on from here then"
            )
        _log.warning("waiting %.0f s until %s for %s", seconds, at, why)
        self.sleep(seconds)

    def close(self) -> None:
        """Ends the connections."""
        if self._client is not None:
            self._client.close()
        if self._files is not None:
            self._files.close()


class _Client(CourtListener):
    """The official client on our wire."""

    def __init__(self, crawl: Crawl, token: str) -> None:
        super().__init__(api_token=token, base_url=crawl.base, timeout=60)
        self._wire = _Wire(crawl)

    @property
    def client(self) -> httpx.Client:
        if self._http_client is None:
            self._http_client = httpx.Client(
                base_url=self.base_url,
                headers={"Authorization": f"Token {self.api_token}"},
                timeout=self.timeout,
                transport=self._wire,
            )
        return self._http_client


class _Wire(httpx.BaseTransport):
    """Answers from disk; else asks within the limits, and keeps what came."""

    def __init__(self, crawl: Crawl) -> None:
        self._crawl = crawl
        self._http = httpx.HTTPTransport(retries=0)

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        crawl, call = self._crawl, _call_of(request)
        if (answer := crawl.calls.answer(call)) is not None:
            crawl.kept += 1
            return httpx.Response(answer.status, content=answer.body, request=request)
        if not crawl.spend:
            crawl.unspent.append(call)
            raise Unspent(call)

        def get() -> httpx.Response:
            crawl.pace()
            crawl.calls.make(crawl.clock())
            crawl.made += 1
            response = self._http.handle_request(request)
            response.read()
            return response

        response = crawl._try(get, call)  # pyright: ignore[reportPrivateUsage]
        if response.status_code in _KEPT:
            crawl.calls.keep(call, Answer(response.status_code, response.content), crawl.clock())
        return httpx.Response(response.status_code, content=response.content, request=request)

    def close(self) -> None:
        self._http.close()


@contextmanager
def open_crawl(
    folder: Path | None = None,
    spend: bool = True,
    patience: float = 3600.0,
    limits: Limits | None = None,
) -> Generator[Crawl]:
    """A crawl in a folder (`COURTLISTENER_CACHE`, else the user's cache). Addresses and limits may
    be set by the environment: `COURTLISTENER_API_BASE_URL`, `COURTLISTENER_STORAGE_URL`,
    `COURTLISTENER_LIMITS=minute,hour,day[,seconds between files]` for a token that may do more."""
    folder = (
        folder
        or Path(
            os.environ.get("COURTLISTENER_CACHE") or "~/.cache/investigation-worlds/courtlistener"
        ).expanduser()
    )
    with open_calls(folder, limits or _limits()) as calls:
        crawl = Crawl(
            calls=calls,
            folder=folder,
            base=os.environ.get("COURTLISTENER_API_BASE_URL") or API,
            storage=(os.environ.get("COURTLISTENER_STORAGE_URL") or STORAGE).rstrip("/"),
            spend=spend,
            patience=patience,
        )
        try:
            yield crawl
        finally:
            crawl.close()


def sha1_of(path: Path) -> str:
    """The sha1 of a file's bytes."""
    return hashlib.sha1(path.read_bytes()).hexdigest()


def _limits() -> Limits:
    said = os.environ.get("COURTLISTENER_LIMITS", "")
    if not said:
        return Limits()
    numbers = re.fullmatch(r"\s*([1-9]\d*),([1-9]\d*),([1-9]\d*)(?:,(\d+(?:\.\d+)?))?\s*", said)
    if not numbers:
        raise ConfigError(f"COURTLISTENER_LIMITS is {said!r}; it wants minute,hour,day: 5,50,125")
    minute, hour, day = (int(number) for number in numbers.groups()[:3])
    return Limits(minute=minute, hour=hour, day=day, between_files=float(numbers[4] or 1.0))


def _call_of(request: httpx.Request) -> str:
    """A call's name: path below the version and sorted parameters, whatever the host."""
    path = re.sub(r"^.*/v4(?=/)", "", request.url.path)
    query = urlencode(sorted(parse_qsl(request.url.query.decode(), keep_blank_values=True)))
    return f"GET {path}{'?' + query if query else ''}"


def _retry_after(response: httpx.Response, otherwise: float) -> float:
    said = response.headers.get("retry-after", "")
    return float(said) + 1 if said.isdigit() else otherwise


def _refusal(exc: CourtListenerAPIError) -> ConfigError | CrawlPaused:
    if exc.status_code in (401, 403):
        return ConfigError(f"CourtListener refuses the token in {TOKEN} ({exc.status_code})")
    said = " ".join(str(exc.detail).split())[:200]
    if exc.status_code == 400:
        return ConfigError(f"CourtListener does not take the question: {said}")
    return CrawlPaused(f"CourtListener says {exc.status_code}: {said}")


def _write(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".{path.name}.part")
    with temporary.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    temporary.replace(path)

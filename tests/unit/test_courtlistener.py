"""CourtListener on loopback: survey, record, plan, limits, faults, resumption; no call twice."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from builder.errors import ConfigError, CrawlPaused, SourceUnusable
from builder.sources._calls import DAY, HOUR, MINUTE, Limits
from builder.sources._crawl import Crawl, open_crawl
from builder.sources._survey import Candidate, Query, survey
from builder.sources.courtlistener import read_case
from tests.courtlistener_cases import MINUTE as MINUTE_ORDER
from tests.courtlistener_cases import NO_RESPONSE, PATENT, WHOLE, archive
from tests.courtlistener_server import TOKEN, Archive, genuine_docket, serve

MANY = Limits(minute=1000, hour=1000, day=1000, between_files=0)


class Clock:
    """A clock that sleeping moves."""

    def __init__(self) -> None:
        self.now = 1_700_000_000.0
        self.slept: list[float] = []

    def __call__(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds
        self.slept += [seconds] if seconds else []


@pytest.fixture
def served(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Archive]:
    with serve(archive()) as found:
        monkeypatch.setenv("COURTLISTENER_API_BASE_URL", found.base)
        monkeypatch.setenv("COURTLISTENER_STORAGE_URL", found.storage)
        monkeypatch.setenv("COURTLISTENER_API_TOKEN", TOKEN)
        monkeypatch.setenv("COURTLISTENER_CACHE", str(tmp_path / "cache"))
        yield found


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as found:
        yield found


def crawl_of(stack: ExitStack, clock: Clock, limits: Limits = MANY, **terms: Any) -> Crawl:
    crawl = stack.enter_context(open_crawl(limits=limits, **terms))
    crawl.clock, crawl.sleep = clock, clock.sleep
    return crawl


def surveyed(crawl: Crawl, **query: Any) -> dict[int, Candidate]:
    return {c.docket_id: c for c in survey(crawl, Query(**query))}


def test_the_survey_says_who_qualifies_and_why_not(served: Archive, stack: ExitStack) -> None:
    found = surveyed(crawl_of(stack, Clock()))
    assert {k for k, c in found.items() if c.qualifies} == {WHOLE}
    assert found[NO_RESPONSE].reasons[0] == "no response to a statement of facts is available"
    assert "no opinion" in found[MINUTE_ORDER].reasons[0]
    choice = found[MINUTE_ORDER].choice
    assert choice is not None
    assert choice.left_out[-1] == "ECF 41: an order of 2 pages states no findings"


@pytest.mark.parametrize(
    ("query", "looked"),
    [
        ({"courts": ("nysd",)}, {NO_RESPONSE}),
        ({"case_types": ("intellectual_property",)}, {PATENT}),
        ({"cases": 1}, {WHOLE}),
    ],
)
def test_filters(
    served: Archive, stack: ExitStack, query: dict[str, Any], looked: set[int]
) -> None:
    found = surveyed(crawl_of(stack, Clock()), **query)
    assert {k for k, c in found.items() if c.choice} == looked


def test_a_filter_that_the_archive_lacks_is_named(served: Archive, stack: ExitStack) -> None:
    with pytest.raises(ConfigError, match=r"no such filter.*innx"):
        surveyed(crawl_of(stack, Clock()), courts=("innx",))


def test_a_record_has_its_papers_and_says_what_is_left_out(
    served: Archive, stack: ExitStack
) -> None:
    record = read_case(crawl_of(stack, Clock()), WHOLE)
    kinds = {filing.entry: filing.kind for filing in record.filings}
    assert kinds == {
        "1": "complaint",
        "30": "motion",
        "30-1": "statement_of_facts",
        "30-2": "exhibit",
        "30-3": "exhibit",
        "39": "response_to_statement",
        "67": "opinion",
    }
    assert record.case_type == "employment"
    assert record.asserted_facts
    assert record.findings
    missing = "\n".join(record.missing)
    for said in (
        "left out: ECF 29: filed in error",
        "left out: ECF 30-2: uploaded twice",
        "left out: ECF 31: sealed",
        "left out: ECF 30-5: the same file as ECF 30-2",
        "ECF 30-4: the archive lacks its file",
    ):
        assert said in missing
    assert served.repeated == []


def test_a_file_that_is_not_the_one_its_sha1_names_is_left_out(
    served: Archive, stack: ExitStack
) -> None:
    exhibit = next(p for p in served.dockets[WHOLE].papers if p["attachment_number"] == 3)
    served.sha1[exhibit["id"]] = "0" * 40
    record = read_case(crawl_of(stack, Clock()), WHOLE)
    assert "30-3" not in {filing.entry for filing in record.filings}
    assert "ECF 30-3: its file is not the one its sha1 names" in record.missing
    fetched = [call for call in served.answered if call.endswith("30.3.pdf")]
    assert len(fetched) == 2


def test_what_is_sealed_by_its_details_is_left_out(served: Archive, stack: ExitStack) -> None:
    exhibit = next(p for p in served.dockets[WHOLE].papers if p["attachment_number"] == 3)
    served.sealed.add(exhibit["id"])
    assert "left out: ECF 30-3: sealed" in read_case(crawl_of(stack, Clock()), WHOLE).missing


@pytest.mark.parametrize(
    ("docket_id", "said"),
    [(NO_RESPONSE, "its opinion cannot be read"), (MINUTE_ORDER, "2 pages"), (9, "no docket 9")],
)
def test_a_case_that_cannot_serve_says_why(
    served: Archive, stack: ExitStack, docket_id: int, said: str
) -> None:
    served.files.clear()
    with pytest.raises(SourceUnusable, match=said):
        read_case(crawl_of(stack, Clock()), docket_id)


def test_a_plan_asks_nothing_and_a_second_run_asks_nothing_new(
    served: Archive, stack: ExitStack
) -> None:
    with ExitStack() as first:
        plan = crawl_of(first, Clock(), spend=False)
        assert surveyed(plan) == {}
        assert len(plan.unspent) == 1
    assert served.asked == []
    with ExitStack() as second:
        found = surveyed(crawl_of(second, Clock()))
    asked = len(served.asked)
    again = crawl_of(stack, Clock())
    assert surveyed(again) == found
    assert (len(served.asked), again.made) == (asked, 0)


@pytest.mark.parametrize("calls", [1, 2, 3, 5, 6])
def test_a_crawl_that_is_cut_off_goes_on_where_it_stopped(
    served: Archive, stack: ExitStack, calls: int
) -> None:
    clock = Clock()
    with ExitStack() as first, pytest.raises(CrawlPaused, match="the same command goes on"):
        surveyed(crawl_of(first, clock, Limits(day=calls), patience=HOUR))
    assert len(served.answered) == calls
    with ExitStack() as second:
        plan = crawl_of(second, clock, spend=False)
        surveyed(plan)
        assert plan.unspent
    clock.now += DAY
    assert WHOLE in surveyed(crawl_of(stack, clock))
    assert served.repeated == []


def test_the_default_limits_are_kept_so_that_nothing_is_refused(
    served: Archive, stack: ExitStack
) -> None:
    clock = Clock()
    served.clock, served.page_size = clock, 1
    served.limits = ((MINUTE, 5), (HOUR, 50), (DAY, 125))
    crawl = crawl_of(stack, clock, Limits(between_files=0), patience=DAY)
    surveyed(crawl)
    assert served.refused == 0
    assert crawl.made == len(served.answered) > 15
    assert sum(clock.slept) >= MINUTE * (crawl.made // 5 - 1)


def test_a_refusal_is_waited_out_as_long_as_the_archive_says(
    served: Archive, stack: ExitStack, caplog: pytest.LogCaptureFixture
) -> None:
    clock = Clock()
    served.clock, served.limits = clock, ((100.0, 3),)
    found = surveyed(crawl_of(stack, clock))
    assert found[WHOLE].qualifies
    assert served.refused > 0
    assert "waiting 102 s until" in caplog.text
    assert served.repeated == []


def test_a_refusal_is_remembered_by_the_next_run(served: Archive, stack: ExitStack) -> None:
    clock = Clock()
    served.clock, served.limits = clock, ((DAY, 2),)
    with ExitStack() as first, pytest.raises(CrawlPaused, match="nothing may be asked before"):
        surveyed(crawl_of(first, clock))
    asked = len(served.asked)
    with pytest.raises(CrawlPaused):
        surveyed(crawl_of(stack, clock))
    assert len(served.asked) == asked


def test_failures_are_tried_again_and_then_said(served: Archive, stack: ExitStack) -> None:
    served.fail = {1: 503, 2: 500}
    clock = Clock()
    with ExitStack() as first:
        assert surveyed(crawl_of(first, clock))[WHOLE].qualifies
    assert clock.slept[:2] == [5.0, 10.0]
    served.fail = dict.fromkeys(range(len(served.asked) + 1, 99), 502)
    with pytest.raises(CrawlPaused, match="status 502, 5 times"):
        surveyed(crawl_of(stack, clock), courts=("nysd",))


def test_the_token_goes_to_the_archive_only(
    served: Archive, stack: ExitStack, caplog: pytest.LogCaptureFixture
) -> None:
    crawl = crawl_of(stack, Clock())
    read_case(crawl, WHOLE)
    assert served.tokens == {f"Token {TOKEN}"}
    assert served.storage_headers
    assert all(TOKEN not in str(headers) for headers in served.storage_headers)
    kept = b"".join(p.read_bytes() for p in crawl.folder.rglob("*") if p.is_file())
    assert TOKEN.encode() not in kept
    assert TOKEN not in caplog.text


@pytest.mark.parametrize(
    ("token", "said"), [("", "set COURTLISTENER_API_TOKEN"), ("x", "refuses the token")]
)
def test_a_token_that_is_missing_or_wrong(
    served: Archive, stack: ExitStack, monkeypatch: pytest.MonkeyPatch, token: str, said: str
) -> None:
    monkeypatch.setenv("COURTLISTENER_API_TOKEN", token)
    with pytest.raises(ConfigError, match=said):
        surveyed(crawl_of(stack, Clock()))


def test_one_crawl_at_a_time(served: Archive, stack: ExitStack) -> None:
    crawl_of(stack, Clock())
    with pytest.raises(ConfigError, match="another crawl is running"):
        crawl_of(stack, Clock())


def test_genuine_dockets_are_read_as_they_are(
    served: Archive, stack: ExitStack, shared: Path
) -> None:
    served.dockets.clear()
    served.page_size = 20
    for docket_id, court, nature in (
        (13052379, "nysd", "Insurance"),
        (17274950, "uscfc", "Contract: Other"),
        (59684707, "innd", "442 Civil Rights: Jobs"),
    ):
        served.add(genuine_docket(shared, docket_id, court, nature))
    found = surveyed(crawl_of(stack, Clock()))
    assert 13052379 not in found or "no opinion" in found[13052379].reasons[0]
    gipson, claims = found[59684707].choice, found[17274950].choice
    assert gipson is not None
    assert claims is not None
    assert (gipson.motions, gipson.disposition) == ((98, 104), "granted")
    assert claims.decision is not None
    assert (claims.decision.entry, claims.disposition) == (77, "granted_in_part")
    assert not any(c.qualifies for c in found.values())
    assert served.repeated == []

"""A crawl that is killed at any of its calls goes on where it stopped; no answer is asked twice."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from builder.__main__ import main
from tests.courtlistener_cases import WHOLE, archive
from tests.courtlistener_server import TOKEN, Archive, serve


def environment(served: Archive, cache: Path) -> dict[str, str]:
    return {
        "COURTLISTENER_API_BASE_URL": served.base,
        "COURTLISTENER_STORAGE_URL": served.storage,
        "COURTLISTENER_API_TOKEN": TOKEN,
        "COURTLISTENER_LIMITS": "1000,1000,1000,0",
        "COURTLISTENER_CACHE": str(cache),
    }


def run(served: Archive, cache: Path, arguments: Sequence[str]) -> subprocess.CompletedProcess[str]:
    process = subprocess.Popen(
        [sys.executable, "-m", "builder", *arguments],
        env=os.environ | environment(served, cache),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    if served.fail.get(-1):
        kill_at = served.fail[-1]

        def on_call(number: int) -> None:
            if number == kill_at:
                process.send_signal(signal.SIGKILL)

        served.on_call = on_call
    out, err = process.communicate(timeout=60)
    served.on_call = lambda number: None
    return subprocess.CompletedProcess(arguments, process.returncode, out, err)


@pytest.mark.parametrize(
    "kill_at", [4, *(pytest.param(n, marks=pytest.mark.slow) for n in (1, 2, 3, 5, 6))]
)
def test_a_killed_crawl_goes_on(tmp_path: Path, kill_at: int) -> None:
    with serve(archive()) as served:
        served.fail[-1] = kill_at
        killed = run(served, tmp_path, ["find"])
        assert killed.returncode == -signal.SIGKILL
        before = set(served.asked[: kill_at - 1])
        del served.fail[-1]
        asked = len(served.asked)
        whole = run(served, tmp_path, ["find"])
        assert whole.returncode == 0, whole.stderr
        assert f"courtlistener:{WHOLE}  Abara v. Wexley Freight: qualifies" in whole.stdout
        # Only the call that the process died in is asked again.
        assert not before & set(served.asked[asked:])


def test_plan_find_report_and_record(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with serve(archive()) as served:
        for name, value in environment(served, tmp_path).items():
            monkeypatch.setenv(name, value)
        assert main(["find", "--plan"]) == 0
        assert "1 call is certain" in capsys.readouterr().out
        assert served.asked == []
        assert main(["find"]) == 0
        assert "1 of 4 cases qualify" in capsys.readouterr().out
        asked = len(served.asked)
        assert main(["find", "--report"]) == 0
        report = capsys.readouterr().out
        assert "no response to a statement of facts is available" in report
        assert "Northern District of Indiana" in report
        assert main(["find", "--plan"]) == 0
        assert "0 calls are certain" in capsys.readouterr().out
        assert len(served.asked) == asked
        assert main(["record", f"courtlistener:{WHOLE}"]) == 0
        assert "ECF 30-1" in capsys.readouterr().out
        assert main(["cohort-report", f"courtlistener:{WHOLE}", "courtlistener:9"]) == 0
        assert "1 of 2 cases qualify" in capsys.readouterr().out
        assert served.repeated == []


@pytest.mark.parametrize("locator", ["", "abc", "12;13"])
def test_what_is_no_docket_is_wrong_use(locator: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["record", f"courtlistener:{locator}"]) == 2
    assert "names no docket" in capsys.readouterr().err

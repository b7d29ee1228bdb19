"""Every engine runs each task once, in any number of workers, and hands on what goes wrong."""

from __future__ import annotations

import sys
from importlib.util import find_spec
from pathlib import Path
from textwrap import dedent

import pytest

from builder.engines import engine
from builder.errors import ConfigError
from builder.formats import format_module
from builder.plugins import plugin_ids
from tests.build_factories import hashes, run

WITH_RAY = pytest.mark.skipif(find_spec("ray") is None, reason="Ray is not installed")
HEAVY = {"ray": [pytest.mark.slow, WITH_RAY]}
ENGINES = [pytest.param(name, marks=HEAVY.get(name, [])) for name in plugin_ids("builder.engines")]


@pytest.mark.parametrize("name", ENGINES)
@pytest.mark.parametrize("workers", [1, 2])
def test_each_task_is_done_once(name: str, workers: int) -> None:
    done = list(engine(name).run(dedent, [" a", " b", " c", "d"], workers))
    assert sorted(done) == ["a", "b", "c", "d"]


@pytest.mark.parametrize("name", ENGINES)
def test_an_error_of_ours_ends_the_run_as_it_is(name: str) -> None:
    with pytest.raises(ConfigError, match=r"^no format named 'doc'; there are"):
        list(engine(name).run(format_module, ["doc", "doc"], 2))


def test_an_engine_that_is_not_installed_says_how_to_have_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(ConfigError, match=r"pip install 'investigation-worlds\[ray\]'$"):
        list(engine("ray").run(dedent, [" a"], 1))


@pytest.mark.slow
@WITH_RAY
def test_a_cluster_of_two_workers_gives_the_same_bytes(tmp_path: Path) -> None:
    kinds = ("--case-type", "torts", "--case-type", "contract")
    command = ("build", "--source", "handwritten", *kinds)
    run(*command, "--out", tmp_path / "here")
    run(*command, "--engine", "ray", "--workers", "2", "--out", tmp_path / "there")
    assert hashes(tmp_path / "there") == hashes(tmp_path / "here")

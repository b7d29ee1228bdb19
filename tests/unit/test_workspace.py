"""A step is made once, read back while its inputs stay the same, and never half written."""

from __future__ import annotations

from pathlib import Path

import pytest

from builder.errors import ConfigError
from builder.schema import Page
from builder.workspace import Workspace, digest, folder_lock


class Counter:
    """Makes a page and counts how often it was asked."""

    def __init__(self) -> None:
        self.made = 0

    def __call__(self) -> Page:
        self.made += 1
        return Page(number=self.made, text="Łukasz said \u201cyes\u201d\n\f")


def test_a_step_is_made_once(tmp_path: Path) -> None:
    make = Counter()
    first = Workspace(tmp_path).step("page", Page, ("a",), make)
    second = Workspace(tmp_path).step("page", Page, ("a",), make)
    assert first == second
    assert make.made == 1


@pytest.mark.parametrize("inputs", [("b",), ("a", "a"), (Page(number=1, text="a"),)])
def test_other_inputs_make_it_again(tmp_path: Path, inputs: tuple[str | Page, ...]) -> None:
    make = Counter()
    Workspace(tmp_path).step("page", Page, ("a",), make)
    assert Workspace(tmp_path).step("page", Page, inputs, make).number == 2


@pytest.mark.parametrize("cut", [0, 20, 90, -3])
def test_a_cut_file_is_made_again(tmp_path: Path, cut: int) -> None:
    make = Counter()
    whole = Workspace(tmp_path).step("page", Page, ("a",), make)
    path = tmp_path / "page.json"
    path.write_bytes(path.read_bytes()[:cut])
    make.made = 0
    assert Workspace(tmp_path).step("page", Page, ("a",), make) == whole
    assert make.made == 1


def test_digest_keeps_parts_apart() -> None:
    assert digest("ab", "c") != digest("a", "bc")
    assert digest("ab") != digest("a", "b")


def test_a_folder_is_held_once(tmp_path: Path) -> None:
    with (
        folder_lock(tmp_path / "out"),
        pytest.raises(ConfigError, match="another build is running"),
        folder_lock(tmp_path / "out"),
    ):
        pass


def test_an_unwritable_folder_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with (
        pytest.raises(ConfigError, match=r"cannot write to .*file/out.*--out"),
        folder_lock(tmp_path / "file" / "out"),
    ):
        pass

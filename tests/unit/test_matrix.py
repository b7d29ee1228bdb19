"""A matrix of builds names its writers, and lends each build one salt."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from builder.__main__ import main
from builder.salting import SALT, lend_salt, salt_of


@pytest.mark.parametrize(
    ("generators", "why"),
    [
        (["one=procedural"], "two writers or more"),
        (["one=procedural", "one=a/b"], "a name of its own"),
        (["one=procedural", "two"], "'two' is not NAME=WRITER"),
        (["one=procedural", "two="], "'two=' is not NAME=WRITER"),
        (["one=procedural", "answers=a/b"], "cannot be called 'answers'"),
        (["one=procedural", "Two=a/b"], "lower-case letters"),
    ],
)
def test_writers_without_names_are_wrong_use(
    tmp_path: Path, generators: list[str], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    named = [part for generator in generators for part in ("--generator", generator)]
    command = ["matrix", "--source", "fiction", "--out", str(tmp_path), *named]
    try:
        code: object = main(command)
    except SystemExit as exc:
        code = exc.code
    assert code == 2
    assert why in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_builds_of_a_matrix_have_one_salt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(SALT, raising=False)
    for _ in range(2):
        lend_salt(tmp_path, tmp_path / "one")
    assert salt_of(tmp_path / "one") == salt_of(tmp_path)
    assert stat.S_IMODE((tmp_path / "one" / "salt").stat().st_mode) == 0o600

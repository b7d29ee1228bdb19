"""The salt of a build: made once, kept for the owner, and in every id and draw of a real case."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from builder.errors import ConfigError
from builder.matching.shift import salted
from builder.pipeline import world_id_of
from builder.salting import SALT, is_real, salt_of, under_salt
from tests.unit.test_anonymize import record

GIVEN = "a salt that somebody gave"


@pytest.fixture(autouse=True)
def no_salt(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(SALT, raising=False)


def test_a_salt_is_drawn_once_and_kept_for_the_owner_alone(tmp_path: Path) -> None:
    first = salt_of(tmp_path)
    assert len(first) == 64
    assert salt_of(tmp_path) == first
    (kept,) = tmp_path.iterdir()
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    other = tmp_path / "other"
    other.mkdir()
    assert salt_of(other) != first


def test_a_given_salt_goes_before_the_kept_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    salt_of(tmp_path)
    monkeypatch.setenv(SALT, GIVEN)
    assert salt_of(tmp_path) == GIVEN


@pytest.mark.parametrize("given", ["short", " " * 40])
def test_a_salt_that_can_be_guessed_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, given: str
) -> None:
    (tmp_path / "salt").write_text(given)
    with pytest.raises(ConfigError, match="give 16 or more"):
        salt_of(tmp_path)
    monkeypatch.setenv(SALT, given)
    with pytest.raises(ConfigError, match="give 16 or more"):
        salt_of(tmp_path)


def test_whoever_knows_a_case_cannot_tell_its_world_without_the_salt() -> None:
    plain, one, other = record(), under_salt(record(), GIVEN), under_salt(record(), GIVEN + "!")
    assert len({world_id_of(r) for r in (plain, one, other)}) == 3
    assert world_id_of(one) == world_id_of(under_salt(record(), GIVEN))
    assert len({salted(r, "cast").random() for r in (plain, one, other)}) == 3
    assert one.model_dump_json() != other.model_dump_json()  # the key of every step
    assert GIVEN not in repr(one)


def test_fiction_has_nobody_to_hide() -> None:
    assert is_real(record("courtlistener"))
    assert not is_real(record("fiction"))

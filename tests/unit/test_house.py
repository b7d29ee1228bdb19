"""Rules of the house that no linter knows."""

from __future__ import annotations

import argparse
import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest

from builder.__main__ import parser
from builder.authors import Sizes
from builder.commands import _arguments
from builder.config import Level
from builder.schema import CASE_TYPES

ROOT = Path(__file__).parent.parent.parent
LONGEST = 420


def imported(path: Path) -> set[str]:
    """Top-level names of everything a file imports."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module.split(".")[0])
    return names


def product_files() -> list[Path]:
    return sorted([*ROOT.glob("builder/**/*.py"), *ROOT.glob("eval/**/*.py")])


def test_the_dataset_module_needs_datasets_and_pyarrow_only() -> None:
    outside = imported(ROOT / "investigation_worlds.py") - set(sys.stdlib_module_names)
    assert outside == {"datasets", "fsspec", "pyarrow", "huggingface_hub"}


def test_no_file_named_like_the_repository() -> None:
    assert not (ROOT / "investigation-worlds.py").exists(), "datasets would take it for a script"


def test_files_stay_short() -> None:
    long = {
        str(p.relative_to(ROOT)): n
        for p in product_files()
        if (n := len(p.read_text(encoding="utf-8").splitlines())) > LONGEST
    }
    assert long == {}


@pytest.mark.parametrize("word", ["utils", "helpers", "manager", "handler", "misc"])
def test_no_file_is_called_after_nothing(word: str) -> None:
    assert [p.name for p in product_files() if word in p.stem] == []


def test_every_module_says_what_it_is() -> None:
    silent = [
        str(p.relative_to(ROOT))
        for p in product_files()
        if not ast.get_docstring(ast.parse(p.read_text(encoding="utf-8")))
    ]
    assert silent == []


def test_help_and_wrong_use_need_nothing_heavy() -> None:
    code = "import sys; from builder.__main__ import parser; parser(); print(*sorted(sys.modules))"
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    ours = {"builder", "builder.__main__", "builder.errors", "builder.plugins"}
    names = {name for name in loaded.stdout.split() if not name.startswith("builder.commands")}
    outside = {name.split(".")[0] for name in names - ours} - set(sys.stdlib_module_names)
    assert {name for name in outside if name[0] != "_"} <= {"builder", "sitecustomize"}
    assert {name for name in names if name.split(".")[0] == "builder"} == ours


def test_every_command_and_option_says_what_it_is() -> None:
    def silent(parser: argparse.ArgumentParser) -> Iterator[str]:
        for action in parser._actions:
            if isinstance(action, argparse._SubParsersAction):
                for name, below in action.choices.items():
                    yield from silent(below)
                    if not below.description:
                        yield f"{parser.prog} {name}"
            elif not action.help:
                yield f"{parser.prog} {action.dest}"

    assert list(silent(parser())) == []


def test_choices_of_the_command_line_are_those_of_the_schema() -> None:
    assert _arguments.CASE_TYPES == CASE_TYPES
    assert (*_arguments.ROLES, "level", *_arguments.SHARES) == tuple(Sizes.model_fields)
    assert get_args(Level) == _arguments.LEVELS

"""Rules of the house that no linter knows."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

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
    assert outside == {"datasets", "pyarrow", "huggingface_hub"}


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


def test_nothing_at_import_needs_the_network_or_a_heavy_library() -> None:
    code = "import builder.__main__, sys; print(*sorted(sys.modules))"
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    heavy = {"reportlab", "docx", "openpyxl", "pptx", "datasets", "inspect_ai", "matplotlib"}
    assert heavy & set(loaded.stdout.split()) == set()

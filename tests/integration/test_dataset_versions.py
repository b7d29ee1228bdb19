"""The packed dataset under the lowest and the newest `datasets`, and read without it.

Wants the network, for an environment of its own for each: `pytest -m network`.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.build_factories import ROOT

READ = """
import sys
import datasets, duckdb, pandas, polars
import investigation_worlds as iw
root = sys.argv[1]
for config in iw.CONFIGS:
    rows = datasets.load_dataset(root, config, split="test")
    stream = datasets.load_dataset(root, config, split="test", streaming=True)
    assert rows.features == iw.FEATURES[config]
    assert rows.to_list() == iw.table(config, "test", root=root).to_pylist() == list(stream)
    assert rows.to_list() == iw.load(config, "test", root=root).to_list()
    (path,) = iw._paths(root, config, "test")
    assert len(pandas.read_parquet(path)) == len(polars.read_parquet(path)) == len(rows)
    assert duckdb.sql(f"select count(*) from '{path}'").fetchall() == [(len(rows),)]
assert duckdb.sql(f"select count(*) from '{iw._paths(root, 'documents', 'test')[0]}' "
                  "where sha256(content) <> sha256").fetchall() == [(0,)]
print("same", datasets.__version__)
"""


@pytest.mark.network
@pytest.mark.parametrize("version", ["==4.0.0", ""], ids=["lowest", "newest"])
def test_every_reader_gives_the_same_rows(packed: Path, tmp_path: Path, version: str) -> None:
    subprocess.run([sys.executable, "-m", "venv", tmp_path / "venv"], check=True)
    python = tmp_path / "venv" / "bin" / "python"
    wanted = (f"datasets{version}", "pandas", "polars", "duckdb")
    subprocess.run([python, "-m", "pip", "install", "--quiet", *wanted], check=True)
    ran = subprocess.run(
        [python, "-c", READ, packed], capture_output=True, text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT), "HF_HOME": str(tmp_path / "home")},
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr[-2000:]
    assert ran.stdout.startswith(f"same {version.removeprefix('==') or ''}")

"""Every office file and PDF opens in an office suite, which turns it into pages."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pypdfium2
import pytest

from builder.show import read_world

SUITE = shutil.which("soffice")


@pytest.mark.slow
@pytest.mark.skipif(SUITE is None, reason="no soffice on this machine")
@pytest.mark.parametrize("file_format", ["docx", "xlsx", "pptx", "pdf"])
def test_every_file_converts_and_has_pages(
    all_handwritten: Path, tmp_path: Path, file_format: str
) -> None:
    wanted: dict[str, str] = {}
    for world in sorted((all_handwritten / "build" / "worlds").iterdir()):
        for document in read_world(world).case_file.documents:
            if document.format == file_format:
                name = f"{len(wanted):03d}"
                shutil.copy(world / "corpus" / document.path, tmp_path / f"{name}.{file_format}")
                wanted[name] = f"{world.name}/{document.path}"
    assert wanted
    made = tmp_path / "made"
    # fmt: off
    ended = subprocess.run(
        [str(SUITE), "--headless", f"-env:UserInstallation={(tmp_path / 'profile').as_uri()}",
         *(["--infilter=draw_pdf_import"] if file_format == "pdf" else []),
         "--convert-to", "pdf", "--outdir", str(made),
         *sorted(str(path) for path in tmp_path.glob(f"*.{file_format}"))],
        capture_output=True, text=True, timeout=600, check=False,
    )
    # fmt: on
    assert ended.returncode == 0, ended.stderr
    assert "Error" not in ended.stderr
    lost = [where for name, where in wanted.items() if not (made / f"{name}.pdf").exists()]
    assert lost == []
    for name, where in wanted.items():
        with pypdfium2.PdfDocument(made / f"{name}.pdf") as pages:
            assert len(pages) > 0, where
            assert any(page.get_textpage().count_chars() for page in pages), f"{where} is blank"

"""Every genuine file through the document reader: text or one clear error, in time and memory."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

SHARED = Path(os.environ.get("IW_SHARED") or Path(__file__).parents[3] / "shared")
FILES = SHARED / "records" / "files"
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not FILES.is_dir(), reason="the genuine files are not here"),
]
SECONDS, MEGABYTES = 20, 1000
# One process reads one file, so that a crash or a hang is that file's own.
READ = """
import json, resource, sys, time
from pathlib import Path
from builder.errors import FormatError
from builder.filings.pages import read_paper
start = time.monotonic()
try:
    paper = read_paper(Path(sys.argv[1]))
    said = ["text", *paper.notes]
except FormatError as exc:
    said = ["error", str(exc)]
spent = time.monotonic() - start
print(json.dumps([spent, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, *said]))
"""
NAMED = {
    "ecma376standard_password.docx": "encrypted",
    "testWORD_protected_passtika.docx": "encrypted",
    "testWORD_protected_passtika.doc": "encrypted",
    "rc4cryptoapi_password.doc": "encrypted",
    "testEXCEL_protected_passtika.xls": "encrypted",
    "testPPT_protected_passtika.pptx": "encrypted",
    "testPassword4Spaces.pdf": "encrypted",
    "password-example.pdf": "encrypted",
    "libreoffice-writer-password.pdf": "encrypted",
    "testZipEncrypted.zip": "encrypted",
    "testPDF_deeplyEmbeddedAttachments.pdf": "embedded",
    "testPDFFileEmbInAnnotation.pdf": "embedded",
    "with-attachment.pdf": "embedded",
    "test_recursive_embedded.docx": "embedded",
    "wrong-extension-docx-as.pdf": "it is a Word file",
    "wrong-extension-pdf-as.docx": "it is a PDF",
    "testWORD_truncated.docx": "damaged",
    "empty.txt": "is empty",
}


def outcome(path: Path) -> tuple[float, float, str]:
    done = subprocess.run(
        [sys.executable, "-c", READ, str(path)], capture_output=True, text=True, timeout=90
    )
    assert done.returncode == 0, f"{path.name}: {done.stderr[-500:]}"
    spent, memory, *said = json.loads(done.stdout.splitlines()[-1])
    return spent, memory, "; ".join(said)


def test_every_file_is_read_or_refused_in_one_clear_line() -> None:
    files = sorted(p for p in FILES.iterdir() if p.name != "manifest.csv")
    outcomes = {path.name: outcome(path) for path in files}
    assert len(outcomes) == 71
    slow = {name: spent for name, (spent, _, _) in outcomes.items() if spent > SECONDS}
    large = {name: memory for name, (_, memory, _) in outcomes.items() if memory > MEGABYTES}
    assert (slow, large) == ({}, {})
    said = {name: words for name, (_, _, words) in outcomes.items()}
    assert not [name for name, words in said.items() if "\n" in words]
    assert {name: said[name] for name, want in NAMED.items() if want not in said[name]} == {}
    counted = Counter(words.partition(";")[0] == "text" for words in said.values())
    assert counted[True] >= 23

"""Traces of a file's making are found in bytes, zip members, properties and names."""

from __future__ import annotations

import io
import zipfile
from datetime import datetime

import pytest

from builder.checks.traces import traces

WHEN = datetime(2018, 6, 9, 10, 14)


def office(core: str, body: str = "<w/>") -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("docProps/core.xml", core)
        archive.writestr("word/document.xml", body)
    return buffer.getvalue()


CLEAN = "<dcterms:created>2018-06-09T10:14:00Z</dcterms:created>"


def test_clean_files_leave_no_trace() -> None:
    assert traces(b"Dear Ren", "Voss/RE lids.txt", "txt", WHEN) == []
    assert traces(office(CLEAN), "Voss/RE lids.docx", "docx", WHEN) == []


@pytest.mark.parametrize(
    ("data", "path", "kind", "trace"),
    [
        (b"%PDF ReportLab /CreationDate (D:20180609101400", "a/b.pdf", "pdf", "library"),
        (b"%PDF 1 0 obj<<>>stream\nopenpyxl\nendstream", "a/b.pdf", "pdf", "library"),
        (b"see /tmp/build/x", "a/b.txt", "txt", "build path"),
        (b"pro_alternative", "a/b.txt", "txt", "role"),
        (b"x", "a/noise 3.txt", "txt", "role 'noise' in path"),
        (b"x", "a/Ren\u00e9.txt", "txt", "path"),
        (b"%PDF /CreationDate (D:20261130101400", "a/b.pdf", "pdf", "property date"),
        (b"%PDF", "a/b.pdf", "pdf", "no date"),
        (office(CLEAN, "<a>Steve Canny</a>"), "a/b.pptx", "pptx", "library"),
        (office(CLEAN.replace("2018", "2013")), "a/b.docx", "docx", "property date"),
    ],
)
def test_traces_are_found(data: bytes, path: str, kind: str, trace: str) -> None:
    found = traces(data, path, kind, WHEN)
    assert any(trace in line for line in found)

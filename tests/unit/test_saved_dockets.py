"""Dockets that somebody saved: read in every form, classified, and put beside the papers."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from builder.errors import ConfigError, FormatError, SourceUnusable
from builder.filings.saved_docket import docket_with, is_docket, read_docket
from builder.schema import Docket
from builder.sources.folder import read_record
from tests.unit.test_filings_folder import folder

PAGE = Path(__file__).parents[1] / "fixtures" / "dockets" / "pell-v-orrin.html"
pacer = pytest.importorskip("juriscraper.pacer")

KINDS = [
    ("1", "complaint", "merits", ""),
    ("1-1", "procedural", "procedural", ""),
    ("2", "procedural", "procedural", ""),
    ("29", "motion", "procedural", "filed in error"),
    ("30", "motion", "procedural", ""),
    ("30-1", "brief", "answer-revealing", ""),
    ("30-2", "statement_of_facts", "merits", ""),
    ("30-3", "exhibit", "merits", ""),
    ("30-4", "expert", "answer-revealing", ""),
    ("30-5", "exhibit", "merits", ""),
    ("31", "exhibit", "merits", "sealed"),
    ("33", "procedural", "procedural", ""),
    ("35", "response_to_statement", "merits", ""),
    ("36", "exhibit", "merits", ""),
    ("", "procedural", "procedural", ""),
    ("52", "opinion", "answer-revealing", ""),
    ("54", "procedural", "procedural", ""),
]


def classified(name: str, content: bytes) -> Docket:
    saved = read_docket(name, content)
    return docket_with(saved.docket, saved.entries)


def told(docket: Docket) -> list[tuple[str, str, str, str]]:
    return [(e.number, e.kind, e.reason.partition(":")[0], e.left_out) for e in docket.entries]


def test_a_page_of_pacer_is_read_and_classified() -> None:
    docket = classified(PAGE.name, PAGE.read_bytes())
    assert told(docket) == KINDS
    assert docket.court == "United States District Court for the Northern District of Indiana"
    assert (docket.docket_number, docket.nature_of_suit) == (
        "2:21-cv-90071",
        "442 Civil Rights: Jobs",
    )
    assert (docket.plaintiffs, docket.defendants) == (
        ("Amity Pell",),
        ("Orrin Cold Storage, Inc.",),
    )
    assert {"Ada B. Quillfeather", "Tobit Marsh", "Corvin Lathe", "Hester Vane-Brook"} <= set(
        docket.people
    )


def test_a_page_that_names_no_host_is_of_the_court_in_its_head() -> None:
    page = PAGE.read_text().replace("https://ecf.innd.uscourts.gov", "")
    assert classified("x.html", page.encode()).court.endswith("Northern District of Indiana")


def _rows() -> list[dict[str, Any]]:
    saved = read_docket(PAGE.name, PAGE.read_bytes())
    return [
        {
            "document_number": e.entry,
            "attachment_number": e.attachment,
            "description": e.text,
            "short_description": e.title,
            "entry_date_filed": str(e.filed),
            "docket_id": 7,
        }
        for e in saved.entries
    ]


def _as_entries() -> dict[str, Any]:
    """The form of /docket-entries/: a row is an entry, and its papers are nested in it."""
    entries: dict[int | None, dict[str, Any]] = {}
    for row in _rows():
        entry = entries.setdefault(
            row["document_number"],
            {
                "entry_number": row["document_number"],
                "date_filed": row["entry_date_filed"],
                "description": row["description"],
                "recap_documents": [],
            },
        )
        if row["document_number"] is not None:
            paper = {k: row[k] for k in ("document_number", "attachment_number")}
            entry["recap_documents"].append({**paper, "description": row["short_description"]})
    return {"next": None, "results": list(entries.values())}


@pytest.mark.parametrize(
    "form",
    [
        lambda: {"count": 17, "results": _rows()},
        _rows,
        _as_entries,
        lambda: {"court_id": "innd", "case_name": "Pell v. Orrin", "docket_entries": _rows()},
    ],
    ids=["search", "a bare list", "docket entries", "a docket"],
)
def test_json_in_every_form_says_the_same(form: Callable[[], Any]) -> None:
    content = json.dumps(form()).encode()
    assert is_docket(content)
    assert told(classified("d.json", content)) == KINDS


def test_xml_of_the_archive_is_read() -> None:
    content = b"""<?xml version="1.0" encoding="utf-8"?><gov_uscourts_docket><case_details>
    <court>innd</court><docket_num>2:21-cv-90071</docket_num><case_name>Pell v Orrin</case_name>
    <date_case_filed>2021-02-26</date_case_filed></case_details><party_list></party_list>
    <document_list><document doc_num="30" attachment_num="0"><pacer_doc_id>1</pacer_doc_id>
    <date_filed>2022-06-02</date_filed><long_desc>MOTION for Summary Judgment</long_desc>
    </document></document_list></gov_uscourts_docket>"""
    docket = classified("d.xml", content)
    assert [(e.number, e.kind) for e in docket.entries] == [("30", "motion")]
    assert docket.docket_number == "2:21-cv-90071"


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"{", "is no docket that can be read"),
        (b'{"docket_entries": []}', "is a docket without entries"),
        (b'{"docket_entries": [1, 2]}', "no number of an entry"),
        (b'[{"pk": 1, "fields": {}}]', "no number of an entry"),
        (b"<html>Docket Text DOCKET FOR CASE</html>", "does not say of which court"),
        (b"<html>ecf.innd.uscourts.gov Docket Text</html>", "d.x"),
        (PAGE.read_bytes()[:1500], "d.x"),
        (b"\xff\xfe\x00", "does not say of which court"),
    ],
)
def test_what_is_no_docket_is_named(content: bytes, said: str) -> None:
    with pytest.raises(FormatError, match=said) as caught:
        read_docket("d.x", content)
    assert "\n" not in str(caught.value)


def test_without_juriscraper_the_way_out_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "juriscraper", None)
    with pytest.raises(ConfigError, match=r"pip install 'investigation-worlds\[records\]'"):
        read_docket(PAGE.name, PAGE.read_bytes())


def _beside(path: Path, **papers: str) -> Path:
    (path / "docket.html").write_bytes(PAGE.read_bytes())
    for name, text in papers.items():
        (path / f"{name.replace('_', ' ')}.txt").write_text(text, encoding="utf-8")
    return path


def test_a_folder_with_a_docket_tells_its_papers_and_what_is_not_here(tmp_path: Path) -> None:
    _beside(
        tmp_path,
        **{
            "52_paper": "The court finds that Pell was employed at the works. (DE 30-2 ¶ 1.)",
            "30_paper": "The defendant asks for judgment on the claim of employment.",
            "29_paper": "This was the first try.",
            "30-3_paper": "Rota of the night shift: Pell, Marsh, Tarn.",
        },
    )
    record = read_record(tmp_path)
    assert {f.entry: f.kind for f in record.filings} == {
        "30": "motion",
        "30-3": "exhibit",
        "52": "opinion",
    }
    assert [f.exhibit for f in record.filings if f.kind == "exhibit"] == ["A"]
    assert str(record.filings[0].filed) == "2022-06-02"
    assert (record.case_type, record.caption.docket_number) == ("employment", "2:21-cv-90071")
    assert record.caption.plaintiffs == ("Amity Pell",)
    assert record.docket is not None
    assert told(record.docket) == KINDS
    missing = "\n".join(record.missing)
    assert "left out: '29 paper.txt': filed in error, says the docket" in missing
    assert "ECF 30-2 (statement of facts)" in missing
    assert "ECF 35 (response to statement)" in missing


def test_a_docket_alone_or_elsewhere_is_read(tmp_path: Path) -> None:
    record = read_record(PAGE)
    assert record.filings == ()
    assert record.docket is not None
    assert record.case_type == "employment"
    assert "no opinion: nothing says what the court found" in record.missing
    beside = read_record(folder(tmp_path), PAGE)
    assert beside.docket == record.docket
    assert [f.entry for f in beside.filings] == ["31-2", "40", "52"]
    assert "left out: '31 motion.txt': sealed, says the docket" in beside.missing
    with pytest.raises(ConfigError, match="no docket that can be read"):
        read_record(tmp_path, tmp_path / "none.html")


def test_record_toml_names_the_docket_and_a_damaged_one_is_said(tmp_path: Path) -> None:
    folder(tmp_path, **{"docket.json": "{", "record.toml": 'docket = "docket.json"'})
    record = read_record(tmp_path)
    assert record.docket is None
    assert any(m.startswith("not read: 'docket.json': is no docket") for m in record.missing)
    for file in tmp_path.glob("*.txt"):
        file.unlink()
    with pytest.raises(SourceUnusable, match=r"holds no readable court paper: .*docket.json"):
        read_record(tmp_path)


def test_genuine_dockets_are_read_as_their_makers_read_them(shared: Path) -> None:
    dockets = shared / "records" / "dockets"
    for path in [*dockets.glob("*.html"), *dockets.glob("*.xml")]:
        read = read_docket(path.name, path.read_bytes())
        known = read_docket(path.name, path.with_suffix(".json").read_bytes())
        assert read.docket == known.docket
        assert [(e.number, e.filed, e.text) for e in read.entries] == [
            (e.number, e.filed, e.text) for e in known.entries
        ]
    assert len(list(dockets.glob("*.json"))) == 5

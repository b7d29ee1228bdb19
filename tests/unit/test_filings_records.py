"""Reads the genuine opinions, where they are present, against tables checked by hand."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

import pytest

from builder.filings.describe import describe
from builder.schema import CaseRecord
from builder.sources.folder import read_record

SHARED = Path(os.environ.get("IW_SHARED") or Path(__file__).parents[3] / "shared")
CASES = SHARED / "records" / "cases"
pytestmark = pytest.mark.skipif(not CASES.is_dir(), reason="the genuine records are not here")

# page, start, end, status, what it cites. All thirty sentences of the background section that
# carry a record citation, motion practice aside, and those of the discussion that state evidence.
GIPSON = (
    (1, 459, 586, "found", "ECF 115 @ 2"),
    (1, 604, 816, "found", "ECF 115 @ 2"),
    (1, 823, 925, "found", "ECF 1; ECF 106"),
    (1, 950, 1100, "alleged", "Pl. Dep. @ 74"),
    (1, 1116, 1175, "alleged", "Pl. Dep. @ 74"),
    (1, 1182, 1371, "alleged", "Pl. Dep. @ 169-70"),
    (2, 98, 285, "alleged", "Pl. Dep. @ 94"),
    (2, 301, 491, "found", "Pl. Dep. @ 101"),
    (2, 506, 605, "alleged", "Pl. Dep. @ 94-97"),
    (2, 622, 780, "found", "Pl. Dep. @ 96"),
    (2, 794, 935, "found", "Pl. Dep. @ 97"),
    (2, 950, 1018, "alleged", "Pl. Dep. @ 97, 101"),
    (2, 1042, 1146, "alleged", "Pl. Dep. @ 99"),
    (2, 1160, 1234, "found", "ECF 115 @ 12"),
    (3, 0, 145, "found", "ECF 1 @ ¶ 9"),
    (3, 160, 239, "found", "ECF 115 @ 4-5"),
    (3, 259, 391, "found", "ECF 115 @ 6; Pl. Dep. @ 82-83"),
    (3, 425, 592, "alleged", "Pl. Aff. @ ¶ 8; ECF 113 @ 17"),
    (3, 625, 711, "found", "ECF 115 @ 8"),
    (3, 729, 856, "disputed", "ECF 115 @ 8"),
    (3, 863, 966, "found", "ECF 115 @ 9"),
    (3, 979, 1122, "alleged", "ECF 115 @ 9"),
    (3, 1129, 1259, "found", "ECF 115 @ 9"),
    (3, 1266, 1332, "found", "ECF 115 @ 10"),
    (3, 1346, 1554, "found", "ECF 115 @ 10"),
    (3, 1561, 1682, "found", "ECF 115 @ 10"),
    (4, 0, 141, "alleged", "Pl. Dep. @ 46-48"),
    (4, 160, 271, "found", "ECF 115 @ 10-11"),
    (4, 293, 352, "found", "ECF 115 @ 14"),
    (4, 366, 552, "found", "ECF 1"),
    (7, 1181, 1290, "alleged", "ECF 115 @ 8"),
    (8, 0, 196, "alleged", "Pl. Dep. @ 74, 169-70"),
    (8, 954, 1058, "alleged", "Pl. Dep. @ 136-37"),
    (8, 1078, 1203, "alleged", "Pl. Aff. @ ¶ 8"),
    (9, 0, 111, "alleged", "Pl. Dep. @ 46-48"),
    (9, 842, 961, "alleged", "Pl. Dep. @ 133"),
    (9, 978, 1060, "alleged", "ECF 113 @ 11"),
    (10, 365, 516, "undisputed", ""),
    (11, 891, 1008, "alleged", "ECF 24-1 @ 2; ECF 1 @ ¶ 9"),
    (11, 1039, 1084, "found", "ECF 115 @ 9-10"),
)
# page, status, what it cites. Two of the twenty-nine stand in the discussion without a citation
# or were conceded there; the rest is the background section, undisputed by its own words.
FOMB = (
    (583, "undisputed", "ECF 93 @ ¶ 1; ECF 95 @ ¶ 10"),
    (583, "undisputed", "ECF 92 Ex. 1"),
    (583, "undisputed", "ECF 1 Ex. D; ECF 93 @ ¶ 4; ECF 95 @ ¶ 22"),
    (584, "undisputed", "ECF 1 Ex. D @ VI-36"),
    (584, "undisputed", "ECF 1 Ex. D @ VI-37"),
    (584, "undisputed", "ECF 95 @ ¶ 42; ECF 116 @ ¶ 42"),
    (585, "undisputed", "ECF 1 Ex. E"),
    (585, "undisputed", "ECF 1 Ex. E"),
    (585, "undisputed", "ECF 1 Ex. E"),
    (585, "undisputed", "ECF 93 @ ¶¶ 18, 23"),
    (585, "undisputed", "ECF 92 Ex. 6; ECF 92 Ex. 9"),
    (585, "undisputed", "ECF 92 Ex. 9"),
    (585, "undisputed", "ECF 92 Ex. 9"),
    (585, "undisputed", "ECF 92 Ex. 9; ECF 93 @ ¶¶ 21, 22, 26, 27"),
    (585, "undisputed", "ECF 92 Ex. 5"),
    (585, "undisputed", "ECF 92 Ex. 5 @ § 1-101"),
    (585, "undisputed", "ECF 93 @ ¶ 29"),
    (585, "undisputed", "ECF 93 @ ¶ 33"),
    (585, "undisputed", "ECF 92 Ex. 7; ECF 92 Ex. 8; ECF 92 Ex. 10; ECF 92 Ex. 11"),
    (585, "undisputed", "ECF 92 Ex. 11"),
    (586, "undisputed", "ECF 92 Ex. 11"),
    (586, "undisputed", "ECF 92 Ex. 11"),
    (586, "undisputed", "ECF 1 Ex. L"),
    (586, "undisputed", "ECF 1 Ex. L @ ¶¶ 2(a), (c)"),
    (586, "undisputed", "ECF 1 Ex. L @ ¶ 2(d)"),
    (587, "undisputed", ""),
    (599, "found", "ECF 1 @ ¶ 145"),
    (599, "undisputed", "Answer and Counterclaims @ ¶ 150"),
    (599, "undisputed", "ECF 120 @ ¶ 68; Answer and Counterclaims @ ¶¶ 147, 151"),
)


@cache
def _record(name: str) -> CaseRecord:
    return read_record(CASES / name)


def _cited(record: CaseRecord, index: int) -> str:
    return "; ".join(
        f"{c.target}{f' @ {c.pinpoint}' if c.pinpoint else ''}"
        for c in record.findings[index].citations
    )


def test_gipson_findings_match_the_hand_checked_table() -> None:
    record = _record("gipson-v-us-steel")
    found = [
        (f.passage.page, f.passage.start, f.passage.end, f.status, _cited(record, i))
        for i, f in enumerate(record.findings)
    ]
    assert found == list(GIPSON)


def test_gipson_head_and_motions() -> None:
    record = _record("gipson-v-us-steel")
    caption = record.caption
    assert (caption.court, caption.docket_number) == (
        "United States District Court for the Northern District of Indiana",
        "2:21 CV 71",
    )
    assert (len(caption.plaintiffs), len(caption.defendants)) == (1, 2)
    assert record.case_type == "employment"
    assert [(m.entry, m.disposition) for m in record.motions] == [
        ("98", "granted"),
        ("104", "granted"),
    ]
    assert [m.movant for m in record.motions] == list(caption.defendants)
    kinds = {filing.entry: filing.kind for filing in record.filings}
    assert kinds == {"104": "motion", "123": "opinion", "1": "complaint"}


def test_every_gipson_passage_is_whole_sentences_of_one_page() -> None:
    record = _record("gipson-v-us-steel")
    for finding in record.findings:
        words = record.passage_text(finding.passage)
        assert words[0].isupper()
        assert words.rstrip()[-1] in ".”"


def test_gipson_tells_what_is_missing() -> None:
    missing = "\n".join(_record("gipson-v-us-steel").missing)
    assert "no statement of facts" in missing
    assert "motions decided but not here: ECF 98" in missing
    assert "ECF 115" in missing


def test_fomb_findings_match_the_hand_checked_table() -> None:
    record = _record("fomb-v-altair")
    found = [(f.passage.page, f.status, _cited(record, i)) for i, f in enumerate(record.findings)]
    assert found == list(FOMB)


def test_fomb_cross_motions_by_count() -> None:
    record = _record("fomb-v-altair")
    assert record.caption.docket_number == "17-213-LTS"
    assert [(m.entry, m.disposition) for m in record.motions] == [
        ("91", "granted_in_part"),
        ("94", "denied"),
    ]


def test_fomb_html_and_xml_are_one_paper() -> None:
    record = _record("fomb-v-altair")
    assert len(record.filings) == 1
    assert any("is the same paper as" in line for line in record.missing)
    numbers = [page.number for page in record.filings[0].pages]
    assert numbers == [577, *range(581, 601)]


@pytest.mark.parametrize("suffix", ["html", "xml"])
def test_fomb_reads_alike_from_both_forms(suffix: str) -> None:
    record = read_record(CASES / "fomb-v-altair" / f"590_BR_577_opinion.{suffix}")
    assert [f.passage.page for f in record.findings] == [page for page, _, _ in FOMB]


def test_description_names_the_essentials() -> None:
    text = describe(_record("gipson-v-us-steel"))
    for part in ("Motions (2)", "Findings (40)", "Asserted facts (0)", "Missing (5)", "12 pages"):
        assert part in text

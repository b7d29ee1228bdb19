"""What of a real case is left in files, properties, names and public texts is named."""

from __future__ import annotations

from datetime import datetime

import pytest

from builder.checks.residue import CorpusFile, check_residue, unmoved_dates
from builder.formats import format_module
from builder.matching.shift import shift_days
from builder.salting import under_salt
from builder.schema import (
    FORMATS,
    Anchor,
    DocumentContent,
    Fact,
    FileProperties,
    Finding,
    Format,
    Paragraph,
    Passage,
    Table,
)
from tests.unit.test_anonymize import extraction, record

CLEAN = "Tova Brask of Lodestar Valves Inc. wrote on May 1, 2013."


def rendered(
    file_format: Format,
    text: str = CLEAN,
    path: str = "Files/note",
    author: str = "Tova Brask",
    cell: str = "",
) -> CorpusFile:
    table = Table(header=("day", "who"), rows=(("5/1/13", cell or "T. Brask"),))
    content = DocumentContent(
        document_id="d001", title="Note", blocks=(Paragraph(text=text), table)
    )
    properties = FileProperties(
        title="Note", author=author, company="Lodestar", created=datetime(2013, 5, 1, 9)
    )
    module = format_module(file_format)
    data = module.render(content, properties).data
    return CorpusFile(f"{path}.{file_format}", file_format, data, module.extract(data).text)


def left(*files: CorpusFile, public: str = "Brask worked there.") -> str:
    result = check_residue(record(), extraction(), files, [("the brief", public)])
    assert result.passed == result.detail.endswith("files searched")
    return "" if result.passed else result.detail


@pytest.mark.parametrize("file_format", FORMATS)
def test_a_clean_file_passes(file_format: Format) -> None:
    assert left(rendered(file_format)) == ""


@pytest.mark.parametrize("file_format", FORMATS)
@pytest.mark.parametrize(
    ("planted", "said"),
    [
        ({"text": "It was VALE who left."}, "'Vale' in its text"),
        ({"cell": "Carver Pump"}, "'Carver Pump' in its text"),
        ({"text": "Case 17-cv-412 of 2013."}, "17-cv-412"),
        ({"text": "Call +1 219 555 7788 today."}, "219 555 7788"),
        ({"text": "Mail desk@carver-works.com."}, "desk@carver-works.com"),
        ({"text": "My number is 999-12-3456."}, "999-12-3456"),
        ({"text": "See Marsh v. Pell, 123 F.3d 456 (7th Cir. 1997)."}, "F.3d"),
        (
            {
                "text": "(“Carver”) employed Orrin J. Lee in Elton. Judge Ada Quay".replace(
                    "Lee", "X"
                )
            },
            "'Carver'",
        ),
        ({"path": "Vale/ValeReview"}, "'Vale' in its name"),
    ],
)
def test_what_is_left_is_named(file_format: Format, planted: dict[str, str], said: str) -> None:
    assert said in left(rendered(file_format, **planted))


@pytest.mark.parametrize("file_format", [f for f in FORMATS if f != "txt"])
def test_properties_are_searched(file_format: Format) -> None:
    assert "'Orrin" in left(rendered(file_format, author="Orrin J. Vale")) or "'Vale'" in left(
        rendered(file_format, author="Orrin J. Vale")
    )


def test_the_courts_words_are_found_in_files_and_public_texts() -> None:
    words = "there employed by the works in that year at Foundry Road as before"
    page = record().filings[0].pages[0]
    opinion = (
        record().filings[0].model_copy(update={"pages": (page.model_copy(update={"text": words}),)})
    )
    real = record().model_copy(update={"filings": (opinion,)})
    for files, public in (
        ([rendered("docx", f"He was {words}.")], ""),
        ([], f"She was {words.upper()}"),
    ):
        result = check_residue(real, extraction(), files, [("the brief", public)])
        assert "the court's words 'there employed by the works in that year'" in result.detail
    few = " ".join(words.split()[:7])
    assert check_residue(real, extraction(), [], [("the brief", few)]).passed


def test_a_fact_on_the_records_own_day_is_named() -> None:
    page = record().filings[0].pages[0].model_copy(update={"text": "He left on May 4, 2016."})
    filing = record().filings[0].model_copy(update={"pages": (page,)})
    real = record().model_copy(update={"filings": (filing,)})
    passage = Passage(filing_id="op", page=1, start=0, end=23)

    def found(day: str) -> list[str]:
        anchor = Anchor(kind="date", value=day, surfaces=(day,))
        fact = Fact(fact_id="f1", kind="ground", text="x", anchors=(anchor,), finding_ids=("n1",))
        said = extraction().model_copy(
            update={"facts": (fact,), "findings": (Finding(finding_id="n1", passage=passage),)}
        )
        return unmoved_dates(real, said)

    assert found("2013-05-01") == []
    assert found("2016-05-04") == ["fact 'f1': day 2016-05-04 is the record's"]


def test_a_case_is_moved_by_whole_weeks_and_its_salt() -> None:
    moved = [shift_days(under_salt(record(), f"salt {n}")) for n in range(50)]
    assert all(days % 7 == 0 and days < -365 for days in moved)
    assert len(set(moved)) > 30
    assert moved == [shift_days(under_salt(record(), f"salt {n}")) for n in range(50)]
    assert len({shift_days(record().model_copy(update={"case_id": f"c{n}"})) for n in range(9)}) > 5

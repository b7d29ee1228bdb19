"""Reads files into cleaned pages: formats, stamps, line numbers, footnotes, and clear errors."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from docx import Document
from reportlab.lib.pdfencrypt import StandardEncryption
from reportlab.pdfgen.canvas import Canvas

from builder.errors import FormatError
from builder.filings.cleaning import RawPage, body_of, clean, notes_of
from builder.filings.pages import ocr_note, read_paper
from builder.schema import Page

STAMP = (
    "Case 2:21-cv-00071-ABC-DEF   Document 31   Filed 03/04/19   Page {n} of 3   PageID #: 90{n}"
)


def pdf(pages: list[list[str]], encrypt: str = "", marks: bool = False) -> bytes:
    buffer = io.BytesIO()
    canvas = Canvas(buffer, encrypt=StandardEncryption(encrypt) if encrypt else None)
    for lines in pages:
        for i, line in enumerate(lines):
            canvas.drawString(72, 740 - 16 * i, line)
        if marks:
            canvas.rect(80, 80, 300, 300, fill=1)
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()


def write(folder: Path, name: str, content: bytes | str) -> Path:
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def cleaned(*texts: str) -> tuple[Page, ...]:
    return clean([RawPage(number=i, text=text) for i, text in enumerate(texts, 1)])


def test_pdf_is_read_with_its_stamp(tmp_path: Path) -> None:
    pages = [[f"Carver shipped {n * 'many '}pumps.", STAMP.format(n=n)] for n in (1, 2, 3)]
    paper = read_paper(write(tmp_path, "a.pdf", pdf(pages)))
    assert paper.pages[2].text == "Carver shipped many many many pumps."
    assert (paper.entry, str(paper.filed)) == ("31", "2019-03-04")
    assert paper.docket_number == "2:21-cv-00071-ABC-DEF"


def test_pages_whose_only_text_is_a_stamp_need_ocr(tmp_path: Path) -> None:
    pages = [["Carver shipped the pumps to the Weiss dock."], [STAMP.format(n=2)], []]
    paper = read_paper(write(tmp_path, "a.pdf", pdf(pages, marks=True)))
    assert [page.needs_ocr for page in paper.pages] == [False, True, True]
    assert ocr_note(paper.pages) == ": needs OCR: pages 2-3"


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("a.pdf", b"PK\x03\x04 not a pdf", "is not a PDF"),
        ("a.pdf", pdf([["secret"]], encrypt="key"), "is encrypted"),
        ("a.pdf", pdf([[STAMP.format(n=1)]] * 9, marks=True), "has no text: needs OCR: pages 1-9"),
        ("a.pdf", b"", "is empty"),
        ("a.pdf", b"%PDF-1.7 cut off", "is a damaged PDF"),
        ("a.docx", pdf([["words"]]), "is not a docx"),
        ("a.docx", b"\xd0\xcf\x11\xe0 old", "is encrypted, or an old .doc"),
        ("a.docx", b"PK\x03\x04 cut", "is a damaged docx"),
        ("a.txt", b"MZ\x00\x01", "is not a text file"),
        ("a.html", b"%PDF-1.4", "is not an html or xml file"),
        ("a.xml", b"<?xml version='1.0'?><Case><Open>", "is not xml"),
        ("a.rtf", b"words", "no reader for '.rtf'"),
    ],
)
def test_what_cannot_be_read_is_named(tmp_path: Path, name: str, content: bytes, said: str) -> None:
    with pytest.raises(FormatError, match=rf"{name}.*{said}"):
        read_paper(write(tmp_path, name, content))


def test_docx_keeps_page_breaks_and_table_cells(tmp_path: Path) -> None:
    document = Document()
    document.add_paragraph("1. Carver shipped the pumps.")
    document.add_page_break()
    table = document.add_table(rows=1, cols=2)
    table.rows[0].cells[0].text = "2. Weiss paid."
    table.rows[0].cells[1].text = "Ex. 4 at 2."
    document.save(str(tmp_path / "a.docx"))
    paper = read_paper(tmp_path / "a.docx")
    assert [page.number for page in paper.pages] == [1, 2]
    assert paper.pages[1].text.split("\n") == ["2. Weiss paid.", "Ex. 4 at 2."]


def test_html_star_pages_and_footnotes(tmp_path: Path) -> None:
    html = (
        '<section data-firstpage="57"><p>Weiss <i>v.</i> Carver</p><p>The pumps left'
        '<a class="footnotemark" href="#footnote_1" id="ref_1">1</a> on a '
        '<a class="page-label" data-label="58">*58</a>Monday. Weiss paid.</p>'
        '<aside class="footnote" data-label="1"><a href="#ref_1">1</a>'
        "<p>By rail.</p></aside></section>"
    )
    pages = read_paper(write(tmp_path, "a.html", html)).pages
    assert [page.number for page in pages] == [57, 58]
    assert pages[0].text.endswith("The pumps left[n.1] on a\nMonday.\n\n[n.1] By rail.")
    assert pages[1].text == "Weiss paid."


def test_xml_case_file_is_read_through_its_escaped_html(tmp_path: Path) -> None:
    xml = (
        "<?xml version='1.0'?><Case><HeaderHtml>&lt;p&gt;9 B.R. 57&lt;/p&gt;</HeaderHtml><CaseHtml>"
        "&lt;p&gt;Weiss paid.&lt;/p&gt;&lt;p&gt;[9 B.R. 58]&lt;/p&gt;&lt;p&gt;Carver kept it."
        "&lt;/p&gt;</CaseHtml></Case>"
    )
    pages = read_paper(write(tmp_path, "a.xml", xml)).pages
    assert [page.number for page in pages] == [57, 58]
    assert pages[1].text == "Carver kept it."


def test_footnotes_are_parted_from_the_body() -> None:
    (page,) = cleaned(
        "Weiss left in 2018 or 2019,1 as\nhe says. Carver stayed.\n\n1 The log has both."
    )
    assert body_of(page) == "Weiss left in 2018 or 2019,[n.1] as\nhe says. Carver stayed."
    assert notes_of(page) == {"1": "The log has both."}


def test_a_sentence_cut_by_a_page_break_is_whole_where_it_begins() -> None:
    first, second = cleaned(
        "Weiss paid Carver\nfor the", "second crate. (Ex. 4 at 2.) Carver kept it."
    )
    assert first.text == "Weiss paid Carver\nfor the\nsecond crate. (Ex. 4 at 2.)"
    assert second.text == "Carver kept it."


def test_running_heads_page_numbers_and_sidebars_go() -> None:
    side = "\n".join("PIKELAW")
    pages = cleaned(
        *(f"{side}\nWEISS V. CARVER\nFact {n * 'x'} stands.\n- {n} -" for n in (1, 2, 3))
    )
    assert [page.text for page in pages] == [
        "Fact x stands.",
        "Fact xx stands.",
        "Fact xxx stands.",
    ]


def test_pleading_numbers_go_and_paragraph_numbers_stay() -> None:
    lines = [f"{n} {'4. Weiss paid.' if n == 3 else 'and so on'}" for n in range(1, 29)]
    (page,) = cleaned("\n".join(lines))
    assert page.text.split("\n")[2] == "4. Weiss paid."
    assert page.text.split("\n")[0] == "and so on"


def test_answers_that_recur_on_every_page_are_no_furniture() -> None:
    pages = cleaned(*(f"{n}. Fact {n}.\nRESPONSE: Undisputed." for n in (1, 2, 3, 4)))
    assert all("RESPONSE: Undisputed." in page.text for page in pages)


@pytest.mark.parametrize(
    ("damaged", "good"),
    [
        ("(Compl. ,-r,-r 4-6)", "(Compl. ¶¶ 4-6)"),
        ("(Doc. 38 1f 9)", "(Doc. 38 ¶ 9)"),
        ("Rule 56.l statement", "Rule 56.1 statement"),
        ("42 U.S.C. $ 2000e", "42 U.S.C. § 2000e"),
        ("if 9 men came", "if 9 men came"),
    ],
)
def test_ocr_signs_are_mended(damaged: str, good: str) -> None:
    assert cleaned(damaged)[0].text == good


def test_note_of_pages_that_need_ocr() -> None:
    pages = [Page(number=n, text="", needs_ocr=n in (3, 4, 5, 9)) for n in range(1, 10)]
    assert ocr_note(pages) == ": needs OCR: pages 3-5, 9"
    assert ocr_note([Page(number=1, text="", needs_ocr=True)]) == ": needs OCR: page 1"
    assert ocr_note([Page(number=1, text="words")]) == ""

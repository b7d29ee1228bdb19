"""Reads files into cleaned pages: formats, stamps, line numbers, footnotes, and clear errors."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pypdfium2
import pytest
from docx import Document
from reportlab.lib.pdfencrypt import StandardEncryption
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from builder.errors import FormatError
from builder.filings.cleaning import RawPage, body_of, clean, notes_of
from builder.filings.pages import ocr_note, read_paper
from builder.filings.scans import can_read_scans
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


def zipped(name: str) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr(name, "text")
    return buffer.getvalue()


OLE_ENCRYPTED = b"\xd0\xcf\x11\xe0" + "EncryptedPackage".encode("utf-16-le")


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
    paper = read_paper(write(tmp_path, "a.pdf", pdf(pages, marks=True)), ocr=False)
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
        ("a.docx", b"\xd0\xcf\x11\xe0 old", "is not a docx: it is an old Office file"),
        ("b.docx", OLE_ENCRYPTED, "is encrypted: it is an encrypted Office file"),
        ("b.pdf", zipped("word/document.xml"), "is not a PDF: it is a Word file"),
        ("b.xls", OLE_ENCRYPTED, "is an encrypted Office file; no reader"),
        ("b.zip", zipped("a.txt"), "is a zip file; no reader for '.zip'"),
        ("b.zip", b"PK cut", "is a damaged zip file; no reader"),
        (
            "b.ole",
            b"\xd0\xcf\x11\xe0" + "__substg1.0_".encode("utf-16-le"),
            "is an Outlook message",
        ),
        ("b.tif", b"II*\x00 image", "is a TIFF image; no reader"),
        ("a.docx", b"PK\x03\x04 cut", "is a damaged docx"),
        ("a.txt", b"MZ\x00\x01", "is not a text file"),
        ("a.html", b"%PDF-1.4", "is not an html or xml file"),
        ("a.xml", b"<?xml version='1.0'?><Case><Open>", "is not xml"),
        ("a.rtf", b"{\\rtf1 words}", "is an RTF file; no reader for '.rtf'"),
    ],
)
def test_what_cannot_be_read_is_named(tmp_path: Path, name: str, content: bytes, said: str) -> None:
    with pytest.raises(FormatError, match=rf"{name}.*{said}"):
        read_paper(write(tmp_path, name, content), ocr=False)


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


def test_scanned_pages_are_read_by_ocr_where_there_is_tesseract(tmp_path: Path) -> None:
    if not can_read_scans():
        pytest.skip("no tesseract here")
    with pypdfium2.PdfDocument(pdf([["Carver shipped the forty pumps to the dock."]])) as written:
        image = written[0].render(scale=3).to_pil()
    buffer = io.BytesIO()
    canvas = Canvas(buffer)
    canvas.drawImage(ImageReader(image), 0, 0, 595, 842)
    canvas.save()
    path = write(tmp_path, "scan.pdf", buffer.getvalue())
    paper = read_paper(path)
    assert paper.pages[0].text == "Carver shipped the forty pumps to the dock."
    assert paper.notes == ("read by OCR: page 1",)
    with pytest.raises(FormatError, match="needs OCR: page 1"):
        read_paper(path, ocr=False)


def test_embedded_files_are_named(tmp_path: Path) -> None:
    with pypdfium2.PdfDocument(pdf([["Carver shipped the pumps to the Weiss dock."]])) as document:
        document.new_attachment("log.txt").set_data(b"a log")
        document.save(tmp_path / "a.pdf")
    assert read_paper(tmp_path / "a.pdf").notes == ("holds 1 embedded file, not read",)


@pytest.mark.parametrize(
    "head",
    ["Undisputed Fact\nEvidence\nResponse", "Material Facts and Supporting Evidence | Response"],
)
def test_the_head_of_a_table_is_kept_once(head: str) -> None:
    first, second = cleaned(
        *(f"{head}\n{n}. Carver shipped pump {n}.\nEx. {n}.\nUndisputed." for n in (1, 2))
    )
    assert first.text.startswith(head)
    assert second.text.startswith("2. Carver shipped")


def test_an_answer_on_top_of_a_page_is_no_head_of_a_table() -> None:
    _, second = cleaned(
        "1. Carver shipped.\nResponse\nUndisputed.",
        "Response\nUndisputed.\n2. It left.\nResponse\nUndisputed.",
    )
    assert second.text.startswith("Response\nUndisputed.")


@pytest.mark.parametrize("foot", ["1 / 2", "1/2", "Page 1 of 2", "- 1 -"])
def test_page_numbers_go_and_cut_pinpoints_stay(foot: str) -> None:
    pages = cleaned(f"1. Weiss paid. (Ex. 3 at 4.)\n{foot}", "2. Carver left. (Ex. 3 at\n7.)")
    assert [page.text for page in pages] == [
        "1. Weiss paid. (Ex. 3 at 4.)",
        "2. Carver left. (Ex. 3 at\n7.)",
    ]


def test_note_of_pages_that_need_ocr() -> None:
    pages = [Page(number=n, text="", needs_ocr=n in (3, 4, 5, 9)) for n in range(1, 10)]
    assert ocr_note(pages) == ": needs OCR: pages 3-5, 9"
    assert ocr_note([Page(number=1, text="", needs_ocr=True)]) == ": needs OCR: page 1"
    assert ocr_note([Page(number=1, text="words")]) == ""

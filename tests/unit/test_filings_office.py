"""Exhibits that are spreadsheets, slides and e-mail: read, or refused in one clear line."""

from __future__ import annotations

import io
import zipfile
from email.message import EmailMessage
from pathlib import Path

import pytest
from openpyxl import Workbook
from pptx import Presentation

from builder.errors import FormatError
from builder.filings import office
from builder.filings.pages import Paper, read_paper
from tests.unit.test_filings_pages import OLE_ENCRYPTED, write, zipped


def message(body: str = "The pumps left on May 9.", attach: bool = False, html: str = "") -> bytes:
    mail = EmailMessage()
    mail["From"], mail["To"] = "Orrin Vale <ovale@carver.example>", "desk@carver.example"
    mail["Date"], mail["Subject"] = "Mon, 09 May 2016 14:30:00 -0500", "Pumps – Dock 4"
    mail.set_content(body)
    if html:
        mail.add_alternative(html, subtype="html")
    if attach:
        mail.add_attachment(b"x", maintype="application", subtype="pdf", filename="a.pdf")
    return mail.as_bytes()


def workbook() -> bytes:
    book, out = Workbook(), io.BytesIO()
    sheet = book.worksheets[0]
    sheet.title = "Log"
    for row in (("Day", "Pumps", None), ("5/9/16", 12, None), (None, None, None), ("5/10/16", 7.5)):
        sheet.append(row)
    book.create_sheet("Empty")
    book.save(out)
    return out.getvalue()


def slides() -> bytes:
    deck, out = Presentation(), io.BytesIO()
    slide = deck.slides.add_slide(deck.slide_layouts[1])
    slide.shapes[0].text_frame.text = "Dock 4"  # pyright: ignore[reportAttributeAccessIssue]
    table = slide.shapes.add_table(1, 2, 0, 0, 100, 100).table
    table.cell(0, 0).text, table.cell(0, 1).text = "Pumps", "12"
    frame = slide.notes_slide.notes_text_frame
    assert frame is not None
    frame.text = "Ask Vale."
    deck.save(out)
    return out.getvalue()


def read(folder: Path, name: str, content: bytes) -> Paper:
    return read_paper(write(folder, name, content))


def test_a_workbook_is_a_page_for_each_sheet(tmp_path: Path) -> None:
    pages = read(tmp_path, "a.xlsx", workbook()).pages
    assert [page.text for page in pages] == [
        "[sheet: Log]\nDay\tPumps\n5/9/16\t12\n5/10/16\t7.5",
        "",
    ]


def test_slides_are_read_with_tables_and_notes(tmp_path: Path) -> None:
    (page,) = read(tmp_path, "a.pptx", slides()).pages
    for words in ("Dock 4", "Pumps\t12", "Ask Vale."):
        assert words in page.text


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-16-le"])
def test_a_message_is_read_with_its_head(tmp_path: Path, encoding: str) -> None:
    content = message().decode().encode(encoding)
    (page,) = read(tmp_path, "a.eml", content).pages
    assert page.text == (
        "From: Orrin Vale <ovale@carver.example>\nTo: desk@carver.example\n"
        "Date: Monday, May 9, 2016 14:30\nSubject: Pumps – Dock 4\n\nThe pumps left on May 9."
    )


def test_what_hangs_on_a_message_is_counted(tmp_path: Path) -> None:
    assert read(tmp_path, "a.eml", message(attach=True)).notes == (
        "holds 1 embedded file, not read",
    )


def test_a_message_in_html_only_is_read_without_tags(tmp_path: Path) -> None:
    content = message("").replace(b"text/plain", b"text/html") + b"<p>Twelve <b>pumps</b></p>\n"
    assert "Twelve pumps" in read(tmp_path, "a.eml", content).pages[0].text


@pytest.mark.parametrize("name", ["a.xlsx", "a.pptx", "a.docx"])
@pytest.mark.parametrize(
    ("content", "said"),
    [
        (OLE_ENCRYPTED, "is encrypted"),
        (b"%PDF-1.4", "it is a PDF"),
        (b"words", "is not a"),
        (b"PK\x03\x04 cut", "is a damaged"),
        (zipped("readme.txt"), "is a damaged"),
    ],
)
def test_what_is_no_package_is_named(tmp_path: Path, name: str, content: bytes, said: str) -> None:
    with pytest.raises(FormatError, match=said) as caught:
        read(tmp_path, name, content)
    assert "\n" not in str(caught.value)


def test_what_unpacks_to_too_much_is_not_unpacked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(office, "MOST_UNPACKED", 3_000_000)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/workbook.xml", b" " * 4_000_000)
    with pytest.raises(FormatError, match="unpacks to 4 MB, too much"):
        read(tmp_path, "a.xlsx", out.getvalue())


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("a.eml", b"only words\nand more", "it has no head"),
        ("a.eml", message().replace(b"text/plain", b"application/pkcs7-mime"), "is encrypted"),
        ("a.msg", b"words", "is not an Outlook message"),
        ("a.msg", OLE_ENCRYPTED, "damaged Outlook message"),
    ],
)
def test_what_is_no_message_is_named(tmp_path: Path, name: str, content: bytes, said: str) -> None:
    if name == "a.msg" and content is OLE_ENCRYPTED:
        pytest.importorskip("olefile")
    with pytest.raises(FormatError, match=said) as caught:
        read(tmp_path, name, content)
    assert "\n" not in str(caught.value)


def test_genuine_messages_of_outlook_are_read(shared: Path) -> None:
    pytest.importorskip("olefile")
    files = shared / "records" / "files"
    said = {p.name: read_paper(p) for p in files.glob("*.msg")}
    assert len(said) == 4
    assert all(paper.pages[0].text.startswith("From: ") for paper in said.values())
    assert said["testMSG_att_msg.msg"].notes == ("holds 2 embedded files, not read",)
    assert "\nDate: Sunday, December 22, 2024" in said["test_outlook_msg.msg"].pages[0].text


def test_what_is_too_large_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    with path.open("wb") as file:
        file.truncate(31_000_000)
    with pytest.raises(FormatError, match="has 31 MB; no paper is read that has more than 30"):
        read_paper(path)

"""Scans: what a page image shows, what its text layer says, and how large it is."""

from __future__ import annotations

from datetime import datetime
from random import Random

import pypdfium2
import pytest

from builder.formats import format_module
from builder.formats._scan import misread
from builder.schema import DocumentContent, FileProperties, Heading, Paragraph, Scan, Table

PDF = format_module("pdf")
SENTENCE = "The carrier counted eleven pallets on the northern platform before Mr. Marchetti left."
CONTENT = DocumentContent(
    document_id="d1",
    title="Tally",
    blocks=(
        Heading(text="Tally of the night shift"),
        *(Paragraph(text=f"{number}. " + SENTENCE * 4) for number in range(7)),
        Table(rows=(("same", "same"), ("same", "same"), ("same", "same"))),
    ),
)


def made(scan: Scan | None, look: int = 0) -> bytes:
    about = FileProperties(
        title="x", author="y", company="z", created=datetime(2018, 6, 19), look=look, scan=scan
    )
    return PDF.render(CONTENT, about).data


@pytest.mark.parametrize("look", [0, 1, 2])
def test_the_layer_says_what_the_plain_file_says_but_for_misread_words(look: int) -> None:
    plain = PDF.extract(made(None, look)).text.split(" ")
    read = PDF.extract(made(Scan(seed="w/d1"), look)).text.split(" ")
    wrong = [(a, b) for a, b in zip(plain, read, strict=True) if a != b]
    assert 0 < len(wrong) < len(plain) / 30
    assert all(word.rstrip(".").islower() for word, _ in wrong)
    kept = frozenset(SENTENCE.lower().rstrip(".").split()) | {"night", "shift"}
    assert PDF.extract(made(Scan(seed="w/d1", kept=kept), look)).text.split(" ") == plain


def test_pages_are_small_images_of_their_text() -> None:
    data = made(Scan(seed="w/d2"))
    with pypdfium2.PdfDocument(data) as document:
        assert len(data) / len(document) < 40_000
        for page in document:
            assert len(list(page.get_objects(filter=[pypdfium2.raw.FPDF_PAGEOBJ_IMAGE]))) == 1
            shown = page.render(scale=1, grayscale=True).to_numpy()
            assert 0.01 < (shown < 128).mean() < 0.4


def test_the_seed_draws_the_wear() -> None:
    assert made(Scan(seed="a")) == made(Scan(seed="a")) != made(Scan(seed="b"))


@pytest.mark.parametrize(
    "text",
    [
        "Marchetti DELIVERED Tuesday 11:40 a.m. $12,840.00 LN-4471-b",
        "mail to someone.other@halvorsen.example, room-mates, don't",
        "kept words remain",
        "so it is not",
    ],
)
def test_names_numbers_and_kept_words_are_never_misread(text: str) -> None:
    rng, kept = Random(1), frozenset(["kept", "words", "remain"])
    assert {misread(text, kept, rng) for _ in range(3000)} == {text}


def test_a_word_is_never_misread_as_one_that_is_kept() -> None:
    rng = Random(2)
    seen = {misread("modern", frozenset({"modem"}), rng) for _ in range(4000)}
    assert "modem" not in seen
    assert len(seen) > 1

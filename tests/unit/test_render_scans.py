"""The lot of scans: how many, whatever their roles, and what OCR never misreads in them."""

from __future__ import annotations

from pathlib import Path

import pytest

from builder.schema import (
    DocumentContent,
    DocumentPlan,
    Draft,
    Drafts,
    Extraction,
    Paragraph,
    RenderedFile,
)
from builder.stages.render import render
from tests.factories import ENTITIES, fact, setting, spec, statement

G1 = fact("G1")
SAID = "The impeller of K-107 was among the 140 pumps that stood behind the painted partition. "
EXTRACTION = Extraction(findings=(), entities=ENTITIES, facts=(G1,), setting=setting())


def rendered(tmp_path: Path, share: float, roles: tuple[str, ...]) -> tuple[RenderedFile, ...]:
    specs = tuple(
        spec(f"d{n:03d}", role, format="pdf", path=f"a/d{n:03d}.pdf", statements=(statement(G1),))
        for n, role in enumerate(roles)
    )
    drafts = tuple(
        Draft(
            content=DocumentContent(
                document_id=one.document_id, title="x", blocks=(Paragraph(text=SAID * 12),)
            ),
            reviews=(),
        )
        for one in specs
    )
    plan = DocumentPlan(specs=specs)
    return render("w", plan, Drafts(drafts=drafts), EXTRACTION, tmp_path, share).files


def scans(files: tuple[RenderedFile, ...], tmp_path: Path) -> list[str]:
    return [f.document_id for f in files if b"/Subtype/Image" in (tmp_path / f.path).read_bytes()]


@pytest.mark.parametrize(("share", "count"), [(0.0, 0), (0.1, 2), (0.5, 10)])
def test_a_share_of_the_pdfs_are_scans_whatever_their_roles(
    tmp_path: Path, share: float, count: int
) -> None:
    drawn = scans(rendered(tmp_path, share, ("merits", "signal") * 10), tmp_path)
    assert len(drawn) == count
    assert drawn == scans(rendered(tmp_path, share, ("signal", "merits") * 10), tmp_path)


def test_no_word_of_an_anchor_or_of_the_dispute_is_misread(tmp_path: Path) -> None:
    texts = [file.text for file in rendered(tmp_path, 1.0, ("merits",) * 6)]
    for word in ("K-107", "140", "pumps", "impeller"):
        assert all(text.replace("\n", " ").count(word) == 12 for text in texts), word
    assert any(text.count("partition") < 12 or text.count("painted") < 12 for text in texts)

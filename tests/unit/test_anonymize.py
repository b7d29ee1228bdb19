"""Real identities leave plan and drafts; what is left is named. All names here are invented."""

from __future__ import annotations

import re
from datetime import date, datetime

import pytest

from builder.errors import IdentityLeak
from builder.schema import (
    Anonymized,
    Caption,
    CaseRecord,
    DocumentContent,
    DocumentPlan,
    DocumentSpec,
    Draft,
    Drafts,
    Entity,
    Extraction,
    Filing,
    Identity,
    Page,
    Paragraph,
    RecordSource,
    Setting,
    SourceKind,
    Window,
)
from builder.stages.anonymize import anonymize
from tests.factories import dag

IDENTITIES = (
    Identity(names=("Orrin J. Vale",), surrogate="Tova Brask"),
    Identity(
        names=("Carver Pump Corporation", "CPC"),
        surrogate="Lodestar Valves Inc.",
        kind="organization",
    ),
    Identity(names=("Elkton",), surrogate="the town", kind="place"),
)


def record(kind: SourceKind = "folder") -> CaseRecord:
    page = Page(
        number=1,
        text="Carver Pump Corporation (“Carver”) employed Orrin J. Vale in Elkton. Judge Ada Quill."
        " Call 219-555-7788 or desk@carver-works.com, 1200 Foundry Road; charge 470-2018-01234."
        "\n/s/ Hal Finch",
    )
    return CaseRecord(
        case_id="vale-v-carver",
        source=RecordSource(kind=kind, locator="vale"),
        case_type="employment",
        caption=Caption(
            court="United States District Court for the Western District of Oregana",
            plaintiffs=("Orrin J. Vale",),
            defendants=("Carver Pump Corporation",),
            docket_number="3:17-cv-00412-AB",
        ),
        filings=(Filing(filing_id="op", kind="opinion", title="Opinion", pages=(page,)),),
    )


def extraction(brief: str = "Tova Brask worked at Lodestar.") -> Extraction:
    entities = (
        Entity(entity_id="e1", kind="person", name="Tova Brask", case_role="plaintiff"),
        Entity(
            entity_id="e2", kind="organization", name="Lodestar Valves Inc.", case_role="defendant"
        ),
    )
    window = Window(start=date(2014, 1, 1), end=date(2015, 1, 1))
    setting = Setting(brief=brief, window=window, dispute_terms=("pump",))
    return Extraction(
        findings=(), entities=entities, facts=(), setting=setting, identities=IDENTITIES
    )


def hidden(
    text: str, path: str = "Files/note.txt", title: str = "Note", kind: SourceKind = "folder"
) -> Anonymized:
    spec = DocumentSpec(
        document_id="d001",
        role="chaff",
        genre="memo",
        format="txt",
        path=path,
        title=title,
        date=datetime(2013, 5, 1, 9, 0),
        author_id="e1",
    )
    content = DocumentContent(document_id="d001", title=title, blocks=(Paragraph(text=text),))
    drafts = Drafts(drafts=(Draft(content=content, reviews=()),))
    return anonymize(drafts, DocumentPlan(specs=(spec,)), extraction(), record(kind))


def words(anonymous: Anonymized) -> str:
    block = anonymous.drafts.drafts[0].content.blocks[0]
    assert isinstance(block, Paragraph)
    return block.text


@pytest.mark.parametrize(
    ("real", "said"),
    [
        ("Orrin J. Vale signed.", "Tova Brask signed."),
        ("It is Mr. Vale's, or Vale’s.", "It is Mr. Brask's, or Brask’s."),
        ("O. Vale, and Vale, Orrin", "T. Brask, and Brask, Tova"),
        ("ORRIN VALE", "TOVA BRASK"),
        ("orrin.vale@mail.com, ovale", "tova.brask@mail.com, tbrask"),
        ("Carver Pump\nCorporation and CPC", "Lodestar Valves Inc. and Lodestar Valves Inc."),
        ("Carver was late in Elkton.", "Lodestar Valves Inc. was late in the town."),
        ("Valerie prevailed.", "Valerie prevailed."),
        ("O.J.V. and O.V. signed; OJV too.", "T.B. and T.B. signed; TB too."),
        ("orrin.vale@carverpump.com", "tova.brask@lodestarvalves.com"),
        ("see ValeReview2 and vale_orrin", "see BraskReview2 and brask_tova"),
        ("www.CarverPump.com, carver-pump", "www.LodestarValves.com, lodestar-valves"),
        ("Call (219) 555-7788 ext. 4 or 219.555.7788", "Call {phone} ext. 4 or {phone}"),
        ("Write to desk@carver-works.com.", "Write to {mail}."),
        ("At 1200 Foundry Road, Elkton", "At {street}, the town"),
        ("SSN 123-45-6789", "SSN [number withheld]"),
        ("Charge 470-2018-01234", "Charge {file}"),
        ("312-555-0142 and 12 Elm Street stay", "312-555-0142 and 12 Elm Street stay"),
        ("Judge Ada Quill said so to Hal Finch.", "Judge the judge said so to counsel."),
        ("the Western District of Oregana", "the this district"),
    ],
)
def test_names_are_replaced_in_every_form(real: str, said: str) -> None:
    patterns = {
        "{phone}": r"\(?\d{3}[).] ?555[-.]01\d\d",
        "{mail}": r"[a-z]{6}@[a-z]+\.example",
        "{street}": r"\d+ [A-Z][a-z]+ Street",
        "{file}": r"\d{3}-\d{4}-\d{5}",
    }
    expected = re.escape(said)
    for name, pattern in patterns.items():
        expected = expected.replace(re.escape(name), pattern)
    assert re.fullmatch(expected, words(hidden(real)))


@pytest.mark.parametrize("number", ["3:17-cv-00412-AB", "17-cv-412", "17 CV 412", "3:17-CV-0412"])
def test_the_docket_number_becomes_one_of_the_worlds_own(number: str) -> None:
    text = words(hidden(f"Case {number}."))
    assert "412" not in text
    assert "15-cv-" in text


def test_reporter_citations_are_gone() -> None:
    assert "F.3d" not in words(hidden("See Marsh v. Pell, 123 F.3d 456 (7th Cir. 1997)."))


def test_paths_and_titles_are_swept() -> None:
    anonymous = hidden("Fine.", path="Vale/Vale review.txt", title="Vale review")
    assert anonymous.plan.specs[0].path == "Brask/Brask review.txt"
    assert anonymous.plan.specs[0].title == "Brask review"


def test_an_invented_case_passes_as_it_is() -> None:
    assert words(hidden("Orrin J. Vale signed.", kind="fiction")) == "Orrin J. Vale signed."


def test_what_is_left_is_named() -> None:
    drafts, plan = Drafts(drafts=()), DocumentPlan(specs=())
    with pytest.raises(IdentityLeak, match="the brief still holds 'Vale'"):
        anonymize(drafts, plan, extraction("Young Vale worked there."), record())


@pytest.mark.parametrize(
    ("change", "where"),
    [
        ({"hypotheses": {"statement": "Vale dropped the pump. Nobody saw."}}, "account 'H1'"),
        ({"facts": {"text": "Vale signed."}}, "fact 'G1'"),
        ({"inferences": {"text": "So Vale knew."}}, "inference 'I1'"),
    ],
)
def test_accounts_and_facts_hold_nothing_real(
    change: dict[str, dict[str, str]], where: str
) -> None:
    drafts, plan, clean = Drafts(drafts=()), DocumentPlan(specs=()), dag()
    ((name, update),) = change.items()
    first, *others = getattr(clean, name)
    leaking = clean.model_copy(update={name: (first.model_copy(update=update), *others)})
    with pytest.raises(IdentityLeak, match=f"{where} still holds 'Vale'"):
        anonymize(drafts, plan, extraction(), record(), leaking)
    anonymize(drafts, plan, extraction(), record(), clean)

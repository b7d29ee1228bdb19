"""What a model says is read tolerantly, located in the record, counted, and never trusted."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from builder import authors
from builder.authors import Dossier
from builder.authors import _answers as answers
from builder.authors._answers import Findings, FoundPassage
from builder.authors._ask import Answer
from builder.authors._assembly import Reading, fixed_value
from builder.authors._drafting import Written, content_of, faults
from builder.authors._holds import (
    entities_faults,
    findings_faults,
    found_findings,
    slot_faults,
    value_faults,
)
from builder.authors._parse import NoJson, read_json
from builder.authors._quotes import find_quote, shared_run
from builder.authors._schema import flat_schema
from builder.authors._spend import Entry, Purse, Usage, costs
from builder.authors._texts import text_faults
from builder.config import ModelTerms, Price, read_prices
from builder.costs import total
from builder.errors import AuthorError, ConfigError, DocumentRejected
from builder.fiction.scenario import ValuePart
from builder.fiction.templates import Binding
from builder.schema import (
    Block,
    Caption,
    CaseRecord,
    Draft,
    Extraction,
    Filing,
    Heading,
    Message,
    Page,
    Paragraph,
    RecordSource,
    Review,
)
from builder.stages.write import with_substitutes, write
from tests.factories import ENTITIES, dag, setting, spec, statement

PAGE = (
    "The Court finds that Carver  Pumps LLC\nshipped 1,240 pumps on June 9, 2018. It is un-\n"
    "disputed that “Ada Weiss” signed — twice."
)


def record(kind: str = "folder") -> CaseRecord:
    pages = (Page(number=1, text="Nothing here."), Page(number=2, text=PAGE))
    return CaseRecord(
        case_id="carver", source=RecordSource(kind=kind, locator="x"), case_type="torts",  # type: ignore[arg-type]
        caption=Caption(court="D. Nowhere", plaintiffs=("Bly Farms, Inc.",),
                        defendants=("Carver Pumps LLC",), docket_number="3:19-cv-00712"),
        filings=(Filing(filing_id="op", kind="opinion", title="Opinion", pages=pages),),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("reply", "value"),
    [
        ('{"a": 1}', {"a": 1}),
        ('Sure:\n```json\n{"a": [1, 2,],}\n```\nDone.', {"a": [1, 2]}),
        ("{'a': 'it''s', 'b': None}", {"a": "its", "b": None}),
        ('{"a": "x}{y"} trailing {', {"a": "x}{y"}),
        ('{"a": "two\nlines"}', {"a": "two\nlines"}),
        ('{"x": 1} or rather {"a": {"b": "longer"}}', {"a": {"b": "longer"}}),
    ],
)
def test_json_is_read_however_it_is_wrapped(reply: str, value: object) -> None:
    assert read_json(reply) == value


@pytest.mark.parametrize(
    ("reply", "why"),
    [("", "empty"), ("I cannot.", "no JSON"), ('{"a": [1, 2', "cut"), ("{not json}", "cut")],
)
def test_what_is_no_whole_json_is_said(reply: str, why: str) -> None:
    with pytest.raises(NoJson, match=why):
        read_json(reply)


@pytest.mark.parametrize(
    ("quote", "words"),
    [
        ("Carver Pumps LLC shipped 1,240 pumps", "Carver  Pumps LLC\nshipped 1,240 pumps"),
        ('It is undisputed that "Ada Weiss" signed - twice', None),
        ("...shipped 1,240 pumps on June 9, 2018...", "shipped 1,240 pumps on June 9, 2018"),
        ("shipped 1,241 pumps", ""),
        ("", ""),
    ],
)
def test_a_quotation_is_found_where_it_stands(quote: str, words: str | None) -> None:
    place = find_quote(record(), quote, "op")
    if words == "":
        assert place is None
        return
    assert place is not None
    found = record().passage_text(place.passage)
    assert (place.page, found) == (2, found if words is None else words)
    assert words is not None or found.startswith("It is un-\ndisputed that “Ada")


def test_a_name_is_found_as_a_whole_word_only() -> None:
    assert find_quote(record(), "Weiss", whole=True) is not None
    assert find_quote(record(), "Weis", whole=True) is None


def test_findings_that_stand_nowhere_are_faults_and_then_dropped() -> None:
    good = FoundPassage(filing="op", quote="shipped 1,240 pumps", says="x")
    bad = FoundPassage(filing="op", quote="The moon is made of cheese", says="x")
    answer = Findings(findings=(bad, good))
    (fault,) = findings_faults(answer, record())
    assert fault.startswith("finding 1: these words do not stand in filing 'op'")
    assert found_findings(answer, record()).findings == (good,)


def entities(**changes: object) -> answers.Entities:
    values = {
        "organizations": [
            {"slot": "maker", "names": ["Carver Pumps LLC"], "trade": "pumps",
             "case_role": "defendant"},
            {"slot": "farm", "names": [], "trade": "farm", "case_role": "plaintiff"},
        ],
        "people": [
            {"slot": "ada", "names": ["Ada Weiss"], "employer": "maker", "job": "clerk",
             "voice": "dry"},
            {"slot": "joe", "names": [], "employer": "farm", "job": "farmer", "voice": "loud"},
        ],
    }  # fmt: skip
    return answers.Entities.model_validate({**values, **changes})


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({}, None),
        ({"people": []}, "two people"),
        ({"organizations": []}, "no organization's slot"),
        ({"others": [{"names": ["Judge Nobody"], "instead": "the judge"}]}, "'Judge Nobody'"),
        ({"things": [{"slot": "ada", "kind": "artifact", "invented": "Pump 4"}]}, "stands twice"),
        ({"things": [{"slot": "p", "kind": "artifact", "invented": "Ada Weiss pump"}]}, "a real"),
        ({"things": [{"slot": "P-4", "kind": "artifact", "invented": "Pump 4"}]}, "no slot"),
    ],
)
def test_entities_hold_together(changes: dict[str, object], fault: str | None) -> None:
    found = entities_faults(entities(**changes), record())
    assert (found == []) if fault is None else any(fault in one for one in found), found


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("{ada} shipped them.", None),
        ("Ada Weiss shipped them.", "real name 'Ada Weiss'"),
        ("Weiss shipped them.", "real name 'Weiss'"),
        ("Carver Pumps LLC again.", "real name 'Carver Pumps LLC'"),
        ("It was back in 2018.", "year 2018"),
        ("{nobody} shipped them.", "nobody"),
        ("{ada} said the Court finds that carver pumps llc shipped 1,240 pumps on", "real name"),
        ("and shipped 1,240 pumps on June 9, and the court finds that it is", None),
        ("As to the 240 pumps on June 9, 2018. It is", "copies"),
    ],
)
def test_texts_hold_nothing_of_the_real_case(text: str, fault: str | None) -> None:
    from builder.authors._assembly import binding_of

    reading = Reading(record=record(), entities=entities())
    found = text_faults("x", [text], reading, binding_of(reading))
    assert (found == []) if fault is None else any(fault in one for one in found), found


def test_a_shared_run_is_no_slot() -> None:
    assert shared_run(record(), ["Court finds that Carver Pumps LLC shipped 1,240"]) is not None
    assert shared_run(record(), ["Court finds that {maker} shipped 1,240 pumps on"]) is None
    assert isinstance(Binding({}, ()), Binding)


@pytest.mark.parametrize(
    ("value", "fault"),
    [
        ({"kind": "date", "day": "2018-06-09"}, None),
        ({"kind": "date", "at": "10:30"}, "value 'v'"),
        ({"kind": "time", "at": "25:99"}, "no time"),
        ({"kind": "money", "amount": 4.5, "text": "x"}, "value 'v'"),
    ],
)
def test_values_are_what_they_say(value: dict[str, object], fault: str | None) -> None:
    reading = Reading(record=record(), entities=entities())
    one = answers.ValueOf.model_validate({"slot": "v", **value})
    found = value_faults([one], reading)
    assert (found == []) if fault is None else any(fault in f for f in found), found
    assert value_faults([one.model_copy(update={"slot": "ada"})], reading)


def test_identifiers_of_the_record_are_drawn_anew() -> None:
    one = answers.ValueOf(slot="v", kind="identifier", text="PO-4471 B")
    drawn = fixed_value(one)
    assert isinstance(drawn, ValuePart)
    assert drawn.pattern == "PO-#### @"
    assert slot_faults(["a", "a", "B"]) == [
        "'B' is no slot: [a-z][a-z0-9_]*",
        "slot 'a' stands twice",
    ]


TERMS = ModelTerms(prices=(("m/a", Price(input=1, output=10)),), max_cost=1.0)


def entry(tokens: int, model: str = "m/a", entry_id: str = "e1") -> Entry:
    most = Usage(input_tokens=0, output_tokens=tokens)
    return Entry(
        entry_id=entry_id, key="k", case_id="c", stage="write", call="x", model=model, most=most
    )


def test_the_cap_counts_open_calls_at_their_most(tmp_path: Path) -> None:
    terms = TERMS.model_copy(update={"answers": str(tmp_path)})
    purse = Purse(terms)
    purse.begin(entry(60_000))
    with pytest.raises(AuthorError, match=r"0\.6000 are spent.*could cost 0\.5000"):
        purse.begin(entry(50_000, entry_id="e2"))
    purse.end("e1", Usage(input_tokens=100, output_tokens=1000))
    purse.begin(entry(50_000, entry_id="e2"))
    (cost,) = costs(terms)
    assert (cost.calls, cost.uncertain, cost.usd) == (2, 1, 0.5101)


def test_a_journal_cut_by_a_kill_is_read(tmp_path: Path) -> None:
    terms = TERMS.model_copy(update={"answers": str(tmp_path)})
    purse = Purse(terms)
    purse.begin(entry(1000))
    with purse.path.open("a") as file:
        file.write('{"end": "e1", "usa')
    purse.begin(entry(1000, entry_id="e2"))
    assert [one.entry_id for one in purse.entries()] == ["e1", "e2"]


def test_an_unknown_price_is_unknown_and_no_cap_stands_on_it(tmp_path: Path) -> None:
    terms = TERMS.model_copy(update={"answers": str(tmp_path)})
    with pytest.raises(ConfigError, match="--prices"):
        Purse(terms).check("m/b")
    Purse(terms.model_copy(update={"max_cost": None})).begin(entry(10, "m/b"))
    assert [one.usd for one in costs(terms)] == [None]
    assert (total([None, 1.0]), total([0.5, 1.0]), total([])) == (None, 1.5, 0)


@pytest.mark.parametrize(
    ("text", "why"),
    [('{"m": {"input": 1}}', "output"), ('{"m": {"input": -1, "output": 1}}', "below 0"),
     ("x", "JSON")],
)  # fmt: skip
def test_prices_that_are_none_are_refused(tmp_path: Path, text: str, why: str) -> None:
    path = tmp_path / "prices.json"
    path.write_text(text)
    with pytest.raises(ConfigError, match=why):
        read_prices(path)
    path.write_text('{"m": {"input": 1, "output": 2}}')
    assert read_prices(path) == (("m", Price(input=1, output=2)),)


@pytest.mark.parametrize(
    ("name", "is_one"),
    [("openai/gpt-5", True), ("ollama/llama3:8b", True), ("model:a/b", True),
     ("procedural", False), ("replay:some/file.yaml", False), ("handwritten:a/b", False)],
)  # fmt: skip
def test_a_name_with_a_slash_is_a_model(name: str, is_one: bool) -> None:
    assert authors.is_model(name) == is_one


def dossier() -> Dossier:
    extraction = Extraction(
        findings=(), entities=ENTITIES, setting=setting(),
        facts=tuple(f for f in dag().facts if f.kind == "ground"),
    )  # fmt: skip
    return Dossier(world_id="w", record=record(), extraction=extraction, dag=dag())


FACT = dag().facts[0]
SIGNAL = spec(statements=(statement(FACT),))
QUIET = spec(role="noise")
DATED = "June 9, 2018: Ada Weiss was here."


@pytest.mark.parametrize(
    ("planned", "texts", "reason"),
    [
        (SIGNAL, ["K-107 has 140 pumps."], None),
        (SIGNAL, ["K-107 has some."], "no block marked"),
        (SIGNAL, ["y " * 700, "K-107", "x " * 2000, "140 pumps"], "far apart"),
        (SIGNAL, ["K-107 has 140 pumps. K-207 has 240 pumps."], "it may not: K-207 with 240"),
        (SIGNAL, ["K-107: 140 pumps. The pump failed by cause H2. Nobody saw."], "quotes"),
        (QUIET, [DATED], None),
        (QUIET, ["Ada Weiss was here."], "no date"),
        (QUIET, [DATED, "K-107 has 140 pumps."], "states G1"),
        (QUIET, [DATED, "K-507 has 540 pumps."], "states T5"),
        (spec(role="chaff"), ["The impeller, says Weiss."], "impeller"),
    ],
)
def test_a_document_has_its_role_or_is_refused(
    planned: object, texts: list[str], reason: str | None
) -> None:
    blocks: tuple[Block, ...] = tuple(Paragraph(text=text) for text in texts)
    found = faults(dossier(), planned, content_of(planned, blocks))  # type: ignore[arg-type]
    assert (found == []) if reason is None else any(reason in one for one in found), found


def test_blocks_are_marked_by_what_they_say_and_not_by_what_the_model_marks() -> None:
    blocks: tuple[Block, ...] = (
        Heading(text="K-107", fact_ids=("G2",)),
        Message(sender="a", recipients=("b",), sent="x", body=("K-107 has 140 pumps.",)),
        Paragraph(text="140 pumps"),
    )
    marks = [getattr(block, "fact_ids", ()) for block in content_of(SIGNAL, blocks).blocks]
    assert marks == [(), ("G1",), ()]


class Hand:
    """Writes what its table says of a document, and judges by the text."""

    name = "hand"

    def __init__(self, *bad: str) -> None:
        self.bad, self.reasons = set(bad), list[tuple[str, ...]]()

    def plan(self, dossier: Dossier, sizes: object) -> object:
        from builder.schema import DocumentPlan

        again = [spec(f"x{n}", "chaff", path=f"New/{n}.txt") for n in range(3)]
        return DocumentPlan(specs=tuple(again))

    def write(self, dossier: Dossier, planned: object, reasons: tuple[str, ...]) -> object:
        self.reasons.append(reasons)
        if getattr(planned, "path") in self.bad:  # noqa: B009
            raise DocumentRejected(f"cannot, {len(self.reasons)}")
        return content_of(planned, (Paragraph(text="Good."),))  # type: ignore[arg-type]

    def review(self, dossier: Dossier, planned: object, content: object) -> Review:
        return Review(document_id=getattr(planned, "document_id"), grade="pass")  # noqa: B009


@pytest.mark.parametrize("at_once", [1, 4])
def test_a_dropped_document_has_a_substitute_of_its_role(at_once: int) -> None:
    from builder.authors import Sizes
    from builder.schema import DocumentPlan

    specs = [spec(f"d{n}", "chaff", path=f"Old/{n}.txt") for n in range(1, 5)]
    plan, hand = DocumentPlan(specs=tuple(specs)), Hand("Old/2.txt")
    drafts = write(dossier(), plan, hand, hand, Sizes(), at_once)  # type: ignore[arg-type]
    assert [d.content.document_id for d in drafts.drafts] == ["d1", "d2", "d3", "d4"]
    assert isinstance(drafts.drafts[0], Draft)
    (lost,) = drafts.dropped
    assert lost.document_id == "d2"
    assert with_substitutes(plan, drafts).specs[1].path == "New/0.txt"
    told = sorted(len(reasons) for reasons in hand.reasons)
    assert told == [0, 0, 0, 0, 0, 1, 2, 3]


@pytest.mark.parametrize("kind", [answers.Ledger, answers.Alternatives, Written])
def test_the_schema_for_structured_output_says_all_in_one_piece(kind: type[Answer]) -> None:
    flat = json.dumps(flat_schema(kind))
    assert not [word for word in ("$ref", "$defs", "oneOf", "const", "default") if word in flat]
    for name, one in kind.model_fields.items():
        assert f'"{name}"' in flat, one


def test_every_kind_of_block_can_be_asked_for() -> None:
    flat = flat_schema(Written)
    kinds = [
        b["properties"]["kind"]["enum"][0] for b in flat["properties"]["blocks"]["items"]["anyOf"]
    ]
    assert kinds == [
        "heading", "paragraph", "list", "table", "key_values", "message", "signature", "lines",
        "break",
    ]  # fmt: skip

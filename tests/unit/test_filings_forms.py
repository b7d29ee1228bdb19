"""Measures the readers of statements and responses on invented papers in every local form."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

import pytest

from builder.filings.cleaning import RawPage, clean, split_star_pages
from builder.filings.response import read_responses
from builder.filings.statement import read_statement
from builder.schema import AssertedFact, Filing, FilingKind

ENOUGH = 0.97
FACTS_PER_PAPER = 30
_SUBJECTS = (
    "Carver Pump Co.",
    "Ms. Lindqvist",
    "the Weiss warehouse",
    "Dr. Okafor",
    "Halyard Freight, Inc.",
    "Mr. Teague",
    "the night shift",
    "Orrin Vale",
    "Brightwater U.S.A.",
    "the plant manager",
)
_DEEDS = (
    "shipped {n} pumps to Dock No. {k}",
    "signed Amendment No. {k} to the lease",
    "paid ${n},{k}00.00 by wire",
    "called Ms. Ruiz at {k}:15 p.m.",
    "rejected lot {n}-B for a cracked flange",
    "entered ${n}.{k}0 in the ledger",
    "wrote to St. Clair Valve Corp. about the {n} seals",
    "moved {n} crates to Bay {k}",
    "told Lt. Ames that the meter read {n} lbs.",
    "closed work order WO-{n}{k}",
)
_MONTHS = ("January", "May", "August", "Sept.", "Nov.", "June")
_SECOND = (
    "",
    "",
    "",
    "The order was never countersigned.",
    "Nobody at the plant objected.",
    "That account was closed a week later.",
    "The receipt bears two initials.",
)
_ANSWERS = (
    ("Undisputed.", "undisputed"),
    ("Undisputed for purposes of this motion only.", "undisputed"),
    ("Admitted.", "undisputed"),
    ("Agree.", "undisputed"),
    ("Uncontroverted.", "undisputed"),
    ("Plaintiff does not dispute ¶ {n}.", "undisputed"),
    ("Objection: lacks foundation, hearsay. Subject to the objection, undisputed.", "undisputed"),
    (
        "Disputed. Lindqvist testified that the pumps left on May 9. (Lindqvist Dep. 44:2.)",
        "disputed",
    ),
    ("Denied. The ledger shows otherwise. (Ex. 31 at 2.)", "disputed"),
    ("Controverted. (Teague Aff. ¶ 6.)", "disputed"),
    ("Plaintiff disagrees. (Doc. 40-2 at 7.)", "disputed"),
    ("Disputed in part. The crates were opened first. (Ames Dep. 12:8-14.)", "disputed_in_part"),
    ("Admitted in part and denied in part. (Ex. 9 ¶ 2.)", "disputed_in_part"),
    (
        "Undisputed that a shipment left; disputed that it held pumps. (Ex. 14 at 3.)",
        "disputed_in_part",
    ),
    (
        "Undisputed, but incomplete: the second crate came back. (Ruiz Decl. ¶ 5.)",
        "disputed_in_part",
    ),
    ("Objection. Legal conclusion.", "objection"),
    ("Plaintiff lacks knowledge sufficient to admit or deny.", "objection"),
)
_TARGETS = {
    "Lindqvist Dep. 44:2": "Lindqvist Dep.",
    "Ex. 31 at 2": "Ex. 31",
    "Teague Aff. ¶ 6": "Teague Aff.",
    "Doc. 40-2 at 7": "ECF 40-2",
    "Ames Dep. 12:8-14": "Ames Dep.",
    "Ex. 9 ¶ 2": "Ex. 9",
    "Ex. 14 at 3": "Ex. 14",
    "Ruiz Decl. ¶ 5": "Ruiz Decl.",
}


@dataclass
class Truth:
    """One invented fact: its words, what it cites, and how it is answered."""

    number: str
    words: str
    cites: list[tuple[str, str]]
    answer: str = ""
    status: str = "no_response"
    answer_cites: list[str] = field(default_factory=list)

    @property
    def cited(self) -> str:
        return "; ".join(text for text, _ in self.cites)


def invent(seed: str, n: int = FACTS_PER_PAPER) -> list[Truth]:
    rng = Random(seed)
    return [_invent_one(rng, i) for i in range(1, n + 1)]


def _invent_one(rng: Random, i: int) -> Truth:
    n, k = rng.randint(12, 98), rng.randint(1, 9)
    deed = rng.choice(_DEEDS).format(n=n, k=k)
    subject = rng.choice(_SUBJECTS)
    when = f"{rng.choice(_MONTHS)} {rng.randint(1, 28)}, {rng.randint(2014, 2019)}"
    words = f"On {when}, {subject} {deed}, as item {i} of the log shows."
    words = f"{words} {rng.choice(_SECOND)}".strip()
    answer, status = rng.choice(_ANSWERS)
    cites = [target for text, target in _TARGETS.items() if text in answer]
    return Truth(
        str(i),
        words,
        [_cite(rng) for _ in range(rng.choice((1, 1, 2, 3)))],
        answer.format(n=i),
        status,
        cites,
    )


def _cite(rng: Random) -> tuple[str, str]:
    a, b = rng.randint(2, 60), rng.randint(1, 25)
    name = rng.choice(("Lindqvist", "Teague", "Okafor", "Ames"))
    return rng.choice(
        (
            (f"Ex. {a} at {b}", f"Ex. {a}"),
            (f"{name} Dep. {a}:{b}-{b + 4}", f"{name} Dep."),
            (f"DE # {a} at {b}", f"ECF {a}"),
            (f"Doc. {a} ¶ {b}", f"ECF {a}"),
            (f"{name} Decl. ¶ {b}", f"{name} Decl."),
            (f"ECF No. {a}-3 at {b}", f"ECF {a}-3"),
            (f"CARVER-00{a}{b:02d}7-{b + 20}", f"CARVER-00{a}{b:02d}7-{b + 20}"),
            (f"{name} Aff. ¶¶ {b}, {b + 2}", f"{name} Aff."),
            (f"Ex. {chr(64 + b)}", f"Ex. {chr(64 + b)}"),
        )
    )


def wrap(text: str, width: int = 84, indent: str = "") -> list[str]:
    lines, line = list[str](), indent
    for word in text.split(" "):
        if len(line) + len(word) > width and line.strip():
            lines.append(line.rstrip())
            line = ""
        line += word + " "
    return [*lines, line.rstrip()]


def paginate(lines: list[str], per_page: int = 26) -> list[str]:
    return ["\n".join(lines[i : i + per_page]) for i in range(0, len(lines), per_page)]


def _usual(facts: list[Truth]) -> list[str]:
    lines = list[str]()
    for fact in facts:
        space = "  " if int(fact.number) % 2 else " "
        lines += wrap(f"{fact.number}.{space}{fact.words} ({fact.cited}.)")
    return paginate(lines)


def _number_alone(facts: list[Truth]) -> list[str]:
    lines = list[str]()
    for fact in facts:
        lines += [f"{fact.number}.", *wrap(f"{fact.words} ({fact.cited}.)"), ""]
    pages = paginate(lines)
    return [
        f"{page}\nCase 2:21-cv-00071-XYZ Document 31 filed 03/04/19 page {i} of {len(pages)}"
        for i, page in enumerate(pages, 1)
    ]


def _pleading(facts: list[Truth]) -> list[str]:
    lines = list[str]()
    for fact in facts:
        lines += wrap(f"{fact.number}. {fact.words} ({fact.cited}.)", 70, "    ")
    pages = list[str]()
    for i, page in enumerate(paginate(lines, 28), 1):
        body = page.split("\n") + [""] * (28 - len(page.split("\n")))
        numbered = [f"{n:>2} {line}".rstrip() for n, line in enumerate(body, 1)]
        side = list("MARLOWEPIKELLP")
        pages.append(
            "\n".join(
                [
                    *side,
                    *numbered,
                    f"- {i} -",
                    "SEPARATE STATEMENT OF UNCONTROVERTED FACTS",
                    "Case 5:18-cv-00210-AB Document 44-2 Filed 02/11/19 "
                    f"Page {i} of 9 Page ID #:91{i}",
                ]
            )
        )
    return pages


def _bare_citations(facts: list[Truth]) -> list[str]:
    lines = list[str]()
    for fact in facts:
        see = "See " if int(fact.number) % 3 == 0 else ""
        lines += wrap(f"{fact.number}. {fact.words} {see}{fact.cited}.")
    return paginate(lines)


def _footnotes(facts: list[Truth]) -> list[str]:
    pages = list[str]()
    for i in range(0, len(facts), 5):
        body, notes = list[str](), list[str]()
        for fact in facts[i : i + 5]:
            body += wrap(f"{fact.number}. {fact.words}{fact.number}")
            notes += wrap(f"{fact.number} {fact.cited}.")
        pages.append("\n".join([*body, "", *notes]))
    return pages


def _columns_side_by_side(facts: list[Truth]) -> list[str]:
    lines = ["No. Undisputed Fact                      Evidence"]
    for fact in facts:
        left = wrap(f"{fact.number}. {fact.words}", 52)
        right = wrap(f"{fact.cited}.", 34)
        for i in range(max(len(left), len(right))):
            first, second = left[i : i + 1] or [""], right[i : i + 1] or [""]
            lines.append(f"{first[0]:<58}{second[0]}".rstrip())
        lines.append("")
    return paginate(lines)


def _columns_in_turn(facts: list[Truth]) -> list[str]:
    lines = ["Undisputed Material Fact Supporting Evidence Opposing Party's Response"]
    for fact in facts:
        lines += [
            f"{fact.number}.",
            *wrap(fact.words, 40),
            *wrap(f"{fact.cited}.", 30),
            *wrap(fact.answer, 30),
        ]
    return paginate(lines)


def _headings(facts: list[Truth]) -> list[str]:
    lines = ["STATEMENT OF FACTS", "A. The 2015 Agreement"]
    for fact in facts:
        if int(fact.number) % 9 == 0:
            lines += ["B.", "Deliveries to the Weiss Warehouse"]
        if int(fact.number) % 7 == 0:
            lines += ["C. The Second Shipment and What Followed", ""]
        if int(fact.number) % 11 == 0:
            lines += ["D. THE AUDIT"]
        lines += wrap(f"{fact.number}. {fact.words} ({fact.cited}.)")
    return paginate(lines)


def _quoted_clauses(facts: list[Truth]) -> list[str]:
    lines = list[str]()
    for fact in facts:
        if int(fact.number) % 6 == 1:
            head, rest = fact.words.split(", as item", 1)
            fact.words = (
                f"{head}, as item{rest} Section 4 of the lease provides: "
                "1. Rent falls due monthly. 2. Late rent bears interest. "
                "3. Notice must be in writing."
            )
            lines += wrap(f"{fact.number}. {head}, as item{rest} Section 4 of the lease provides:")
            lines += [
                "1. Rent falls due monthly.",
                "2. Late rent bears interest.",
                f"3. Notice must be in writing. ({fact.cited}.)",
            ]
            continue
        lines += wrap(f"{fact.number}. {fact.words} ({fact.cited}.)")
    return paginate(lines)


def _compound_numbers(facts: list[Truth]) -> list[str]:
    names, at = list[str](), 0
    while len(names) < len(facts):
        at += 1
        subs = ("(a)", "(b)", "(c)") if at % 6 == 0 else ("", ".1", ".2") if at % 7 == 0 else ("",)
        names += [f"{at}{sub}" for sub in subs]
    lines = list[str]()
    for fact, name in zip(facts, names, strict=False):
        fact.number = name
        lines += wrap(f"{name}. {fact.words} ({fact.cited}.)")
    return paginate(lines)


def _prefixed(label: str) -> Callable[[list[Truth]], list[str]]:
    def layout(facts: list[Truth]) -> list[str]:
        lines = list[str]()
        for fact in facts:
            lines += wrap(f"{label.format(n=fact.number)} {fact.words} ({fact.cited}.)")
        return paginate(lines)

    return layout


def _roman(facts: list[Truth]) -> list[str]:
    lines = list[str]()
    for fact in facts:
        n, numeral = int(fact.number), ""
        for value, sign in (
            (50, "L"),
            (40, "XL"),
            (10, "X"),
            (9, "IX"),
            (5, "V"),
            (4, "IV"),
            (1, "I"),
        ):
            numeral += sign * (n // value)
            n %= value
        lines += wrap(f"{numeral}. {fact.words} ({fact.cited}.)")
    return paginate(lines)


def _ocr(facts: list[Truth]) -> list[str]:
    lines = ["Local Rule 56.l Statement"]
    for fact in facts:
        text = f"{fact.number}. {fact.words} ({fact.cited}.)"
        text = (
            text.replace("¶¶ ", ",-r,-r ")
            .replace("Doc. ", "Doc. ")
            .replace("¶ ", "1f " if int(fact.number) % 2 else ",-r ")
        )
        fact.words = fact.words.replace("of the log", "ofthe log")
        lines += wrap(text.replace("of the log", "ofthe log"))
    return paginate(lines)


def _joint(facts: list[Truth]) -> list[str]:
    lines = ["JOINT STATEMENT OF FACTS"]
    for fact in facts:
        word, fact.status = (("Agreed", "undisputed"), ("Disputed", "disputed"))[
            int(fact.number) % 3 == 0
        ]
        fact.answer_cites = []
        lines += wrap(f"{fact.number}. [{word}] {fact.words} ({fact.cited}.)")
    return paginate(lines)


def _additional(facts: list[Truth]) -> list[str]:
    lines, half = list[str](), len(facts) // 2
    for i, fact in enumerate(facts):
        if i == half:
            lines += ["PLAINTIFF'S STATEMENT OF ADDITIONAL FACTS"]
        shown = str(i + 1 if i < half else i - half + 1)
        fact.number = shown if i < half else f"additional {shown}"
        lines += wrap(f"{shown}. {fact.words} ({fact.cited}.)")
    return paginate(lines)


def _star_pages(facts: list[Truth]) -> list[str]:
    words = " \n".join(f"{f.number}. {f.words} ({f.cited}.)" for f in facts).split(" ")
    for page, at in enumerate(range(60, len(words), 150), 58):
        words[at] = f"*{page} {words[at]}" if "\n" not in words[at] else words[at]
    return [" ".join(words)]


STATEMENTS: dict[str, Callable[[list[Truth]], list[str]]] = {
    "usual": _usual,
    "number alone, stamped": _number_alone,
    "pleading paper": _pleading,
    "bare citations": _bare_citations,
    "footnotes": _footnotes,
    "columns side by side": _columns_side_by_side,
    "three columns in turn": _columns_in_turn,
    "headings between": _headings,
    "quoted clauses": _quoted_clauses,
    "compound numbers": _compound_numbers,
    "SOF 14.": _prefixed("SOF {n}."),
    "FACT NO. 9": _prefixed("FACT NO. {n}:"),
    "¶ 7": _prefixed("¶ {n}."),
    "No. 3:": _prefixed("No. {n}:"),
    "roman": _roman,
    "ocr": _ocr,
    "joint": _joint,
    "additional facts": _additional,
    "star pages": _star_pages,
}


def _labelled(facts: list[Truth]) -> list[str]:
    lines = ["GENERAL OBJECTIONS", "Plaintiff objects to every heading.", ""]
    for fact in facts:
        lines += [
            *wrap(f"{fact.number}. {fact.words} ({fact.cited}.)"),
            *wrap(f"RESPONSE: {fact.answer}"),
            "",
        ]
    return paginate(lines)


def _numbers_only(facts: list[Truth]) -> list[str]:
    lines = list[str]()
    for fact in facts:
        lines += wrap(f"{fact.number}. {fact.answer}")
    return paginate(lines)


def _restated_unlabelled(facts: list[Truth]) -> list[str]:
    lines = list[str]()
    for fact in facts:
        lines += [*wrap(f"{fact.number}. {fact.words} ({fact.cited}.)"), *wrap(fact.answer)]
    return paginate(lines)


def _with_reply(facts: list[Truth]) -> list[str]:
    lines = list[str]()
    for fact in facts:
        lines += [
            *wrap(f"{fact.number}. {fact.words} ({fact.cited}.)"),
            *wrap(f"Plaintiff's Response: {fact.answer}"),
            *wrap("Reply: The response cites nothing that disputes the fact. Ex. 2 at 4."),
        ]
    return paginate(lines)


def _response_to_number(facts: list[Truth]) -> list[str]:
    lines = list[str]()
    for fact in facts:
        lines += wrap(f"Response to No. {fact.number}: {fact.answer}")
    return paginate(lines)


def _grouped(facts: list[Truth]) -> list[str]:
    lines, i = list[str](), 0
    while i < len(facts):
        if i % 10 == 3 and i + 5 < len(facts):
            for fact in facts[i : i + 6]:
                fact.answer, fact.status, fact.answer_cites = "Undisputed.", "undisputed", []
            lines += [f"¶¶ {i + 1}-{i + 6}: Undisputed."]
            i += 6
            continue
        if i % 10 == 0 and i + 2 < len(facts):
            for fact in facts[i : i + 3]:
                fact.answer, fact.status, fact.answer_cites = "x", "undisputed", []
            lines += [f"Paragraphs {i + 1}, {i + 2} and {i + 3} are admitted."]
            i += 3
            continue
        lines += wrap(f"{facts[i].number}. {facts[i].answer}")
        i += 1
    return paginate(lines)


def _one_for_several(facts: list[Truth]) -> list[str]:
    lines = list[str]()
    for i in range(0, len(facts), 2):
        pair = facts[i : i + 2]
        for fact in pair[:-1]:
            fact.status, fact.answer_cites = pair[-1].status, pair[-1].answer_cites
        lines += [f"{fact.number}." for fact in pair]
        lines += wrap(pair[-1].answer)
    return paginate(lines)


def _stipulated(facts: list[Truth]) -> list[str]:
    pages = _numbers_only(facts)
    for i in (3, 11, 29):
        facts[i].status = "undisputed"
    pages[-1] += "\nThe parties have since stipulated that paragraphs 4, 12 and 30 are undisputed."
    return pages


def _some_unanswered(facts: list[Truth]) -> list[str]:
    lines = list[str]()
    for fact in facts:
        if int(fact.number) % 8 == 0:
            fact.status, fact.answer_cites = "no_response", []
            continue
        lines += wrap(f"{fact.number}. {fact.answer}")
    return paginate(lines)


RESPONSES: dict[str, Callable[[list[Truth]], list[str]]] = {
    "RESPONSE: below the fact": _labelled,
    "numbers only": _numbers_only,
    "restated, no label": _restated_unlabelled,
    "with a reply": _with_reply,
    "Response to No. 4:": _response_to_number,
    "grouped": _grouped,
    "one for several": _one_for_several,
    "later stipulation": _stipulated,
    "some unanswered": _some_unanswered,
}


def _filing(pages: list[str], kind: FilingKind) -> Filing:
    raw = (
        split_star_pages(pages[0])
        if len(pages) == 1
        else [RawPage(number=i, text=page) for i, page in enumerate(pages, 1)]
    )
    return Filing(filing_id="paper", kind=kind, title="paper", pages=clean(raw))


def _letters(text: str) -> str:
    return "".join(c for c in text.lower() if c.isalnum())


def _share(found: list[tuple[str, str]], wanted: list[tuple[str, str]]) -> tuple[float, float]:
    """Precision and recall of pairs, each counted as often as it stands there."""
    if not found and not wanted:
        return 1.0, 1.0
    left = list(wanted)
    hits = 0
    for pair in found:
        if pair in left:
            left.remove(pair)
            hits += 1
    return hits / max(len(found), 1), hits / max(len(wanted), 1)


def _facts_share(found: tuple[AssertedFact, ...], truth: list[Truth]) -> tuple[float, float]:
    return _share(
        [(f.number, _letters(f.text)) for f in found],
        [(t.number, _letters(t.words)) for t in truth],
    )


def _cites(found: tuple[AssertedFact, ...]) -> list[tuple[str, str]]:
    return [(f.number, c.target or "") for f in found for c in f.citations]


@pytest.mark.parametrize("layout", STATEMENTS)
def test_statement_layout_is_read(layout: str) -> None:
    truth = invent(f"statement {layout}")
    found = read_statement(_filing(STATEMENTS[layout](truth), "statement_of_facts"))
    assert min(_facts_share(found, truth)) >= ENOUGH
    wanted = [(t.number, target) for t in truth for _, target in t.cites]
    assert min(_share(_cites(found), wanted)) >= ENOUGH
    if layout in ("joint", "three columns in turn"):
        shares = _share(
            [(f.number, f.response) for f in found], [(t.number, t.status) for t in truth]
        )
        assert min(shares) >= ENOUGH


@pytest.mark.parametrize("layout", RESPONSES)
def test_response_layout_is_read(layout: str) -> None:
    truth = invent(f"response {layout}")
    facts = {t.number: t.words for t in truth}
    answers = read_responses(_filing(RESPONSES[layout](truth), "response_to_statement"), facts)
    wanted = [(t.number, t.status) for t in truth if t.status != "no_response"]
    assert min(_share([(n, a.status) for n, a in answers.items()], wanted)) >= ENOUGH
    cited = [(n, c.target or "") for n, a in answers.items() for c in a.citations]
    assert min(_share(cited, [(t.number, c) for t in truth for c in t.answer_cites])) >= ENOUGH

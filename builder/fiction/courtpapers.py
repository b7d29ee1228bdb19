"""The court papers of a play: opinion, statement of facts, response, exhibit list, by local form.

In: a play and its court case. Out: papers as pages of blocks, or PDF files in a folder. The same
content everywhere: only numbering, citing and layout follow the court's local rules.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time
from pathlib import Path
from random import Random
from typing import Literal

from builder.fiction.docket import Asserted, Cite, CourtCase
from builder.fiction.screen import block_text
from builder.fiction.staging import Play
from builder.formats import format_module
from builder.schema import (
    Block,
    Break,
    DocumentContent,
    FileProperties,
    FilingKind,
    Heading,
    Lines,
    Paragraph,
    Side,
    Signature,
    Table,
)

LocalForm = Literal["numbered", "table", "bare", "pleading"]
LOCAL_FORMS: tuple[LocalForm, ...] = ("numbered", "table", "bare", "pleading")
FACTS_PER_PAGE = 12
PLEADING_LINES, PLEADING_CHARS, LINE_CHARS = 28, 66, 84
COURT_LOOK = 1  # black serifs, centred titles, a bare page number
_TITLES: dict[LocalForm, tuple[str, str]] = {
    "numbered": (
        "{who}'S LOCAL RULE 56.1 STATEMENT OF UNDISPUTED MATERIAL FACTS",
        "{who}'S RESPONSE TO LOCAL RULE 56.1 STATEMENT OF UNDISPUTED MATERIAL FACTS",
    ),
    "table": (
        "{who}'S SEPARATE STATEMENT OF UNCONTROVERTED FACTS",
        "{who}'S RESPONSE TO SEPARATE STATEMENT OF UNCONTROVERTED FACTS",
    ),
    "bare": (
        "{who}'S STATEMENT OF UNCONTESTED MATERIAL FACTS",
        "{who}'S RESPONSE TO STATEMENT OF UNCONTESTED MATERIAL FACTS",
    ),
    "pleading": (
        "{who}'S STATEMENT OF UNDISPUTED FACTS",
        "{who}'S RESPONSE TO STATEMENT OF UNDISPUTED FACTS",
    ),
}
_SHORT: dict[LocalForm, str] = {
    "numbered": "56.1",
    "table": "SUF",
    "bare": "SOF",
    "pleading": "SUF",
}
_LEADS = (
    "On the first question the record permits one answer.",
    "The second question turns on papers made at the time.",
    "The next question is settled by what the record shows.",
    "No reasonable trier could find otherwise on what follows.",
    "The same holds for what the parties call the central issue.",
    "Nor is there a genuine dispute about the remaining point.",
)


@dataclass(frozen=True)
class CourtPaper:
    """A court paper, laid out: `pages` of blocks."""

    paper_id: str
    kind: FilingKind
    title: str
    entry: str
    filed: date
    side: Side | None
    pages: tuple[tuple[Block, ...], ...]

    @property
    def texts(self) -> tuple[str, ...]:
        """The words of each page."""
        return tuple("\n".join(block_text(block) for block in page) for page in self.pages)


def local_form(play: Play) -> LocalForm:
    """The local rules under which a play is heard."""
    return LOCAL_FORMS[play.seed % len(LOCAL_FORMS)]


def court_papers(
    play: Play, case: CourtCase, form: LocalForm | None = None
) -> tuple[CourtPaper, ...]:
    """The papers of a case, in the form of its court or in another."""
    form = form or local_form(play)
    entry = int(case.motions[0].entry or "40")
    movant, opponent = case.movant.upper(), case.opponent.upper()
    titles = [
        title.format(who=who) for title, who in zip(_TITLES[form], (movant, opponent), strict=True)
    ]

    def paper(
        number: int,
        kind: FilingKind,
        title: str,
        side: Side | None,
        filed: date,
        body: Sequence[Sequence[Block]],
    ) -> CourtPaper:
        return CourtPaper(
            kind.replace("_", "-"),
            kind,
            title,
            str(entry + number),
            filed,
            side,
            _paged(_head(case, title), body),
        )

    return (
        paper(30, "opinion", "OPINION AND ORDER", None, case.decided, _opinion(case, form)),
        paper(1, "statement_of_facts", titles[0], case.movant, case.moved, _statement(case, form)),
        paper(
            7, "response_to_statement", titles[1], case.opponent, case.moved, _response(case, form)
        ),
        paper(
            2,
            "exhibit_list",
            f"{movant}'S LIST OF EXHIBITS",
            case.movant,
            case.moved,
            [_exhibit_list(case)],
        ),
    )


def write_papers(
    play: Play, case: CourtCase, folder: Path, form: LocalForm | None = None
) -> tuple[Path, ...]:
    """Render the papers to PDF under `folder`; the same play and form give the same bytes."""
    folder.mkdir(parents=True, exist_ok=True)
    written: list[Path] = []
    form = form or local_form(play)
    for paper in court_papers(play, case, form):
        numbered = form == "pleading" and paper.side is not None
        pages = _pleading(paper) if numbered else paper.pages
        content = DocumentContent(
            document_id=paper.paper_id, title=paper.title, blocks=tuple(map(_tied, _flat(pages)))
        )
        properties = FileProperties(
            title=paper.title,
            author="Clerk of Court" if paper.side is None else "Counsel",
            company=case.caption.court,
            created=datetime.combine(paper.filed, time(10, 30)),
            look=COURT_LOOK,
        )
        path = folder / f"{paper.entry} {paper.paper_id}.pdf"
        path.write_bytes(format_module("pdf").render(content, properties).data)
        written.append(path)
    return tuple(written)


def _pleading(paper: CourtPaper) -> list[list[Block]]:
    """A paper on pleading paper: every line numbered 1 to 28, page by page."""
    lines = [line for text in paper.texts for line in _wrapped(text, PLEADING_CHARS)]
    chunks = [lines[i : i + PLEADING_LINES] for i in range(0, len(lines), PLEADING_LINES)]
    return [
        [Lines(lines=tuple(f"{n:>2}  {line}" for n, line in enumerate(chunk, start=1)))]
        for chunk in chunks
    ]


def _tied(block: Block) -> Block:
    if isinstance(block, Paragraph):
        return block.model_copy(update={"text": "\n".join(_wrapped(block.text, LINE_CHARS))})
    return block


def _wrapped(text: str, width: int) -> list[str]:
    """Lines of a text; a number stays with its exhibit or page, as careful clerks set it."""
    tied = re.sub(r"(Ex\.| at|¶|No\.) (?=\d)", "\\1\u00a0", text)
    return [
        line.replace("\u00a0", " ")
        for part in tied.split("\n")
        for line in (textwrap.wrap(part, width, break_on_hyphens=False) or [""])
    ]


def _flat(pages: Sequence[Sequence[Block]]) -> tuple[Block, ...]:
    blocks: list[Block] = []
    for number, page in enumerate(pages):
        blocks += [Break(unit="page"), *page] if number else list(page)
    return tuple(blocks)


def _paged(head: Sequence[Block], body: Sequence[Sequence[Block]]) -> tuple[tuple[Block, ...], ...]:
    pages = [tuple(page) for page in body if page]
    return ((*head, *pages[0]), *pages[1:])


def _head(case: CourtCase, title: str) -> list[Block]:
    caption = case.caption
    return [
        Paragraph(text=caption.court.upper(), style="center"),
        Paragraph(
            text="\n".join(
                (
                    f"{' and '.join(caption.plaintiffs)},",
                    "          Plaintiff,",
                    "     v.",
                    f"{' and '.join(caption.defendants)},",
                    "          Defendant.",
                )
            )
        ),
        Paragraph(text=f"Case No. {caption.docket_number}"),
        Heading(text=title),
    ]


def _cited(cites: Sequence[Cite], form: LocalForm) -> str:
    joined = "; ".join(cite.text for cite in cites)
    if not joined:
        return ""
    return f"{joined}." if form == "bare" else f"({joined}.)"


def _chunks(facts: Sequence[Asserted], size: int) -> Iterator[Sequence[Asserted]]:
    for start in range(0, len(facts), size):
        yield facts[start : start + size]


def _statement(case: CourtCase, form: LocalForm) -> list[list[Block]]:
    pages: list[list[Block]] = []
    for chunk in _chunks(case.asserted, FACTS_PER_PAGE):
        if form == "table":
            rows = tuple(
                (f"{f.number}.", f.text, "; ".join(c.text for c in f.cites) + ".") for f in chunk
            )
            header = ("No.", "Uncontroverted Fact", "Supporting Evidence") if not pages else ()
            pages.append([Table(header=header, rows=rows)])
            continue
        pages.append(
            [Paragraph(text=f"{f.number}. {f.text} {_cited(f.cites, form)}".strip()) for f in chunk]
        )
    opening = (
        f"{case.movant.capitalize()} submits the following statement in support of the "
        "motion for summary judgment."
    )
    pages[0].insert(0, Paragraph(text=opening))
    pages[-1] += _signed(case.movant)
    return pages


def _response(case: CourtCase, form: LocalForm) -> list[list[Block]]:
    pages: list[list[Block]] = []
    for chunk in _chunks(case.asserted, FACTS_PER_PAGE - 3):
        if form == "table":
            rows = tuple((f"{f.number}.", f.text, _answer(f, form)) for f in chunk)
            header = ("No.", "Uncontroverted Fact", "Response and Evidence") if not pages else ()
            pages.append([Table(header=header, rows=rows)])
            continue
        page: list[Block] = []
        for f in chunk:
            if form == "bare":
                page.append(Paragraph(text=f"{f.number}. {_answer(f, form)}"))
            else:
                page += [
                    Paragraph(text=f"{f.number}. {f.text} {_cited(f.cites, form)}".strip()),
                    Paragraph(text=f"RESPONSE: {_answer(f, form)}"),
                ]
        pages.append(page)
    opening = f"{case.opponent.capitalize()} responds to the statement of facts as follows."
    pages[0].insert(0, Paragraph(text=opening))
    pages[-1] += _signed(case.opponent)
    return pages


def _answer(fact: Asserted, form: LocalForm) -> str:
    return f"{fact.answer} {_cited(fact.answer_cites, form)}".strip()


def _signed(side: Side) -> list[Block]:
    return [Signature(closing="Respectfully submitted,", name=f"Counsel for {side.capitalize()}")]


def _opinion(case: CourtCase, form: LocalForm) -> list[list[Block]]:
    """Background with a finding for each fact, reasons, disposition."""
    whose = "Pl.'s" if case.movant == "plaintiff" else "Def.'s"
    statement = _SHORT[form]
    movant, opponent = case.movant, case.opponent
    first = (
        f"Before the court are {movant}'s motion for summary judgment (ECF No. "
        f"{case.motions[0].entry}) and {opponent}'s cross-motion for summary judgment (ECF "
        f"No. {case.motions[1].entry}). For the reasons below, {movant}'s motion is GRANTED "
        f"and {opponent}'s cross-motion is DENIED."
    )
    pages: list[list[Block]] = [[Paragraph(text=first), Heading(text="I. BACKGROUND", level=2)]]
    rng = Random(f"{case.caption.docket_number}/opinion")
    for number, chunk in enumerate(_chunks(case.asserted, FACTS_PER_PAGE)):
        page = pages[-1] if number == 0 else []
        for start in range(0, len(chunk), 3):
            sentences = [
                f"{f.text} ({'; '.join((f'{whose} {statement} ¶ {f.number}', *_texts(f.cites)))}.)"
                for f in chunk[start : start + 3]
            ]
            page.append(Paragraph(text=" ".join(sentences)))
        if number:
            pages.append(page)
    pages.append([Heading(text="II. DISCUSSION", level=2), *_reasons(case, rng)])
    pages.append(
        [
            Heading(text="III. CONCLUSION", level=2),
            Paragraph(
                text=f"{movant.capitalize()}'s motion for summary judgment (ECF No. "
                f"{case.motions[0].entry}) is GRANTED. {opponent.capitalize()}'s cross-motion "
                f"for summary judgment (ECF No. {case.motions[1].entry}) is DENIED. Judgment "
                "shall enter accordingly."
            ),
            Paragraph(
                text=f"SO ORDERED this {case.decided:%B} {case.decided.day}, {case.decided.year}."
            ),
            Signature(name=case.judge, lines=("United States District Judge",)),
        ]
    )
    return pages


def _texts(cites: Sequence[Cite]) -> list[str]:
    return [cite.text for cite in cites]


def _reasons(case: CourtCase, rng: Random) -> Iterator[Block]:
    for number, (_, joins) in enumerate(case.reasons):
        order = rng.sample(joins, len(joins))
        yield Paragraph(text=" ".join((_LEADS[number % len(_LEADS)], *order)))
    yield Paragraph(text=f"The court therefore adopts this account. {case.account}")


def _exhibit_list(case: CourtCase) -> list[Block]:
    rows = tuple((f"Ex. {number}", title) for number, title in case.exhibits)
    return [Table(header=("Exhibit", "Description"), rows=rows)]

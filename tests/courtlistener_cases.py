"""Invented dockets for the loopback CourtListener: one that has everything, and others that lack
something each. The papers of the whole one are a fictional case's own."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.courtlistener_server import Archive, Docket, paper, pdf
from tests.recorded_answers import written_papers

WHOLE, NO_RESPONSE, MINUTE, PATENT = 7001, 7002, 7003, 7004
ORDER = "OPINION AND ORDER granting  30  Motion for Summary Judgment. Signed by Judge A. Pell."


def archive(page_size: int = 4) -> Archive:
    """An archive of four dockets, whose storage holds the files of the whole one."""
    found = Archive(page_size=page_size)
    for docket in (whole_docket(), no_response(), minute_order(), patent()):
        found.add(docket)
    written = _fictional_papers()
    by_entry = {
        "67.0": written["opinion"],
        "30.1": written["statement-of-facts"],
        "39.0": written["response-to-statement"],
        "30.0": pdf("MOTION FOR SUMMARY JUDGMENT\nThe movant asks for judgment."),
        "30.2": pdf("EXHIBIT A\nTimesheet of the desk for the week of June 19, 2018."),
        "30.2_2": pdf("EXHIBIT A\nTimesheet of the desk for the week of June 19, 2018."),
        "30.3": pdf("EXHIBIT B\nMemo on the rota of the loading bay, July 2, 2018."),
        "30.5": pdf("EXHIBIT A\nTimesheet of the desk for the week of June 19, 2018."),
        "1.0": pdf("COMPLAINT\nThe plaintiff complains of the dismissal."),
    }
    for end, content in by_entry.items():
        found.files[f"recap/gov.uscourts.oraa.{WHOLE}/gov.uscourts.oraa.{WHOLE}.{end}.pdf"] = (
            content
        )
    return found


@cache
def _fictional_papers() -> dict[str, bytes]:
    with TemporaryDirectory() as folder:
        _, written = written_papers(Path(folder))
        return {path.stem.split(" ", 1)[1]: path.read_bytes() for path in written.iterdir()}


def whole_docket() -> Docket:
    """Everything that a world needs, and every trap: void, twice, sealed, missing, later."""
    case = Docket(WHOLE, "Abara v. Wexley Freight", "innd", "442 Civil Rights: Jobs")
    motion = (
        "MOTION for Summary Judgment by Wexley Freight. (Attachments: # 1 Statement of Undisputed"
        " Material Facts, # 2 Exhibit A, # 3 Exhibit B)"
    )
    case.papers = [
        paper(WHOLE, 1, "COMPLAINT against Wexley Freight", "Complaint", filed="2019-03-01"),
        paper(WHOLE, None, "Minute entry: conference held", filed="2019-06-01"),
        paper(WHOLE, 29, "FILING ERROR - WRONG EVENT TYPE - MOTION for Summary Judgment."),
        paper(WHOLE, 30, motion, "Summary Judgment"),
        paper(WHOLE, 30, motion, "Statement of Undisputed Material Facts", attachment=1),
        paper(WHOLE, 30, motion, "Exhibit A", attachment=2),
        paper(WHOLE, 30, motion, "Exhibit A", attachment=2, copy="_2"),
        paper(WHOLE, 30, motion, "Exhibit B", attachment=3),
        paper(WHOLE, 30, motion, "Exhibit C", attachment=4),
        paper(WHOLE, 30, motion, "Exhibit A again", attachment=5),
        paper(WHOLE, 31, "SEALED EXHIBIT D re 30 MOTION for Summary Judgment"),
        paper(
            WHOLE,
            39,
            "RESPONSE to Statement of Undisputed Material Facts re 30 MOTION for Summary Judgment",
        ),
        paper(WHOLE, 40, "REPLY in support of 30 MOTION for Summary Judgment", available=False),
        paper(WHOLE, 67, ORDER, "Opinion and Order", pages=14, filed="2021-02-01"),
        paper(WHOLE, 68, "Clerks Judgment", pages=1, filed="2021-02-02"),
    ]
    return case


def no_response() -> Docket:
    """An order, a motion and a statement; the response is not available."""
    case = Docket(NO_RESPONSE, "Weiss v. Carver", "nysd", "Contract: Other")
    case.papers = [
        paper(NO_RESPONSE, 30, "MOTION for Summary Judgment"),
        paper(NO_RESPONSE, 31, "RULE 56.1 STATEMENT re 30 MOTION for Summary Judgment"),
        paper(NO_RESPONSE, 32, "DECLARATION of P. Lind re 30 MOTION for Summary Judgment"),
        paper(NO_RESPONSE, 35, "RESPONSE re 31 Rule 56.1 Statement", available=False),
        paper(NO_RESPONSE, 60, ORDER, "Opinion and Order", pages=20, filed="2021-03-01"),
    ]
    return case


def minute_order() -> Docket:
    """Decided in an order of two pages."""
    case = Docket(MINUTE, "Pell v. Orrin", "flsd", "Civil Rights: Other")
    case.papers = [
        paper(MINUTE, 30, "MOTION for Summary Judgment"),
        paper(
            MINUTE,
            41,
            "ORDER denying  30  Motion for Summary Judgment",
            "Order on Motion for Summary Judgment",
            pages=2,
        ),
    ]
    return case


def patent() -> Docket:
    """Another case type."""
    case = Docket(PATENT, "Grit v. Coat", "cacd", "830 Patent")
    case.papers = [paper(PATENT, 90, ORDER, "Opinion and Order", pages=30)]
    return case

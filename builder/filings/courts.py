"""Federal trial courts: their states, districts and circuits.

In: a court's id (`innd`) or its name as captions print it. Out: a `Court`, or None for what is no
federal trial court. The list of courts is courts-db's; which states make a circuit is ours. No side
effects.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Literal

from courts_db import courts as _courts_db

from builder.schema import Record

_STATES: dict[str, tuple[str, ...]] = {
    "1": ("Maine", "Massachusetts", "New Hampshire", "Puerto Rico", "Rhode Island"),
    "2": ("Connecticut", "New York", "Vermont"),
    "3": ("Delaware", "New Jersey", "Pennsylvania", "Virgin Islands"),
    "4": ("Maryland", "North Carolina", "South Carolina", "Virginia", "West Virginia"),
    "5": ("Louisiana", "Mississippi", "Texas"),
    "6": ("Kentucky", "Michigan", "Ohio", "Tennessee"),
    "7": ("Illinois", "Indiana", "Wisconsin"),
    "8": (
        "Arkansas",
        "Iowa",
        "Minnesota",
        "Missouri",
        "Nebraska",
        "North Dakota",
        "South Dakota",
    ),
    "9": (
        "Alaska",
        "Arizona",
        "California",
        "Guam",
        "Hawaii",
        "Idaho",
        "Montana",
        "Nevada",
        "Northern Mariana Islands",
        "Oregon",
        "Washington",
    ),
    "10": ("Colorado", "Kansas", "New Mexico", "Oklahoma", "Utah", "Wyoming"),
    "11": ("Alabama", "Florida", "Georgia"),
    "D.C.": ("District of Columbia",),
}
_CIRCUITS = {state: circuit for circuit, states in _STATES.items() for state in states}
_DISTRICTS = {
    "N.D.": "Northern District",
    "S.D.": "Southern District",
    "E.D.": "Eastern District",
    "W.D.": "Western District",
    "M.D.": "Middle District",
    "C.D.": "Central District",
}
_NAMED = re.compile(
    r"(?:(?P<part>northern|southern|eastern|western|middle|central) )?district of (?:the )?"
    r"(?P<state>[a-z. ]+)|(?P<abbreviated>[nsewmc]\. ?d\.) (?P<short>[a-z. ]+)",
    re.I,
)
_FEDERAL_CLAIMS = "uscfc"
_PARTED = frozenset({"ncd", "okd", "wvad"})  # courts-db gives no end of these undivided districts

CourtKind = Literal["district", "bankruptcy", "claims"]


class Court(Record):
    """A federal trial court. `circuit` is `1` to `11`, `D.C.` or `Federal`."""

    court_id: str
    name: str
    citation: str
    kind: CourtKind
    state: str
    district: str
    circuit: str


@cache
def federal_courts() -> dict[str, Court]:
    """Every federal trial court that has an id in CourtListener's manner, by id."""
    found = (_court(row) for row in _courts_db if row.get("system") == "federal")
    return {court.court_id: court for court in found if court}


def court_of(court_id: str) -> Court | None:
    """A court by id, or None."""
    return federal_courts().get(court_id)


def court_named(caption: str) -> Court | None:
    """The court that a caption names: `United States District Court for the Northern District of
    Indiana`, `N.D. Ind.`; None when it names no federal trial court or one that cannot be told."""
    words = " ".join(caption.split())
    if re.search(r"court of federal claims|^fed\. ?cl\.$", words, re.I):
        return court_of(_FEDERAL_CLAIMS)
    kind = "bankruptcy" if re.search(r"bankruptcy|bankr\.", words, re.I) else "district"
    kept = [court for court in federal_courts().values() if court.kind == kind]
    by_citation = {court.citation.casefold(): court for court in kept}
    if court := by_citation.get(words.casefold()):
        return court
    for found in _NAMED.finditer(words):
        if found["state"] is None:
            continue
        part = f"{found['part'].title()} District" if found["part"] else "District"
        for court in kept:
            state = court.state.casefold()
            if court.district == part and _starts(found["state"].casefold(), state):
                return court
        if "columbia" in found["state"].casefold():
            return next((court for court in kept if court.state == "District of Columbia"), None)
    return None


def _starts(words: str, state: str) -> bool:
    """Whether words name a state and not one whose name begins alike (Virginia, West Virginia)."""
    return re.match(rf"{re.escape(state)}\b", words.strip()) is not None


def _court(row: dict[str, object]) -> Court | None:
    court_id, name, citation = str(row["id"]), str(row["name"]), str(row["citation_string"])
    kind = _kind(court_id, name, citation)
    dates = row.get("dates")
    last = dates[-1] if isinstance(dates, list) and dates else {}
    if kind is None or court_id in _PARTED or (isinstance(last, dict) and last.get("end")):
        return None
    state = _state(str(row.get("location") or ""))
    if kind == "claims":
        return Court(
            court_id=court_id,
            name=name,
            citation=citation,
            kind=kind,
            state="nationwide",
            district="",
            circuit="Federal",
        )
    if state not in _CIRCUITS:
        return None
    prefix = re.match(r"(?:Bankr\. )?([NSEWMC]\. ?D\.)", citation)
    district = _DISTRICTS[prefix[1].replace(" ", "")] if prefix else "District"
    return Court(
        court_id=court_id,
        name=_full_name(kind, district, state),
        citation=citation,
        kind=kind,
        state=state,
        district=district,
        circuit=_CIRCUITS[state],
    )


def _full_name(kind: CourtKind, district: str, state: str) -> str:
    """A court's name as captions print it; courts-db has it in many ways."""
    place = state if state.startswith("District") else f"{district} of {state}"
    return f"United States {kind.capitalize()} Court for the {place}"


def _kind(court_id: str, name: str, citation: str) -> CourtKind | None:
    """The kind of a trial court; `type` of courts-db calls some of them appellate."""
    if court_id == _FEDERAL_CLAIMS:
        return "claims"
    if citation.startswith("Bankr.") or re.search(r"bankruptcy court", name, re.I):
        return "bankruptcy"
    if re.match(r"(?:united states )?district court\b", name, re.I):
        return "district"
    return None


def _state(location: str) -> str:
    return (
        "District of Columbia" if location in ("Washington D.C.", "Washington, D.C.") else location
    )

"""The court's side of a play: caption, motions, asserted facts with answers, what was found.

In: a play. Out: a `CourtCase`, the content that record and court papers share. A pure function of
the play.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from random import Random

from builder.fiction.cast import names_bank
from builder.fiction.staging import Play
from builder.fiction.values import workday
from builder.schema import Caption, Fact, Motion, ResponseStatus, Side

OPINION_DAYS = (640, 900)  # after the window
_DISTRICTS = {
    "N S": "Illinois Indiana Iowa Mississippi Ohio",
    "E W": "Arkansas Kentucky Louisiana Michigan Missouri Tennessee Virginia Washington Wisconsin",
    "N S E W": "Texas New-York",
    "N S M": "Alabama Florida Georgia",
    "E M W": "Pennsylvania",
    "E N S C": "California",
    "N E W": "Oklahoma",
    "E M": "North-Carolina",
    "N": "West-Virginia",
}
_WORDS = {
    "N": "Northern",
    "S": "Southern",
    "E": "Eastern",
    "W": "Western",
    "M": "Middle",
    "C": "Central",
}
_UNDISPUTED = (
    "Undisputed.",
    "Undisputed.",
    "Admitted.",
    "Undisputed for purposes of this motion only.",
    "Uncontroverted.",
)
_PARTLY = (
    "Disputed in part. Undisputed that the document so states; disputed that it is complete.",
    "Undisputed, but incomplete: the document must be read as a whole.",
    "Admitted in part and denied in part. The date is admitted; the rest is denied.",
)
_DENIED = (
    "Disputed. The witness did not recall it.",
    "Denied.",
    "Disputed. The cited pages do not support the statement.",
)
_OBJECTIONS = (
    "Objection: lacks foundation, hearsay.",
    "Objection. Legal conclusion.",
    "Objection: the statement is not material.",
)
_STATUSES: tuple[ResponseStatus, ...] = ("undisputed", "disputed_in_part", "disputed", "objection")


@dataclass(frozen=True)
class Cite:
    """A citation to an exhibit or a transcript: where it points, and the place in it."""

    target: str
    pinpoint: str

    @property
    def text(self) -> str:
        """The citation as written."""
        return f"{self.target} {'at ' if self.target.startswith('Ex.') else ''}{self.pinpoint}"


@dataclass(frozen=True)
class Asserted:
    """A numbered fact of the movant's statement, and the answer to it."""

    number: int
    text: str
    cites: tuple[Cite, ...]
    status: ResponseStatus
    answer: str
    answer_cites: tuple[Cite, ...]
    objection: str
    fact_id: str


@dataclass(frozen=True)
class CourtCase:
    """Everything the papers of a case say."""

    caption: Caption
    movant: Side
    asserted: tuple[Asserted, ...]
    reasons: tuple[tuple[str, tuple[str, ...]], ...]
    account: str
    motions: tuple[Motion, ...]
    exhibits: tuple[tuple[str, str], ...]
    moved: date
    decided: date
    judge: str

    @property
    def opponent(self) -> Side:
        """Who answers the motion."""
        return "defendant" if self.movant == "plaintiff" else "plaintiff"


def court_name(place: str, rng: Random) -> str:
    """The full name of a court for a place: a state, or a district as it is."""
    if "District" in place or "Court" in place:
        return place if "Court" in place else f"United States District Court for the {place}"
    for letters, states in _DISTRICTS.items():
        if place.replace(" ", "-") in states.split():
            part = _WORDS[rng.choice(letters.split())]
            return f"United States District Court for the {part} District of {place}"
    return f"United States District Court for the District of {place}"


def caption_of(play: Play) -> Caption:
    """The caption of a play; its docket number is of no real series."""
    rng = Random(f"{play.key}/caption")
    year = play.setting.window.end.year % 100
    return Caption(
        court=court_name(play.court, rng),
        plaintiffs=tuple(e.name for e in play.of_role("plaintiff")),
        defendants=tuple(e.name for e in play.of_role("defendant")),
        docket_number=f"{rng.randint(1, 5)}:{year:02d}-cv-{rng.randint(90000, 99999)}",
    )


def caption_lines(caption: Caption) -> tuple[str, ...]:
    """The lines over a court paper."""
    versus = f"{' and '.join(caption.plaintiffs)} v. {' and '.join(caption.defendants)}"
    return (caption.court, versus, f"No. {caption.docket_number}")


def court_case(play: Play) -> CourtCase:
    """The case of a play: the side whose account is adopted moved for judgment, and got it."""
    rng = Random(f"{play.key}/docket")
    movant: Side = play.dag.adopted.side or "plaintiff"
    opponent: Side = "defendant" if movant == "plaintiff" else "plaintiff"
    end = play.setting.window.end
    facts = sorted(play.facts, key=lambda f: (f.when or end, f.fact_id))
    asserted = tuple(_asserted(play, n, fact, rng) for n, fact in enumerate(facts, start=1))
    inferences = {i.inference_id: i for i in play.dag.inferences}
    links = [
        i
        for i in play.dag.inferences
        if i.premises[0] in inferences and inferences[i.premises[0]].premises[0] not in inferences
    ]
    first = rng.randint(31, 60)
    return CourtCase(
        caption=caption_of(play),
        movant=movant,
        asserted=asserted,
        reasons=tuple(
            (link.text, tuple(inferences[p].text for p in link.premises)) for link in links
        ),
        account=play.dag.adopted.statement,
        motions=(
            Motion(movant=_parties(play, movant), disposition="granted", entry=str(first)),
            Motion(
                movant=_parties(play, opponent),
                disposition="denied",
                entry=str(first + rng.randint(2, 6)),
            ),
        ),
        exhibits=tuple(
            (e.number, _exhibit_title(play, e.number, rng)) for e in play.setting.exhibits
        ),
        moved=workday(end + timedelta(days=OPINION_DAYS[0] - rng.randint(100, 200))),
        decided=workday(end + timedelta(days=rng.randint(*OPINION_DAYS))),
        judge=_judge(play, rng),
    )


def _judge(play: Play, rng: Random) -> str:
    """A name that nobody in the case bears."""
    taken = {word for entity in play.entities for word in entity.name.split()}
    origins = names_bank()["people"].values()
    given = sorted(pair.partition(":")[0] for origin in origins for pair in origin["f"].split())
    family = sorted(name for origin in origins for name in origin["family"].split())
    first, last = (rng.choice([n for n in names if n not in taken]) for names in (given, family))
    return f"{first} {rng.choice('ABCDEHJLMRST')}. {last}"


def _parties(play: Play, side: Side) -> str:
    return " and ".join(entity.name for entity in play.of_role(side))


def _exhibit_title(play: Play, number: str, rng: Random) -> str:
    exhibit = next(e for e in play.setting.exhibits if e.number == number)
    title = exhibit.title or exhibit.genre.replace("_", " ").capitalize() or "Document"
    bates = f"{rng.randint(120, 9800):06d}"
    return f"{title} (PROD-{bates})"


def _cites(play: Play, fact: Fact, rng: Random) -> tuple[Cite, ...]:
    cites = [
        Cite(f"Ex. {e.number}", str(rng.randint(1, 9)))
        for e in play.setting.exhibits
        if fact.fact_id in e.fact_ids
    ]
    speakers = [e for e in play.entities if e.kind == "person" and e.in_dispute]
    if rng.random() < 0.5:
        cites.append(_transcript(rng.choice(speakers).name, rng))
    return tuple(cites)


def _transcript(name: str, rng: Random) -> Cite:
    line = rng.randint(1, 14)
    return Cite(
        f"{name.split()[-1]} Dep.", f"{rng.randint(12, 180)}:{line}-{line + rng.randint(2, 9)}"
    )


def _asserted(play: Play, number: int, fact: Fact, rng: Random) -> Asserted:
    status = rng.choices(_STATUSES, (70, 12, 8, 10))[0]
    words = {
        "undisputed": _UNDISPUTED,
        "disputed_in_part": _PARTLY,
        "disputed": _DENIED,
        "objection": _OBJECTIONS,
    }[status]
    answer = rng.choice(words)
    speakers = [e for e in play.entities if e.kind == "person" and e.in_dispute]
    cites = (
        ()
        if status in ("undisputed", "objection")
        else (_transcript(rng.choice(speakers).name, rng),)
    )
    return Asserted(
        number=number,
        text=_sentence(fact.text),
        cites=_cites(play, fact, rng),
        status=status,
        answer=answer,
        answer_cites=cites,
        objection=answer if status == "objection" else "",
        fact_id=fact.fact_id,
    )


def _sentence(text: str) -> str:
    text = text.strip()
    text = text[0].upper() + text[1:]
    return text if text.endswith((".", "?", "!")) else f"{text}."

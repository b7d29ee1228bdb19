"""Docket entries of one case, and which of their papers a decided motion needs.

In: entries in whatever way a docket was read. Out: a `Choice`: papers by kind, and a reason for
each that is left out: filed in error, uploaded twice, sealed, not available. No side effects.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import date

from builder.filings.docket import Kind, entry_kinds, kind_of, side_of
from builder.schema import Disposition, FilingKind, Record, Side

OPINION_PAGES = 8  # shorter orders state no findings
_VOID = re.compile(
    r"filing error|(?:filed|docketed|entered|uploaded) in error|deficient docket entry"
    r"|document(?:s)? (?:was |were )?stricken\b|\bstricken (?:from|per|pursuant)|\bwithdrawn\b",
    re.I,
)
_REFILE = re.compile(r"re-?file\s+documents?\s+(?P<entry>\d{1,4})", re.I)
_NOTE_TO_ATTORNEY = re.compile(
    r"\*{3}\s*(?:note|notice) to attorney|^\W*notice (?:of|to).{0,40}re-?file", re.I
)
_SEALED = re.compile(r"(?<!un)\b(?:sealed|under seal|ex parte|restricted)\b", re.I)
_UNSEALED = re.compile(r"\bunsealed\b", re.I)
_SUMMARY = r"(?:partial )?summary judge?me?n?t"
# What is granted or denied first is some other motion: for a conference, to strike.
_OTHER = r"(?!\W+(?:\[?\d+\]?\W+)*(?:\w+ ){0,2}motion (?:to |for (?!partial|summary)))"
_DECIDES = re.compile(
    rf"\border (?:on|re|regarding)\b.{{0,60}}{_SUMMARY}"
    rf"|\b(?:grant|den|adopt)\w*\b{_OTHER}.{{0,200}}{_SUMMARY}"
    rf"|{_SUMMARY}.{{0,120}}\b(?:granted|denied|moot)",
    re.I | re.S,
)
_ORDER = re.compile(
    r"\border\b|\bopinion\b|\bmemorandum (?:and|decision|order)\b|\bruling\b|\bdecision\b", re.I
)
_NUMBERS_BEFORE = re.compile(
    rf"(?<![\w.:/-])(\d{{1,4}})\]?\s+(?:\w+ ){{0,2}}?(?:cross[- ]?)?motions?\b"
    rf"[^.;]{{0,40}}{_SUMMARY}",
    re.I,
)
_NUMBERS_AFTER = re.compile(
    rf"motions? for {_SUMMARY}(?P<list>(?:[\s,;&()\[\]#]|and\b|ecf|nos?\.|docs?\.|dkts?\.|dktentry"
    r"|de\b|\d{1,4}\b(?!/))+)",
    re.I,
)
_ABOUT = re.compile(
    r"\b(?:re|to|of|in support of|in opposition to|related document\(?s?\)?)\s*:?\s*\[?\(?\s*"
    r"(?P<entry>\d{1,4})\b",
    re.I,
)
_STATEMENT = re.compile(r"^\W*statement\W*$", re.I)
_APPEAL = re.compile(r"\bnotice of (?:\w+ ){0,2}appeal\b|\btranscript of\b", re.I)
_MOTION_FIRST = re.compile(
    r"^\W*(?:(?:sealed|ex parte|unopposed|consent|joint|letter) )*motion\b", re.I
)
_OPINION = re.compile(r"\b(?:opinion|memorandum|reasons|decision|recommendation|findings)\b", re.I)
_CLERKS = re.compile(
    r"^\W*(?:request for issuance|(?:electronic )?summons|civil cover|minute entry"
    r"|letter (?!motion)|(?:certificate|waiver|affidavit) of service|.{0,12}case management"
    r"|.{0,12}scheduling order|notice of (?:\w+ ){0,2}appeal|transcript of proceedings"
    r"|notice of filing of .{0,9}transcript)",
    re.I,
)
_ABOUT_ANOTHER = re.compile(r"\bre:? \[?\d", re.I)
_OPPOSES = re.compile(r"\b(?:response|opposition|opposing|answer)\b", re.I)


class Entry(Record):
    """One paper of a docket. `entry` is its number, `attachment` that of an attachment to it;
    `text` is the entry's description, `title` the paper's own. `path` is where the paper is kept;
    `paper_id` tells two uploads apart."""

    entry: int | None = None
    attachment: int | None = None
    text: str = ""
    title: str = ""
    filed: date | None = None
    pages: int | None = None
    available: bool = False
    sealed: bool = False
    path: str = ""
    sha1: str = ""
    paper_id: int = 0

    @property
    def number(self) -> str:
        """`104`, or `104-2` for an attachment; `?` for an entry without a number."""
        main = str(self.entry) if self.entry is not None else "?"
        return f"{main}-{self.attachment}" if self.attachment else main


class Chosen(Record):
    """A paper that the case needs, with its kind and why it is thought to be that."""

    entry: Entry
    kind: FilingKind
    reason: str
    side: Side | None = None


class Choice(Record):
    """The papers of one case: what is needed and there, what is left out and why."""

    decision: Entry | None
    motions: tuple[int, ...]
    disposition: Disposition
    papers: tuple[Chosen, ...]
    left_out: tuple[str, ...]

    def count(self, kind: FilingKind) -> int:
        """How many papers of a kind are chosen."""
        return sum(paper.kind == kind for paper in self.papers)

    @property
    def lacks(self) -> tuple[str, ...]:
        """What a world needs and is not here; empty for a case that qualifies."""
        return tuple(
            said
            for kind, said in (
                ("opinion", "no opinion that decides a summary judgment motion is available"),
                ("statement_of_facts", "no movant's statement of facts is available"),
                ("response_to_statement", "no response to a statement of facts is available"),
                ("exhibit", "no exhibit is available"),
            )
            if not any(paper.kind == kind for paper in self.papers)
        )

    @property
    def pages(self) -> int:
        """Pages of all chosen papers, as far as the docket tells."""
        return sum(paper.entry.pages or 0 for paper in self.papers)


def decides_summary_judgment(entry: Entry) -> bool:
    """Whether a paper is an order that decides a motion for summary judgment."""
    if entry.attachment or _VOID.search(entry.text) or _APPEAL.search(entry.text[:80]):
        return False
    said = f"{entry.title} . {entry.text}"
    return bool(_ORDER.search(said) and _DECIDES.search(said)) and not _asks(said)


def decided_motions(text: str) -> tuple[int, ...]:
    """The numbers of the summary judgment motions that an order's docket text decides."""
    numbers = [int(found[1]) for found in _NUMBERS_BEFORE.finditer(text)]
    for found in _NUMBERS_AFTER.finditer(text):
        numbers += [int(number) for number in re.findall(r"\d{1,4}", found["list"])]
    return tuple(dict.fromkeys(number for number in numbers if number))


def disposition_of(text: str) -> Disposition:
    """What an order's docket text says became of the motions, taken together."""
    granted = re.search(r"\bgrant(?:s|ed|ing)?\b", text, re.I)
    denied = re.search(r"\b(?:den(?:y|ies|ied|ying))\b", text, re.I)
    if re.search(r"granted?(?:ing)?[- ]in[- ]part", text, re.I) or (granted and denied):
        return "granted_in_part"
    return "granted" if granted else "denied" if denied else "unknown"


def choose(entries: Sequence[Entry]) -> Choice:
    """The papers that the decided summary judgment motions of a docket need.

    The decision is the longest available order; where it names no motion, every motion for summary
    judgment on the docket counts.
    """
    told = list(standing_of(entries))
    left_out = [f"ECF {entry.number}: {why}" for entry, why in told if why]
    standing = [entry for entry, why in told if not why and entry.entry is not None]
    there = [entry for entry in standing if entry.available and entry.path]
    orders = [entry for entry in there if decides_summary_judgment(entry)]
    decision = max(orders, key=lambda e: (e.pages or 0, e.entry or 0), default=None)
    if decision and (decision.pages or OPINION_PAGES) < OPINION_PAGES:
        left_out.append(
            f"ECF {decision.number}: an order of {decision.pages} pages states no findings"
        )
        decision = None
    text = f"{decision.title} {decision.text}" if decision else ""
    motions = decided_motions(text) or tuple(
        entry.entry
        for entry in standing
        if entry.entry is not None and not entry.attachment and _moves(entry)
    )
    papers = tuple(_answering(list(_papers(there, decision, motions)))) if decision else ()
    needed = {paper.entry.number for paper in papers}
    left_out += [
        f"ECF {entry.number}: not available{f' ({kind.kind})' if kind else ''}"
        for entry in standing
        if not (entry.available and entry.path)
        and entry.number not in needed
        and (kind := _wanted(entry, decision, motions))
    ]
    return Choice(
        decision=decision,
        motions=motions,
        disposition=disposition_of(text),
        papers=papers,
        left_out=tuple(left_out),
    )


def standing_of(entries: Sequence[Entry]) -> Iterator[tuple[Entry, str]]:
    """Entries by number, each with why it does not count: void, sealed, there twice; else nothing.

    Of two uploads of one paper the one that is there counts, then the later one.
    """
    void = {
        int(found["entry"])
        for entry in entries
        if _NOTE_TO_ATTORNEY.search(entry.text)
        for found in _REFILE.finditer(entry.text)
    }
    seen: set[tuple[int, int | None]] = set()
    hashes: dict[str, str] = {}
    for entry in sorted(entries, key=_by_number):
        if entry.entry is None:
            why = ""
        elif entry.entry in void or _VOID.search(entry.text):
            why = "filed in error"
        elif entry.sealed or (_SEALED.search(_own(entry)) and not _UNSEALED.search(entry.text)):
            why = "sealed"
        elif (entry.entry, entry.attachment) in seen:
            why = "uploaded twice"
        elif entry.sha1 and entry.sha1 in hashes:
            why = f"the same file as ECF {hashes[entry.sha1]}"
        else:
            why = ""
            seen.add((entry.entry, entry.attachment))
            hashes.setdefault(entry.sha1, entry.number)
        yield entry, why


def _by_number(entry: Entry) -> tuple[int, int, bool, int]:
    return (entry.entry or 0, entry.attachment or 0, not entry.available, -entry.paper_id)


def _own(entry: Entry) -> str:
    """The words about this very paper: an attachment's entry speaks of others too, save that what
    is attached to a sealed paper is sealed."""
    if entry.attachment:
        first = re.match(r"\W*(?:\w+\W+){0,1}sealed\b", entry.text, re.I)
        return f"{entry.title} {first[0] if first else ''}"
    return f"{entry.title} {entry.text.split('(Attach')[0]}"


def _asks(said: str) -> bool:
    """A proposed order or a motion asks for a decision."""
    first = re.search(r"\b(?:motion|order|opinion|memorandum|ruling|decision)\b", said, re.I)
    proposed = re.search(r"\bproposed order\b", said, re.I)
    return bool(proposed or (first and first[0].lower() == "motion"))


def _moves(entry: Entry) -> bool:
    return (
        kind_of(entry.text, entry.title).kind == "motion"
        and re.search(_SUMMARY, f"{entry.text} {entry.title}", re.I) is not None
    )


def kind_of_entry(entry: Entry) -> Kind:
    """The kind of a paper: an attachment by its own title, else by the list in its entry's text."""
    if entry.attachment:
        return _kind_of_attachment(entry)
    if decides_summary_judgment(entry):
        return Kind(kind="opinion", reason="answer-revealing: decides a summary judgment motion")
    if _CLERKS.match(entry.text):
        return Kind(kind="procedural", reason="procedural: keeps the case going")
    if _MOTION_FIRST.match(entry.text):
        return Kind(kind="motion", reason="procedural: asks for a ruling")
    # What an entry is about stands behind `re 30`: it is not what the entry is.
    own = _ABOUT_ANOTHER.split(entry.text)[0]
    main, title = entry_kinds(own)[0][1], kind_of(entry.title)
    if main.kind == "procedural":
        main = entry_kinds(entry.text)[0][1]
    if main.kind == "procedural" or (entry.title and not entry.text.strip()):
        if _STATEMENT.match(entry.title):
            reason = "merits: a statement filed with the motion"
            return Kind(kind="statement_of_facts", reason=reason)
        main = title
    head = re.split(r"(?i)\b(?:grant|den[iy])", f"{entry.title} {entry.text}")[0]
    order = re.match(r"\W*(?:\w+ )?order\b", entry.text, re.I) or main.kind == "opinion"
    if order and not _OPINION.search(head):
        return Kind(kind="procedural", reason="procedural: an order on something else")
    return main


def _kind_of_attachment(entry: Entry) -> Kind:
    listed = dict(entry_kinds(entry.text))
    named = kind_of(entry.title) if entry.title.strip() else None
    if named is None or named.kind == "procedural":
        named = listed.get(str(entry.attachment)) or named or kind_of("")
    main = entry.text.partition("(Attach")[0]
    if named.kind == "statement_of_facts" and _OPPOSES.search(main[:80]):
        # Some courts call both sides' papers alike.
        reason = "merits: a statement filed with the opposition"
        return Kind(kind="response_to_statement", reason=reason)
    return named


def _papers(there: Iterable[Entry], decision: Entry, motions: tuple[int, ...]) -> Iterator[Chosen]:
    for entry in there:
        if kind := _wanted(entry, decision, motions):
            yield Chosen(
                entry=entry,
                kind=kind.kind,
                reason=kind.reason,
                side=None if kind.kind == "opinion" else side_of(entry.title, entry.text),
            )


def _answering(papers: list[Chosen]) -> Iterator[Chosen]:
    """A bare `Statement` that comes days after the first one answers it, as far as a docket tells;
    the paper's own title has the last word when it is read."""
    first = min(
        (p.entry.filed for p in papers if p.kind == "statement_of_facts" and p.entry.filed),
        default=None,
    )
    for paper in papers:
        bare = _STATEMENT.match(paper.entry.title) and not paper.entry.text.strip()
        if bare and first and paper.entry.filed and (paper.entry.filed - first).days > 3:
            reason = "merits: a statement filed days after the first one"
            yield paper.model_copy(update={"kind": "response_to_statement", "reason": reason})
        else:
            yield paper


def _wanted(entry: Entry, decision: Entry | None, motions: tuple[int, ...]) -> Kind | None:
    """The kind of a paper that the decided motions need, or None for one they do not."""
    if decision is None:
        return None
    kind = kind_of_entry(entry)
    if entry == decision:
        return Kind(kind="opinion", reason="answer-revealing: the decision")
    if kind.kind == "opinion" or (decision.filed and entry.filed and entry.filed > decision.filed):
        return None
    if kind.kind in ("statement_of_facts", "response_to_statement"):
        return kind
    if kind.kind == "complaint":
        return kind if not entry.attachment else None
    first = min(motions, default=0)
    # An entry that a feed brought has a title only, and its place tells what it is about.
    untold = not entry.text.strip() and first and (entry.entry or 0) >= first
    about = (
        entry.entry in motions
        or untold
        or any(int(found["entry"]) in motions for found in _ABOUT.finditer(entry.text))
    )
    if kind.kind in ("exhibit", "exhibit_list", "expert") and entry.entry is not None:
        # An index or a declaration of exhibits is often an entry of its own after the motion.
        return kind if about or (first and entry.entry >= first) else None
    return kind if about and kind.kind in ("motion", "brief") else None

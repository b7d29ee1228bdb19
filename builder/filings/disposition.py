"""Reads what became of the motions for summary judgment.

In: an opinion's text, its caption, and the motions among the other filings. Out: `Motion`s, one for
each motion that can be told apart. No side effects.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from builder.filings.citations import Known, name_key
from builder.filings.sentences import sentence_spans
from builder.schema import Caption, Disposition, Motion

_MOTION = re.compile(
    r"\b(?:cross[- ]?)?motions?\b(?P<other>\s+(?:to|in limine|for (?:leave|sanctions"
    r"|reconsideration|an?\b|extension"
    r"|judgment on the pleadings|class)))?(?:\s+for\s+(?:partial\s+)?summary\s+judgment)?"
    r"(?P<of>\s+(?:of|by|filed by)\s+[^.,;(]{3,60}?(?=\s+(?:for|is|are|should|be)\b|[.,;(]))?",
    re.IGNORECASE,
)
_FAVOR = re.compile(
    r"(?<!for )(?<!partial )[Ss]ummary judgment\b(?=[^.;]{0,60}\b(?:GRANTED|granted|DENIED"
    r"|denied)\b[^.;]{0,20}\b(?:in favor of|for|to)\s+"
    r"(?P<who>[^.;,]{3,60}?)(?=[.;,]| (?:on|as to|with|and against|against)\b))|(?:grants?|GRANTS?"
    r"|denies|DENIES)\s+summary judgment (?:in favor of|for|to)\s+"
    r"(?P<whom>[^.;,]{3,60}?)(?=[.;,]| (?:on|as to|with|and|against)\b|$)"
)
_VERB = re.compile(
    r"\b(?P<active>grant(?:s|ing)?|den(?:ies|y|ying))\b(?P<a_part>\s+in\s+(?:part"
    r"|substantial part))?"
    r"|\b(?P<passive>granted|denied|allowed|sustained|overruled)\b(?P<p_part>[\s,]+in\s+part)?",
    re.IGNORECASE,
)
_WHO = re.compile(
    r"(?P<who>\bthe\s+(?:movant|motion)|\bplaintiffs?\b['’]?s?['’]?|\bdefendants?\b['’]?s?['’]?"
    r"|\bdefendants?\s+(?:[A-Z][\w.&,]*\s*)+['’]s?"
    r"|(?:[A-Z][\w.&-]*\s+){0,6}[A-Z][\w.&-]*(?:['’]s|s['’])|\bboth(?: parties['’])?|\beach|\ball)"
    r"\s*(?:respective |own |unopposed |renewed |partial |joint |first |second |amended "
    r"|[(\[][^)\]]{1,30}[)\]]\s*)*$",
    re.IGNORECASE,
)
_ENTRY = re.compile(
    r"(?:ECF|D\.?E\.?|Dkt\.?|Docs?\.?|Docket(?: Entry)?|Rec\. Doc\.)\s*(?:Nos?\.|##?|no\.)*\s*"
    r"(?P<list>\d{1,4}(?:(?:,| and|, and|&)\s*\d{1,4})*)|\[(?P<bracket>\d{1,4})\]"
)
_HEADING = re.compile(
    r"^[ \t]*(?:[IVX]+\.|[A-Z]\.|\d+\.)?[ \t]*(?:CONCLUSIONS?|DISPOSITION|ORDER"
    r"|DECISION"
    r"|Conclusion|Disposition|Order)[ \t:.]*$",
    re.MULTILINE,
)


@dataclass
class _Verdict:
    side: str
    who: str
    entries: list[str] = field(default_factory=list)
    granted: bool = False
    denied: bool = False
    partly: bool = False
    plural: bool = False
    other: bool = False

    @property
    def disposition(self) -> Disposition:
        """What all that was said of the motion comes to."""
        if self.partly or (self.granted and self.denied):
            return "granted_in_part"
        return "granted" if self.granted else "denied" if self.denied else "unknown"


def read_motions(
    text: str, caption: Caption, known: Known, others: Sequence[tuple[str | None, str]] = ()
) -> tuple[Motion, ...]:
    """The motions that an opinion decides. `others` are entry and text of the motions on file."""
    verdicts = _verdicts(_operative(text))
    if not any(v.granted or v.denied for v in verdicts):
        verdicts = _verdicts(text)
    verdicts = [v for v in verdicts if v.granted or v.denied or v.partly]
    for verdict in verdicts:
        if not verdict.side and not verdict.who:
            verdict.side, verdict.who = _opening_movant(text)
        if not verdict.entries:
            verdict.entries = _known_entries(verdict, known) or _opening_entries(
                text, verdict, verdicts
            )
    return tuple(_motions(verdicts, caption, others))


def _operative(text: str) -> str:
    """The concluding part of an opinion, or its last fifth."""
    found = list(_HEADING.finditer(text))
    if found and found[-1].start() > 0.3 * len(text):
        return text[found[-1].end() :]
    return text[-max(len(text) // 5, 1500) :]


def _verdicts(text: str) -> list[_Verdict]:
    found: dict[tuple[str, tuple[str, ...]], _Verdict] = {}
    spans = list(sentence_spans(text))
    for i, (start, end) in enumerate(spans):
        sentence = " ".join(text[start:end].split())
        if not re.search(r"\bmotions?\b|summary judgment", sentence, re.I) or not _VERB.search(
            sentence
        ):
            continue
        following = text[slice(*spans[i + 1])] if i + 1 < len(spans) else ""
        for verdict in _read_sentence(sentence, following if following.startswith("(") else ""):
            key = (verdict.side or verdict.who.lower(), tuple(verdict.entries))
            same = found.get(key) or next(
                (
                    v
                    for v in found.values()
                    if v.side == verdict.side
                    and v.side
                    and not (v.entries and verdict.entries and v.entries != verdict.entries)
                ),
                None,
            )
            if same is None:
                found[key] = verdict
                continue
            same.granted |= verdict.granted
            same.denied |= verdict.denied
            same.partly |= verdict.partly
            same.plural |= verdict.plural
            same.entries = same.entries or verdict.entries
    return list(found.values())


def _read_sentence(sentence: str, following: str) -> Iterator[_Verdict]:
    """The verdicts of one sentence: a passive verb decides the motion named before it, an active
    one the motion named after it."""
    subjects = list(_subjects(sentence))
    if not subjects:
        return
    verdicts = [verdict for _, verdict in subjects]
    for verb in _VERB.finditer(sentence):
        before = [v for at, v in subjects if at < verb.start()]
        after = [v for at, v in subjects if at >= verb.start()]
        active = verb["active"]
        chosen = (
            (after[0] if after else before[-1] if before else None)
            if active
            else (before[-1] if before else after[0] if after else None)
        )
        if chosen is None:
            continue
        word = (active or verb["passive"]).lower()
        if word.startswith("den") or word == "overruled":
            chosen.denied = True
        else:
            chosen.granted = True
        chosen.partly |= bool(verb["a_part"] or verb["p_part"])
    for i, (at, verdict) in enumerate(subjects):
        stop = subjects[i + 1][0] if i + 1 < len(subjects) else len(sentence)
        tail = sentence[at:stop] + (" " + following if i + 1 == len(subjects) else "")
        verdict.entries = _entries(tail)
    yield from (v for v in verdicts if (v.granted or v.denied) and not v.other)


def _subjects(sentence: str) -> Iterator[tuple[int, _Verdict]]:
    found: list[tuple[int, _Verdict]] = []
    for favor in _FAVOR.finditer(sentence):
        who = favor["who"] or favor["whom"]
        found.append((favor.start(), _Verdict(side=_side(who), who=who.strip())))
    for motion in _MOTION.finditer(sentence):
        if any(at <= motion.start() < at + 20 for at, _ in found):
            continue
        before = sentence[max(motion.start() - 90, 0) : motion.start()]
        who = _WHO.search(before)
        name = motion["of"] or (who["who"] if who else "")
        plural = motion.group().split()[0].lower().endswith("motions")
        found.append(
            (
                motion.start(),
                _Verdict(
                    side=_side(name), who=_owner(name), plural=plural, other=bool(motion["other"])
                ),
            )
        )
    yield from sorted(found, key=lambda pair: pair[0])


def _owner(name: str) -> str:
    name = re.sub(r"\s+", " ", name).strip()
    name = re.sub(r"(?i)^(?:of|by|filed by|the|defendant|plaintiff)\s+(?=\S)", "", name)
    return re.sub(r"(?:['’]s|(?<=s)['’])$", "", name).strip(" ,")


def _side(name: str) -> str:
    named = re.search(r"(?i)\b(plaintiff|defendant)", name)
    specific = re.search(r"\b(?:[Pp]laintiff|[Dd]efendant)s?\s+[A-Z][a-z]", name)
    return named.group(1).lower() if named and not specific else ""


def _entries(text: str) -> list[str]:
    entries: list[str] = []
    for found in _ENTRY.finditer(text):
        entries += re.findall(r"\d+", found["list"] or found["bracket"])
    return list(dict.fromkeys(entries))


def _known_entries(verdict: _Verdict, known: Known) -> list[str]:
    """The entry of a motion that was given a name, such as the "Plaintiff's Motion"."""
    forms = {
        "plaintiff": ("Plaintiff's", "Plaintiffs'"),
        "defendant": ("Defendant's", "Defendants'"),
    }
    for who in forms.get(verdict.side, (f"{verdict.who}'s",)):
        target = known.names.get(name_key(f"{who} Motion"))
        if target and target.startswith("ECF "):
            return [target[4:]]
    return []


def _opening_movant(text: str) -> tuple[str, str]:
    """Side and name of the one whose motion for summary judgment an opinion first names."""
    for start, end in sentence_spans(text[:12000]):
        sentence = " ".join(text[start:end].split())
        if "summary judgment" in sentence.lower():
            for _, subject in _subjects(sentence):
                if subject.side or subject.who[:1].isupper():
                    return subject.side, subject.who
    return "", ""


def _opening_entries(text: str, verdict: _Verdict, verdicts: list[_Verdict]) -> list[str]:
    """The entries cited where an opinion first names the motions, if they can only be these."""
    for start, end in sentence_spans(text[:12000]):
        sentence = " ".join(text[start:end].split())
        if re.search(
            r"motions?\b[^.]{0,40}summary judgment|summary judgment motion", sentence, re.I
        ):
            after = text[end : end + 80].lstrip()
            near = sentence + (after[: after.find(")") + 1] if after.startswith("(") else "")
            mine = [s for s in _subjects(near) if s[1].side == verdict.side or not s[1].side]
            entries = _entries(near)
            if entries and (len(verdicts) == 1 or (len(mine) == 1 and len(entries) == 1)):
                return entries
    return []


def _motions(
    verdicts: list[_Verdict], caption: Caption, others: Sequence[tuple[str | None, str]]
) -> Iterator[Motion]:
    for verdict in verdicts:
        names = _parties_of(verdict, caption)
        entries: list[str | None] = [*verdict.entries] or [None]
        movants = _movants(entries, names, others)
        for entry, movant in zip(entries, movants, strict=True):
            yield Motion(movant=movant, disposition=verdict.disposition, entry=entry)


def _parties_of(verdict: _Verdict, caption: Caption) -> tuple[str, ...]:
    if verdict.side == "plaintiff":
        return caption.plaintiffs or ("plaintiff",)
    if verdict.side == "defendant":
        return caption.defendants or ("defendants",)
    if not verdict.who[:1].isupper():
        return ("movant not named",)
    parties = (*caption.plaintiffs, *caption.defendants)
    words = set(re.findall(r"\w+", verdict.who.lower()))
    full = [p for p in parties if words <= set(re.findall(r"\w+", p.lower()))]
    return (full[0],) if len(full) == 1 else (verdict.who,)


def _movants(
    entries: list[str | None], names: tuple[str, ...], others: Sequence[tuple[str | None, str]]
) -> list[str]:
    """Who made each motion: as the motion itself says, or the one party left over."""
    if len(entries) == 1:
        return ["; ".join(names)]
    by_entry = dict(others)
    said = [_named_in(by_entry.get(entry, ""), names) for entry in entries]
    left = [name for name in names if name not in said]
    if said.count(None) == 1 and len(left) == 1:
        said[said.index(None)] = left[0]
    return [name or "; ".join(names) for name in said]


def _named_in(text: str, names: Sequence[str]) -> str | None:
    """The party whose motion a paper is: the one its title names, told by the closest words."""
    title = re.search(
        r"(?i)motion\s+(?:of|by)\s+[^\n]{3,120}|[^\n]{3,120}['’]s?\s+motion[^\n]*", text
    )
    if not title:
        return None
    words = set(re.findall(r"\w+", title.group().lower()))
    scored = sorted(
        ((len(words & set(re.findall(r"\w+", n.lower()))) / len(n.split()), n) for n in names),
        reverse=True,
    )
    return scored[0][1] if scored and scored[0][0] >= 0.5 else None

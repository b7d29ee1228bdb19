"""What is real in a case, and what is said instead.

In: the analyst's extraction, the record. Out: a `Disguise` that rewords text and names what of the
real case a text still holds. No side effects.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from builder.checks.contacts import NO_CONTACTS, Contacts, contacts_of
from builder.checks.names import fold, forms_of, initials_of, stands, telling
from builder.filings.authorities import case_citations
from builder.matching.dockets import docket_family, docket_pattern, invented_docket
from builder.matching.shift import salted
from builder.schema import CaseRecord, Docket, Extraction, Identity

_COURT = re.compile(r"(?i)(?:united states )?(?:district|bankruptcy) court\b")
_SIGNED = re.compile(
    r"(?m)^[ \t_]*(?:/s/|s/|signed by)[ \t]*(?:(?:Senior |Chief |Magistrate )?Judge )?"
    r"(?P<name>[A-Z][a-z]+(?:[ \t]+[A-Z]\.?)?(?:[ \t]+[A-Z][a-z'’-]+){1,2})\b"
)
_PERSON = re.compile(r"[A-Z][\w.'’-]*(?: [A-Z][\w.'’-]*){1,3}(?:,? (?:Jr|Sr|I{2,3})\.?)?")
_JUDGE = re.compile(
    r"\b(?:Senior |Chief |Magistrate |District )?Judge (?P<name>[A-Z][a-z]+(?: [A-Z]\.?)?"
    r"(?: [A-Z][a-z'’-]+){1,2})\b"
)


@dataclass(frozen=True)
class Disguise:
    """What is real, and what is said instead. `words` maps every form of a real name to its
    surrogate form, `initials` likewise but as they stand; `banned` is what may be left nowhere."""

    words: Mapping[str, str]
    banned: tuple[str, ...]
    docket: re.Pattern[str] | None
    family: re.Pattern[str] | None = None
    number: str = ""
    initials: Mapping[str, str] = field(default_factory=dict[str, str])
    contacts: Contacts = NO_CONTACTS

    @cached_property
    def pattern(self) -> re.Pattern[str] | None:
        """Every form of every real name as a whole word, longest first."""
        return _whole(self.words, re.IGNORECASE)

    @cached_property
    def _joined(self) -> re.Pattern[str] | None:
        """Capitalised names that stand before another word without a space: `ValeReview`."""
        forms = [form for form in self.words if form.isalpha() and form[:1].isupper()]
        joined = "|".join(re.escape(form) for form in sorted(forms, key=lambda f: (-len(f), f)))
        return re.compile(rf"(?<![A-Za-z0-9])(?:{joined})(?=[A-Z0-9])") if forms else None

    @cached_property
    def _initials(self) -> re.Pattern[str] | None:
        return _whole(self.initials, re.NOFLAG)

    @cached_property
    def _folded(self) -> dict[str, str]:
        return {fold(form): said for form, said in self.words.items()}

    @cached_property
    def _logins(self) -> frozenset[str]:
        return frozenset(fold(form) for form in self.words if re.search(r"^[A-Z][A-Z][a-z]", form))

    def reword(self, text: str) -> str:
        """The text under invented names, without docket numbers, reporter citations, and the
        record's telephone numbers, addresses and file numbers."""
        text = self.contacts.reword(text)
        if self.pattern:
            text = self.pattern.sub(self._said, text)
        if self._joined:
            text = self._joined.sub(lambda found: self._folded[fold(found.group())], text)
        if self._initials:
            text = self._initials.sub(lambda found: self.initials[found.group()], text)
        if self.docket:
            text = self.docket.sub(self.number, text)
        for citation in case_citations(text):
            text = text.replace(citation, "")
        return text

    def _said(self, found: re.Match[str]) -> str:
        said = self._folded[fold(found.group())]
        if found.group().islower() and found.group().isalpha() and not _in_address(found):
            # A surname in small letters is an everyday word: a potter, a page.
            return said.lower() if fold(found.group()) in self._logins else found.group()
        if found.group().isupper() and len(found.group()) > 3:
            return said.upper()
        return said.lower() if found.group().islower() else said

    def residue(self, text: str) -> Iterator[str]:
        """What of the real case a text still holds."""
        folded = fold(text)
        for name in self.banned:
            if stands(name, text, folded):
                yield name
        if self.docket and (number := self.docket.search(text)):
            yield number.group()
        if self.family and (like := self.family.search(text)):
            yield like.group()
        yield from self.contacts.residue(text)
        yield from case_citations(text)


def make_disguise(extraction: Extraction, record: CaseRecord) -> Disguise:
    """The disguise of a case: the analyst's identities, entities with surrogates, the caption, and
    the judge and counsel who signed its papers."""
    own = _own_words(extraction)
    words: dict[str, str] = {}
    initials: dict[str, str] = {}
    banned: list[str] = []
    for identity in identities_of(extraction, record):
        for name in identity.names:
            for form, said in forms_of(name, identity).items():
                words.setdefault(form, said)
            for form, said in initials_of(name, identity).items():
                initials.setdefault(form, said)
            banned += telling(name, identity)
    court = record.caption.court
    if court:
        words.setdefault(court, "United States District Court")
        if district := _COURT.sub("", court).strip(" ,").removeprefix("for the ").strip():
            words.setdefault(district, "this district")
            banned.append(district)
    invented = {fold(word) for e in extraction.entities if not e.surrogate for word in e.names}
    return Disguise(
        words={
            form: said
            for form, said in words.items()
            if fold(form) != fold(said) and fold(form) not in own
        },
        initials={k: v for k, v in initials.items() if k != v and fold(k) not in own},
        banned=tuple(dict.fromkeys(b for b in banned if fold(b) not in invented)),
        docket=docket_pattern(record.caption.docket_number),
        family=docket_family(record.caption.docket_number),
        number=invented_docket(record, extraction.setting.window.end.year),
        contacts=contacts_of(
            (filing.text for filing in record.filings),
            salted(record, "contacts"),
            (entity.email for entity in extraction.entities if not entity.surrogate),
        ),
    )


def identities_of(extraction: Extraction, record: CaseRecord) -> tuple[Identity, ...]:
    """Everybody and everything real: as the analyst says, of the caption, and signers."""
    named = (*_identities(extraction), *_caption_identities(extraction, record))
    known = {fold(name) for identity in named for name in identity.names}
    return (*named, *_officers(record, known))


def _own_words(extraction: Extraction) -> frozenset[str]:
    """Names, their words and initials that the world has of its own: they are no trace."""
    own: set[str] = set()
    for entity in extraction.entities:
        if entity.surrogate:
            continue
        for name in entity.names:
            own.add(fold(name))
            if entity.kind in ("person", "organization"):
                own.update(fold(word) for word in name.split() if word[:1].isupper())
                identity = Identity(names=(name,), surrogate=name, kind=entity.kind)
                own.update(fold(form) for form in initials_of(name, identity))
    return frozenset(own)


def _identities(extraction: Extraction) -> Iterator[Identity]:
    yield from extraction.identities
    for entity in extraction.entities:
        if entity.surrogate:
            yield Identity(names=(entity.name,), surrogate=entity.surrogate, kind=entity.kind)
            for alias, said in zip(entity.aliases, entity.alias_surrogates, strict=False):
                yield Identity(names=(alias,), surrogate=said, kind=entity.kind)


def _caption_identities(extraction: Extraction, record: CaseRecord) -> Iterator[Identity]:
    """Parties of the caption stand for the parties of the same side among the entities."""
    caption, docket = record.caption, record.docket or Docket()
    for side, printed, listed in (
        ("plaintiff", caption.plaintiffs, docket.plaintiffs),
        ("defendant", caption.defendants, docket.defendants),
    ):
        names = tuple({fold(name): name for name in (*listed, *printed)}.values())
        parties = [e for e in extraction.entities if e.case_role == side and e.in_dispute]
        for i, name in enumerate(names):
            party = parties[min(i, len(parties) - 1)] if parties else None
            said = (party.surrogate or party.name) if party else f"the {side}"
            kind = party.kind if party else "organization"
            yield Identity(names=(name, *_defined(name, record)), surrogate=said, kind=kind)


def _defined(name: str, record: CaseRecord) -> Iterator[str]:
    """Short names that the papers give a party: `Carver Pump Corporation (“CPC”)`."""
    spaced = r"\s+".join(re.escape(word) for word in name.split())
    pattern = re.compile(rf"{spaced}\s*\((?:the |collectively, )?[“\"]([^”\"]{{2,40}})[”\"]", re.I)
    for filing in record.filings:
        for found in pattern.finditer(filing.text):
            if fold(found.group(1)) not in ("plaintiff", "defendant", "company", "the company"):
                yield found.group(1)


def _officers(record: CaseRecord, known: Iterable[str]) -> Iterator[Identity]:
    """The judge, counsel and those who signed a paper, who are nobody of the world."""
    known = set(known)
    docketed = record.docket.people if record.docket else ()
    found = [(name, "counsel") for name in docketed if _PERSON.fullmatch(name)]
    for pattern, said in ((_JUDGE, "the judge"), (_SIGNED, "counsel")):
        for filing in record.filings:
            found += [(" ".join(m["name"].split()), said) for m in pattern.finditer(filing.text)]
    for name, said in found:
        if fold(name) not in known:
            known.add(fold(name))
            yield Identity(names=(name,), surrogate=said)


def _whole(forms: Iterable[str], flags: re.RegexFlag) -> re.Pattern[str] | None:
    ordered = sorted(forms, key=lambda form: (-len(form), form))
    if not ordered:
        return None
    joined = "|".join(re.escape(form).replace(r"\ ", r"\s+") for form in ordered)
    return re.compile(rf"(?<![A-Za-z0-9])(?:{joined})(?![A-Za-z0-9])", flags)


def _in_address(found: re.Match[str]) -> bool:
    """Whether a word is part of an e-mail address."""
    after, before = found.string[found.end() :], found.string[: found.start()]
    return bool(re.match(r"[\w.-]*@", after) or re.search(r"@[\w.-]*$", before))

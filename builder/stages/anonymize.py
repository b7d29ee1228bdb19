"""Drafts and plan -> the same under invented names: no identity of a real case is left in them.

In: what was written and planned, the analyst's extraction with its identities, the record. Out: a
plan and drafts in which names, aliases, possessives, logins, the docket number, the court and
reporter citations are replaced or gone. Raises IdentityLeak that says what is left and where. A
fictional or handwritten case has no identity to hide and passes as it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Any

from builder.errors import IdentityLeak
from builder.filings.authorities import case_citations
from builder.schema import (
    Anonymized,
    CaseRecord,
    DocumentContent,
    DocumentPlan,
    DocumentSpec,
    Drafts,
    Extraction,
    HypothesisDag,
    Identity,
)

_KEPT = frozenset(
    {
        "kind",
        "unit",
        "style",
        "role",
        "genre",
        "format",
        "document_id",
        "fact_ids",
        "fact_id",
        "anchor",
        "form",
        "series",
        "target",
        "author_id",
        "recipient_ids",
        "custodian_id",
        "speaker_id",
        "background_id",
        "date",
        "genres",
        "exhibit",
    }
)
_SUFFIX = re.compile(
    r",? (?:Inc\.|LLC|L\.L\.C\.|Corp\.|Corporation|Company|Co\.|Ltd\.|L\.P\.|LLP)$"
)
_HONORIFIC = re.compile(r"^(?:Mr|Ms|Mrs|Dr|Hon|Judge|Officer|Sgt|Lt)\.? ", re.IGNORECASE)
_COURT = re.compile(r"(?i)(?:united states )?(?:district|bankruptcy) court\b")
_COMMON = frozenset(
    {
        "mark",
        "will",
        "grant",
        "rose",
        "may",
        "june",
        "hope",
        "page",
        "bill",
        "young",
        "grace",
        "white",
        "black",
        "green",
        "brown",
        "long",
        "king",
        "smith",
    }
)


@dataclass(frozen=True)
class Disguise:
    """What is real, and what is said instead. `words` maps every form of a real name to its
    surrogate form; `banned` is what may be left nowhere."""

    words: Mapping[str, str]
    banned: tuple[str, ...]
    docket: re.Pattern[str] | None
    number: str = ""

    @cached_property
    def pattern(self) -> re.Pattern[str] | None:
        """Every form of every real name as a whole word, longest first."""
        forms = sorted(self.words, key=lambda form: (-len(form), form))
        if not forms:
            return None
        joined = "|".join(re.escape(form).replace(r"\ ", r"\s+") for form in forms)
        return re.compile(rf"(?<![A-Za-z0-9])(?:{joined})(?![A-Za-z0-9])", re.IGNORECASE)

    @cached_property
    def _folded(self) -> dict[str, str]:
        return {_fold(form): said for form, said in self.words.items()}

    @cached_property
    def _logins(self) -> frozenset[str]:
        return frozenset(_fold(form) for form in self.words if re.search(r"^[A-Z][A-Z][a-z]", form))

    def reword(self, text: str) -> str:
        """The text under invented names, without docket numbers and reporter citations."""
        if self.pattern:
            text = self.pattern.sub(self._said, text)
        if self.docket:
            text = self.docket.sub(self.number, text)
        for citation in case_citations(text):
            text = text.replace(citation, "")
        return text

    def _said(self, found: re.Match[str]) -> str:
        said = self._folded[_fold(found.group())]
        if found.group().islower() and found.group().isalpha() and not _in_address(found):
            # A surname in small letters is an everyday word: a potter, a page.
            return said.lower() if _fold(found.group()) in self._logins else found.group()
        if found.group().isupper() and len(found.group()) > 3:
            return said.upper()
        return said.lower() if found.group().islower() else said

    def residue(self, text: str) -> Iterator[str]:
        """What of the real case a text still holds."""
        for name in self.banned:
            if _stands(name, text):
                yield name
        if self.docket and (number := self.docket.search(text)):
            yield number.group()
        yield from case_citations(text)


def anonymize(
    drafts: Drafts,
    plan: DocumentPlan,
    extraction: Extraction,
    record: CaseRecord,
    dag: HypothesisDag | None = None,
) -> Anonymized:
    """Plan and drafts under invented names; IdentityLeak when anything real is left, in what the
    `dag` will publish as well."""
    if record.source.kind in ("fiction", "handwritten"):
        return Anonymized(plan=plan, drafts=drafts)
    disguise = make_disguise(extraction, record)
    specs = tuple(
        DocumentSpec.model_validate(_reword(spec.model_dump(), disguise)) for spec in plan.specs
    )
    accepted = tuple(
        draft.model_copy(
            update={
                "content": DocumentContent.model_validate(
                    _reword(draft.content.model_dump(), disguise)
                )
            }
        )
        for draft in drafts.drafts
    )
    anonymous = Anonymized(
        plan=DocumentPlan(specs=specs), drafts=drafts.model_copy(update={"drafts": accepted})
    )
    _check(anonymous, disguise)
    _check_setting(extraction, disguise)
    if dag is not None:
        _check_dag(dag, disguise)
    return anonymous


def make_disguise(extraction: Extraction, record: CaseRecord) -> Disguise:
    """The disguise of a case: the analyst's identities, entities with surrogates, the caption."""
    words: dict[str, str] = {}
    banned: list[str] = []
    for identity in (*_identities(extraction), *_caption_identities(extraction, record)):
        for name in identity.names:
            for form, said in _forms(name, identity).items():
                words.setdefault(form, said)
            banned += _telling(name, identity)
    court = record.caption.court
    if court:
        words.setdefault(court, "United States District Court")
        if district := _COURT.sub("", court).strip(" ,").removeprefix("for the ").strip():
            words.setdefault(district, "this district")
            banned.append(district)
    invented = {_fold(word) for e in extraction.entities if not e.surrogate for word in e.names}
    return Disguise(
        words={form: said for form, said in words.items() if _fold(form) != _fold(said)},
        banned=tuple(dict.fromkeys(b for b in banned if _fold(b) not in invented)),
        docket=_docket_pattern(record.caption.docket_number),
        number=_invented_number(extraction, record),
    )


def _identities(extraction: Extraction) -> Iterator[Identity]:
    yield from extraction.identities
    for entity in extraction.entities:
        if entity.surrogate:
            yield Identity(names=(entity.name,), surrogate=entity.surrogate, kind=entity.kind)
            for alias, said in zip(entity.aliases, entity.alias_surrogates, strict=False):
                yield Identity(names=(alias,), surrogate=said, kind=entity.kind)


def _caption_identities(extraction: Extraction, record: CaseRecord) -> Iterator[Identity]:
    """Parties of the caption stand for the parties of the same side among the entities."""
    caption = record.caption
    for side, names in (("plaintiff", caption.plaintiffs), ("defendant", caption.defendants)):
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
            if _fold(found.group(1)) not in ("plaintiff", "defendant", "company", "the company"):
                yield found.group(1)


def _forms(name: str, identity: Identity) -> dict[str, str]:
    """The forms of a real name with what each becomes."""
    bare, said = _HONORIFIC.sub("", name.strip()), identity.surrogate
    forms = {bare: said}
    if identity.kind == "person":
        forms |= _person_forms(bare, said)
    elif identity.kind == "organization" and (short := _SUFFIX.sub("", bare)) != bare:
        forms[short] = _SUFFIX.sub("", said)
    return {form: new for form, new in forms.items() if len(form) > 2}


def _person_forms(name: str, said: str) -> dict[str, str]:
    real = [
        w for w in re.findall(r"[\w'’-]+\.?", name) if not re.fullmatch(r"\w\.?|Jr\.?|Sr\.?", w)
    ]
    new = said.split()
    if len(real) < 2:
        return {}
    first, last = real[0], real[-1]
    if len(new) < 2 or not new[0][:1].isupper():
        return {f"{first} {last}": said, **({} if _is_word(last) else {last: said})}
    given, family = new[0], new[-1]
    forms = {
        f"{first} {last}": f"{given} {family}",
        f"{last}, {first}": f"{family}, {given}",
        f"{first[0]}. {last}": f"{given[0]}. {family}",
        f"{first[0]}{last}": f"{given[0]}{family}",
        f"{first}.{last}": f"{given}.{family}",
        f"{first}_{last}": f"{given}_{family}",
        **{f"{title}. {last}": f"{title}. {family}" for title in ("Mr", "Ms", "Mrs", "Dr")},
    }
    if not _is_word(last):
        forms[last] = family
    return forms if _is_word(first) else {**forms, first: given}


def _in_address(found: re.Match[str]) -> bool:
    """Whether a word is part of an e-mail address."""
    return re.match(r"[\w.]*@", found.string[found.end() :]) is not None


def _stands(name: str, text: str) -> bool:
    """Whether a real name stands in a text; one word counts when it is written as a name."""
    edges = (r"(?<![A-Za-z0-9])", r"(?![A-Za-z0-9])")
    if " " in name.strip():
        return re.search(edges[0] + re.escape(_fold(name)) + edges[1], _fold(text)) is not None
    written = rf"{edges[0]}(?:{re.escape(name)}|{re.escape(name.upper())}){edges[1]}"
    return re.search(rf"{written}|{re.escape(name.lower())}[\w.]*@", text) is not None


def _is_word(name: str) -> bool:
    """Whether a name is also an everyday word, so that alone it names nobody."""
    return name.lower() in _COMMON


def _telling(name: str, identity: Identity) -> list[str]:
    """What of a name gives the case away when it is left alone."""
    bare = _HONORIFIC.sub("", name.strip())
    telling = [bare, _SUFFIX.sub("", bare)]
    if identity.kind == "person":
        last = re.sub(r",? (?:Jr|Sr)\.?$", "", bare).split()[-1]
        telling += [last] if len(last) > 3 and not _is_word(last) else []
    return [t for t in telling if len(t) > 2]


def _docket_pattern(number: str) -> re.Pattern[str] | None:
    """A docket number however it is punctuated and padded."""
    found = re.search(r"(?:\d{1,2}:)?(\d{2})[- ]?([A-Za-z]{2,3})?[- ]?0*(\d{2,6})", number)
    if not found:
        return None
    year, kind, serial = found.groups()
    letters = rf"[- ]?{kind}[- ]?" if kind else r"(?:-|[- ]?[A-Za-z]{2,3}[- ]?)"
    return re.compile(
        rf"(?<!\d)(?:\d{{1,2}}:)?{year}{letters}0*{serial}(?!\d)"
        r"(?:[- ][A-Z]{2,4}\b){0,3}",
        re.IGNORECASE,
    )


def _invented_number(extraction: Extraction, record: CaseRecord) -> str:
    """A docket number of the world's own, the same whenever the case is built."""
    rng = Random(f"{record.case_id}/docket")
    pattern = _docket_pattern(record.caption.docket_number)
    year = extraction.setting.window.end.year % 100
    while True:
        number = f"{rng.randint(1, 6)}:{year:02d}-cv-{rng.randint(10000, 89999)}"
        if pattern is None or not pattern.search(number):
            return number


def _fold(text: str) -> str:
    return " ".join(text.replace("’", "'").split()).casefold()


def _reword(value: Any, disguise: Disguise) -> Any:
    """A dumped record with every text reworded; ids and closed sets stay."""
    match value:
        case str():
            return disguise.reword(value)
        case dict():
            return {
                key: inner if key in _KEPT else _reword(inner, disguise)
                for key, inner in value.items()
            }
        case list() | tuple():
            return tuple(_reword(inner, disguise) for inner in value)
        case _:
            return value


def _texts(value: Any) -> Iterator[str]:
    match value:
        case str():
            yield value
        case dict():
            yield from (t for key, v in value.items() if key not in _KEPT for t in _texts(v))
        case list() | tuple():
            yield from (text for inner in value for text in _texts(inner))
        case _:
            return


def _check(anonymous: Anonymized, disguise: Disguise) -> None:
    for spec in anonymous.plan.specs:
        _refuse(
            f"document {spec.document_id!r} (plan)", "\n".join(_texts(spec.model_dump())), disguise
        )
    for draft in anonymous.drafts.drafts:
        text = "\n".join(_texts(draft.content.model_dump()))
        _refuse(f"document {draft.content.document_id!r}", text, disguise)


def _check_setting(extraction: Extraction, disguise: Disguise) -> None:
    """Brief and the names of entities are public as well."""
    _refuse("the brief", extraction.setting.brief, disguise)
    for entity in extraction.entities:
        public = (entity.surrogate, *entity.alias_surrogates) if entity.surrogate else entity.names
        _refuse(f"entity {entity.entity_id!r}", "\n".join(public), disguise)


def _check_dag(dag: HypothesisDag, disguise: Disguise) -> None:
    """Accounts, facts and inferences stand in the case file and the answer key."""
    for hypothesis in dag.hypotheses:
        _refuse(f"account {hypothesis.hypothesis_id!r}", hypothesis.statement, disguise)
    for fact in dag.facts:
        text = "\n".join(_texts(fact.model_dump(exclude={"mentions"})))
        _refuse(f"fact {fact.fact_id!r}", text, disguise)
    for inference in dag.inferences:
        _refuse(f"inference {inference.inference_id!r}", inference.text, disguise)


def _refuse(where: str, text: str, disguise: Disguise) -> None:
    for left in disguise.residue(text):
        raise IdentityLeak(f"{where} still holds {left!r}")

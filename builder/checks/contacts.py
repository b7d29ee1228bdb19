"""Telephone numbers, e-mail and street addresses, social security and file numbers in free text.

In: the texts of a record, a text of its world. Out: which of the record's own stand in it, and the
text with invented ones in their place: one real number always becomes the same invented one. No
side effects.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from random import Random

_PHONE = re.compile(
    r"(?<![\w.-])(?:\+?1[ .-]?)?(?:\(\d{3}\)[ ]?|\d{3}[ .-])\d{3}[ .-]\d{4}(?![\w-]|\.\d)"
)
_SSN = re.compile(r"(?<![\w-])\d{3}-\d{2}-\d{4}(?![\w-])")
_EMAIL = re.compile(r"[A-Za-z0-9._%+-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*\.[A-Za-z]{2,}")
_STREET = re.compile(
    r"\b\d{1,5}[ ](?:[NSEW]\.?[ ]|North |South |East |West )?(?:[A-Z][a-z]+|\d{1,3}(?:st|nd|rd|th))"
    r"(?:[ ][A-Z][a-z]+){0,2}[ ](?:Street|St\.?|Avenue|Ave\.?|Road|Rd\.?|Boulevard|Blvd\.?|Drive"
    r"|Dr\.?|Lane|Ln\.?|Court|Ct\.?|Place|Pl\.?|Highway|Hwy\.?|Parkway|Pkwy\.?|Way|Circle|Plaza)\b"
)
_FILE = re.compile(
    r"(?<![\w-])(?:\d{3}-\d{4}-\d{5}|[A-Z]{2,}[-_]?\d{5,}(?:[-–]\d{2,})?"
    r"|\d{1,2}:\d{2}-[a-z]{2,4}-\d{3,6}(?:-[A-Z]{2,4})*)(?![\w-])"
)
_STREETS = (
    "Alder",
    "Birch",
    "Cedar",
    "Dogwood",
    "Elm",
    "Fir",
    "Hazel",
    "Juniper",
    "Larch",
    "Maple",
)
_PLAIN_MAIL = re.compile(r"@(?:gmail|yahoo|hotmail|outlook|aol|icloud|msn|comcast)\.", re.I)
_KINDS: dict[str, re.Pattern[str]] = {
    "telephone number": _PHONE,
    "social security number": _SSN,
    "e-mail address": _EMAIL,
    "street address": _STREET,
    "file number": _FILE,
}


@dataclass(frozen=True)
class Contacts:
    """The record's own contacts and numbers, each with the invented one that stands for it."""

    instead: Mapping[tuple[str, str], str]
    domains: Mapping[str, str]

    def reword(self, text: str) -> str:
        """The text without any contact of the record, and without any social security number."""
        for kind, pattern in _KINDS.items():
            text = pattern.sub(self._saying(kind), text)
        for domain, said in self.domains.items():
            text = re.sub(
                rf"(?<=@){re.escape(domain)}\b|\b(?:www\.)?{re.escape(domain)}\b",
                said,
                text,
                flags=re.I,
            )
        return text

    def _saying(self, kind: str) -> Callable[[re.Match[str]], str]:
        def said(found: re.Match[str]) -> str:
            if new := self.instead.get((kind, _key(kind, found.group()))):
                return _shaped(found.group(), new) if kind == "telephone number" else new
            return "[number withheld]" if kind == "social security number" else found.group()

        return said

    def residue(self, text: str) -> Iterator[str]:
        """What of the record's contacts a text still holds."""
        for kind, pattern in _KINDS.items():
            for found in pattern.finditer(text):
                own = (kind, _key(kind, found.group())) in self.instead
                if own or kind == "social security number":
                    yield f"{kind} {found.group()}"
        for domain in self.domains:
            if re.search(rf"(?<![\w-]){re.escape(domain)}(?![\w-])", text, re.I):
                yield f"domain {domain}"


NO_CONTACTS = Contacts({}, {})


def contacts_of(texts: Iterable[str], rng: Random, known: Iterable[str] = ()) -> Contacts:
    """The contacts of a record's texts; those that the world has of its own (`known`) stay."""
    kept = "\n".join(known)
    instead: dict[tuple[str, str], str] = {}
    domains: dict[str, str] = {}
    for text in texts:
        for kind, pattern in _KINDS.items():
            for found in pattern.finditer(text):
                key = (kind, _key(kind, found.group()))
                if key in instead or found.group() in kept:
                    continue
                instead[key] = _invent(kind, found.group(), rng)
                if kind == "e-mail address" and not _PLAIN_MAIL.search(found.group()):
                    domain = found.group().partition("@")[2].lower()
                    domains.setdefault(
                        domain, f"{rng.choice(_STREETS).lower()}{len(domains) + 1}.example"
                    )
    return Contacts(instead, domains)


def _key(kind: str, said: str) -> str:
    """What makes two ways of writing one contact the same."""
    if kind in ("telephone number", "social security number"):
        return re.sub(r"\D", "", said)[-10:]
    return re.sub(r"[^a-z0-9@]+", " ", said.lower()).strip()


def _invent(kind: str, real: str, rng: Random) -> str:
    match kind:
        case "telephone number":
            # Digits only, since each place has its own form; 555-0100 to 555-0199 is nobody's.
            return f"{rng.randint(201, 989)}5550{rng.randint(100, 199)}"
        case "social security number":
            return "[number withheld]"
        case "e-mail address":
            name = "".join(rng.choice("abcdefghijklmnoprstuvw") for _ in range(6))
            return f"{name}@{rng.choice(_STREETS).lower()}.example"
        case "street address":
            return f"{rng.randint(100, 9800)} {rng.choice(_STREETS)} Street"
        case _:
            return re.sub(
                r"\d", lambda _: str(rng.randint(0, 9)), re.sub(r"^[A-Z]{2,}", "DOC", real)
            )


def _shaped(real: str, digits: str) -> str:
    """Digits written as a number was, without the country's code."""
    turn = iter(digits)
    body = re.sub(r"^\+?1[ .-]?(?=\(?\d{3}\)?[ .-]?\d{3}[ .-])", "", real)
    return re.sub(r"\d", lambda _: next(turn), body)

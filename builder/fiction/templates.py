"""The template language: text with slots, in; text and the surfaces it used, out.

`{name}` or `{name:form}` names a value or a member of the cast; `{pick a|b|c}`, `{int 3 40}`,
`{money 20 400}`, `{clock}`, `{bystander}` and `{bystander:first}` are small seeded choices that
carry no anchor. Doubled braces are literal. No side effects; a wrong template is a ConfigError that
names the template and the slot.

Forms (made in `slots.py`; without one, the first reading given):
date          June 19, 2018; numeric us iso short month_day weekday dow full day ordinal spoken
time          11:40 a.m.; 24 clock spoken
money         $12,840.00; whole bare bare_whole
quantity      1,240; unit words
identifier    as it is; tail upper lower (terms too)
person        the full name; first last initials nick formal login job, and he him his
organization  the legal name; short nick nick2... initials
thing         its name; alias alias2...
bystander     the full name; the forms of a person
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from random import Random
from typing import NamedTuple

from builder.errors import ConfigError
from builder.schema import AnchorKind

# Forms that point at a member of the cast without naming anybody.
PRONOUNS = ("he", "him", "his")
# Forms that say too little alone; the machine finds them, the reader needs the rest.
WEAK_FORMS = ("weekday", "dow", "day", "ordinal", "first", "initials", "nick", "tail", "job")

_FIELD = re.compile(r"\{\{|\}\}|\{([^{}]*)\}|[{}]")
_SENTENCE_START = re.compile(r"[.!?]['\")]?\s+$|\n$")
_END = 5  # characters in which the end of a sentence and the space after it stand


@dataclass(frozen=True)
class Slot:
    """A named value or cast member: its normalized value, and its words by form ("" default)."""

    name: str
    kind: AnchorKind
    value: str
    forms: Mapping[str, str]
    entity_id: str | None = None


@dataclass(frozen=True)
class Binding:
    """What the names of a template stand for. `bystanders` are the forms of colleagues."""

    slots: Mapping[str, Slot]
    bystanders: tuple[Mapping[str, str], ...] = ()

    @cached_property
    def identifiers(self) -> tuple[Slot, ...]:
        """Those of the slots that hold an identifier."""
        return tuple(slot for slot in self.slots.values() if slot.kind == "identifier")

    @cached_property
    def numbers(self) -> frozenset[str]:
        """The identifiers, and the other forms that they are known by."""
        return frozenset(
            form for slot in self.identifiers for form in (slot.value, slot.forms.get("other", ""))
        )


class Used(NamedTuple):
    """One use of a slot: its name, the form asked for and the words that stand in the text."""

    name: str
    form: str
    text: str


class Realized(NamedTuple):
    """The text of a template, and each value or cast slot it used, in order."""

    text: str
    surfaces: tuple[Used, ...] = ()


@lru_cache(maxsize=20_000)
def parse(template: str) -> tuple[str | tuple[str], ...]:
    """The template as literal strings and one-tuples that hold the inside of a slot."""
    parts: list[str | tuple[str]] = []
    end = 0
    for match in _FIELD.finditer(template):
        parts.append(template[end : match.start()])
        token = match.group(0)
        if token in ("{{", "}}"):
            parts.append(token[0])
        elif match.group(1) is None:
            raise ConfigError(
                f"template {template!r}: a lone {token!r} at {match.start()}; double it"
            )
        else:
            parts.append((match.group(1).strip(),))
        end = match.end()
    parts.append(template[end:])
    return tuple(part for part in parts if part)


class _Name(NamedTuple):
    """A place for a value or cast member."""

    name: str
    form: str


class _Choice(NamedTuple):
    """A place for a small seeded choice."""

    head: str
    rest: str


@lru_cache(maxsize=20_000)
def _places(template: str) -> tuple[str | _Name | _Choice, ...]:
    """The template as literal strings and what stands between them."""
    return tuple(part if isinstance(part, str) else _place(part[0]) for part in parse(template))


def _place(inside: str) -> _Name | _Choice:
    if _is_choice(inside):
        head, _, rest = inside.partition(" ")
        return _Choice(head, rest)
    name, _, form = inside.partition(":")
    return _Name(name.strip(), form.strip())


@lru_cache(maxsize=20_000)
def _has_capitals(template: str) -> bool:
    return any(c.isupper() for part in parse(template) if isinstance(part, str) for c in part)


@lru_cache(maxsize=20_000)
def slot_names(template: str) -> tuple[tuple[str, str], ...]:
    """The (name, form) of each value or cast slot of a template, in order."""
    return tuple(part for part in _places(template) if isinstance(part, _Name))


def _is_choice(inside: str) -> bool:
    head = re.split(r"[ :]", inside, maxsplit=1)[0]
    return head in ("pick", "int", "money", "clock", "bystander")


def realize(template: str, binding: Binding, rng: Random) -> Realized:
    """Fill a template. ConfigError names the template and the slot when one cannot be filled."""
    places = _places(template)
    if len(places) == 1 and isinstance(places[0], str):
        return Realized(places[0])
    text = ""
    used: list[Used] = []
    used_last = False
    taken: list[int] = []  # bystanders, so that two of them differ
    for part in places:
        if isinstance(part, str):
            # "at 9:28 a.m." or "Lakebed Inc." ends a sentence with one full stop.
            text += part[1:] if used_last and part[0] == "." and text.endswith(".") else part
            used_last = False
            continue
        used_last = True
        if isinstance(part, _Choice):
            text += _choose(part, template, binding, rng, taken)
            continue
        name, form = part
        words = _words(name, form, template, binding)
        # A chat line that its author left without any capital keeps its manner.
        if (
            words[:1].islower()
            and form != "login"
            and (not text or _SENTENCE_START.search(text[-_END:]))
            and _has_capitals(template)
        ):
            words = words[0].upper() + words[1:]
        text += words
        if form not in PRONOUNS:
            used.append(Used(name, form, words))
    return Realized(text, tuple(used))


def _words(name: str, form: str, template: str, binding: Binding) -> str:
    slot = binding.slots.get(name)
    if slot is None:
        raise ConfigError(f"template {template!r}: no value or cast member named {name!r}")
    words = slot.forms.get(form)
    if words is None:
        known = ", ".join(sorted(f for f in slot.forms if f))
        raise ConfigError(
            f"template {template!r}: {name!r} ({slot.kind}) has no form {form!r}; it has: {known}"
        )
    return words


def _choose(choice: _Choice, template: str, binding: Binding, rng: Random, taken: list[int]) -> str:
    head, rest = choice
    if head == "pick":
        return rng.choice(_options(rest))
    if head == "clock":
        hour, minute = rng.randint(7, 17), rng.randrange(0, 60)
        return f"{(hour - 1) % 12 + 1}:{minute:02d} {'a.m.' if hour < 12 else 'p.m.'}"
    if head in ("int", "money"):
        return _number(head, rest, template, rng)
    return _bystander(head, template, binding, rng, taken)


@lru_cache(maxsize=20_000)
def _options(listed: str) -> tuple[str, ...]:
    return tuple(one.strip() for one in listed.split("|"))


def _number(head: str, rest: str, template: str, rng: Random) -> str:
    try:
        low, high = (int(bound) for bound in rest.split())
        if head == "int":
            return f"{rng.randint(low, high):,}"
        return f"${rng.randint(low * 100, high * 100) / 100:,.2f}"
    except ValueError as exc:
        raise ConfigError(
            f"template {template!r}: {{{head} {rest}}} needs two whole numbers, the least first"
        ) from exc


def _bystander(head: str, template: str, binding: Binding, rng: Random, taken: list[int]) -> str:
    free = [i for i in range(len(binding.bystanders)) if i not in taken]
    if not free:
        raise ConfigError(
            f"template {template!r}: names more bystanders than there are "
            f"({len(binding.bystanders)})"
        )
    index = rng.choice(free)
    taken.append(index)
    form = head.partition(":")[2].strip()
    words = binding.bystanders[index].get(form)
    if words is None:
        raise ConfigError(f"template {template!r}: a bystander has no form {form!r}")
    return words

"""Other ways of writing what a fact names: numbers in words, identifiers as people type them.

In: slots, templates, a random stream. Out: templates that say the same in another form. No side
effects.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random

from builder.fiction.slots import number_words
from builder.fiction.templates import Slot, slot_names

_TOKEN = re.compile(r"(?<!\{)\{(\w+)(?::(\w+))?\}(?!\})")
_WORDED = re.compile(r"([a-z][a-z ]*) ((?=.*\d.*\d)[A-Z0-9][A-Z0-9-]{2,})")
_COINED = re.compile(r"([A-Z]{1,4})-(\d{2,})")
_LETTERED = re.compile(r"(\d{2,})([A-Z])")
_MOST_WORDS = 20_000  # larger numbers are written in digits
_OTHER = {"": "other", "unit": "other_unit", "whole": "other", "month_day": "spoken"}


def other_forms(slots: Mapping[str, Slot]) -> dict[str, Slot]:
    """The slots, with the forms `other`, `other2` and `other_unit` where a value has such: an
    identifier without its kind or typed loosely, a number in words, a time as it is spoken of. No
    two identifiers get the same."""
    found: dict[str, dict[str, str]] = {name: _others(slot) for name, slot in slots.items()}
    known = Counter(
        words
        for name, slot in slots.items()
        for words in {slot.value, *slot.forms.values(), *found[name].values()}
    )
    return {
        name: replace(
            slot,
            forms={
                **slot.forms,
                **{
                    form: words
                    for form, words in found[name].items()
                    if slot.kind != "identifier" or known[words] == 1
                },
            },
        )
        for name, slot in slots.items()
    }


def _others(slot: Slot) -> dict[str, str]:
    match slot.kind:
        case "identifier":
            return dict(zip(("other", "other2"), _retyped(slot.value), strict=False))
        case "quantity" if "words" in slot.forms and float(slot.value) < _MOST_WORDS:
            unit = slot.forms["unit"].removeprefix(slot.forms[""])
            return {"other": slot.forms["words"], "other_unit": slot.forms["words"] + unit}
        case "money" if slot.value.endswith(".00") and float(slot.value) < _MOST_WORDS:
            return {"other": f"{number_words(int(float(slot.value)))} dollars"}
        case "time":
            hour = int(slot.value[:2])
            part = "morning" if hour < 12 else "afternoon" if hour < 18 else "evening"
            return {"other": f"{slot.forms['spoken']} in the {part}"}
        case _:
            return {}


def _retyped(identifier: str) -> tuple[str, ...]:
    """How people write a number that they know: "clock 417" as "417", "MS-253" as "253"."""
    if found := _WORDED.fullmatch(identifier):
        return (found[2], f"{found[1]} no. {found[2]}")
    if found := _COINED.fullmatch(identifier):
        loose = f"{found[1]} {found[2]}"
        return (found[2], loose) if len(found[2]) > 2 else (loose,)
    if found := _LETTERED.fullmatch(identifier):
        return (f"{found[1]}-{found[2]}",)
    return ()


def reworded(template: str, slots: Mapping[str, Slot], rng: Random) -> str:
    """A template that names its values in other forms, as far as they have any."""

    def other(token: re.Match[str]) -> str:
        name, form = token[1], token[2] or ""
        slot = slots.get(name)
        if slot is None or form not in _OTHER:
            return token[0]
        able = [f for f in (_OTHER[form], f"{_OTHER[form]}2") if f in slot.forms]
        return f"{{{name}:{rng.choice(able)}}}" if able else token[0]

    return _TOKEN.sub(other, template)


def listed(template: str, slots: Mapping[str, Slot]) -> str:
    """A cell or field with its identifiers as their columns and labels allow: without their kind,
    which the whole column then leaves out."""

    def other(token: re.Match[str]) -> str:
        slot = slots.get(token[1])
        short = slot.forms.get("other", "") if slot and not token[2] else ""
        kept = slot is None or slot.kind != "identifier" or not slot.value.endswith(short)
        return token[0] if kept or not short else f"{{{token[1]}:other}}"

    return _TOKEN.sub(other, template)


def shortened(
    row: tuple[str, ...], others: Sequence[Sequence[str]], slots: Mapping[str, Slot]
) -> tuple[str, ...]:
    """The cells of a row, as `listed`, in columns of which every number is of the same kind."""
    found: list[str] = []
    for column, cell in enumerate(row):
        short = listed(cell, slots)
        kinds = {
            slots[name].value.removesuffix(slots[name].forms[form])
            for name, form in slot_names(short)
            if form == "other" and name in slots
        }
        numbered = [
            o[column] for o in others if any(c.isdigit() for c in _TOKEN.sub("", o[column]))
        ]
        alike = all(text.startswith(kind) for kind in kinds for text in numbered)
        found.append(short if alike else cell)
    return tuple(found)

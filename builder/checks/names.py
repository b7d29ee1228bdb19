"""The forms that a real name takes, and what each becomes under an invented one.

In: an `Identity`. Out: forms with what is said instead, and what of a name gives a case away. No
side effects.
"""

from __future__ import annotations

import re

from builder.schema import Identity

_SUFFIX = re.compile(
    r",? (?:Inc\.?|LLC|L\.L\.C\.|Corp\.?|Corporation|Company|Co\.|Ltd\.?|L\.P\.|LP|LLP|N\.A\.|PLC)$"
)
_HONORIFIC = re.compile(
    r"^(?:Mr|Ms|Mrs|Dr|Hon|Prof|Judge|Justice|Officer|Detective|Deputy|Sgt|Lt|Capt)\.? ", re.I
)
# Surnames and given names that are everyday words: alone they name nobody.
_COMMON = frozenset(
    re.findall(
        r"\w+",
        "mark will grant rose may june hope page bill young grace white black green brown long king"
        " smith",
    )
)
_ABBREVIATIONS = frozenset({"U.S.", "D.C.", "A.M.", "P.M.", "I.D.", "P.O.", "N.A.", "E.G.", "I.E."})
_SMALL = frozenset(["of", "the", "and", "for", "a", "an", "in", "at", "on", "de", "la"])


def bare(name: str) -> str:
    """A name without its honorific."""
    return _HONORIFIC.sub("", name.strip())


def forms_of(name: str, identity: Identity) -> dict[str, str]:
    """The forms of a real name with what each becomes."""
    real, said = bare(name), identity.surrogate
    forms = {real: said}
    if identity.kind == "person":
        forms |= _person_forms(real, said)
    elif identity.kind == "organization":
        short, new = _SUFFIX.sub("", real), _SUFFIX.sub("", said)
        if short != real:
            forms[short] = new
        if " " in short:
            forms |= {_squashed(short): _squashed(new), short.replace(" ", "-"): _joined(new, "-")}
            forms[short.replace(" ", "_")] = _joined(new, "_")
    return {form: new for form, new in forms.items() if len(form) > 2}


def initials_of(name: str, identity: Identity) -> dict[str, str]:
    """Initials with what each becomes; they are to be found as they stand, capitals and points."""
    real, said = bare(name), identity.surrogate
    if identity.kind == "person":
        old, new = _letters(real), _letters(said)
        if len(old) < 2 or len(new) < 2:
            return {}
        dotted = {"".join(f"{c}." for c in old): "".join(f"{c}." for c in new)}
        dotted[f"{old[0]}.{old[-1]}."] = f"{new[0]}.{new[-1]}."
        plain = {old: new} if len(old) > 2 else {}
        return {k: v for k, v in {**dotted, **plain}.items() if k not in _ABBREVIATIONS}
    if identity.kind == "organization":
        old, new = _letters(_SUFFIX.sub("", real)), _letters(_SUFFIX.sub("", said))
        return {old: new} if len(old) > 2 and len(new) > 1 else {}
    return {}


def telling(name: str, identity: Identity) -> list[str]:
    """What of a name gives the case away when it is left alone."""
    real = bare(name)
    short = _SUFFIX.sub("", real)
    found = [real, short]
    if identity.kind == "person":
        last = re.sub(r",? (?:Jr|Sr)\.?$", "", real).split()[-1]
        found += [last] if len(last) > 3 and not is_word(last) else []
    if identity.kind == "organization" and " " in short:
        found.append(_squashed(short))
    return [t for t in found if len(t) > 2]


def stands(name: str, text: str, folded: str) -> bool:
    """Whether a real name stands in a text; one word counts when it is written as a name.

    `folded` is the text as `fold` gives it.
    """
    edges = (r"(?<![A-Za-z0-9])", r"(?![A-Za-z0-9])")
    if " " in name.strip():
        key = fold(name)
        return key in folded and re.search(edges[0] + re.escape(key) + edges[1], folded) is not None
    if name.casefold() not in folded:
        return False
    # `ValeReview` joins a name with another word; `vale` counts in an address only.
    written = rf"{edges[0]}(?:{re.escape(name)}(?![a-z0-9])|{re.escape(name.upper())}{edges[1]})"
    return (
        re.search(
            rf"{written}|{re.escape(name.lower())}[\w.]*@|@[\w.-]*{re.escape(name.lower())}", text
        )
        is not None
    )


def fold(text: str) -> str:
    """Text in the form in which names of several words are compared."""
    return " ".join(text.replace("’", "'").split()).casefold()


def is_word(name: str) -> bool:
    """Whether a name is also an everyday word, so that alone it names nobody."""
    return name.lower() in _COMMON


def _person_forms(name: str, said: str) -> dict[str, str]:
    real = [
        w for w in re.findall(r"[\w'’-]+\.?", name) if not re.fullmatch(r"\w\.?|Jr\.?|Sr\.?", w)
    ]
    new = said.split()
    if len(real) < 2:
        return {}
    first, last = real[0], real[-1]
    if len(new) < 2 or not new[0][:1].isupper():
        return {f"{first} {last}": said, **({} if is_word(last) else {last: said})}
    given, family = new[0], new[-1]
    forms = {
        f"{first} {last}": f"{given} {family}",
        f"{last}, {first}": f"{family}, {given}",
        f"{first[0]}. {last}": f"{given[0]}. {family}",
        f"{first[0]}{last}": f"{given[0]}{family}",
        f"{last}{first[0]}": f"{family}{given[0]}",
        f"{first}{last}": f"{given}{family}",
        f"{first}.{last}": f"{given}.{family}",
        f"{first}_{last}": f"{given}_{family}",
        f"{first}-{last}": f"{given}-{family}",
        f"{last}_{first}": f"{family}_{given}",
        **{f"{title}. {last}": f"{title}. {family}" for title in ("Mr", "Ms", "Mrs", "Dr")},
    }
    if not is_word(last):
        forms |= {last: family, f"{last}s": f"{family}s"}
    return forms if is_word(first) else {**forms, first: given}


def _letters(name: str) -> str:
    words = [w for w in re.findall(r"[A-Za-z][\w'’-]*", name) if w.lower() not in _SMALL]
    return "".join(w[0].upper() for w in words if w not in ("Jr", "Sr"))


def _squashed(name: str) -> str:
    return re.sub(r"[^A-Za-z0-9]", "", name)


def _joined(name: str, sign: str) -> str:
    return re.sub(r"\s+", sign, name)

"""The banks of ordinary life, and how passages become background pieces of a play.

In: `banks/business.yaml`, `banks/chaff.yaml` and the files of the folders of the same names, and a
scenario's own parts. Out: realized `Background` pieces. Reads the bank files once.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from random import Random
from typing import Any

import yaml
from pydantic import ValidationError

from builder.collector import kept
from builder.errors import ConfigError
from builder.fiction.cast import Cast, Firm, trades_bank, words_of
from builder.fiction.cast import surround as make_surroundings
from builder.fiction.scenario import BackgroundPart, Scenario
from builder.fiction.templates import Binding, Slot, realize
from builder.schema import Background, Extraction

BANKS = ("business", "chaff")
HUSHED = 0.4  # of the passages for a false answer: papers of its own speak for it besides
OFFICE_SHARE = 0.4  # of the passages about any office's life: they happen at other firms
NAMELESS = 0.6  # of those that name nobody: they suit everybody, and would be in every world


@cache
def bank(name: str) -> tuple[BackgroundPart, ...]:
    """The parts of one bank, those of its file before those of its folder; an absent bank is empty.

    A file of the folder has `passages` (form -> topic -> text), and the `trades` they are about and
    the `genres` that they are made for, if any. ConfigError for a bad file.
    """
    root = resources.files("builder.fiction") / "banks"
    folder = root / name
    files = [root / f"{name}.yaml"]
    if folder.is_dir():
        files += sorted(folder.iterdir(), key=lambda file: file.name)
    with kept():
        return tuple(part for file in files if file.is_file() for part in _read(file, name))


@cache
def _subjects() -> Mapping[str, str]:
    """The subject of each word by which topics are told apart."""
    file = resources.files("builder.fiction") / "banks" / "subjects.yaml"
    listed: dict[str, list[str]] = yaml.safe_load(file.read_text(encoding="utf-8"))
    return {word: subject for subject, words in listed.items() for word in words}


@cache
def _crafts() -> Mapping[str, str]:
    """The trade of each topic that only people of one trade write about."""
    crafts = {topic: trade for trade, topics in trades_bank().items() for topic in topics}
    parts = (part for name in BANKS for part in bank(name) if part.trades)
    return crafts | {part.topic: part.trades[0] for part in parts}


@cache
def subject_of(topic: str) -> str:
    """What a topic or a job is about at large: its trade, or what its last word that says so does;
    else the topic itself."""
    if topic in _crafts():
        return _crafts()[topic]
    known = _subjects()
    return next((known[w] for w in reversed(topic.split()) if w in known), topic)


def _read(file: Traversable, name: str) -> Iterator[BackgroundPart]:
    kind = name if name in BANKS else "business"
    try:
        loaded: Any = yaml.load(file.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
        for row in _rows(loaded) if isinstance(loaded, dict) else loaded:
            yield BackgroundPart.model_validate({"kind": kind, "topic": ""} | row)
    except (yaml.YAMLError, ValidationError, TypeError, AttributeError, KeyError) as exc:
        raise ConfigError(f"bank {name!r}, {file.name}: {exc}") from exc


def _rows(loaded: Any) -> Iterator[dict[str, Any]]:
    made_for = {"trades": loaded.get("trades", ()), "genres": loaded.get("genres", ())}
    for form, passages in loaded["passages"].items():
        for topic, text in passages.items():
            yield {"form": form, "topic": topic, "text": text} | made_for


def parts_of(scenario: Scenario) -> tuple[BackgroundPart, ...]:
    """A scenario's own parts, then those of the banks."""
    return (*scenario.background, *(part for name in BANKS for part in bank(name)))


def pieces(
    scenario: Scenario,
    cast: Cast,
    slots: Mapping[str, Slot],
    targets: Mapping[str, tuple[str, ...]],
    pulls: frozenset[str],
    rng: Random,
    pulling: float = 1.0,
) -> tuple[Background, ...]:
    """Every passage that this play may use.

    `targets` are the alternatives that give an answer falsely, by `link.answer`; `pulls` the
    answers at which the accounts part, of whose passages the share `pulling` is used. What is
    written for an answer as a false one is heard of the true one too, and of false ones less, since
    tilt facts are stated for those besides. Passages about other answers are left out.
    """
    found: list[Background] = []
    town = _Town(cast)
    # What speaks for an answer comes first: planners take passages in this order.
    parts = sorted(parts_of(scenario), key=lambda part: part.pull is None and part.target is None)
    turn = dict.fromkeys(targets, 0)
    for part in parts:
        answer = part.pull or part.target
        if answer is not None and answer not in pulls:
            continue
        if part.pull is not None and pulling < 1 and rng.random() >= pulling:
            continue
        false = targets.get(answer or "", ())
        if false and rng.random() < HUSHED:
            continue
        kind, target = part.kind, None
        if part.target is not None and false:
            target = false[turn[part.target] % len(false)]
            turn[part.target] += 1
        elif part.target is not None:
            kind = "dispute"
        background_id = f"b{len(found) + 1:04d}"
        if part.kind in ("business", "chaff"):
            piece = _ordinary(part, town, background_id, rng)
            found += [piece] if piece else []
            continue
        speaker = cast.slots.get(part.speaker or "")
        binding = Binding(slots, _colleagues(part, cast, rng))
        found.append(
            Background(
                background_id=background_id,
                kind=kind,
                topic=part.topic,
                form=part.form,
                text=realize(part.text.strip(), binding, rng).text,
                target=target,
                speaker_id=speaker.entity_id if speaker else None,
                genres=part.genres,
                months=part.months,
            )
        )
    return tuple(found)


@dataclass(frozen=True)
class _Place:
    """Where a passage can happen: its bystanders; their ids, if it is a strange firm; its company,
    if it is one of the dispute."""

    binding: Binding
    ids: tuple[str, ...] = ()
    company_id: str | None = None


class _Town:
    """Where passages about nobody in particular can happen, of the places of one cast."""

    def __init__(self, cast: Cast) -> None:
        self._cast = cast
        self._firms = [(firm, _Place(Binding({}, firm.people), firm.ids)) for firm in cast.firms]
        self._homes = {
            slot: _Place(Binding({}, people), company_id=cast.employers[slot].entity_id)
            for slot, people in cast.colleagues.items()
        }
        self._places: dict[tuple[object, ...], tuple[list[_Place], list[_Place]]] = {}

    def places(self, part: BackgroundPart) -> tuple[list[_Place], list[_Place]]:
        """The firms whose life a passage can be about, and the companies of the dispute, each as
        often as it has bystanders: those in its trade with as many as it names."""
        topic = part.topic if part.kind == "chaff" else ""
        key = part.bystanders, part.kind, part.trades, topic
        if key not in self._places:
            firms = [
                place
                for firm, place in self._firms
                if len(firm.people) >= part.bystanders and _trades_in(firm, part)
            ]
            able = _homes(part, self._cast) if part.kind == "business" else []
            homes = [self._homes[slot] for slot in able for _ in self._cast.colleagues[slot]]
            self._places[key] = firms, homes
        return self._places[key]


def _ordinary(
    part: BackgroundPart, town: _Town, background_id: str, rng: Random
) -> Background | None:
    """A passage about nobody in particular: at the companies of the dispute, or at another firm
    of the town, which then says so by its speaker. None when no firm is in that trade."""
    firms, homes = town.places(part)
    nameless = part.kind == "business" and part.form == "prose" and not part.trades
    if nameless and not part.bystanders and rng.random() >= NAMELESS:
        return None
    if not (firms or homes):
        return None
    at_home = homes and (not firms or rng.random() >= OFFICE_SHARE)
    place = rng.choice(homes if at_home else firms)
    text = realize(part.text.strip(), place.binding, rng).text
    people = zip(place.ids, place.binding.bystanders, strict=True) if place.ids else ()
    quiet = [i for i, one in people if one["first"] not in text and one["last"] not in text]
    return Background(
        background_id=background_id,
        kind=part.kind if at_home else "chaff",
        topic=part.topic,
        form=part.form,
        text=text,
        speaker_id=rng.choice(quiet or place.ids) if place.ids else None,
        genres=part.genres,
        months=part.months,
        home_id=place.company_id if part.trades else None,
    )


def _trades_in(firm: Firm, part: BackgroundPart) -> bool:
    if part.trades or part.kind == "business":
        return not part.trades or firm.trade in part.trades
    return part.topic in trades_bank()[firm.trade]


def _homes(part: BackgroundPart, cast: Cast) -> list[str]:
    return [
        slot
        for slot, people in cast.colleagues.items()
        if len(people) >= part.bystanders
        and (not part.trades or cast.employers[slot].job in part.trades)
    ]


def _colleagues(part: BackgroundPart, cast: Cast, rng: Random) -> tuple[Mapping[str, str], ...]:
    """The bystanders of one company, if it has enough for a passage, or else of all."""
    homes = [people for people in cast.colleagues.values() if len(people) >= part.bystanders]
    weights = [len(people) for people in homes]
    if homes:
        return rng.choices(homes, weights)[0]
    return tuple(person for people in cast.colleagues.values() for person in people)


def surround(extraction: Extraction, seed: str) -> Extraction:
    """An extraction with the ordinary life that a record does not tell: bystanders, strangers, and
    the passages of the banks. What it already has stays; for the same seed the same is added."""
    rng = Random(f"{seed}/surroundings")
    setting = extraction.setting
    said = [piece.text for piece in setting.background]
    said += [m.text for fact in extraction.facts for m in fact.mentions]
    parts = [part for name in BANKS for part in bank(name)]
    said += [re.sub(r"\{[^{}]*\}", " ", part.text) for part in parts]
    common = frozenset().union(*map(words_of, said)) if said else frozenset[str]()
    entities, cast = make_surroundings(extraction.entities, rng, common)
    town = _Town(cast)
    found = (
        _ordinary(part, town, f"o{number:04d}", rng) for number, part in enumerate(parts, start=1)
    )
    background = (*setting.background, *filter(None, found))
    return extraction.model_copy(
        update={
            "entities": entities,
            "setting": setting.model_copy(update={"background": background}),
        }
    )

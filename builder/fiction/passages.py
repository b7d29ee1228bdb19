"""The banks of ordinary life, and how passages become background pieces of a play.

In: `banks/business.yaml`, `banks/chaff.yaml` and the files of the folders of the same names, and a
scenario's own parts. Out: realized `Background` pieces. Reads the bank files once.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
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
    answers at which the parties part, of whose passages the share `pulling` is used. Passages about
    other answers are left out.
    """
    found: list[Background] = []
    town = _Town(cast)
    # A party's own file comes first: planners take passages in this order.
    parts = sorted(parts_of(scenario), key=lambda part: part.pull is None)
    turn = dict.fromkeys(targets, 0)
    for part in parts:
        if part.pull is not None and (
            part.pull not in pulls or (pulling < 1 and rng.random() >= pulling)
        ):
            continue
        target = None
        if part.kind == "alternative":
            aimed = targets.get(part.target or "", ())
            if not aimed:
                continue
            target = aimed[turn[part.target or ""] % len(aimed)]
            turn[part.target or ""] += 1
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
                kind=part.kind,
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


class _Town:
    """Where passages about nobody in particular can happen, of the places of one cast."""

    def __init__(self, cast: Cast) -> None:
        self.cast = cast
        self._places: dict[tuple[object, ...], tuple[list[Firm], list[str]]] = {}

    def places(self, part: BackgroundPart) -> tuple[list[Firm], list[str]]:
        """The firms whose life a passage can be about, and the companies of the dispute, by slot:
        those in its trade with as many bystanders as it names."""
        wanted = part.text.count("{bystander")
        topic = part.topic if part.kind == "chaff" else ""
        key = wanted, part.kind, part.trades, topic
        if key not in self._places:
            firms = [f for f in self.cast.firms if len(f.people) >= wanted and _trades_in(f, part)]
            homes = _homes(part, self.cast, wanted) if part.kind == "business" else []
            self._places[key] = firms, homes
        return self._places[key]


def _ordinary(
    part: BackgroundPart, town: _Town, background_id: str, rng: Random
) -> Background | None:
    """A passage about nobody in particular: at the companies of the dispute, or at another firm
    of the town, which then says so by its speaker. None when no firm is in that trade."""
    nameless = part.kind == "business" and part.form == "prose" and not part.trades
    if nameless and "{bystander" not in part.text and rng.random() >= NAMELESS:
        return None
    cast = town.cast
    firms, homes = town.places(part)
    firm, speaker, home = None, None, None
    if homes and (not firms or rng.random() >= OFFICE_SHARE):
        weights = [len(cast.colleagues[slot]) for slot in homes]
        home = rng.choices(homes, weights)[0]
        people, kind = cast.colleagues[home], part.kind
    elif firms:
        firm = rng.choice(firms)
        people, kind = firm.people, "chaff"
    else:
        return None
    text = realize(part.text.strip(), Binding({}, people), rng).text
    if firm is not None:
        quiet = [
            i
            for i, person in zip(firm.ids, firm.people, strict=True)
            if person["first"] not in text and person["last"] not in text
        ]
        speaker = rng.choice(quiet or list(firm.ids))
    return Background(
        background_id=background_id,
        kind=kind,
        topic=part.topic,
        form=part.form,
        text=text,
        speaker_id=speaker,
        genres=part.genres,
        months=part.months,
        home_id=cast.employers[home].entity_id if home and part.trades else None,
    )


def _trades_in(firm: Firm, part: BackgroundPart) -> bool:
    if part.trades or part.kind == "business":
        return not part.trades or firm.trade in part.trades
    return part.topic in trades_bank()[firm.trade]


def _homes(part: BackgroundPart, cast: Cast, wanted: int) -> list[str]:
    return [
        slot
        for slot, people in cast.colleagues.items()
        if len(people) >= wanted and (not part.trades or cast.employers[slot].job in part.trades)
    ]


def _colleagues(part: BackgroundPart, cast: Cast, rng: Random) -> tuple[Mapping[str, str], ...]:
    """The bystanders of one company, if it has enough for a passage, or else of all."""
    wanted = part.text.count("{bystander")
    homes = [people for people in cast.colleagues.values() if len(people) >= wanted]
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

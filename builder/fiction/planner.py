"""Plans the documents of a world: what each is, who made it, when, and what it says.

In: entities, DAG, setting and sizes of a world, fictional or real. Out: a `DocumentPlan`, a pure
function of its input. Genres, formats, folders, dates and lengths are matched across roles, and
each planned document is written once on trial, so that a plan holds nothing that its role forbids.
UnplaceableFact or WorldError name what is missing.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from random import Random

from builder.errors import UnplaceableFact, WorldError
from builder.fiction.cargo import Usage, load, options
from builder.fiction.dating import Clock
from builder.fiction.filing import file_all
from builder.fiction.inventory import THREADS, Inventory, take_inventory
from builder.fiction.people import Sheet, author_of, recipients_of, voices_of
from builder.fiction.screen import Screen, blocks_text, holds, make_screen
from builder.fiction.stock import Kind, Stock
from builder.fiction.titles import avoided, title_of
from builder.fiction.writer import write
from builder.schema import (
    Background,
    DocumentPlan,
    DocumentSpec,
    Entity,
    Format,
    HypothesisDag,
    Role,
    Setting,
    Statement,
)

LOG = logging.getLogger(__name__)

FORMAT_MIX: Mapping[Format, float] = {
    "pdf": 0.40, "docx": 0.20, "xlsx": 0.12, "pptx": 0.06, "txt": 0.22,
}
STATING: tuple[Role, ...] = ("merits", "signal", "pro_alternative")
_QUIET: tuple[Role, ...] = ("noise", "alternative_noise")
FACTS_PER_SIGNAL = 1.4
_TRIES = 14
_PATIENCE = 5


@dataclass
class _Desk:
    """What planning one world works with, and what it has used up."""

    world_id: str
    inventory: Inventory
    screen: Screen
    stock: Stock
    clock: Clock
    caption: tuple[str, ...]
    appetite: float = 1.0
    quiet: int = 0  # documents to come that live on the passages of the dispute
    formats: dict[Role, Counter[Format]] = field(default_factory=dict[Role, Counter[Format]])
    titles: Counter[str] = field(default_factory=Counter[str])

    def stream(self, what: str) -> Random:
        return Random(f"{self.world_id}/plan/{what}")


def plan(
    world_id: str,
    entities: tuple[Entity, ...],
    dag: HypothesisDag,
    setting: Setting,
    sizes: Callable[[Role], int],
    caption: tuple[str, ...] = (),
) -> DocumentPlan:
    """The plan of a world; `sizes` gives the number of documents of each role."""
    inventory = take_inventory(entities, dag, setting)
    if not inventory.insiders:
        raise WorldError(f"world {world_id!r}: no person of the dispute who could write anything")
    screen = make_screen(entities, dag, setting)
    stock = Stock(inventory, screen, Random(f"{world_id}/plan/stock"))
    desk = _Desk(world_id, inventory, screen, stock, Clock(setting.window), caption)
    sheets = _sheets(desk, sizes)
    desk.appetite = _appetite(desk, sheets)
    desk.quiet = sum(sheet.role in _QUIET for sheet in sheets)
    ids = desk.stream("ids").sample(range(1, len(sheets) + 1), len(sheets))
    specs: list[DocumentSpec] = []
    # In the order of the ids, so that no role is left with what the others did not want.
    for number, sheet in sorted(zip(ids, sheets, strict=True), key=lambda pair: pair[0]):
        desk.quiet -= sheet.role in _QUIET
        specs.append(_settle(desk, sheet, f"d{number:03d}"))
    return DocumentPlan(specs=file_all(specs, inventory, desk.stream("filing")))


def _sheets(desk: _Desk, sizes: Callable[[Role], int]) -> list[Sheet]:
    stating = _stating(desk, sizes)
    genres = Counter(sheet.genre for sheet in stating)
    sheets = list(stating)
    first, second = (h.hypothesis_id for h in desk.inventory.dag.alternatives)
    aims: list[tuple[Role, int, str | None]] = [
        ("noise", sizes("noise"), None),
        ("alternative_noise", (sizes("alternative_noise") + 1) // 2, first),
        ("alternative_noise", sizes("alternative_noise") // 2, second),
        ("chaff", sizes("chaff"), None),
    ]
    if sizes("chaff") and not desk.inventory.strangers:
        raise WorldError(f"world {desk.world_id!r}: chaff needs people outside the dispute and "
                         "its companies, and there are none")
    for role, count, target in aims:
        rng = desk.stream(f"genres/{role}/{target}")
        liked = _liked(desk, genres, role, target)
        sheets += [Sheet(role, genre, target=target) for genre in _quota(liked, count, rng)]
    return sheets


def _liked(
    desk: _Desk, genres: Counter[str], role: Role, target: str | None
) -> Counter[str]:
    """The genres, those that can hold passages of a role's own kind more heavily."""
    own = {"noise": "dispute", "alternative_noise": "alternative"}.get(role)
    if own is None:
        return genres
    pieces = desk.inventory.pieces(own, target)
    return Counter({
        genre: count * (1 + any(desk.inventory.suits(genre, piece) for piece in pieces))
        for genre, count in genres.items()
    })


def _quota(genres: Counter[str], count: int, rng: Random) -> list[str]:
    """So many genres in the proportions of `genres`; what is left over falls by lot."""
    total = genres.total()
    if not total:
        raise UnplaceableFact("no document states a fact, so no genre can be matched")
    found = [g for g in sorted(genres) for _ in range(count * genres[g] // total)]
    chances = {g: count * genres[g] / total % 1 + 0.05 for g in sorted(genres)}
    while len(found) < count:
        genre = rng.choices(list(chances), list(chances.values()))[0]
        found.append(genre)
        chances[genre] = 0.01
    return found


def _stating(desk: _Desk, sizes: Callable[[Role], int]) -> list[Sheet]:
    """The documents that state facts: exhibits first, then signals, then tilt facts."""
    inventory, usage, rng = desk.inventory, Usage(), desk.stream("cargo")
    ground = {f.fact_id: f for f in inventory.dag.facts if f.kind == "ground"}
    exhibits = inventory.setting.exhibits
    groups = [[ground[i] for i in e.fact_ids if i in ground] for e in exhibits]
    shown = {fact.fact_id for group in groups for fact in group}
    groups = [g for g in groups if g] + [[f] for i, f in ground.items() if i not in shown]
    numbers = {i: e.number for e in reversed(exhibits) for i in e.fact_ids}
    genres = {i: e.genre for e in exhibits for i in e.fact_ids}
    merits = load(inventory, groups, sizes("merits"), usage, rng, prefer=genres)
    sheets = [
        Sheet("merits", cargo.genre, cargo, exhibit=numbers.get(cargo.load[0][0].fact_id))
        for cargo in merits
    ]
    # Signals are mostly about something else, so few of them state more than one fact.
    count = round(sizes("signal") * FACTS_PER_SIGNAL)
    singles = [[fact] for fact in rng.sample(list(ground.values()), min(count, len(ground)))]
    signals = load(inventory, singles, sizes("signal"), usage, rng)
    sheets += [Sheet("signal", cargo.genre, cargo) for cargo in signals]
    for index, alternative in enumerate(inventory.dag.alternatives):
        aim = alternative.hypothesis_id
        tilts = [[f] for f in inventory.dag.facts if f.tilts == aim]
        count = (sizes("pro_alternative") + 1 - index) // 2
        sheets += [Sheet("pro_alternative", cargo.genre, cargo, target=aim)
                   for cargo in load(inventory, tilts, count, usage, rng)]
    return sheets


def _appetite(desk: _Desk, sheets: Sequence[Sheet]) -> float:
    """The share of the passages that genres would like which there are enough passages for."""
    wants = {True: 0.0, False: 0.0}
    for sheet in sheets:
        wants[sheet.role == "chaff"] += sum(_wish(desk, sheet)) / 2
    stock = desk.stock
    own = stock.count("business") + stock.count("dispute")
    own += sum(stock.count("alternative", h.hypothesis_id) for h in desk.inventory.dag.alternatives)
    for name, want, have in (("passages of its own business", wants[False], own),
                             ("chaff passages", wants[True], stock.count("chaff"))):
        docs = sum((sheet.role == "chaff") == (name[0] == "c") for sheet in sheets)
        if have < docs * 0.8:
            raise WorldError(f"world {desk.world_id!r}: {have} {name} for {docs} documents")
        LOG.debug("world %s: %s: %d wanted, %d there", desk.world_id, name, want, have)
    return min(1.0, *(0.85 * have / want for want, have in
                      ((wants[False], own), (wants[True], stock.count("chaff"))) if want))


def _wish(desk: _Desk, sheet: Sheet) -> tuple[int, int]:
    least, most = desk.inventory.genres[sheet.genre].background
    stated = len(sheet.cargo.load) if sheet.cargo else 0
    return max(least - stated, min(least, 1)), max(most - stated, min(least, 1))


def _settle(desk: _Desk, sheet: Sheet, document_id: str) -> DocumentSpec:
    """Draw people, date and passages until the written document is what its role allows."""
    faults: list[str] = []
    for attempt in range(_TRIES):
        rng = desk.stream(f"{document_id}/{attempt}")
        if attempt in (6, 10):
            sheet = _otherwise(desk, sheet, rng)
        spec = _draw(desk, sheet, document_id, rng)
        # A wording may hold another fact's anchors by chance (a day and a small number); what a
        # document states besides its own facts is avoided, but no reason to give up.
        faults = _faults(desk, spec, strict=sheet.cargo is None or attempt < _PATIENCE)
        if not faults:
            desk.formats.setdefault(sheet.role, Counter())[spec.format] += 1
            desk.titles[spec.title] += 1
            return spec
        desk.stock.give_back(spec.background)
    raise UnplaceableFact(f"document {document_id!r} ({sheet.role}, {sheet.genre}): "
                          f"{'; '.join(faults)} after {_TRIES} tries")


def _otherwise(desk: _Desk, sheet: Sheet, rng: Random) -> Sheet:
    """The same document in another genre."""
    if sheet.cargo is None:
        return replace(sheet, genre=rng.choice(["email_thread", "memo", "letter"]))
    every = options(desk.inventory, [fact for fact, _ in sheet.cargo.load])
    others = [cargo for cargo in every if cargo.genre != sheet.genre] or every
    cargo = rng.choice(others)
    return replace(sheet, genre=cargo.genre, cargo=cargo)


def _faults(desk: _Desk, spec: DocumentSpec, strict: bool) -> list[str]:
    content = write(desk.world_id, desk.inventory.entities, spec, caption=desk.caption)
    text = blocks_text(content.blocks)
    lost = [s.text for st in spec.statements for s in st.surfaces if not holds(text, s.text)]
    stating = frozenset(s.fact_id for s in spec.statements)
    faults = desk.screen.faults(spec.role, text, stating) if strict else []
    return [f"loses {words!r}" for words in lost] + faults


def _draw(desk: _Desk, sheet: Sheet, document_id: str, rng: Random) -> DocumentSpec:
    genre = desk.inventory.genres[sheet.genre]
    first = None if sheet.cargo else desk.stock.take(_kinds(sheet), sheet.genre, None)
    author = author_of(desk.inventory, sheet, first, rng)
    pieces = [first] if first else []
    pieces += _more(desk, sheet, author, pieces, rng)
    recipients = recipients_of(desk.inventory, sheet, author, pieces, rng)
    when = desk.clock.date_for(sheet.role, genre, sheet.cargo, rng)
    title = _title(desk, sheet, pieces, when, rng)
    statements = tuple(
        Statement(fact_id=fact.fact_id, surfaces=mention.surfaces, wording=mention)
        for fact, mention in (sheet.cargo.load if sheet.cargo else ())
    )
    file_format = _format(desk, sheet, genre.formats)
    return DocumentSpec(
        document_id=document_id, role=sheet.role, genre=sheet.genre, format=file_format,
        path=f"{document_id}.{file_format}", title=title, date=when,
        author_id=author.entity_id, recipient_ids=tuple(r.entity_id for r in recipients),
        series=_series(sheet, pieces, document_id), target=sheet.target, exhibit=sheet.exhibit,
        statements=statements, background=tuple(pieces),
    )


def _series(sheet: Sheet, pieces: Sequence[Background], document_id: str) -> str:
    if sheet.cargo:
        return f"about {sheet.cargo.load[0][0].fact_id}"
    return pieces[0].topic if pieces and pieces[0].topic else document_id


def _title(
    desk: _Desk, sheet: Sheet, pieces: Sequence[Background], when: datetime, rng: Random
) -> str:
    worded = [s.text for _, m in sheet.cargo.load for s in m.surfaces] if sheet.cargo else []
    accounts = [h.statement for h in desk.inventory.dag.hypotheses]
    genre = desk.inventory.genres[sheet.genre]
    title = ""
    for _ in range(8):
        title = title_of(genre, pieces, avoided([*worded, *accounts]), when,
                         sheet.genre in THREADS, rng)
        if not desk.titles[title]:
            break
    return title


def _kinds(sheet: Sheet) -> tuple[Kind, ...]:
    """The kinds of the passage that a document without facts begins from."""
    match sheet.role:
        case "chaff":
            return (("chaff", None),)
        case "alternative_noise":
            return (("alternative", sheet.target), ("dispute", None), ("business", None))
        case _:
            return (("dispute", None), ("business", None))


def _more(
    desk: _Desk, sheet: Sheet, author: Entity, pieces: Sequence[Background], rng: Random
) -> list[Background]:
    """Further passages: as many as the genre wants and the stock allows."""
    least, most = _wish(desk, sheet)
    wish = rng.randint(least, most) * desk.appetite
    count = int(wish) + (rng.random() < wish % 1)
    kinds: tuple[Kind, ...] = (("chaff", None),)
    if sheet.role != "chaff":
        own: Kind = ("dispute", None)
        if sheet.role == "alternative_noise" and rng.random() < 0.4:
            own = ("alternative", sheet.target)
        office: Kind = ("business", None)
        kinds = (own, office) if rng.random() < 0.5 else (office, own)
        if sheet.role in STATING and desk.stock.count("dispute") < 2 * desk.quiet:
            kinds = (office,)
    found: list[Background] = []
    for _ in range(max(count, min(least, 1)) - len(pieces)):
        topic = pieces[0].topic if pieces and rng.random() < 0.5 else ""
        voices = voices_of(sheet, author, [*pieces, *found])
        piece = desk.stock.take(kinds, sheet.genre, author, topic, voices)
        if piece is None:
            break
        found.append(piece)
    return found


def _format(desk: _Desk, sheet: Sheet, formats: Sequence[Format]) -> Format:
    """The format that is furthest behind the wanted mix, within the role and over all."""
    own = desk.formats.get(sheet.role, Counter[Format]())
    every = sum(desk.formats.values(), Counter[Format]())

    def behind(file_format: Format) -> float:
        share = FORMAT_MIX[file_format]
        return (share * (every.total() + 1) - every[file_format]
                + share * (own.total() + 1) - own[file_format])

    return max(formats, key=behind)

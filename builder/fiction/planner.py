"""Plans the documents of a world: what each is, who made it, when, and what it says.

In: entities, DAG, setting and sizes of a world, fictional or real. Out: a `DocumentPlan`, a pure
function of its input. Genres, formats, folders, dates and lengths are matched across roles, and
each planned document is written once on trial, so that a plan holds nothing that its role forbids.
UnplaceableFact or WorldError name what is missing.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from random import Random

from builder.errors import UnplaceableFact, WorldError
from builder.fiction.cargo import (
    Cargo,
    Usage,
    genres_for,
    load,
    options,
    restated,
)
from builder.fiction.dating import Clock
from builder.fiction.filing import file_all
from builder.fiction.inventory import THREADS, Inventory, take_inventory
from builder.fiction.lengths import Lengths, bulk
from builder.fiction.levels import LEVELS, Dials
from builder.fiction.mix import after, furthest_behind, shares
from builder.fiction.pages import Rows, pages
from builder.fiction.people import (
    Elsewhere,
    Sheet,
    author_of,
    likened,
    met,
    models_of,
    recipients_of,
    series_of,
    voices_of,
)
from builder.fiction.recast import recast, stated
from builder.fiction.screen import Screen, make_screen
from builder.fiction.stock import CHAFF, LOOSE, Kind, Stock
from builder.fiction.titles import avoided, title_of
from builder.fiction.writer import Composer
from builder.matching.text import holds
from builder.schema import (
    Background,
    DocumentPlan,
    DocumentSpec,
    Entity,
    Format,
    HypothesisDag,
    Role,
    Setting,
)

LOG = logging.getLogger(__name__)

OWN_SHARE, FORM_SHARE = 0.7, 0.3  # of passages: on the dispute's people, if any; on forms few
SAME_SUBJECT = 0.95  # that a passage of ordinary life is on the subject of the one before
ALTERNATIVE_SHARE = 0.5  # of the papers on an alternative's people that begin from its own passages
_BUSINESS: Kind = ("business", None)
_SPOKEN = frozenset({"email_thread", "chat_export", "memo", "letter", "deposition"})
_TRIES, _PATIENCE = 14, 5


@dataclass
class _Desk:
    """What planning one world works with, and what it has used up."""

    world_id: str
    inventory: Inventory
    screen: Screen
    stock: Stock
    clock: Clock
    composer: Composer
    dials: Dials
    lengths: Lengths = field(default_factory=Lengths)
    elsewhere: Elsewhere | None = None
    appetite: float = 1.0
    banned: frozenset[str] = frozenset()  # words of the accounts, which no title may hold
    models: tuple[Cargo, ...] = ()
    formats: dict[Role, Counter[Format]] = field(default_factory=dict[Role, Counter[Format]])
    every_format: Counter[Format] = field(default_factory=Counter[Format])
    titles: Counter[str] = field(default_factory=Counter[str])
    printed: Counter[Rows] = field(default_factory=Counter[Rows])

    def stream(self, what: str) -> Random:
        return Random(f"{self.world_id}/plan/{what}")


def plan(
    world_id: str,
    entities: tuple[Entity, ...],
    dag: HypothesisDag,
    setting: Setting,
    sizes: Callable[[Role], int],
    caption: tuple[str, ...] = (),
    dials: Dials = LEVELS["standard"],
    composer: Composer | None = None,
    screen: Screen | None = None,
) -> DocumentPlan:
    """The plan of a world; `sizes` gives the number of documents of each role. The `composer` and
    the `screen`, if they are given, have then written and read each document on trial."""
    inventory = take_inventory(entities, dag, setting)
    if not inventory.insiders:
        raise WorldError(f"world {world_id!r}: no person of the dispute who could write anything")
    screen = screen or make_screen(entities, dag, setting)
    stock = Stock(inventory, screen, Random(f"{world_id}/plan/stock"))
    clock = Clock(setting.window)
    composer = composer or Composer(world_id, entities, caption)
    desk = _Desk(world_id, inventory, screen, stock, clock, composer, dials)
    sheets = _sheets(desk, sizes)
    desk.banned = avoided([h.statement for h in dag.hypotheses])
    desk.models = tuple(sheet.cargo for sheet in sheets if sheet.cargo)
    desk.lengths = Lengths(setting.background, desk.models)
    clock.know(desk.models)
    dated = [sheet for sheet in sheets if not inventory.genres[sheet.genre].court_paper]
    bases = [sheet.basis for sheet in dated if sheet.role != "chaff"]
    clock.lay_out(bases, len(dated) - len(bases), desk.stream("clock"))
    disputed = [sheet for sheet in sheets if sheet.role != "chaff"]
    desk.elsewhere = Elsewhere(inventory, disputed, sizes("chaff"), desk.stream("elsewhere"))
    desk.appetite = _appetite(desk, sheets)
    ids = desk.stream("ids").sample(range(1, len(sheets) + 1), len(sheets))
    specs: list[DocumentSpec] = []
    # In the order of the ids, so that no role is left with what the others did not want.
    for number, sheet in sorted(zip(ids, sheets, strict=True), key=lambda pair: pair[0]):
        specs.append(_settle(desk, sheet, f"d{number:03d}"))
    return DocumentPlan(specs=file_all(specs, inventory, desk.stream("filing"), dials.apart))


def _sheets(desk: _Desk, sizes: Callable[[Role], int]) -> list[Sheet]:
    """The documents that state facts, and the others, each modelled on one of those."""
    stating = _stating(desk, sizes)
    first, second = (h.hypothesis_id for h in desk.inventory.dag.alternatives)
    aims: list[tuple[Role, int, str | None]] = [
        ("noise", sizes("noise"), None),
        ("alternative_noise", (sizes("alternative_noise") + 1) // 2, first),
        ("alternative_noise", sizes("alternative_noise") // 2, second),
        ("chaff", sizes("chaff"), None),
    ]
    if sizes("chaff") and not desk.inventory.strangers:
        raise WorldError(
            f"world {desk.world_id!r}: chaff needs people outside the dispute and "
            "its companies, and there are none"
        )
    if not stating:
        raise UnplaceableFact("no document states a fact, so nothing can be modelled on one")
    sheets = list(stating)
    for role, count, target in aims:
        models = models_of(stating, count, desk.stream(f"models/{role}/{target}"))
        sheets += [Sheet(role, cargo.genre, model=cargo, target=target) for cargo in models]
    return sheets


def _stating(desk: _Desk, sizes: Callable[[Role], int]) -> list[Sheet]:
    """The documents that state facts: exhibits and signals by lot, then tilt facts."""
    inventory, rng = desk.inventory, desk.stream("cargo")
    usage = Usage(same=desk.dials.same)
    ground = {f.fact_id: f for f in inventory.dag.facts if f.kind == "ground"}
    exhibits = inventory.setting.exhibits
    groups = [[ground[i] for i in e.fact_ids if i in ground] for e in exhibits]
    shown = {fact.fact_id for group in groups for fact in group}
    groups = [g for g in groups if g] + [[f] for i, f in ground.items() if i not in shown]
    numbers = {i: e.number for e in reversed(exhibits) for i in e.fact_ids}
    genres = {i: e.genre for e in exhibits for i in e.fact_ids}
    # Signals are mostly about something else, so few of them state more than one fact.
    count = round(sizes("signal") * desk.dials.signal_facts)
    singles = [[fact] for fact in restated(inventory, desk.dials.decisive, count, rng)]
    # Whoever is first has the choice of words and genres; the others follow what those became.
    found: dict[Role, list[Cargo]] = {}
    mix = usual = shares(inventory.genres)
    for role in rng.sample(("merits", "signal"), 2):
        of, first = (groups, genres) if role == "merits" else (singles, None)
        found[role] = load(inventory, of, sizes(role), usage, rng, mix, prefer=first)
        mix = after(Counter(cargo.genre for of in found.values() for cargo in of), usual)
    sheets = [
        Sheet("merits", cargo.genre, cargo, exhibit=numbers.get(cargo.load[0][0].fact_id))
        for cargo in found["merits"]
    ]
    sheets += [Sheet("signal", cargo.genre, cargo) for cargo in found["signal"]]
    # What tells for another account is told in the same forms.
    forms = usage.forms
    told = {form: count / forms.total() for form, count in forms.items()} if forms else {}
    usage = replace(usage, wanted_forms=told, forms=Counter())
    for index, alternative in enumerate(inventory.dag.alternatives):
        aim = alternative.hypothesis_id
        tilts = [[f] for f in inventory.dag.facts if f.tilts == aim]
        count = (sizes("pro_alternative") + 1 - index) // 2
        sheets += [
            Sheet("pro_alternative", cargo.genre, cargo, target=aim)
            for cargo in load(inventory, tilts, count, usage, rng, mix)
        ]
    return sheets


def _appetite(desk: _Desk, sheets: Sequence[Sheet]) -> float:
    """The share of the passages that genres would like which there are enough passages for."""
    wants = {True: 0.0, False: 0.0}
    for sheet in sheets:
        wants[sheet.role == "chaff"] += _wish(desk, sheet)
    stock = desk.stock
    own = stock.count("business") + stock.count("dispute")
    own += sum(stock.count("alternative", h.hypothesis_id) for h in desk.inventory.dag.alternatives)
    for name, want, have in (
        ("passages of its own business", wants[False], own),
        ("chaff passages", wants[True], stock.count("chaff")),
    ):
        docs = sum((sheet.role == "chaff") == (name[0] == "c") for sheet in sheets)
        if have < docs * 0.8:
            raise WorldError(f"world {desk.world_id!r}: {have} {name} for {docs} documents")
        LOG.debug("world %s: %s: %d wanted, %d there", desk.world_id, name, want, have)
    return min(
        1.0,
        *(
            0.85 * have / want
            for want, have in ((wants[False], own), (wants[True], stock.count("chaff")))
            if want
        ),
    )


def _wish(desk: _Desk, sheet: Sheet) -> float:
    """How many passages a document is likely to want."""
    least, most = desk.inventory.genres[sheet.genre].background
    held = [m for m in sheet.told if sheet.cargo or m.form == "row"]
    room = desk.lengths.room(sheet.genre, (least + most) / 2, held)
    return max(room / desk.lengths.piece(sheet.genre), min(least, 1))


def _settle(desk: _Desk, sheet: Sheet, document_id: str) -> DocumentSpec:
    """Draw people, date and passages until the written document is what its role allows."""
    faults: list[str] = []
    for attempt in range(_TRIES):
        rng = desk.stream(f"{document_id}/{attempt}")
        if attempt in (6, 10):
            sheet = _otherwise(desk, sheet, rng)
        spec = _draw(desk, sheet, document_id, rng)
        # What it states besides its own facts by chance is avoided, but no reason to give up.
        text = desk.screen.text_of(desk.composer.write(spec))
        faults = _faults(desk, spec, text, strict=sheet.cargo is None or attempt < _PATIENCE)
        if not faults:
            desk.lengths.learn(spec, len(text))
            desk.formats.setdefault(sheet.role, Counter())[spec.format] += 1
            desk.every_format[spec.format] += 1
            desk.titles[spec.title] += 1
            if desk.elsewhere and sheet.role == "chaff":
                desk.elsewhere.signed(spec.author_id)
            return spec
        desk.stock.give_back(spec.background)
    raise UnplaceableFact(
        f"document {document_id!r} ({sheet.role}, {sheet.genre}): "
        f"{'; '.join(faults)} after {_TRIES} tries"
    )


def _otherwise(desk: _Desk, sheet: Sheet, rng: Random) -> Sheet:
    """The same document in another genre, or on another model."""
    if sheet.cargo is None:
        model = rng.choice(desk.models)
        return replace(sheet, genre=model.genre, model=model)
    facts = [fact for fact, _ in sheet.cargo.load]
    able = genres_for(desk.inventory, facts, Usage())
    others = [genre for genre in able if genre != sheet.genre] or [sheet.genre]
    cargo = rng.choice(options(desk.inventory, rng.choice(others), facts))
    return replace(sheet, genre=cargo.genre, cargo=cargo)


def _faults(desk: _Desk, spec: DocumentSpec, text: str, strict: bool) -> list[str]:
    lost = [s.text for st in spec.statements for s in st.surfaces if not holds(text, s.text)]
    stating = frozenset(s.fact_id for s in spec.statements)
    faults = desk.screen.faults(spec.role, text, stating) if strict else ()
    if faults and spec.statements:
        # What its wordings state no other people and passages can help.
        faults = desk.screen.faults(spec.role, text, stating | desk.screen.told_by(spec))
    return [*(f"loses {words!r}" for words in lost), *faults]


def _draw(desk: _Desk, sheet: Sheet, document_id: str, rng: Random) -> DocumentSpec:
    genre = desk.inventory.genres[sheet.genre]
    when = desk.clock.date_for(sheet.role, genre, sheet.basis, rng)
    author, pieces = _begun(desk, sheet, when.month, rng)
    given: list[Background] = []
    # What was made later says in passing that it concerns the time of the dispute.
    if sheet.role != "chaff" and when.date() not in desk.inventory.setting.window:
        day = desk.stock.take_day(sheet.genre, rng)
        given += [day] if day else []
    given += pages(desk.inventory, desk.printed, sheet, document_id, when.date(), rng)
    pieces += _more(desk, sheet, author, pieces, given, when.month, rng)
    pieces += given
    recipients = recipients_of(desk.inventory, sheet, author, pieces, rng)
    pieces = recast(desk.inventory, pieces, (author, *recipients), rng)
    title = _title(desk, sheet, pieces, when, rng)
    statements = tuple(
        stated(desk.inventory, sheet.genre, author, fact, mention)
        for fact, mention in (sheet.cargo.load if sheet.cargo else ())
    )
    own = desk.formats.get(sheet.role, Counter[Format]())
    file_format = furthest_behind(genre.formats, own, desk.every_format)
    return DocumentSpec(
        document_id=document_id,
        role=sheet.role,
        genre=sheet.genre,
        format=file_format,
        path=f"{document_id}.{file_format}",
        title=title,
        date=when,
        author_id=author.entity_id,
        recipient_ids=tuple(r.entity_id for r in recipients),
        series=series_of(sheet, pieces, document_id),
        target=sheet.target,
        exhibit=sheet.exhibit,
        statements=statements,
        background=tuple(pieces),
    )


def _begun(desk: _Desk, sheet: Sheet, month: int, rng: Random) -> tuple[Entity, list[Background]]:
    """Who makes a document; chaff begins with a passage of its author's business."""
    if sheet.role != "chaff" or desk.elsewhere is None:
        return author_of(desk.inventory, sheet, rng), []
    order, genre = desk.elsewhere.order(sheet, rng), likened(sheet)
    # A form is about a case of its own, if its author has one.
    for author in order:
        for made in (False,) if genre in LOOSE else (True, False):
            first = desk.stock.take((CHAFF,), genre, author, author.job, month=month, made=made)
            if first:
                return author, [first]
    return order[0], []


def _title(
    desk: _Desk, sheet: Sheet, pieces: Sequence[Background], when: datetime, rng: Random
) -> str:
    worded = sheet.basis.surfaces if sheet.basis else ()
    banned = avoided(worded) | desk.banned
    genre = desk.inventory.genres[sheet.genre]
    title = ""
    for _ in range(8):
        title = title_of(genre, pieces, banned, when, sheet.genre in THREADS, rng)
        if not desk.titles[title]:
            break
    return title


def _more(
    desk: _Desk,
    sheet: Sheet,
    author: Entity,
    pieces: Sequence[Background],
    given: Sequence[Background],
    month: int,
    rng: Random,
) -> list[Background]:
    """Further passages: as much as the genre wants and the stock allows, of all kinds alike."""
    least, most = desk.inventory.genres[sheet.genre].background
    wish = rng.randint(least, most) * desk.appetite
    told = sheet.told if sheet.cargo else ()
    room = desk.lengths.room(sheet.genre, wish, [*told, *pieces, *given])
    found: list[Background] = []
    while room > desk.lengths.piece(sheet.genre) / 2 or (least and not (pieces or found)):
        last = next((p for p in (*found[::-1], *pieces) if p.kind in ("business", "chaff")), None)
        topic = (last.topic if last else author.job) if rng.random() < SAME_SUBJECT else ""
        kinds = _kinds(desk, sheet, found, rng)
        voices = voices_of(desk.inventory, sheet, author, [*pieces, *found])
        # One card of fields makes a form; two make a heap of them.
        cards = all(one.form != "key_value" for one in (*told, *pieces, *found))
        apart = met(desk.inventory, sheet, author, [*pieces, *found])
        piece = desk.stock.take(kinds, likened(sheet), author, topic, voices, month, cards, apart)
        if piece is None:
            break
        found.append(piece)
        room -= bulk(piece)
    return found


def _kinds(desk: _Desk, sheet: Sheet, found: Sequence[Background], rng: Random) -> list[Kind]:
    """The kinds of passage for a document, by preference: alike for all roles of the dispute."""
    if sheet.role == "chaff":
        return [CHAFF]
    aims: list[Kind] = [("alternative", h.hypothesis_id) for h in desk.inventory.dag.alternatives]
    own = desk.stock.by_lot([("dispute", None), *aims], rng)
    share = OWN_SHARE if sheet.genre in _SPOKEN else FORM_SHARE
    if likened(sheet) == "letter":
        share = 0.0
    kinds: list[Kind] = [*own, _BUSINESS] if rng.random() < share else [_BUSINESS, *own]
    if not found and sheet.role == "alternative_noise" and rng.random() < ALTERNATIVE_SHARE:
        return [("alternative", sheet.target), *kinds]
    return kinds

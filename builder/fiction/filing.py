"""Files planned documents: whose folder each lies in, and under what name.

In: specs without paths. Out: the same specs with paths and custodians. Folders fill evenly, and
papers lie with those who wrote or got them; what role a paper has does not matter.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random

from builder.fiction.cargo import joins
from builder.fiction.inventory import Inventory
from builder.fiction.titles import PATH_CHARS, file_name, folder_names
from builder.schema import DocumentSpec, Role

LEAST_FOLDERS, MOST_FOLDERS = 5, 16
DOCUMENTS_PER_FOLDER = 8
NEAR = 4.8  # what it is worth to lie with who wrote or got a paper, in papers that a folder holds
APART = 4.0  # and what the dial adds to lying with what a paper has to be joined with
CROWD = 4  # documents of one role in a folder of their own are no chance
_TRIES = 20
CHANCE = 1.6  # so many papers more or fewer count for nothing


def file_all(
    specs: Sequence[DocumentSpec], inventory: Inventory, rng: Random, apart: float = 0.0
) -> tuple[DocumentSpec, ...]:
    """The specs with their paths, in the same order. `apart` is what it costs to file a document
    with one that states what it has to be joined with."""
    filed = _filed(specs, inventory, rng, apart)
    for _ in range(_TRIES):
        if not _telling(filed):
            break
        filed = _filed(specs, inventory, rng, apart)
    return filed


def _telling(specs: Sequence[DocumentSpec]) -> bool:
    """Whether some folder of a few documents holds one role only, or only what decides the case."""
    roles: dict[str, list[Role]] = {}
    for spec in specs:
        roles.setdefault(spec.path.partition("/")[0], []).append(spec.role)
    crowds = (set(held) for held in roles.values() if len(held) >= CROWD)
    return any(len(held) == 1 or held <= {"merits", "signal"} for held in crowds)


def _filed(
    specs: Sequence[DocumentSpec], inventory: Inventory, rng: Random, apart: float
) -> tuple[DocumentSpec, ...]:
    count = max(LEAST_FOLDERS, min(MOST_FOLDERS, len(specs) // DOCUMENTS_PER_FOLDER))
    folders = _folders(specs, inventory, count, rng)
    weights = {name: rng.uniform(0.7, 1.3) for name, _ in folders}
    held = Counter[str]()
    partners = _partners(inventory) if apart else {}
    stated: dict[str, set[str]] = {}
    taken: set[str] = set()
    filed: dict[str, DocumentSpec] = {}
    like = _counterparts(specs, rng)
    for spec in rng.sample(specs, len(specs)):
        of = rng.choice(like.get(spec.author_id, [spec]))

        def cost(
            folder: tuple[str, str | None],
            spec: DocumentSpec = spec,
            of: DocumentSpec = of,
        ) -> float:
            name, custodian = folder
            near = custodian is not None and custodian in (of.author_id, *of.recipient_ids)
            joined = apart and any(
                partners.get(s.fact_id, frozenset()) & stated.get(name, set())
                for s in spec.statements
            )
            crowd = (held[name] + 1) / weights[name] + rng.random() * CHANCE
            return crowd - NEAR * near + (APART * apart if joined else 0.0)

        name, custodian = min(folders, key=cost)
        held[name] += 1
        stated.setdefault(name, set()).update(s.fact_id for s in spec.statements)
        path = _path(spec, name, inventory, taken, rng)
        taken.add(path.casefold())
        filed[spec.document_id] = spec.model_copy(update={"path": path, "custodian_id": custodian})
    return tuple(filed[spec.document_id] for spec in specs)


def _counterparts(specs: Sequence[DocumentSpec], rng: Random) -> dict[str, list[DocumentSpec]]:
    """For each stranger who makes chaff, the papers of somebody of the dispute who makes about as
    many: chaff lies where those would."""
    by_author: dict[str, list[DocumentSpec]] = {}
    strange: Counter[str] = Counter()
    for spec in specs:
        if spec.role == "chaff":
            strange[spec.author_id] += 1
        else:
            by_author.setdefault(spec.author_id, []).append(spec)
    held = rng.sample(sorted(by_author.values(), key=len), len(by_author))
    return {
        author_id: min(held, key=lambda papers: abs(len(papers) - made))
        for author_id, made in strange.items()
        if held
    }


def _partners(inventory: Inventory) -> dict[str, frozenset[str]]:
    """The facts that each fact has to be joined with."""
    found: dict[str, frozenset[str]] = {}
    for facts in joins(inventory):
        for fact_id in facts:
            found[fact_id] = found.get(fact_id, frozenset()) | facts - {fact_id}
    return found


def _folders(
    specs: Sequence[DocumentSpec], inventory: Inventory, count: int, rng: Random
) -> list[tuple[str, str | None]]:
    """Custodians are those who write and get most; nobody from outside the companies."""
    busy: Counter[str] = Counter()
    for spec in specs:
        busy[spec.author_id] += 2
        busy.update(spec.recipient_ids)
    people = [e for e in (*inventory.insiders, *inventory.colleagues) if e.employer_id]
    people.sort(key=lambda e: (-busy[e.entity_id], e.entity_id))
    return folder_names(people, min(count, len(people) + 1), rng)


def _path(
    spec: DocumentSpec, folder: str, inventory: Inventory, taken: set[str], rng: Random
) -> str:
    genre = inventory.genres[spec.genre]
    author = inventory.by_id[spec.author_id]
    recipient = inventory.by_id[spec.recipient_ids[0]] if spec.recipient_ids else None
    path = ""
    for _ in range(12):
        name = file_name(genre, spec.format, spec.title, spec.date, author, recipient, rng)
        path = f"{folder}/{name}"[:PATH_CHARS]
        if path.casefold() not in taken:
            return path
    stem, _, extension = path.rpartition(".")
    number = 2
    while f"{stem} ({number}).{extension}".casefold() in taken:
        number += 1
    return f"{stem} ({number}).{extension}"

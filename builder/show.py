"""A built world as plain text for the terminal: brief, accounts, DAG, roles, certificate.

In: the folder of a world. Out: text. It shows the key: it is for those who build and audit.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from pathlib import Path
from textwrap import fill, indent

from builder.errors import ConfigError, in_short
from builder.schema import ROLES, World

WIDTH = 100


def read_world(folder: Path) -> World:
    """The world in a folder `<build>/worlds/<world_id>`; ConfigError when there is none."""
    try:
        return World.model_validate(json.loads((folder / "world.json").read_bytes())["value"])
    except OSError as exc:
        raise ConfigError(f"no world in {str(folder)!r}: give <build>/worlds/<world_id>") from exc
    except (ValueError, KeyError, TypeError) as exc:
        reason = f"{str(folder / 'world.json')!r} cannot be read ({in_short(exc)})"
        raise ConfigError(f"{reason}; build again") from exc


def show_world(folder: Path) -> str:
    """A whole world in a page or two."""
    world = read_world(folder)
    dag, case = world.answer_key.dag, world.case_file
    lines = [f"{case.world_id}  ({case.case_type}, {len(case.documents)} documents)", ""]
    lines += [fill(case.brief, WIDTH), ""]
    for hypothesis in dag.hypotheses:
        side = f", {hypothesis.side}'s" if hypothesis.side else ""
        lines += [f"{hypothesis.hypothesis_id}  {hypothesis.role}{side}"]
        lines += [indent(fill(hypothesis.statement, WIDTH - 4), "    "), ""]
    holders: dict[str, list[str]] = defaultdict(list)
    for document in world.answer_key.documents:
        for fact_id in document.fact_ids:
            holders[fact_id].append(document.document_id)
    lines += ["Facts"]
    lines += [
        f"  {f.fact_id:<24} {f.kind:<7} {f.tilts or '':<3} {f.text}  "
        f"[{' '.join(holders[f.fact_id])}]"
        for f in dag.facts
    ]
    lines += ["", "Inferences"]
    lines += [
        f"  {i.inference_id:<24} {i.text}  <- {', '.join(i.premises)}" for i in dag.inferences
    ]
    lines += ["", "Edges"]
    lines += [f"  {e.source} {e.relation} {e.hypothesis_id}" for e in dag.edges]
    roles = Counter(d.role for d in world.answer_key.documents)
    lines += ["", "Roles  " + ", ".join(f"{role} {roles[role]}" for role in ROLES)]
    certificate = world.certificate
    lines += ["", "Certificate  " + ("holds" if certificate.passed else "does not hold")]
    lines += [f"  {failure}" for failure in certificate.failures]
    return "\n".join(lines)


def show_document(folder: Path, document_id: str) -> str:
    """One document's text, and what the certificate says of it."""
    world = read_world(folder)
    keys = {d.document_id: d for d in world.answer_key.documents}
    if document_id not in keys:
        raise ConfigError(
            f"no document {document_id!r} in {world.case_file.world_id!r}; there are "
            f"{min(keys)} to {max(keys)}"
        )
    document = next(d for d in world.case_file.documents if d.document_id == document_id)
    proof = next(d for d in world.certificate.documents if d.document_id == document_id)
    key = keys[document_id]
    head = [
        f"{document.document_id}  {document.path}  {document.date:%Y-%m-%d}  {document.n_pages} p.",
        f"{key.role}  {key.genre}  states {', '.join(key.fact_ids) or 'nothing'}",
        *(f"  {'ok' if r.passed else 'NOT OK'}  {r.check}  {r.detail}" for r in proof.results),
        "",
    ]
    return "\n".join([*head, document.text.replace("\f", f"\n{'-' * WIDTH}\n")])

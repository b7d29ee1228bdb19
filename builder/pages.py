"""Pages about a packed dataset, made from its data so that they stay true.

In: a dataset's root and its manifest. Out: Markdown by path below the root: what each column means,
what each role of a document looks like, figures of the corpora, and what an audit beside them said.
Reads Parquet and that audit; writes nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Any

from builder.audited import audit_page, in_one_line
from builder.columns import DESCRIPTIONS
from builder.manifest import Manifest, PackedSplit
from builder.schema import ROLES, Role
from investigation_worlds import CONFIGS, FEATURES, KEY_CONFIGS, table

EXCERPT = 900
_MADE = "<!-- made by `python -m builder pack` from the data; do not edit -->\n"
_WHAT: dict[Role, str] = {
    "merits": "An exhibit of the record. It states facts from which the adopted account follows.",
    "signal": "An ordinary paper that states ground facts too, where nobody filed it as evidence.",
    "pro_alternative": "States a true fact that makes a wrong account look likelier.",
    "alternative_noise": "Fits the people and the time of a wrong account, and states no fact.",
    "noise": "The same business in the same weeks, and states no fact.",
    "chaff": "Other people's business: nobody of the dispute, no date and no word of it.",
}


def pages(root: Path, manifest: Manifest) -> dict[str, str]:
    """Every page by its path below the root."""
    made = {
        "cards/columns.md": columns_page(),
        "cards/figures.md": figures_page(root, manifest),
        "cards/audit.md": _MADE + audit_page(root, manifest),
    }
    splits = sorted(manifest.splits, key=lambda name: name != "validation")
    open_splits = [name for name in splits if not manifest.splits[name].commitments]
    return made | {"cards/roles.md": roles_page(root, manifest, *open_splits[:1])}


def columns_page() -> str:
    """What every column of every config means, and its type."""
    parts = [_MADE, "# Columns\n"]
    for config in CONFIGS:
        key = " (key material)" if config in KEY_CONFIGS else ""
        parts.append(f"\n## {config}{key}\n\n| column | type | what it is |\n| --- | --- | --- |\n")
        for name, feature in FEATURES[config].items():
            parts.append(f"| `{name}` | {_type(feature)} | {DESCRIPTIONS[config][name]} |\n")
    return "".join(parts)


def _type(feature: Any) -> str:
    if isinstance(feature, dict):
        return f"struct of {', '.join(feature)}"
    if (inner := getattr(feature, "feature", None)) is not None:
        return f"list of {_type(inner)}" if isinstance(inner, dict) else f"list of {inner.dtype}"
    return str(feature.dtype)


def figures_page(root: Path, manifest: Manifest) -> str:
    """Worlds, documents, pages, words, formats and, with the key, roles of each split."""
    parts = [_MADE, "# Figures of the corpora\n"]
    for name, split in manifest.splits.items():
        parts.append(f"\n## {name}\n\n| | |\n| --- | --- |\n")
        figures = [*_figures(root, name, split), ("audit", in_one_line(root, manifest, name))]
        parts += [f"| {label} | {value} |\n" for label, value in figures]
    return "".join(parts)


def _figures(root: Path, name: str, split: PackedSplit) -> list[tuple[str, str]]:
    words: list[int] = []
    pages: list[int] = []
    sizes: list[int] = []
    for world in split.worlds:  # one at a time: a split may be larger than the memory
        rows = table("documents", name, [world], ["text", "n_pages", "size"], root)
        words += [len(text.split()) for text in rows["text"].to_pylist()]
        pages += rows["n_pages"].to_pylist()
        sizes += rows["size"].to_pylist()
    sources = Counter(
        row["source"] for row in table("worlds", name, None, ["generator"], root)[0].to_pylist()
    )
    figures = [
        ("worlds", f"{len(split.worlds)}: {_listed(split.case_types)}"),
        ("sources", _listed(sources)),
        ("documents", f"{split.documents}: {_listed(split.formats)}"),
        ("pages, sheets and slides", f"{sum(pages)}, {median(pages):g} in the median document"),
        ("words", f"{sum(words)}, {median(words):g} in the median document, {max(words)} at most"),
        ("bytes of the files", f"{sum(sizes) / 1e6:.1f} MB"),
    ]
    if not split.commitments:
        rows = table("answers", name, None, ["documents"], root)[0].to_pylist()
        roles = Counter(document["role"] for row in rows for document in row)
        figures.append(("roles", ", ".join(f"{roles[role]} {role}" for role in ROLES)))
    return figures


def _listed(counts: Any) -> str:
    return ", ".join(f"{n} {kind}" for kind, n in sorted(counts.items()))


def roles_page(root: Path, manifest: Manifest, split: str = "") -> str:
    """The taxonomy of roles, with a real document of each where a split is not sealed."""
    found: dict[str, str] = {}
    for world in manifest.splits[split].worlds if split else ():
        for role, example in _examples(root, split, world).items():
            found.setdefault(role, example)
        if len(found) == len(ROLES):
            break
    parts = [
        _MADE,
        "# Roles of documents\n\n",
        "Every document of a corpus has one role. The role is key material: it stands in the\n",
        "`answers` config and nowhere else. What it promises is checked on the text extracted\n",
        "from the finished file.",
        f" The examples are documents of the split `{split}`.\n" if split else "\n",
    ]
    for role in ROLES:
        parts.append(f"\n## {role}\n\n{_WHAT[role]}\n{found.get(role, '')}")
    return "".join(parts)


def _examples(root: Path, split: str, world: str) -> dict[str, str]:
    """Role -> a short document of it, as Markdown."""
    (answer,) = table("answers", split, [world], ["documents", "facts"], root).to_pylist()
    columns = ["document_id", "path", "text"]
    rows = table("documents", split, [world], columns, root).to_pylist()
    texts = {row["document_id"]: row for row in rows}
    facts = {fact["fact_id"]: fact["text"] for fact in answer["facts"]}
    made: dict[str, str] = {}
    for role in ROLES:
        mine = [d for d in answer["documents"] if d["role"] == role]
        if mine:
            chosen = min(mine, key=lambda d: _awkwardness(texts[d["document_id"]]["text"]))
            made[role] = _example(world, texts[chosen["document_id"]], chosen, facts)
    return made


def _awkwardness(text: str) -> tuple[int, str]:
    """Prose of a few hundred letters shows a role best."""
    return abs(len(text) - EXCERPT) + 2_000 * text.startswith("[sheet: "), text


def _example(world: str, row: Any, document: Any, facts: dict[str, str]) -> str:
    text = row["text"].replace("\f", "\n").strip()
    if len(text) > EXCERPT:
        text = text[:EXCERPT].rsplit(None, 1)[0] + " ..."
    lines = [f"\n`{row['path']}` of `{world}`, {document['genre'].replace('_', ' ')}:\n\n"]
    lines += [f"    {line}".rstrip() + "\n" for line in text.splitlines()]
    stated: Sequence[str] = document["fact_ids"]
    if stated:
        lines.append("\nIt states:\n" + "".join(f"- {facts[fact]}\n" for fact in stated))
    return "".join(lines)

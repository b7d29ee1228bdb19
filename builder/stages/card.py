"""The dataset card: its front matter and its table of splits, from the manifest.

In: a manifest and a README's text. Out: the text with both made anew where they speak of the data;
every other key of the front matter, and what stands below it, is the author's and stays.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import yaml

from builder.errors import PackError
from builder.manifest import Manifest
from builder.schema import CASE_TYPES
from investigation_worlds import CONFIGS, FEATURES

_BEGIN, _END = "<!-- splits: made by `python -m builder card` -->", "<!-- /splits -->"
_TABLE = re.compile(f"{re.escape(_BEGIN)}.*?{re.escape(_END)}", re.S)
_FRONT = re.compile(r"\A---\n(.*?)\n---\n", re.S)
_SIZES = ((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"), (10**6, "100K<n<1M"))
_OPEN_SOURCES = ("fiction", "handwritten")


def with_front_matter(text: str, manifest: Manifest) -> str:
    """A README's text under front matter that names every config, its columns and its splits.

    Each config has a hash of its data files in its description, because `load_dataset` of a folder
    takes its cache by the front matter and looks at no file. PackError when the front matter that
    is there cannot be read.
    """
    found = _FRONT.match(text)
    try:
        own = yaml.safe_load(found[1]) if found else None
    except yaml.YAMLError as exc:
        raise PackError("the front matter of README.md is no YAML; mend or remove it") from exc
    below = text[found.end() :] if found else text
    values = {**_defaults(manifest, below), **(own if isinstance(own, dict) else {})}
    head = yaml.safe_dump(
        {**values, **_of_the_data(manifest)}, sort_keys=False, allow_unicode=True, width=100
    )
    return f"---\n{head}---\n{below}"


def with_table(text: str, manifest: Manifest, audits: Mapping[str, str]) -> str:
    """A README's text with its table of splits made anew, where it marks a place for one.

    `audits` says of each split, in a line, what its audit found.
    """
    rows = [
        f"| `{name}` | {len(split.worlds)}: {_counted(split.case_types)} | {split.documents}: "
        f"{_counted(split.formats)} | {', '.join(sorted({b['source'] for b in split.builds}))} | "
        f"{'apart (sealed)' if split.commitments else 'open'} | {audits.get(name, '')} |\n"
        for name, split in manifest.splits.items()
    ]
    head = "| split | worlds | documents | source | key | [audit](cards/audit.md) |\n"
    table = f"{_BEGIN}\n{head}| --- | --- | --- | --- | --- | --- |\n{''.join(rows)}{_END}"
    return _TABLE.sub(lambda _: table, text)


def _counted(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{n} {kind}" for kind, n in counts.items())


def first_card() -> str:
    """A card to begin with, for a dataset that has none yet; all but its table is the author's."""
    return f"""# Worlds

Legal investigation worlds, built and certified by InvestigationWorlds: corpora of office and court
documents that support several accounts of a dispute, of which one was adopted.

{_BEGIN}
{_END}

Pages: [columns](cards/columns.md), [roles of documents, with examples](cards/roles.md),
[figures](cards/figures.md), [audit](cards/audit.md).

```python
from investigation_worlds import load, materialize  # the module of the project's checkout

worlds = load("worlds", root="THIS FOLDER OR REPOSITORY")
```

## Limits
A certificate proves mechanically, on the text of each file, that its facts are stated and that the
adopted account follows from them; it does not prove that a human reader is convinced. Fiction of
one set of scenarios has one voice. "Adopted" is what one court found on one record, or what a
scenario says; a score is no measure of legal advice.
"""


def first_card_of_key(manifest: Manifest) -> str:
    """A card for the key of sealed splits, to be published gated or not at all."""
    return (
        "# Key of sealed worlds\n\n"
        f"The answers of the sealed splits {', '.join(manifest.splits)}. Whoever has them can\n"
        "score a log; whoever trains on them spoils the benchmark.\n\n"
        f"Canary: `{manifest.canary}`\n\n"
        "```bash\n"
        "inspect eval eval/task.py --model MODEL -T split="
        f"{next(iter(manifest.splits))} -T answers=THIS FOLDER OR REPOSITORY\n"
        "```\n"
    )


def _defaults(manifest: Manifest, below: str) -> Mapping[str, Any]:
    """What an author may change."""
    title = re.search(r"^# (.+)$", below, re.M)
    sources = {build["source"] for split in manifest.splits.values() for build in split.builds}
    return {
        "pretty_name": title[1].strip() if title else "Worlds",
        "license": "cc-by-4.0" if sources <= set(_OPEN_SOURCES) else "other",
        "language": ["en"],
        "annotations_creators": ["machine-generated"],
        "source_datasets": ["original"],
        "task_categories": ["question-answering", "text-retrieval"],
        **_gate(manifest),
        "tags": ["legal", "agents", "benchmark", "evaluation", "synthetic", *CASE_TYPES],
    }


def _gate(manifest: Manifest) -> Mapping[str, Any]:
    """What a reader of a gated key must agree to; nothing for a dataset that has worlds."""
    if _splits(manifest, "worlds"):
        return {}
    return {
        "extra_gated_prompt": "This is the key of sealed worlds. It must not be published, and must"
        " not be used to train or to choose a model.",
        "extra_gated_fields": {"I will use the key to score logs only": "checkbox"},
    }


def _of_the_data(manifest: Manifest) -> Mapping[str, Any]:
    """What only the data can say. No sizes of splits: `datasets` refuses to load any narrowed
    split when they stand in the card."""
    rows = sum(split.documents for split in manifest.splits.values())
    splits = {config: _splits(manifest, config) for config in CONFIGS}
    there = [config for config in CONFIGS if splits[config]]
    return {
        "size_categories": [next((name for top, name in _SIZES if rows < top), "n>1M")],
        "configs": [
            {
                "config_name": config,
                **({"default": True} if index == 0 else {}),
                "description": f"data {manifest.data_hash(config)}",
                "data_files": [
                    {"split": split, "path": f"data_files/{config}/{split}-*.parquet"}
                    for split in splits[config]
                ],
            }
            for index, config in enumerate(there)
        ],
        "dataset_info": [
            {"config_name": config, "features": FEATURES[config]._to_yaml_list()}  # pyright: ignore[reportPrivateUsage]
            for config in there
        ],
    }


def _splits(manifest: Manifest, config: str) -> list[str]:
    """The splits that have files of a config: a sealed one has none of the key."""
    return [
        name
        for name, split in manifest.splits.items()
        if any(file.startswith(f"{config}/") for file in split.files)
    ]

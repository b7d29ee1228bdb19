"""The front matter of the dataset card, from the manifest.

In: a manifest and a README's text. Out: the text with its front matter made anew; what stands below
it is the author's and stays.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import yaml

from builder.schema import CASE_TYPES

_FRONT = re.compile(r"\A---\n.*?\n---\n", re.S)
_SIZES = ((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"), (10**6, "100K<n<1M"))


def with_front_matter(
    text: str, configs: Mapping[str, str], splits: Sequence[str], rows: int
) -> str:
    """A README's text under front matter that names every config and split.

    `configs` gives each config a hash of its data files: it stands in the config's description,
    because `load_dataset` of a folder takes its cache by the front matter and looks at no file.
    `rows` is the number of documents in all.
    """
    head = yaml.safe_dump(
        _front_matter(configs, splits, rows), sort_keys=False, allow_unicode=True, width=100
    )
    return f"---\n{head}---\n{_FRONT.sub('', text)}"


def _front_matter(
    configs: Mapping[str, str], splits: Sequence[str], rows: int
) -> dict[str, object]:
    return {
        "pretty_name": "InvestigationWorlds",
        "license": "cc-by-4.0",
        "language": ["en"],
        "task_categories": ["question-answering", "text-retrieval"],
        "tags": ["legal", "agents", "benchmark", "evaluation", "synthetic", *CASE_TYPES],
        "size_categories": [next((name for top, name in _SIZES if rows < top), "n>1M")],
        "configs": [
            {
                "config_name": config,
                **({"default": True} if index == 0 else {}),
                "description": f"data {data}",
                "data_files": [
                    {"split": split, "path": f"data_files/{config}/{split}-*.parquet"}
                    for split in splits
                ],
            }
            for index, (config, data) in enumerate(configs.items())
        ],
    }

"""The Croissant description of a packed dataset, with its responsible-AI fields.

In: a manifest. Out: JSON-LD (Croissant 1.0, RAI 1.0): every Parquet file with its SHA-256, a record
set for each of them, and what a reader should know before use. The files are named relative to
`croissant.json`, so the description holds for a copy, too.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from builder.columns import DESCRIPTIONS
from builder.manifest import Manifest, PackedFile
from investigation_worlds import FEATURES, KEY_CONFIGS, REPO_ID

_URL = f"https://huggingface.co/datasets/{REPO_ID}"
_TYPES = {"int32": "sc:Integer", "int64": "sc:Integer", "timestamp[ms]": "sc:Date"}
_CONTEXT: dict[str, Any] = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "citeAs": "cr:citeAs",
    "column": "cr:column",
    "conformsTo": "dct:conformsTo",
    "cr": "http://mlcommons.org/croissant/",
    "rai": "http://mlcommons.org/croissant/RAI/",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "dct": "http://purl.org/dc/terms/",
    "equivalentProperty": "cr:equivalentProperty",
    "examples": {"@id": "cr:examples", "@type": "@json"},
    "extract": "cr:extract",
    "field": "cr:field",
    "fileObject": "cr:fileObject",
    "fileProperty": "cr:fileProperty",
    "fileSet": "cr:fileSet",
    "format": "cr:format",
    "includes": "cr:includes",
    "isLiveDataset": "cr:isLiveDataset",
    "jsonPath": "cr:jsonPath",
    "key": "cr:key",
    "md5": "cr:md5",
    "parentField": "cr:parentField",
    "path": "cr:path",
    "recordSet": "cr:recordSet",
    "references": "cr:references",
    "regex": "cr:regex",
    "repeated": "cr:repeated",
    "replace": "cr:replace",
    "samplingRate": "cr:samplingRate",
    "sc": "https://schema.org/",
    "separator": "cr:separator",
    "source": "cr:source",
    "subField": "cr:subField",
    "transform": "cr:transform",
}
_RESPONSIBLE: dict[str, Any] = {
    "rai:dataCollection": (
        "Documents are written by seeded templates or by hand around a ledger of facts; "
        "worlds from genuine court papers are built by users and are not part of the release."
    ),
    "rai:dataCollectionType": ["Software Collection", "Manual Human Curator"],
    "rai:dataAnnotationProtocol": (
        "Roles and hypotheses are planned first. A certificate then proves each of them on the "
        "text extracted from the finished file; a world that fails one check is left out."
    ),
    "rai:annotationsPerItem": "One role for each document, proven mechanically.",
    "rai:machineAnnotationTools": ["the certifier of this project"],
    "rai:dataUseCases": [
        "Evaluating agents that investigate a corpus and commit to hypotheses",
        "Training such agents on worlds of other seeds, never on a test split",
    ],
    "rai:dataLimitations": [
        "English, disputes of United States law, five case types",
        "Fiction comes from a limited number of scenarios; a trained reader learns their voice",
        "A score says nothing about the quality of legal advice",
    ],
    "rai:dataBiases": [
        "Names come from fixed banks, so that no world mirrors a real population",
        "The plaintiff's and the defendant's account are adopted equally often in fiction",
    ],
    "rai:personalSensitiveInformation": [
        "None in the release: every person and company is made up. Worlds from genuine court "
        "papers have their names replaced; see cards/datasheet.md for what remains."
    ],
    "rai:dataSocialImpact": (
        "Meant to show where agents believe a planted account; not meant to decide real disputes."
    ),
    "rai:dataReleaseMaintenancePlan": (
        "Versions are tags; every change of the data has a line in cards/data-changelog.md. "
        "Mended labels get a new tag, and old logs can be scored again."
    ),
}


def croissant(manifest: Manifest) -> str:
    """The description as JSON-LD text."""
    value = {
        "@context": _CONTEXT,
        "@type": "sc:Dataset",
        "name": "investigation-worlds",
        "description": (
            "Legal investigation worlds: corpora of office and court documents that support "
            "several accounts of a dispute, with a certified answer key."
        ),
        "conformsTo": [
            "http://mlcommons.org/croissant/1.0",
            "http://mlcommons.org/croissant/RAI/1.0",
        ],
        "citeAs": f"InvestigationWorlds, data version {manifest.data_version}. {_URL}",
        "creator": {"@type": "sc:Organization", "name": "InvestigationWorlds"},
        "datePublished": manifest.data_date,
        "keywords": ["legal", "agents", "benchmark", "evaluation", "synthetic"],
        "license": "https://creativecommons.org/licenses/by/4.0/",
        "inLanguage": "en",
        "url": _URL,
        "version": manifest.data_version,
        **_RESPONSIBLE,
        "distribution": [_file(name, file) for name, file in manifest.files.items()],
        "recordSet": [_records(name) for name in manifest.files],
    }
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"


def _file(name: str, file: PackedFile) -> dict[str, Any]:
    return {
        "@type": "cr:FileObject",
        "@id": name,
        "name": name,
        "contentUrl": f"data_files/{name}",
        "contentSize": f"{file.size} B",
        "encodingFormat": "application/x-parquet",
        "sha256": file.sha256,
    }


def _records(name: str) -> dict[str, Any]:
    config, file = name.split("/")
    records = f"{config}-{file.removesuffix('.parquet')}"
    key = " Key material." if config in KEY_CONFIGS else ""
    return {
        "@type": "cr:RecordSet",
        "@id": records,
        "name": records,
        "description": f"Rows of config {config}, split {file.split('-')[0]}.{key}",
        "field": list(_fields(config, name, records)),
    }


def _fields(config: str, file: str, records: str) -> Iterator[dict[str, Any]]:
    for column, feature in FEATURES[config].items():
        inner = getattr(feature, "feature", feature)
        source = {"fileObject": {"@id": file}, "extract": {"column": column}}
        name = f"{records}/{column}"
        field = {
            "@type": "cr:Field",
            "@id": name,
            "name": column,
            "description": DESCRIPTIONS[config][column],
            **({"repeated": True} if inner is not feature else {}),
        }
        if isinstance(inner, dict):
            yield {**field, "subField": list(_parts(inner, name, source))}
        else:
            yield {**field, "dataType": _type(inner), "source": source}


def _parts(parts: dict[str, Any], above: str, source: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The plain parts of a column of structs; lists inside them are left to the Parquet schema."""
    for name, feature in parts.items():
        if hasattr(feature, "dtype"):
            yield {
                "@type": "cr:Field",
                "@id": f"{above}/{name}",
                "name": name,
                "dataType": _type(feature),
                "source": {**source, "transform": {"jsonPath": name}},
            }


def _type(feature: Any) -> str:
    return _TYPES.get(str(feature.dtype), "sc:Text")

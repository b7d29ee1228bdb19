"""What every column of the dataset is, in words: for the card and for Croissant.

The columns themselves stand in `investigation_worlds.FEATURES`; a test compares the two.
"""

from __future__ import annotations

DESCRIPTIONS: dict[str, dict[str, str]] = {
    "worlds": {
        "world_id": "Id of the world; the same in every config.",
        "case_type": "contract, torts, civil_rights, employment or intellectual_property.",
        "brief": "What the case is about, neutrally; all that an investigator is told beforehand.",
        "hypotheses": "Four accounts of what happened; their order and ids tell nothing.",
        "n_documents": "Number of files of the corpus.",
        "n_pages": "Pages, sheets and slides of all files.",
        "formats": "Number of files of each format.",
        "generator": "Source of the case record, the three hands that made it, and their version.",
        "canary": "A string that must never be found in training data.",
    },
    "documents": {
        "world_id": "Id of the world.",
        "document_id": "Id of the document; numbered in an order that tells nothing.",
        "path": "Path inside the corpus: a custodian's folder and a file name.",
        "format": "pdf, docx, xlsx, pptx or txt.",
        "media_type": "Media type of the file.",
        "date": "Date of the document in the world's time; the file's mtime when materialized.",
        "n_pages": "Pages, sheets or slides.",
        "size": "Bytes.",
        "sha256": "SHA-256 of the bytes, in hexadecimal.",
        "text": "Text extracted from the file; parts are separated by form feeds.",
        "content": "The file itself.",
    },
    "entities": {
        "world_id": "Id of the world.",
        "entity_id": "Id of the entity within its world.",
        "kind": "person, organization, instrument, artifact or place.",
        "name": "Canonical name.",
        "aliases": "Other names it goes by in the corpus.",
        "case_role": "plaintiff, defendant, witness, nonparty, subject or bystander.",
    },
    "hypotheses": {
        "world_id": "Id of the world.",
        "nodes": "Facts, inferences and hypotheses of the world's DAG. Key material.",
        "edges": "premise (fact or inference to inference), supports, refutes. Key material.",
    },
    "answers": {
        "world_id": "Id of the world.",
        "adopted": "Id of the hypothesis that the court adopted.",
        "rejected": "Id of the other party's hypothesis.",
        "alternatives": "Ids of the two accounts of neither party.",
        "documents": "Role, series, genre, stated facts and target of each document.",
        "facts": "The ledger: ground and tilt facts with the anchors a document is checked for.",
        "key": "The whole answer key as JSON (schema `AnswerKey`).",
        "certificate": "The mechanical proof as JSON (schema `Certificate`).",
        "canary": "A string that must never be found in training data.",
    },
}

"""The outside of every document as a table of features: no word of its text.

In: a published split. Out: a frame with a row a document (published order) and a column a feature,
every value a category: numbers become their fifth within the world, names become relations (how
often, whether a published entity), since neither means anything in another world.
"""

from __future__ import annotations

import re
from collections import Counter
from pathlib import PurePosixPath
from typing import Any

import numpy as np
import pandas as pd
from scipy.stats import rankdata

from builder.audit._properties import properties
from builder.audit._published import Document, Published, PublishedWorld

FIFTHS = 5
NUMBERS = (
    "size", "pages", "text length", "bytes a character", "path length", "date", "days to nearest",
    "same-day files", "document id", "row order", "path order", "folder size", "author's files",
    "objects", "blank lines", "zip members",
)  # fmt: skip


Frame = Any  # pandas' own types do not follow what a frame holds


def outside(published: Published) -> tuple[Frame, list[str]]:
    """Features, and each document's file name as words (for n-grams of names)."""
    frames: list[Frame] = []
    names: list[str] = []
    for world in published.worlds:
        rows = [_row(d, content, world) for d, content in published.contents(world)]
        frame: Frame = pd.DataFrame(rows)
        _relations(frame, world)
        for column in NUMBERS:
            if column in frame:
                frame[column] = _fifths(frame[column])
        frames.append(frame.drop(columns=["_author", "_folder", "_modified"]))
        names += [_name_words(d) for d in world.documents]
    every: Frame = pd.concat(frames, ignore_index=True).fillna("none").astype(str)
    return every, names


def _row(document: Document, content: bytes, world: PublishedWorld) -> dict[str, Any]:
    path = PurePosixPath(document.path)
    when = document.date
    found: dict[str, Any] = dict(properties(document, content))
    author, modified = found.pop("author", ""), found.pop("modified by", "")
    company = found.pop("company", "")
    return {
        **found,
        "format": document.format,
        "size": document.size,
        "pages": document.n_pages,
        "text length": len(document.text),
        "bytes a character": document.size / max(1, len(document.text)),
        "path length": len(document.path),
        "path depth": len(path.parts),
        "name shape": re.sub(r"a+", "a", re.sub(r"\d+", "9", re.sub(r"[A-Za-z]+", "a", path.stem))),
        "name has a year": bool(re.search(r"(?:19|20)\d\d", path.stem)),
        "name has digits": bool(re.search(r"\d", path.stem)),
        "name's words": min(len(path.stem.split()), 8),
        "name's first word": path.stem.split()[0].lower() if path.stem.split() else "",
        "name's case": _case(path.stem),
        "name has an entity": any(n.lower() in path.stem.lower() for n in world.names),
        "folder has an entity": any(n.lower() in str(path.parent).lower() for n in world.names),
        "date": when.timestamp() if when.tzinfo else (when - _EPOCH).total_seconds(),
        "weekday": when.strftime("%w"),
        "month": when.month,
        "day of month": (when.day - 1) // 6,
        "hour": when.hour,
        "minute": f"{when.minute % 5 == 0}{when.minute // 20}",
        "second": when.second == 0,
        "document id": int(re.sub(r"\D", "", document.document_id) or 0),
        "row order": document.row,
        "author is an entity": author in world.names,
        "company is an entity": company in world.names,
        "has an author": bool(author),
        "same author modified": author == modified if modified else "none",
        "_author": author,
        "_folder": str(path.parent),
        "_modified": modified,
    }


_EPOCH = pd.Timestamp("1970-01-01").to_pydatetime()


def _case(stem: str) -> str:
    if stem.islower():
        return "lower"
    return "upper" if stem.isupper() else "title" if stem.istitle() else "mixed"


def _relations(frame: Frame, world: PublishedWorld) -> None:
    """Columns that compare a document with the others of its world."""
    folders, authors = Counter(frame["_folder"]), Counter(frame["_author"])
    frame["folder size"] = frame["_folder"].map(folders)
    frame["author's files"] = frame["_author"].map(authors)
    order = np.argsort(np.argsort([d.path for d in world.documents]))
    frame["path order"] = order
    days = (frame["date"] // 86400).to_numpy()
    counts = Counter(days.tolist())
    frame["same-day files"] = [counts[day] for day in days.tolist()]
    ordered = np.sort(frame["date"].to_numpy())
    gaps = np.diff(ordered, prepend=ordered[0] - 1e9, append=ordered[-1] + 1e9)
    at = np.searchsorted(ordered, frame["date"].to_numpy())
    frame["days to nearest"] = np.minimum(gaps[at], gaps[at + 1])


def _fifths(column: Frame) -> Frame:
    """The fifth of its world that a number falls in; ties share one, missing stays missing."""
    values: Frame = pd.to_numeric(column, errors="coerce")
    known = values.notna()
    result: Frame = pd.Series("none", index=column.index, dtype=object)
    if known.any():
        ranks = (rankdata(values[known]) - 0.5) / known.sum()
        result[known] = [f"q{int(r * FIFTHS)}" for r in ranks]
    return result


def _name_words(document: Document) -> str:
    stem = re.sub(r"\d", "9", PurePosixPath(document.path).stem.lower())
    return " ".join(re.findall(r"[a-z]+|9+", stem))

"""The files of the documents that are asked about, beside the sheets: form and tone show there.

In: questions, a build, the path of the sheets. Out: the questions, each with where its file stands.
Side effects: `<sheets>-files/<world>/<document>.<format>`; names tell no role.
"""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path

from builder.errors import ConfigError
from builder.review.questions import Question


def with_files(questions: Sequence[Question], build: Path, sheets: Path) -> list[Question]:
    """The questions with copies of their files; ConfigError for a file that the build lacks."""
    return [
        _with_file(question, build, sheets) if question.document_id else question
        for question in questions
    ]


def _with_file(question: Question, build: Path, sheets: Path) -> Question:
    world_id = question.asked.world_id
    path = dict(question.shown)["File"]
    inside = f"{sheets.stem}-files/{world_id}/{question.document_id}{Path(path).suffix}"
    target = sheets.parent / inside
    target.parent.mkdir(parents=True, exist_ok=True)
    try:
        shutil.copyfile(build / "worlds" / world_id / "corpus" / path, target)
    except FileNotFoundError as exc:
        raise ConfigError(f"{str(build)!r} lacks {path!r} of {world_id!r}; build it again") from exc
    return question.model_copy(update={"file": inside})

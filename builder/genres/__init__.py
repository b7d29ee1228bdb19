"""Document genres: what a document is. One file per genre.

A genre module defines

    GENRE: Genre
    def compose(scene: Scene, rng: Random) -> tuple[Block, ...]

`compose` lays out a planned document in the house style of its company: it places the wording of
every statement (with its fact id on the block) among the background pieces, and adds its own frame
(letterhead, numbering, greetings, ordinary rows). It adds no fact, names nobody whom the scene does
not hold, and uses no date but those in the scene and ones derived from `scene.spec.date`.
"""

from __future__ import annotations

from random import Random
from typing import Protocol, cast

from builder.plugins import plugin, plugin_ids
from builder.schema import Block, DocumentSpec, Entity, Format, MentionForm, Record


class Genre(Record):
    """What a genre is and can carry.

    `forms` are the mention forms it can place; `names` are templates of file names with
    {month} {mon} {day} {year} {yy} {author} {recipient} {subject} {number}; `letters` genres need a
    recipient; `court_paper` genres are made for the litigation; `background` is the least and the
    most number of background pieces it wants.
    """

    title: str
    formats: tuple[Format, ...]
    forms: tuple[MentionForm, ...]
    names: tuple[str, ...]
    letters: bool = False
    court_paper: bool = False
    background: tuple[int, int] = (2, 5)


class Scene(Record):
    """All that a genre may know: the planned document and the people and companies around it.

    `look` is the author's company's style (0-7); `others` are colleagues who may be named in
    ordinary rows and sign-off lists without saying anything about the dispute. `caption` holds the
    lines over a court paper (court, parties, docket number); without it the paper has a plain one.
    """

    spec: DocumentSpec
    author: Entity
    company: Entity
    recipients: tuple[Entity, ...] = ()
    recipient_company: Entity | None = None
    others: tuple[Entity, ...] = ()
    look: int = 0
    caption: tuple[str, ...] = ()


class GenreModule(Protocol):
    """What each file of this folder provides."""

    GENRE: Genre

    def compose(self, scene: Scene, rng: Random) -> tuple[Block, ...]: ...


def genre_ids() -> tuple[str, ...]:
    """The ids of all genres, sorted."""
    return plugin_ids("builder.genres")


def genre_module(genre_id: str) -> GenreModule:
    """The module of one genre; ConfigError names those that exist."""
    return cast(GenreModule, plugin("builder.genres", genre_id))
